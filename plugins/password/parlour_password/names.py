"""Names: clues that stand, even if they look like two words or like the password (R-W-17, O-W-8).

`tools/build_names.py` makes the table from lists of names: one on each line, in the letters a to
z, with an empty line at both ends. We read it when we first need it, in a few milliseconds.
"""

from __future__ import annotations

import gzip
from functools import lru_cache
from importlib import resources
from typing import Final

DATA: Final = resources.files("parlour_password").joinpath("data", "names.gz")
"""Where the table is."""


def is_name(word: str) -> bool:
    """Is *word*, folded, a name that the table knows: `churchill`, `marple`?"""
    return f"\n{word}\n" in table()


@lru_cache(maxsize=1)
def table() -> str:
    """The table, read once. Two threads that ask first both read it."""
    return gzip.decompress(DATA.read_bytes()).decode("ascii")
