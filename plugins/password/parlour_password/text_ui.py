"""How people type clues and guesses, and read what a view already shows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from parlour import Prompt, Reader, Scene, TextUI
from parlour_password import reading, wording
from parlour_password.heard import PasswordHeard
from parlour_password.moves import AGREE, CHALLENGE, CLUE, GUESS, NEXT, STOP, THREE, Move
from parlour_password.phrases import plea, points_of, to, wrapped
from parlour_password.scene import scene
from parlour_password.views import View

_WAYS: Final = (
    (THREE, "To go on with three: three"),
    (STOP, "To stop: stop"),
)
"""What those who are left may do."""


class PasswordTextUI(TextUI[Move, View, PasswordHeard]):
    """One word at a time; every prompt says whose turn it is and what to type."""

    def parse(self, verb: str, rest: str, view: View, reader: Reader) -> Move:
        """Read a move, or raise Refused. Whether a clue may be given the rules say."""
        return reading.parse(verb, rest)

    def draw(self, view: View, reader: Reader) -> Scene:
        """The position: the dial, who gives to whom, the clues so far, the points."""
        return scene(view, reader)

    def say(self, heard: PasswordHeard, reader: Reader) -> Sequence[str]:
        """What happened."""
        return wording.say(heard, reader)

    def ask(self, prompt: Prompt, view: View, reader: Reader) -> Sequence[str]:
        """What the reader may do now."""
        verbs = {spec.verb for spec in prompt.moves}
        if CLUE in verbs:
            text = _for_a_clue(view, reader)
        elif GUESS in verbs:
            text = _for_a_guess(view)
        elif AGREE in verbs and view.plea is not None:
            text = plea(view.plea.giver, view.plea.clue, view.plea.kin, reader)
        elif CHALLENGE in verbs:
            text = f"If {_last_clue(view)} is two words or hyphenated: challenge - If not: waive"
        elif NEXT in verbs:
            text = "The next word begins when all are ready: next"
        else:
            ways = " - ".join(text for verb, text in _WAYS if verb in verbs)
            text = f"Waiting for a substitute. {ways}"
        return wrapped(text, reader)


def _worth(view: View) -> str:
    return points_of(view.dial * (2 if view.double else 1))


def _for_a_clue(view: View, reader: Reader) -> str:
    receivers = to(reader, view.sides[view.turn].receivers)
    word = "" if view.password is None else f"{view.password.upper()} for "
    return f"{word}{_worth(view)}. Your clue for {receivers}, in one word:"


def _for_a_guess(view: View) -> str:
    if view.chance is not None:
        return f"Your one chance to say the exact word, for {_worth(view)}:"
    return f"Your guess for {_last_clue(view)}, in one word, or /pass:"


def _last_clue(view: View) -> str:
    """What the last clue was; a lost one is never answered."""
    return view.given[-1].text or ""
