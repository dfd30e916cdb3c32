"""Reports to the operator: what is kept, what is dropped, what is refused.

The rest are sessions (tests/sessions/reports.md).
"""

from __future__ import annotations

from parlour.features.reports.state import SHELF
from tests.house.operating import done, operator, rows, writes
from tests.house.scene import Party, ask, new_host, ok, refused, why_not


def test_the_oldest_that_is_done_makes_room() -> None:
    """If all are open, further ones are refused, and nothing is lost."""
    host = new_host(reports=2)
    ann, bob = host.program("ann"), host.program("bob")
    ok(ann, "report cy one", "report cy two")
    assert why_not(bob, "report cy three") == (
        "The operator has too many reports to read. Try again later."
    )
    done(host, "reports done 1")
    ok(bob, "report cy three")
    assert [row["number"] for row in rows(host, "reports")] == [2, 3]
    assert SHELF.dropped(1) in writes(host)
    assert SHELF.dropped(2) not in writes(host)
    host.restart()
    assert [row["number"] for row in rows(host, "reports")] == [2, 3]


def test_one_address_cannot_report_under_many_names() -> None:
    host = new_host(reports_per_address=2, tries_s=100)
    for name in ("ann", "bob"):
        ok(host.program(name), "report cy loud")
    third = host.program("cid")
    answer = ask(third, "report cy loud")
    assert (answer.code, answer.body["retry_ms"]) == ("too_many", 50_000)
    host.wait(50)
    ok(third, "report cy loud")


def test_a_report_says_where_it_was_made_and_when_it_was_done() -> None:
    host = new_host()
    party = Party("ann", "bob", host=host, programs=("ann",))
    ok(party["ann"], "/report bob   loud  ")
    boss = operator(host)
    made_s = int(host.house.out.wall)
    host.wait(60)
    done(host, "reports done 1")
    assert rows(host, "reports") == [
        {
            "number": 1,
            "at_s": made_s,
            "name": "ann",
            "about": "bob",
            "why": "loud",
            "table": 1,
            "done_s": made_s + 60,
        }
    ]
    assert len(ask(boss, "reports").items) == 1
    logged = [(report.text, report.fields) for report in host.news]
    assert ("a player has reported another", {"report": 1}) in logged


def test_the_reports_of_a_removed_player_go_with_them() -> None:
    """Those by them and those about them; the others stay."""
    host = new_host()
    ann, bob = host.program("ann"), host.program("bob")
    ok(ann, "report BOB one", "report cy two")
    ok(bob, "report ann three", "report cy four")
    done(host, "reports done 3")
    done(host, "player remove bob")
    assert [row["number"] for row in rows(host, "reports")] == [2]
    ok(ann, "report dee five", "report dee six")
    assert refused(ann, "report dee seven") == "too_many"
    assert [report.number for report in SHELF.read(host.kept.load())] == [2, 5, 6]
