"""Sentences for events, each addressed to its reader."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, assert_never

from parlour import Block, Reader, Scene, Seat, count, enumerated, plain, wrapped
from parlour_boggle.grids import board, lists, way
from parlour_boggle.heard import (
    Begun,
    BoggleHeard,
    Came,
    Gone,
    Missed,
    Noted,
    Path,
    Pressed,
    Read,
    Taken,
    TimeUp,
    Totals,
)
from parlour_boggle.state import Group, Verdict
from parlour_boggle.worth import BONUS

_NOTES: Final = {
    Verdict.NOTED: "noted: ",
    Verdict.OK: "good: ",
    Verdict.SHORT: "too short: ",
    Verdict.NOT_ON_BOARD: "not on the board: ",
    Verdict.NOT_A_WORD: "not a word: ",
    Verdict.REPEAT: "already on your list: ",
    Verdict.LATE: "too late: ",
}
"""How words are acknowledged before the lists are read out."""
_HOW: Final = "Type the words you find. Commands start with a slash: /look, /take back WORD"
CUBE_LINE: Final = f"[ ] is the challenge cube: {BONUS} extra points for each word that uses it."
"""Explains the brackets on the board."""
_COMMANDS: Final = frozenset(
    ("help", "leave", "look", "next", "options", "quit", "rules", "scores")
)
"""Words that, alone on a line, were perhaps meant as commands."""
_ENOUGH: Final = "When you are done, type /next"


def say(heard: BoggleHeard, reader: Reader) -> Sequence[str]:
    """Return the lines for *heard*."""
    match heard:
        case Begun():
            return _begun(heard, reader)
        case Noted():
            return wrapped(_noted(heard), reader)
        case Taken():
            text = f"Taken back: {', '.join(heard.words)} ({_so_far(heard.count)})"
            return wrapped(text, reader)
        case TimeUp():
            return ("Time is up.",)
        case Read():
            return (_whose(heard, reader), *_drawn(lists(heard.groups), reader))
        case Totals():
            return wrapped(_totals(heard, reader), reader)
        case Missed():
            head = ("Nobody found:", *_drawn(lists(heard.best), reader)) if heard.best else ()
            return (*head, *wrapped(held(heard.words, heard.points, heard.found), reader))
        case Pressed():
            return _pressed(heard, reader)
        case Gone():
            kept = " Their list will still be read out." if heard.kept else ""
            return wrapped(f"{reader.name(heard.seat)} has left.{kept}", reader)
        case Came():
            who = "You join" if reader.is_me(heard.seat) else f"{reader.name(heard.seat)} joins"
            return wrapped(f"{who} in round {heard.round}.", reader)
        case Path():
            return _path(heard, reader)
        case _:
            assert_never(heard)


def how_to_play(reader: Reader, *, clocked: bool) -> Sequence[str]:
    """Say what the reader can type in a round."""
    lines = wrapped(_HOW, reader)
    return lines if clocked else (*lines, _ENOUGH)


def label(verdict: Verdict) -> str:
    """Return the label for words with *verdict*, such as `not a word: `."""
    return _NOTES[verdict]


def by_verdict(groups: Sequence[Group]) -> str:
    """List words by verdict: `good: house, cat; not a word: xyz`."""
    return "; ".join(_NOTES[group.verdict] + ", ".join(group.words) for group in groups)


def ranked(seats: Sequence[Seat], totals: Sequence[int]) -> list[tuple[int, Seat]]:
    """Pair the totals with their seats, best first."""
    return sorted(zip(totals, seats, strict=True), key=lambda pair: (-pair[0], pair[1]))


def standing(seats: Sequence[Seat], totals: Sequence[int], reader: Reader) -> str:
    """List the totals, best first: `ann 43, bob 40`."""
    return enumerated(f"{reader.name(seat)} {total}" for total, seat in ranked(seats, totals))


def held(words: int, points: int, found: int) -> str:
    """Say how many words the board had, and how many were found."""
    had = f"The board had {count(words, 'word')} worth {count(points, 'point')}."
    return f"{had} Players found {found}."


def _begun(heard: Begun, reader: Reader) -> Sequence[str]:
    clock = count(heard.seconds, "second") if heard.seconds else "no time limit"
    first = f"Round {heard.round}: {clock}. Words need at least {heard.shortest} letters."
    drawn = _drawn((board(heard.rows, heard.cube),), reader)
    lines = [*wrapped(first, reader), "", *drawn, ""]
    if heard.cube is not None:
        lines += wrapped(CUBE_LINE, reader)
    if reader.viewer in heard.seats:
        lines += how_to_play(reader, clocked=heard.seconds > 0)
    return lines


def _noted(heard: Noted) -> str:
    text = by_verdict(heard.groups)
    if heard.odd:
        text += f"; left out, only letters count: {', '.join(heard.odd)}"
    text = f"{text[:1].upper()}{text[1:]} ({_so_far(heard.count)})"
    words = [word for group in heard.groups for word in group.words]
    if len(words) == 1 and words[0] in _COMMANDS:
        text += f". For the command, type /{words[0]}"
    return text


def _so_far(number: int) -> str:
    return f"{count(number, 'word')} so far"


def _whose(heard: Read, reader: Reader) -> str:
    name = "You" if reader.is_me(heard.seat) else reader.name(heard.seat)
    left = " (left)" if heard.gone else ""
    none = "" if heard.groups else ", no words"
    return f"{name}{left}: {count(heard.points, 'point')}{none}"


def _totals(heard: Totals, reader: Reader) -> str:
    if not heard.target:
        return f"Scores: {standing(heard.seats, heard.totals, reader)}."
    rows = sorted(
        zip(heard.totals, heard.seats, heard.points, strict=True),
        key=lambda row: (-row[0], row[1]),
    )
    each = enumerated(f"{reader.name(seat)} {total} ({more:+})" for total, seat, more in rows)
    return f"After round {heard.round} of a match to {heard.target}: {each}."


def _pressed(heard: Pressed, reader: Reader) -> Sequence[str]:
    if not reader.is_me(heard.seat):
        return ()
    return wrapped(f"Waiting for {', '.join(map(reader.name, heard.waiting))}.", reader)


def _path(heard: Path, reader: Reader) -> Sequence[str]:
    if heard.cells is None:
        return wrapped(f"{heard.word} isn't on this board.", reader)
    return (f"{heard.word}, step by step:", *_drawn((way(heard.rows, heard.cells),), reader))


def _drawn(blocks: tuple[Block, ...], reader: Reader) -> Sequence[str]:
    return plain(Scene(blocks), reader.width)
