"""What the operator reads of who may come in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from parlour.language import Form
from parlour.wire.messages import Answer


class EntryWord(Answer, frozen=True, kw_only=True, gc=False):
    """The word that guests must give to come in."""

    unsent: ClassVar[tuple[str, ...]] = ("drawn",)
    word: str | None
    """The word as its owner wrote it, or null if none is asked for."""
    links: tuple[str, ...] = ()
    """Where a browser comes in with it, the best first; empty without a word or a page."""
    drawn: Callable[[Form], Sequence[str]]

    def lines(self, form: Form) -> Sequence[str]:
        if self.word is None:
            return ("Guests need no word to come in. To ask for one: parlour join-word WORD",)
        told = (f"Guests come in with this word: {self.word}",)
        opened = ("On a phone or in a browser, without typing it:", *self.links)
        return (*told, *opened, *self.drawn(form)) if self.links else told
