"""A language that marks what a catalogue has translated, to find what none has seen."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

import pytest

from parlour.language import Catalogue, Translations

MARKED: Final = "marked"
"""The name of that language."""
_INNERMOST: Final = re.compile("\xab[^\xab\xbb]*\xbb")


class Marks(Mapping[str, tuple[str, ...]]):
    """Translations of every text into itself, with a mark before and after it."""

    def __getitem__(self, template: str) -> tuple[str, ...]:
        return (f"\xab{template}\xbb",)

    def __iter__(self) -> Iterator[str]:
        return iter(())

    def __len__(self) -> int:
        return 1


def know(catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let *catalogue* speak the language until the test ends."""
    monkeypatch.setitem(catalogue.known, MARKED, Translations(Marks()))


def unmarked(text: str) -> str:
    """*text* without what is marked."""
    while _INNERMOST.search(text):
        text = _INNERMOST.sub("", text)
    return text
