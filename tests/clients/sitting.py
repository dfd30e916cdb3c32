"""A session without a screen, in a host without a network."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Concatenate, Final, ParamSpec

from parlour_client.errors import Refused
from parlour_client.model import Model
from parlour_client.pending import Answer
from parlour_client.replay import Replay
from parlour_client.sending import Line
from parlour_client.session import Session
from parlour_client.source import Login, News
from parlour_client.story import Wish
from parlour_kit.host import Host
from tests.clients import jumping
from tests.clients.indoors import Indoors
from tests.clients.jumping import played
from tests.house.scene import new_host

P = ParamSpec("P")

STEP_S: Final = 0.05


class Sitting:
    """Somebody who plays; what he is told of his own lines stands in `refused`."""

    def __init__(self, host: Host, name: str) -> None:
        self.host = host
        self.line = Indoors(host, Login(name))
        self.session = Session(self.line, self, now_ms=lambda: round(host.now * 1000))
        self.told: list[tuple[str, str]] = []
        """Lines that were not carried out, and why."""
        self.replays: list[Replay] = []
        """What is to be shown once more."""
        self.changes = 0

    @property
    def model(self) -> Model:
        """What he knows."""
        return self.session.model

    @property
    def log(self) -> list[str]:
        """What he can read."""
        return [line for entry in self.model.log.entries for line in entry.lines]

    def changed(self) -> None:
        """See `Face`."""
        self.changes += 1

    def refused(self, line: Line, text: str, why: Refused | None) -> None:
        """See `Face`."""
        self.told.append((line.text, text))

    def heard(self, news: News) -> None:
        """See `Face`."""

    def answered(self, line: Line, answer: Answer) -> None:
        """See `Face`."""

    def again(self, line: Line, wish: Wish, replay: Replay) -> None:
        """See `Face`."""
        self.replays.append(replay)

    async def type(self, *lines: str, rest: float = 2.0) -> None:
        """Type lines as fast as they come, then let everything come to rest."""
        self.session.say(*map(Line, lines))
        await self.rest(rest)

    async def rest(self, seconds: float = 2.0) -> None:
        """Let so much time pass for the client; that of the host stands."""
        for _ in range(round(seconds / STEP_S)):
            self.line.pump()
            await asyncio.sleep(STEP_S)


def sit(
    host: Host,
    script: Callable[[Sitting], Coroutine[Any, Any, None]],
    name: str = "ann",
    rested: bool = True,
) -> Sitting:
    """Play *script* as *name*, who has looked around before if he is *rested*."""

    async def main() -> Sitting:
        sitting = Sitting(host, name)
        await sitting.line.come_in()
        running = asyncio.create_task(sitting.session.run())
        try:
            if rested:
                await sitting.rest()
            await script(sitting)
        finally:
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)
        return sitting

    return jumping.run(main)


def typed(host: Host, *lines: str) -> Model:
    """What ann knows after she has typed *lines*, one after the other."""

    async def script(sitting: Sitting) -> None:
        for line in lines:
            await sitting.type(line)

    return sit(host, script).model


def in_session(
    host: Callable[[], Host] = new_host, *, rested: bool = True
) -> Callable[[Callable[Concatenate[Sitting, P], Coroutine[Any, Any, Any]]], Callable[P, None]]:
    """Make a test of a script, which is played as by `sit`."""
    return lambda script: played(script, lambda play: sit(host(), play, rested=rested))
