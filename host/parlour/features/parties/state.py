"""All parties of a host, their records, and who reads their news."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from parlour.commands.call import Context
from parlour.core.effects import Report
from parlour.core.persistence import Write
from parlour.core.sessions import Player
from parlour.core.shelves import Shelf
from parlour.core.timers import Timer
from parlour.features.parties import record as r
from parlour.features.parties.messages import (
    PartyChange,
    PartyEvent,
    PartyStanding,
    PartyTable,
    TableNow,
)
from parlour.features.parties.record import MemberId, Party, RoundGame, fold, opened
from parlour.features.parties.standings import standings
from parlour.tables.rooms import reaches
from parlour.wire.encoding import EncodedEvent

KEPT: Final = 20
"""Parties that are over and can still be looked at. The oldest is dropped first."""


class PartyEntry(msgspec.Struct, frozen=True):
    """Entry number `seq` of a party's record."""

    party: int
    seq: int
    entry: msgspec.Raw


SHELF: Final = Shelf("party", PartyEntry, "party", "seq")


def kept(party: int, seq: int, body: bytes) -> Write:
    """Return the write that keeps an entry of a party's record."""
    return SHELF.kept(PartyEntry(party, seq, msgspec.Raw(body)))


class Glance:
    """How a table looked to watchers when somebody asked last (`overview`)."""

    def __init__(self, table: int | None, now: float) -> None:
        self.table = table
        self.shown: object = None
        """Its state, and what watchers saw."""
        self.since = now
        """When that was new."""
        self.rows: dict[str, tuple[float, TableNow]] = {}
        """By language: when it was looked at, and what was told."""


class Live:
    def __init__(self, party: Party, record: Sequence[bytes] = ()) -> None:
        self.party = party
        self.record = list(record)
        self.watchers: dict[int, Player] = {}
        """By number. They read what members read."""
        self.place = ""
        """The place that it was opened from. Empty after a restart."""
        self.glances: dict[int, Glance] = {}
        """How its tables looked last, by place in the round."""
        self.timer: Timer | None = None
        """The timer of the next round, or of the end of a party that never begins."""

    @property
    def followed(self) -> str:
        """What the card of a watcher's connection says (`sessions.Card`)."""
        return f"party {self.party.number}"

    def stop(self) -> None:
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None


class Parties:
    def __init__(self) -> None:
        self.all: dict[int, Live] = {}

    @property
    def going(self) -> list[Live]:
        return [live for live in self.all.values() if live.party.state != "over"]

    def next_number(self) -> int:
        """Return the number of the next party. The newest is always kept, so none comes twice."""
        return max(self.all, default=0) + 1

    def of_player(self, player: Player) -> Live | None:
        """Return the party that is not over and that *player* has signed up for, or None."""
        return next((one for one in self.going if one.party.member_of(player.number)), None)

    def owned_by(self, player: Player) -> Live | None:
        """Return the party that is not over and that *player* owns, or None."""
        return next((one for one in self.going if one.party.owner == player.number), None)


# --- what happens, and what is kept of it ---------------------------------------------------


def open_party(context: Context, entry: r.Opened) -> Live:
    live = context.state(Parties).all[entry.party] = Live(opened(entry))
    _keep(context, live, entry)
    about = {"party": entry.party, "game": entry.game}
    context.out.report(Report("info", "a party is opened", fields=about))
    return live


def add(context: Context, live: Live, entry: r.Entry) -> None:
    """Fold *entry* and keep it."""
    live.party = fold(live.party, entry)
    _keep(context, live, entry)
    if live.party.state == "over":
        live.stop()
        parties = context.state(Parties)
        over = [number for number, each in parties.all.items() if each.party.state == "over"]
        for number in over[:-KEPT]:
            gone = parties.all.pop(number)
            for seq in range(len(gone.record)):
                context.out.write_down(SHELF.dropped(number, seq))


def _keep(context: Context, live: Live, entry: r.Entry) -> None:
    body = r.encode(entry)
    context.out.write_down(kept(live.party.number, len(live.record), body))
    live.record.append(body)


# --- who is in it ---------------------------------------------------------------------------


def player_of(context: Context, live: Live, member: MemberId) -> Player | None:
    """Return the player who is that member. None: a bot, or a name that nobody has now."""
    number = live.party.members[member].player
    return None if number is None else context.people.register.by_number.get(number)


def leave(context: Context, live: Live, member: MemberId, *, dropped: bool = False) -> None:
    """Take a member out of the party, unless they are. If they own it, the first who is a player
    does from now on, if there is one. *dropped*: they cannot sign up again.
    """
    gone = live.party.members[member]
    if gone.left:
        return
    player = player_of(context, live, member)
    add(context, live, r.Left(member=member, dropped=dropped))
    tell(context, live, "left", who=gone.name, also=player)
    if gone.player == live.party.owner:
        heir = next((m for m in live.party.present if m.player is not None), None)
        if heir is not None and heir.player is not None:
            hand_on(context, live, heir.player, heir.name)


def hand_on(context: Context, live: Live, owner: int, name: str) -> None:
    add(context, live, r.Handed(owner=owner, name=name))
    tell(context, live, "owner", who=name)


# --- what is said ---------------------------------------------------------------------------


def tell(
    context: Context,
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
        tables=tuple(table_of(party, game) for game in games),
        rests=names_of(party, rests),
        standings=rows_of(party) if rows else (),
        who=who,
        lower=party.lower,
    )
    members = {m.player for m in party.present if m.player is not None}
    about_round = change in {"round", "result", "paused", "continued", "ended"}
    told = [
        one
        for one in hearers(context, live, also)
        if one is not but and (reaches(one) or (about_round and one.number in members))
    ]
    context.out.tell_all(told, EncodedEvent(event))


def hearers(context: Context, live: Live, also: Player | None = None) -> list[Player]:
    """Return the members who are players, the owner and the watchers, and *also*."""
    by_number = context.people.register.by_number
    members = sorted(m.player for m in live.party.present if m.player is not None)
    known = [*map(by_number.get, members), also, by_number.get(live.party.owner)]
    live.watchers = {n: one for n, one in live.watchers.items() if one.session is not None}
    found = (one for one in (*known, *live.watchers.values()) if one is not None)
    return list(dict.fromkeys(found))


def names_of(party: Party, members: Sequence[MemberId]) -> tuple[str, ...]:
    return tuple(party.members[member].name for member in members)


def table_of(party: Party, game: RoundGame) -> PartyTable:
    points = tuple(game.points.get(member, 0) for member in game.members)
    return PartyTable(
        table=game.table,
        seats=names_of(party, game.members),
        points=points if game.points else (),
        over=game.over,
    )


def rows_of(party: Party) -> tuple[PartyStanding, ...]:
    return tuple(standings(party).values())
