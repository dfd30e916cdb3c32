"""Remove a player's data: their name and talk leave a finished game, but the game stays."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from parlour.api import OptionValue, Seat
from parlour.core.persistence import Finished
from parlour.engine import record as r
from parlour.tables.archive import seats_of
from parlour.wire.names import name_key

REMOVED: Final = "(removed)"
"""The replacement for what they said."""

_NAMING: Final = (b'"started"', b'"sat"', b'"joined"', b'"said"')
"""Bytes in every entry that holds a name. We need not decode most others."""


def without_name(finished: Finished, name: str, by: str) -> Finished:
    """Return *finished* with *by* in place of *name*, and without what that player said.

    We compare names by their key, as everywhere: `Ann` is `ann`. An option that named the player
    names their seat instead, which means the same to the rules. What others said does not change,
    nor does any byte of an entry without the player. Raises
    msgspec.DecodeError for an invalid entry.
    """
    key = name_key(name)
    return replace(
        finished,
        names=_names(finished.names, key, by),
        players={other: number for other, number in finished.players.items() if other != key},
        options=_options(finished.options, _start(finished), key),
        entries=tuple(_body(body, key, by) for body in finished.entries),
    )


def others_in(finished: Finished) -> frozenset[str]:
    """Return the keys of people in the record who did not play: they chatted, or sat down late.

    Raises msgspec.DecodeError for an invalid entry.
    """
    keys = {
        name_key(entry.name)
        for entry in map(r.decode, filter(_names_somebody, finished.entries))
        if isinstance(entry, r.Sat | r.Said)
    }
    return frozenset(keys.difference(seats_of(finished)))


def _start(finished: Finished) -> r.Started | None:
    """Return how the game began. Its options cannot name a player who came later."""
    first = map(r.decode, finished.entries[:1])
    return next((entry for entry in first if isinstance(entry, r.Started)), None)


def _names_somebody(body: bytes) -> bool:
    return any(kind in body for kind in _NAMING)


def _names(names: Mapping[Seat, str], key: str, by: str) -> dict[Seat, str]:
    return {seat: by if name_key(name) == key else name for seat, name in names.items()}


def _options(
    options: Mapping[str, OptionValue], start: r.Started | None, key: str
) -> dict[str, OptionValue]:
    found = dict(options)
    if start is not None:
        seats = {name_key(name): seat for seat, name in start.names.items()}
        found |= {
            option: f"seat{seats[key]}"
            for option in start.seat_options
            if key in seats and name_key(str(options[option])) == key
        }
    return found


def _body(body: bytes, key: str, by: str) -> bytes:
    if not _names_somebody(body):
        return body
    entry = r.decode(body)
    new = _entry(entry, key, by)
    return body if new == entry else r.encode(new)


def _entry(entry: r.Entry, key: str, by: str) -> r.Entry:
    match entry:
        case r.Started():
            options = _options(entry.options, entry, key)
            return replace(entry, names=_names(entry.names, key, by), options=options)
        case r.Sat() | r.Joined() if name_key(entry.name) == key:
            return replace(entry, name=by)
        case r.Said() if name_key(entry.name) == key:
            return replace(entry, name=by, what=REMOVED)
        case _:
            return entry
