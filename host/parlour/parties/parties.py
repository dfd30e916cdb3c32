"""All parties of a house: their values, their records, and who hears of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Final

import msgspec
from msgspec.structs import replace

from parlour.core.effects import Report
from parlour.core.persistence import Saved, Write
from parlour.core.sessions import Player
from parlour.core.shelves import Shelf
from parlour.core.timers import Timer
from parlour.language import _
from parlour.party import record as r
from parlour.party.folding import PartyFault, fold, opened, rebuilt
from parlour.party.record import MemberId
from parlour.party.standings import standings
from parlour.party.value import Party, RoundGame
from parlour.tables.drain import Drain
from parlour.tables.rooms import Room, reaches
from parlour.tables.tables import Tables
from parlour.wire.encoding import Line
from parlour.wire.messages import PartyChange, PartyEvent, PartyStanding, PartyTable
from parlour.wire.names import name_key

KEPT: Final = 20
"""Parties that are over and can still be looked at. The oldest is dropped first."""


class PartyEntry(msgspec.Struct, frozen=True):
    """Entry number `seq` of a party's record."""

    party: int
    seq: int
    entry: msgspec.Raw


SHELF: Final = Shelf("party", PartyEntry, "party", "seq")


class Live:
    """A party with its record and its watchers."""

    def __init__(self, party: Party, record: Sequence[bytes]) -> None:
        self.party = party
        self.record = list(record)
        self.watchers: dict[int, Player] = {}
        """By number. They read what members read."""
        self.place = ""
        """The place that it was opened from. Empty after a restart."""
        self.timer: Timer | None = None
        """The timer of the next round, or of the end of a party that never begins."""

    def stop(self) -> None:
        """Cancel what the party waits for."""
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None


def kept(party: int, seq: int, body: bytes) -> Write:
    """Return the write that keeps an entry of a party's record."""
    return SHELF.kept(PartyEntry(party, seq, msgspec.Raw(body)))


