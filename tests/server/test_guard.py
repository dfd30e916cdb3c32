"""What a worker notes for the next one (`_guard`) has bounds, whatever its readers do."""

from __future__ import annotations

import mmap
import socket
from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest

from parlour.core.cards import CARD_MAX
from parlour.core.effects import ConnId, Effects, HouseEvent
from parlour.keeper.layout import SIZE
from parlour.keeper.notes import CARD_MOST, FLAG_BITS, Notes
from parlour.server._connection import CloseStage, SocketLine
from parlour.server._guard import LOG_BYTES, UNSENT_BYTES, Guard, KeptLine
from parlour.wire.lines import MARK_BITS


@dataclass
class NoKeeper:
    """Gives no connection, and hears of those that are closed."""

    notes: Notes
    stop_asked: bool = False
    gone: list[int] = field(default_factory=list[int])

    def fileno(self) -> int:
        return -1

    def receive(self) -> Sequence[tuple[int, socket.socket]]:
        return ()

    def attached(self) -> Sequence[tuple[int, socket.socket]]:
        return ()

    def closed(self, slots: Sequence[int]) -> None:
        self.gone += slots


@dataclass
class Loop:
    """Notes who is dropped as too slow, and who is closed."""

    outgoing_bytes: int = 1
    behind_bytes: int = 1
    slow: list[ConnId] = field(default_factory=list[ConnId])
    closed: list[ConnId] = field(default_factory=list[ConnId])

    def watch(self, line: SocketLine) -> None: ...

    def note_behind(self, line: SocketLine) -> None: ...

    def pass_on(self, event: HouseEvent) -> None: ...

    def replace(self, old: SocketLine, new: SocketLine) -> None: ...

    def read_again(self, fd: int) -> None: ...

    def finish(self, line: SocketLine) -> None: ...

    def drop_slow(self, line: SocketLine, waiting: bytearray) -> None:
        self.slow.append(line.conn)
        waiting.clear()

    def close(self, line: SocketLine) -> None:
        self.closed.append(line.conn)
        line.gone()


@pytest.fixture
def notes() -> Notes:
    return Notes(memoryview(mmap.mmap(-1, SIZE)))


def test_if_too_much_waits_for_readers_those_furthest_behind_are_dropped(notes: Notes) -> None:
    """Else the log has no room for it when it begins again, and no worker could live."""
    guard, loop = Guard(NoKeeper(notes)), Loop()
    ours, theirs = socket.socketpair()
    with ours, theirs:
        lines = dict[ConnId, KeptLine]()
        for slot, share in enumerate((4, 8, 2, 16)):
            notes.claim(slot)
            line = KeptLine(ConnId(slot + 1), ours, loop, guard, slot)
            line.waiting = bytearray(UNSENT_BYTES // share)
            line.total = len(line.waiting)
            lines[line.conn] = line
        guard.watch(lines)
        begin_again(guard, lines)
        assert (loop.slow, loop.closed) == ([], []), "it is less than the bound"

        lines[ConnId(2)].waiting = bytearray(UNSENT_BYTES // 2)
        lines[ConnId(2)].stage = CloseStage.FLUSHING
        begin_again(guard, lines)
        assert (loop.slow, loop.closed) == ([3], [2])


def begin_again(guard: Guard, lines: dict[ConnId, KeptLine]) -> None:
    """Let so much leave that the log begins again."""
    large = Effects(sends=[(ConnId(4), bytes(2 * LOG_BYTES))])
    for _ in range(2 * UNSENT_BYTES // LOG_BYTES):
        guard.leaving(large)
        guard.left(large)


def test_the_house_and_the_notes_agree_about_marks_and_cards() -> None:
    """Neither imports the other: the keeper knows nothing of the host, and the wire no keeper."""
    assert FLAG_BITS == MARK_BITS
    assert CARD_MAX <= CARD_MOST
