"""TLS for the fast loop: a socket that encrypts, and the certificate with which it does.

OpenSSL works in memory here, so nothing waits. To its line a `TlsSocket` is a socket like any
other, and a plain connection costs nothing more.
"""

from __future__ import annotations

import socket
import ssl
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from parlour.server._arrival import Note
from parlour.server._log import log
from parlour.wire.fingerprints import fingerprint

HANDSHAKE: Final = b"\x16"
"""The first byte of TLS (RFC 8446, section 5.1). No line, request or PROXY header begins so."""
LINES: Final = "parlour"
BROWSERS: Final = "http/1.1"
"""What a client may say that it speaks (ALPN, RFC 7301). Who says nothing is a person."""
READ_BYTES: Final = 4_096
"""Ciphertext to take from the kernel in one call."""
RECORD_BYTES: Final = 16_384
"""Plain bytes to encrypt at once: the most that a record holds."""
HELLO_BYTES: Final = 16_384
"""The most bytes of a client in a handshake: ten times what browsers send."""
ANSWERS_BYTES: Final = 65_536
"""The most ciphertext that may wait: a record, and what TLS itself answers. A peer that asks for
answers and does not read them is closed."""
LOOK_S: Final = 1.0
"""Seconds between two looks at the files of the certificate."""


class TlsSocket(socket.socket):
    """A connected socket whose peer speaks TLS. `handshake` must be complete before the rest.

    `send` counts a byte as sent when the kernel has taken its ciphertext, so what waits for a
    reader is known as for a plain connection. If the kernel does not take all of a record, its
    plain bytes are `held`: the next call must begin with them. `recv` reads from the kernel at
    most once. If more has been decrypted than was asked for, it calls *again*.
    """

    __slots__ = (
        "_again",
        "_came",
        "_incoming",
        "_notes",
        "_outgoing",
        "_over",
        "_tls",
        "_waiting",
        "held",
    )

    def __init__(
        self, sock: socket.socket, context: ssl.SSLContext, again: Callable[[int], None]
    ) -> None:
        """Take the place of *sock*, which is detached."""
        super().__init__(sock.family, sock.type, sock.proto, sock.detach())
        self.setblocking(False)
        self._incoming, self._outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
        self._tls = context.wrap_bio(self._incoming, self._outgoing, server_side=True)
        self._again = again
        self._waiting = b""
        """Ciphertext that the kernel did not take."""
        self.held = 0
        """The plain bytes in it, which are not sent yet."""
        self._came = 0
        """The bytes of the handshake."""
        self._notes = list[Note]()
        self._over = False
        """We have said that nothing follows. What the peer still says is thrown away."""

    def handshake(self) -> bool:
        """Go on with the handshake. Return whether it is complete.

        Raises OSError if it cannot be, and BlockingIOError if nothing has come.
        """
        data = super().recv(READ_BYTES)
        self._came += len(data)
        if not data or self._came > HELLO_BYTES:
            raise ConnectionAbortedError
        self._incoming.write(data)
        try:
            self._tls.do_handshake()
        except ssl.SSLWantReadError:
            complete = False
        except ssl.SSLError:
            self._push()  # it says why
            raise
        else:
            complete = True
        self._push()  # the kernel has room for it: it is the first that we send
        return complete

    @property
    def protocol(self) -> str | None:
        """What the client says that it speaks."""
        return self._tls.selected_alpn_protocol()

    @property
    def more(self) -> bool:
        """Whether bytes have come that nobody has read."""
        return not self._over and bool(self._tls.pending() or self._incoming.pending)

    def recv(self, bufsize: int, flags: int = 0, /) -> bytes:
        if self._over:
            return super().recv(bufsize, flags)
        data = self._read(bufsize)
        if data is None:
            self._take(super().recv(READ_BYTES))
            self._notes = []
            data = self._read(bufsize)
        return self._given(data)

    def recvmsg(
        self, bufsize: int, ancbufsize: int = 0, flags: int = 0, /
    ) -> tuple[bytes, list[Note], int, None]:
        if self._over:
            return super().recv(bufsize, flags), [], 0, None
        data = self._read(bufsize)
        if data is None:
            taken, self._notes, _, _ = super().recvmsg(READ_BYTES, ancbufsize)
            self._take(taken)
            data = self._read(bufsize)
        return self._given(data), self._notes, 0, None

    def _take(self, data: bytes) -> None:
        if data:
            self._incoming.write(data)
        else:
            self._incoming.write_eof()

    def _read(self, size: int) -> bytes | None:
        """Return what can be read. Nothing: the peer has ended. None: more must come."""
        try:
            return self._tls.read(size)
        except ssl.SSLWantReadError:
            return None
        except ssl.SSLEOFError:  # without a word, as many programs end
            return b""
        finally:
            if self._outgoing.pending:
                self._answer()

    def _given(self, data: bytes | None) -> bytes:
        if data is None:
            raise BlockingIOError
        if data and self.more:
            self._again(self.fileno())
        return data

    def _answer(self) -> None:
        """Send what TLS itself answers, now or with what is sent next."""
        try:
            self._push()
        except BlockingIOError:
            if len(self._waiting) > ANSWERS_BYTES:
                raise ConnectionAbortedError from None

    def send(self, data: bytes | bytearray, flags: int = 0, /) -> int:  # type: ignore[override]
        sent = 0
        while True:
            try:
                self._push()
            except BlockingIOError:
                if sent:
                    return sent
                raise
            sent, self.held = sent + self.held, 0
            if sent == len(data):
                return sent
            part = bytes(data[sent : sent + RECORD_BYTES])
            self._tls.write(part)
            self.held = len(part)

    def _push(self) -> None:
        """Send all ciphertext. Raises BlockingIOError if the kernel does not take all of it."""
        if self._outgoing.pending:
            self._waiting += self._outgoing.read()
        if self._waiting:
            self._waiting = self._waiting[super().send(self._waiting) :]
            if self._waiting:
                raise BlockingIOError

    def shutdown(self, how: int, /) -> None:
        """Say that nothing follows, in TLS and in TCP. All must be sent."""
        if not self._over:
            self._over = True
            with suppress(ssl.SSLError):
                self._tls.unwrap()  # we do not wait for the peer's answer
            with suppress(OSError):
                self._push()  # else they read the end of TCP
        super().shutdown(how)


