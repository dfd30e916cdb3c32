"""The lock on a folder, which a host holds as long as it runs."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path
from typing import Final

from parlour.store._interface import StoreError

LOCK_FILE: Final = "host.lock"
"""A file with the number of the process. The file remains. What counts is the lock on it, which
the system releases when the process ends, however it ends."""


def is_locked(folder: Path) -> bool:
    """Check whether a host has *folder*."""
    try:
        with (folder / LOCK_FILE).open("rb") as file:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        return False
    return False


class HostLock:
    """The right to write in a folder, as a descriptor, of which another process may have made a
    duplicate (`lock_folder`).
    """

    def __init__(self, fd: int) -> None:
        self._fd = fd

    def fileno(self) -> int:
        return self._fd

    def is_of(self, folder: Path) -> bool:
        """Check whether it is the lock of *folder*."""
        try:
            return os.path.samestat(os.fstat(self._fd), os.stat(folder / LOCK_FILE))
        except FileNotFoundError:
            return False

    def release(self) -> None:
        """Let another host write, unless another process has a duplicate."""
        os.close(self._fd)


def lock_folder(folder: Path, process: int | None = None) -> HostLock:
    """Make *folder* if there is none, and lock it. Raises StoreError if another host has it.

    *process*: the number to write down, if not that of this process.
    """
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        fd = os.open(folder / LOCK_FILE, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise StoreError(cannot_write(folder, error)) from error
    try:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        os.ftruncate(fd, 0)
        os.write(fd, b"%d\n" % (process or os.getpid()))
    except BlockingIOError as error:
        who = _holder(fd)
        os.close(fd)
        raise StoreError(
            f"Another host{who} uses {folder}; stop it, or give this one another place "
            "with --data."
        ) from error
    except OSError as error:
        os.close(fd)
        raise StoreError(cannot_write(folder, error)) from error
    return HostLock(fd)


def cannot_write(folder: Path, error: OSError) -> str:
    """Say in one line that nothing can be written in *folder*, and why."""
    return (
        f"Cannot write in {folder}: {error.strerror or error}. "
        "Put that right, or give another place with --data."
    )


def _holder(fd: int) -> str:
    number = os.pread(fd, 20, 0).strip()
    return f" (process {number.decode()})" if number.isdigit() else ""
