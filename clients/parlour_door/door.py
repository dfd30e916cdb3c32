"""All guests of the door: how many there may be, and how they end."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from parlour.wire.addresses import locate, place
from parlour.wire.flood import Bucket
from parlour_client.connection import Dial
from parlour_door.guest import Channel, Guest
from parlour_door.limits import (
    ARRIVALS,
    ARRIVALS_PER_S,
    FROM_ONE_ADDRESS,
    GOODBYE_S,
    GUESTS,
    PLACES,
    SHAKING,
)
from parlour_door.to_host import Caller

_FULL: Final = "There are as many guests here as this door takes. Please try again later."
_CLOSES: Final = "The door is closing. Please come back in a minute."
_CROWDED: Final = "There are too many guests from your address. Please try again later."


class Visit:
    """One connection, from the first byte to the last."""

    def __init__(self, door: Door, place: str) -> None:
        self._door = door
        self._place = place
        self._shakes = True
        door.places[place] += 1
        door.shaking += 1

    def comes_in(self) -> str:
        """The handshake is done. Return why there is no room; empty: there is."""
        self._shake_no_more()
        return _FULL if len(self._door.guests) >= GUESTS else ""

    def ends(self) -> None:
        """The connection is gone."""
        self._shake_no_more()
        places = self._door.places
        places[self._place] -= 1
        if not places[self._place]:
            del places[self._place]
        if not places:
            self._door.empty.set()

    def _shake_no_more(self) -> None:
        self._door.shaking -= self._shakes
        self._shakes = False


class Door:
    """The door of this package. *where* is what guests read of the host, *dial* the way there."""

    def __init__(self, where: str, dial: Callable[[Caller], Dial]) -> None:
        self.where = where
        self.guests = set[Guest]()
        self.places = Counter[str]()
        """Connections by the place they come from."""
        self.shaking = 0
        """Connections without a finished handshake."""
        self.empty = asyncio.Event()
        """Set when the last connection or guest is gone."""
        self._dial = dial
        self._arrivals: dict[str, Bucket] = {}

    def visit(self, address: str) -> Visit | str:
        """Let a connection begin; or return why not."""
        plain, near = locate(address)
        where = place(plain, near=near)
        if self.shaking >= SHAKING:
            return _FULL
        if not near and (self.places[where] >= FROM_ONE_ADDRESS or self._is_flooded(where)):
            return _CROWDED
        return Visit(self, where)

    def take(
        self,
        channel: Channel,
        caller: Caller,
        size: tuple[int, int],
        *,
        login: str = "",
        term: str = "",
    ) -> Guest:
        """Let somebody in, whose terminal has this *size*. The rest is a stranger's text."""
        guest = Guest(
            channel,
            size,
            where=self.where,
            dial=self._dial(caller),
            login=login,
            key=bool(caller.key),
            term=term,
            ended=self._left,
        )
        self.guests.add(guest)
        return guest

    async def close(self) -> None:
        """Say goodbye to everybody, and give it a moment to arrive."""
        for guest in self.guests:
            guest.leave(_CLOSES)
        with suppress(TimeoutError):
            async with asyncio.timeout(2 * GOODBYE_S):
                while self.places or self.guests:
                    self.empty.clear()
                    await self.empty.wait()

    def _left(self, guest: Guest) -> None:
        self.guests.discard(guest)
        if not self.guests:
            self.empty.set()

    def _is_flooded(self, place: str) -> bool:
        """Count one more arrival from *place*. Return whether there were too many."""
        now = time.monotonic()
        if len(self._arrivals) >= PLACES:
            busy = self._arrivals.items()
            self._arrivals = {each: bucket for each, bucket in busy if not bucket.full(now)}
        bucket = self._arrivals.get(place)
        if bucket is None:
            if len(self._arrivals) >= PLACES:
                return True
            bucket = self._arrivals[place] = Bucket(ARRIVALS, ARRIVALS_PER_S)
        return bucket.take(now) > 0
