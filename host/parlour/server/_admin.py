"""The operator's socket, in the file system: only the user of the host may open it."""

from __future__ import annotations

import socket
import stat
from contextlib import suppress
from pathlib import Path
from typing import Final

from parlour.server._listen import ListenError

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
        remove_admin(path)
        listener.bind(str(path))
        path.chmod(0o600)  # before it listens: until then nobody can connect
        listener.listen(BACKLOG)
    except OSError as error:
        listener.close()
        raise ListenError(f"Cannot listen at {str(path)!a}: {_reason(error)}.") from error
    return listener


def remove_admin(path: Path) -> None:
    """Remove a socket that is there; anything else stays, and is in the way."""
    with suppress(FileNotFoundError):
        if stat.S_ISSOCK(path.lstat().st_mode):
            path.unlink()


def _reason(error: OSError) -> str:
    # Python refuses a path that is too long itself, without a number.
    if error.errno is None:
        return "the path is too long for a socket; choose a shorter data directory"
    return f"{error.strerror}"
