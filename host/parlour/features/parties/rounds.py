"""The rounds of a party: who is seated where, what the games are worth, and what comes next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from random import Random
from typing import Final, Literal, TypeAlias, assert_never

from parlour.api import Nobody, Ranks, Refused, Seat, Together
from parlour.commands.call import Context
from parlour.commands.tables import open_table
from parlour.core.effects import Report
from parlour.core.refusals import CommandError
from parlour.engine import record as tr
from parlour.engine.placing import places
from parlour.engine.table import Table
from parlour.engine.table_events import GameOver
from parlour.features.parties import record as r
from parlour.features.parties.pairing import draw
from parlour.features.parties.record import Member, MemberId
from parlour.features.parties.state import Live, add, leave, names_of, player_of, tell
from parlour.language import _
from parlour.tables import lobby, presence, start
from parlour.tables.owner import Wish
from parlour.tables.rooms import Room, seat_of
from parlour.tables.summary import tell_state
from parlour.wire.encoding import EncodedEvent
from parlour.wire.messages import Notice

Why: TypeAlias = Literal["played", "short", "ended"]

DRAIN_S: Final = 60.0
"""Seconds after which a party looks again whether the host goes on after all."""
OPEN_S: Final = 6 * 3600.0
"""A party that has not begun by then is over: nobody waits for it any more."""


def go_on(context: Context, live: Live) -> None:
    """Continue a party that was played when the host went down, and find its tables again.

    A game whose table is missing has no result.
    """
    rooms = _rooms(context, live)
    for room in rooms.values():
        room.owner = PartyOwner(context, live)
        lobby.watch_deserted(context.tables, room)
    for place, game in enumerate(live.party.games, 1):
        if not game.over and not (place in rooms and rooms[place].table.playing):
            _void(context, live, place)
    if live.party.current is not None and live.party.current.over:
        _next(context, live)


def _rooms(context: Context, live: Live) -> dict[int, Room]:
    """Return the tables of the round that are open, by place."""
    rooms = (context.tables.rooms.get(game.table or 0) for game in live.party.games)
    return {place: room for place, room in enumerate(rooms, 1) if room is not None}


def wait_for_members(context: Context, live: Live) -> None:
    """End the party if nobody starts it for long."""
    end = partial(finish, context, live, "ended")
    live.timer = context.out.timers.at(context.out.now + OPEN_S, end)


# --- the next round -------------------------------------------------------------------


def begin(context: Context, live: Live) -> None:
    live.stop()
    advance(context, live)


def _next(context: Context, live: Live) -> None:
    """Let the next round begin after a pause, unless the owner has stopped the party."""
    if not live.party.halted:
        _later(context, live, context.out.limits.party_pause_s)


def _later(context: Context, live: Live, seconds: float) -> None:
    live.timer = context.out.timers.at(context.out.now + seconds, partial(advance, context, live))


def advance(context: Context, live: Live) -> None:
    """Draw the next round and open its tables, unless the host is about to stop."""
    live.timer = None
    if context.drain.ends is not None:
        _later(context, live, DRAIN_S)
        return
    for member in live.party.present:
        if member.player is not None and not _is_free(context, live, member):
            leave(context, live, member.id)
    party = live.party
    drawn = draw(party, Random(f"{party.seed}/{len(party.played)}"))
    if drawn is None:
        finish(context, live, "short")
        return
    for room in _rooms(context, live).values():
        lobby.close_room(context.tables, room, "party")
    add(context, live, drawn)
    rooms = [_open(context, live, place) for place in range(1, len(drawn.tables) + 1)]
    tell(context, live, "round", games=live.party.games, rests=drawn.rests)
    for place, room in enumerate(rooms, 1):
        _seat(context, live, place, room)


def _is_free(context: Context, live: Live, member: Member) -> bool:
    """Check whether the player is known here and sits at no other game."""
    player = player_of(context, live, member.id)
    sits = seat_of(player)
    return player is not None and (sits is None or not sits[0].table.playing)


def _open(context: Context, live: Live, place: int) -> Room:
    party = live.party
    game = context.tables.games[party.game]
    room = open_table(context, game, party.options, party=party.number)
    room.owner = PartyOwner(context, live)
    add(context, live, r.Began(place=place, table=room.table.number))
    return room


def _seat(context: Context, live: Live, place: int, room: Room) -> None:
    for number, member in enumerate(live.party.games[place - 1].members, 1):
        _sit(context, live, member, room, Seat(number))
    try:
        start.begin(context.tables, context.drain, room, by=room.owner)
    except (CommandError, Refused) as no:
        number = room.table.number
        text = _("The game at table {number} cannot begin. {text}", number=number, text=no.text)
        room.shout(EncodedEvent(Notice(kind="cannot_begin", table=number, what=text)))
        _void(context, live, place)
        _look_on(context, live)


def _sit(context: Context, live: Live, member: MemberId, room: Room, seat: Seat) -> None:
    known = live.party.members[member]
    player = player_of(context, live, member)
    if player is None:
        room.add(tr.Sat(seat=seat, name=known.name, bot=known.bot))
        return
    sits = seat_of(player)
    if sits is not None:
        lobby.stand(context.tables, player, *sits)
    player.stay()
    lobby.sit(context.tables, player, room, tr.Sat(seat=seat, name=player.name, bot=None))
    if player.session is None:
        presence.be_away(context.out, room, seat)
    tell_state(context.out, player, room)


# --- what the owner decides ---------------------------------------------------------------


def halt(context: Context, live: Live) -> None:
    """Pause all games of the round. The next one does not begin before `let_go_on`."""
    live.stop()
    add(context, live, r.Halted(halted=True))
    tell(context, live, "paused", who=live.party.owner_name)
    _halt_games(context, live, halted=True)


def let_go_on(context: Context, live: Live) -> None:
    """Continue all games, also those that their players have paused. Between two rounds the next
    one begins.
    """
    add(context, live, r.Halted(halted=False))
    tell(context, live, "continued", who=live.party.owner_name)
    _halt_games(context, live, halted=False)
    if live.party.current is not None and live.party.current.over:
        begin(context, live)


def _halt_games(context: Context, live: Live, *, halted: bool) -> None:
    for room in _rooms(context, live).values():
        if room.table.state in {"playing", "paused"}:
            room.add(tr.Halted(at=room.at, halted=halted))


def end_round(context: Context, live: Live) -> None:
    """Call off the games that are not over. They have no result."""
    tell(context, live, "ended", who=live.party.owner_name)
    for room in _rooms(context, live).values():
        if room.table.playing:
            room.add(tr.Ended(at=room.at, reason="aborted"))


def drop(context: Context, live: Live, one: Member) -> None:
    """Take a member out of the party, and of the game that they play for it."""
    member = one.id
    leave(context, live, member, dropped=one.player is not None)
    for place, room in _rooms(context, live).items():
        members = live.party.games[place - 1].members
        if member not in members or not room.table.playing:
            continue
        seat = Seat(members.index(member) + 1)
        player = room.seated.get(seat)
        if player is not None:
            lobby.stand(context.tables, player, room, seat, why="kicked")
        elif seat in room.table.chairs:
            room.stand(seat, "kicked")


# --- results ----------------------------------------------------------------------------


def game_over(context: Context, live: Live, table: Table, over: GameOver) -> None:
    """Count the result of the game that has just ended at a table of the party's round."""
    games = enumerate(live.party.games, 1)
    found = [place for place, game in games if game.table == table.number and not game.over]
    for place in found:  # none if the game was lost in a restart, and found again later
        _count(context, live, place, table, over)
        _look_on(context, live)


