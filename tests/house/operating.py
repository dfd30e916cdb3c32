"""The operator of a host under test: what he asks, what he reads, what could not be stored."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from parlour.house.effects import Asked, ConnId, Effects, HouseEvent, Received
from parlour.house.persistence import Act, Write
from parlour.testing.host import WALL, Host

FIGURES: Final = {"uptime_s": 12.5, "connections": 3}
"""What a shell may say of itself."""
NO_DISK: Final = "The disk is full."


def request(do: str, **fields: object) -> Asked:
    """The operator asks for that."""
    return Asked(1, msgspec.json.encode({"do": do, **fields}), FIGURES)


def ask(host: Host, do: str, **fields: object) -> dict[str, Any]:
    """The answer to a request, as an object."""
    return answered(host, request(do, **fields))


def answered(host: Host, asked: Asked) -> dict[str, Any]:
    """The one answer to *asked*, as an object."""
    found: list[tuple[int, bytes]] = []
    before = host.watch

    def watch(effects: Effects) -> None:
        found.extend(effects.answers)
        if before is not None:
            before(effects)

    host.watch = watch
    host.tick([asked])
    host.watch = before
    ((number, body),) = found
    assert number == asked.ask
    answer: dict[str, Any] = msgspec.json.decode(body)
    return answer


def done(host: Host, do: str, **fields: object) -> str:
    """An act that must be done; what the operator reads."""
    answer = ask(host, do, **fields)
    assert list(answer) == ["done"], answer
    return str(answer["done"])


def refused(host: Host, do: str, **fields: object) -> str:
    """A request that must be refused; the line that says why."""
    before = len(host.entries)
    answer = ask(host, do, **fields)
    assert list(answer) == ["error"], answer
    assert len(host.entries) == before, "a refusal changes no table and tells nobody"
    assert str(answer["error"]).isascii()
    assert "\n" not in answer["error"]
    return str(answer["error"])


def acts(host: Host) -> list[tuple[str, str]]:
    """The audit trail: what was done, and how it came out."""
    return [(act.what, act.outcome) for act in host.writes if isinstance(act, Act)]


def writes(host: Host) -> list[Write]:
    """What was written down beside the acts."""
    return [write for write in host.writes if not isinstance(write, Act)]


def lose(host: Host, *events: HouseEvent) -> Mapping[int, bytes]:
    """*events* happen and cannot be stored, nor anything from now on; what the operator reads."""
    lost = host.house.tick(events, host.now, WALL + host.now)
    instead = host.house.failed([lost], NO_DISK, host.now, WALL + host.now)
    deliver(host, instead)
    return dict(instead.answers)


def mend(host: Host) -> None:
    """Things can be stored again."""
    deliver(host, host.house.recovered(host.now, WALL + host.now))


def deliver(host: Host, effects: Effects) -> None:
    """Carry out what the house decided over its store, as the shell does."""
    if effects.entries or effects.writes:
        host.kept.commit(effects.entries, effects.writes)
    for conn, data in (*effects.sends, *effects.news):
        host.clients[conn].data += data
    for conn in effects.closes:
        host.clients[conn].lose()


def line(conn: ConnId, text: str) -> Received:
    """Somebody sends a line."""
    return Received(conn, text.encode() + b"\n")
