"""Games are rated when they end."""

from __future__ import annotations

from functools import partial

from parlour.api import Seat
from parlour.commands.call import Context
from parlour.core.effects import Report
from parlour.engine import record as r
from parlour.engine.calls import GameFault
from parlour.engine.options import RATED
from parlour.engine.outcomes import ranks_players
from parlour.engine.placing import counts, places, sides_of
from parlour.engine.table_events import GameOver
from parlour.features.ratings import arithmetic
from parlour.features.ratings.arithmetic import NEW, Entrant, Rated
from parlour.features.ratings.messages import RatedEvent, RatedSeat
from parlour.features.ratings.state import SHELF, Ladders, SavedRating, note
from parlour.tables.happened import Archiving, RatingsWanted
from parlour.tables.rooms import Room
from parlour.wire.encoding import EncodedEvent
from parlour.wire.names import is_program


def tell_game(context: Context, wanted: RatingsWanted) -> None:
    """Tell a game the points of those who have a rating in the ladder of its table."""
    room, table = wanted.room, wanted.room.table
    programs = any(is_program(chair.name) for chair in table.chairs.values())
    ladder = arithmetic.ladder_of(table.game, table.options, len(table.chairs), programs=programs)
    for seat, chair in table.chairs.items():
        if chair.bot is not None:
            wanted.points[seat] = arithmetic.bot_rating(chair.bot).points
    for seat, player in room.seated.items():
        own = is_program(player.name) or not programs
        rating = context.state(Ladders).of(ladder, player.number)
        if own and rating.games:
            wanted.points[seat] = rating.points


def rate(context: Context, ending: Archiving) -> None:
    """Rate the game that has just ended, if it counts, and tell everybody at its table."""
    game = judge(context, ending.room, ending.over)
    if game is not None:
        ending.notes.update(note(game))
        _settle(context, ending.room, game)


def judge(context: Context, room: Room, over: GameOver) -> Rated | None:
    """Return how the game that has just ended at *room* counts, or None if it does not.

    It counts if it was played to its end and somebody has won, unless its table is not rated. If
    all are first without a point, nobody has played. Who has played together is not rated: the
    result says nothing of one player against another. If a program plays, it counts for programs
    only, and people are as guests there: nobody gains points by a program.
    Private tables are not: anybody may read ratings, and would learn of a game there.
    """
    table = room.table
    if over.reason != "finished" or not over.winners or not ranks_players(over.outcome):
        return None
    if table.word or table.options.get(RATED) is False:
        return None
    match = table.last_match
    try:
        sides = sides_of(match)
    except GameFault as fault:
        about = {"table": table.number, "game": table.game.id, "record": table.record}
        context.out.report(Report("error", f"a game is not rated: {fault}", fault, about))
        return None
    started = r.decode(room.record[room.started])
    assert isinstance(started, r.Started), "a game begins with its start"
    programs = any(map(is_program, started.names.values()))
    ladder = arithmetic.ladder_of(
        table.game, started.options, len(started.names), programs=programs
    )
    enter = partial(_entrant, context, room, started, ladder, programs)
    entrants = [tuple(enter(seat) for seat in side if seat in started.names) for side in sides]
    left = {one.seat for side in entrants for one in side if one.left}
    lower = table.game.scoring.lower_wins
    placed = places(sides, over.scores, over.winners, left, lower=lower, outcome=over.outcome)
    if not counts(placed, over.scores, over.outcome):
        return None
    return arithmetic.rated(ladder, entrants, placed)


def _entrant(
    context: Context,
    room: Room,
    started: r.Started,
    ladder: str,
    programs: bool,
    seat: Seat,
) -> Entrant:
    """Return who held *seat* at the start. Those who came later are not rated."""
    name, bot = started.names[seat], started.bots.get(seat)
    chair = room.table.chairs.get(seat)
    left = chair is None or chair.name != name
    if bot is not None:
        return Entrant(seat, arithmetic.bot_rating(bot), bot=bot, left=left)
    register = context.people.register
    player = register.named(register.key(name))
    if programs and not is_program(name):
        player = None
    if player is None or player.guest or player.number not in room.hearers:
        return Entrant(seat, NEW, left=left)
    before = context.state(Ladders).of(ladder, player.number)
    return Entrant(seat, before, player=player.number, left=left)


def _settle(context: Context, room: Room, game: Rated) -> None:
    """Keep the ratings after *game*, and tell everybody at the table."""
    told = list[RatedSeat]()
    after = arithmetic.after(game)
    for one in (one for side in game.sides for one in side):
        account = None if one.player is None else context.people.register.account(one.player)
        if one.player is None or account is None:
            continue
        new = after[one.player]
        row = SavedRating(game.ladder, one.player, new)
        context.state(Ladders).put(row)
        context.out.write_down(SHELF.kept(row))
        told.append(
            RatedSeat(
                seat=one.seat,
                name=account.name,
                before=one.before.points,
                after=new.points,
                games=new.games,
                sure=new.sure,
            )
        )
    room.shout(
        EncodedEvent(RatedEvent(table=room.table.number, ladder=game.ladder, ratings=tuple(told)))
    )
