"""The drawing for the terminal client: the dial, who gives to whom, the clues, the points.

It is made of the view as a program hears it. What another version of the game leaves out of
that, or puts in another way, is not drawn; nothing raises.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any, Final, TypeAlias

from parlour import Reader, Seat, read_view, reader_of
from parlour_password.phrases import does, names, points_of, sentence, to, whose
from parlour_password.phrases import plea as pleading
from parlour_password.seen import Given, Position, Side
from parlour_password.state import TOP, Phase, Verdict

Piece: TypeAlias = tuple[str, str]
"""A style of the client (`strong`, `dim`, `mine`, `hot`, `good`, `bad` or none), and a text."""
Line: TypeAlias = list[Piece]

_CELL: Final = 4
"""Columns of a number of the dial: `[10]`, or ` 9 ` and a gap."""
_COLUMN_LEAST: Final = 30
"""With so many columns for each the clues of both teams stand side by side."""
_GAP: Final = " | "
_INDENT: Final = "  "
_CLUE: Final = "    "
"""Below the clue of `10  tower`."""
_VERDICTS: Final[Mapping[str, tuple[str, str]]] = {
    Verdict.RIGHT: ("good", "right"),
    Verdict.WRONG: ("bad", "no"),
    Verdict.FORM: ("hot", "a form of it"),
}


def draw(view: Mapping[str, Any], names: Mapping[int, str], width: int) -> list[Line]:
    """The position in lines of *width* columns, or of 40 if that is less."""
    position = read_view(Position, view)
    reader = reader_of(position.me, names, width)
    lines = _flow(_title(position), width)
    if position.in_play and position.dial is not None:
        lines.append(_dial(position.dial))
    for style, text in _now(position, reader):
        lines += _flow([(style, sentence(text))], width)
    lines += _clues(position, reader)
    lines += _flow(_points(position, reader), width)
    return lines + _flow(_words(position, reader), width)


def turn(view: Mapping[str, Any]) -> Seat | None:
    """Whose turn it is; None if nobody's, or if two answer the same clue."""
    position = read_view(Position, view)
    if not position.in_play or position.side is None:
        return None
    if position.phase == Phase.CLUE:
        return position.side.giver
    if position.chance is not None:
        return position.chance
    receivers = position.side.receivers
    return receivers[0] if len(receivers) == 1 else None


def _title(position: Position) -> Iterator[Piece]:
    """`Word A1 (double), 1 of 10. The password is CASTLE.`"""
    if position.label is not None:
        text = f"Word {position.label}{' (double)' if position.double else ''}"
        if position.number is not None and position.total is not None:
            text += f", {position.number} of {position.total}"
        yield "strong", f"{text}."
    if position.password is not None:
        yield "", "The password is"
        yield "mine", f"{position.password.upper()}."


def _dial(at: int) -> Line:
    """The numbers from 10 to 1: the present one in brackets, those that are gone as dashes."""
    line: Line = []
    for number in range(TOP, 0, -1):
        if number == at:
            line.append(("strong", f"[{number}]".rjust(_CELL)))
        else:
            line.append(("dim", f"{'-' if number > at else number} ".rjust(_CELL)))
    return line


# --- what is waited for -----------------------------------------------------------------


def _now(position: Position, reader: Reader) -> Iterator[Piece]:
    """Whose turn it is, and what the viewer alone knows; or how the word ended."""
    if not position.in_play:
        yield from _between(position, reader)
        return
    if position.side is not None:
        yield "strong", _turn(position, position.side, reader)
    plea = position.plea
    if plea is not None and reader.is_me(plea.giver):
        yield "mine", f"{reader.name(plea.judge)} decides about {plea.clue}."
    elif plea is not None:
        yield "hot", pleading(plea.giver, plea.clue, plea.kin, reader)
    if position.answered:
        answer = position.answer
        yield "mine", "You pass." if answer is None else f"Your answer is in: {answer}."
    if position.waived:
        yield "mine", "You let the clue stand."
    elif position.open_to:
        yield "", f"{to(reader, position.open_to)} may challenge the clue."


def _turn(position: Position, side: Side, reader: Reader) -> str:
    """`Your turn: a clue for cy, for 8.`"""
    dial = position.dial
    worth = "" if dial is None else f", for {dial * (2 if position.double else 1)}"
    if position.phase == Phase.CLUE:
        giver = whose(reader, side.giver)
        return f"{giver} turn: a clue for {to(reader, side.receivers)}{worth}."
    if position.chance is not None:
        return f"{whose(reader, position.chance)} turn: one chance for the exact word{worth}."
    turns = " and ".join([whose(reader, seat) for seat in side.receivers])
    return f"{turns} turn: a guess{worth}."


