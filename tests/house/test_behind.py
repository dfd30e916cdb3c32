"""Watchers who are behind: what they can read or ask tells nothing of what players did since."""

from __future__ import annotations

import pytest

from parlour.api import SPECTATOR
from parlour.tables import behind, suspension
from tests.house.operating import done
from tests.house.scene import Party, Words, ask, events, names, new_host, ok

QUESTIONS = (
    *("look", "scores", "seals", "count ann", "count bob", "why ant", "tables", "who"),
    *("options", "say hm", "watch 1", "history", "leave", "watch 1", "look"),
)


def watched(number: int, options: str) -> tuple[list[list[str]], list[list[str]]]:
    """What two watchers and a late one read before a minute is over, and after it.

    Ann has tried *number* on Bob since.
    """
    party = Party(
        "ann",
        "bob",
        "cy",
        host=new_host(lexicons={"en": Words()}),
        options=f"{options} seconds=600".strip(),
        programs=("ann", "bob", "cy", "pro"),
        watchers=("wat", "pro"),
    )
    party.hide(1, 2, 3)
    party.host.wait(61)
    late = party.host.program("eve", "view")
    readers = (party["wat"], party["pro"], late)
    for reader in readers:
        reader.take()
    ok(party["ann"], f"try bob {number}", "/say so" if number > 5 else "/say what")
    before: list[list[str]] = []
    for seconds in (0, 30, 29):
        party.host.wait(seconds)
        for reader in readers:
            lines = QUESTIONS if reader is late else QUESTIONS[:-4]
            before.append(reader.take())
            for at, line in enumerate(lines):
                before.append(reader.send(line if reader is party["wat"] else f"#{at} {line}"))
    party.host.wait(2)
    return before, [reader.take() for reader in readers]


def test_nothing_of_the_last_minute_can_be_read_or_asked_for() -> None:
    """Two games that differ only in what was done since: each byte is the same, then not."""
    one, other = watched(9, "watch=delay:60"), watched(4, "watch=delay:60")
    assert one[0] == other[0]
    assert one[1] != other[1]


def test_without_a_delay_the_same_watchers_notice() -> None:
    """So the test above would notice too."""
    assert watched(9, "")[0] != watched(4, "")[0]


def test_what_is_held_has_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of more, the oldest is left out, and the position is shown in its time."""
    monkeypatch.setattr(behind, "HELD_MOST", 3)
    party = Party(
        "ann",
        "bob",
        options="delay=60 seconds=600",
        programs=("ann", "bob", "pro"),
        watchers=("pro",),
    )
    party.hide(1, 2)
    for number in (20, 19, 18):
        ok(party["ann"], f"try bob {number}")
        ok(party["bob"], f"try ann {number}")
    party.host.wait(61)
    assert 0 < len(party["pro"].take()) < 15
    assert ask(party["pro"], "look").text.startswith("Numbers from 1 to 20.")


def test_a_game_that_fails_over_what_it_shows_later_is_frozen_then() -> None:
    """Its players hear of it, as of every failure."""
    party = Party("ann", "bob", game="brittle", options="delay=60", programs=("ann",))
    ok(party.host.program("pro", "view"), "watch 1")
    ok(party["ann"], f"/snap look{SPECTATOR}")
    party.host.wait(50)
    assert party.state == "playing"
    party.host.wait(11)
    assert party.state == "frozen"


def test_a_table_that_is_closed_while_watchers_are_behind_forgets_what_it_held() -> None:
    party = Party("ann", "bob", options="delay=60", watchers=("wat",))
    party.hide(1, 2)
    party["ann"].send("/propose abort")
    party["bob"].send("/accept")
    assert party.state == "over"
    assert any("called off" in line for line in party["wat"].take())
    party["ann"].send("leave")
    party["bob"].send("leave")
    party.host.wait(100)
    assert not party.host.house.tables.rooms


def test_a_watcher_who_sees_the_board_reads_later_what_is_said_too() -> None:
    """A scene that has not changed is not sent again."""
    party = Party(
        "ann",
        "bob",
        options="watch=delay:60 seconds=600",
        programs=("ann",),
    )
    wat = party.host.program("wat", "text", "scene")
    ok(wat, "watch 1")
    party.hide(1, 2)
    ok(party["ann"], "/say so", "try bob 9")
    wat.take()
    party.host.wait(50)
    assert not wat.take()
    party.host.wait(11)
    told = [event for _, event, _ in events(wat.take())]
    assert "said" in told
    assert "scene" in told


def test_what_nobody_hears_of_is_no_fault_of_the_game_after_a_restart() -> None:
    """Bob was disconnected a moment after Ann's move: that is an entry without a line."""
    party = Party("ann", "bob", "cy", options="watch=delay:60 seconds=600", programs=("ann",))
    party.hide(1, 2, 3)
    party.host.wait(61)
    ok(party["ann"], "try cy 9")
    party["bob"].send("/quit")
    party.restart()
    party.come_back("ann", program=True)
    wat = party.host.program("wat", "text", "scene")
    ok(wat, "watch 1")
    party.host.wait(61)
    assert "hunt.tried" in names(wat.take())
    assert party.state == "playing"


def test_a_table_that_the_operator_ends_drops_what_watchers_were_to_see() -> None:
    party = Party("ann", "bob", options="watch=delay:60 seconds=600", watchers=("wat",))
    party.hide(1, 2)
    done(party.host, "table end 1")
    assert not party.host.house.tables.rooms
    party["wat"].take()
    party.host.wait(100)
    assert not party["wat"].take()


@pytest.mark.parametrize("looks", [True, False])
def test_after_a_restart_a_game_that_ends_is_shown_at_once(*, looks: bool) -> None:
    """Also if no watcher has looked since, and so nothing was held back."""
    party = Party("ann", "bob", options="watch=delay:60 seconds=600")
    party.hide(1, 2)
    party.restart()
    wat = party.host.person("wat")
    if looks:
        wat.send("watch 1")
        done(party.host, "table end 1")
    else:
        suspension.end(party.host.house.tables, 1, "operator")
    assert any("called off" in line for line in wat.take()) == looks
    assert not party.host.house.tables.rooms


@pytest.mark.parametrize("closes", ["adjourned", "stopped"])
def test_a_table_that_is_gone_shows_nothing_any_more(closes: str) -> None:
    party = Party("ann", "bob", options="watch=delay:60 seconds=600", watchers=("wat",))
    party.hide(1, 2)
    if closes == "adjourned":
        party["ann"].send("/propose adjourn")
        party["bob"].send("/accept")
        done(party.host, "table end 1")
    else:
        party.room.stop()
    party["wat"].take()
    party.host.wait(100)
    assert not party["wat"].take()
