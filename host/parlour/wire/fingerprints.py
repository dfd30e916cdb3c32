"""The fingerprint of a certificate or a key, as ssh shows that of its keys."""

from __future__ import annotations

import base64
import hashlib
import re
from typing import Final

_FORM: Final = re.compile(r"SHA256:[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]")
"""The last character has four of the 256 bits."""


def fingerprint(data: bytes) -> str:
    """Return that of a certificate in DER, or of a public key in the form of ssh."""
    digest = base64.b64encode(hashlib.sha256(data).digest()).decode("ascii")
    return f"SHA256:{digest.rstrip('=')}"


def is_fingerprint(text: str) -> bool:
    """Check the form of a fingerprint."""
    return _FORM.fullmatch(text) is not None
