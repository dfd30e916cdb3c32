"""Tokens for programs and codes for people, with which a player comes back; kept as hashes only.

A token has 128 random bits and a code 74, so that a plain SHA-256 hides both: nobody goes through
so many (docs/decisions/0021-ways-back.md). Hashes of the two kinds are never the same.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from typing import Final

LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"
"""Of codes: none that looks like another one."""
CODE_LETTERS: Final = 15
"""Of 31 sorts, 74 bits."""
GROUP: Final = 5
"""Letters between two dashes: what one remembers while typing."""
TOKEN_BYTES: Final = 16
TOKENS_KEPT: Final = 4
"""Tokens of one account: a desktop, a laptop, a bot, and one to spare. The oldest goes first."""

_TOKEN: Final = re.compile("[0-9a-f]{32}")
_PEPPER: Final = b"parlour way back "


def is_token(typed: str) -> bool:
    """Has it the form of a token? Nobody finds one by trying: only codes are counted."""
    return _TOKEN.fullmatch(typed) is not None


def new_token(entropy: Callable[[int], bytes]) -> str:
    """A new token."""
    return entropy(TOKEN_BYTES).hex()


def new_code(entropy: Callable[[int], bytes]) -> str:
    """A new code, as it is shown: `abcde-fghjk-mnpqr`."""
    letters = "".join(LETTERS[byte % len(LETTERS)] for byte in entropy(CODE_LETTERS))
    return "-".join(letters[at : at + GROUP] for at in range(0, CODE_LETTERS, GROUP))


def token_hash(token: str) -> str:
    """What is kept of *token*, whether its letters are small or capital."""
    return _hash(b"token ", token.lower())


def code_hash(typed: str) -> str:
    """What is kept of a code; dashes and capitals do not matter."""
    return _hash(b"code ", typed.lower().replace("-", ""))


def _hash(kind: bytes, text: str) -> str:
    return hashlib.sha256(_PEPPER + kind + text.encode()).hexdigest()
