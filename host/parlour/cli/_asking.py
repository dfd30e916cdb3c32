"""A question to the host that is running on a data directory."""

from __future__ import annotations

import socket
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

from parlour.cli._group import Refusal
from parlour.cli._shared import admin_socket

if TYPE_CHECKING:
    from parlour.house.commands.op_requests import Request

T = TypeVar("T")

PATIENCE_S = 30
"""How long an answer may take: an act is answered when it is stored, and disks can be slow."""
CHUNK = 65_536


class NoHost(Refusal):
    """Nobody listens there."""


def ask(folder: Path, request: Request, kind: type[T], *, as_json: bool) -> T | None:
    """The answer of the host on *folder*, of that *kind*; None if it was printed as JSON.

    Raises Refusal with one line: no host runs there, or it refuses.
    """
    import msgspec

    from parlour.house.commands.op_requests import Failed

    answer = _answer(folder, msgspec.json.encode(request))
    raw = msgspec.json.decode(answer)
    if "error" in raw:
        raise Refusal(msgspec.convert(raw, Failed).error)
    if as_json:
        click.echo(answer.decode().rstrip("\n"))
        return None
    return msgspec.convert(raw, kind)


def is_running(folder: Path) -> bool:
    """Does a host run on *folder*?"""
    try:
        _connect(folder).close()
    except NoHost:
        return False
    return True


def _answer(folder: Path, line: bytes) -> bytes:
    with _connect(folder) as host:
        try:
            host.sendall(line + b"\n")
            answer = b""
            while not answer.endswith(b"\n"):
                data = host.recv(CHUNK)
                if not data:
                    raise Refusal("The host has hung up without an answer; its log may say why.")
                answer += data
        except TimeoutError:
            text = f"The host on {folder} has not answered for {PATIENCE_S} s."
            raise Refusal(text) from None
        except OSError as error:
            raise Refusal(f"The line to the host broke: {error.strerror}.") from error
    return answer


def _connect(folder: Path) -> socket.socket:
    line = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    line.settimeout(PATIENCE_S)
    try:
        line.connect(str(admin_socket(folder)))
    except (FileNotFoundError, ConnectionRefusedError, NotADirectoryError):
        line.close()
        raise NoHost(f"No host is running on {folder}.") from None
    except OSError as error:
        line.close()
        reason = error.strerror or error  # a path that is too long has no number
        raise Refusal(f"Cannot talk to the host on {folder}: {reason}.") from error
    return line
