"""Bots at a table: when they think, what becomes of a thought, and when it comes too late."""

from __future__ import annotations

from dataclasses import replace

import pytest
from msgspec.structs import replace as changed

from parlour.api import Seat
from parlour.api import Thought as Decision
from parlour.core.sessions import Player
from parlour.lexicons import load_english
from parlour.tables.bot_names import bot_name
from parlour_kit.host import Host
from parlour_probe import PROBE
from tests.games.hunt.game import HUNT
from tests.games.hunt.state import Hide, Try
from tests.house.scene import Party, names, new_host, ok, why_not
from tests.house.thinking import (
    PAUSE_S,
    bot_key,
    hunting,
    job_after_pause,
    job_seat,
    next_job,
    think,
    with_bot,
)


def agree(party: Party, what: str) -> None:
    ok(party["ann"], f"/propose {what}")
    ok(party["bob"], "/accept")


def test_a_bot_is_asked_after_a_pause_that_is_always_the_same() -> None:
    """So its haste tells nothing. Its move is made as if it had typed it: all are told."""
    party = with_bot()
    party.host.wait(PAUSE_S - 0.01)
    assert not party.host.jobs
    party.host.wait(0.02)
    job = next_job(party)
    key = bot_key(job)
    assert (key.table, key.seat, key.prompt) == (party.number, 3, 1)
    party["bob"].take()
    think(party, job)
    party.host.wait(0.1)
    assert names(party["bob"].take()) == ["hunt.hid"]


def test_a_bot_has_the_same_luck_whenever_the_same_step_is_thought_about() -> None:
    """It is derived from the table's seed, its seat and the step."""
    one, two = (with_bot() for _ in range(2))
    assert job_after_pause(one).work() == job_after_pause(two).work()


def test_a_thought_that_comes_too_late_is_dropped() -> None:
    """Time was up meanwhile; the next game asks with the same number; or nobody is there."""
    party = with_bot("seconds=5")
    job = job_after_pause(party)
    party.host.wait(5)
    before = party.room.table
    think(party, job, Decision(Hide(5)))
    think(party, job, error=RuntimeError("too late to matter"))
    assert party.room.table is before
    party = with_bot()
    job = job_after_pause(party)
    agree(party, "abort")
    ok(party["ann"], "/start")
    before = party.room.table
    think(party, job)
    assert party.room.table is before
    for name in ("ann", "bob"):
        party[name].send("/leave yes")
    party.host.wait(60)
    assert not party.host.house.tables.rooms
    think(party, job)
    assert not party.host.reports


def test_a_thought_that_comes_while_the_game_is_paused_is_thought_again_afterwards() -> None:
    """A pause in the bot's own pause only makes it longer."""
    party = with_bot()
    agree(party, "pause")
    party.host.wait(60)
    assert not party.host.jobs
    agree(party, "resume")
    job = job_after_pause(party)
    agree(party, "pause")
    think(party, job)
    assert party.state == "paused"
    agree(party, "resume")
    think(party, job_after_pause(party))
    assert 3 in party.room.table.last_match.state.numbers


def test_a_bot_that_is_waiting_to_think_is_not_woken_twice() -> None:
    party = with_bot()
    party.host.wait(1)
    ok(party["ann"], "3")
    party.host.wait(0.2)
    next_job(party)
    ok(party["bob"], "4")
    job_after_pause(party)


def test_an_optional_prompt_is_thought_about_again_when_something_has_happened() -> None:
    """What the bot saw is not the position any more. A silent step wakes nobody, so the late
    thought itself must.
    """
    party = hunting("broken=nothing", game="brittle")
    ok(party["ann"], "cheer loudly")
    job = job_after_pause(party)
    ok(party["ann"], "cheer softly")
    before = party.room.table
    think(party, job, Decision(Hide(9)))
    assert party.room.table is before
    job = job_after_pause(party)
    key = bot_key(job)
    think(party, changed(job, key=changed(key, steps=key.steps - 1)))
    job_after_pause(party)


@pytest.mark.parametrize("number", [4, None])
def test_an_urgent_move_that_is_not_allowed_any_more_is_thought_over(number: int | None) -> None:
    """It was right when the bot looked, so the bot is not at fault. One that is still allowed is
    made though others have cheered meanwhile.
    """
    party = hunting()
    ok(party["ann"], "try bob 9")
    ok(party["bob"], "try ann 9")
    job = job_after_pause(party)
    ok(party["ann"], "cheer loudly")
    if number is not None:
        think(party, job, Decision(Try(job_seat(job), number)))
        assert party.state == "playing"
        job = job_after_pause(party)
    party["bob"].take()
    think(party, job)
    assert names(party["bob"].take())[0] == "hunt.tried"


