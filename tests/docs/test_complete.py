"""The pages of the protocol leave nothing out of what the host can say and hear."""

from __future__ import annotations

import re

import pytest

from tests.docs.complete import complaints, text_of


def test_the_pages_of_the_protocol_are_complete() -> None:
    missing = complaints(text_of("protocol"), text_of("netcat"))
    assert not missing, "\n".join(["docs/protocol/, docs/netcat/:", *missing])


@pytest.mark.parametrize(
    ("before", "after", "complaint"),
    [
        ("**`join ", "**`sit ", "chapter 5: describe the verb join"),
        ("| `drain [", "| `rain [", "chapter 5: describe the verb drain"),
        ("### `end [TABLE]`", "### `finish TABLE`", "chapter 5: describe the verb end"),
        (
            "| `text` | `text` in",
            "| `quiet` | `text` in",
            "chapter 4: add a row for the capability text",
        ),
        ("| `tables` | 1000 |", "| `tables` | 999 |", "chapter 9: the limit tables is not 999"),
        ("# 9 Limits\n", "# 9 Bounds\n", "chapter 9: there is no table of limits"),
        ("#1 commands", "#1 command", "send the verb commands in a session"),
        (" sealed {", " sealing {", "let a program read the event sealed in a session"),
    ],
)
def test_what_is_missing_or_wrong_is_noticed(before: str, after: str, complaint: str) -> None:
    """Besides what is missing already, which the test above says."""
    page, sessions = text_of("protocol"), text_of("netcat")
    assert before in page
    found = complaints(page.replace(before, after), sessions.replace(before, after))
    assert set(found) - set(complaints(page, sessions)) == {complaint}


def test_pages_without_events_of_games_are_noticed() -> None:
    pages = [text_of("protocol"), text_of("netcat")]
    kept = [
        "\n".join(
            line
            for line in page.splitlines()
            if not re.search(r"\.taken {| (?:probe|liarsdice)\.", line)
        )
        for page in pages
    ]
    assert set(complaints(*kept)) - set(complaints(*pages)) == {
        "let a program read the event GAME.THING in a session"
    }
