"""A password is read by the worker thread, and stands nowhere: not in a log, not in a store."""

from __future__ import annotations

import pytest

from parlour.core.effects import JobDone, Received
from parlour.core.persistence import SavedPlayer
from parlour.wire.request import parse_request
from parlour_kit.host import WALL
from tests.house.scene import known, new_host

SECRET = "correct-horse-battery"


@pytest.mark.parametrize("program", [False, True])
@pytest.mark.parametrize(
    "lines",
    [
        ["name ann", f"register {SECRET}", f"register {SECRET} 2"],
        ["name ann", f"register {SECRET}", "quit", f"name ann {SECRET}", "who"],
        ["name ann", f"register {SECRET}", "quit", f"name ann {SECRET}x", f"name bob {SECRET}"],
        ["name ann", f"register {SECRET * 20}", f"/register {SECRET}", f"name ann {SECRET}"],
    ],
)
def test_a_password_stands_in_nothing_that_leaves_the_house(
    lines: list[str], program: bool
) -> None:
    """But in the work itself, which nobody prints."""
    host = new_host()
    seen: list[str] = []
    host.watch = lambda effects: seen.append(repr(effects))
    client = host.connect()
    for line in lines:
        if client.closed:
            client = host.connect()
        if program and host.house.people.sessions[client.conn].fresh:
            client.send("HELLO 1 text")
        client.send(line)
    assert host.writes, "something was stored"
    written = b"".join(entry.body for entry in host.entries).decode() + repr(host.writes)
    read = "".join(each.data.decode() for each in host.clients.values())
    kept = [write.password for write in host.writes if isinstance(write, SavedPlayer)]
    for text in ("\n".join(seen), written, read, repr(host.reports), repr(kept)):
        assert SECRET not in text
    assert not any(word in repr(host.writes) for word in kept if word)


def test_a_password_that_is_being_looked_at_does_not_print() -> None:
    """Nor what is kept of it, nor the bytes in which it came."""
    host = new_host(run_jobs=False)
    ann = host.person("ann")
    event = Received(ann.conn, f"register {SECRET}\n".encode())
    effects = host.house.tick([event], host.now, WALL)
    (job,) = effects.jobs
    done = JobDone(job.key, job.work())
    request = parse_request(f"#1 register {SECRET}")
    for value in (event, effects, job, done, request):
        assert SECRET not in repr(value)
        assert str(done.result) not in repr(value)
    assert repr(request) == "Request(id='1', prompt=None, verb='register')"


def test_an_error_over_a_password_does_not_quote_it() -> None:
    host = new_host()
    ann = host.person("ann")
    ann.send(f"register {SECRET}")
    player = known(host, "ann")
    for kept in ("nonsense", "scrypt$14$8$1$????$????", f"scrypt${SECRET}$8$1$AA==$AA=="):
        player.password = kept
        host.connect().send(f"name ann {SECRET}")
    assert len(host.reports) == 3
    assert all(SECRET not in report.text for report in host.reports)
