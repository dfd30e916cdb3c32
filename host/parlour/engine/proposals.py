"""Proposals: how a table folds what is proposed, answered, and agreed."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from parlour.api import Seat
from parlour.engine import match as matches
from parlour.engine import record as r
from parlour.engine import table_events as h
from parlour.engine.calls import GameFault
from parlour.engine.match import Match
from parlour.engine.table import NextTable, Proposal, RecordFault, Table, chair_at, ended, played


def proposed(table: Table, entry: r.Proposed) -> NextTable:
    chair = chair_at(table, entry.seat)
    number = table.proposed + 1
    waiting = frozenset(
        seat
        for seat, who in table.chairs.items()
        if who.bot is None and (table.over_days or not who.away)
        if seat not in (entry.seat, entry.target)
    )
    name = entry.person or chair.name
    by = entry.seat if entry.person is None else None
    proposal = Proposal(
        entry.what, name, waiting, target=entry.target, bot=entry.bot, by=by, person=entry.person
    )
    proposals = {**table.proposals, number: proposal}
    news = still_proposed(table, number, proposal, entry.seconds)
    new, settled = settle(replace(table, proposals=proposals, proposed=number), entry.at)
    return new, (news, *settled)


def still_proposed(
    table: Table, number: int, proposal: Proposal, seconds: int
) -> h.ProposalChanged:
    """Return the news that *proposal* is made, or still open. *seconds*: the time that is left to
    the player whom it is about.
    """
    told = _told(table, proposal, "proposed", number, proposal.name)
    return replace(told, seconds=seconds, by=proposal.by, asked=proposal.waiting)


def answered(table: Table, entry: r.Answered) -> NextTable:
    proposal = table.proposals.get(entry.number)
    if proposal is None:
        raise RecordFault(f"there is no proposal {entry.number}")
    name = chair_at(table, entry.seat).name
    if not entry.accepts:
        return _drop(table, entry.number), (
            _told(table, proposal, "declined", entry.number, name),
        )
    waiting = proposal.waiting - {entry.seat}
    accepted = replace(proposal, waiting=waiting, accepted=proposal.accepted + 1)
    proposals = {**table.proposals, entry.number: accepted}
    news = _told(table, proposal, "accepted", entry.number, name)
    new, settled = settle(replace(table, proposals=proposals), entry.at)
    return new, (news, *settled)


def lapsed(table: Table, entry: r.Lapsed) -> NextTable:
    proposal = table.proposals.get(entry.number)
    if proposal is None:
        raise RecordFault(f"there is no proposal {entry.number}")
    new = _drop(table, entry.number)
    if not entry.passes:
        return new, (_told(table, proposal, "lapsed", entry.number, proposal.name),)
    agreed = _told(table, proposal, "agreed", entry.number, proposal.name)
    new, told = _carry_out(new, proposal, entry.at)
    return new, (replace(agreed, tacit=bool(proposal.waiting)), *told)


def halted(table: Table, entry: r.Halted) -> NextTable:
    if table.match is None or table.match.ended is not None:
        raise RecordFault("no game is in progress")
    about = {n: one for n, one in table.proposals.items() if one.what in ("pause", "resume")}
    happened: list[h.Happening] = []
    for number, proposal in about.items():
        table = _drop(table, number)
        happened.append(_told(table, proposal, "lapsed", number, proposal.name))
    if table.paused != entry.halted:
        match = replace(table.last_match, now=entry.at)
        table = replace(table, match=match, paused=entry.halted)
        happened.append(h.PauseChanged(entry.halted, owned=True))
    return table, tuple(happened)


def _told(
    table: Table,
    proposal: Proposal,
    kind: Literal["proposed", "accepted", "agreed", "declined", "lapsed"],
    number: int,
    name: str,
) -> h.ProposalChanged:
    whom = None if proposal.target is None else table.name(proposal.target)
    return h.ProposalChanged(
        kind, number, proposal.what, name, whom, proposal.bot, proposal.person
    )


def _drop(table: Table, number: int) -> Table:
    return replace(
        table, proposals={key: value for key, value in table.proposals.items() if key != number}
    )


def given_up(table: Table, seat: Seat, at: int) -> NextTable:
    """Settle what is proposed, now that the player of *seat* has left."""
    kept = {n: proposal for n, proposal in table.proposals.items() if proposal.target != seat}
    if len(kept) < len(table.proposals):
        table = replace(table, proposals=kept)
    return settle(without_answer(table, seat), at)


def without_answer(table: Table, seat: Seat) -> Table:
    """Return *table* without any proposal waiting for the answer of *seat*."""
    if not any(seat in proposal.waiting for proposal in table.proposals.values()):
        return table
    return replace(
        table,
        proposals={
            number: replace(proposal, waiting=proposal.waiting - {seat})
            for number, proposal in table.proposals.items()
        },
    )


def settle(table: Table, at: int) -> NextTable:
    """Carry out every proposal that everybody has accepted.

    A proposal about a player waits until their time is up.
    """
    happened: list[h.Happening] = []
    for number, proposal in list(table.proposals.items()):
        if proposal.waiting or proposal.target is not None or number not in table.proposals:
            continue
        table = _drop(table, number)
        happened.append(_told(table, proposal, "agreed", number, proposal.name))
        table, told = _carry_out(table, proposal, at)
        happened.extend(told)
    return table, tuple(happened)


def _carry_out(table: Table, proposal: Proposal, at: int) -> NextTable:
    what = proposal.what
    if table.match is None or table.match.ended is not None:
        return table, ()
    if what == "abort":
        return ended(table, table.match, "aborted", at)
    if what in ("remove", "replace", "adjourn") or table.suspended is not None:
        return table, ()  # the next entries say what happens
    if what == "takeback":
        return _take_back(table, table.match, proposal.by, at)
    if table.paused == (what == "pause"):
        return table, ()
    # The clock stops here, not at the last move: the time since then has passed.
    match = replace(table.match, now=at)
    return replace(table, match=match, paused=what == "pause"), (h.PauseChanged(what == "pause"),)


def _take_back(table: Table, match: Match, seat: Seat | None, at: int) -> NextTable:
    """Return to the position before the last move of *seat*, if there is one.

    The others may have agreed in an entry about something else, which must happen in any case. So
    a game that fails over it freezes here.
    """
    if seat is None or table.absent or table.frozen or not matches.can_take_back(match, seat):
        return table, ()
    try:
        return played(table, *matches.taken_back(match, seat, at))
    except GameFault:
        return replace(table, match=replace(match, now=at), frozen=True), (h.GameFailed(),)
