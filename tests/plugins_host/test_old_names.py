"""A game that was written for an earlier version reads the new names of what it imports."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

import pytest

import parlour
from parlour.plugins import find_games
from tests.docs.pages import ROOT

PAGE = ROOT / "docs" / "how-to" / "upgrade.md"
OLD = {
    "from parlour import Notation": "parlour.Notation is now called parlour.TextUI.",
    "import parlour.testing": "parlour.testing is now called parlour_kit:",
    "from parlour import testing": "parlour.testing is now called parlour_kit:",
    "from parlour.testing import GameDriver": "parlour.testing is now called parlour_kit:",
    "from parlour.testing.words import x": "parlour.testing is now called parlour_kit:",
}


@pytest.mark.parametrize("line", OLD)
def test_an_old_name_says_the_new_one(line: str) -> None:
    with pytest.raises(ImportError) as raised:
        exec(line, {})
    said = str(raised.value)
    assert said.startswith(OLD[line])
    assert "\n" not in said
    assert str(PAGE.relative_to(ROOT)) in said


def test_a_name_that_never_was_is_an_ordinary_mistake() -> None:
    assert not hasattr(parlour, "Rulez")
    with pytest.raises(ImportError, match="cannot import name 'Rulez'"):
        exec("from parlour import Rulez", {})


def test_a_host_says_so_in_the_line_about_the_plugin(module: Callable[[str, str], str]) -> None:
    name = module("older", "from parlour.testing import GameDriver\n")
    (fault,) = find_games(modules=[name], discover=False).quarantined
    assert "parlour.testing is now called parlour_kit" in (fault.quarantined or "")


def test_the_page_has_every_old_name_and_the_new_ones_exist() -> None:
    page = PAGE.read_text("utf-8")
    for old, new in (("parlour.testing", "parlour_kit"), ("parlour.Notation", "parlour.TextUI")):
        assert f"`{old}`" in page
        assert f"`{new}`" in page
        module, _, attribute = new.partition(".")
        assert hasattr(import_module(module), attribute or "__all__")
