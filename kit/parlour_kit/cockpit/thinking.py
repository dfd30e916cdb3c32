"""Let bots think beside the screen, in a process of their own that can be stopped at any time.

A thread could not be stopped, and a bot under trial may well think for ever.
"""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable
from socket import socket, socketpair
from threading import Thread
from typing import Final, NoReturn

import msgspec

from parlour.api import Seat
from parlour_kit.cockpit.session import Cockpit, Denied
from parlour_kit.language import _
from parlour_kit.position import Move

_PIECE: Final = 65536


class _Thought(msgspec.Struct, frozen=True):
    """What a bot has come to."""

    move: Move | None = None
    fault: str = ""


async def thought(cockpit: Cockpit, seat: Seat) -> Move | None:
    """Return the move that the bot at *seat*, which is asked, wants to make. Raises Denied.

    The cockpit goes on meanwhile. The bot stops when the task is cancelled.
    """
    data = await aside(lambda: _thought(cockpit, seat))
    if not data:
        raise Denied(_("The bot has ended its process instead of a move."))
    found = msgspec.json.decode(data, type=_Thought)
    if found.fault:
        raise Denied(found.fault)
    return found.move


def _thought(cockpit: Cockpit, seat: Seat) -> bytes:
    try:
        found = _Thought(cockpit.thought(seat))
    except Denied as denied:
        found = _Thought(fault=str(denied.args[0]))
    return msgspec.json.encode(found)


async def aside(work: Callable[[], bytes]) -> bytes:
    """Return what *work* returns, in a copy of this process. Nothing that it changes comes back.

    The process ends with the task that waits for it. One that fails returns nothing.
    """
    ours, theirs = socketpair()
    process = os.fork()
    if not process:
        ours.close()
        be_aside(work, theirs)
    theirs.close()
    found: list[bytes] = []
    try:
        while True:
            await _readable(ours.fileno())
            piece = os.read(ours.fileno(), _PIECE)
            if not piece:
                return b"".join(found)
            found.append(piece)
    finally:
        ours.close()
        _end(process)


def _end(process: int) -> None:
    os.kill(process, signal.SIGKILL)
    os.waitpid(process, 0)


def be_aside(work: Callable[[], bytes], theirs: socket) -> NoReturn:
    """Be the process that works. What a bot prints would spoil the screen, so nobody reads it."""
    try:
        signal.set_wakeup_fd(-1)  # signals to it are not for the loop that it has been copied from
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        nowhere = os.open(os.devnull, os.O_RDWR)
        for each in (0, 1, 2):
            os.dup2(nowhere, each)
        Thread(target=_end_with, args=(theirs,), daemon=True).start()
        theirs.sendall(work())
    finally:
        os._exit(0)


def _end_with(theirs: socket) -> None:
    """End this process as soon as the other one has ended, however that came: nobody waits."""
    theirs.recv(1)
    os._exit(0)


async def _readable(fd: int) -> None:
    loop = asyncio.get_running_loop()
    ready = loop.create_future()

    def came() -> None:
        if not ready.done():
            ready.set_result(None)

    loop.add_reader(fd, came)
    try:
        await ready
    finally:
        loop.remove_reader(fd)
