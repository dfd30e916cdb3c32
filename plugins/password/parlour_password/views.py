"""Who may know what: the only door through which anything leaves (rules page, 3.7).

`resample` draws positions that one viewer cannot tell apart, for the tests of blindness. A twin
differs in everything the viewer may not know: the password, the words to come, sealed answers,
pleas, and who has accepted a clue. What the position has shown stays true: the other word allows
every clue that was given, and every answer has the same verdict.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from random import Random
from typing import Final, TypeVar, assert_never, get_args

import msgspec

from parlour import Seat, Spectator, Viewer, Views
from parlour_password.clues import fold
from parlour_password.deck import DIFFICULTIES, words
from parlour_password.forms import Kin, judge
from parlour_password.heard import (
    Closes,
    Ended,
    Event,
    Kept,
    Objected,
    PasswordHeard,
    Pleaded,
    Public,
    Refuted,
    Secret,
    Waived,
)
from parlour_password.moves import GUESSES, clues_for
from parlour_password.options import Terms
from parlour_password.state import Done, Given, Phase, Plea, Sealed, Side, State, Verdict, Word
from parlour_password.turn import judged

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
        (clue.text is None or judge(word, fold(clue.text), first=state.first) is None)
        and all(
            judged(Sealed(answer.seat, answer.text, 0), word, first=state.first) == answer
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


_PUBLIC: Final = frozenset(get_args(Public))
"""Events that everybody hears as they are. Nobody hears an event that is neither here nor in
`_ears`."""


@dataclass(frozen=True, slots=True)
class PleaView:
    """For the two givers alone: a refused clue that its giver insists on."""

    giver: Seat
    """Who insists."""
    judge: Seat
    """The other giver, who agrees or objects."""
    clue: str = field(repr=False)
    """The clue, as it was typed."""
    kin: str
    """`part`, `form` or `near`."""


class DoneView(msgspec.Struct, frozen=True):
    """A word that is over."""

    label: str
    """The word's name, such as `1`."""
    word: str
    """The password."""
    outcome: str
    """`found`, `dial`, `form`, `challenge` or `left`."""
    scorers: tuple[Seat, ...]
    """Who scored with it."""
    points: int
    """How many points each of them got."""


@dataclass(frozen=True, slots=True)
class View:
    """The position as one viewer may know it.

    Two viewers see the same but for `me`, `password`, `plea`, `answer`, `waived` and `examples`.
    """

    me: Seat | None
    """The viewer's seat; None for a watcher."""
    phase: str
    """`clue`, `guess`, `chance`, `pause`, `waiting` or `over`."""
    seats: tuple[Seat, ...]
    """The players."""
    teams: tuple[tuple[Seat, Seat], ...]
    """Two teams; one in the game of two, none in that of three."""
    label: str
    """The name of the word in play, or of the last one."""
    number: int
    """The number of the word in play, from 1."""
    total: int
    """How many words the game has."""
    double: bool
    """The word is starred and counts twice."""
    sides: tuple[Side, ...]
    """Who gives to whom in this word, the one who began first."""
    turn: int
    """Whose clue it is or was, an index into `sides`."""
    dial: int
    """What the dial shows: the points for a right guess."""
    password: str | None = field(repr=False)
    """For its givers alone while it is in play. Null for others, and when it is over."""
    given: tuple[Given, ...]
    """The clues of this word so far, each with its answers; lost ones too."""
    plea: PleaView | None = field(repr=False)
    """A clue that waits for the other giver, if you are one of the two; else null."""
    answer: str | None = field(repr=False)
    """Your own answer that is sealed."""
    answered: bool
    """You have answered the last clue, or passed, and wait for the answers to be given out."""
    open_to: tuple[Seat, ...]
    """Who may challenge the last clue now, if they have not waived; all of them, even those who
    have."""
    waived: bool
    """You have waived your right to challenge it."""
    chance: Seat | None
    """Who may say the exact word once more."""
    scores: tuple[int, ...]
    """The scores, in the order of `seats`."""
    done: tuple[DoneView, ...]
    """The words that are over."""
    pressed: tuple[Seat, ...]
    """Who is ready for the next word; while waiting, who wants to go on as three."""
    gone: tuple[Seat, ...]
    """The players who left for good."""
    examples: tuple[str, ...]
    """Words that may be typed now as clue or guess; for a giver, none that would be refused."""
    terms: Terms
    """The options of the table."""


