"""Keeps a line: one connection after the other, until there is no way back."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TypeAlias

from parlour_client import faults
from parlour_client.backoff import Backoff
from parlour_client.call import Call
from parlour_client.faults import LineCut, Problem, Refused
from parlour_client.happenings import Ended, Offline, Online
from parlour_client.inbox import Inbox
from parlour_client.lines import Bye, Greeting, Heard, Item, No, Ok
from parlour_client.pulse import SILENCE_S, TICK_S, Beat, Pulse
from parlour_client.requests import Requests
from parlour_client.standing import Standing

Place: TypeAlias = Callable[[], Awaitable[Call]]
"""Calls the host. Raises Problem."""


class Keeper:
    """See the head of this module. What happens goes into *inbox*, answers to *requests*."""

    def __init__(
        self,
        place: Place,
        standing: Standing,
        requests: Requests,
        inbox: Inbox,
        *,
        backoff: Backoff,
        wall: Callable[[], float],
    ) -> None:
        self.lag_ms: int | None = None
        self._place = place
        self._standing = standing
        self._requests = requests
        self._inbox = inbox
        self._backoff = backoff
        self._wall = wall
        self._task: asyncio.Task[None] | None = None

    # --- for the link ---------------------------------------------------------------

    async def open(self) -> None:
        """Call the host, come in, and keep the line from now on. Raises Problem, Refused."""
        call = await self._connect()
        self._task = asyncio.create_task(self._keep(call))

    def hang_up(self) -> None:
        """End it: nothing follows."""
        self._close()
        if self._task is not None:
            self._task.cancel()

    async def end(self) -> None:
        """Hang up, and wait until nothing is left over. Raises what went wrong here, if it did."""
        self.hang_up()
        if self._task is not None:
            await asyncio.wait([self._task])  # unlike `await task` it leaves our own end alone
            if not self._task.cancelled():
                self._task.result()

    def _close(self) -> None:
        self._requests.end()
        self._inbox.close()

    # --- one connection after the other ---------------------------------------------

    async def _connect(self) -> Call:
        """Call the host and come in. Raises Problem, Refused."""
        call = await self._place()
        try:
            await call.log_in(self._standing)
        except BaseException:
            call.close()
            raise
        self._requests.begin(call)
        return call

    async def _keep(self, call: Call) -> None:
        try:
            self._inbox.put(Online())
            problem = await self._serve(call)
            while problem.passing:
                problem = await self._try_again(problem.text)
            self._inbox.put(Ended(problem.text))
        finally:
            self._close()

    async def _try_again(self, why: str) -> Problem:
        """Call again, after a while, and serve that line; what has ended it."""
        pause_s = self._backoff.pause_s()
        self._inbox.put(Offline(why, pause_s))
        await asyncio.sleep(pause_s)
        try:
            call = await self._connect()
        except Problem as problem:
            return problem
        except Refused as refused:
            return Problem(refused.text, passing=bool(refused.body.get("retry")))
        self._inbox.put(Online(gap=self._standing.take_gap()))
        return await self._serve(call)

    async def _serve(self, call: Call) -> Problem:
        """Hear what the host says until the line ends; why it did."""
        clock = asyncio.get_running_loop().time
        began = clock()
        pulse = Pulse(began, self._wall())
        async with asyncio.TaskGroup() as group:
            watch = group.create_task(self._watch(call, pulse))
            try:
                problem = await self._hear(call, pulse)
            finally:
                self._requests.cut()
                call.close()
                watch.cancel()
        self._backoff.held(clock() - began)
        return problem

    async def _hear(self, call: Call, pulse: Pulse) -> Problem:
        while (said := await call.hear()) is not None:
            pulse.heard()
            match said:
                case Heard():
                    if self._standing.is_new(said):
                        self._inbox.put(said)
                case Ok():
                    self._standing.answered(said)
                    self._requests.hear(said)
                case Item() | No():
                    self._requests.hear(said)
                case Bye():
                    return faults.farewell(said)
                case Greeting():
                    pass  # what cannot be read is of a newer host, or nothing
        return Problem(call.why, passing=True)

    # --- is the host still there? ---------------------------------------------------

    async def _watch(self, call: Call, pulse: Pulse) -> None:
        while True:
            match pulse.beat(asyncio.get_running_loop().time(), self._wall()):
                case Beat.REST:
                    pass
                case Beat.PING:
                    await self._ping(call)
                case Beat.DEAD:
                    call.give_up()
            await asyncio.sleep(TICK_S)

    async def _ping(self, call: Call) -> None:
        ponged = partial(self._ponged, asyncio.get_running_loop().time())
        try:
            async with asyncio.timeout(SILENCE_S):
                await self._requests.send("/ping", ponged)
        except TimeoutError:
            call.give_up()  # it takes nothing any more
        except LineCut:
            pass  # who hears the host has it from there

    def _ponged(self, pinged: float, said: Item | Ok | No | None) -> None:
        if isinstance(said, Ok):
            self.lag_ms = round(1000 * (asyncio.get_running_loop().time() - pinged))
            self._inbox.put(Online(self.lag_ms))
