"""Phrases that sentences are made of: names, points, teams."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, TypeAlias

from parlour import Reader, Seat, Sentence, enumerated, joined
from parlour_password.catalogue import _
from parlour_password.state import Outcome, Side

Teams: TypeAlias = tuple[tuple[Seat, Seat], ...]

_PLEAS: Final = {
    "part": _("part of the password"),
    "form": _("a form of the password"),
    "near": _("spelled almost like the password"),
}
_FOR_NOBODY: Final = {
    Outcome.DIAL: _("No points left: nobody guessed the word."),
    Outcome.FORM: _("That isn't the exact word. Nobody scores."),
    Outcome.LEFT: _("This word is thrown out."),
}
"""How a word ends if nobody scores for it."""


def points_of(number: int) -> Sentence:
    """Count points: `1 point`, `8 points`."""
    return _.count("1 point", "{n} points", number)


def told(
    reader: Reader, seat: Seat, you: Sentence, others: Sentence, /, **fields: Any
) -> Sentence:
    """Return the sentence *you* if the reader is the player, or *others* with their name."""
    if reader.is_me(seat):
        return you.filled(**fields)
    return others.filled(name=reader.name(seat), **fields)


def listed(items: Sequence[str]) -> str:
    """Join *items*: `cy`, `cy and dee`, `bob, cy and dee`."""
    *first, last = items
    return _("{names} and {last}", names=joined(first, ", "), last=last) if first else last


def names(reader: Reader, seats: Sequence[Seat]) -> str:
    """List players by name, the reader included."""
    return listed([reader.name(seat) for seat in seats])


def to(reader: Reader, seats: Sequence[Seat]) -> str:
    """List players as objects, the reader as `you`."""
    return listed([_("you") if reader.is_me(seat) else reader.name(seat) for seat in seats])


def with_you(
    reader: Reader,
    seats: Sequence[Seat],
    you: Sentence,
    both: Sentence,
    others: Sentence,
    **fields: Any,
) -> Sentence:
    """Return the sentence *you* if only the reader is meant, *both* if others are meant too.

    *others* is for a reader who is not meant.
    """
    rest = [seat for seat in seats if not reader.is_me(seat)]
    if not rest:
        return you.filled(**fields)
    text = others if len(rest) == len(seats) else both
    return text.filled(names=names(reader, rest), **fields)


def who_to_whom(reader: Reader, sides: Sequence[Side], *, first: bool = False) -> Sentence:
    """Say who gives clues to whom: `ann gives clues to cy, bob gives clues to you`.

    If *first*, a sentence begins with it.
    """
    return joined([_gives(reader, side, first=first and side is sides[0]) for side in sides], ", ")


def _gives(reader: Reader, side: Side, *, first: bool) -> Sentence:
    you = _("You give clues to {receivers}") if first else _("you give clues to {receivers}")
    if reader.is_me(side.giver):
        return you.filled(receivers=to(reader, side.receivers))
    name = reader.name(side.giver)
    if side.receivers == (reader.viewer,):
        return _("{name} gives clues to you", name=name)
    receivers = to(reader, side.receivers)
    return _("{name} gives clues to {receivers}", name=name, receivers=receivers)


def word_title(label: str, number: int, total: int, *, double: bool) -> Sentence:
    """Name a word: `Word A5, double (9 of 10)`, or with three players `Word 1 of 5`."""
    if label == str(number):
        title = _("Word {number} of {total}, double") if double else _("Word {number} of {total}")
        return title.filled(number=number, total=total)
    title = _("Word {label} ({number} of {total})")
    if double:
        title = _("Word {label}, double ({number} of {total})")
    return title.filled(label=label, number=number, total=total)


def plea(giver: Seat, clue: str, kin: str, reader: Reader) -> Sentence:
    """Ask the other giver to allow a clue."""
    text = _("{name} asks to use {clue}, {kin}. <<Type: agree, or: object>>")
    return text.filled(name=reader.name(giver), clue=clue, kin=_PLEAS[kin])


def ending(
    word: str, outcome: str, scorers: Sequence[Seat], points: int, reader: Reader
) -> Sentence:
    """Say how a word ended: `The password was CASTLE. cy scores 8.`"""
    was = _("The password was {word}.", word=word.upper())
    if not scorers:
        return joined((_FOR_NOBODY[Outcome(outcome)], was))
    who = with_you(
        reader,
        scorers,
        _("You score {points}."),
        _("You and {names} score {points} each."),
        _("{names} score {points} each.") if len(scorers) > 1 else _("{names} scores {points}."),
        points=points,
    )
    return joined((was, who))


def standing(seats: Sequence[Seat], scores: Sequence[int], teams: Teams, reader: Reader) -> str:
    """List the scores: `ann and cy 24 (16 + 8), bob and dee 10 (10 + 0)`.

    If everybody plays alone, best first: `cy 8, dee 0`.
    """
    score = dict(zip(seats, scores, strict=True))
    if not teams:
        ranked = sorted(seats, key=lambda seat: (-score[seat], seat))
        return enumerated(f"{reader.name(seat)} {score[seat]}" for seat in ranked)
    return enumerated(_team(reader, a, b, score[a], score[b]) for a, b in teams)


def _team(reader: Reader, one: Seat, other: Seat, its: int, others: int) -> Sentence:
    who, each = names(reader, (one, other)), f"{its} + {others}"
    return _("{who} {points} ({each})", who=who, points=its + others, each=each)