class PasswordViews(Views[State, Event, View, PasswordHeard]):
    """Clues, dial, scores, answers given out: public. The word is its givers' until it is over."""

    def look(self, state: State, viewer: Viewer) -> View:
        """The position as *viewer* may know it."""
        me = None if isinstance(viewer, Spectator) else viewer
        word = state.word
        sees = state.in_play and me in word.givers
        return View(
            me=me,
            phase=state.phase,
            seats=state.seats,
            teams=state.teams,
            label=word.label,
            number=state.at + 1,
            total=len(state.words),
            double=word.double,
            sides=word.sides,
            turn=state.side,
            dial=state.dial,
            password=word.word if sees else None,
            given=state.given,
            plea=_plea(state) if sees else None,
            answer=next((each.text for each in state.sealed if each.seat == me), None),
            answered=me is not None and state.has_answered(me),
            open_to=state.opponents if state.open else (),
            waived=me in state.waived,
            chance=state.chance,
            scores=state.scores,
            done=tuple([_done(each) for each in state.done]),
            pressed=tuple(sorted(state.pressed)),
            gone=tuple(sorted(state.gone)),
            examples=_examples(state, me),
            terms=state.terms,
        )

    def hear(self, event: Event, viewer: Viewer) -> PasswordHeard | None:
        """What *viewer* learns of *event*."""
        if isinstance(event, Closes):
            return None
        if isinstance(event, (Secret, Pleaded, Objected, Refuted, Kept, Waived)):
            return event if viewer in _ears(event) else None
        return event if type(event) in _PUBLIC else None

    def may_look_up(self, state: State, viewer: Viewer, word: str) -> bool:
        """Not while clues may be challenged: the word list would settle it before (O-W-8)."""
        return not (state.in_play and state.opponents)

    def may_talk(self, state: State, viewer: Viewer) -> bool:
        """Not while a word is in play (O-W-16)."""
        return not state.in_play

    def resample(self, state: State, viewer: Viewer, rng: Random) -> State:
        """Another position that looks the same to *viewer*."""
        return resample(state, viewer, rng)

    def reveals(self, event: Event, viewer: Viewer) -> object:
        """The words that were not played, and that the word closes early: no view shows them.

        All learn of a right answer `simultaneous_ms` after it (O-W-17), by the early end.
        """
        if isinstance(event, Closes):
            return True
        return event.unplayed if isinstance(event, Ended) else None


def _ears(event: Secret | Pleaded | Objected | Refuted | Kept | Waived) -> tuple[Seat, ...]:
    """Who hears of it."""
    match event:
        case Secret():
            return event.givers
        case Pleaded() | Objected():
            return (event.giver, event.judge)
        case Refuted():
            return (event.giver,)
        case Kept() | Waived():
            return (event.seat,)
        case _:
            assert_never(event)


def _plea(state: State) -> PleaView | None:
    """For the two givers."""
    plea, judge = state.plea, state.voter
    if plea is None or judge is None:
        return None
    return PleaView(plea.giver, judge, plea.text, plea.kin)


def _done(done: Done) -> DoneView:
    return DoneView(
        label=done.word.label,
        word=done.word.word,
        outcome=done.outcome,
        scorers=done.scorers,
        points=done.points,
    )


def _examples(state: State, me: Seat | None) -> tuple[str, ...]:
    if me in state.answering:
        return GUESSES
    if state.phase is Phase.CLUE and me == state.turn.giver:
        return clues_for(state.word.word)
    return ()
