"""Passwords of accounts: what may be one, what is kept of it, and whether one is right.

Pure and slow on purpose: `sealed` and `matches` take about a third of a second and 32 MiB, so
they are called on the worker thread (`desk.Later`), not in a tick.
"""

from __future__ import annotations

import hashlib
import hmac
import unicodedata
from base64 import b64decode, b64encode
from typing import Final

PASSWORD_MIN: Final = 8
"""Characters: with the limited tries (`limits`) nobody gets through these by guessing,
unless it is a word that everybody tries first."""
PASSWORD_MAX: Final = 200
"""Characters: even if each takes four bytes, `name NAME PASSWORD` fits on a line."""
SALT_BYTES: Final = 16
"""128 bits: no two accounts share one, so nobody can try a list on all at once."""

COST: Final = 15
"""The binary logarithm of scrypt's N: with the numbers below 32 MiB and, measured on a small
server, 0.3 s. OWASP names N=2^15, r=8, p=3 as one of five choices of the same strength; a larger N
needs more memory and, here, more time (2^17 with p=1: 128 MiB, 0.5 s)."""

_KIND: Final = "scrypt"
_R: Final = 8
_P: Final = 3
_HASH_BYTES: Final = 32


class BadPassword(Exception):
    """It cannot be a password; `text` is one line saying what was wrong and what is right."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text


def normal(typed: str) -> str:
    """The password that was typed: the same however a keyboard composes its letters.

    Blanks at the ends go, for nobody sees whether they were typed.
    """
    return unicodedata.normalize("NFC", typed).strip()


def check_password(typed: str) -> str:
    """The password that *typed* spells, if it may be one. Raises BadPassword."""
    password = normal(typed)
    if PASSWORD_MIN <= len(password) <= PASSWORD_MAX:
        return password
    length = f"{PASSWORD_MIN} to {PASSWORD_MAX} characters"
    raise BadPassword(f"A password has {length}. Spaces are allowed.")


def sealed(password: str, salt: bytes, cost: int = COST) -> str:
    """What is kept of *password*: `scrypt$LOG_N$R$P$SALT$HASH`, both in base64.

    With all it was made by, so that accounts outlive a change of the parameters.
    """
    digest = _digest(password, salt, _HASH_BYTES, (cost, _R, _P))
    encoded = "$".join(b64encode(data).decode() for data in (salt, digest))
    return f"{_prefix(cost)}{encoded}"


def is_of(kept: str, cost: int) -> bool:
    """Was *kept* made at that cost, by the parameters of today?"""
    return kept.startswith(_prefix(cost))


def _prefix(cost: int) -> str:
    return f"{_KIND}${cost}${_R}${_P}$"


def matches(password: str, kept: str) -> bool:
    """Is this the password of which *kept* was made by `sealed`? Takes the same time if not.

    Raises ValueError if *kept* was not made so.
    """
    kind, *numbers, salt, digest = kept.split("$")
    if kind != _KIND:
        raise ValueError("not a kept password")
    right = b64decode(digest)
    log_n, r, p = map(int, numbers)
    found = _digest(password, b64decode(salt), len(right), (log_n, r, p))
    return hmac.compare_digest(found, right)


def _digest(password: str, salt: bytes, size: int, cost: tuple[int, int, int]) -> bytes:
    log_n, r, p = cost
    memory = 2 * 128 * r * (p + (1 << log_n))  # OpenSSL's own bound is tight
    return hashlib.scrypt(
        password.encode(), salt=salt, n=1 << log_n, r=r, p=p, maxmem=memory, dklen=size
    )
