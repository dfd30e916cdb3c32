"""Which requests have no answer yet, and whose answer a line is; no input and no output here.

The host answers every request once, in their order (chapter 3 of docs/protocol.md). A line that
it has not read is refused without an id (chapter 9), so it takes some thought whose that is.
"""

from __future__ import annotations

from collections import deque
from typing import Final

import msgspec

from parlour_client.happenings import Told
from parlour_client.lines import Item, No, Ok

NO_ID: Final = "-"
TOO_FAST: Final = "too_fast"
"""The one refusal that overtakes the answers to earlier requests."""


class Ledger:
    """The requests of a connection that wait for their answers, the oldest first.

    Whoever waits is told every item, and then the end: once, and the last thing he is told.
    """

    def __init__(self) -> None:
        self._count = 0
        self._open: dict[str, Told] = {}
        self._unread: deque[No] = deque()

    def enter(self, told: Told) -> str:
        """The id of a request that is now sent."""
        self._count += 1
        number = str(self._count)
        self._open[number] = told
        return number

    def strike(self, number: str) -> bool:
        """It could not be sent: nobody is told anything. False if the end has been told."""
        return self._open.pop(number, None) is not None

    def hear(self, said: Item | Ok | No) -> None:
        """The host has said this; whoever it is for is told."""
        if isinstance(said, Item):
            if told := self._open.get(said.id):
                told(said)
        elif said.id in self._open:
            self._skip_to(said.id)
            self._open.pop(said.id)(said)
        elif isinstance(said, No) and said.id == NO_ID and self._open:
            self._refuse(said)

    def cut(self) -> None:
        """Nothing more comes over this connection: the end, for all who wait."""
        lost, self._open = self._open, {}
        self._unread.clear()
        for told in lost.values():
            told(None)

    def _refuse(self, no: No) -> None:
        """A line of ours was not read."""
        if no.body.get("code") != TOO_FAST:
            self._end_oldest(no)
        elif len(self._unread) < len(self._open):
            self._unread.append(no)  # of which one, a later answer shows: it passes that by

    def _skip_to(self, number: str) -> None:
        """Those before *number* have no answer any more if lines were not read."""
        while self._unread and next(iter(self._open)) != number:
            self._end_oldest(self._unread.popleft())

    def _end_oldest(self, no: No) -> None:
        oldest = next(iter(self._open))
        self._open.pop(oldest)(msgspec.structs.replace(no, id=oldest))
