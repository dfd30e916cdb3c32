"""A folder of plugins for each test, with the module `toss` in it."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from parlour.api import AnyGame
from tests.plugins_host.toss import importable, source


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A folder whose modules can be imported; `toss.py` is there."""
    (tmp_path / "toss.py").write_text(source(), "utf-8")
    with importable(tmp_path):
        yield tmp_path


@pytest.fixture
def toss(folder: Path) -> AnyGame:
    """The game of the page."""
    game: AnyGame = importlib.import_module("toss").TOSS
    return game


@pytest.fixture
def module(folder: Path) -> Callable[[str, str], str]:
    """Writes a module and gives its name back."""

    def write(name: str, text: str) -> str:
        (folder / f"{name}.py").write_text(text, "utf-8")
        return name

    return write
