"""What a player may do, and who may do what now.

Words are as they were typed; the rules read them (`clues`). Prompts say no more than views do.
That the game waits for a seat (`urgent`) is seen by all. So it never follows from what is
hidden: who may have answered already, or has a plea to decide, is allowed to act, and no more.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, TypeAlias

import msgspec

from parlour import MoveSpec, Prompt, Seat, TextArg, Verb
from parlour_password.catalogue import _
from parlour_password.clues import LONGEST
from parlour_password.forms import judge
from parlour_password.giving import ARGUABLE
from parlour_password.state import Phase, State


class Clue(msgspec.Struct, frozen=True, tag="clue"):
    """Give a clue."""

    text: str
    """The clue as it was typed."""

    def __repr__(self) -> str:
        """A clue that is refused is its sender's secret, and does not print."""
        return "Clue()"


class Insist(msgspec.Struct, frozen=True, tag="insist"):
    """Give a clue that the referee takes for a part or a form: the other giver decides."""

    text: str
    """The clue as it was typed."""

    def __repr__(self) -> str:
        """As above."""
        return "Insist()"


class Agree(msgspec.Struct, frozen=True, tag="agree"):
    """Allow the clue that the other giver insists on."""


class Object(msgspec.Struct, frozen=True, tag="object"):
    """Do not allow it."""


class Guess(msgspec.Struct, frozen=True, tag="guess"):
    """Say what the password is."""

    text: str
    """The guess as it was typed."""

    def __repr__(self) -> str:
        """An answer is sealed until it is given out, and does not print."""
        return "Guess()"


class Pass(msgspec.Struct, frozen=True, tag="pass"):
    """Guess nothing: a wrong guess (O-W-10)."""


class Challenge(msgspec.Struct, frozen=True, tag="challenge"):
    """Say that the last clue is two words or hyphenated (R-W-16)."""


class Waive(msgspec.Struct, frozen=True, tag="waive"):
    """Let the last clue stand."""


class Next(msgspec.Struct, frozen=True, tag="next"):
    """Go on to the next word."""


class Three(msgspec.Struct, frozen=True, tag="three"):
    """Go on as a game of three, if all who are left want to (O-W-22)."""


class Stop(msgspec.Struct, frozen=True, tag="stop"):
    """Wait no longer for a substitute: stop the game (O-W-22)."""


Move: TypeAlias = (
    Clue | Insist | Agree | Object | Guess | Pass | Challenge | Waive | Next | Three | Stop
)

CLUE: Final = Verb(
    "clue",
    "clue WORD",
    _("give a clue; you can also just type the word"),
    label=_("Give the clue"),
)
INSIST: Final = Verb(
    "insist",
    "insist WORD",
    _("ask the other giver to allow a refused clue"),
    label=_("Insist"),
    weight="side",
)
AGREE: Final = Verb(
    "agree", "agree", _("allow the clue that the other giver insists on"), label=_("Allow it")
)
OBJECT: Final = Verb("object", "object", _("don't allow that clue"), label=_("Don't allow it"))
GUESS: Final = Verb(
    "guess",
    "guess WORD",
    _("guess the password; you can also just type the word"),
    label=_("Guess"),
)
PASS: Final = Verb(
    "pass", "pass", _("guess nothing this time"), label=_("Guess nothing"), weight="side"
)
CHALLENGE: Final = Verb(
    "challenge",
    "challenge",
    _("say that the last clue is not one word"),
    label=_("Challenge"),
)
WAIVE: Final = Verb(
    "waive",
    "waive",
    _("accept the last clue and don't wait for a challenge"),
    label=_("Accept"),
)
NEXT: Final = Verb(
    "next", "next", _("say that you are ready for the next word"), label=_("Next word")
)
THREE: Final = Verb(
    "three",
    "three",
    _("go on with three players, if everybody agrees"),
    label=_("Go on with three"),
)
STOP: Final = Verb(
    "stop",
    "stop",
    _("stop the game instead of waiting for a substitute"),
    label=_("Stop the game"),
    weight="final",
)
VERBS: Final = (
    CLUE,
    INSIST,
    AGREE,
    OBJECT,
    GUESS,
    PASS,
    CHALLENGE,
    WAIVE,
    NEXT,
    THREE,
    STOP,
)


