"""The keys of all accounts, by fingerprint, and how a fingerprint is written."""

from __future__ import annotations

import re
from base64 import b64decode
from typing import Final

import msgspec

from parlour.core.persistence import Write
from parlour.core.shelves import Shelf
from parlour.tables.happened import Removed
from parlour.wire.fingerprints import fingerprint, is_fingerprint

_PUBLIC: Final = re.compile(r"([a-z0-9@.-]{1,64}) ([A-Za-z0-9+/=]+)(?: .*)?")


class Key(msgspec.Struct, frozen=True):
    """A key of an account."""

    key: str
    """Its fingerprint."""
    player: int
    added_s: int
    proven: bool = False
    """Its player has come with it."""


SHELF: Final = Shelf("ssh_key", Key, "key")


class Keys:
    def __init__(self) -> None:
        self._by: dict[str, Key] = {}

    def put(self, row: Key) -> None:
        self._by[row.key] = row

    def drop(self, key: str) -> None:
        del self._by[key]

    def get(self, key: str) -> Key | None:
        return self._by.get(key)

    def of(self, player: int) -> list[Key]:
        """Return the keys of that player, the oldest first."""
        return [row for row in self._by.values() if row.player == player]

    def forget(self, gone: Removed) -> list[Write]:
        """Remove the keys of that player, and return what to write."""
        rows = self.of(gone.number)
        for row in rows:
            self.drop(row.key)
        return [SHELF.dropped(row.key) for row in rows]


def key_of(typed: str) -> str | None:
    """Return the fingerprint that *typed* is, or that of the public key: a line of a `.pub` file.

    None if it is neither.
    """
    if is_fingerprint(typed):
        return typed
    found = _PUBLIC.fullmatch(typed)
    if found is None:
        return None
    kind = found[1].encode()
    try:
        blob = b64decode(found[2], validate=True)
    except ValueError:
        return None
    own = len(kind).to_bytes(4, "big") + kind  # RFC 4253, 6.6: a key begins with its kind
    return fingerprint(blob) if blob.startswith(own) else None
