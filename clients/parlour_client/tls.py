"""Encrypted connections: whom we believe, and what we keep of a host (trust on first use).

A certificate that the system trusts for the host's name needs nothing more, and may be renewed.
Any other one is known by its fingerprint, which we keep from the first time on. When it changes,
the connection is refused, and so is one without encryption to a host that had it.
"""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Awaitable, Callable
from enum import Enum
from ipaddress import ip_address
from typing import Final, TypeAlias

from parlour.wire.fingerprints import fingerprint, is_fingerprint
from parlour_client import errors
from parlour_client.language import _

PROTOCOL: Final = "parlour"
"""What we say that we speak (ALPN, RFC 7301), so that the host need not wait to hear it."""
HANDSHAKE_S: Final = 10.0
"""How long a handshake may take."""
TRUSTED: Final = "trusted"
"""What is kept of a host whose certificate the system trusts."""
_NO_TLS: Final = frozenset(
    {"HTTP_REQUEST", "PACKET_LENGTH_TOO_LONG", "RECORD_LAYER_FAILURE", "WRONG_VERSION_NUMBER"}
)
"""OpenSSL's reasons if the other end answers something that is not TLS. Only such an answer says
that a host cannot encrypt: a connection that just ends may have been cut by anybody."""

Streams: TypeAlias = tuple[asyncio.StreamReader, asyncio.StreamWriter]
Open: TypeAlias = Callable[[], Awaitable[Streams]]
"""Opens a connection over TCP. Raises OSError."""


class Ask(Enum):
    """What a connection must be."""

    PLAIN = "plain"
    """Without encryption."""
    EITHER = "either"
    """Encrypted, unless the host says that it cannot and never could."""
    TLS = "tls"
    """Encrypted."""


def is_here(host: str) -> bool:
    """Check whether *host* is this computer by its address: nobody is in between."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host.lower().rstrip(".") == "localhost"


class _NoTlsError(Exception):
    """The other end does not speak TLS."""


class Tls:
    """What we ask of a host's encryption, and what we know of it.

    *kept* is what an earlier connection has told `keep`. *trust* is the one fingerprint to accept,
    in place of it. With *first_use* a certificate that nobody vouches for is accepted, if nothing
    is known yet.
    """

    def __init__(
        self,
        ask: Ask,
        *,
        kept: str = "",
        trust: str = "",
        first_use: bool = False,
        keep: Callable[[str], None] = lambda _: None,
    ) -> None:
        self.exposed = False
        """What is sent now can be read by others on the way."""
        self._note = ""
        self._ask = ask
        self._kept = "" if ask is Ask.PLAIN else kept
        self._trust = trust
        self._first_use = first_use
        self._keep = keep

    async def connect(self, open_tcp: Open, host: str, where: str) -> Streams:
        """Return a connection to *host* that is as it must be. *where*: as the player calls it.

        Raises OSError, and Problem if the host cannot be trusted.
        """
        if self._ask is not Ask.PLAIN:
            try:
                return await self._sealed(open_tcp, host, where)
            except _NoTlsError:
                if self._ask is Ask.TLS or self._kept or self._trust:
                    raise errors.not_sealed(where, known=bool(self._kept)) from None
            self._ask = Ask.PLAIN  # reconnects too: what was begun so, goes on so
        if not (self.exposed or is_here(host)):
            self.exposed = True
            self._note = _("This connection is not encrypted: others on the way can read it.")
        return await open_tcp()

    def take_note(self) -> str:
        """Return what the player should know about the connection, once."""
        note, self._note = self._note, ""
        return note

    async def _sealed(self, open_tcp: Open, host: str, where: str) -> Streams:
        why = ""
        if not self._expected:
            try:
                return await self._trusted(open_tcp, host)
            except ssl.SSLCertVerificationError as error:
                why = error.verify_message  # but do we know it?
        streams = await _handshake(await open_tcp(), host, any_context())
        certificate = streams[1].get_extra_info("ssl_object").getpeercert(binary_form=True)
        found = fingerprint(certificate)
        expected = self._expected
        if found != expected and (expected or self._kept or not self._first_use):
            streams[1].transport.abort()
            if self._kept and not self._trust:  # it may have a certificate now that all trust
                try:
                    return await self._trusted(open_tcp, host)
                except ssl.SSLCertVerificationError:
                    pass
            if expected:
                raise errors.other_certificate(where, expected, found)
            raise errors.no_trust(where, why, found)
        if not expected:
            self._note = _(
                "This connection is encrypted. To be sure of the host, compare its fingerprint "
                "with that of its owner: {found}",
                found=found,
            )
        self._became(found)
        return streams

    @property
    def _expected(self) -> str:
        """The one fingerprint that will do, if there is one."""
        return self._trust or self._kept.removeprefix(TRUSTED)

    async def _trusted(self, open_tcp: Open, host: str) -> Streams:
        """Connect, if the system trusts the certificate. Raises SSLCertVerificationError."""
        context = ssl.create_default_context()
        context.set_alpn_protocols([PROTOCOL])
        streams = await _handshake(await open_tcp(), host, context)
        self._became(TRUSTED)
        return streams

    def _became(self, kept: str) -> None:
        """Note whom we have met. From now on nothing less will do."""
        self._trust = ""
        if kept != self._kept:
            self._kept = kept
            self._keep(kept)


def wanted(tls: str | bool) -> Tls | None:
    """Return the rules of a program: none, a certificate that the system trusts, or the one with
    this fingerprint.

    Raises ValueError if it is no fingerprint.
    """
    if not tls:
        return None
    if isinstance(tls, str) and not is_fingerprint(tls):
        raise ValueError("a fingerprint is SHA256: and 43 characters")
    return Tls(Ask.TLS, trust=tls if isinstance(tls, str) else "")


def any_context() -> ssl.SSLContext:
    """Return a context that leaves it to the caller whom to believe."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    context.set_alpn_protocols([PROTOCOL])
    return context


async def _handshake(streams: Streams, host: str, context: ssl.SSLContext) -> Streams:
    """Encrypt a connection. Raises OSError, and _NoTlsError if the other end cannot."""
    writer = streams[1]
    try:
        await writer.start_tls(context, server_hostname=host, ssl_handshake_timeout=HANDSHAKE_S)
    except BaseException as error:
        writer.transport.abort()
        if isinstance(error, ssl.SSLError) and error.reason in _NO_TLS:
            raise _NoTlsError from error
        if isinstance(error, ConnectionAbortedError):  # asyncio's word for it
            raise TimeoutError from error
        raise
    return streams
