"""What people read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from lanterns.state import (
    BEST,
    COLOURS,
    LETTERS,
    MISTAKES,
    NUMBERS,
    OIL,
    Event,
    Gone,
    Hinted,
    Move,
    Took,
)
from lanterns.views import View
from parlour import (
    Block,
    Catalogue,
    Cell,
    Grid,
    Prompt,
    Reader,
    Row,
    Scene,
    Seat,
    Style,
    Text,
    TextUI,
    count,
    enumerated,
    plain,
    wrapped,
)
from parlour.parts import who, whose

_: Final = Catalogue()
HUES: Final = dict(zip(LETTERS, COLOURS.values(), strict=True))
NAMES: Final = dict(zip(LETTERS, COLOURS, strict=True))
_HIDDEN: Final = Cell("??", kind="back")


class LanternText(TextUI[Move, View, Event]):
    """The rows of lanterns, then what everybody holds."""

    def draw(self, view: View, reader: Reader) -> Scene:
        """Draw the rows, and the lanterns of all players with what hints say of them."""
        table, status = view.table, _now(view, reader)
        turn = None if table.over else table.turns.now
        lost = [f"{card}" for card in sorted(table.lost, key=lambda c: (LETTERS.index(c[0]), c))]
        blocks: list[Block] = [
            _rows(view),
            Text(),
            _hands(view, reader),
            Text(),
            Text.of(
                f"Oil {table.oil} of {OIL}, mistakes {table.mistakes} of {MISTAKES}, pile "
                f"{table.pile}."
            ),
        ]
        if lost:
            blocks.append(Text.of(f"Lost: {' '.join(lost)}", "dim"))
        blocks.append(Text.of(status, "strong", plain_only=True))
        title = f"Lanterns. {table.points} of {BEST} hang."
        return Scene(tuple(blocks), title, turn, status, (turn,) if turn else ())

    def say(self, heard: Event, reader: Reader) -> Sequence[str]:
        """Say what happened."""
        return wrapped(_said(heard, reader), reader)

    def ask(self, prompt: Prompt, view: View, reader: Reader) -> Sequence[str]:
        """Show the lanterns, and say what to type."""
        table = view.table
        shown = plain(Scene((_hands(view, reader),)), reader.width, reader.lang)
        verbs = ", ".join(dict.fromkeys(spec.verb.usage for spec in prompt.moves))
        fit = " ".join(f"{letter}{n + 1}" for letter, n in table.rows.items() if n < len(NUMBERS))
        now = f"These fit next: {fit}. Oil {table.oil}, mistakes {table.mistakes}."
        how = _("<<Type: {verbs}|Your turn.>>", verbs=verbs)
        return [*shown, *wrapped(now, reader), *wrapped(how, reader)]


def _lantern(card: str, *, new: bool = False) -> Cell:
    says = f"{NAMES[card[0]]} {card[1]}"
    return Cell(card, kind="tile", hue=HUES[card[0]], says=says, new=new)


def _rows(view: View) -> Grid:
    """Return a row for each colour, as long as it is."""
    rows = [
        Row(
            tuple(
                _lantern(f"{letter}{n}") if int(n) <= hung else Cell("-", "dim", kind="none")
                for n in NUMBERS
            ),
            label=NAMES[letter],
        )
        for letter, hung in view.table.rows.items()
    ]
    return Grid("Rows", tuple(rows))


def _hands(view: View, reader: Reader) -> Grid:
    """Return a row for each player, and below the others' what they know of it."""
    table, rows = view.table, list[Row]()
    most = max(len(marks) for marks in table.marks.values())
    for seat in table.turns.order:
        marks, cards = table.marks[seat], view.hands.get(seat)
        turn = seat == table.turns.now and not table.over
        mark, me = "<- turn" if turn else "", reader.is_me(seat)
        label = f"{reader.name(seat)} (you)" if me else reader.name(seat)
        style: Style = "mine" if me else ""
        cells = [_lantern(card) for card in cards] if cards else [_HIDDEN] * len(marks)
        rows.append(Row(_padded(cells, most), label, "", mark, style, seat=seat))
        known = [Cell("" if str(each) == "??" else str(each), "dim") for each in marks]
        if any(cell.text for cell in known):
            knows = "  you know" if me else "  knows"
            rows.append(Row(_padded(known, most), knows, style="dim"))
    places = tuple(Cell(str(n), "dim") for n in range(1, most + 1))
    return Grid("Hands", tuple(rows), (Row(places, style="dim", role="index"),))


def _padded(cells: Sequence[Cell], most: int) -> tuple[Cell, ...]:
    return (*cells, *(Cell("", kind="none") for _ in range(most - len(cells))))


def _now(view: View, reader: Reader) -> str:
    table = view.table
    if table.over:
        return f"The game is over. {count(table.points, 'lantern')} hang."
    last = "" if table.turns_left is None else f" {count(table.turns_left, 'turn')} left."
    return f"{whose(table.turns.now, reader)} turn.{last}"


def _told(hinted: Hinted) -> str:
    number = len(hinted.places)
    about = hinted.about
    if about in NUMBERS:
        return f"a {about}" if number == 1 else f"{number} of number {about}"
    return f"a {about} one" if number == 1 else f"{number} {about} ones"


def _said(heard: Event, reader: Reader) -> str:
    match heard:
        case Hinted(seat, player, _about, places):
            at = enumerated([str(place) for place in places])
            tells = who(seat, reader, "tell")
            return f"{tells} {_name(player, reader)}: {_told(heard)}, at {at}."
        case Gone(seat, place, card, fits):
            if fits is None:
                return f"{who(seat, reader, 'drop')} {card} (place {place})."
            end = "It hangs." if fits else "It does not fit, and is lost."
            return f"{who(seat, reader, 'hang')} {card} (place {place}). {end}"
        case Took(seat, card, left):
            what = card or "a lantern"
            end = "" if left else " The pile is empty: everybody has one more turn."
            return f"{who(seat, reader, 'take')} {what}.{end}"


def _name(seat: Seat, reader: Reader) -> str:
    return "you" if reader.is_me(seat) else reader.name(seat)
