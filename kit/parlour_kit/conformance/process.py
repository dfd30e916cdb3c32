"""Clients under test: a program of its own, or one that somebody starts by hand."""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import IO, Final

from parlour_kit.conformance.client import ADDRESS, ClientUnderTest

END_S: Final = 5.0
"""How long a program may take to end when it is told to."""


class Process(ClientUnderTest):
    """Runs a command line, in which {host} and {port} say where to connect.

    *typed* are the lines that a person types at first. Without any, nobody types.
    """

    def __init__(self, command: Sequence[str], typed: Sequence[str]) -> None:
        self._command = command
        self._typed = typed
        self._run: subprocess.Popen[bytes] | None = None
        self._errors: IO[bytes] | None = None

    def start(self, port: int) -> None:
        places = {"{host}": ADDRESS, "{port}": str(port)}
        words = list(self._command)
        for place, value in places.items():
            words = [word.replace(place, value) for word in words]
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115, closed by `stop`
        self._run = subprocess.Popen(
            words,
            stdin=subprocess.PIPE if self._typed else subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=self._errors,
        )
        for line in self._typed:
            self.type(line)

    def type(self, line: str) -> None:
        if self._run is not None and self._run.stdin is not None:
            with suppress(OSError):
                self._run.stdin.write(f"{line}\n".encode())
                self._run.stdin.flush()

    def ended(self) -> str | None:
        code = None if self._run is None else self._run.poll()
        if not code or self._errors is None:
            return "" if code == 0 else None
        self._errors.seek(0)
        said = self._errors.read().decode(errors="replace").strip().rpartition("\n")[2]
        return f"ended with exit code {code}" + (f": {said}" if said else "")

    def stop(self) -> None:
        if self._run is None or self._errors is None:
            return
        self._run.terminate()
        try:
            self._run.wait(END_S)
        except subprocess.TimeoutExpired:
            self._run.kill()
            self._run.wait()
        if self._run.stdin is not None:
            with suppress(OSError):
                self._run.stdin.close()
        self._errors.close()
        self._run = None


class ByHand(ClientUnderTest):
    """Somebody starts the client for each check. *say* tells them where it must connect."""

    def __init__(self, say: Callable[[str], None]) -> None:
        self._say = say

    def start(self, port: int) -> None:
        self._say(f"Connect your client to {ADDRESS}:{port} now.")

    def type(self, line: str) -> None:
        """See `ClientUnderTest`: they have read the prompt."""

    def ended(self) -> str | None:
        """See `ClientUnderTest`: nobody knows."""
        return None

    def stop(self) -> None:
        """See `ClientUnderTest`: its connection is closed already."""
