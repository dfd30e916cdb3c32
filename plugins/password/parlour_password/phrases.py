"""Phrases that sentences are made of: names, points, teams."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

from parlour import Reader, Seat, count, enumerated
from parlour import wrapped as wrap
from parlour_password.state import Outcome, Side

INDENT: Final = "    "
"""Indents the later lines of a paragraph."""
Teams: TypeAlias = tuple[tuple[Seat, Seat], ...]

_PLEAS: Final = {
    "part": "part of the password",
    "form": "a form of the password",
    "near": "spelled almost like the password",
}
_FOR_NOBODY: Final = {
    Outcome.DIAL: "No points left: nobody guessed the word.",
    Outcome.FORM: "That isn't the exact word. Nobody scores.",
    Outcome.LEFT: "This word is thrown out.",
}
"""How a word ends if nobody scores for it."""


def wrapped(text: str, reader: Reader) -> Sequence[str]:
    """Wrap *text* to the reader's width."""
    return wrap(text, reader, INDENT)


def points_of(number: int) -> str:
    """Count points: `1 point`, `8 points`."""
    return count(number, "point")


def does(reader: Reader, seat: Seat, verb: str, others: str | None = None) -> str:
    """Begin a clause: `you give` for the reader, `ann gives` about others."""
    if reader.is_me(seat):
        return f"you {verb}"
    return f"{reader.name(seat)} {others or verb + 's'}"


def whose(reader: Reader, seat: Seat) -> str:
    """Return the possessive: `your`, `ann's`."""
    return "your" if reader.is_me(seat) else f"{reader.name(seat)}'s"


def sentence(text: str) -> str:
    """Capitalise *text* as a sentence: `you` gets a capital, names stay as they are."""
    return f"Y{text[1:]}" if text.startswith(("you ", "your ")) else text


def listed(items: Sequence[str]) -> str:
    """Join *items*: `cy`, `cy and dee`, `bob, cy and dee`."""
    *first, last = items
    return f"{', '.join(first)} and {last}" if first else last


def names(reader: Reader, seats: Sequence[Seat]) -> str:
    """List players by name, the reader included."""
    return listed([reader.name(seat) for seat in seats])


def to(reader: Reader, seats: Sequence[Seat]) -> str:
    """List players as objects, the reader as `you`."""
    return listed(["you" if reader.is_me(seat) else reader.name(seat) for seat in seats])


def who_to_whom(reader: Reader, sides: Sequence[Side]) -> str:
    """Say who gives clues to whom: `ann gives clues to cy, bob gives clues to you`."""
    return ", ".join(
        f"{does(reader, side.giver, 'give')} clues to {to(reader, side.receivers)}"
        for side in sides
    )


def word_title(label: str, number: int, total: int, *, double: bool) -> str:
    """Name a word: `Word A5, double (9 of 10)`, or with three players `Word 1 of 5`."""
    twice = ", double" if double else ""
    if label == str(number):
        return f"Word {number} of {total}{twice}"
    return f"Word {label}{twice} ({number} of {total})"


def plea(giver: Seat, clue: str, kin: str, reader: Reader) -> str:
    """Ask the other giver to allow a clue."""
    return f"{reader.name(giver)} asks to use {clue}, {_PLEAS[kin]}. Type: agree, or: object"


def ending(word: str, outcome: str, scorers: Sequence[Seat], points: int, reader: Reader) -> str:
    """Say how a word ended: `The password was CASTLE. cy scores 8.`"""
    was = f"The password was {word.upper()}."
    if not scorers:
        return f"{_FOR_NOBODY[Outcome(outcome)]} {was}"
    if len(scorers) > 1:
        return f"{was} {sentence(to(reader, scorers))} score {points} each."
    return f"{was} {sentence(does(reader, scorers[0], 'score'))} {points}."


def standing(seats: Sequence[Seat], scores: Sequence[int], teams: Teams, reader: Reader) -> str:
    """List the scores: `ann and cy 24 (16 + 8), bob and dee 10 (10 + 0)`.

    If everybody plays alone, best first: `cy 8, dee 0`.
    """
    score = dict(zip(seats, scores, strict=True))
    if not teams:
        ranked = sorted(seats, key=lambda seat: (-score[seat], seat))
        return enumerated(f"{reader.name(seat)} {score[seat]}" for seat in ranked)
    return enumerated(
        f"{names(reader, (a, b))} {score[a] + score[b]} ({score[a]} + {score[b]})"
        for a, b in teams
    )
