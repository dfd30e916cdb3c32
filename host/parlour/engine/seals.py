"""Commitments: the host says early, without telling it, what its luck and the set-ups are.

A commitment is SHA-256 over a mark, a label, a salt and what is sealed (`commit`). The
salt is 128 bits of HMAC-SHA256 under the game's seed, another one for every label. While
the seed is secret nobody can try out guesses, however few there are to try; once it is
open every salt follows from it, so nothing but the seed has to be kept.
docs/decisions/0010-sealed-luck.md says what that proves and what it does not.
"""

from __future__ import annotations

import hashlib
import hmac
from typing import Any, Final

import msgspec

from parlour.api import Seat

MARK: Final = b"parlour seal 1"
"""How the bytes begin that are hashed: no other hash of this host is made of such bytes."""
SEED_LABEL: Final = "seal/seed"
SALT_BYTES: Final = 16
"""128 bits: more than anybody can try."""


def setup_label(step: int, seat: Seat) -> str:
    """The label of what *seat* hid in the game's step *step*; the start is step 0."""
    return f"seal/{step}/{seat}"


def salt(seed: bytes, label: str) -> bytes:
    """The salt that belongs to *label* in the game of *seed*."""
    return hmac.digest(seed, label.encode(), "sha256")[:SALT_BYTES]


def commit(seed: bytes, label: str, opening: bytes) -> str:
    """The commitment to *opening*: SHA-256 of MARK, LF, *label*, LF, salt, *opening*; in hex."""
    data = b"%b\n%b\n%b%b" % (MARK, label.encode(), salt(seed, label), opening)
    return hashlib.sha256(data).hexdigest()


def of_seed(seed: bytes) -> str:
    """The commitment to the seed itself, from which all luck of the game follows."""
    return commit(seed, SEED_LABEL, seed)


def of_setup(seed: bytes, step: int, seat: Seat, value: Any) -> str:
    """The commitment to *value*, which *seat* has hidden in the game's step *step*.

    Raises TypeError for a value that cannot be written as JSON.
    """
    return commit(seed, setup_label(step, seat), canonical(value))


def canonical(value: Any) -> bytes:
    """*value* as JSON in the one way it is hashed: UTF-8, no blanks, names in order."""
    plain = msgspec.to_builtins(value, order="sorted", str_keys=True)
    return msgspec.json.encode(plain, order="sorted")
