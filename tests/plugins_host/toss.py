"""The example of docs/reference/game.md, taken from the page itself: the game the tests spoil."""

from __future__ import annotations

import re
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "game.md"


def source() -> str:
    """The module `toss` as the page prints it."""
    block = re.search(r"^```python\n(.*?)^```$", PAGE.read_text("utf-8"), re.M | re.S)
    assert block is not None
    return block[1]


@contextmanager
def forgotten(folder: Path) -> Generator[None]:
    """Afterwards no module of *folder* is left, and the path to modules is as before.

    A module that stayed would be taken for the one of the same name in the next test's folder.
    """
    path = list(sys.path)
    try:
        yield
    finally:
        sys.path[:] = path
        for name, module in list(sys.modules.items()):
            if str(folder) in str(getattr(module, "__file__", "")):
                del sys.modules[name]


@contextmanager
def importable(folder: Path) -> Generator[None]:
    """Modules of *folder* can be imported; afterwards nothing of it is left."""
    with forgotten(folder):
        sys.path.insert(0, str(folder))
        yield
