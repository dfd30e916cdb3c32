"""The example of docs/hooks.md, taken from the page itself: the game the tests spoil."""

from __future__ import annotations

import re
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "hooks.md"


def source() -> str:
    """The module `toss` as the page prints it."""
    return _blocks()[0]


def form_example() -> tuple[str, str]:
    """Moves with labels as the page makes them, which print nothing."""
    return _block("weight="), ""


def typing_example() -> tuple[str, str]:
    """Sentences with what to type apart, and what those read who type and who tap."""
    return _block("<<: show"), _printed()[0]


def scene_example() -> tuple[str, str]:
    """The scene as the page makes it, and what the page says that it looks like."""
    return _block("scene = Scene((Text(), board"), _printed()[1]


def things_example() -> tuple[str, str]:
    """The scene of things as the page makes it, and its plain text as the page shows it."""
    return _block("kind="), _printed()[2]


def driver_example() -> tuple[str, str]:
    """The game driven as the page shows it, and what the page says that it prints."""
    return _block("GameDriver("), _printed()[3]


def kit_example() -> tuple[str, str]:
    """The call of the kit as the page shows it, and what the page says that it prints."""
    return _block("check_game("), _printed()[4]


def _block(call: str) -> str:
    return next(block for block in _blocks() if call in block)


def _blocks() -> list[str]:
    return re.findall(r"^```python\n(.*?)^```$", PAGE.read_text("utf-8"), re.M | re.S)


def _printed() -> list[str]:
    return re.findall(r"^```text\n(.*?)^```$", PAGE.read_text("utf-8"), re.M | re.S)


@contextmanager
def forgotten(folder: Path) -> Generator[None]:
    """Afterwards no module of *folder* is left, and the path to modules is as before.

    A module that stayed would be taken for the one of the same name in the next test's folder.
    """
    path, modules = list(sys.path), set(sys.modules)
    try:
        yield
    finally:
        sys.path[:] = path
        for name in set(sys.modules) - modules:
            if str(folder) in str(getattr(sys.modules[name], "__file__", "")):
                del sys.modules[name]


@contextmanager
def importable(folder: Path) -> Generator[None]:
    """Modules of *folder* can be imported; afterwards nothing of it is left."""
    with forgotten(folder):
        sys.path.insert(0, str(folder))
        yield
