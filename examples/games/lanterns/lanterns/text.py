"""What people read."""

from collections.abc import Sequence
from itertools import zip_longest
from typing import Final

import msgspec

import parlour
from lanterns import state as s
from lanterns.state import Event, Gone, Hinted, Lantern, Move, Took
from lanterns.views import View
from parlour import Cell, Grid, Prompt, Reader, Row, Scene, Text, enumerated, wrapped
from parlour.parts import players, who, whose

_: Final = parlour.Catalogue()
NAMES: Final = dict(zip(s.LETTERS, s.COLOURS, strict=True))
FREE: Final = Cell("-", "dim", kind="none")


class LanternText(parlour.TextUI[Move, View, Event]):
    """The rows of lanterns, then what everybody holds."""

    def draw(self, view: View, reader: Reader) -> Scene:
        """Draw the rows, and the lanterns of all players with what hints say of them."""
        table, turn = view.table, _turn(view)
        status = f"{whose(turn, reader)} turn." if turn else "The game is over."
        rows = tuple(
            Row(tuple(_tile(x + n) if int(n) <= top else FREE for n in s.NUMBERS), NAMES[x])
            for x, top in table.rows.items()
        )
        lost = "Lost: " + (" ".join(sorted(table.lost, key=s.DECK.index)) or "none")
        hands = (Text(), _hands(view, reader), Text())
        facts = Text.of(_facts(view)), Text.of(lost, "dim")
        now = Text.of(status, "strong", plain_only=True)
        title = f"Lanterns. {table.points} of {s.BEST} hang."
        blocks = (Grid("Rows", rows), *hands, *facts, now)
        return Scene(blocks, title, turn, status, (turn,) if turn else ())

    def sentence(self, heard: Event, reader: Reader) -> str:
        """Say what happened."""
        match heard:
            case Hinted(seat, player, about, places):
                you = "you" if reader.is_me(player) else reader.name(player)
                what = f"number {about}" if about in s.NUMBERS else about
                at = f"place{'s' * (len(places) > 1)} {enumerated(map(str, places))}"
                return f"{who(seat, reader, 'tell')} {you}: {what} at {at}."
            case Gone(seat, place, card, fits, mistakes):
                does = who(seat, reader, "drop" if fits is None else "hang")
                wrong = f" It does not fit: mistake {mistakes} of {s.MISTAKES}."
                end = {None: "", True: " It hangs.", False: wrong}[fits]
                return f"{does} {card} (place {place}).{end}"
            case Took(seat, card, left):
                end = "" if left else " The pile is empty: everybody has one more turn."
                return f"{who(seat, reader, 'take')} {card or 'a lantern'}.{end}"

    def ask(self, prompt: Prompt, view: View, reader: Reader) -> Sequence[str]:
        """Show the lanterns, and say what to type."""
        hands = parlour.plain(Scene((_hands(view, reader),)), reader.width, reader.lang)
        fit = [f"{x}{top + 1}" for x, top in view.table.rows.items() if x + str(top + 1) in s.DECK]
        verbs = dict.fromkeys(spec.verb.usage for spec in prompt.moves)
        how = _("<<Type: {verbs}|Your turn.>>", verbs=", ".join(verbs))
        now = f"These fit next: {' '.join(fit)}. {_facts(view)}"
        return [*hands, *wrapped(now, reader), *wrapped(how, reader)]


def _turn(view: View) -> parlour.Seat | None:
    return None if view.table.over else view.table.turns.now


def _facts(view: View) -> str:
    table = view.table
    last = "" if table.pile else f" {parlour.count(table.turns_left, 'turn')} left."
    mistakes = f"mistakes {table.mistakes} of {s.MISTAKES}"
    return f"Oil {table.oil} of {s.OIL}, {mistakes}, pile {table.pile}.{last}"


def _tile(card: str) -> Cell:
    name = NAMES[card[0]]
    return Cell(card, kind="tile", hue=s.COLOURS[name], says=f"{name} {card[1]}")


def _held(lantern: Lantern | None, place: int, turn: bool) -> Cell:
    """Return a lantern. On their turn the reader picks one that they do not see by its place."""
    if lantern is None:
        return Cell("", kind="none")
    back = Cell("??", kind="back", says=f"lantern {place}", value=str(place) if turn else "")
    return _tile(lantern.card) if lantern.card else back


def _hands(view: View, reader: Reader) -> Grid:
    """Return a row for each player, and below it what hints say of it."""
    turn, places = _turn(view), enumerate(zip_longest(*view.hands.values()), 1)
    mine = turn is not None and reader.is_me(turn)
    columns = {str(at): [_held(each, at, mine) for each in column] for at, column in places}
    grid, rows = players(reader, [*view.hands], columns, turn=turn), list[Row]()
    for row, (seat, held) in zip(grid.rows, view.hands.items(), strict=True):
        known = [each.known.replace("??", "") for each in held]
        excluded = [each.excluded for each in held if reader.is_me(seat)]
        rows.append(row)
        for label, texts in (("  hints", known), ("  not", excluded)):
            if any(texts):
                rows.append(Row(tuple(Cell(text, "dim") for text in texts), label, style="dim"))
    return msgspec.structs.replace(grid, rows=tuple(rows))
