"""Bots that take their time over a move: when it is made, and when it is not."""

from __future__ import annotations

from typing import Any

import pytest

from parlour.api import Thought as Decision
from tests.games.brittle import Snap
from tests.games.hunt.state import Cheer, Hide, Try
from tests.house.scene import Party, names, ok
from tests.house.thinking import (
    PAUSE_S,
    hunting,
    job_after_pause,
    job_seat,
    think,
    with_bot,
)


def taking(seconds: int, move: Any, options: str = "") -> Party:
    """A bot has decided on *move*, for which it takes *seconds*; all are to hide a number."""
    party = with_bot(options)
    think(party, job_after_pause(party), Decision(move, after_ms=seconds * 1000))
    party["bob"].take()
    return party


def test_a_bot_makes_its_move_when_it_has_taken_its_time() -> None:
    """Not before, whatever the others do meanwhile; and it does not think again."""
    party = taking(5, Hide(5))
    party.host.wait(2)
    ok(party["ann"], "3")
    party["bob"].take()
    party.host.wait(2.9)
    assert not party["bob"].take()
    party.host.wait(0.2)
    assert names(party["bob"].take()) == ["hunt.hid"]
    assert not party.host.jobs


def test_a_move_that_takes_time_depends_on_its_prompt_alone() -> None:
    """An optional one too is made though others have moved while the bot thought."""
    party = hunting()
    ok(party["ann"], "cheer softly")
    job = job_after_pause(party)
    ok(party["ann"], "cheer loudly")
    party.host.wait(0.5)  # the cheer wakes the bot, which is not to think twice
    think(party, job, Decision(Cheer("softly"), after_ms=2_000))
    party.host.wait(1.9)
    party["bob"].take()
    assert not party.host.jobs
    party.host.wait(0.2)
    assert names(party["bob"].take()) == ["hunt.cheered"]


def test_what_a_seat_does_not_hear_of_does_not_stir_its_bot() -> None:
    """Else the moment of its next move would tell everybody that somebody has done something."""
    party = hunting()
    ok(party["ann"], "note nothing")
    party.host.wait(2 * PAUSE_S)
    assert not party.host.jobs
    ok(party["ann"], "cheer loudly")
    job = job_after_pause(party)
    ok(party["ann"], "note nothing again")
    party["bob"].take()
    think(party, job, Decision(Cheer("softly")))
    assert names(party["bob"].take()) == ["hunt.cheered"], "it is not thought over again"


def test_after_its_move_a_bot_is_asked_again_after_the_usual_pause() -> None:
    """So it can do one thing after another at a prompt that never closes."""
    party = hunting()
    ok(party["ann"], "cheer softly")
    for mood in ("loudly", "softly", "loudly"):
        think(party, job_after_pause(party), Decision(Cheer(mood), after_ms=3_000))
        party["bob"].take()
        party.host.wait(3)
        assert names(party["bob"].take()) == ["hunt.cheered"]


def test_a_move_whose_time_comes_after_its_prompt_is_dropped() -> None:
    """Luck has hidden a number for it meanwhile, or the bot is gone."""
    party = taking(10, Hide(5), "seconds=8")
    party.host.wait(8)
    assert "hunt.hid" in names(party["bob"].take())
    party.host.wait(7)
    assert "hunt.hid" not in names(party["bob"].take())
    assert party.state == "playing"
    party = taking(5, Hide(5))
    ok(party["ann"], "/kick Ada")
    before = party.room.table
    party.host.wait(10)
    assert party.room.table is before
    assert not party.host.reports


def test_a_move_whose_time_comes_in_a_pause_is_thought_over_afterwards() -> None:
    party = taking(5, Hide(5))
    ok(party["ann"], "/propose pause")
    ok(party["bob"], "/accept")
    party.host.wait(60)
    assert party.state == "paused"
    ok(party["ann"], "propose resume")
    ok(party["bob"], "accept")
    job_after_pause(party)


def test_a_move_that_is_not_allowed_any_more_when_its_time_comes_is_thought_over() -> None:
    """It was right when the bot thought of it."""
    party = hunting()
    ok(party["ann"], "try bob 9")
    ok(party["bob"], "try ann 9")
    job = job_after_pause(party)
    think(party, job, Decision(Try(job_seat(job), 4), after_ms=2_000))
    ok(party["ann"], "cheer loudly")
    party.host.wait(2)
    assert party.state == "playing"
    job_after_pause(party)


@pytest.mark.parametrize(("move", "game"), [(Hide(1000), "hunt"), (Snap("apply"), "brittle")])
def test_a_move_that_cannot_be_made_freezes_the_table_when_its_time_comes(
    move: Any, game: str
) -> None:
    """It was never allowed, or the game fails over it; nothing of it remains."""
    party = with_bot(game=game)
    think(party, job_after_pause(party), Decision(move, after_ms=5_000))
    before = party.room.table.last_match.state
    party.host.wait(4.9)
    assert party.state == "playing"
    party.host.wait(0.2)
    assert party.state == "frozen"
    assert party.room.table.last_match.state == before
    (report,) = party.host.reports
    assert report.level == "error"


@pytest.mark.parametrize("after_ms", ["soon", None, float("inf")])
def test_a_time_that_is_none_freezes_the_table(after_ms: Any) -> None:
    """Of a thought nothing is taken on trust. A time before now is now."""
    party = with_bot()
    think(party, job_after_pause(party), Decision(Hide(5), after_ms=after_ms))
    assert party.state == "frozen"
    assert taking(-5, Hide(5)).room.table.last_match.state.numbers == {3: 5}
