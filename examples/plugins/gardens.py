"""A word list for games that take one: words from the garden, in the file beside this one."""

from collections.abc import Sequence
from pathlib import Path

from parlour import WordFile, hookimpl

parlour_contract = "1.0"


@hookimpl
def register_lexicons() -> Sequence[WordFile]:
    """Offer the list `gardens`: new boggle lexicon=gardens."""
    return [WordFile("gardens", Path(__file__).with_name("gardens.txt"))]
