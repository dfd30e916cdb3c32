"""docs/protocol.md has everything: verbs, events, codes, fields; and this is checked well."""

from __future__ import annotations

import pytest

from tests.docs.complete import PAGE, complaints


def test_the_page_has_everything() -> None:
    assert complaints(PAGE.read_text("utf-8")) == []


@pytest.mark.parametrize(
    ("before", "after", "complaint"),
    [
        ("#### `kick PLAYER`\n", "#### `kick`\n", "the verb kick has no heading"),
        ("Where: `seat`. Agree", "Where: `lobby`. Agree", "the verb accept does not say: Where"),
        ("> register", "> say register", "the verb register is sent in no session"),
        ("### `clock`\n", "### `time`\n", "the event clock has no heading"),
        ("`left_ms` | |\n\n```", "| |\n\n```", "the event clock does not explain its field"),
        (" clock {", " gong {", "the event clock is read in no session"),
        ("`lapsed`", "lapsed", "the event notice does not explain `lapsed`"),
        ("| `stale` |", "| `late` |", "the code stale has no row in 9 Refusals"),
        ("| `stale` |", "| `late` |", "there is no code late"),
        ("| `http` | asker", "| `http` | host", "the code http is the fault of: asker"),
        ("`at_ms`", "`when`", "the field `at_ms` of ReplayRow is named nowhere"),
        ("| `text` | `text` in", "| `quiet` | `text` in", "the capability text has no row"),
        ("| `tables` | 1000 |", "| `tables` | 999 |", "the limit tables is not 999"),
        ("## 11 Limits\n", "## 11 Bounds\n", "there is no table of limits"),
    ],
)
def test_what_is_missing_or_wrong_is_noticed(before: str, after: str, complaint: str) -> None:
    text = PAGE.read_text("utf-8")
    assert before in text
    found = complaints(text.replace(before, after))
    assert any(line.startswith(complaint) for line in found), found


def test_a_page_without_events_of_games_is_noticed() -> None:
    lines = PAGE.read_text("utf-8").splitlines()
    bare = [line for line in lines if ".taken {" not in line and " probe." not in line]
    assert complaints("\n".join(bare)) == ["the event GAME.THING is read in no session"]
