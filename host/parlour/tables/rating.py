"""Rate a game that has just ended."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from parlour.accounts.ladders import SHELF, SavedRating
from parlour.accounts.people import People
from parlour.api import Seat
from parlour.core import ratings
from parlour.core.effects import Report
from parlour.core.ratings import NEW, Entrant, Rated
from parlour.engine import record as r
from parlour.engine.calls import GameFault
from parlour.engine.match import Match
from parlour.engine.options import RATED
from parlour.engine.table_events import GameOver
from parlour.tables.rooms import Room
from parlour.tables.tables import Tables
from parlour.wire.encoding import Line
from parlour.wire.messages import RatedEvent, RatedSeat


def judge(tables: Tables, room: Room, over: GameOver) -> Rated | None:
    """Return how the game that has just ended at *room* counts, or None if it does not.

    It counts if it was played to its end and somebody has won, unless its table is not rated. If
    all are first without a point, nobody has played.
    Private tables are not: anybody may read ratings, and would learn of a game there.
    """
    table = room.table
    if over.reason != "finished" or not over.winners:
        return None
    if table.word or table.options.get(RATED) is False:
        return None
    match = table.last_match
    try:
        sides = match.via.guarded(_sides, match)
    except GameFault as fault:
        about = {"table": table.number, "game": table.game.id, "record": table.record}
        tables.out.report(Report("error", f"a game is not rated: {fault}", fault, about))
        return None
    started = r.decode(room.record[room.started])
    assert isinstance(started, r.Started), "a game begins with its start"
    ladder = ratings.ladder_of(table.game, started.options, len(started.names))
    enter = partial(_entrant, tables.people, room, started, ladder)
    entrants = [tuple(enter(seat) for seat in side if seat in started.names) for side in sides]
    left = {one.seat for side in entrants for one in side if one.left}
    lower = table.game.scoring.lower_wins
    placed = ratings.places(sides, over.scores, over.winners, left, lower=lower)
    if len(set(placed)) == 1 and not any(over.scores.values()):
        return None
    return ratings.rated(ladder, entrants, placed)


def _sides(match: Match) -> Sequence[Sequence[Seat]]:
    """Return who played together. Raises TypeError unless each seat is there once at most."""
    sides = tuple(map(tuple, match.game.scoring.sides(match.state)))
    seats = [seat for side in sides for seat in side]
    if len(set(seats)) < len(seats) or not set(match.seats).issuperset(seats):
        raise TypeError("sides of seats are wanted, each seat once")
    return sides


def _entrant(people: People, room: Room, started: r.Started, ladder: str, seat: Seat) -> Entrant:
    """Return who held *seat* at the start. Those who came later are not rated."""
    name, bot = started.names[seat], started.bots.get(seat)
    chair = room.table.chairs.get(seat)
    left = chair is None or chair.name != name
    if bot is not None:
        return Entrant(seat, ratings.bot_rating(bot), bot=bot, left=left)
    player = people.register.named(people.register.key(name))
    if player is None or player.guest or player.number not in room.hearers:
        return Entrant(seat, NEW, left=left)
    before = people.ladders.of(ladder, player.number)
    return Entrant(seat, before, player=player.number, left=left)


def settle(tables: Tables, room: Room, game: Rated) -> None:
    """Keep the ratings after *game*, and tell everybody at the table."""
    people, told = tables.people, list[RatedSeat]()
    after = ratings.after(game)
    for one in (one for side in game.sides for one in side):
        account = None if one.player is None else people.register.account(one.player)
        if one.player is None or account is None:
            continue
        new = after[one.player]
        people.ladders.put(game.ladder, one.player, new)
        tables.out.write_down(SHELF.kept(SavedRating(game.ladder, one.player, new)))
        told.append(
            RatedSeat(
                seat=one.seat,
                name=account.name,
                before=one.before.points,
                after=new.points,
                games=new.games,
            )
        )
    room.shout(Line(RatedEvent(table=room.table.number, ladder=game.ladder, ratings=tuple(told))))
