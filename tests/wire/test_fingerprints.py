"""The fingerprints of certificates and keys."""

from __future__ import annotations

import pytest

from parlour.wire.fingerprints import fingerprint, is_fingerprint

OF_NOTHING = "SHA256:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU"


def test_it_is_what_ssh_shows() -> None:
    assert fingerprint(b"") == OF_NOTHING
    assert is_fingerprint(OF_NOTHING)


@pytest.mark.parametrize(
    "text",
    [
        OF_NOTHING.replace("SHA256", "SHA1"),
        OF_NOTHING[:-1],
        f"{OF_NOTHING}=",
        f"{OF_NOTHING}\n",
        f"{OF_NOTHING[:-1]}V",  # more than 256 bits
    ],
)
def test_nothing_else_is_one(text: str) -> None:
    assert not is_fingerprint(text)
