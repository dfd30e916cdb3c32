"""`python -m tools.bench.keys`: typing while much happens, and memory over a day of play.

The whole terminal client runs in a terminal of its own, at a table of Probe in play, with a full
log. The bench types at a quick human pace, in turn while the game sends 2,000 lines a minute and
while nothing happens. It measures

key to echo   from just before a key is pressed until the screen shows the line with it and the
              cursor after it, in ms; `alone` is p99 without the time the client waited for a core
client        how much of a core the client used, in per cent; `other work` is the share of time
              in which client or terminal were ready to run while other work had the core
memory        resident, in MB, after 20,000 lines, and in the middle and at the end of some hours
              of play, sent as fast as the client takes them: once for the client's model and
              drawing in a process of their own, and once for the whole program, with a line typed
              every 600 lines. --hours 24 is a day

It needs pyte, as the tests do, and exits with 0 if it ran, whatever the figures are.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import math
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import cycle, islice
from random import Random
from statistics import fmean
from typing import Final

import msgspec

from tools.bench.day import FIRST, LINES_A_MINUTE, WIDE, Weighed, alone, play, whole
from tools.bench.evening import Evening, spend
from tools.bench.process import CpuMeter, Usage
from tools.bench.scripted import hosting
from tools.bench.stats import percentile
from tools.bench.terminal import Echo, Key, echoes, terminal

SIZES: Final = ((80, 24), WIDE)
KEYS_A_SECOND: Final = 12
"""Faster than people type for long. Each pause is between half and one and a half of the mean."""
PHRASES: Final = (
    "ask bob e",
    "say that was a close one",
    "guess dee ..LANTERN.",
    "/tell cal your turn",
)
"""What is typed, letter by letter. Ctrl-U deletes each phrase, and counts as one more key."""
AWAY: Final = "\x15"
SETTLE_S: Final = 0.3
"""For the last echo, before the next part begins."""
SHARES: Final = (0.5, 0.99, 1.0)
MOST_MS: Final = 30.0
MOST_MB: Final = 4.0
"""The goals: for p99 with lines, and for growth after the first measurement. Caches that fill
and fragmented memory take some of it; a leak of two bytes a line takes more in a day."""


@dataclass(frozen=True)
class Plan:
    """How much to do."""

    keys: int = 400
    """At each size while lines come; half as many while nothing happens."""
    hours: float = 1.0
    first: int = FIRST
    """Lines sent before the typing begins."""
    rounds: int = 4
    """Both parts take turns, so that other work on the machine disturbs them alike."""

    @property
    def lines(self) -> int:
        """How many lines the hours have."""
        return round(self.hours * 60 * LINES_A_MINUTE)


@dataclass
class Part:
    """What was typed while the game went on, or while nothing happened."""

    pace: int
    """Lines a minute."""
    keys: int = 0
    """Pressed."""
    echoes: list[Echo] = field(default_factory=list[Echo])
    usages: list[Usage] = field(default_factory=list[Usage])

    def ms(self, share: float) -> float:
        """The time within which that share of the keys appeared; inf if they did not."""
        return 1000 * percentile(self._all([echo.seconds for echo in self.echoes]), share)

    @property
    def alone_ms(self) -> float:
        """The p99 without waiting for a core."""
        return 1000 * percentile(self._all([echo.alone_s for echo in self.echoes]), 0.99)

    def _all(self, seen: list[float]) -> list[float]:
        return sorted(seen) + [math.inf] * (self.keys - len(seen))


@dataclass(frozen=True)
class Typed:
    """Both parts, at one terminal size."""

    size: tuple[int, int]
    busy: Part
    calm: Part

    @property
    def name(self) -> str:
        """As `80x24`."""
        return "x".join(map(str, self.size))


def main(arguments: Sequence[str]) -> int:
    """Run it; 0 if it ran."""
    made = argparse.ArgumentParser(
        prog="python -m tools.bench.keys", description="See tools/bench/keys.py."
    )
    made.add_argument("--keys", type=int, default=400, metavar="N", help="at each size (400)")
    made.add_argument(
        "--hours", type=float, default=1.0, metavar="H", help="of play, for the memory (1)"
    )
    options = made.parse_args(arguments)
    gc.disable()  # a pause of the terminal would look like the client's
    try:
        typed, weighed = asyncio.run(measure(Plan(keys=options.keys, hours=options.hours)))
    except (TimeoutError, OSError, msgspec.DecodeError) as error:
        notes = getattr(error, "__notes__", ())
        print("\n".join((f"Stopped: {error!r}", *notes)), file=sys.stderr)
        return 1
    for line in report(typed, weighed):
        print(line)
    return 0


async def measure(plan: Plan) -> tuple[list[Typed], dict[str, Weighed]]:
    """Run everything. Raises TimeoutError, OSError, msgspec.DecodeError if a client fails."""
    evening = spend()
    typed = [await typing(evening, size, plan) for size in SIZES]
    model = await alone(plan.lines)
    program = await whole(evening, plan.lines)
    return typed, {"model and drawing": model, "whole program": program}


# --- key to echo -----------------------------------------------------------------------


async def typing(evening: Evening, size: tuple[int, int], plan: Plan) -> Typed:
    """Type in a terminal of that size, with and without lines."""
    busy, calm = Part(LINES_A_MINUTE), Part(0)
    rng, letters = Random(plan.keys), strokes()
    pressed: list[tuple[Part, Key]] = []
    async with hosting(evening) as host, terminal(play(host.port), *size) as glass:
        await host.seated()
        await host.tell(plan.first)
        await host.heard()
        for _ in range(plan.rounds):
            for part, keys in ((busy, plan.keys), (calm, plan.keys // 2)):
                meter = CpuMeter.start(glass.pid)
                async with host.telling(part.pace):
                    for stroke, line in islice(letters, keys // plan.rounds):
                        await asyncio.sleep(rng.uniform(0.5, 1.5) / KEYS_A_SECOND)
                        pressed.append((part, glass.press(stroke, line)))
                    await asyncio.sleep(SETTLE_S)
                part.usages.append(meter.stop())
    seen = echoes([key for _, key in pressed], glass.written, size)
    for at, (part, _) in enumerate(pressed):
        part.keys += 1
        part.echoes += seen[at : at + 1]
    return Typed(size, busy, calm)


def strokes() -> Iterator[tuple[str, str]]:
    """Keys, and the line on the screen after each."""
    for phrase in cycle(PHRASES):
        yield from ((letter, phrase[:count]) for count, letter in enumerate(phrase, 1))
        yield AWAY, ""


# --- the report ------------------------------------------------------------------------


def report(typed: Sequence[Typed], weighed: Mapping[str, Weighed]) -> Iterator[str]:
    """The tables and the goals."""
    yield "key to echo, ms            keys    p50    p99    max   alone  client other work"
    for at in typed:
        yield from (row(at.name, part) for part in (at.busy, at.calm))
        ratios = [at.busy.ms(share) / at.calm.ms(share) for share in SHARES]
        yield f"{'  ratio':<31}{cells(ratios, 7, 2)}"
    yield ""
    yield "memory, MB                   first   middle      end   growth  us/event"
    for name, each in weighed.items():
        found = [mb(kib) for kib in (*each.resident_kib, each.growth_kib)]
        yield f"{name:<25}{cells(found, 9)}{each.us_an_event:>10.0f}"
        yield f"  {each.lines:,} lines, {each.events:,} events"
    yield ""
    for at in typed:
        alone_ms = at.busy.alone_ms
        said = goal(f"p99, {at.name}", at.busy.ms(0.99), MOST_MS, "ms")
        yield f"{said}; alone {alone_ms:.1f}: {met(alone_ms, MOST_MS)}"
    for name, each in weighed.items():
        yield goal(f"growth, {name}", mb(each.growth_kib), MOST_MB, "MB")


def row(name: str, part: Part) -> str:
    """The figures of one part."""
    what = f"{name}, {part.pace:,} lines/min" if part.pace else f"{name}, no lines"
    figures = cells([part.ms(share) for share in SHARES], 7)
    used = 100 * fmean(usage.server for usage in part.usages)
    other = 100 * fmean(usage.waited for usage in part.usages)
    return f"{what:<25}{part.keys:>6}{figures}{part.alone_ms:>8.1f}{used:>7.0f}%{other:>10.0f}%"


def cells(values: Sequence[float], width: int, digits: int = 1) -> str:
    """Numbers in columns."""
    return "".join(f"{value:>{width}.{digits}f}" for value in values)


def mb(kib: int) -> float:
    """Kibibytes in megabytes."""
    return kib * 1024 / 1e6


def goal(about: str, here: float, most: float, unit: str) -> str:
    """A line about a goal."""
    return f"{about:<25}{here:>7.1f} {unit}, under {most:g}: {met(here, most)}"


def met(here: float, most: float) -> str:
    """Say whether the goal was reached."""
    return "reached" if here < most else "MISSED"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
