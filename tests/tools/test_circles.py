"""No module imports another that imports it back, on whatever way."""

from __future__ import annotations

from typing import Final

from tools.circles import imports, in_circles, modules

KNOWN: Final = frozenset(
    {
        "parlour.house.commands.about",
        "parlour.house.commands.accounts",
        "parlour.house.commands.archive",
        "parlour.house.commands.desk",
        "parlour.house.commands.dispatch",
        "parlour.house.commands.missed",
        "parlour.house.commands.offers",
        "parlour.house.commands.op_people",
        "parlour.house.commands.op_requests",
        "parlour.house.commands.op_tables",
        "parlour.house.commands.operator",
        "parlour.house.commands.people",
        "parlour.house.commands.play",
        "parlour.house.commands.questions",
        "parlour.house.commands.suspended",
        "parlour.house.commands.tables",
        "parlour.house.commands.talk",
        "parlour.house.commands.turns",
        "parlour.house.effects",
        "parlour.house.house",
        "parlour.house.lifecycle.drain",
        "parlour.house.lifecycle.late_join",
        "parlour.house.lifecycle.lobby",
        "parlour.house.lifecycle.rebuild",
        "parlour.house.lifecycle.restore",
        "parlour.house.lifecycle.silent",
        "parlour.house.lifecycle.suspended",
        "parlour.house.people.bans",
        "parlour.house.people.quotas",
        "parlour.house.people.streaming",
        "parlour.house.people.takeover",
        "parlour.house.people.throttle",
        "parlour.house.persistence",
        "parlour.house.sessions",
        "parlour.house.tables.archive",
        "parlour.house.tables.bots",
        "parlour.house.tables.news",
        "parlour.house.tables.resync",
        "parlour.house.tables.rooms",
        "parlour.house.tables.warmup",
    }
)
"""Modules that stand in a circle today: it can only get shorter."""


def test_a_circle_is_found_and_what_leads_there_is_not() -> None:
    graph = {"a": {"b"}, "b": {"c"}, "c": {"b", "d"}, "d": set[str](), "e": {"e2"}, "e2": {"e"}}
    assert in_circles(graph) == {"b", "c", "e", "e2"}


def test_there_are_no_more_circles_than_there_were() -> None:
    known = modules()
    some = {"parlour", "parlour.api", "parlour_client.run", "parlour_probe", "tools.circles"}
    assert some <= known.keys()
    graph = imports(known)
    assert "parlour.wire.codes" in graph["parlour.wire.lines"]
    assert in_circles(graph) <= KNOWN