def _between(position: Position, reader: Reader) -> Iterator[Piece]:
    """How the word ended, and what is waited for."""
    if position.done:
        last = position.done[-1]
        gain = "nobody scores"
        if last.scorers:
            each = " each" if len(last.scorers) > 1 else ""
            gain = f"{points_of(last.points)}{each} for {to(reader, last.scorers)}"
        yield "strong", f"The password was {last.word.upper()}: {gain}."
    if position.phase == Phase.OVER:
        yield "", "The game is over."
    elif position.phase == Phase.WAITING and position.gone:
        have = f"{names(reader, position.gone)} {'have' if len(position.gone) > 1 else 'has'}"
        yield "hot", f"{have} left, and a substitute is waited for."
        if position.pressed:
            yield "", f"Would go on with three: {names(reader, position.pressed)}."
    elif position.phase == Phase.PAUSE:
        late = [s for s in position.seats if s not in (*position.pressed, *position.gone)]
        if late:
            yield "", f"The next word begins when all are ready. Waiting for {to(reader, late)}."


# --- the clues --------------------------------------------------------------------------


def _clues(position: Position, reader: Reader) -> list[Line]:
    """Who gives to whom, with the clues of this word: a column for each team, or one below."""
    if len(position.sides) > 1:
        width = (reader.width - len(_GAP) * (len(position.sides) - 1)) // len(position.sides)
    else:
        width = reader.width
    if width < _COLUMN_LEAST:
        sides = [_side(side, position, reader, reader.width) for side in position.sides]
        return [line for side in sides for line in side]
    columns = [_side(side, position, reader, width) for side in position.sides]
    return [_joined(row, width) for row in zip_longest(*columns)]


def _joined(row: Sequence[Line | None], width: int) -> Line:
    """The lines of the columns as one."""
    line: Line = []
    for at, part in enumerate(row):
        if at:
            line.append(("dim", _GAP))
        pieces = part or []
        line += pieces
        if at + 1 < len(row):
            line.append(("", " " * (width - sum(_columns(text) for _, text in pieces))))
    return line


def _side(side: Side, position: Position, reader: Reader, width: int) -> list[Line]:
    """`> ann gives to cy`, and below it the clues."""
    here = position.in_play and side == position.side
    text = f"{does(reader, side.giver, 'give')} to {to(reader, side.receivers)}"
    style = "strong" if here else ""
    lines = _flow([(style, f"{'>' if here else ' '} {sentence(text)}")], width)
    for given in position.given:
        if given.giver == side.giver:
            lines += _flow(_given(given, len(side.receivers) > 1, reader), width, _CLUE)
    return lines


def _given(given: Given, named: bool, reader: Reader) -> Iterator[Piece]:
    """` 8  fortress -> tower: no`; *named*: it must be told who answered."""
    yield "dim", f"{given.dial:>2} "
    yield ("dim", "(lost)") if given.text is None else ("", given.text)
    for at, reply in enumerate(given.answers):
        yield "dim", "/" if at else "->"
        if named:
            yield "", reader.name(reply.seat)
        if reply.text is not None:
            style, verdict = _VERDICTS.get(reply.verdict, ("", reply.verdict))
            yield "", f"{reply.text}:"
            yield style, verdict
        else:
            yield "dim", "passes" if reply.verdict == Verdict.PASSED else "silent"


# --- points and words -------------------------------------------------------------------


def _points(position: Position, reader: Reader) -> Iterator[Piece]:
    """`Points: ann 16 + cy 8 = 24 | bob 10 + dee 0 = 10`; alone the best first."""
    score = dict(zip(position.seats, position.scores, strict=False))
    if not score:
        return
    yield "", "Points:"
    if position.teams:
        for at, team in enumerate(position.teams):
            each = " + ".join(f"{reader.name(seat)} {score.get(seat, 0)}" for seat in team)
            if at:
                yield "dim", "|"
            mine = position.me in team
            yield "mine" if mine else "", f"{each} = {sum(score.get(s, 0) for s in team)}"
        return
    ranked = sorted(score, key=lambda seat: (-score[seat], seat))
    for at, seat in enumerate(ranked, 1):
        comma = "," if at < len(ranked) else ""
        yield "mine" if reader.is_me(seat) else "", f"{reader.name(seat)} {score[seat]}{comma}"


def _words(position: Position, reader: Reader) -> Iterator[Piece]:
    """`Words: A1 castle (cy 8), B1 ocean (nobody)`"""
    if position.done:
        yield "dim", "Words:"
    for at, done in enumerate(position.done, 1):
        gain = f"{names(reader, done.scorers)} {done.points}" if done.scorers else "nobody"
        comma = "," if at < len(position.done) else ""
        yield "dim", f"{done.label} {done.word} ({gain}){comma}"


# --- lines ------------------------------------------------------------------------------


def _columns(text: str) -> int:
    """The columns that *text* takes on a screen."""
    if text.isascii():
        return len(text)
    seen = [char for char in text if not unicodedata.combining(char)]
    return sum(2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in seen)


def _flow(pieces: Iterable[Piece], width: int, indent: str = _INDENT) -> list[Line]:
    """*pieces* with blanks between them, in lines of *width* columns."""
    lines: list[Line] = []
    room = 0
    for style, text in pieces:
        for word in text.split(" "):
            taken = _columns(word)
            if not lines or taken >= room:
                lead = indent if lines else ""
                lines.append([(style, f"{lead}{word}")])
                room = width - len(lead) - taken
                continue
            last, before = lines[-1][-1]
            if last == style:
                lines[-1][-1] = (style, f"{before} {word}")
            else:
                lines[-1].append((style, f" {word}"))
            room -= taken + 1
    return lines
