"""What was typed, until it is sent: each line in its turn, and none of them over a cut."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Final

from parlour_client.face import Line
from parlour_client.sending import Request

AT_ONCE: Final = 16
"""Words on their way at most: a host reads 40 lines at once, and 10 a second from then on."""
ANSWER_S: Final = 3.0
"""So long a line waits for the answers to those before it."""


class Outbox:
    """Words go out one behind the other; everything else waits for what was before it.

    What was typed before a cut and is not sent by then, or while the line is cut, is given
    back: it would answer what its player has not seen.
    """

    def __init__(
        self,
        *,
        meant: Callable[[Line], Request],
        send: Callable[[Line, Request], Coroutine[Any, Any, None]],
        settle: Callable[[], Coroutine[Any, Any, None]],
        give_back: Callable[[Line], None],
    ) -> None:
        """*meant* says what a line means at that moment, *send* ends with its answer, *settle*
        when all has been heard that came of it."""
        self._meant = meant
        self._send = send
        self._settle = settle
        self._give_back = give_back
        self._typed: asyncio.Queue[tuple[Line, int | None]] = asyncio.Queue()
        """With how many cuts there had been by then; None if the line was cut just then."""
        self._cuts = 0
        self._is_cut = False
        self._window = asyncio.Semaphore(AT_ONCE)
        self._on_the_way: set[asyncio.Task[None]] = set()
        self._go_on = asyncio.Event()
        """Nothing is on the way any more, or the line is cut."""

    def put(self, line: Line) -> None:
        """Send *line* when its turn comes."""
        self._typed.put_nowait((line, None if self._is_cut else self._cuts))

    def cut(self) -> None:
        """The line to the host is cut."""
        self._is_cut = True
        self._cuts += 1
        self._go_on.set()

    def mend(self) -> None:
        """It is back."""
        self._is_cut = False

    def cancel(self) -> None:
        """Wait for no answer any more."""
        for task in self._on_the_way:
            task.cancel()

    async def run(self, group: asyncio.TaskGroup) -> None:
        """Send what is typed, by tasks of *group*, until it is cancelled."""
        while True:
            line, cuts = await self._typed.get()
            await self._window.acquire()
            if not self._meant(line).word:
                await self._answered()
            if cuts != self._cuts:
                self._window.release()
                self._give_back(line)
                continue
            meant = self._meant(line)
            task = group.create_task(self._send(line, meant))
            self._on_the_way.add(task)
            task.add_done_callback(self._sent)
            if not meant.word and not self._typed.empty():
                await self._answered()
                await self._settle()

    async def _answered(self) -> None:
        """Wait until nothing is on the way, but not for ever, and not for a line that is cut."""
        if not self._on_the_way or self._is_cut:
            return
        self._go_on.clear()
        try:
            async with asyncio.timeout(ANSWER_S):
                await self._go_on.wait()
        except TimeoutError:
            pass

    def _sent(self, task: asyncio.Task[None]) -> None:
        self._on_the_way.discard(task)
        self._window.release()
        if not self._on_the_way:
            self._go_on.set()
