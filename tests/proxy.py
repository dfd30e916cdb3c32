"""A way to a database that can lose what is sent on it."""

from __future__ import annotations

import socket
from collections.abc import Callable
from contextlib import suppress
from threading import Thread
from typing import Literal, TypeAlias

Cut: TypeAlias = Literal["", "request", "answer"]


class Proxy:
    """Passes connections on to the socket at *path*.

    If `cut` is "request", the next connection on which a client sends *mark* is cut before that
    is passed on. If it is "answer", the one on which the server says that it has inserted a row.
    """

    def __init__(self, path: str, mark: bytes) -> None:
        self._path, self._mark = path, mark
        self.cut: Cut = ""
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self._threads = list[Thread]()
        self._begin(self._accept)

    def _begin(self, work: Callable[..., None], *given: socket.socket) -> None:
        thread = Thread(target=work, args=given, daemon=True)
        thread.start()
        self._threads.append(thread)

    def close(self) -> None:
        """Accept nothing more. The clients have left."""
        self._listener.shutdown(socket.SHUT_RDWR)
        for thread in self._threads:
            thread.join()
        self._listener.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                server = socket.socket(socket.AF_UNIX)
                server.connect(self._path)
                self._begin(self._up, client, server)
                self._begin(self._down, client, server)

    def _up(self, client: socket.socket, server: socket.socket) -> None:
        with client, suppress(OSError):
            while data := client.recv(65_536):
                if self.cut == "request" and self._mark in data:
                    self.cut = ""
                    break
                server.sendall(data)
        _end(server)

    def _down(self, client: socket.socket, server: socket.socket) -> None:
        with server, suppress(OSError):
            while data := server.recv(65_536):
                if self.cut == "answer" and b"INSERT 0 1" in data:
                    self.cut = ""
                    break
                client.sendall(data)
        _end(client)


def _end(end: socket.socket) -> None:
    with suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)
