"""Passwords of accounts: which are allowed, what we store, and how we check one.

This code is pure, and slow on purpose. `sealed` and `matches` take about a third of a second
and 32 MiB, so we call them on the worker thread (`context.Later`), not in a tick.
"""

from __future__ import annotations

import hashlib
import hmac
import unicodedata
from base64 import b64decode, b64encode
from typing import Final

from parlour.core.refusals import CommandError
from parlour.language import _
from parlour.wire.codes import Code

PASSWORD_MIN: Final = 8
"""Characters. With limited tries (`limits`) nobody can guess a password this long,
unless it is a word that everybody tries first."""
PASSWORD_MAX: Final = 200
"""Characters. Even if each takes four bytes, `name NAME PASSWORD` fits on a line."""
SALT_BYTES: Final = 16
"""128 bits. No two accounts share a salt, so nobody can try a list on all at once."""

COST: Final = 15
"""The binary logarithm of scrypt's N. With the numbers below, a password takes 32 MiB and 0.3 s,
measured on a small server. OWASP names N=2^15, r=8, p=3 as one of five choices of equal strength.
A larger N needs more memory and, here, more time (2^17 with p=1: 128 MiB, 0.5 s)."""

_KIND: Final = "scrypt"
_R: Final = 8
_P: Final = 3
_HASH_BYTES: Final = 32


def normal(typed: str) -> str:
    """Return the password in normal form, however a keyboard composes its letters.

    Spaces at the ends are dropped, because nobody sees whether they were typed.
    """
    return unicodedata.normalize("NFC", typed).strip()


def check_password(typed: str) -> str:
    """Return the password in *typed*, if it is allowed. Raises CommandError."""
    password = normal(typed)
    if PASSWORD_MIN <= len(password) <= PASSWORD_MAX:
        return password
    length = _(
        "{password_min} to {password_max} characters",
        password_min=PASSWORD_MIN,
        password_max=PASSWORD_MAX,
    )
    text = _("A password has {length}. Spaces are allowed.", length=length)
    raise CommandError(Code.USAGE, text)


def sealed(password: str, salt: bytes, cost: int = COST) -> str:
    """Return the stored form of *password*: `scrypt$LOG_N$R$P$SALT$HASH`, the last two in base64.

    It includes all parameters, so that accounts survive a change of them.
    """
    digest = _digest(password, salt, _HASH_BYTES, (cost, _R, _P))
    encoded = "$".join(b64encode(data).decode() for data in (salt, digest))
    return f"{_KIND}${cost}${_R}${_P}${encoded}"


def nobodys(cost: int = COST) -> str:
    """Return what looks like a stored form, and no password matches it.

    To check one against it takes as long as against an account's.
    """
    encoded = "$".join(b64encode(bytes(size)).decode() for size in (SALT_BYTES, _HASH_BYTES))
    return f"{_KIND}${cost}${_R}${_P}${encoded}"


def matches(password: str, kept: str) -> bool:
    """Check whether `sealed` made *kept* from this password. It takes the same time if not.

    Raises ValueError if *kept* was not made that way.
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
    memory = 2 * 128 * r * (p + (1 << log_n))  # OpenSSL's own limit is tight
    return hashlib.scrypt(
        password.encode(), salt=salt, n=1 << log_n, r=r, p=p, maxmem=memory, dklen=size
    )
