"""Send requests to the host that uses a data directory, over the operator's socket."""

from __future__ import annotations

import socket
from collections.abc import Generator, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO

import click

from parlour.cli._clustered import standby_of
from parlour.cli._group import Refusal
from parlour.cli._shared import admin_socket, keeper_socket

PATIENCE_S = 8
"""How long an answer may take. A host that cannot store says so after 5 s."""
LOADING_S = 120
"""How long a new program may take to load and to try what is stored."""
CHUNK = 65_536

Object = dict[str, Any]


class NoHost(Refusal):
    """No host is running there."""


class HungHost(Refusal):
    """A host is running there, and does not answer."""

    def __init__(self, folder: Path) -> None:
        super().__init__(
            f"The host on {folder} has not answered for {PATIENCE_S} s. It may still do what you"
            " asked. Its log may say why. If it hangs, end its process and start it again: no game"
            " is lost."
        )


@contextmanager
def operator_of(folder: Path) -> Generator[Operator]:
    """Connect to the host on *folder*. This and every request may raise Refusal with one line."""
    with _connect(folder) as line, line.makefile("rb") as answers:
        yield Operator(folder, line, answers)


class Operator:
    """A connection to a host as its operator, in the protocol of programs."""

    def __init__(self, folder: Path, line: socket.socket, answers: BinaryIO) -> None:
        self._folder = folder
        self._socket = line
        self._answers = answers
        self._say("HELLO 1 text")
        for _ in self._answer("#- "):
            pass

    def ask(self, line: str) -> Object:
        """Return the final answer to a request."""
        return self.listing(line)[1]

    def pages(self, line: str) -> list[Object]:
        """Return the items of all pages of a list."""
        items, end = self.listing(line)
        for page in range(2, end.get("pages", 1) + 1):
            items += self.listing(f"{line} {page}")[0]
        return items

    def listing(self, line: str) -> tuple[list[Object], Object]:
        """Return the items of an answer, and the final one."""
        self._say(f"#1 {line}")
        *items, end = self._answer("#1 ")
        return items, end

    def _say(self, line: str) -> None:
        with self._patiently(), suppress(BrokenPipeError):  # it may have said why before
            self._socket.sendall(f"{line}\n".encode())

    def _answer(self, begin: str) -> Iterator[Object]:
        """Yield the objects of the lines that start with *begin*, up to the final answer."""
        import msgspec

        while True:
            line = self._line()
            if not line.startswith(begin):
                continue
            _, word, body = line.split(" ", 2)
            found: Object = msgspec.json.decode(body)
            if word == "no":
                raise Refusal(sentence(found))
            yield found
            if word == "ok":
                return

    def _line(self) -> str:
        line = b""
        with self._patiently(), suppress(ConnectionResetError):
            line = self._answers.readline()
        if not line.endswith(b"\n"):
            raise Refusal("The host disconnected without an answer. Its log may say why.")
        return line.decode()

    @contextmanager
    def _patiently(self) -> Generator[None]:
        try:
            yield
        except TimeoutError:
            raise HungHost(self._folder) from None
        except OSError as error:
            raise Refusal(f"Lost the connection to the host: {error.strerror}.") from error


def sentence(found: Object) -> str:
    """Join the text of an object, which the host has wrapped at spaces, into one line."""
    return " ".join(piece.strip() for piece in found["text"])


def print_object(found: Object) -> None:
    """Print an object for programs, without the text for people."""
    import msgspec

    click.echo(msgspec.json.encode({k: v for k, v in found.items() if k != "text"}).decode())


def is_running(folder: Path) -> bool:
    try:
        _connect(folder).close()
    except NoHost:
        return False
    except HungHost:
        pass
    return True


def asked_keeper(folder: Path, what: str) -> str:
    """Ask the keeper of the host on *folder*. Return its answer. Raises Refusal with one line."""
    try:
        with _connect(folder, keeper_socket(folder)) as line, line.makefile("r") as answers:
            line.settimeout(LOADING_S)
            line.sendall(f"{what}\n".encode())
            word, _, text = answers.read().rstrip("\n").partition(" ")
    except NoHost:
        if not is_running(folder):
            raise
        text = f"The host on {folder} is one process. Stop it and start it again."
        raise Refusal(text) from None
    except TimeoutError:
        raise Refusal(f"No answer for {LOADING_S} s. The log of the host may say why.") from None
    except OSError as error:
        raise Refusal(f"Lost the connection to the host: {error.strerror}.") from error
    if word != "ok":
        raise Refusal(text or "The host stopped without an answer. Its log may say why.")
    return text


def _connect(folder: Path, place: Path | None = None) -> socket.socket:
    """Connect to the operator's socket of the host on *folder*, or to that at *place*."""
    line = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    line.settimeout(PATIENCE_S)
    try:
        line.connect(str(place or admin_socket(folder)))
    except (FileNotFoundError, ConnectionRefusedError, NotADirectoryError):
        line.close()
        raise NoHost(standby_of(folder) or f"No host is running on {folder}.") from None
    except (BlockingIOError, TimeoutError):  # others are waiting ahead of us
        line.close()
        raise HungHost(folder) from None
    except OSError as error:
        line.close()
        reason = error.strerror or error  # a path that is too long has no number
        raise Refusal(f"Cannot talk to the host on {folder}: {reason}.") from error
    return line
