"""The operator's socket in the file system. Only the host's user account may open it."""

from __future__ import annotations

import socket
import stat
from contextlib import suppress
from pathlib import Path
from typing import Final

from parlour.server._listen import ListenError

BACKLOG: Final = 16
"""The most operators who connect at the same moment. There are few."""


def open_admin(path: Path) -> socket.socket:
    """Return a socket that listens at *path*, only for the user of this process and root.

    It replaces what a dead host left there. The caller holds the lock of the data
    directory, so no living host uses it.

    Raises:
        ListenError: with one clear line.
    """
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        remove_admin(path)
        listener.bind(str(path))
        path.chmod(0o600)  # before it listens, so that nobody can connect earlier
        listener.listen(BACKLOG)
    except OSError as error:
        listener.close()
        raise ListenError(f"Cannot listen at {str(path)!a}: {_reason(error)}.") from error
    return listener


def remove_admin(path: Path) -> None:
    """Remove an old socket. Anything else stays, and is in the way."""
    with suppress(FileNotFoundError):
        if stat.S_ISSOCK(path.lstat().st_mode):
            path.unlink()


def _reason(error: OSError) -> str:
    # Python itself refuses a path that is too long, without a number.
    if error.errno is None:
        return "the path is too long for a socket; choose a shorter data directory"
    return f"{error.strerror}"