def _count(context: Context, live: Live, place: int, table: Table, over: GameOver) -> None:
    members = live.party.games[place - 1].members
    seats = {Seat(seat): member for seat, member in enumerate(members, 1)}
    # Who gave up the seat has left the party too.
    sits = {seat: chair.name for seat, chair in table.chairs.items()}
    names = names_of(live.party, members)
    left = {seat for seat, name in zip(seats, names, strict=True) if sits.get(seat) != name}
    if over.reason == "finished":
        sides = [(seat,) for seat in seats]
        lower = table.game.scoring.lower_wins
        outcome = over.outcome
        ranks = places(sides, over.scores, over.winners, left, lower=lower, outcome=outcome)
        if isinstance(outcome, Nobody) or (isinstance(outcome, Together) and outcome.won is False):
            ranks = ()  # nobody has won, so nobody is first
        ranked = dict(zip(seats.values(), ranks, strict=False))
        reached = outcome.points if isinstance(outcome, Together) else 0
        points = {member: over.scores.get(seat, reached) for seat, member in seats.items()}
        if isinstance(outcome, Ranks) and not over.scores:
            points = _by_place(ranked, lower=lower)
        scored = r.Scored(place=place, record=table.record or "", points=points, ranks=ranked)
        add(context, live, scored)
    else:
        stayed = [member for seat, member in seats.items() if seat not in left]
        _void(context, live, place, stayed if left else [])
    tell(context, live, "result", games=live.party.games[place - 1 : place])
    for seat in sorted(left):
        leave(context, live, seats[seat])


