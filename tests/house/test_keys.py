"""What keys give at netcat: the board by Enter, a bell, and a goodbye that names the way back."""

from __future__ import annotations

from typing import Final

import pytest

from parlour.core.effects import Stopping
from parlour_boggle import BOGGLE
from parlour_kit.host import Host
from tests.house.scene import Party, Words, known, new_host

BELL: Final = b"\a"


def test_enter_shows_the_board_and_the_clock_while_words_are_asked() -> None:
    """The position as `look` has it, and below it the question with the time left."""
    host = new_host({"boggle": BOGGLE}, {"en": Words()})
    ann = host.person("ann")
    ann.send("new boggle", "start")
    *board, left = ann.send("/look")
    host.wait(5)
    *shown, question, wrapped = ann.send("")
    assert shown == board
    assert left == "Time left: 180 s"
    assert (question[:5], wrapped[-7:]) == ("Type ", "(175 s)")


def test_it_is_in_colour_for_who_reads_colours() -> None:
    host = new_host({"boggle": BOGGLE}, {"en": Words()})
    ann = host.person("ann")
    ann.send("set colour on", "new boggle challenge=on", "start")
    *looked, _left = ann.send("/look")
    assert any("\x1b" in line for line in looked)
    assert ann.send("")[: len(looked)] == looked


def test_enter_at_another_question_repeats_that_alone() -> None:
    """A game that asks for moves with verbs says itself what there is to see."""
    party = Party("ann", "bob", "cy")
    party.hide(1, 2, 3)
    (asked,) = party["ann"].send("")
    assert asked.startswith("Your turn")


# --- the bell ----------------------------------------------------------------------------


def rung(party: Party, name: str, *, silent_s: float) -> int:
    """How often it rings for somebody whose turn comes after so many seconds without a line."""
    client = party[name]
    client.send("say hello")
    party.host.wait(silent_s)
    before = len(client.data)
    party["ann"].send("try bob 7")
    return client.data[before:].count(BELL)


@pytest.mark.parametrize(("on", "silent_s", "times"), [(True, 5, 1), (True, 1, 0), (False, 5, 0)])
def test_a_turn_rings_for_somebody_who_has_been_silent(
    *, on: bool, silent_s: float, times: int
) -> None:
    """Not for who has just typed: they look at the screen."""
    party = Party("ann", "bob", "cy")
    party.hide(1, 2, 3)
    if on:
        assert party["bob"].send("set bell on") == ["bell is on."]
    assert rung(party, "bob", silent_s=silent_s) == times
    assert BELL not in party["cy"].data


def test_an_invitation_rings_too_and_talk_does_not() -> None:
    host = new_host()
    ann, bob = host.person("ann"), host.person("bob")
    bob.send("set bell on")
    ann.send("new hunt")
    host.wait(5)
    ann.send("tell bob hello")
    assert BELL not in bob.data
    ann.send("invite bob")
    assert bob.data.count(BELL) == 1


def test_a_program_hears_no_bell() -> None:
    host = new_host()
    ann, pro = host.person("ann"), host.program("pro")
    ann.send("new hunt")
    assert pro.send("#1 set bell on") == [
        '#1 ok {"key":"bell","value":true,"text":["bell is on."]}'
    ]
    host.wait(5)
    ann.send("invite pro")
    assert b'"invited"' in pro.data
    assert BELL not in pro.data


# --- a stop of the host ------------------------------------------------------------------


def stopped(host: Host) -> None:
    host.tick([Stopping()])


def test_a_player_reads_that_the_game_is_kept_and_how_to_come_back() -> None:
    party = Party("ann", "bob", "cy")
    code = known(party.host, "ann").code
    zoe = party.host.person("zoe")
    stopped(party.host)
    told = " ".join(party["ann"].take())
    assert "Your game is saved and goes on when the host is back." in told
    assert f"come back with: resume {code}" in told
    assert not any("game is saved" in line for line in zoe.take())
