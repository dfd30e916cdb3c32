"""Positions that one viewer cannot tell apart, for the tests of blindness.

A twin differs in everything the viewer may not know: the words on the lists of the others, how
many there are, their order, and what they sent twice or too late. Some of these words are on the
viewer's own list too, because nobody may notice that either.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from msgspec.structs import replace

from parlour import Viewer
from parlour_boggle.state import Phase, Sheet, State, Verdict, Written
from parlour_boggle.writing import LIST_MAX

_INVENTED = 8
"""Words that nobody has, beside those that somebody has."""


def resample(state: State, viewer: Viewer, rng: Random) -> State:
    """Return a position that looks the same to *viewer* and differs in what they can't see."""
    if not state.in_round:
        return state
    known = {written.word: written for sheet in state.sheets for written in sheet.words}
    for _ in range(_INVENTED):
        written = _invented(state, rng)
        known.setdefault(written.word, written)
    pool = list(known.values())
    return replace(
        state,
        sheets=tuple(
            sheet
            if seat == viewer or seat not in state.writers
            else _other(state, sheet, pool, rng)
            for seat, sheet in zip(state.seats, state.sheets, strict=True)
        ),
    )


def _invented(state: State, rng: Random) -> Written:
    word = "".join(chr(rng.randrange(97, 123)) for _ in range(rng.randint(3, 7)))
    return Written(word, Verdict.NOT_ON_BOARD if state.terms.immediate else Verdict.NOTED)


def _other(state: State, sheet: Sheet, pool: Sequence[Written], rng: Random) -> Sheet:
    """Another sheet than *sheet*, with words of *pool*."""
    while True:
        words = rng.sample(pool, rng.randint(0, min(len(pool), LIST_MAX)))
        again = [written.word for written in words if rng.random() < 0.2]
        late: list[str] = []
        if state.phase is Phase.CLOSING:
            late = [each.word for each in pool if each not in words and rng.random() < 0.3]
        found = Sheet(tuple(words), tuple(again), tuple(late))
        if found != sheet:
            return found
