"""A program on a line that may be cut: what it was told, and what it asks for."""

from __future__ import annotations

import json
from typing import Any

from tests.e2e.lines import Line


class Program:
    """A player. All their events, each in its place: `events[n - 1]` is number n."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.token = ""
        self.events: list[tuple[str, Any]] = []
        self._answer: Any = None

    async def connect(self, port: int) -> Any:
        """Come in, or back; the answer."""
        self._line = await Line.open(port)
        await self._line.say("HELLO 1")
        await self._line.until("#- ok ")  # what comes before is for people
        known = f"resume {self.token} {len(self.events)}" if self.token else f"name {self.name}"
        answer = await self.ask(known)
        self.token = answer["token"]
        return answer

    async def ask(self, request: str) -> Any:
        """Make a request; the answer, which must be good."""
        await self.send(request)
        self._answer = None
        while self._answer is None:
            await self.listen()
        return self._answer

    async def send(self, request: str) -> None:
        """The same without waiting."""
        await self._line.say(f"#1 {request}")

    async def until(self, name: str) -> Any:
        """The newest event of that name, once there is one."""
        while True:
            for event, data in reversed(self.events):
                if event == name:
                    return data
            await self.listen()

    async def hang_up(self) -> None:
        await self._line.stream.aclose()

    async def listen(self) -> None:
        mark, word, rest = (await self._line.read()).split(" ", 2)
        if mark != "*":
            assert word == "ok", rest
            self._answer = json.loads(rest)
            return
        name, _, body = rest.partition(" ")
        self.events.append((name, json.loads(body)))
        assert int(word) == len(self.events), "an event is missing, or told twice"
        self.heard(*self.events[-1])

    def heard(self, name: str, data: Any) -> None:
        """An event was read."""