def test_a_bot_that_was_asked_to_leave_thinks_no_more() -> None:
    """What it has thought is dropped. After a break the match still knows its seat."""
    party = with_bot()
    job = job_after_pause(party)
    ok(party["ann"], "/kick Ada")
    before = party.room.table
    think(party, job)
    assert party.room.table is before
    party.host.wait(30)
    assert not party.host.jobs
    party = hunting()
    ok(party["ann"], "/kick Ada")
    agree(party, "pause")
    agree(party, "resume")
    party.host.wait(PAUSE_S)
    assert not party.host.jobs


def test_at_a_table_that_is_gone_nobody_thinks() -> None:
    """Also a bot that was still in its pause."""
    host = new_host(run_jobs=False, bot_pause_ms=90_000)
    party = Party("ann", host=host, programs=("ann",), start=False)
    ok(party["ann"], "bot", "start", "/leave yes")
    host.wait(60)
    assert not host.house.tables.rooms
    host.wait(60)
    assert not host.jobs
    assert not host.reports


# --- how long they think ---------------------------------------------------------------------


ONE = [(thinks_s, 1) for thinks_s in (0.00002, 0.00018, 0.03, 0.0999)]
"""Thoughts that end within a beat."""


@pytest.mark.parametrize(
    ("thinks_s", "beats"), [*ONE, (0.1001, 2), (0.18, 2), (0.25, 3), (3.33, 34)]
)
def test_a_bot_moves_on_the_next_beat_however_long_it_thought(thinks_s: float, beats: int) -> None:
    """How long may follow from what it has hidden."""
    party = with_bot()
    job = job_after_pause(party)
    asked = party.host.now
    party["bob"].take()
    party.host.wait(thinks_s)
    think(party, job)
    party.host.wait(asked + beats * 0.1 - 0.0001 - party.host.now)
    assert not party["bob"].take()
    assert party.host.house.next_due == pytest.approx(asked + beats * 0.1)
    party.host.wait(0.0002)
    assert names(party["bob"].take()) == ["hunt.hid"]


@pytest.mark.parametrize("thinks_s", [0.0001, 0.01, 0.09])
def test_when_a_bot_thinks_about_news_does_not_follow_from_how_long_it_thought(
    thinks_s: float,
) -> None:
    """News in the middle of a beat wake it, whether it has made up its mind by then or not."""
    party = hunting("broken=nothing", game="brittle")
    ok(party["ann"], "cheer loudly")
    job = job_after_pause(party)
    asked = party.host.now
    if thinks_s < 0.05:
        party.host.wait(thinks_s)
        think(party, job, Decision(Hide(9)))
    party.host.wait(asked + 0.05 - party.host.now)
    ok(party["ann"], "cheer softly")
    if thinks_s >= 0.05:
        party.host.wait(asked + thinks_s - party.host.now)
        think(party, job, Decision(Hide(9)))
    party.host.wait(asked + 0.05 + PAUSE_S - 0.001 - party.host.now)
    assert not party.host.jobs
    party.host.wait(0.002)
    next_job(party)


def test_a_bot_that_takes_its_time_takes_it_from_the_beat_on() -> None:
    """What it thought before is no part of it. When the table is gone nothing is left of a
    thought.
    """
    party = with_bot()
    job = job_after_pause(party)
    asked = party.host.now
    party.host.wait(0.07)
    think(party, job, Decision(Hide(9), after_ms=2_000))
    party["bob"].take()
    party.host.wait(asked + 2.099 - party.host.now)
    assert not party["bob"].take()
    party.host.wait(0.002)
    assert names(party["bob"].take()) == ["hunt.hid"]
    party = with_bot()
    job = job_after_pause(party)
    party.host.wait(0.05)
    think(party, job)
    party.room.bots.stop()
    party.host.wait(5)
    assert not party.host.reports


# --- bots that fail --------------------------------------------------------------------------