def _by_place(ranked: Mapping[MemberId, int], *, lower: bool) -> dict[MemberId, int]:
    """Return points for places: one for each member who is behind, or before if *lower*."""
    places = [*ranked.values()]
    return {
        member: sum(each < rank if lower else each > rank for each in places)
        for member, rank in ranked.items()
    }


def _void(context: Context, live: Live, place: int, walkover: Sequence[MemberId] = ()) -> None:
    add(context, live, r.Voided(place=place, walkover=list(walkover)))


def _look_on(context: Context, live: Live) -> None:
    """If the round is over, tell the standings, and go on after a pause."""
    party = live.party
    if party.current is None or not party.current.over:
        return
    if len(party.played) == party.rounds:
        finish(context, live, "played")
        return
    tell(context, live, "standings", rows=True)
    _next(context, live)


def finish(context: Context, live: Live, why: Why) -> None:
    """End the party. Its tables go on without it."""
    if live.party.halted:
        _halt_games(context, live, halted=False)
    for room in _rooms(context, live).values():
        room.owner = None
        lobby.watch_deserted(context.tables, room)
    add(context, live, r.Over(why=why))
    tell(context, live, "over", rows=True)
    about = {"party": live.party.number, "why": why}
    context.out.report(Report("info", "a party is over", fields=about))


class PartyOwner:
    def __init__(self, context: Context, live: Live) -> None:
        self._context = context
        self._live = live

    @property
    def verb(self) -> str:
        """The command that says what comes after a game."""
        return "party"

    def opened(self, table: Table) -> str:
        """Return what the lobby reads when the table is opened."""
        return _(
            "Table {table}: {title}, a table of party {party}.",
            table=table.number,
            title=table.game.title,
            party=self._live.party.number,
        )

    def refusal(self, wish: Wish) -> str:
        """Return why nobody at its tables can do that. Empty: they can."""
        party = self._live.party.number
        match wish:
            case "begin":
                return _(
                    "This table belongs to party {party}. The next round starts by itself.",
                    party=party,
                )
            case "adjourn":
                return _(
                    "Party {party} waits for this game, so you can't adjourn it.", party=party
                )
            case "pause" | "resume":
                if not self._live.party.halted:
                    return ""
                return _(
                    "{owner}, who owns party {party}, has paused all games. Wait until they "
                    "let them go on.",
                    owner=self._live.party.owner_name,
                    party=party,
                )
            case "move":
                return _(
                    "The game is over. <<How the party goes: party show {party}>>", party=party
                )
            case _:
                assert_never(wish)

    def game_over(self, table: Table, over: GameOver) -> None:
        """Count the result of the game that has just ended at *table*."""
        game_over(self._context, self._live, table, over)
