"""Positions that one viewer cannot tell apart, for the tests of blindness.

A twin differs in everything the viewer may not know: the password, the words to come, sealed
answers, pleas, and who has accepted a clue. What the position has shown stays true: the other word
allows every clue that was given, and every answer has the same verdict.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from random import Random
from typing import Final, TypeVar

from parlour import Seat, Viewer
from parlour_password.answers import judged
from parlour_password.clues import fold
from parlour_password.deck import DIFFICULTIES, words
from parlour_password.forms import Kin, judge
from parlour_password.state import Phase, Plea, Sealed, State, Verdict, Word

_TRIES: Final = 100
"""How many words we try in place of the password. Nearly every one fits."""
_ENDINGS: Final = ("", "s", "ed", "d", "ing", "er", "r", "ly", "y")
"""Endings that may make another form of an answer that was a form."""
_ANSWERS: Final = (None, "lantern", "xyzzy")
"""The answers of which one is sealed in a twin."""

T = TypeVar("T")


def resample(state: State, viewer: Viewer, rng: Random) -> State:
    """Return a position that looks the same to *viewer* and differs in what they may not know."""
    fresh = _fresh(state, rng)
    played, to_come = state.words[: state.at], state.words[state.at + 1 :]
    word, plea = state.word, state.plea
    if state.in_play and viewer not in word.givers:
        word = replace(word, word=_other_password(state, fresh))
        plea = _other_plea(state)
    return replace(
        state,
        words=(*played, word, *_exchanged(to_come, fresh)),
        extra=_exchanged(state.extra, fresh),
        plea=plea,
        sealed=_other_answers(state, viewer, rng),
        waived=_other_waived(state, viewer, rng),
    )


def _fresh(state: State, rng: Random) -> Iterator[str]:
    """Words that do not come in this game, each once."""
    used = {word.word for word in (*state.words, *state.extra)}
    while True:
        word = rng.choice(words(rng.choice(DIFFICULTIES)))
        if word not in used:
            used.add(word)
            yield word


def _exchanged(to_come: Sequence[Word], fresh: Iterator[str]) -> tuple[Word, ...]:
    return tuple(replace(word, word=next(fresh)) for word in to_come)


def _other_password(state: State, fresh: Iterator[str]) -> str:
    """Another word that fits what was said; the same if none is found (after a form)."""
    forms = [
        answer.text
        for clue in state.given
        for answer in clue.answers
        if answer.text and answer.verdict is Verdict.FORM
    ]
    tries: Iterable[str] = islice(fresh, _TRIES)
    if forms:
        tries = (forms[0] + ending for ending in _ENDINGS)
    word = state.word.word
    return next((each for each in tries if each != word and _fits(state, each)), word)


def _fits(state: State, word: str) -> bool:
    """Would all clues and answers have been taken as they were?"""
    return all(
        (clue.text is None or judge(word, fold(clue.text)) is None)
        and all(
            judged(Sealed(answer.seat, answer.text, 0), word) == answer
            for answer in clue.answers
            if answer.text
        )
        for clue in state.given
    )


def _other_plea(state: State) -> Plea | None:
    """Where one clue is insisted on none is, and the other way round."""
    if state.phase is not Phase.CLUE or state.voter is None or state.plea is not None:
        return None
    return Plea(state.turn.giver, "xyz", Kin.PART)


def _other_answers(state: State, viewer: Viewer, rng: Random) -> tuple[Sealed, ...]:
    """The viewer's own answer, and another one of others or none."""
    if state.phase is not Phase.GUESS:
        return ()
    receivers = state.turn.receivers
    own = tuple(sealed for sealed in state.sealed if sealed.seat == viewer)
    possible = [own]
    if state.open or len(own) + 1 < len(receivers):  # else they were given out
        possible += (
            (*own, Sealed(seat, text, 0))
            for seat in receivers
            if seat != viewer
            for text in _ANSWERS
        )
    return _another(state.sealed, possible, rng)


def _other_waived(state: State, viewer: Viewer, rng: Random) -> frozenset[Seat]:
    """Whether the viewer has waived stays; of others not both have, or the window were closed.

    Without a clock the game waits for those who have not, and everybody sees for whom it waits.
    """
    if not state.open:
        return frozenset()
    if state.window is None:
        return state.waived
    own = frozenset(seat for seat in state.waived if seat == viewer)
    possible = [own]
    possible += (own | {seat} for seat in state.opponents if seat != viewer and not own)
    return _another(state.waived, possible, rng)


def _another(real: T, possible: Sequence[T], rng: Random) -> T:
    """One of those that are *possible*, and not the *real* one if there is another."""
    return rng.choice([each for each in possible if each != real] or [real])
