"""A host in memory with the same luck: the game as nobody disturbs it, and what a store gives."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from parlour.core.effects import Received
from parlour.core.persistence import Saved
from parlour.house import House
from parlour.store import Store
from parlour_kit.host import Client as Line
from parlour_kit.host import Host
from tests.crash.party import Guest
from tests.crash.setting import GAMES, LIMITS, lexicons, luck


@dataclass
class LuckyHost(Host):
    """A host whose luck is that of the hosts that are killed."""

    entropy: Callable[[int], bytes] = field(default_factory=lambda: luck("", 0))

    def open_house(self, saved: Saved | None) -> House:
        """A house with that luck."""
        house = super().open_house(saved)
        house.people.entropy = self.entropy
        return house


def open_host(seed: str, store: Store | None = None) -> LuckyHost:
    """A host in memory, on what *store* holds."""
    return LuckyHost(
        games=GAMES, lexicons=lexicons(), limits=LIMITS, store=store, entropy=luck(seed, 0)
    )


def play(host: Host, guests: Sequence[Guest]) -> None:
    """A whole game, without a network."""
    lines: list[Line] = []
    for guest in guests:
        guest.party_table = guests[0].table
        line = host.connect()
        guest.connect()
        lines.append(line)
        while not guest.table and _talk(guest, line):
            pass
    while not all(guest.finished for guest in guests):
        talked = [_talk(guest, line) for guest, line in zip(guests, lines, strict=True)]
        if not any(talked):
            raise AssertionError("the game hangs")


def _talk(guest: Guest, line: Line) -> bool:
    """Read and send what there is; False if there was nothing."""
    out = guest.take()
    if out:
        line.host.tick([Received(line.conn, out)])
    data, line.data = line.data, b""
    line.read = 0
    if data:
        guest.feed(data)
    return bool(data or out)
