"""What people read."""

from collections.abc import Sequence
from typing import Final

import parlour
from lanterns import state as s
from parlour import Cell, Grid, Hue, Prompt, Reader, Row, Scene, Text, enumerated, lines_for
from parlour.parts import players, who, whose

_: Final = parlour.Catalogue()
FREE: Final = Cell("-", "dim", kind="none")


class LanternText(parlour.TextUI[s.Move, s.State, s.Event]):
    """The rows of lanterns, then what everybody holds."""

    def draw(self, view: s.State, reader: Reader) -> Scene:
        """Draw the rows, and the lanterns of all players with what hints say of them."""
        table, turn = view.table, view.table.turn
        status = f"{whose(turn, reader)} turn." if turn else "The game is over."
        rows = tuple(
            Row(tuple(_tile(x + n) if int(n) <= top else FREE for n in s.NUMBERS), s.COLOURS[x])
            for x, top in table.rows.items()
        )
        lost = "Lost: " + (" ".join(sorted(table.lost, key=s.DECK.index)) or "none")
        facts = Text.of(_facts(table)), Text.of(lost, "dim")
        now = Text.of(status, "strong", plain_only=True)
        title = f"Lanterns. {table.points} of {s.BEST} hang."
        blocks = (Grid("Rows", rows), Text(), _hands(view, reader), Text(), *facts, now)
        return Scene(blocks, title, turn, status, (turn,) if turn else ())

    def sentence(self, heard: s.Event, reader: Reader) -> str:
        """Say what happened."""
        match heard:
            case s.Hinted(seat, player, about, places):
                you = "you" if reader.is_me(player) else reader.name(player)
                what = f"number {about}" if about in s.NUMBERS else about
                at = f"place{'s' * (len(places) > 1)} {enumerated(map(str, places))}"
                return f"{who(seat, reader, 'tell')} {you}: {what} at {at}."
            case s.Gone(seat, place, card, fits, mistakes):
                does = who(seat, reader, "drop" if fits is None else "hang")
                wrong = f" It does not fit: mistake {mistakes} of {s.MISTAKES}."
                end = {None: "", True: " It fits.", False: wrong}[fits]
                return f"{does} {card} (place {place}).{end}"
            case s.Took(seat, card, left):
                end = "" if left else " The pile is empty: everybody has one more turn."
                return f"{who(seat, reader, 'take')} {card or 'a lantern'}.{end}"

    def ask(self, prompt: Prompt, view: s.State, reader: Reader) -> Sequence[str]:
        """Show the lanterns, and say what to type."""
        fit = [f"{x}{top + 1}" for x, top in view.table.rows.items() if x + str(top + 1) in s.DECK]
        verbs = dict.fromkeys(spec.verb.usage for spec in prompt.moves)
        how = _("<<Type: {verbs}|Your turn.>>", verbs=", ".join(verbs))
        now = f"These fit next: {' '.join(fit)}. {_facts(view.table)}"
        return lines_for(reader, _hands(view, reader), now, how)


def _facts(table: s.Table) -> str:
    last = "" if table.pile else f" {parlour.count(table.turns_left, 'turn')} left."
    mistakes = f"mistakes {table.mistakes} of {s.MISTAKES}"
    return f"Oil {table.oil} of {s.OIL}, {mistakes}, pile {table.pile}.{last}"


def _tile(card: str) -> Cell:
    name = s.COLOURS[card[0]]
    return Cell(card, kind="tile", hue=Hue[name.upper()], says=f"{name} {card[1]}")


def _held(lantern: s.Lantern, place: int, turn: bool) -> Cell:
    """Return a lantern. On their turn the reader picks one that they do not see by its place."""
    back = Cell("??", kind="back", says=f"lantern {place}", value=str(place) if turn else "")
    return _tile(lantern.card) if lantern.card else back


def _hands(view: s.State, reader: Reader) -> Grid:
    """Return a row for each player, and below it what hints say of it."""
    turn, rows = view.table.turn, list[Row]()
    for seat in view.table.turns.order:
        mine, held = reader.is_me(seat), view.held(seat)
        cells = [_held(each, at, mine and seat == turn) for at, each in enumerate(held, 1)]
        rows += players(reader, [seat], held={seat: cells}, turn=turn).rows
        known = [each.known.replace("??", "") for each in held]
        for label, texts in (("  hints", known), ("  not", [x.excluded for x in held if mine])):
            if any(texts):
                rows.append(Row(tuple(Cell(text, "dim") for text in texts), label, style="dim"))
    heads = Row(tuple(map(Cell, s.NUMBERS[: max(len(row.cells) for row in rows)])), "Player")
    return Grid("Players", tuple(rows), (heads,))
