"""`fold(party, entry)`: the only transition of a party."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType
from typing import assert_never

from msgspec.structs import replace

from parlour.features.parties import record as r
from parlour.features.parties.value import Member, Party, Round, RoundGame


class PartyFault(Exception):
    """An entry that cannot follow the ones before it."""


def opened(entry: r.Opened) -> Party:
    """Return the party that begins with *entry*."""
    return Party(
        number=entry.party,
        game=entry.game,
        options=entry.options,
        format=entry.format,
        tables=entry.tables,
        rounds=entry.rounds,
        low=entry.low,
        high=entry.high,
        places=entry.places,
        owner=entry.owner,
        owner_name=entry.name,
        seed=entry.seed,
        lower=entry.lower,
    )


def rebuilt(bodies: Sequence[bytes]) -> Party:
    """Return the party with that record. Raises PartyFault, or msgspec.DecodeError."""
    first, *others = map(r.decode, bodies)
    if not isinstance(first, r.Opened):
        raise PartyFault("the record does not begin with the opening")
    party = opened(first)
    for entry in others:
        party = fold(party, entry)
    return party


def fold(party: Party, entry: r.Entry) -> Party:
    """Return the party after *entry*. Raises PartyFault for an entry out of place."""
    if party.why is not None:
        raise PartyFault("the party is over")
    match entry:
        case r.Opened():
            raise PartyFault("the party is open already")
        case r.Entered():
            number = len(party.members) + 1
            member = Member(id=number, name=entry.name, player=entry.player, bot=entry.bot)
            return replace(party, members=MappingProxyType({**party.members, number: member}))
        case r.Left():
            return _left(party, entry)
        case r.Handed():
            return replace(party, owner=entry.owner, owner_name=entry.name)
        case r.Drawn():
            return _drawn(party, entry)
        case r.Began():
            return _changed(party, entry.place, table=entry.table)
        case r.Scored():
            return _changed(
                party,
                entry.place,
                record=entry.record,
                points=entry.points,
                ranks=entry.ranks,
                over=True,
            )
        case r.Voided():
            return _changed(party, entry.place, walkover=tuple(entry.walkover), over=True)
        case r.Over():
            return replace(party, why=entry.why)
        case _:
            assert_never(entry)


def _left(party: Party, entry: r.Left) -> Party:
    member = party.members.get(entry.member)
    if member is None or member.left:
        raise PartyFault(f"there is no member {entry.member}")
    gone = {**party.members, entry.member: replace(member, left=True)}
    return replace(party, members=MappingProxyType(gone))


def _drawn(party: Party, entry: r.Drawn) -> Party:
    if party.current is not None and not party.current.over:
        raise PartyFault("a round is being played")
    seated = [member for table in entry.tables for member in table] + entry.rests
    if len(set(seated)) < len(seated) or not party.members.keys() >= set(seated):
        raise PartyFault("each member has one seat at most")
    games = tuple(RoundGame(members=tuple(table)) for table in entry.tables)
    return replace(party, played=(*party.played, Round(games, tuple(entry.rests))))


def _changed(party: Party, place: int, **changes: object) -> Party:
    current = party.current
    if current is None or not 1 <= place <= len(current.games) or current.games[place - 1].over:
        raise PartyFault(f"no game is played at place {place}")
    games = list(current.games)
    games[place - 1] = replace(games[place - 1], **changes)
    played = (*party.played[:-1], Round(tuple(games), current.rests))
    return replace(party, played=played)
