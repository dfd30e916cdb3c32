"""The drawing for the terminal client: the board, one's own words, and after a round all lists.

It is made of the view as a program hears it. What another version of the game leaves out of
that, or puts in another way, is not drawn; nothing raises.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any, Final, TypeAlias

from parlour import Reader, Seat, count, read_view, reader_of
from parlour_boggle.seen import Group, Position
from parlour_boggle.state import Phase, Verdict
from parlour_boggle.worth import BONUS

Piece: TypeAlias = tuple[str, str]
"""A style of the client (`strong`, `dim`, `mine`, `good`, `bad` or none), and a text."""
Line: TypeAlias = list[Piece]

_CELL: Final = 5
"""Columns of a cube: `[Qu]`, or ` Qu12`, a step of a word."""
_SPACED: Final = 4
"""Up to so many rows a line is left free between them: the board is then about square."""
_LIST_LEAST: Final = 28
"""Columns that lists need to stand beside the board."""
_INDENT: Final = "  "
_COLUMN: Final = "    "
"""Before the words of one's list, below `12:`; a blank of the word's own follows."""
_LABELS: Final[Mapping[str, str]] = {
    Verdict.CROSSED: "crossed off",
    Verdict.SHORT: "too short",
    Verdict.NOT_ON_BOARD: "not on the board",
    Verdict.NOT_A_WORD: "not a word",
    Verdict.LATE: "too late",
}
"""Why words bring nothing. What was only sent twice is on the list already."""
_ON_LIST: Final = (Verdict.NOTED, Verdict.OK)


def draw(view: Mapping[str, Any], names: Mapping[int, str], width: int) -> list[Line]:
    """The position in lines of *width* columns, or of 40 if that is less."""
    position = read_view(Position, view)
    reader = reader_of(position.me, names, width)
    lines = _flow([("strong", word) for word in _title(position)], width)
    lines += _beside(_board(position), position, reader)
    for text in _facts(position, reader):
        lines += _flow([("", word) for word in text], width)
    return lines


def _title(position: Position) -> list[str]:
    """`Round 2 of a match to 100. Words have 3 letters or more.`"""
    text = ""
    if position.round is not None:
        target = position.terms.target
        text = f"Round {position.round}" + (f" of a match to {target}." if target else ".")
    if position.in_round and position.shortest is not None:
        text += f" Words have {position.shortest} letters or more."
    if position.phase == Phase.CLOSING:
        text += " Time is up."
    if position.phase == Phase.OVER:
        text += " The game is over."
    return text.split()


# --- the board --------------------------------------------------------------------------


def _board(position: Position) -> list[Line]:
    """The cubes; the challenge cube in brackets, the steps of a word that was asked for."""
    way = position.way
    steps = {cell: step for step, cell in enumerate(() if way is None else way.cells or (), 1)}
    lines: list[Line] = []
    cell = 0
    for row in position.rows:
        if lines and len(position.rows) <= _SPACED:
            lines.append([])
        cubes = [_cube(face, at, position, steps) for at, face in enumerate(row, cell + 1)]
        lines.append([("", _INDENT), *cubes])
        cell += len(row)
    return lines


def _cube(face: str, cell: int, position: Position, steps: Mapping[int, int]) -> Piece:
    if cell in steps:
        return "strong", f" {face}{steps[cell]}".ljust(_CELL)
    text = f"[{face}]" if cell == position.cube else f" {face} "
    return "dim" if steps else "strong", text.ljust(_CELL)


def _beside(board: list[Line], position: Position, reader: Reader) -> list[Line]:
    """The lists at the right of the board or, on a narrow screen, below it."""
    taken = len(_INDENT) + _CELL * max(map(len, position.rows), default=0) + 1
    room = reader.width - taken
    if not board or room < _LIST_LEAST:
        return [*board, *_lists(position, reader, reader.width)]
    lines: list[Line] = []
    for left, right in zip_longest(board, _lists(position, reader, room)):
        cubes = left or []
        gap = " " * (taken - sum(len(text) for _, text in cubes))
        lines.append([*cubes, ("", gap), *right] if right else cubes)
    return lines


# --- the lists --------------------------------------------------------------------------


def _lists(position: Position, reader: Reader, width: int) -> list[Line]:
    """In a round one's own list, after it all that there is to read."""
    if position.in_round:
        return _own(position, width)
    lines: list[Line] = []
    for each in position.lists:
        name = ("mine" if reader.is_me(each.seat) else "", _named(each.seat, reader))
        lines += _flow([name, ("strong", str(each.points)), *_read_out(each.groups)], width)
    if not position.lists and position.own is not None:
        lines += _flow([("mine", "Your list:"), *_read_out(position.own)], width)
    if position.missed:
        lines += _flow([("", "Nobody found"), *_read_out(position.missed)], width)
    return lines


