"""After a game, each player reads what they might tell others about it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from parlour.api import Seat
from parlour.commands.call import Context
from parlour.core.effects import Report
from parlour.engine.calls import GameFault
from parlour.engine.outcomes import ranks_players
from parlour.engine.placing import counts, places, sides_of
from parlour.engine.table_events import GameOver
from parlour.features.stats.state import SHELF, Evening, Evenings
from parlour.language import FORM, _, joined
from parlour.tables.happened import Archiving, TableClosed
from parlour.tables.rooms import Room
from parlour.wire.messages import FeatureNotice

RECENT: Final = 5
"""Places that a player reads of an evening: the last games are what they remember."""
A_STREAK: Final = 2
"""So many wins in a row are worth a word."""


def look_back(context: Context, ending: Archiving) -> None:
    """Tell each player of the game that has just been played to its end what is theirs of it."""
    room, over = ending.room, ending.over
    if over.reason != "finished":
        return
    evening = Evening(room.table.number)
    highlights = dict[Seat, str]()
    try:
        placed = _places(room, over)
        if placed:
            evening = context.state(Evenings).add(room.table.number, placed)
            context.out.write_down(SHELF.kept(evening))
        players = [seat for seat in sorted(room.seated) if room.eyes(seat) == seat]
        highlights = {seat: room.table.via.guarded(_own, room, seat) for seat in players}
    except GameFault as fault:
        about = {"table": room.table.number, "game": room.table.game.id}
        context.out.report(Report("error", f"a game has no highlights: {fault}", fault, about))
    for seat, own in highlights.items():
        what = joined((own, *_evening(evening, room.table.names[seat])), "\n")
        if what:
            notice = FeatureNotice(kind="highlights", table=room.table.number, what=what)
            context.out.tell(room.seated[seat], notice)


def _places(room: Room, over: GameOver) -> Mapping[str, int]:
    """Return the place of each player by name; none if nobody was there to play against."""
    table = room.table
    if not ranks_players(over.outcome):
        return {}
    sides = sides_of(table.last_match)
    names = table.names
    left = {seat for seat in names if seat not in table.chairs or table.name(seat) != names[seat]}
    lower = table.game.scoring.lower_wins
    placed = places(sides, over.scores, over.winners, left, lower=lower, outcome=over.outcome)
    if len(sides) < 2 or not counts(placed, over.scores, over.outcome):
        return {}
    return {
        names[seat]: place
        for side, place in zip(sides, placed, strict=True)
        for seat in side
        if seat in names
    }


def _own(room: Room, seat: Seat) -> str:
    """Return what the game has to tell that player."""
    session = room.seated[seat].session
    reader = room.reader(seat, FORM if session is None else session.form)
    view = room.view(seat)
    highlights = room.table.via.within(room.table.game.text_ui.highlights)
    return joined(highlights(view, reader), "\n")


def _evening(evening: Evening, name: str) -> Iterator[str]:
    """Yield a player's places at this table, from the second game on, and who wins on and on."""
    mine = evening.places(name)
    if len(mine) < 2:
        return
    yield _("Your places at this table: {places}.", places=", ".join(map(str, mine[-RECENT:])))
    for other in sorted(evening.games[-1]):
        if (won := evening.streak(other)) >= A_STREAK:
            if other == name:
                yield _("You have won {n} in a row.", n=won)
            else:
                yield _("{name} has won {n} in a row.", name=other, n=won)


def table_closed(context: Context, closed: TableClosed) -> None:
    number = closed.room.table.number
    if context.state(Evenings).drop(number):
        context.out.write_down(SHELF.dropped(number))
