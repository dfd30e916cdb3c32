"""The drawing for the terminal client: the racks with all that is known of them.

It is made of the view as a program hears it. What another version of the game leaves out of
that, or puts in another way, is not drawn; nothing raises.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, TypeAlias

from parlour import Reader, Seat, columns, padded, read_view, reader_of
from parlour_probe.decks import HIDDEN, SPACES
from parlour_probe.seen import Position, Rack
from parlour_probe.state import Cause, Phase
from parlour_probe.wording import CARD_TEXTS, a_card, does, final_text, to

FORGET: Final = {"probe.asked": ("probe.asked", "prompt")}
"""Nobody may keep a list of the letters that were asked (R-P-13), so each question leaves the
client's log when the next one comes, with the prompt that repeats it. It does not leave with its
turn: a miss ends the turn at once, and nobody would ever read it."""

Piece: TypeAlias = tuple[str, str]
"""A style of the client (`strong`, `dim`, `mine`, `hot` or none), and a text."""
Line: TypeAlias = list[Piece]

_EMPTY: Final = "-"
_LEGEND: Final = "? face down  (X) yours, face down  . blank  - no card"
_WIDE: Final = 4
_CLOSE: Final = 3
"""Columns of a space where there is room, and where there is not."""
_SCORE: Final = 7
_HEADS: Final = ("  Space", "  Value")
_INDENT: Final = "  "


def draw(view: Mapping[str, Any], names: Mapping[int, str], width: int) -> list[Line]:
    """The position in lines of *width* columns, or of 40 if that is less."""
    position = read_view(Position, view)
    reader = reader_of(position.me, names, width)
    lines = _racks(position, reader)
    for style, text in _facts(position, reader):
        lines += [[(style, piece)] for piece in _wrapped(text, width)]
    return lines


def turn(view: Mapping[str, Any]) -> Seat | None:
    """Whose turn it is."""
    position = read_view(Position, view)
    return position.turn if position.in_play else None


def _racks(position: Position, reader: Reader) -> list[Line]:
    """A line for each rack; where that is too narrow, each name above its rack."""
    if not position.racks:
        return []
    labels = [_label(rack, position, reader) for rack in position.racks]
    longest = 1 + max(map(columns, (*labels, *_HEADS)))
    room = reader.width - longest - _SCORE
    cell = _WIDE if room >= SPACES * _WIDE else _CLOSE
    if room < SPACES * cell:
        return _stacked(position, labels)
    space, value = (padded(head, longest) for head in _HEADS)
    lines: list[Line] = [
        [("dim", f"{space}{_numbers(range(1, SPACES + 1), cell)}{'score':>{_SCORE}}")],
        [("dim", f"{value}{_numbers(position.values, cell)}")],
    ]
    for rack, label in zip(position.racks, labels, strict=True):
        name = (_style(rack, position), padded(label, longest))
        score = ("", f"{_score(rack, position):>{_SCORE}}")
        lines.append([name, *_cells(rack, position, cell), score])
    return lines


def _stacked(position: Position, labels: Sequence[str]) -> list[Line]:
    lines: list[Line] = [
        [("dim", _numbers(range(1, SPACES + 1), _CLOSE))],
        [("dim", _numbers(position.values, _CLOSE))],
    ]
    for rack, label in zip(position.racks, labels, strict=True):
        lines.append([(_style(rack, position), f"{label}  {_score(rack, position)}".rstrip())])
        lines.append(_cells(rack, position, _CLOSE))
    return lines


def _numbers(numbers: Sequence[int], cell: int) -> str:
    """The *numbers* of the spaces, the last figure of each above the card."""
    return "".join([f"{number:>2} ".rjust(cell) for number in numbers])


def _label(rack: Rack, position: Position, reader: Reader) -> str:
    """`> ann (you)`; the mark is for the player at turn."""
    mark = "> " if position.in_play and rack.owner == position.turn else _INDENT
    you = " (you)" if reader.is_me(rack.owner) else ""
    left = " (left)" if rack.owner in position.gone else ""
    return f"{mark}{reader.name(rack.owner)}{you}{left}"


def _style(rack: Rack, position: Position) -> str:
    if rack.owner in position.gone:
        return "dim"
    return "strong" if position.in_play and rack.owner == position.turn else ""


def _score(rack: Rack, position: Position) -> str:
    scores = dict(zip(position.seats, position.scores, strict=False))
    return str(scores.get(rack.owner, ""))


def _cells(rack: Rack, position: Position, cell: int) -> Line:
    """The twelve spaces of a rack."""
    pending = position.pending
    asked = pending.spaces or () if pending is not None and pending.owner == rack.owner else ()
    own = rack.own or ()
    line: Line = []
    for at in range(SPACES):
        face = rack.cards[at][:1] if at < len(rack.cards) else _EMPTY
        style, text = _card(face, own[at][:1] if at < len(own) else "")
        line.append(("hot" if at + 1 in asked else style, text.rjust(cell)))
    return line


def _card(face: str, own: str) -> Piece:
    """A card as the viewer knows it; in brackets what nobody else sees."""
    if face == HIDDEN:
        return ("mine", f"({own})") if own else ("dim", " ? ")
    return ("dim" if face == _EMPTY else "strong", f" {face} ")


def _facts(position: Position, reader: Reader) -> Iterator[Piece]:
    """What there is to know beside the racks, each thing in a sentence."""
    text = " ".join([part for part in (_now(position, reader), _activity(position)) if part])
    if text:
        yield "", text
    if position.warned is not None:
        yield "hot", f"You were warned of {position.warned}; hidden once more it is taken."
    if position.in_play:
        yield from _in_play(position, reader)
    if position.racks and position.phase != Phase.OVER:
        yield "dim", _LEGEND


def _now(position: Position, reader: Reader) -> str:
    """What the game waits for."""
    if position.phase == Phase.OVER:
        return "The game is over."
    if position.phase == Phase.HIDING and position.hidden is not None:
        late = [to(reader, seat) for seat in position.seats if seat not in position.hidden]
        return f"Words are being hidden. Not ready: {', '.join(late)}."
    pending = position.pending
    if pending is not None:
        chooses = f"{does(reader, pending.owner, 'choose')} a card to show"
        if pending.cause == Cause.QUESTION and pending.card is not None:
            return f"{chooses}: {reader.name(pending.drawer)} asked for {a_card(pending.card)}."
        return f"{chooses}, because of an activity card."
    if position.in_play and position.turn is not None:
        return f"{does(reader, position.turn, 'ask')}."
    return ""


def _activity(position: Position) -> str:
    """The activity card on the table, and how many are face down."""
    if position.activity is None or not position.in_play:
        return ""
    left = "" if position.deck_left is None else f" ({position.deck_left} left)"
    return f"Activity card: {CARD_TEXTS.get(position.activity, position.activity)}{left}."


def _in_play(position: Position, reader: Reader) -> Iterator[Piece]:
    """What the next cards bring, one's own guesses, the last turns."""
    if position.multiplier > 1:
        yield "strong", f"The next question counts {position.multiplier} times."
    if position.extra:
        yield "", f"Further activity cards after a miss: {position.extra}."
    for guess in position.held:
        yield "mine", f"Your guess {guess.cards} for {reader.name(guess.target)} waits."
    final = position.final
    if final is not None and len(final.turns) == len(position.seats):
        yield "strong", final_text(final.hider, position.seats, final.turns, reader)


def _wrapped(text: str, width: int) -> list[str]:
    """*text* in lines that are not wider than *width*; whatever is too long is cut."""
    lines: list[str] = []
    line = ""
    for word in text.split(" "):
        longer = f"{line} {word}" if line else word
        if line and columns(longer) > width:
            lines.append(line)
            longer = f"{_INDENT}{word}"
        line = longer
    return [padded(line, width).rstrip() for line in [*lines, line]]