def _named(seat: Seat, reader: Reader) -> str:
    return f"{reader.name(seat)} (you)" if reader.is_me(seat) else reader.name(seat)


def _own(position: Position, width: int) -> list[Line]:
    """The words in columns by their letters, then those that are worth nothing."""
    if position.own is None:
        late = position.me is not None and position.round is not None
        text = f"You play from round {(position.round or 0) + 1} on." if late else ""
        return _flow([("", word) for word in text.split()], width)
    number = sum(len(group.words) for group in position.own if group.verdict != Verdict.LATE)
    lines: list[Line] = [[("", f"Your list: {count(number, 'word')}")]]
    by_length: dict[int, list[str]] = {}
    for group in position.own:
        if group.verdict in _ON_LIST:
            for word in group.words:
                by_length.setdefault(len(word), []).append(word)
    for length, same in sorted(by_length.items()):
        words_of = [("mine", f" {word}") for word in same]
        lines += _flow([("dim", f"{length:>2}:"), *words_of], width, _COLUMN)
    for group in position.own:
        if group.verdict in _LABELS:
            lines += _flow(_group(group), width)
    return lines


def _read_out(groups: Sequence[Group]) -> Iterator[Piece]:
    """`| 2: cared, race | 1+5: cats | crossed off: tea`."""
    for group in groups:
        if group.verdict == Verdict.OK or group.verdict in _LABELS:
            yield "dim", "|"
            yield from _group(group)


def _group(group: Group) -> Iterator[Piece]:
    """`2: cared, race`; `not a word (-1): zzz`."""
    points = f" ({group.points})" if group.points else ""
    label, style = f"{_LABELS.get(group.verdict, '')}{points}", "bad"
    if group.verdict == Verdict.OK:
        plain = group.points - group.bonus
        label, style = f"{plain}+{group.bonus}" if group.bonus else f"{plain}", "good"
    yield style, f"{label}:"
    for word in _listed(group.words):
        yield "" if style == "good" else "dim", word


# --- the rest ---------------------------------------------------------------------------


def _facts(position: Position, reader: Reader) -> Iterator[list[str]]:
    """What there is to know beside board and lists, each thing as the words of a line."""
    way = position.way
    if way is not None and way.cells is None:
        yield f"{way.word} does not stand on this board.".split()
    elif way is not None:
        yield f"{way.word}: the numbers are its steps.".split()
    if position.cube is not None and position.rows:
        yield f"[ ] is the challenge cube: {BONUS} points more.".split()
    started = position.round is not None and position.round > 1
    if position.totals and (started or not position.in_round):
        yield ["Points:", *_listed(_totals(position, reader))]
    if position.held is not None:
        words, points, found = position.held
        text = f"The board held {count(words, 'word')} worth {count(points, 'point')}"
        yield f"{text}; found: {found}.".split()
    if position.pressed and position.phase != Phase.OVER:
        yield ["Want to go on:", *_listed(map(reader.name, position.pressed))]
    if position.gone:
        yield ["Left:", *_listed(map(reader.name, position.gone))]


def _totals(position: Position, reader: Reader) -> list[str]:
    """`ann 43`, `bob 40`, the best first."""
    both = zip(position.totals, position.seats, strict=False)
    ranked = sorted(both, key=lambda pair: (-pair[0], pair[1]))
    return [f"{reader.name(seat)} {total}" for total, seat in ranked]


def _listed(items: Iterable[str]) -> list[str]:
    """*items* with commas."""
    listed = list(items)
    return [*(f"{item}," for item in listed[:-1]), *listed[-1:]]


def _columns(text: str) -> int:
    """The columns that *text*, which may be a name, takes at most."""
    return len(text) if text.isascii() else 2 * len(text)


def _flow(words: Iterable[Piece], width: int, indent: str = _INDENT) -> list[Line]:
    """*words* with blanks between them, in lines of *width* columns."""
    lines: list[Line] = []
    room = 0
    for style, word in words:
        taken = _columns(word)
        if lines and taken < room:
            lines[-1].append((style, f" {word}"))
            room -= taken + 1
        else:
            lead = indent if lines else ""
            lines.append([(style, lead + word)])
            room = width - len(lead) - taken
    return lines
