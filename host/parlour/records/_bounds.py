"""What a record from elsewhere may hold: times, numbers, names, texts and lists within bounds.

A record can be imported without its game, and then nothing replays it. Lists, screens and
replays show it all the same, so nothing in it may harm them. No host writes anything beyond
these bounds.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from typing import Any, Final, cast, get_args

import msgspec

from parlour.api import MOST_SEATS, Ending, Outcome, Seat
from parlour.engine.outcomes import checked
from parlour.wire.names import BadName, shape_of
from parlour.wire.text import clean

LATEST_S: Final = 253_402_300_799
"""The last second of the year 9999, the last that `wire.text.when` can show."""
LONGEST_MS: Final = 100 * 366 * 86_400_000
"""The longest game: a hundred years."""
LARGEST: Final = 2**53 - 1
"""The largest number that every JSON reader keeps as it is."""
LONGEST_TEXT: Final = 2_000
"""Characters. A line of a guest has at most 1024 bytes, and a plugin's 1000 characters."""
LONGEST_WORD: Final = 79
"""Characters of texts that are not sentences: versions, word lists, options. Lists show them."""
LONGEST_LIST: Final = 1_000
"""Items of a list, or keys of an object: no entry has a hundred."""
DEEPEST: Final = 20
"""Lists in lists of a move."""
MOST_ENTRIES: Final = 200_000
"""A hundred times the longest game."""
MOST_NAMES: Final = 2_000
"""Everybody who played or talked. A host keeps an index of them."""

_TIMES: Final = {"at": LONGEST_MS, "ended_s": LATEST_S, "wall_s": LATEST_S, "seconds": LATEST_S}
_NEGATIVE: Final = frozenset({"scores", "ratings", "options", "move"})
"""Fields whose numbers may be below zero."""
_SENTENCES: Final = frozenset({"what", "why", "move", "outcome"})
"""Fields that hold talk, a reason, the end of a game, or whatever a game allows."""
_GAME: Final = re.compile(r"[a-z]{2,16}")
_BIDI: Final = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_ENDINGS: Final = get_args(Ending)


class Unbounded(Exception):
    """A value that no host writes: the field, and why."""

    def __init__(self, field: str, why: str) -> None:
        super().__init__(f"{field}: {why}")
        self.field = field
        self.why = why


def check_header(fields: Mapping[str, Any]) -> None:
    """Check the fields of the first line. Raises Unbounded."""
    _check_fields(fields)
    if fields["reason"] not in _ENDINGS:
        raise Unbounded("reason", f"a game ends as {', '.join(_ENDINGS)}")
    if not _GAME.fullmatch(fields["game"]):
        raise Unbounded("game", "a game is called by 2 to 16 letters a to z")
    seats = {int(seat) for seat in fields["names"]}
    if not seats:
        raise Unbounded("names", "nobody has played")
    for field in ("scores", "winners"):
        if not seats.issuperset(map(int, fields[field])):
            raise Unbounded(field, "nobody has played at such a seat")
    _check_outcome(fields, seats)


def _check_outcome(fields: Mapping[str, Any], seats: set[int]) -> None:
    """Check how a game ended, which has been decoded, and that it has these winners."""
    if "outcome" not in fields:
        return
    try:
        outcome = msgspec.convert(fields["outcome"], Outcome)
    except msgspec.ValidationError:
        raise Unbounded("outcome", "a game without one leaves it out") from None
    try:
        checked(outcome, [Seat(seat) for seat in seats])
    except TypeError as error:
        raise Unbounded("outcome", str(error)) from None


def check_entry(body: bytes) -> list[str]:
    """Check an entry that has been decoded, and return the names in it. Raises Unbounded."""
    fields: dict[str, Any] = msgspec.json.decode(body)
    _check_fields(fields)
    return [name for name in _names_in(fields) if isinstance(name, str)]


def check_counts(entries: int, names: set[str]) -> None:
    """Check how many entries and different names a record has. Raises Unbounded."""
    if entries > MOST_ENTRIES:
        raise Unbounded("entries", f"there are {entries}, and at most {MOST_ENTRIES} are allowed")
    if len(names) > MOST_NAMES:
        raise Unbounded("names", f"there are {len(names)}, and at most {MOST_NAMES} are allowed")


def _names_in(fields: Mapping[str, Any]) -> Iterator[object]:
    yield from cast("dict[str, str]", fields.get("names", {})).values()
    yield from (fields[key] for key in ("name", "person") if key in fields)


def _check_fields(fields: Mapping[str, Any]) -> None:
    for field, value in fields.items():
        _check(field, value)
    for name in _names_in(fields):
        if isinstance(name, str) and not _is_name(name):
            raise Unbounded("name" if "name" in fields else "names", "that is no player's name")
    for seat in (fields.get("seat"), fields.get("target"), *fields.get("names", {})):
        if seat is not None and not 1 <= int(seat) <= MOST_SEATS:
            raise Unbounded("seat", f"seats are numbered 1 to {MOST_SEATS}")


def _is_name(name: str) -> bool:
    try:
        return shape_of(name) == name
    except BadName:
        return False


def _check(field: str, value: object, deep: int = DEEPEST) -> None:
    """Check a value of a field, and all values in it. Only its game understands a move."""
    match value:
        case bool():
            return
        case int():
            least = -LARGEST if field in _NEGATIVE else 0
            most = _TIMES.get(field, LARGEST)
            if not least <= value <= most:
                raise Unbounded(field, f"its number must be {least} to {most}")
        case str():
            longest = LONGEST_TEXT if field in _SENTENCES else LONGEST_WORD
            if len(value) > longest:
                raise Unbounded(field, f"its text has more than {longest} characters")
            if any(map(_controls, value)) if field == "move" else clean(value) != value:
                raise Unbounded(field, "its text has a character that no screen should get")
        case list() | dict():
            if not deep:
                raise Unbounded(field, f"it has more than {DEEPEST} levels")
            for each in _items(field, cast("list[object] | dict[str, object]", value)):
                _check(field, each, deep - 1)
        case _:
            return


def _controls(char: str) -> bool:
    return unicodedata.category(char) in ("Cc", "Zl", "Zp") or char in _BIDI


def _items(field: str, value: list[object] | dict[str, object]) -> Iterator[object]:
    """Yield what is in a list, or the keys and the values of an object."""
    if len(value) > LONGEST_LIST:
        raise Unbounded(field, f"it has more than {LONGEST_LIST} items")
    if isinstance(value, dict):
        yield from value
        yield from value.values()
    else:
        yield from value