class Parties:
    """All parties, by number."""

    def __init__(self, tables: Tables, drain: Drain) -> None:
        self.tables = tables
        self.people = tables.people
        self.out = tables.out
        self.drain = drain
        self.all: dict[int, Live] = {}

    def open(self, entry: r.Opened) -> Live:
        """Open a party."""
        live = self.all[entry.party] = Live(opened(entry), ())
        self._keep(live, entry)
        about = {"party": entry.party, "game": entry.game}
        self.out.report(Report("info", "a party is opened", fields=about))
        return live

    def next_number(self) -> int:
        """Return the number of the next party. The newest is always kept, so none comes twice."""
        return max(self.all, default=0) + 1

    def add(self, live: Live, entry: r.Entry) -> None:
        """Fold *entry* and keep it."""
        live.party = fold(live.party, entry)
        self._keep(live, entry)
        if live.party.state == "over":
            live.stop()
            over = [number for number, each in self.all.items() if each.party.state == "over"]
            for number in over[:-KEPT]:
                gone = self.all.pop(number)
                for seq in range(len(gone.record)):
                    self.out.write_down(SHELF.dropped(number, seq))

    def _keep(self, live: Live, entry: r.Entry) -> None:
        body = r.encode(entry)
        self.out.write_down(kept(live.party.number, len(live.record), body))
        live.record.append(body)

    def restore(self, saved: Saved) -> None:
        """Take back the parties that a store has kept."""
        records: defaultdict[int, list[bytes]] = defaultdict(list)
        for each in SHELF.read(saved):
            records[each.party].append(bytes(each.entry))
        for number, record in sorted(records.items()):
            try:
                self.all[number] = Live(rebuilt(record), record)
            except (PartyFault, ValueError) as error:
                text = f"party {number} cannot be restored: {error}"
                self.out.report(Report("error", text, error))

    # --- who is in it -------------------------------------------------------------------

    def of_player(self, player: Player) -> Live | None:
        """Return the party that is not over and that *player* has signed up for, or None."""
        for live in self.all.values():
            if live.party.state != "over" and live.party.member_of(player.number) is not None:
                return live
        return None

    def keeps_from(self, room: Room, players: Iterable[Player]) -> str:
        """Return why these players cannot play at *room*; empty if they can.

        A round takes all members who are free. If it had to begin without one whom no list shows
        at a table, everybody would know that they play at a private one.
        """
        for player in players if room.table.word else ():
            live = self.of_player(player)
            if live is not None:
                return _(
                    "{name} is in party {party}, so can't play at a private table. "
                    "<<First: party leave>>",
                    name=player.name,
                    party=live.party.number,
                )
        return ""

    def owned_by(self, player: Player) -> Live | None:
        """Return the party that is not over and that *player* owns, or None."""
        for live in self.all.values():
            if live.party.state != "over" and live.party.owner == player.number:
                return live
        return None

    def player(self, live: Live, member: MemberId) -> Player | None:
        """Return the player who is that member. None: a bot, or a name that nobody has now."""
        number = live.party.members[member].player
        return None if number is None else self.people.register.by_number.get(number)

    def name(self, live: Live, member: MemberId) -> str:
        """Return the name of a member."""
        return live.party.members[member].name

    def leave(self, live: Live, member: MemberId) -> None:
        """Take a member out of the party. If they own it, somebody else does from now on."""
        gone = live.party.members[member]
        player = self.player(live, member)
        self.add(live, r.Left(member=member))
        self.tell(live, "left", who=gone.name, also=player)
        if gone.player == live.party.owner:
            self.hand_on(live)

    def hand_on(self, live: Live) -> None:
        """Make the first member who is a player the owner, if there is one."""
        people = (m for m in live.party.present if m.player is not None)
        heir = next(people, None)
        if heir is not None and heir.player is not None:
            self.add(live, r.Handed(owner=heir.player, name=heir.name))
            self.tell(live, "owner", who=heir.name)

    # --- what is said ---------------------------------------------------------------------

    def tell(
        self,
        live: Live,
        change: PartyChange,
        *,
        who: str = "",
        games: Sequence[RoundGame] = (),
        rests: Sequence[MemberId] = (),
        rows: bool = False,
        also: Player | None = None,
        but: Player | None = None,
    ) -> None:
        """Tell the members, the owner and the watchers what has happened.

        *also* hears it too, and *but* does not.

        A name is somebody's own choice, and a signal to players who may not talk. So they hear
        only news of their round, in which all names are known.
        """
        party = live.party
        event = PartyEvent(
            party=party.number,
            change=change,
            game=party.game,
            round=len(party.played),
            rounds=party.rounds,
            tables=tuple(self.table(live, game) for game in games),
            rests=tuple(self.name(live, member) for member in rests),
            standings=self.rows(live) if rows else (),
            who=who,
        )
        members = {m.player for m in party.present if m.player is not None}
        about_round = change in {"round", "result"}
        self.out.tell_all(
            [
                one
                for one in self.hearers(live, also)
                if one is not but and (reaches(one) or (about_round and one.number in members))
            ],
            Line(event),
        )

    def hearers(self, live: Live, also: Player | None = None) -> list[Player]:
        """Return the members who are players, the owner and the watchers, and *also*."""
        by_number = self.people.register.by_number
        members = sorted(m.player for m in live.party.present if m.player is not None)
        known = [*map(by_number.get, members), also, by_number.get(live.party.owner)]
        live.watchers = {n: one for n, one in live.watchers.items() if one.session is not None}
        found = (one for one in (*known, *live.watchers.values()) if one is not None)
        return list(dict.fromkeys(found))

    def table(self, live: Live, game: RoundGame) -> PartyTable:
        """Return a table of a round, as people read it."""
        names = tuple(self.name(live, member) for member in game.members)
        points = tuple(game.points.get(member, 0) for member in game.members)
        return PartyTable(
            table=game.table, seats=names, points=points if game.points else (), over=game.over
        )

    def rows(self, live: Live) -> tuple[PartyStanding, ...]:
        """Return the standings, as people read them."""
        return tuple(
            PartyStanding(
                rank=row.rank,
                name=self.name(live, row.member),
                total=row.total,
                points=row.points,
                games=row.games,
            )
            for row in standings(live.party)
        )

    # --- removing data ------------------------------------------------------------------

    def rename(self, key: str, by: str) -> None:
        """Replace a name in all parties."""
        for live in self.all.values():
            for seq, body in enumerate(live.record):
                entry = r.decode(body)
                if not isinstance(entry, r.Opened | r.Entered | r.Handed):
                    continue
                if name_key(entry.name) == key:
                    live.record[seq] = r.encode(replace(entry, name=by))
                    self.out.write_down(kept(live.party.number, seq, live.record[seq]))
            live.party = rebuilt(live.record)
