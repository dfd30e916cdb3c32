"""A replay in its time, one line after the other: for whoever has no screen."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable

from parlour_client.stories import LONGEST_PAUSE_S, Told, pauses_s


async def lines_of(told: Told, speed: float | None) -> AsyncGenerator[str]:
    """Every line of *told* when it is due; all at once if there is no *speed*."""
    pauses = pauses_s(told.moments, speed or 1)
    for moment, pause_s in zip(told.moments, pauses, strict=True):
        if speed is not None:
            await asyncio.sleep(pause_s)
        for event in moment.heard:
            for line in event.text:
                yield line


class Retelling:
    """Says the game *record* as it was *told*, so many times as fast as it went, until stopped."""

    def __init__(self, say: Callable[[str], None], record: str, told: Told, speed: float) -> None:
        self._say = say
        self._record = record
        pause = f"pauses of {LONGEST_PAUSE_S:.0f} s at most"
        say(f"{record} as {told.who or 'a watcher'} read it, {speed:g}x; {pause}. Enter ends it.")
        self._task = asyncio.create_task(self._tell(told, speed))

    def stop(self) -> bool:
        """Say no more of it; false if it was over already."""
        if not self._task.cancel():
            return False
        self._say(f"The replay of {self._record} is ended.")
        return True

    async def _tell(self, told: Told, speed: float) -> None:
        async for line in lines_of(told, speed):
            self._say(line)
        self._say(f"That was {self._record}.")
