"""Text for people: clues and guesses as they type them, positions as they read them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from parlour import Prompt, Reader, Scene, Sentence, TextUI, joined
from parlour_password import reading, wording
from parlour_password.catalogue import _
from parlour_password.heard import PasswordHeard
from parlour_password.moves import AGREE, CHALLENGE, CLUE, GUESS, NEXT, STOP, THREE, Move
from parlour_password.phrases import plea, points_of, to, wrapped
from parlour_password.scene import scene
from parlour_password.views import View

_WAYS: Final = (
    (THREE, _("<<To go on with three: three>>")),
    (STOP, _("<<To stop the game: stop>>")),
)
"""What the players who are left can do."""


class PasswordTextUI(TextUI[Move, View, PasswordHeard]):
    """Text for people: one word at a time. Every prompt says what to type."""

    def parse(self, verb: str, rest: str, view: View, reader: Reader) -> Move:
        """Read a move. Raises Refused. The rules decide whether a clue is allowed."""
        return reading.parse(verb, rest, bare=reader.bare)

    def is_answer(self, text: str, view: View, reader: Reader) -> bool:
        """Check whether the line *text* is one plain word, or may be a clue of several words."""
        return reading.is_plain(text) or view.terms.challenges

    def draw(self, view: View, reader: Reader) -> Scene:
        """Draw the dial, who gives clues to whom, the clues so far and the scores."""
        return scene(view, reader)

    def say(self, heard: PasswordHeard, reader: Reader) -> Sequence[str]:
        """Say what happened."""
        return wording.say(heard, reader)

    def ask(self, prompt: Prompt, view: View, reader: Reader) -> Sequence[str]:
        """Say what the reader may do now."""
        verbs = {spec.verb for spec in prompt.moves}
        if CLUE in verbs:
            text: str = _for_a_clue(view, reader)
        elif GUESS in verbs:
            text = _for_a_guess(view)
        elif AGREE in verbs and view.plea is not None:
            text = plea(view.plea.giver, view.plea.clue, view.plea.kin, reader)
        elif CHALLENGE in verbs:
            text = _(
                "<<If {clue} is two words or hyphenated, type: challenge. To accept it: waive"
                "|Is {clue} two words, or hyphenated?>>",
                clue=_last_clue(view),
            )
        elif NEXT in verbs:
            text = _("Ready for the next word? <<Type: next>>")
        else:
            ways = joined([text for verb, text in _WAYS if verb in verbs], " - ")
            text = joined((_("Waiting for a substitute."), ways))
        return wrapped(text, reader)


def _worth(view: View) -> Sentence:
    return points_of(view.dial * (2 if view.double else 1))


def _for_a_clue(view: View, reader: Reader) -> Sentence:
    receivers = to(reader, view.sides[view.turn].receivers)
    assert view.password is not None, "who gives the clue knows the word"
    text = _(
        "{word} for {points}. "
        "<<Type a one-word clue for {receivers}:|Give {receivers} a one-word clue.>>"
    )
    return text.filled(word=view.password.upper(), points=_worth(view), receivers=receivers)


def _for_a_guess(view: View) -> Sentence:
    if view.chance is not None:
        text = _(
            "You have one chance to "
            "<<type the exact word, for {points}:|give the exact word, for {points}.>>"
        )
        return text.filled(points=_worth(view))
    return _(
        "<<Type a one-word guess for {clue}, or /pass:|Guess the word for {clue}.>>",
        clue=_last_clue(view),
    )


def _last_clue(view: View) -> str:
    """Return the last clue. Nobody answers a lost one."""
    return view.given[-1].text or ""
