"""The file of a finished game: JSON lines, each ending in a hash over all lines up to it."""

from __future__ import annotations

import hashlib
import re
from typing import Final

import msgspec
from msgspec.structs import replace

from parlour.api import OptionValue, Outcome, Seat
from parlour.core.persistence import Finished
from parlour.engine import record as r
from parlour.engine import seals
from parlour.engine.table import RecordFault

FORMAT: Final = 3
"""The form of the file. Raise it when a line or an entry changes its meaning, and for another kind
of entry or another member of one. Older programs then say that they cannot read such a file."""
_NEWER: Final = ((2, b'{"kind":"halted",'),)
"""Later forms, and how the entries begin that need one. A file has the earliest form that it can
have, so older programs read all that they understand."""
_OUTCOME: Final = 3
"""The form of a file whose header has an `outcome`."""

HASH_FIELD: Final = b',"sha256":"'
HASH_DIGITS: Final = 64
TAIL: Final = len(HASH_FIELD) + HASH_DIGITS + len('"}')
"""Bytes of a line that are its hash. The hash covers the rest."""


_SEED: Final = re.compile(r"[0-9a-f]{64}")
"""256 bits. A shorter seed would have the same salts as the one padded with zeros (HMAC)."""


class Header(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """The first line, without its hash: what the game was and how it ended."""

    parlour_record: int
    record: str
    game: str
    version: str
    lexicon: str | None
    lexicon_hash: str | None
    lists: r.Lists = {}
    options: dict[str, OptionValue]
    names: dict[Seat, str]
    ended_s: int
    reason: str
    scores: dict[Seat, int]
    winners: list[Seat]
    outcome: Outcome | None = None
    commitment: str


def started_of(finished: Finished) -> r.Started:
    """Return the first entry of *finished*. Raises RecordFault if it does not start a game."""
    try:
        started = r.decode(finished.entries[0])
    except (IndexError, msgspec.DecodeError, UnicodeDecodeError):
        started = None
    if isinstance(started, r.Started) and seed_of(started) is not None:
        return started
    raise RecordFault("the record does not begin with the start of a game")


def form_of(finished: Finished) -> int:
    """Return the form of a file with this game."""
    if finished.outcome is not None:
        return _OUTCOME
    needed = (
        form for form, begin in _NEWER for entry in finished.entries if entry.startswith(begin)
    )
    return max(needed, default=1)


def seed_of(started: r.Started) -> bytes | None:
    """Return the seed of a game, or None if it is not in the form that hosts write."""
    return bytes.fromhex(started.seed) if _SEED.fullmatch(started.seed) else None


def origin(finished: Finished) -> str:
    """Return the name of the game on the host where it was played. Raises RecordFault."""
    return started_of(finished).record


def adopt(finished: Finished, number: int) -> Finished:
    """Return *finished* as game *number* of this host's archive. Its entries do not change."""
    return replace(finished, number=number, record=f"g{number}")


def same_game(one: Finished, other: Finished) -> bool:
    """Check whether both are the same game, perhaps from two hosts, even if a name was removed.

    The seed decides. Raises RecordFault.
    """
    return started_of(one).seed == started_of(other).seed


def header_of(finished: Finished) -> Header:
    """Return the header of *finished*. Raises RecordFault.

    It has the name from the host where the game was played. So a game that is exported,
    imported elsewhere and exported again gives the same file. Maps are in the order of
    their keys, so there is only one way to write a header.
    """
    started = started_of(finished)
    return Header(
        parlour_record=form_of(finished),
        record=started.record,
        game=finished.game,
        version=finished.version,
        lexicon=finished.lexicon,
        lexicon_hash=finished.lexicon_hash,
        lists=dict(sorted(finished.lists.items())),
        options=dict(sorted(finished.options.items())),
        names=dict(sorted(finished.names.items())),
        ended_s=finished.ended_s,
        reason=finished.reason,
        scores=dict(sorted(finished.scores.items())),
        winners=list(finished.winners),
        outcome=finished.outcome,
        commitment=seals.of_seed(bytes.fromhex(started.seed)),
    )


def export(finished: Finished) -> bytes:
    """Return *finished* as a file. Raises RecordFault if it does not begin with a game's start."""
    bodies = [header_body(header_of(finished))]
    bodies.extend(entry_body(number, entry) for number, entry in enumerate(finished.entries))
    bodies.append(end_body(len(finished.entries)))
    lines: list[bytes] = []
    previous = b""
    for body in bodies:
        previous = chain(previous, body)
        lines.append(b'%b%b%b"}\n' % (body, HASH_FIELD, previous))
    return b"".join(lines)


def chain(previous: bytes, body: bytes) -> bytes:
    """Return a line's hash: over the previous line's hash (none for the first), and *body*."""
    return hashlib.sha256(previous + body).hexdigest().encode()


def header_body(header: Header) -> bytes:
    """Return the first line up to its hash."""
    return msgspec.json.encode(header)[:-1]


def entry_body(number: int, entry: bytes) -> bytes:
    """Return the line of an entry up to its hash. It contains the entry exactly as stored."""
    return b'{"n":%d,"entry":%b' % (number, entry)


def end_body(count: int) -> bytes:
    """Return the last line up to its hash."""
    return b'{"entries":%d' % count
