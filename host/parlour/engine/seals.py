"""Commitments: they fix the host's luck and the set-ups early, without revealing them.

A commitment is SHA-256 over a mark, a label, a salt and what is sealed (`commit`). The
salt is 128 bits of HMAC-SHA256 under the game's seed, a different one for every label. While
the seed is secret, nobody can test guesses, however few there are to try. Once the seed is
public, every salt follows from it, so the host keeps nothing but the seed.
docs/decisions/0010-sealed-luck.md says what that proves and what it does not.
"""

from __future__ import annotations

import hashlib
import hmac
from typing import Any, Final

import msgspec

from parlour.api import Seat

MARK: Final = b"parlour seal 1"
"""The first bytes of all hashed data here. No other hash of this host covers such bytes."""
SEED_LABEL: Final = "seal/seed"
SALT_BYTES: Final = 16
"""128 bits: more than anybody can try."""


def setup_label(step: int, seat: Seat) -> str:
    """Return the label of what *seat* hid in the game's step *step*. The start is step 0."""
    return f"seal/{step}/{seat}"


def salt(seed: bytes, label: str) -> bytes:
    return hmac.digest(seed, label.encode(), "sha256")[:SALT_BYTES]


def commit(seed: bytes, label: str, opening: bytes) -> str:
    """Commit to *opening*: SHA-256 of MARK, LF, *label*, LF, salt, *opening*, in hexadecimal."""
    data = b"%b\n%b\n%b%b" % (MARK, label.encode(), salt(seed, label), opening)
    return hashlib.sha256(data).hexdigest()


def of_seed(seed: bytes) -> str:
    """Commit to the seed itself, from which all luck of the game follows."""
    return commit(seed, SEED_LABEL, seed)


def of_setup(seed: bytes, step: int, seat: Seat, value: Any) -> str:
    """Commit to *value*, which *seat* has hidden in the game's step *step*.

    Raises TypeError for a value that cannot be written as JSON.
    """
    return commit(seed, setup_label(step, seat), canonical(value))


def canonical(value: Any) -> bytes:
    """Return *value* as JSON in the one form we hash: UTF-8, no spaces, sorted names."""
    plain = msgspec.to_builtins(value, order="sorted", str_keys=True)
    return msgspec.json.encode(plain, order="sorted")
