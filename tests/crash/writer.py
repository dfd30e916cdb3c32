"""A program that writes lists in a round of Boggle, on a line that may be cut."""

from __future__ import annotations

from typing import Any

import trio

from tests.crash.program import Program


class Writer(Program):
    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.sent: set[str] = set()
        """Words they have sent."""
        self.acknowledged: set[str] = set()
        """Those of which they were told that they are on their list."""
        self.noted = trio.Event()
        """There are some."""

    async def write(self, *words: str) -> None:
        """Put words on the list, and wait until they are."""
        await self.put(*words)
        while not self.acknowledged.issuperset(words):
            await self.listen()

    async def put(self, *words: str) -> None:
        """The same without waiting."""
        self.sent.update(words)
        await self.send(f"/word {' '.join(words)}")

    def heard(self, name: str, data: Any) -> None:
        """What is on their list."""
        if name == "boggle.noted":
            for group in data["data"]["groups"]:
                self.acknowledged.update(group["words"])
            self.noted.set()
