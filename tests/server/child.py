"""A whole host process around a fake house, for signals: `python -m tests.server.child`.

It prints its port. After the line `hang` the house never returns from its tick.
"""

from __future__ import annotations

import itertools
import sys
from collections.abc import Sequence

import trio

from parlour.core.effects import HouseEvent, Received
from parlour.core.limits import Limits
from parlour.server import LineLimits, RunningHost, open_listeners, run_host
from parlour.store.memory import MemoryStore
from tests.server.fakes import FanOutHouse


def tell(text: str) -> None:
    """One line for the test."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def hang(events: Sequence[HouseEvent]) -> None:
    """Loop for ever, as a game with a bug may."""
    if any(isinstance(event, Received) and event.data == b"hang\n" for event in events):
        tell("hanging")
        for _ in itertools.count():
            pass


async def main() -> int:
    """Serve until a signal comes."""
    house = FanOutHouse()
    house.on_tick = hang
    listeners = open_listeners("127.0.0.1", 0)
    async with trio.open_nursery() as nursery:
        exit_codes: list[int] = []

        async def run(task_status: trio.TaskStatus[RunningHost]) -> None:
            exit_codes.append(
                await run_host(
                    house,
                    MemoryStore(),
                    listeners=listeners,
                    limits=Limits(),
                    line_limits=LineLimits(),
                    task_status=task_status,
                )
            )

        await nursery.start(run)
        tell(str(listeners[0].getsockname()[1]))
    return exit_codes[0]


if __name__ == "__main__":
    sys.exit(trio.run(main))
