"""No module imports another that imports it back, on whatever way."""

from __future__ import annotations

from tools.circles import imports, in_circles


def test_a_circle_is_found_and_what_leads_there_is_not() -> None:
    graph = {"a": {"b"}, "b": {"c"}, "c": {"b", "d"}, "d": set[str](), "e": {"e2"}, "e2": {"e"}}
    assert in_circles(graph) == {"b", "c", "e", "e2"}


def test_there_is_no_circle() -> None:
    graph = imports()
    some = {"parlour", "parlour.api", "parlour_client", "parlour_probe", "tools.circles"}
    assert some <= graph.keys()
    assert "parlour.wire.codes" in graph["parlour.wire.lines"]
    assert in_circles(graph) == set()
