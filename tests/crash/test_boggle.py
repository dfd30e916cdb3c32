"""A host that is killed in the middle of a round of Boggle: no list is lost, and no time."""

from __future__ import annotations

import signal
from pathlib import Path
from typing import Final

import pytest
import trio

from tests.crash.host import Job
from tests.crash.hosts import KILLED, open_hosts
from tests.crash.writer import Writer

SECONDS: Final = 3
"""A round: it is really waited for."""


async def test_a_round_goes_on_with_the_time_and_the_lists_it_had(tmp_path: Path) -> None:
    """Killed while both write: what was acknowledged is read out, and the clock goes on."""
    ann, bob = Writer("ann"), Writer("bob")
    async with open_hosts(tmp_path / "log") as hosts:
        host = await hosts.start(Job(folder=str(tmp_path / "data"), seed="1", run=1))
        await host.serves.wait()
        await ann.connect(host.port)
        await bob.connect(host.port)
        await ann.ask(f"new boggle seconds={SECONDS} lag_credit=100")
        await bob.ask("join 1")
        await ann.ask("start")
        await ann.write("tea", "eat", "qqq")
        await bob.write("eat", "of")
        await ann.write("seat")
        await bob.ask("/take back of")
        before = (await ann.until("prompt"))["due_ms"]
        read_at = trio.current_time()
        await ann.send("ate", "east")
        await bob.send("teas")
        await host.kill()
        assert host.code == KILLED
        for writer in (ann, bob):
            await _read_to_the_end(writer)

        host = await hosts.start(Job(folder=str(tmp_path / "data"), seed="1", run=2))
        await host.serves.wait()
        await ann.connect(host.port)
        await bob.connect(host.port)
        left = (await ann.ask("/look"))["left_ms"]
        back_at = trio.current_time()
        assert before - 1000 * (back_at - read_at) <= left <= before < 1000 * SECONDS
        await ann.write("late")
        await bob.write("tale")
        lists = [await _read_out(writer) for writer in (ann, bob)]
        assert trio.current_time() - back_at >= left / 1000
        assert lists[0] == lists[1], "all are read the same"
        for writer, words in zip((ann, bob), lists[0], strict=True):
            assert writer.acknowledged - {"of"} <= words <= writer.sent - {"of"}
        await host.kill(signal.SIGTERM)
        assert hosts.complaints() == ""


async def _read_to_the_end(writer: Writer) -> None:
    """What was said before the host died; some of it may be on its way."""
    with pytest.raises((EOFError, trio.BrokenResourceError)):
        await writer.until("over")
    await writer.hang_up()


async def _read_out(writer: Writer) -> list[set[str]]:
    """The words of each list, by seat."""
    await writer.until("over")
    await writer.hang_up()
    return [
        {word for group in data["data"]["groups"] for word in group["words"]}
        for name, data in writer.events
        if name == "boggle.read"
    ]
