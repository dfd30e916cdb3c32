"""The operator of a host under test: what they ask and read, and what could not be stored."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeGuard

from parlour.accounts.audit import SHELF
from parlour.core.effects import ConnId, Received
from parlour.core.persistence import RowKept, Write
from parlour.core.shelves import R, Shelf
from parlour_kit.host import Client, Host
from tests.house import scene


def operator(host: Host) -> Client:
    """The operator of that host, connected."""
    sessions = host.house.people.sessions.items()
    found = (host.clients[conn] for conn, session in sessions if session.operator)
    return next(found, None) or host.operator()


def ask(host: Host, typed: str) -> dict[str, Any]:
    """The answer to a request of the operator, less its text."""
    return _bare(scene.ok(operator(host), typed).body)


def rows(host: Host, typed: str) -> list[dict[str, Any]]:
    """The items of the answer, less their texts."""
    return [_bare(row) for row in scene.ok(operator(host), typed).items]


def _bare(found: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in found.items() if name != "text"}


def done(host: Host, typed: str) -> str:
    """An act that must be done; what the operator reads."""
    answer = ask(host, typed)
    assert list(answer) == ["done"], answer
    return str(answer["done"])


def refused(host: Host, typed: str) -> str:
    """A request that must be refused; the line that says why."""
    before = len(host.entries)
    answer = scene.ask(operator(host), typed)
    assert answer.word == "no", answer
    assert len(host.entries) == before, "a refusal changes no table and tells nobody"
    text = " ".join(piece.strip() for piece in answer.body["text"])
    assert text.isascii()
    return text


def acts(host: Host) -> list[tuple[str, str]]:
    """The audit trail: what was done, and how it came out."""
    return [(act.what, act.outcome) for act in rows_in(host.writes, SHELF)]


def writes(host: Host) -> list[Write]:
    """What was written down, without the acts."""
    return [write for write in host.writes if not _is_of(write, SHELF)]


def rows_in(written: Iterable[Write], shelf: Shelf[R]) -> list[R]:
    """The rows of *shelf* that were written down."""
    return shelf.decoded(write.row for write in written if _is_of(write, shelf))


def _is_of(write: Write, shelf: Shelf[Any]) -> TypeGuard[RowKept]:
    return isinstance(write, RowKept) and write.shelf == shelf.name


def line(conn: ConnId, text: str) -> Received:
    return Received(conn, text.encode() + b"\n")