GUESSES: Final = ("ox", "ax", "hi", "pi")
"""Guesses to show what one may type. None can be right: a password has three letters or more."""
_CLUES: Final = ("thing", "noise", "often", "many", "inside", "hi")
"""Clues to show in the same way. None is in the deck, and no password is related to all."""
_CACHED: Final = 1024
"""Words whose examples are kept for the next prompt: those of some hundred games."""

_GUESS: Final = TextArg("word", GUESSES, label=_("Word"), most=LONGEST)
_ANSWER: Final = (MoveSpec(GUESS, (_GUESS,)), MoveSpec(PASS))
_DECIDE: Final = (MoveSpec(AGREE), MoveSpec(OBJECT))
_SPEAK: Final = (MoveSpec(CHALLENGE), MoveSpec(WAIVE))
_NEXT: Final = (MoveSpec(NEXT),)


def prompts(state: State) -> dict[Seat, Prompt]:
    """The open prompts by seat; empty when the game is over."""
    match state.phase:
        case Phase.CLUE:
            return _for_clue(state)
        case Phase.GUESS:
            return _for_answer(state)
        case Phase.CHANCE:
            prompt = Prompt(_ANSWER, bare=GUESS.name, due=state.due)
            return dict.fromkeys(state.answering, prompt)
        case Phase.PAUSE:
            return {seat: Prompt(_NEXT, due=state.due) for seat in state.waited_for}
        case Phase.WAITING:
            return _while_waiting(state)
        case _:
            return {}


def _for_clue(state: State) -> dict[Seat, Prompt]:
    """Ask the giver for a clue. While they insist on one, the other giver decides."""
    word, voter = state.word.word, state.voter
    clue = TextArg("word", clues_for(word), label=_("Clue"), most=LONGEST)
    moves = [MoveSpec(CLUE, (clue,))]
    refused = refused_for(word)
    if voter is not None and state.plea is None and refused:
        again = TextArg("word", refused, label=_("Clue"), most=LONGEST)
        moves.append(MoveSpec(INSIST, (again,)))
    found = {state.turn.giver: Prompt(tuple(moves), bare=CLUE.name, due=state.due)}
    if voter is not None and state.plea is not None:
        found[voter] = Prompt(_DECIDE, due=state.due, urgent=False)
    return found


def _for_answer(state: State) -> dict[Seat, Prompt]:
    """Receivers answer; opponents may challenge while they can. Who has done so is not asked.

    Without a clock for challenges the game waits for the opponents.
    """
    urgent = not (state.of_three or state.open)
    answer = Prompt(_ANSWER, bare=GUESS.name, due=state.due, urgent=urgent)
    found = dict.fromkeys(state.answering, answer)
    if state.open:
        speak = Prompt(_SPEAK, due=state.window, urgent=state.window is None)
        found |= {seat: speak for seat in state.opponents if seat not in state.waived}
    return found


def _while_waiting(state: State) -> dict[Seat, Prompt]:
    """Nobody needs to say anything: a substitute may come."""
    found: dict[Seat, Prompt] = {}
    for seat in state.present:
        moves: list[MoveSpec] = []
        if state.of_four and seat not in state.pressed:
            moves.append(MoveSpec(THREE))
        if state.may_stop(seat):
            moves.append(MoveSpec(STOP))
        if moves:
            found[seat] = Prompt(tuple(moves), due=state.due, urgent=False)
    return found


@lru_cache(_CACHED)
def clues_for(word: str) -> tuple[str, ...]:
    """Clues that the referee would not refuse."""
    return tuple(clue for clue in _CLUES if judge(word, clue) is None)


@lru_cache(_CACHED)
def refused_for(word: str) -> tuple[str, ...]:
    """A clue that only the other giver could allow; empty if none comes to mind."""
    tries = (word[:-1], word[1:], word[:3], word + "s")
    return next(((clue,) for clue in tries if judge(word, clue) in ARGUABLE), ())