class TlsError(Exception):
    """A certificate cannot be used. `text` is the one line that says which and why."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text


@dataclass(frozen=True)
class Loaded:
    """A certificate with its key, ready for use."""

    context: ssl.SSLContext
    fingerprint: str
    names: tuple[str, ...]
    """The DNS names in it. None of them if it cannot be trusted, because it has expired."""
    ends_s: float | None
    """When it expires or has expired, in seconds since 1970. None: that cannot be read."""


class Certificate:
    """The certificate of this host. It is read again when its files change."""

    def __init__(self, chain: Path, key: Path, *, watched: bool = True) -> None:
        """*chain*: PEM, the host's own first. *key*: PEM, without a passphrase.

        Raises TlsError.
        """
        self.chain, self.key = chain, key
        self._stamp = self._stamped()
        self._loaded = loaded(chain, key)
        self._look_at = 0.0 if watched else float("inf")

    @property
    def fingerprint(self) -> str:
        return self._loaded.fingerprint

    @property
    def names(self) -> tuple[str, ...]:
        return self._loaded.names

    @property
    def ends_s(self) -> float | None:
        return self._loaded.ends_s

    def context(self, now: float) -> ssl.SSLContext:
        """Return what a new connection at *now*, in seconds, begins with."""
        if now >= self._look_at:
            self._look_at = now + LOOK_S
            stamp = self._stamped()
            if stamp != self._stamp:
                self._stamp = stamp
                self._renew()
        return self._loaded.context

    def _renew(self) -> None:
        try:
            self._loaded = loaded(self.chain, self.key)
        except TlsError as error:
            log.warning("The host goes on with the certificate it has. %s", error.text)
        else:
            log.info("New connections get the new certificate, %s", self.fingerprint)

    def _stamped(self) -> tuple[tuple[int, int, int] | None, ...]:
        return _stamp(self.chain), _stamp(self.key)


def _stamp(path: Path) -> tuple[int, int, int] | None:
    """Return what is another one when somebody has written a file, or put another in its place."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino


def loaded(chain: Path, key: Path) -> Loaded:
    """Read a certificate and its key, and try them in a handshake. Raises TlsError."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    # Nothing by which a peer could make us work or remember something after the handshake.
    context.options |= ssl.OP_NO_COMPRESSION | ssl.OP_NO_RENEGOTIATION | ssl.OP_NO_TICKET
    context.num_tickets = 0
    context.set_alpn_protocols([LINES, BROWSERS])
    for path in (chain, key):
        try:
            path.read_bytes()
        except OSError as error:
            text = f"The file {str(path)!a} cannot be read: {error.strerror}."
            if isinstance(error, PermissionError):
                text += " Give the host's user the right to read it (chgrp, then chmod 640)."
            raise TlsError(text) from error
    try:
        context.load_cert_chain(chain, key, password=_none)
        der = ssl.PEM_cert_to_DER_cert(_first(chain.read_text("ascii", "replace")))
    except (ssl.SSLError, ValueError) as error:
        if getattr(error, "reason", None) == "KEY_VALUES_MISMATCH":
            text = (
                f"The key in {str(key)!a} does not fit the certificate in {str(chain)!a}. Name the"
                " key that the certificate was made with."
            )
        else:
            text = (
                f"{str(chain)!a} and {str(key)!a} cannot be used. Both must be PEM files, and the"
                " key must have no passphrase."
            )
        raise TlsError(text) from error
    shown, anytime = _shown(context, der), _shown(context, der, _WHENEVER)
    names = tuple(str(each[1]) for each in shown.get("subjectAltName", ()) if each[0] == "DNS")
    ends = anytime.get("notAfter")
    return Loaded(
        context,
        fingerprint(der),
        names,
        None if ends is None else ssl.cert_time_to_seconds(ends),
    )


def _none() -> bytes:
    """Return no passphrase. OpenSSL would ask for one at the terminal."""
    return b""


def _first(pem: str) -> str:
    """Return the first certificate of a chain."""
    begin, end = "-----BEGIN CERTIFICATE-----", "-----END CERTIFICATE-----"
    return begin + pem.partition(begin)[2].partition(end)[0] + end


_WHENEVER: Final = 0x200000
"""X509_V_FLAG_NO_CHECK_TIME: show what is in a certificate that has expired, too."""


def _shown(context: ssl.SSLContext, der: bytes, flags: int = 0) -> dict[str, Any]:
    """Return what is in the certificate that *context* shows. Nothing: it cannot be trusted.

    A client that trusts this very certificate is told what is in it.
    """
    client = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    client.check_hostname = False
    client.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN | flags
    client.load_verify_locations(cadata=der)
    there, back = ssl.MemoryBIO(), ssl.MemoryBIO()
    ours = context.wrap_bio(there, back, server_side=True)
    theirs = client.wrap_bio(back, there)
    for side in (theirs, ours, theirs):
        try:
            side.do_handshake()
        except ssl.SSLWantReadError:
            continue
        except ssl.SSLError:
            return {}
    return theirs.getpeercert() or {}
