"""The page of the protocol leaves nothing out of what the host can say and hear."""

from __future__ import annotations

import pytest

from tests.docs.complete import PAGE, SESSIONS, complaints


def test_the_page_of_the_protocol_is_complete() -> None:
    assert complaints(PAGE.read_text("utf-8"), SESSIONS.read_text("utf-8")) == []


@pytest.mark.parametrize(
    ("before", "after", "complaint"),
    [
        ("**`join TABLE", "**`sit TABLE", "the verb join is not described"),
        ("| `drain [", "| `rain [", "the verb drain is not described"),
        ("#### `end TABLE`", "#### `finish TABLE`", "the verb end is not described"),
        ("| `text` | `text` in", "| `quiet` | `text` in", "the capability text has no row"),
        ("| `tables` | 1000 |", "| `tables` | 999 |", "the limit tables is not 999"),
        ("## 9 Limits\n", "## 9 Bounds\n", "there is no table of limits"),
        ("#1 commands", "#1 command", "the verb commands is sent in no session"),
        (" sealed {", " sealing {", "the event sealed is read in no session"),
    ],
)
def test_what_is_missing_or_wrong_is_noticed(before: str, after: str, complaint: str) -> None:
    page, sessions = PAGE.read_text("utf-8"), SESSIONS.read_text("utf-8")
    assert before in page
    found = complaints(page.replace(before, after), sessions.replace(before, after))
    assert found == [complaint]


def test_pages_without_events_of_games_are_noticed() -> None:
    bare = [
        "\n".join(line for line in page.read_text("utf-8").splitlines() if ".taken {" not in line)
        for page in (PAGE, SESSIONS)
    ]
    kept = [
        "\n".join(line for line in text.splitlines() if " probe." not in line) for text in bare
    ]
    assert complaints(*kept) == ["the event GAME.THING is read in no session"]
