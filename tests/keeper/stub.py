"""A host of a hundred lines for the keeper: `python -m tests.keeper.stub FOLDER`.

It echoes lines, with the number of its process before each. Some words make it end in different
ways. Files in FOLDER make a start fail: `refuse` (the program cannot serve), `die` (workers die
when they begin; `die-new`: those of another program than the first), `layout` (the program is of
another version than the keeper).
"""

from __future__ import annotations

import itertools
import os
import resource
import select
import signal
import socket
import sys
import time
from pathlib import Path
from threading import Event
from typing import Final

from parlour.keeper import link as keeper_link
from parlour.keeper.layout import ANSWERED, AT_MARK, AT_SLOT, BEAT, CALLS
from parlour.keeper.link import Link, Opened, WarmLink, warm_link
from parlour.store import lock_folder

BEAT_MS: Final = 100
PAUSE_S: Final = 0.01
"""Between two looks at a file: nobody needs a processor for that."""


def prepare(warm: WarmLink, folder: Path) -> Opened:
    """Open everything, or take what is open."""
    if (folder / "refuse").exists():
        warm.refused("it is not ready yet")
        raise SystemExit(7)
    if not warm.first:
        return warm.opened
    return Opened(
        games=[listen(socket.AF_INET, ("127.0.0.1", 0))],
        admin=listen(socket.AF_UNIX, str(folder / "admin.sock")),
        own=listen(socket.AF_UNIX, str(folder / "keep.sock")),
        lock=lock_folder(folder, warm.keeper).fileno(),
    )


def listen(family: socket.AddressFamily, where: str | tuple[str, int]) -> socket.socket:
    """Listen there, as `parlour.server` does, which takes half a second to be imported."""
    sock = socket.socket(family)
    sock.bind(where)
    sock.listen(1_000)
    sock.setblocking(False)
    return sock


class Host:
    """The loop of a worker."""

    def __init__(self, link: Link) -> None:
        self.link = link
        self.words = link.notes.words
        self.poll = select.epoll()
        self.poll.register(link.fileno(), select.EPOLLIN)
        self.lines: dict[int, tuple[int, socket.socket]] = {}
        self.beats = True
        for slot, sock in link.attached():
            self.add(slot, sock)

    def add(self, slot: int, sock: socket.socket) -> None:
        self.lines[sock.fileno()] = slot, sock
        self.poll.register(sock.fileno(), select.EPOLLIN)

    def serve(self) -> None:
        while not self.link.stop_asked:
            if self.beats:
                self.words[BEAT] = time.monotonic_ns()  # noqa: TID251 - it is a host
            for fd, _ in self.poll.poll(BEAT_MS / 1000):
                if fd == self.link.fileno():
                    for slot, sock in self.link.receive():
                        self.add(slot, sock)
                    continue
                slot, sock = self.lines[fd]
                data = sock.recv(4096)
                for line in data.decode().splitlines():
                    self.words[AT_SLOT], self.words[AT_MARK] = slot + 1, 1
                    answer = self.answer(line)
                    sock.sendall(f"{os.getpid()} {answer}\n".encode())
                    self.words[AT_SLOT] = 0
                    self.words[ANSWERED] += 1
                if not data:
                    self.close(fd)
        for fd in list(self.lines):
            self.lines[fd][1].sendall(b"bye\n")
            self.close(fd)
        if self.words[CALLS] == 2:  # it must not end
            signal.pause()
        self.link.finished(0)

    def close(self, fd: int) -> None:
        slot, sock = self.lines.pop(fd)
        self.poll.unregister(fd)
        sock.shutdown(socket.SHUT_RDWR)
        sock.close()
        self.link.closed([slot])

    def answer(self, line: str) -> str:
        word, _, rest = line.partition(" ")
        match word:
            case "exit":
                os._exit(int(rest))
            case "crash":
                os.kill(os.getpid(), signal.SIGSEGV)
            case "loop":
                self.words[CALLS] += 1
                for _ in itertools.count():
                    pass
            case "stay":
                self.words[CALLS] = 2
            case "count":
                return str(len(self.lines))
            case "told":
                deaths = self.link.deaths
                return f"{deaths.number} deaths, {deaths.why}, guilty {self.link.guilty}"
            case "blame":
                return str(sorted(self.link.to_blame([1, 2], [3])))
            case _:
                pass
        return line


def main(folder: Path) -> None:
    warm = warm_link()
    assert warm is not None, "it needs a keeper"
    opened = prepare(warm, folder)
    if (folder / "layout").exists():
        setattr(keeper_link, "VERSION_NUMBER", 99)  # noqa: B010 - it is a constant
    port = opened.games[0].getsockname()[1] if warm.first else 0
    warm.ready(
        opened, "2" if (folder / "newer").exists() else "1", {"format": "text", "level": "info"}
    )

    def idle() -> float:
        if (folder / "hang").exists():
            (folder / "hung").touch()
            while (folder / "hang").exists():
                Event().wait(PAUSE_S)
        return 0.01

    link = warm.fork(opened, idle)
    if (folder / "die").exists() or (not warm.first and (folder / "die-new").exists()):
        link.failed("the store is damaged")
        os._exit(3)
    host = Host(link)
    link.ready()
    if link.first:
        sys.stdout.write(f"{port}\n")
        sys.stdout.flush()
    host.serve()


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    main(Path(sys.argv[1]))
