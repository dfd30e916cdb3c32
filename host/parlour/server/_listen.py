"""Open listening sockets, or say in one clear line why not."""

from __future__ import annotations

import errno
import socket
import stat
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Final

from parlour.core.limits import LineLimits

BACKLOG: Final = 1_024
"""Newcomers the kernel holds until we accept: a whole club that reconnects at once."""
UNSENT_BYTES: Final = 16_384
"""The most bytes the kernel may hold for a reader beyond what is on its way. By default it holds
4 MB for a reader who does not read (measured), and we would notice them that late."""
OPERATORS: Final = 16
"""The most operators who connect at the same moment. There are few."""
HIGHEST_PORT: Final = 65_535

_ABSENT: Final = frozenset({errno.EAFNOSUPPORT, errno.EADDRNOTAVAIL})


class ListenError(Exception):
    """The host cannot listen. `text` is the one line that says why and what to do."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text


def open_listeners(host: str, port: int) -> list[socket.socket]:
    """Return non-blocking listening sockets for every address that *host* means.

    An empty *host* is every address of this machine, IPv4 and IPv6. Port 0 takes any
    free port, the same for all addresses.

    Raises:
        ListenError: with one clear line. Nothing stays open.
    """
    if not 0 <= port <= HIGHEST_PORT:
        raise ListenError(f"Port {port} does not exist. Ports go from 0 to {HIGHEST_PORT}.")
    try:
        return open_each(_addresses(host), port)
    except OSError as error:
        raise ListenError(reason(error, host, port)) from error


def _addresses(host: str) -> list[tuple[int, str]]:
    """Return family and address of each address to bind, without duplicates."""
    try:
        found = socket.getaddrinfo(
            host or None, 0, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )
    except (OSError, UnicodeError) as error:
        raise ListenError(_unknown(host)) from error
    return list(dict.fromkeys((int(family), str(where[0])) for family, *_, where in found))


def open_each(addresses: Sequence[tuple[int, str]], port: int) -> list[socket.socket]:
    """Listen at all *addresses* that this machine has, on one port.

    Raises:
        OSError: if it has none of them, or if one that exists is refused.
    """
    listeners: list[socket.socket] = []
    absent: OSError | None = None
    with ExitStack() as opened:
        for family, address in addresses:
            try:
                listener = _open(family, address, port)
            except OSError as error:
                # A kernel without IPv6 still resolves "::". The other family is enough.
                if error.errno not in _ABSENT:
                    raise
                absent = error
                continue
            opened.callback(listener.close)
            listeners.append(listener)
            port = listener.getsockname()[1]
        if absent is not None and not listeners:
            raise absent
        opened.pop_all()
    return listeners


def _open(family: int, address: str, port: int) -> socket.socket:
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        # Connections of a host that has just ended must not delay the next one.
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        listener.setblocking(False)
        listener.bind((address, port))
        listener.listen(BACKLOG)
    except BaseException:
        listener.close()
        raise
    return listener


def tune(listener: socket.socket, limits: LineLimits) -> None:
    """Set on the listener what accepted sockets inherit, which saves calls for each of them."""
    _set_tcp(listener, "TCP_NODELAY", 1)
    _set_tcp(listener, "TCP_NOTSENT_LOWAT", UNSENT_BYTES)
    if limits.keepalive_idle_s == 0:
        return
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    _set_tcp(listener, "TCP_KEEPIDLE", limits.keepalive_idle_s)
    _set_tcp(listener, "TCP_KEEPINTVL", limits.keepalive_interval_s)
    _set_tcp(listener, "TCP_KEEPCNT", limits.keepalive_count)
    # Keep-alive is silent while bytes are on their way; this is the limit for those.
    _set_tcp(listener, "TCP_USER_TIMEOUT", limits.give_up_s * 1_000)


def _set_tcp(listener: socket.socket, name: str, value: int) -> None:
    option = getattr(socket, name, None)
    if option is not None:  # not every system has all of them
        listener.setsockopt(socket.IPPROTO_TCP, option, value)


# --- the operator's socket -------------------------------------------------------------


def open_admin(path: Path, backlog: int = OPERATORS) -> socket.socket:
    """Return a socket that listens at *path*, only for the user of this process and root.

    It replaces what a dead host left there. The caller holds the lock of the data
    directory, so no living host uses it. *backlog*: how many may connect at the same moment.

    Raises:
        ListenError: with one clear line.
    """
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        remove_admin(path)
        listener.bind(str(path))
        path.chmod(0o600)  # before it listens, so that nobody can connect earlier
        listener.listen(backlog)
    except OSError as error:
        listener.close()
        raise ListenError(f"Cannot listen at {str(path)!a}: {_no_socket(error)}.") from error
    return listener


def remove_admin(path: Path) -> None:
    """Remove an old socket. Anything else stays, and is in the way."""
    with suppress(FileNotFoundError):
        if stat.S_ISSOCK(path.lstat().st_mode):
            path.unlink()


def _no_socket(error: OSError) -> str:
    # Python itself refuses a path that is too long, without a number.
    if error.errno is None:
        return "the path is too long for a socket; choose a shorter data directory"
    return f"{error.strerror}"


# --- saying why not --------------------------------------------------------------------


def _unknown(host: str) -> str:
    return (
        f"This computer cannot listen at {host!a}: give one of its own addresses, "
        f"127.0.0.1 for this machine only or 0.0.0.0 for everybody."
    )


def reason(error: OSError, host: str, port: int) -> str:
    """Return why nobody can listen there, and what to do."""
    if error.errno == errno.EADDRINUSE:
        return f"Port {port} is taken by {holder(port)}. Stop that program or choose another port."
    if error.errno in (errno.EACCES, errno.EPERM):
        return f"Port {port} needs administrator rights. Choose a port from 1024 up."
    if error.errno in _ABSENT:
        return _unknown(host)
    return f"Cannot listen at {host or 'any address'!a}, port {port}: {error.strerror}."


def holder(port: int, proc: Path = Path("/proc")) -> str:
    """Return who listens at *port*: `another program (pid 123, python3)` if we may know."""
    sockets = {f"socket:[{inode}]" for inode in _listening_inodes(port, proc)}
    if sockets:
        for process in proc.glob("[0-9]*"):
            if not sockets.isdisjoint(_open_files(process)):
                return f"another program (pid {process.name}, {_name(process)})"
    return "another program"


def _listening_inodes(port: int, proc: Path) -> list[str]:
    listening = "0A"
    inodes: list[str] = []
    for table in ("tcp", "tcp6"):
        try:
            rows = (proc / "net" / table).read_text("ascii").splitlines()[1:]
        except OSError:
            continue
        inodes += [
            row[9]
            for row in map(str.split, rows)
            if row[3] == listening and int(row[1].rpartition(":")[2], 16) == port
        ]
    return inodes


def _open_files(process: Path) -> set[str]:
    targets: set[str] = set()
    try:
        for file in (process / "fd").iterdir():
            targets.add(str(file.readlink()))
    except OSError:  # another user's process, or ended meanwhile
        pass
    return targets


def _name(process: Path) -> str:
    try:
        name = (process / "comm").read_text("utf-8", errors="replace").strip()
    except OSError:
        return "?"
    return name.encode("ascii", errors="replace").decode("ascii")
