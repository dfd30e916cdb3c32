"""A day of play: how much memory the client needs, from its beginning to its end.

What happens in a day is told as fast as it is taken, twice:

* to the client's `hear` and the upper part of its screen, in a process in which nothing else is:
  `python -m tools.bench.day LINES`, which prints a `Weighed` as JSON;
* to the whole program, in a terminal, by a host over TCP (`whole`). There the player now and then
  says something.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from parlour_client.model import Model
from parlour_client.protocol import Heard, Splitter, read_line
from parlour_client.reduce_events import hear
from parlour_client.screen.layout import Shown, compose
from tools.bench.evening import NAME, Evening, spend
from tools.bench.process import Spent, resident_kib
from tools.bench.scripted import hosting
from tools.bench.terminal import terminal

LINES_A_MINUTE: Final = 2000
FIRST: Final = 20_000
"""Lines after which memory is looked at first: the log is full by then."""
DRAWN_EVERY: Final = 10
"""Moments. At that pace a client draws nearly each of them, which only takes longer."""
SIZES: Final = ((80, 20), (120, 35))
"""Of the upper part of the screen, in turn."""
TYPED_EVERY: Final = 600
"""Lines that are told before the player types one: some twenty seconds."""
WIDE: Final = (120, 40)


class Weighed(msgspec.Struct, frozen=True, kw_only=True):
    """What was found out."""

    lines: int
    events: int
    resident_kib: tuple[int, int, int]
    """After the first `FIRST` lines, in the middle of the others, and at the end."""
    us_an_event: float
    """Processor time of the client, all in all."""

    @property
    def growth_kib(self) -> int:
        """From the first look to the larger one of the others."""
        first, *others = self.resident_kib
        return max(others) - first


def stages(lines: int) -> tuple[int, int, int]:
    """How many lines of *lines* there are before each look at the memory."""
    first = min(FIRST, max(1, lines // 3))
    half = (lines - first) // 2
    return first, half, lines - first - half


# --- the model and the drawing ---------------------------------------------------------


class Listener:
    """Somebody who hears everything, and looks at the screen now and then."""

    def __init__(self, evening: Evening) -> None:
        self.model = Model(name=NAME)
        self.events = 0
        self.drawn = 0
        self._told = evening.told()
        self._splitter = Splitter()
        self._moments = 0
        self._hear(evening.welcome)

    def live(self, lines: int) -> None:
        """Hear so many lines more."""
        while lines > 0:
            moment = next(self._told)
            for event in moment.events:
                self._hear(event)
            lines -= moment.lines
            self._moments += 1
            if self._moments % DRAWN_EVERY == 0:
                self._draw()

    def _hear(self, event: bytes) -> None:
        self.events += 1
        for line in self._splitter.feed(b"* %d %s\n" % (self.events, event)):
            said = read_line(line)
            assert isinstance(said, Heard)
            self.model = hear(self.model, said, self._now_ms)

    @property
    def _now_ms(self) -> int:
        return self.events

    def _draw(self) -> None:
        width, height = SIZES[self.drawn % len(SIZES)]
        shown = Shown(self.model, "kitchen-pc", self._now_ms, boxes=True)
        compose(shown, width, height, one=False)
        self.drawn += 1


def listened(evening: Evening, lines: int) -> Weighed:
    """So many lines, to model and drawing in this process."""
    listener, pid = Listener(evening), os.getpid()
    before = Spent.of(pid).busy

    def looks() -> Iterator[int]:
        for stage in stages(lines):
            listener.live(stage)
            yield resident_kib(pid)

    first, middle, last = looks()
    busy = Spent.of(pid).busy - before
    return Weighed(
        lines=lines,
        events=listener.events,
        resident_kib=(first, middle, last),
        us_an_event=1e6 * busy / listener.events,
    )


async def alone(lines: int) -> Weighed:
    """The same in a process of its own."""
    command = [sys.executable, "-m", "tools.bench.day", str(lines)]
    process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    said, _ = await process.communicate()
    return msgspec.json.decode(said, type=Weighed)


# --- the whole program -----------------------------------------------------------------


def play(port: int) -> list[str]:
    """The command line of a client at that port."""
    return [sys.executable, "-m", "parlour", "play", f"127.0.0.1:{port}", "--name", NAME]


async def whole(evening: Evening, lines: int) -> Weighed:
    """So many lines, to the whole program."""
    async with hosting(evening) as host, terminal(play(host.port), *WIDE) as glass:
        await host.seated()
        before = Spent.of(glass.pid).busy
        looks: list[int] = []
        for stage in stages(lines):
            end = host.lines + stage
            while host.lines < end:
                await host.tell(min(TYPED_EVERY, end - host.lines))
                glass.press(f"say that was line {host.lines}\r")
            await host.heard()
            looks.append(resident_kib(glass.pid))
        first, middle, last = looks
        busy = Spent.of(glass.pid).busy - before
        return Weighed(
            lines=host.lines,
            events=host.events,
            resident_kib=(first, middle, last),
            us_an_event=1e6 * busy / host.events,
        )


def main(arguments: Sequence[str]) -> int:
    """Print what the model and the drawing took."""
    sys.stdout.buffer.write(msgspec.json.encode(listened(spend(), int(arguments[0]))))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
