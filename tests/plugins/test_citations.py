"""Every rule of the page is named by a test of its game."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import pytest

RULES: Mapping[str, Mapping[str, Iterable[int]]] = {
    "boggle": {"R": range(1, 19), "O": range(1, 23), "C": (2,)},
    "password": {"R": range(1, 28), "O": range(1, 28), "C": range(1, 5)},
    "probe": {"R": range(1, 51), "O": (*range(1, 44), *range(45, 48)), "C": range(1, 9)},
}
"""Rules, open points and contradictions, by number.

C-B-1, C-B-3 and C-P-10 are without effect, C-W-5 is about words for the same thing, and O-P-44
and C-P-9 are about the party, which is the host's.
"""
RANGE = re.compile(r"[RO]-[BPW]-\d+ to [RO]-[BPW]-\d+")
LETTERS = {"boggle": "B", "password": "W", "probe": "P"}


def rules_of(game: str) -> Iterator[str]:
    """R-B-1 and so on."""
    for kind, numbers in RULES[game].items():
        yield from (f"{kind}-{LETTERS[game]}-{number}" for number in numbers)


@pytest.mark.parametrize("game", RULES)
def test_every_rule_is_cited(game: str) -> None:
    """In a test's own words: a range of rules names none of them."""
    cited: set[str] = set()
    for path in (Path(__file__).parent / game).glob("test_*.py"):
        cited |= set(re.findall(r"[ROC]-[BPW]-\d+", RANGE.sub("", path.read_text())))
    assert cited >= {*rules_of(game)}
