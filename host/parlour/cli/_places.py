"""Hosts: their addresses as people type them, and your name and token on each.

With those the terminal client comes back to your seat.

There is one small file for each host in the user's state directory. Only the user can read it. It
is locked while a client plays there: a client in another window is another player.
"""

from __future__ import annotations

import fcntl
import os
import re
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import msgspec

from parlour.cli._group import Misuse
from parlour_client.connection import DEFAULT_PORT

_BRACKETS: Final = re.compile(r"\[([^\]]*)\](?::(.*))?")
_ODD: Final = re.compile("[^A-Za-z0-9.-]")
FILE_BYTES: Final = 1024
"""Size of every file, padded with spaces. The content is much shorter."""


def scheme(text: str) -> tuple[str, str]:
    """Return `tls`, `plain` or nothing, and the address behind it, of `tls://HOST`."""
    begins, mark, rest = text.strip().partition("://")
    if not mark:
        return "", text
    if begins.lower() not in ("tls", "plain"):
        raise Misuse(
            f"{text!a} is not an address. Use HOST, or tls://HOST if it must be encrypted."
        )
    return begins.lower(), rest


def address(text: str) -> tuple[str, int]:
    """Return host and port of `HOST`, `HOST:PORT`, `[IPV6]:PORT` or an IPv6 address alone.

    Raises Misuse.
    """
    host, port = text.strip(), ""
    if found := _BRACKETS.fullmatch(host):
        host, port = found[1], found[2] or ""
    elif host.count(":") == 1:
        host, _, port = host.partition(":")
        if not port:
            raise Misuse(f"The port is missing after {host}: try {host}:{DEFAULT_PORT}")
    if not host or any(char.isspace() for char in host):
        raise Misuse(
            f"{text!a} is not an address. Use HOST or HOST:PORT, like kitchen-pc:{DEFAULT_PORT}"
        )
    return host, _port(port) if port else DEFAULT_PORT


def _port(text: str) -> int:
    if text.isascii() and text.isdigit() and 1 <= int(text[:6]) <= 65535:
        return int(text)
    raise Misuse(f"{text!a} is not a port. A port is a whole number from 1 to 65535.")


class KnownHost(msgspec.Struct, frozen=True):
    """A host, and the name and token you have there."""

    host: str
    port: int
    name: str = ""
    token: str = ""
    """The way back; secret."""
    password: str = ""
    """Of an account that this program has made for itself; secret."""
    tls: str = ""
    """What is known of its encryption (`parlour_client.tls`)."""


def folder() -> Path:
    from platformdirs import user_state_path

    return user_state_path("parlour")


def last() -> KnownHost | None:
    """Return the host you played on last, or None."""
    try:
        files = sorted(folder().glob("*.json"), key=lambda file: -file.stat().st_mtime_ns)
        places = [_read(file.read_bytes()) for file in files]
    except OSError:
        return None
    return next((place for place in places if place is not None and place.name), None)


class Memory:
    """What is remembered of one host, while you play there."""

    def __init__(self, place: KnownHost, fd: int | None) -> None:
        self.place = place
        self._fd = fd

    @property
    def log(self) -> Path | None:
        """The file for the log of a session; None if nothing can be remembered."""
        name = _stem(self.place.host, self.place.port)
        return None if self._fd is None else folder() / f"{name}.log"

    @property
    def locked(self) -> bool:
        """Whether this is ours: nobody else plays there with it, and it can be written."""
        return self._fd is not None

    def keep(self, name: str, token: str, password: str | None = None) -> None:
        """Remember your name and token there, and that this is the host you played on last."""
        if self._fd is None:
            return
        kept = self.place.password if password is None else password
        self._write(msgspec.structs.replace(self.place, name=name, token=token, password=kept))
        now = time.time_ns()  # the kernel would round it
        os.utime(self._fd, ns=(now, now))

    def keep_tls(self, tls: str) -> None:
        """Remember what is known of the host's encryption, also if we do not come in."""
        if self._fd is not None:
            before = os.fstat(self._fd)
            self._write(msgspec.structs.replace(self.place, tls=tls))
            os.utime(self._fd, ns=(before.st_atime_ns, before.st_mtime_ns))

    def _write(self, place: KnownHost) -> None:
        assert self._fd is not None
        if place != self.place:  # in one piece, so a client killed now keeps its way back
            os.pwrite(self._fd, msgspec.json.encode(place).ljust(FILE_BYTES), 0)
            self.place = place


@contextmanager
def remembering(host: str, port: int, player: str = "") -> Generator[Memory]:
    """What is remembered of *host*; empty if it cannot be read.

    While another client plays there, only what is known of the encryption: this one is somebody
    else. A program that plays as *player* has a file of its own, in the folder `models`.
    """
    name = f"{_stem(host, port)}.json"
    main = _known(name, host, port) if player else None
    if player:
        name = f"models/{_stem(host, port)}-{player}.json"
    try:
        fd = _open(name)
    except OSError as error:
        known = _known(name, host, port) if isinstance(error, BlockingIOError) else None
        yield Memory(KnownHost(host, port, tls="" if known is None else known.tls), None)
        return
    try:
        first = KnownHost(host, port, tls="" if main is None else main.tls)
        yield Memory(_known(name, host, port) or first, fd)
    finally:
        os.close(fd)


def _known(name: str, host: str, port: int) -> KnownHost | None:
    try:
        kept = _read((folder() / name).read_bytes()[:FILE_BYTES])
    except OSError:
        return None
    return kept if kept is not None and (kept.host, kept.port) == (host, port) else None


def _stem(host: str, port: int) -> str:
    """The name of the files of a host, without what follows the dot."""
    return f"{_ODD.sub('_', host)}-{port}"


def _open(name: str) -> int:
    """Open the file and lock it. Raises OSError; BlockingIOError if another client has it."""
    file = folder() / name
    for each in {folder(), file.parent}:
        each.mkdir(mode=0o700, parents=True, exist_ok=True)
    fd = os.open(file, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(fd)
        raise
    return fd


def _read(data: bytes) -> KnownHost | None:
    try:
        return msgspec.json.decode(data, type=KnownHost)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None
