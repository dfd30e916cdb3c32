"""What the keeper itself is asked: by an operator while no worker lives, and for an upgrade."""

from __future__ import annotations

import json
import math
import socket
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any, Final

from parlour.keeper.judge import Judge
from parlour.keeper.loop import Loop

LINE_BYTES: Final = 4_096
"""More of an operator's words than they need here."""
CALLERS: Final = 16
ASKED_BYTES: Final = 100
STOPPING: Final = ("stop", "drain")
"""Commands that end a host without a worker, but for `drain off`."""


def why_not(judge: Judge, wait_s: float, connections: int) -> dict[str, Any]:
    """Return what an operator should know while nobody plays."""
    waits = "1 connection waits" if connections == 1 else f"{connections} connections wait"
    return {
        "text": [
            f"The host cannot start: it died {judge.row} times in a row.",
            f"The last time: {judge.why}.",
            f"It tries again in {math.ceil(wait_s)} s. {waits} for it.",
            "To stop it: parlour drain",
        ],
        "deaths": judge.number,
        "why": judge.why,
        "again_s": round(wait_s, 1),
        "connections": connections,
    }


class Desk:
    """Answers on the operator's socket while it is open.

    *about* says how the host is, with lines for people as `text`; *stop* stops it.
    """

    def __init__(
        self, loop: Loop, about: Callable[[], dict[str, Any]], stop: Callable[[], None]
    ) -> None:
        self._loop, self._about, self._stop = loop, about, stop
        self._place: socket.socket | None = None
        self._callers: dict[socket.socket, bytes] = {}
        """With the line that each has begun."""
        self._programs: set[socket.socket] = set()

    def open(self, place: socket.socket | None) -> None:
        if place is not None and self._place is None:
            self._place = place
            self._loop.watch(place.fileno(), partial(self._take, place))

    def close(self) -> None:
        """Leave the socket to the next worker. Those who are connected must do so again."""
        if self._place is not None:
            self._loop.unwatch(self._place.fileno())
            self._place = None
        for caller in list(self._callers):
            self._hang_up(caller)

    def _take(self, place: socket.socket) -> None:
        caller = _accepted(place)
        if caller is None:
            return
        if len(self._callers) >= CALLERS:
            caller.close()
            return
        self._callers[caller] = b""
        self._loop.watch(caller.fileno(), partial(self._read, caller))

    def _read(self, caller: socket.socket) -> None:
        try:
            data = caller.recv(LINE_BYTES)
            *lines, rest = (self._callers[caller] + data).split(b"\n")
            for line in lines:
                answer = self._answer(caller, line.decode("utf-8", "replace").strip())
                caller.sendall(answer.encode())
        except OSError:  # they are gone, or do not read what they asked for
            self._hang_up(caller)
            return
        if not data or len(rest) > LINE_BYTES:
            self._hang_up(caller)
        elif caller in self._callers:
            self._callers[caller] = rest

    def _hang_up(self, caller: socket.socket) -> None:
        if self._callers.pop(caller, None) is not None:
            self._programs.discard(caller)
            self._loop.unwatch(caller.fileno())
            caller.close()

    def _answer(self, caller: socket.socket, line: str) -> str:
        if line.startswith("HELLO"):
            self._programs.add(caller)
            return f"#- ok {json.dumps({'text': []})}\n"
        tag, word = "#-", line
        if line.startswith("#"):
            tag, _, word = line.partition(" ")
        verb, _, rest = word.lower().partition(" ")
        about = self._about()
        stops = verb in STOPPING and rest.strip() != "off"
        if stops:
            self._stop()
            about = {"text": ["The host stops."]}
        if caller not in self._programs:
            return "".join(f"{text}\n" for text in about["text"])
        if stops or verb == "status":
            return f"{tag} ok {json.dumps(about)}\n"
        return f"{tag} no {json.dumps({'code': 'unavailable', **about})}\n"


class Askers:
    """Those who have asked for an upgrade (`parlour upgrade`), and wait to hear how it ends."""

    def __init__(self, loop: Loop, upgrade: Callable[[], bool]) -> None:
        self._loop, self._upgrade = loop, upgrade
        self._waiting: list[socket.socket] = []

    def open(self, place: socket.socket) -> None:
        self._loop.watch(place.fileno(), partial(self._take, place))

    def _take(self, place: socket.socket) -> None:
        asker = _accepted(place)
        if asker is None:
            return
        if len(self._waiting) >= CALLERS:
            asker.close()
            return
        self._waiting.append(asker)
        self._loop.watch(asker.fileno(), partial(self._asked, asker))

    def _asked(self, asker: socket.socket) -> None:
        self._loop.unwatch(asker.fileno())
        try:
            word = asker.recv(ASKED_BYTES).strip()
        except OSError:
            word = b""
        if word != b"upgrade":
            self._waiting.remove(asker)
            asker.close()
        elif not self._upgrade():
            self.answer("no The host starts, stops or changes its program right now.")

    def answer(self, text: str) -> None:
        """Tell all that wait."""
        for asker in self._waiting:
            with suppress(OSError):
                asker.sendall(f"{text}\n".encode())
            self._loop.unwatch(asker.fileno())
            asker.close()
        self._waiting.clear()


def _accepted(place: socket.socket) -> socket.socket | None:
    try:
        sock, _ = place.accept()
    except OSError:
        return None
    sock.setblocking(False)
    return sock
