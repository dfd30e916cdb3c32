"""Clients that use TLS, and a certificate for the host they talk to."""

from __future__ import annotations

import ssl
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Final

from parlour.cli._certificate import certificate_of
from parlour.config import TlsConfig
from parlour.server import Certificate

HTTP: Final = ("http/1.1",)


@cache
def a_certificate() -> Certificate:
    """One that a host has made for itself."""
    made, remarks = certificate_of(TlsConfig(), None, ())
    assert made is not None, remarks
    return made


def owned(folder: Path) -> tuple[Path, Path]:
    """The files of a certificate in *folder*, as an owner has them."""
    made, remarks = certificate_of(TlsConfig(), folder, ())
    assert made is not None, remarks
    return folder / "tls" / "certificate.pem", folder / "tls" / "key.pem"


def trusting(protocols: Sequence[str] = ()) -> ssl.SSLContext:
    """A client that takes any certificate, and says that it speaks *protocols*."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    if protocols:
        context.set_alpn_protocols(list(protocols))
    return context


class Peer:
    """A client in memory: ciphertext in and out, cut as the test likes."""

    def __init__(self, context: ssl.SSLContext | None = None) -> None:
        self.incoming, self.outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
        self.tls = (context or trusting()).wrap_bio(self.incoming, self.outgoing)

    def shake(self, data: bytes = b"") -> bytes:
        """Go on with the handshake. Return what is to be sent."""
        self.incoming.write(data)
        with suppress(ssl.SSLWantReadError):
            self.tls.do_handshake()
        return self.outgoing.read()

    def says(self, data: bytes) -> bytes:
        """The ciphertext of *data*."""
        self.tls.write(data)
        return self.outgoing.read()

    def ends(self) -> bytes:
        """The ciphertext that says that nothing follows."""
        with suppress(ssl.SSLError):
            self.tls.unwrap()
        return self.outgoing.read()

    def hears(self, data: bytes) -> bytes:
        """What *data* says."""
        self.incoming.write(data)
        heard = b""
        with suppress(ssl.SSLWantReadError, ssl.SSLZeroReturnError):
            while part := self.tls.read(65_536):
                heard += part
        return heard
