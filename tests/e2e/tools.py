"""What people connect with: nc and telnet if this computer has them, else sockets like them.

Each is one end of a line: bytes that were typed go out through `type`, what is on the
screen comes in through `read`, and a selector can wait for it.
"""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
from abc import ABC, abstractmethod
from typing import Final

from tests.e2e.serving import HOST, PATIENCE_S

READ_BYTES: Final = 1 << 16
IAC, DONT, DO, WONT, WILL = b"\xff", b"\xfe", b"\xfd", b"\xfc", b"\xfb"
NAWS = b"\x1f"
"""RFC 1073: the size of the window, the one option that the host asks for."""
_REFUSED = {WILL: DONT, DO: WONT}
_COMMAND: Final = re.compile(rb"\xff[\xfb-\xfe].", re.DOTALL)
OPENING: Final = bytes.fromhex(
    "ff fd 26 ff fb 26 ff fd 03 ff fb 18 ff fb 1f ff fb 20 ff fb 21 ff fb 22 ff fb 27 ff fd 05"
)
"""What Debian's telnet (inetutils 2.4) asks for at first, when it is told to negotiate."""


class Tool(ABC):
    """One end of a line."""

    @abstractmethod
    def fileno(self) -> int:
        """Readable when there is something to read."""

    @abstractmethod
    def type(self, text: str) -> None:
        """Type a line and press Enter."""

    @abstractmethod
    def send(self, data: bytes) -> None:
        """Type this, which may be half a line."""

    @abstractmethod
    def read(self) -> bytes:
        """What came; nothing: the host has closed the line."""

    @abstractmethod
    def close(self) -> None:
        """The host has closed the line: see that this end has ended as it should."""

    @abstractmethod
    def drop(self) -> None:
        """Cut the line at once."""


class Program(Tool):
    """A program of this computer, its screen a pipe."""

    def __init__(self, *command: str) -> None:
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._keys, self._screen = self._process.stdin, self._process.stdout

    def fileno(self) -> int:
        return self._screen.fileno()

    def type(self, text: str) -> None:
        self.send(f"{text}\n".encode())

    def send(self, data: bytes) -> None:
        self._keys.write(data)
        self._keys.flush()

    def read(self) -> bytes:
        return os.read(self._screen.fileno(), READ_BYTES)

    def close(self) -> None:
        try:
            self._keys.close()
            code = self._process.wait(PATIENCE_S)
        finally:
            self.drop()
        assert code == 0, self._process.args

    def drop(self) -> None:
        with self._process:  # closes its pipes
            self._process.kill()


class Netcat(Program):
    """nc waits for its keyboard when the host has closed the line: so press Ctrl-D then."""

    def type(self, text: str) -> None:
        super().type(text)
        if text == "quit":
            self._keys.close()


class Socket(Tool):
    """What nc does, for a computer without it."""

    def __init__(self, port: int) -> None:
        self._line = socket.create_connection((HOST, port), PATIENCE_S)

    def fileno(self) -> int:
        return self._line.fileno()

    def type(self, text: str) -> None:
        self.send(f"{text}\n".encode())

    def send(self, data: bytes) -> None:
        self._line.sendall(data)

    def read(self) -> bytes:
        return self._line.recv(READ_BYTES)

    def close(self) -> None:
        self.drop()

    def drop(self) -> None:
        self._line.close()


class TelnetSocket(Socket):
    """What Debian's telnet does: asks for its options, ends lines with CR LF, shows text only.

    The host must refuse each option it asks for, once, and ask for the size of its window, once.
    """

    def __init__(self, port: int) -> None:
        super().__init__(port)
        self._answers: list[bytes] = []
        self._cut = b""
        self._line.sendall(OPENING)

    def type(self, text: str) -> None:
        self._line.sendall(f"{text}\r\n".encode())

    def read(self) -> bytes:
        text = b""
        while not text and (data := super().read()):
            data = self._cut + data
            self._answers += _COMMAND.findall(data)
            data = _COMMAND.sub(b"", data)
            text, self._cut = (data, b"") if IAC not in data else data.split(IAC)
            if self._cut or data.endswith(IAC):
                self._cut = IAC + self._cut
        return text.replace(b"\r", b"")  # a screen shows none

    def close(self) -> None:
        super().close()
        assert sorted(self._answers) == sorted(_answers_to(OPENING))


def _answers_to(requests: bytes) -> list[bytes]:
    """Every option is refused but the size of the window."""
    requested = _COMMAND.findall(requests)
    others = [request for request in requested if request[1:] != WILL + NAWS]
    return [IAC + DO + NAWS, *(IAC + _REFUSED[other[1:2]] + other[2:] for other in others)]


NC: Final = shutil.which("nc")
TELNET: Final = shutil.which("telnet")


def nc(port: int) -> Tool:
    """A line by nc, if there is one."""
    return Netcat(NC, HOST, str(port)) if NC else Socket(port)


def telnet(port: int) -> Tool:
    """A line by telnet, if there is one, that negotiates as it does with a telnet server."""
    if not TELNET:
        return TelnetSocket(port)
    tool = Program(TELNET)
    tool.type(f"open {HOST} -{port}")  # without the minus it would not ask for options
    return tool
