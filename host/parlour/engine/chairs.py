"""Entries about the people at a table: who sits, leaves, is ready or away, and their options."""

from __future__ import annotations

from collections.abc import Iterable
from types import MappingProxyType
from typing import Literal

from msgspec.structs import replace

from parlour.api import AnyGame, Seat
from parlour.engine import match as matches
from parlour.engine import proposals
from parlour.engine import record as r
from parlour.engine import table_events as h
from parlour.engine.match import AnyBot, Match
from parlour.engine.options import completed, defaulted
from parlour.engine.table import (
    Chair,
    NextTable,
    RecordFault,
    Table,
    chair_at,
    everybody_away,
    free_seats,
    next_host,
    played,
    running,
)


def sat(table: Table, entry: r.Sat) -> NextTable:
    news = h.SeatChanged(entry.seat, entry.name, entry.bot, "sat")
    return _seated(table, entry), (news,)


def _seated(table: Table, entry: r.Sat | r.Joined) -> Table:
    if entry.seat in table.chairs or not 1 <= entry.seat <= table.size:
        raise RecordFault(f"seat {entry.seat} cannot be taken")
    chair = Chair(entry.name, entry.bot, ready=entry.bot is not None)
    chairs = dict(sorted({**table.chairs, entry.seat: chair}.items()))
    host = table.host
    if host is None and entry.bot is None:
        host = entry.seat
    return replace(table, chairs=chairs, host=host)


def joined(table: Table, entry: r.Joined) -> NextTable:
    """Seat a newcomer in a game in progress.

    They have the seat and the name, and a bot its memory, before we ask the rules and the views.
    """
    if entry.takes_over:
        return _taken_over(table, entry)
    if table.absent:
        return _joined_unseen(table, entry), ()
    if not table.playing or entry.seat not in free_seats(table):
        raise RecordFault(f"seat {entry.seat} is not free")
    bot = None if entry.bot is None else minds(table.game, [entry.bot])[entry.bot]
    match, happened = matches.joined(table.last_match, entry.seat, bot, entry.at)
    new, told = played(_named(_seated(table, entry), entry), match, happened)
    return new, (h.SeatChanged(entry.seat, entry.name, entry.bot, "sat", plays=True), *told)


def _joined_unseen(table: Table, entry: r.Joined) -> Table:
    match = table.last_match
    seats = tuple(sorted({*match.seats, entry.seat}))
    new = _named(_seated(table, entry), entry)
    return replace(new, match=replace(match, seats=seats, now=entry.at))


def _named(table: Table, entry: r.Joined) -> Table:
    """Return *table* with the player who joined among the players of the game."""
    names = dict(sorted({**table.names, entry.seat: entry.name}.items()))
    return replace(table, names=MappingProxyType(names))


def _taken_over(table: Table, entry: r.Joined) -> NextTable:
    """Let a bot play on for a silent player, or a person for a disconnected one."""
    match, before = running(table), chair_at(table, entry.seat)
    if before.bot is not None or entry.seat not in match.seats:
        raise RecordFault(f"nobody can take over seat {entry.seat}")
    if table.absent:
        match = replace(match, now=entry.at)
    elif entry.bot is not None:
        mind = minds(table.game, [entry.bot])[entry.bot]
        match = matches.taken_over(match, entry.seat, mind, entry.at)
    chair = Chair(entry.name, entry.bot, ready=entry.bot is not None)
    chairs = {**table.chairs, entry.seat: chair}
    names = MappingProxyType({**table.names, entry.seat: entry.name})
    new = replace(table, match=match, chairs=chairs, names=names)
    why: Literal["silent", "absent"] = "absent" if entry.bot is None else "silent"
    happened: list[h.Happening] = [h.SeatChanged(entry.seat, before.name, None, why)]
    if table.host == entry.seat:
        new, handed = _hand_over(new)
        happened.extend(handed)
    happened.append(h.SeatChanged(entry.seat, entry.name, entry.bot, "sat", plays=True))
    new, settled = proposals.given_up(new, entry.seat, entry.at)
    return new, (*happened, *settled)


