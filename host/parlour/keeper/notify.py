"""What a service manager such as systemd hears of the host (sd_notify(3)).

It names a socket in the environment of the process that it starts. Each datagram there is a few
lines, such as `READY=1`. The variables are removed here, so that no game can speak for the host.
"""

from __future__ import annotations

import math
import os
import socket
from contextlib import suppress
from typing import Final

REPLACED_S: Final = 120.0
"""For so long there are signs of life while nothing works. A process that plays is replaced in
seconds, also after several deaths in a row: beyond this, only a new start may help."""
STATUS_CHARS: Final = 200
"""What `systemctl status` shows of us is one line."""


class Manager:
    """The service manager that has started this process. If none has, all of this does nothing."""

    def __init__(self) -> None:
        place = os.environ.pop("NOTIFY_SOCKET", "")
        microseconds = os.environ.pop("WATCHDOG_USEC", "")
        meant = os.environ.pop("WATCHDOG_PID", str(os.getpid())) == str(os.getpid())
        self._place = f"\0{place[1:]}" if place.startswith("@") else place
        wanted = place and meant and microseconds.isdecimal() and int(microseconds)
        self.every_s: Final[float] = int(microseconds) / 2_000_000 if wanted else math.inf
        """Seconds between two signs of life: half of what the manager waits."""
        self._due = math.inf if self.every_s == math.inf else -math.inf

    def say(self, *words: str, status: str = "") -> None:
        """Send *words*, such as `READY=1`, and a *status* for people. It never waits."""
        line = " ".join(status.split())[:STATUS_CHARS]
        lines = [*words, *([f"STATUS={line}"] if line else [])]
        if self._place:
            with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sock:
                sock.setblocking(False)
                sock.sendto("\n".join(lines).encode(), self._place)

    def alive(self, now: float, answered: float | None) -> float:
        """Give a sign of life if it is due. Return when to call again.

        *answered*: when the house last showed that it works; None before it has begun.
        """
        if now >= self._due:
            self._due = now + self.every_s
            if answered is None or now - answered < REPLACED_S:
                self.say("WATCHDOG=1")
        return self._due
