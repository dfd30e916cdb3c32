"""Twin hosts at the web door: frames tell by neither size nor time what is hidden.

Two whole hosts with the same seed serve phones over real sockets, on a clock that jumps. In one of
them two players hide other words. Everybody who may not know must get frames of the same sizes at
the same moments.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, TypeAlias

import pytest
import trio
import trio.testing

from parlour.api import AnyGame
from parlour.core.limits import Limits
from parlour.house import House
from parlour.store.memory import MemoryStore
from parlour_kit.host import entropy
from parlour_probe import PROBE
from tests.secrecy.leaky.variants import in_look, in_the_length_of_a_line, to_a_watcher
from tests.secrecy.test_secrecy import LEXICON, OTHER, QUIET, SCRIPT
from tests.server.harness import on_loopback
from tests.sizes import sized
from tests.web.phone import Phone

Script: TypeAlias = Sequence[tuple[str, str]]
Frames: TypeAlias = dict[str, list[tuple[float, int]]]
"""By name: when each frame came, and its length."""

BLIND: Final = ("ann", "wat", "zoe")
STEP_S: Final = 2.0
"""Time enough for everything that follows from a line, pings of the door among them."""


async def listen(name: str, phone: Phone, found: Frames) -> None:
    """Note every frame that *phone* gets, up to the end."""
    while phone.ends.code is None:
        pings = phone.ends.pings
        lines = await phone.hear()
        found[name] += [(trio.current_time(), len(line)) for line in lines]
        found[name] += [(trio.current_time(), 0)] * (phone.ends.pings - pings)


async def play(make: Callable[[], AnyGame], script: Script) -> Frames:
    """Play *script* on phones: three players, a watcher, and somebody in the lobby."""
    store, game, found = MemoryStore(), make(), defaultdict[str, list[tuple[float, int]]](list)
    house = House(
        games={game.id: game},
        lexicons={"en": LEXICON},
        limits=Limits(password_cost=1),
        archive=store.archive,
        name="kitchen-pc",
        version="0",
        entropy=entropy(1),
    )
    async with on_loopback(house, store, web=()) as host, trio.open_nursery() as nursery:
        phones: dict[str, Phone] = {}
        for name in ("ann", "bob", "cy", "wat", "zoe"):
            phone = phones[name] = await Phone.open(host.web_port, "HELLO 1 text scene lobby")
            host.streams.append(phone.stream)
            nursery.start_soon(listen, name, phone, found)
            await phone.say(f"name {name}")
            await trio.sleep(STEP_S)
        seating = [("ann", f"new probe {QUIET}"), ("bob", "join 1"), ("cy", "join 1")]
        for name, line in (*seating, ("wat", "watch 1"), ("ann", "start"), *script):
            await phones[name].say(f"/{line}")
            await trio.sleep(STEP_S)
            for blind in BLIND:
                await phones[blind].say("/look")
            await trio.sleep(STEP_S)
        for phone in phones.values():
            await phone.close()
    return found


def played(make: Callable[[], AnyGame], script: Script) -> Frames:
    """The same, from time 0."""
    clock = trio.testing.MockClock(autojump_threshold=0)
    return trio.run(partial(play, make, script), clock=clock)


def test_frames_have_the_same_sizes_at_the_same_moments_whatever_is_hidden() -> None:
    """G-2, G-3: nor do pings, or the answers to `look`, come at another time."""
    one, two = played(lambda: PROBE, SCRIPT), played(lambda: PROBE, OTHER)
    for name in BLIND:
        assert one[name] == two[name]
        assert len(one[name]) > len(SCRIPT)
        assert any(size == 0 for _, size in one[name]), "the door has sent pings"
    assert one["bob"] != two["bob"], "his own word is another one"


@pytest.mark.parametrize(
    "leak", sized((in_the_length_of_a_line,), (in_look, in_the_length_of_a_line, to_a_watcher))
)
def test_a_leak_in_the_size_of_a_frame_is_found(leak: Callable[[], AnyGame]) -> None:
    one, two = played(leak, SCRIPT), played(leak, OTHER)
    assert any(one[name] != two[name] for name in BLIND)
