"""The rounds of a party: who is seated where, what the games are worth, and what comes next."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from random import Random
from typing import Final, Literal, TypeAlias, assert_never

from parlour.api import Refused, Seat
from parlour.core.effects import Report
from parlour.core.persistence import Saved
from parlour.core.refusals import CommandError
from parlour.engine import record as tr
from parlour.engine.options import hashes, named_lists
from parlour.engine.placing import places
from parlour.engine.table import Table
from parlour.engine.table_events import GameOver
from parlour.language import _
from parlour.parties.parties import Live, Parties
from parlour.party import record as r
from parlour.party.record import MemberId
from parlour.party.seating import draw
from parlour.party.value import Member
from parlour.tables import lobby, presence, start
from parlour.tables.owner import Wish
from parlour.tables.rooms import Room, seat_of
from parlour.tables.summary import tell_state
from parlour.wire.encoding import Line
from parlour.wire.messages import Notice

Why: TypeAlias = Literal["played", "short", "ended"]

DRAIN_S: Final = 60.0
"""Seconds after which a party looks again whether the host goes on after all."""
OPEN_S: Final = 6 * 3600.0
"""A party that has not begun by then is over: nobody waits for it any more."""


class Rounds:
    """Plays the rounds of all parties."""

    def __init__(self, parties: Parties) -> None:
        self.parties = parties
        self._tables = parties.tables
        self._out = parties.out

    def restore(self, saved: Saved) -> None:
        """Continue the parties that a store has kept. All tables are restored already."""
        self.parties.restore(saved)
        for live in self.parties.all.values():
            if live.party.state == "open":
                self.wait_for_members(live)
            elif live.party.state == "playing":
                self._find_tables(live)

    def _find_tables(self, live: Live) -> None:
        """Find the tables of the round again. One that is missing has no result."""
        current = live.party.current
        assert current is not None, "it is being played"
        for place, game in enumerate(current.games, 1):
            room = self._tables.rooms.get(game.table or 0)
            if room is not None:
                room.owner = Hall(self, live)
                lobby.watch_deserted(self._tables, room)
            if not game.over and (room is None or not room.table.playing):
                self._void(live, place)
        if live.party.current is not None and live.party.current.over:
            self._later(live, self._out.limits.party_pause_s)

    def wait_for_members(self, live: Live) -> None:
        """End the party if nobody starts it for long."""
        end = partial(self.finish, live, "ended")
        live.timer = self._out.timers.at(self._out.now + OPEN_S, end)

    # --- the next round -------------------------------------------------------------------

    def begin(self, live: Live) -> None:
        """Start the first round."""
        live.stop()
        self.advance(live)

    def _later(self, live: Live, seconds: float) -> None:
        live.timer = self._out.timers.at(self._out.now + seconds, partial(self.advance, live))

    def advance(self, live: Live) -> None:
        """Draw the next round and open its tables, unless the host is about to stop."""
        live.timer = None
        if self.parties.drain.ends is not None:
            self._later(live, DRAIN_S)
            return
        for member in live.party.present:
            if member.player is not None and not self._is_free(live, member):
                self.parties.leave(live, member.id)
        party = live.party
        drawn = draw(party, Random(f"{party.seed}/{len(party.played)}"))
        if drawn is None:
            self.finish(live, "short")
            return
        self._close_tables(live)
        self.parties.add(live, drawn)
        rooms = [self._open(live, place) for place in range(1, len(drawn.tables) + 1)]
        current = live.party.current
        assert current is not None, "it was drawn"
        self.parties.tell(live, "round", games=current.games, rests=current.rests)
        for place, room in enumerate(rooms, 1):
            self._seat(live, place, room)

    def _is_free(self, live: Live, member: Member) -> bool:
        """Check whether the player is known here and sits at no other game."""
        player = self.parties.player(live, member.id)
        sits = seat_of(player)
        return player is not None and (sits is None or not sits[0].table.playing)

    def _close_tables(self, live: Live) -> None:
        """Close the tables of the round before."""
        for game in live.party.current.games if live.party.current is not None else ():
            room = self._tables.rooms.get(game.table or 0)
            if room is not None:
                lobby.close_room(self._tables, room, "party")

    def _open(self, live: Live, place: int) -> Room:
        party, tables = live.party, self._tables
        game = tables.games[party.game]
        options = dict(party.options)
        lexicon = tables.lexicons.get(str(options.get("lexicon")))
        tables.last_table += 1
        opened = tr.Opened(
            table=tables.last_table,
            game=game.id,
            version=game.version,
            options=options,
            lexicon=lexicon.name if lexicon is not None else None,
            lexicon_hash=lexicon.hash if lexicon is not None else None,
            lists=hashes(named_lists(game.options, options, tables.lexicons)),
            party=party.number,
        )
        room = lobby.open_room(tables, opened)
        room.owner = Hall(self, live)
        self.parties.add(live, r.Began(place=place, table=opened.table))
        return room

    def _seat(self, live: Live, place: int, room: Room) -> None:
        """Seat the members at their table and start the game."""
        assert live.party.current is not None, "a round is played"
        for number, member in enumerate(live.party.current.games[place - 1].members, 1):
            self._sit(live, member, room, Seat(number))
        try:
            start.begin(self._tables, self.parties.drain, room, by=room.owner)
        except (CommandError, Refused) as no:
            text = _(
                "The game at table {number} cannot begin. {text}",
                number=room.table.number,
                text=no.text,
            )
            number = room.table.number
            room.shout(Line(Notice(kind="cannot_begin", table=number, what=text)))
            self._void(live, place)
            self._look_on(live)

    def _sit(self, live: Live, member: MemberId, room: Room, seat: Seat) -> None:
        known = live.party.members[member]
        player = self.parties.player(live, member)
        if player is None:
            room.add(tr.Sat(seat=seat, name=known.name, bot=known.bot))
            return
        sits = seat_of(player)
        if sits is not None:
            lobby.stand(self._tables, player, *sits)
        player.stay()
        lobby.sit(self._tables, player, room, tr.Sat(seat=seat, name=player.name, bot=None))
        if player.session is None:
            presence.be_away(self._out, room, seat)
        tell_state(self._out, player, room)

    # --- results ----------------------------------------------------------------------------

    def game_over(self, live: Live, table: Table, over: GameOver) -> None:
        """Count the result of the game that has just ended at a table of the party's round."""
        current = live.party.current
        assert current is not None, "the table belongs to a round"
        games = enumerate(current.games, 1)
        found = [place for place, game in games if game.table == table.number and not game.over]
        for place in found:  # none if the game was lost in a restart, and found again later
            self._count(live, place, table, over)
            self._look_on(live)

    def _count(self, live: Live, place: int, table: Table, over: GameOver) -> None:
        assert live.party.current is not None, "a round is played"
        members = live.party.current.games[place - 1].members
        seats = {Seat(seat): member for seat, member in enumerate(members, 1)}
        left = {
            seat for seat, member in seats.items() if self._has_left(live, table, seat, member)
        }
        if over.reason == "finished":
            sides = [(seat,) for seat in seats]
            lower = table.game.scoring.lower_wins
            ranks = places(sides, over.scores, over.winners, left, lower=lower)
            scored = r.Scored(
                place=place,
                record=table.record or "",
                points={member: over.scores.get(seat, 0) for seat, member in seats.items()},
                ranks=dict(zip(seats.values(), ranks, strict=True)),
            )
            self.parties.add(live, scored)
        else:
            stayed = [member for seat, member in seats.items() if seat not in left]
            self._void(live, place, stayed if left else [])
        game = live.party.current.games[place - 1]
        self.parties.tell(live, "result", games=[game])
        for seat in sorted(left):
            self.parties.leave(live, seats[seat])

    def _has_left(self, live: Live, table: Table, seat: Seat, member: MemberId) -> bool:
        """Check whether that member gave up the seat. Then they have left the party too."""
        chair = table.chairs.get(seat)
        return chair is None or chair.name != self.parties.name(live, member)

    def _void(self, live: Live, place: int, walkover: Sequence[MemberId] = ()) -> None:
        self.parties.add(live, r.Voided(place=place, walkover=list(walkover)))

    def _look_on(self, live: Live) -> None:
        """If the round is over, tell the standings, and go on after a pause."""
        party = live.party
        if party.current is None or not party.current.over:
            return
        if len(party.played) == party.rounds:
            self.finish(live, "played")
            return
        self.parties.tell(live, "standings", rows=True)
        self._later(live, self._out.limits.party_pause_s)

    def finish(self, live: Live, why: Why) -> None:
        """End the party. Its tables go on without it."""
        for game in live.party.current.games if live.party.current is not None else ():
            room = self._tables.rooms.get(game.table or 0)
            if room is not None:
                room.owner = None
                lobby.watch_deserted(self._tables, room)
        self.parties.add(live, r.Over(why=why))
        self.parties.tell(live, "over", rows=True)
        about = {"party": live.party.number, "why": why}
        self._out.report(Report("info", "a party is over", fields=about))


class Hall:
    """A party as the `Owner` of its tables."""

    verb: Final = "party"

    def __init__(self, rounds: Rounds, live: Live) -> None:
        self._rounds = rounds
        self._live = live

    def opened(self, table: Table) -> str:
        """Return what the lobby reads when the table is opened."""
        return _(
            "Table {table}: {title}, a table of party {party}.",
            table=table.number,
            title=table.game.title,
            party=self._live.party.number,
        )

    def refusal(self, wish: Wish) -> str:
        """Return why nobody at its tables can do that."""
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
            case "move":
                return _(
                    "The game is over. <<How the party goes: party show {party}>>", party=party
                )
            case _:
                assert_never(wish)

    def game_over(self, table: Table, over: GameOver) -> None:
        """Count the result of the game that has just ended at *table*."""
        self._rounds.game_over(self._live, table, over)
