"""Who and what is here: the tables, and the players.

What needs a person goes by who is connected, not by who has a seat. So people read of those who
are here, and the rest is counted. Programs get everything.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from itertools import islice
from typing import Final

from msgspec.structs import replace

from parlour.api.arguments import whole_number
from parlour.commands.about import find_game
from parlour.commands.call import Call, Command, Context, Reply, paged
from parlour.core.sessions import Player
from parlour.language import _, joined
from parlour.tables import adjournment, late_join, over_days
from parlour.tables.rooms import Room, seat_of, watched_by
from parlour.tables.summary import row_of
from parlour.tables.tables import Tables
from parlour.wire.messages import Answer, Count, PlayerRow, TableRow, TextRow, join_names

TABLES_PAGE: Final = 20
"""Tables on a page of `tables`: what a screen shows."""
MINE: Final = "mine"
"""What a player adds to see only the tables where they have a seat."""
EVERY: Final = "all"
"""What a person adds to see who is disconnected too, and tables where nobody is connected."""
NAMES_SHOWN: Final = 12
"""Players who are named below the tables: two lines of names."""
WHO_PAGE: Final = 50
"""Players on a page of `who`: one or two school classes."""

# --- the tables ---------------------------------------------------------------------


def list_tables(call: Call) -> Reply:
    """All tables that the asker may know of, page by page. The operator may know of all.

    A person reads first what they can do: the games, then the tables where somebody is connected,
    then who is here. The other tables are only counted.
    """
    context, player, words = call.context, call.player, [word.lower() for word in call.words]
    if player is not None and words == [MINE]:
        return _own_tables(call, player)
    known = context.tables.rooms if call.session.operator else _known(context, player)
    example = f"new {next(iter(context.tables.games))}" if context.tables.games else "new GAME"
    none = _("No table is open. <<To open one: {example}>>", example=example)
    of = ""
    every = call.session.program or call.session.operator or words[:1] == [EVERY]
    if words[:1] == [EVERY]:
        of = EVERY
    elif words and whole_number(words[0]) is None:
        game = find_game(call, words[0])
        known = {number: room for number, room in known.items() if room.table.game.id == game.id}
        example = f"new {game.id}"
        of, none = (
            words[0],
            _(
                "No table of {title} is open. <<To open one: new {id}>>",
                title=game.title,
                id=game.id,
            ),
        )
    rooms = sorted(known.values(), key=_order)
    row = partial(_table_row, call)
    if every:
        return paged(call, rooms, TABLES_PAGE, none, row, of)
    own, living = _own(context, player), context.tables.living
    shown = [room for room in rooms if room.table.number in own or room.table.number in living]
    if folded := len(rooms) - len(shown):
        none = _("Nobody is at a table now. <<To open one: {example}>>", example=example)
    reply = paged(call, shown, TABLES_PAGE, none, row, of)
    return _as_lobby(call, reply, folded, games=not words, people=not of)


def _own(context: Context, player: Player | None) -> set[int]:
    """Return the tables that *player* reads of even if nobody is connected there."""
    if player is None:
        return set()
    sits = [] if player.room is None else [player.room.table.number]
    return {*sits, *player.watching, *adjournment.of(context.tables, player)}


def _as_lobby(call: Call, reply: Reply, folded: int, *, games: bool, people: bool) -> Reply:
    """Return *reply*, a page of tables, with the games before it and the people below the last."""
    first = _games(call) if games else []
    if reply.further:
        return Reply(reply.final, [*first, *reply.items], further=reply.further)
    last: list[str] = []
    if not reply.items and isinstance(reply.final, Count) and reply.final.none:
        last.append(reply.final.none)
    if folded:
        waits = _.count(
            "1 table waits for its players<<: tables all|.>>",
            "{n} tables wait for their players<<: tables all|.>>",
            folded,
        )
        last.append(waits)
    if people and (here := who_is_here(call)):
        last.append(here)
    final = replace(reply.final, none="") if isinstance(reply.final, Count) else reply.final
    below = [TextRow(what=tuple(last))] if last else []
    return Reply(final, [*first, *reply.items, *below])


def _games(call: Call) -> list[Answer]:
    """Return the line about the games that can be played here."""
    names = list(call.tables.games)
    if not names:
        return []
    text = _("Games: {games}. <<To play one: {first}>>", games=join_names(names), first=names[0])
    return [TextRow(what=(text,))]


def who_is_here(call: Call) -> str:
    """Return who is connected, and how many are not; empty if nobody is."""
    register = call.people.register
    names = [player.name for player in islice(register.here.values(), NAMES_SHOWN)]
    if more := len(register.here) - len(names):
        names.append(_.count("1 more", "{n} more", more))
    here: str = _("Here: {names}.", names=join_names(names)) if names else ""
    return joined([text for text in (here, _who_is_away(call)) if text])


def _who_is_away(call: Call) -> str:
    """Return how many players are not connected; empty if all are."""
    away = len(call.people.register.away)
    if not away:
        return ""
    text: str = _.count("1 is away<<: who all|.>>", "{n} are away<<: who all|.>>", away)
    return text


def _order(room: Room) -> tuple[int, int]:
    """Tables to join come first, then those to watch, then those where nobody is connected."""
    table = room.table
    if not room.living or table.state == "adjourned":
        return 2, table.number
    joinable = table.state in {"open", "over"} and len(table.chairs) < table.size
    return not joinable, table.number


def _known(context: Context, player: Player | None) -> Mapping[int, Room]:
    """The public tables, and those where *player* sits or watches."""
    if player is None:
        return context.tables.public
    sits = seat_of(player)
    own = [*watched_by(player)] if sits is None else [*watched_by(player), sits[0]]
    return context.tables.public | {room.table.number: room for room in own}


def _own_tables(call: Call, player: Player) -> Reply:
    """Where *player* sits, and the adjourned tables that keep them a seat."""
    sits = seat_of(player)
    rooms = dict(adjournment.of(call.tables, player))
    if sits is not None:
        rooms[sits[0].table.number] = sits[0]
    rows = [_table_row(call, room) for _rest, room in sorted(rooms.items())]
    return Reply(Count(count=len(rows), none=_("You have no seat at any table.")), rows)


def _table_row(call: Call, room: Room) -> TableRow:
    table, player = room.table, call.player
    joinable = not table.absent and late_join.wanted(table)
    if player is None or not table.over_days:
        return row_of(room, joinable=joinable)
    kept = over_days.keeps(call.tables, player, room)
    return row_of(room, joinable=joinable, kept=kept)


# --- who is here ---------------------------------------------------------------------


def _who(call: Call) -> Reply:
    register = call.people.register
    every = [word.lower() for word in call.words[:1]] == [EVERY]
    counted = not (every or call.session.program or call.session.operator)
    players = list(register.here.values())
    if not counted:
        players += register.away.values()
    row = partial(_player_row, call.tables, call.player)
    none = _("Nobody is here yet.")
    reply = paged(call, players, WHO_PAGE, none, row, EVERY if every else "")
    if not counted or reply.further or not (away := _who_is_away(call)):
        return reply
    return Reply(reply.final, [*reply.items, TextRow(what=(away,))])


def _player_row(tables: Tables, asker: Player | None, player: Player) -> PlayerRow:
    """*player* as *asker* may know them: a private table is not named to others."""
    at = player.room.table.number if player.room is not None else None
    return PlayerRow(
        name=player.name,
        guest=player.guest,
        away=player.session is None,
        table=at if at is not None and tables.known(at, asker) else None,
        watching=tuple(number for number in player.watching if tables.known(number, asker)),
        bot=None if player.session is None else player.session.bot,
    )


COMMANDS: Final = (
    Command(
        "tables [GAME|mine|all] [PAGE]",
        _("the tables, and who is there"),
        list_tables,
        where="anywhere",
        topic="around",
        item=TableRow,
        outside=True,
        also=("list", "ls", "lobby"),
        by_itself=True,
    ),
    Command(
        "who [all] [PAGE]",
        _("the players on this host"),
        _who,
        where="anywhere",
        topic="around",
        item=PlayerRow,
        outside=True,
        also=("players", "users", "whoami"),
        by_itself=True,
    ),
)