def minds(game: AnyGame, kinds: Iterable[str]) -> dict[str, AnyBot]:
    """Return the bots of *game* by kind. Raises RecordFault unless all *kinds* are among them."""
    minds: dict[str, AnyBot] = {}
    for kind in kinds:
        bot = game.bot_named(kind)
        if bot is None:
            raise RecordFault(f"there is no bot {kind} here")
        minds[kind] = bot
    return minds


def stood(table: Table, entry: r.Stood) -> NextTable:
    chair = table.chairs.get(entry.seat)
    if chair is None:
        raise RecordFault(f"nobody sits at seat {entry.seat}")
    chairs = {seat: who for seat, who in table.chairs.items() if seat != entry.seat}
    happened: list[h.Happening] = [h.SeatChanged(entry.seat, chair.name, chair.bot, entry.why)]
    new = replace(table, chairs=chairs)
    if table.host == entry.seat:
        new, handed = _hand_over(new)
        happened.extend(handed)
    match = new.match
    if match is not None and match.ended is None and entry.seat in match.seats:
        new, told = gone(new, match, entry.seat, entry.at)
        happened.extend(told)
    new, settled = proposals.given_up(new, entry.seat, entry.at)
    return new, (*happened, *settled)


def gone(table: Table, match: Match, seat: Seat, at: int) -> NextTable:
    """Remove a player from the game. The rules decide, unless only bots are left."""
    suspended = table.suspended
    if suspended is not None:
        noted = replace(suspended, left=(*suspended.left, seat))
        return replace(table, suspended=noted), ()
    if table.frozen or table.absent:
        return table, ()
    if any(chair.bot is None for chair in table.chairs.values()):
        return played(table, *matches.left(match, seat, at))
    return played(table, *matches.end(match, "deserted", at))


def _hand_over(table: Table) -> NextTable:
    """Make somebody else the table host, if anybody is left."""
    seat = next_host(table.chairs)
    if seat is None:
        return replace(table, host=None), ()
    return replace(table, host=seat), (h.SeatChanged(seat, table.chairs[seat].name, None, "host"),)


def readied(table: Table, entry: r.Readied) -> NextTable:
    chair = chair_at(table, entry.seat)
    chairs = {**table.chairs, entry.seat: replace(chair, ready=entry.ready)}
    news = h.SeatChanged(entry.seat, chair.name, chair.bot, "ready" if entry.ready else "unready")
    return replace(table, chairs=chairs), (news,)


def presence(table: Table, entry: r.Presence) -> NextTable:
    chair = chair_at(table, entry.seat)
    chairs = {**table.chairs, entry.seat: replace(chair, away=entry.away)}
    news = h.SeatChanged(entry.seat, chair.name, chair.bot, "away" if entry.away else "back")
    new = replace(table, chairs=chairs)
    if not entry.away or table.over_days:
        return new, (news,)
    new, settled = proposals.settle(proposals.without_answer(new, entry.seat), entry.at)
    return new, (news, *settled)


def restarted(table: Table, entry: r.Restarted) -> NextTable:
    """Mark everybody as disconnected. They have not left, so proposals still wait for them."""
    return replace(table, chairs=everybody_away(table.chairs)), ()


def unready(table: Table) -> dict[Seat, Chair]:
    """Return the chairs with only bots ready."""
    return {
        seat: chair if chair.ready is bool(chair.bot) else replace(chair, ready=bool(chair.bot))
        for seat, chair in table.chairs.items()
    }


def optioned(table: Table, entry: r.Optioned) -> NextTable:
    if table.playing and not table.absent:
        raise RecordFault("the options of a running game stay as they are")
    chairs = unready(table)
    changed = {name: v for name, v in entry.options.items() if table.options.get(name) != v}
    options = completed((*table.game.options, *defaulted(table.game)), entry.options)
    return replace(table, options=options, chairs=chairs), (h.OptionsChanged(changed),)
