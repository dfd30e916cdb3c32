"""What a player may do. Words are as they were typed; the rules read them (`clues`)."""

from __future__ import annotations

from typing import Final, TypeAlias

import msgspec

from parlour import Verb
from parlour_password.catalogue import _


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
