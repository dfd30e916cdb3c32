"""Bare trio server (b), a selector loop of its own: one task for all connections.

The task waits until an epoll's file descriptor is readable, then serves everything
that is ready and sends at once, without blocking; only what the kernel refuses is
queued. It speaks the same as `tools.bench.bare_idiom` and does nothing else either.
"""

from __future__ import annotations

import select
import socket
import sys
from collections import defaultdict
from dataclasses import dataclass, field

import trio

CHUNK = 65_536
"""Bytes read at a time."""
WAITING = 262_144
"""Bytes that may wait for a reader; a further line is thrown away."""
BACKLOG = 1_024
"""Connections that may wait to be accepted."""


@dataclass(slots=True, eq=False)
class Peer:
    """One connection. `members` is its table, empty before it has joined one."""

    sock: socket.socket
    who: bytes
    members: list[Peer] = field(default_factory=list["Peer"])
    rest: bytes = b""
    waiting: bytearray = field(default_factory=bytearray)


class Loop:
    """The connections, the tables, and the selector."""

    def __init__(self, listener: socket.socket) -> None:
        self._listener = listener
        self._epoll = select.epoll()
        self._epoll.register(listener.fileno(), select.EPOLLIN)
        self._peers: dict[int, Peer] = {}
        self._tables: defaultdict[int, list[Peer]] = defaultdict(list)
        self._number = 0

    async def run(self) -> None:
        """Serve until cancelled."""
        while True:
            await trio.lowlevel.wait_readable(self._epoll.fileno())
            for fd, ready in self._epoll.poll(0):
                peer = self._peers.get(fd)
                if peer is not None:
                    self._serve(peer, ready)
                elif fd == self._listener.fileno():
                    self._accept()

    def _accept(self) -> None:
        while True:
            try:
                sock, _address = self._listener.accept()
            except BlockingIOError:
                return
            sock.setblocking(False)
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self._number += 1
            self._peers[sock.fileno()] = Peer(sock, b"%d: " % self._number)
            self._epoll.register(sock.fileno(), select.EPOLLIN)

    def _serve(self, peer: Peer, ready: int) -> None:
        if ready & select.EPOLLOUT:
            self._send_waiting(peer)
        if ready & ~select.EPOLLOUT:
            try:
                data = peer.sock.recv(CHUNK)
            except BlockingIOError:
                return
            except OSError:
                data = b""
            if data:
                self._take(peer, data)
            else:
                self._close(peer)

    def _take(self, peer: Peer, data: bytes) -> None:
        *lines, peer.rest = (peer.rest + data).split(b"\n")
        for line in lines:
            if peer.members:
                told = peer.who + line + b"\n"
                for member in peer.members:
                    self._send(member, told)
            else:
                self._join(peer, int(line.split()[1]))

    def _join(self, peer: Peer, number: int) -> None:
        peer.members = self._tables[number]
        peer.members.append(peer)
        self._send(peer, b"joined %d\n" % number)

    def _send(self, peer: Peer, line: bytes) -> None:
        if peer.waiting:
            if len(peer.waiting) < WAITING:
                peer.waiting += line
            return
        try:
            sent = peer.sock.send(line)
        except BlockingIOError:
            sent = 0
        except OSError:
            return  # the peer is gone; the next read notices
        if sent < len(line):
            peer.waiting += line[sent:]
            self._epoll.modify(peer.sock.fileno(), select.EPOLLIN | select.EPOLLOUT)

    def _send_waiting(self, peer: Peer) -> None:
        try:
            del peer.waiting[: peer.sock.send(peer.waiting)]
        except BlockingIOError:
            return
        except OSError:
            peer.waiting.clear()
        if not peer.waiting:
            self._epoll.modify(peer.sock.fileno(), select.EPOLLIN)

    def _close(self, peer: Peer) -> None:
        del self._peers[peer.sock.fileno()]
        if peer in peer.members:
            peer.members.remove(peer)
        peer.sock.close()  # which takes it out of the epoll as well


def main(port: int) -> None:
    """Serve on the loopback interface until killed."""
    listener = socket.create_server(("127.0.0.1", port), backlog=BACKLOG)
    listener.setblocking(False)
    trio.run(Loop(listener).run)


if __name__ == "__main__":
    main(int(sys.argv[1]))