def test_a_bot_whose_view_fails_freezes_its_table() -> None:
    """It cannot even be asked. So does a thought that is none: the shell may bring anything."""
    party = hunting("broken=nothing", game="brittle")
    ok(party["ann"], "snap look3")
    party.host.wait(PAUSE_S)
    assert party.state == "frozen"
    party = with_bot()
    think(party, job_after_pause(party), "nonsense")
    assert party.state == "frozen"


def test_a_bot_that_fails_while_the_table_is_frozen_is_not_heard() -> None:
    party = hunting("broken=nothing", game="brittle")
    ok(party["ann"], "cheer loudly")
    job = job_after_pause(party)
    ok(party["ann"], "snap still")
    assert party["ann"].send("#1 snap apply")[0].startswith('#1 no {"code":"game_fault"')
    reports = len(party.host.reports)
    think(party, job, error=RuntimeError("no"))
    assert len(party.host.reports) == reports


def test_a_bot_that_is_gone_does_not_think_for_who_sits_there_now() -> None:
    """It was waiting to think when its game was broken off, and a new one has begun."""
    host = new_host(bot_pause_ms=5_000)
    party = Party("ann", host=host, programs=("ann", "bob"), watchers=("bob",), start=False)
    ok(party["ann"], "bot", "start", "/propose abort", "/kick Ada")
    ok(party["bob"], "join 1")
    ok(party["ann"], "/start")
    host.wait(10)
    assert not host.reports
    ok(party["bob"], "3")


def test_a_bot_sits_down_by_another_word_of_its_kind() -> None:
    """The seat and the record say the kind. A name that bots had once is no person's either."""
    host = Host({"probe": PROBE}, {"en": load_english()})
    ann = host.person("ann")
    ann.send("new probe")
    assert ann.send("bot Novice")[-1].startswith("Ada (a bot, easy) sits down")
    assert "You can choose: easy, medium, sharp" in ann.send("bot child")[0]
    assert host.house.tables.rooms[1].table.chairs[Seat(2)].bot == "easy"
    assert "is a name for bots" in "".join(host.connect().send("name novice-1"))
    assert host.connect().send("name novice")[0].startswith("Hello novice.")


def test_a_bot_that_took_over_from_who_says_nothing_still_plays_after_a_restart() -> None:
    """The record says so. Without bots one is told what to propose instead."""
    names = ("ann", "bob", "cy")
    party = Party(*names, programs=names, options="seconds=300")
    party.hide(1, 2, 3)
    ok(party["ann"], "propose replace bob")
    party.host.wait(60)
    assert b'"takes_over":true' in b"".join(party.room.record)
    party.host.restart()
    chair = party.room.table.chairs[party.room.table.last_match.seats[1]]
    assert (chair.name, chair.bot) == ("Ada", "plodder")
    assert 2 in party.room.table.last_match.bots
    host = new_host({"hunt": replace(HUNT, bots=())})
    party = Party("ann", "bob", programs=("ann", "bob"), host=host)
    assert "propose remove PLAYER" in why_not(party["ann"], "/propose replace bob")


def test_bots_have_first_names_of_the_language_of_the_words() -> None:
    """Their level is beside them; a language that we have no names of has the English ones."""
    host = Host({"probe": PROBE}, {"en": load_english()})
    ann = host.person("ann")
    ann.send("new probe")
    assert ann.send("bot medium")[-1] == "Ada (a bot, medium) sits down at seat 2."
    ann.send("bot easy")
    assert "Probe begins: ann, Ada (medium) and Bo (easy)." in ann.send("start")
    assert bot_name(host.house.people, {"lexicon": "fr"}) == "Aude"
    assert bot_name(host.house.people, {"lexicon": "fr"}, {"Aude"}) == "Basile"
    assert bot_name(host.house.people, {"lexicon": "club"}) == "Ada"


def test_a_bot_never_has_the_name_of_a_player() -> None:
    """Who had it before such names were for bots keeps it, and games are found by it."""
    host = new_host()
    host.house.people.register.add(Player(99, "\u00c0da", "ada"))
    two = {bot_name(host.house.people, {}, taken) for taken in ((), ("Bo",))}
    assert two == {"Bo", "Clem"}
    every = [bot_name(host.house.people, {})]
    while "-" not in every[-1]:
        every.append(bot_name(host.house.people, {}, every))
    assert every[-1] == "Ada-2"
    assert "is a name for bots" in "".join(host.connect().send("name Clem"))
    assert "is a name for bots" in "".join(host.connect().send("name Ada-2"))
    assert host.connect().send("name Clement")[0].startswith("Hello Clement.")
