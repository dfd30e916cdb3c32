"""The pieces that sentences are made of: names, points, teams."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

from parlour import Reader, Seat, count, enumerated
from parlour import wrapped as wrap
from parlour_password.state import Outcome, Side

INDENT: Final = "    "
"""Before the later lines of a paragraph."""
Teams: TypeAlias = tuple[tuple[Seat, Seat], ...]

_FOR_NOBODY: Final = {
    Outcome.DIAL: "The dial is at its end, and nobody has found it.",
    Outcome.FORM: "The exact word was not said: nobody scores.",
    Outcome.LEFT: "The word is thrown out.",
}
"""How a word ends for which nobody scores."""


def wrapped(text: str, reader: Reader) -> Sequence[str]:
    """*text* in lines that fit the reader's width."""
    return wrap(text, reader, INDENT)


def points_of(number: int) -> str:
    """`1 point`, `8 points`."""
    return count(number, "point")


def does(reader: Reader, seat: Seat, verb: str, others: str | None = None) -> str:
    """`you give` for the reader, `ann gives` about others."""
    if reader.is_me(seat):
        return f"you {verb}"
    return f"{reader.name(seat)} {others or verb + 's'}"


def whose(reader: Reader, seat: Seat) -> str:
    """`your`, `ann's`."""
    return "your" if reader.is_me(seat) else f"{reader.name(seat)}'s"


def sentence(text: str) -> str:
    """*text* as it begins a sentence: `you` with a capital, and names as they are."""
    return f"Y{text[1:]}" if text.startswith(("you ", "your ")) else text


def listed(items: Sequence[str]) -> str:
    """`cy`, `cy and dee`, `bob, cy and dee`."""
    *first, last = items
    return f"{', '.join(first)} and {last}" if first else last


def names(reader: Reader, seats: Sequence[Seat]) -> str:
    """The players by name, the reader too."""
    return listed([reader.name(seat) for seat in seats])


def to(reader: Reader, seats: Sequence[Seat]) -> str:
    """The players as objects, the reader as `you`."""
    return listed(["you" if reader.is_me(seat) else reader.name(seat) for seat in seats])


def who_to_whom(reader: Reader, sides: Sequence[Side]) -> str:
    """`ann gives to cy, bob gives to you`."""
    return ", ".join(
        f"{does(reader, side.giver, 'give')} to {to(reader, side.receivers)}" for side in sides
    )


def plea(giver: Seat, clue: str, kin: str, reader: Reader) -> str:
    """What the other giver is asked."""
    return f"{reader.name(giver)} insists on {clue}, a {kin} of the password: agree - Or: object"


def ending(word: str, outcome: str, scorers: Sequence[Seat], points: int, reader: Reader) -> str:
    """How a word ended: `The password was CASTLE: 8 points for cy.`"""
    was = f"The password was {word.upper()}"
    if not scorers:
        return f"{_FOR_NOBODY[Outcome(outcome)]} {was}."
    each = " each" if len(scorers) > 1 else ""
    return f"{was}: {points_of(points)}{each} for {to(reader, scorers)}."


def standing(seats: Sequence[Seat], scores: Sequence[int], teams: Teams, reader: Reader) -> str:
    """`ann and cy 24 (16 + 8), bob and dee 10 (10 + 0)`.

    Where all play alone `cy 8, dee 0`, the best first.
    """
    score = dict(zip(seats, scores, strict=True))
    if not teams:
        ranked = sorted(seats, key=lambda seat: (-score[seat], seat))
        return enumerated(f"{reader.name(seat)} {score[seat]}" for seat in ranked)
    return enumerated(
        f"{names(reader, (a, b))} {score[a] + score[b]} ({score[a]} + {score[b]})"
        for a, b in teams
    )
