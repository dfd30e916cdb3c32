"""The operator's line: a socket in the file system that only the host's user may open.

One JSON object a line in, one a line out, in the same order; what they say is the
house's business (`house.commands.operator`).
"""

from __future__ import annotations

import socket
import stat
from contextlib import suppress
from pathlib import Path
from typing import Final

import trio

from parlour.server._listen import ListenError
from parlour.server._log import log, outline
from parlour.server._ticker import Ticker

LINE_BYTES: Final = 65_536
"""The longest question: an announcement of a few screens fits many times."""
TOO_LONG: Final = b'{"error":"That line is too long: the most is %d bytes."}\n' % LINE_BYTES
BACKLOG: Final = 16
"""Operators who come at the same moment; they are few."""


def open_admin(path: Path) -> socket.socket:
    """A socket that listens at *path*, for the user of this process and root only.

    What a host that died left there is replaced: the caller holds the lock of the data
    directory, so no living host has it.

    Raises:
        ListenError: with one clear line.
    """
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        _remove(path)
        listener.bind(str(path))
        path.chmod(0o600)  # before it listens: until then nobody can connect
        listener.listen(BACKLOG)
    except OSError as error:
        listener.close()
        raise ListenError(f"Cannot listen at {str(path)!a}: {_reason(error)}.") from error
    return listener


def _remove(path: Path) -> None:
    """Remove a socket that is there; anything else stays, and is in the way."""
    with suppress(FileNotFoundError):
        if stat.S_ISSOCK(path.lstat().st_mode):
            path.unlink()


def _reason(error: OSError) -> str:
    # Python refuses a path that is too long itself, without a number.
    if error.errno is None:
        return "the path is too long for a socket; choose a shorter data directory"
    return f"{error.strerror}"


async def serve_admin(listener: socket.socket, ticker: Ticker) -> None:
    """Answer whoever connects, until cancelled; then the socket is gone."""
    path = Path(listener.getsockname())

    async def serve(stream: trio.SocketStream) -> None:
        try:
            await _serve(stream, ticker)
        except trio.BrokenResourceError:  # he did not wait for the answer
            pass
        except Exception as error:  # noqa: BLE001 - boundary of one connection
            log.error("A line of the operator failed.\n%s", outline(error))

    try:
        await trio.serve_listeners(
            serve, [trio.SocketListener(trio.socket.from_stdlib_socket(listener))]
        )
    finally:
        _remove(path)


async def _serve(stream: trio.SocketStream, ticker: Ticker) -> None:
    """Answer the lines of one connection, one after the other."""
    unread = b""
    async with stream:
        async for data in stream:
            *lines, unread = (unread + data).split(b"\n")
            for line in lines:
                if len(line) <= LINE_BYTES:
                    await stream.send_all(await ticker.ask(line) + b"\n")
                else:
                    await stream.send_all(TOO_LONG)
            if len(unread) > LINE_BYTES:
                await stream.send_all(TOO_LONG)
                return
