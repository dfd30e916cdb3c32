"""Tokens for programs and codes for people to resume with. We store only hashes.

A token has 128 random bits and a code 74. That is too many to try, so a plain SHA-256 hides both
(docs/decisions/0021-ways-back.md). Hashes of the two kinds are never the same.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from typing import Final

LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"
"""The letters of codes. None looks like another."""
CODE_LETTERS: Final = 15
"""Each is one of 31, which makes 74 bits."""
GROUP: Final = 5
"""Letters between two dashes: as many as people remember while they type."""
TOKEN_BYTES: Final = 16
TOKENS_KEPT: Final = 4
"""Tokens of one account: a desktop, a laptop, a bot, and one to spare. The oldest goes first."""

_CODE: Final = re.compile("-".join([f"[{LETTERS}]{{{GROUP}}}"] * (CODE_LETTERS // GROUP)))
_TOKEN: Final = re.compile("[0-9a-f]{32}")
_PEPPER: Final = b"parlour way back "


def is_token(typed: str) -> bool:
    """Check whether it has the form of a token. Nobody can guess one, so we count only codes."""
    return _TOKEN.fullmatch(typed) is not None


def is_code(typed: str) -> bool:
    """Check whether it has the form in which people read their code. No name may have it: everyone
    could read the code.
    """
    return _CODE.fullmatch(typed.lower()) is not None


def new_token(entropy: Callable[[int], bytes]) -> str:
    return entropy(TOKEN_BYTES).hex()


def new_code(entropy: Callable[[int], bytes]) -> str:
    """Return a new code in the form that people see: `abcde-fghjk-mnpqr`."""
    letters = "".join(LETTERS[byte % len(LETTERS)] for byte in entropy(CODE_LETTERS))
    return "-".join(letters[at : at + GROUP] for at in range(0, CODE_LETTERS, GROUP))


def token_hash(token: str) -> str:
    """Return the hash that is kept of *token*. Small and capital letters do not matter."""
    return _hash(b"token ", token.lower())


def code_hash(typed: str) -> str:
    """Return the hash that is kept of a code. Dashes and capitals do not matter."""
    return _hash(b"code ", typed.lower().replace("-", ""))


def _hash(kind: bytes, text: str) -> str:
    return hashlib.sha256(_PEPPER + kind + text.encode()).hexdigest()
