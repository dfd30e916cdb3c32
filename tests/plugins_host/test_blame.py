"""Which files count as those of a plugin's author."""

from __future__ import annotations

import json

import parlour
import parlour_kit
from parlour.plugins.blame import is_authors, place_in


def test_what_is_neither_ours_nor_of_python_is_the_authors() -> None:
    assert is_authors(__file__)
    for module in (parlour, parlour_kit, json):
        assert module.__file__ is not None
        assert not is_authors(module.__file__)
    assert not is_authors("<frozen importlib._bootstrap>")


def test_nobody_is_to_blame_where_the_author_wrote_no_line() -> None:
    assert place_in([(json.__file__, 1, "dumps")]) == ""
