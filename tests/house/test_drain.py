"""A drain: nothing new begins, players are told, and the host stops when it can or must."""

from __future__ import annotations

import pytest

from parlour.house.effects import Effects
from parlour.house.lifecycle.drain import CALLS_S, LAST_WORDS_S, MINUTES
from parlour.testing.host import Client, Host
from tests.house.operating import ask, done, lose, mend, refused, request
from tests.house.scene import Party, events, new_host, ok, why_not


class Stopped:
    """Has the house asked the shell to stop it, and when?"""

    def __init__(self, host: Host) -> None:
        self.at: list[float] = []
        self._host = host
        host.watch = self

    def __call__(self, effects: Effects) -> None:
        """Look at what the shell is asked to do."""
        if effects.stop:
            self.at.append(self._host.now)


def notices(client: Client) -> list[str]:
    """What that program was told of the drain since the last look."""
    return [
        body["text"][0]
        for _, name, body in events(client.take())
        if name == "notice" and body["kind"] == "draining"
    ]


@pytest.fixture
def party() -> Party:
    """A game of hunt that nobody ends."""
    made = Party("ann", "bob", programs=("ann", "bob"))
    made.clients["cy"] = made.host.program("cy")
    made["cy"].take()
    return made


def test_nothing_new_begins(party: Party) -> None:
    """No table and no game; what is on goes on, and the refusal says for how long."""
    host = party.host
    waiting = Party("dee", "eve", host=host, programs=("dee", "eve"), start=False)
    assert done(host, "drain 10") == "The host stops in 10 min."
    text = "This host stops in 10 min: nothing new can begin."
    assert why_not(party["cy"], "new hunt") == text
    assert why_not(waiting["dee"], "start") == text
    ok(waiting["dee"], "ready")
    ok(waiting["eve"], "ready")
    assert waiting.state == "open"
    assert f"The game cannot begin. {text}" in waiting["dee"].data.decode()
    ok(party["ann"], "5")
    ok(party["cy"], "watch 1")
    host.wait(599)
    assert "This host stops in 1 s" in why_not(party["cy"], "new hunt")


def test_players_are_told_in_time_and_the_host_stops(party: Party) -> None:
    """At its moment; away players read it when they come back."""
    stopped = Stopped(party.host)
    start = party.host.now
    done(party.host, "drain 31")
    assert notices(party["bob"]) == [
        "This host stops in 31 min. No new game begins; games still on then are kept."
    ]
    party.host.wait(31 * 60 - 1)
    told = ["30 min", "15 min", "10 min", "5 min", "2 min", "60 s", "20 s"]
    assert notices(party["bob"]) == [f"This host stops in {left}." for left in told]
    assert not stopped.at
    party.host.wait(1)
    assert stopped.at == [start + 31 * 60]
    assert party.state == "playing"
    assert [report.text for report in party.host.news][-1] == "drained: the host stops"


def test_when_no_game_is_on_any_more_the_host_stops_soon(party: Party) -> None:
    """People have time for a last word; nobody is told twice."""
    stopped = Stopped(party.host)
    done(party.host, "drain")
    party.host.wait(100)
    notices(party["cy"])
    ok(party["ann"], "/propose abort")
    ok(party["bob"], "/accept 1")
    text = f"No game is on any more: this host stops in {LAST_WORDS_S} s."
    assert notices(party["cy"]) == [text]
    party.host.wait(LAST_WORDS_S)
    assert stopped.at == [1000 + 100 + LAST_WORDS_S]
    assert notices(party["cy"]) == []


def test_a_game_that_ends_at_the_last_moment_does_not_put_it_off(party: Party) -> None:
    """The host said when it stops."""
    stopped = Stopped(party.host)
    done(party.host, "drain 1")
    party.host.wait(60 - LAST_WORDS_S + 1)
    notices(party["cy"])
    ok(party["ann"], "/propose abort")
    ok(party["bob"], "/accept 1")
    assert notices(party["cy"]) == []
    party.host.wait(LAST_WORDS_S)
    assert stopped.at == [1060]


def test_without_a_game_there_is_nothing_to_wait_for() -> None:
    """Whatever time the operator allows."""
    host = new_host()
    cy = host.program("cy")
    cy.take()
    stopped = Stopped(host)
    assert done(host, f"drain {MINUTES}") == f"The host stops in {LAST_WORDS_S} s."
    assert notices(cy) == [f"This host stops in {LAST_WORDS_S} s."]
    host.wait(LAST_WORDS_S)
    assert stopped.at == [1000 + LAST_WORDS_S]


def test_no_minutes_are_now(party: Party) -> None:
    """The game is stored like any other time."""
    stopped = Stopped(party.host)
    assert done(party.host, "drain 0") == "The host stops now."
    assert stopped.at == [1000]


def test_what_is_on_is_ended_where_nothing_lasts() -> None:
    """Nobody is promised that he can play on."""

    party = Party("ann", "bob", programs=("bob",))
    party.host.house.drain.lasting = False
    done(party.host, "drain 10")
    (text,) = notices(party["bob"])
    assert text.endswith("No new game begins; games still on then end.")


def test_it_can_be_called_off_and_begun_anew(party: Party) -> None:
    """Only the last word counts."""
    host = party.host
    stopped = Stopped(host)
    done(host, "drain 10")
    done(host, "drain 60")
    host.wait(30 * 60)
    notices(party["cy"])
    assert done(host, "drain off") == "The host does not stop."
    assert notices(party["cy"]) == ["This host does not stop after all: games can begin again."]
    assert "not going to stop" in refused(host, "drain off")
    host.wait(max(CALLS_S))
    assert not stopped.at
    assert notices(party["cy"]) == []
    ok(party["cy"], "new hunt")
    assert ask(host, "status")["stops_s"] is None


def test_a_drain_that_could_not_be_stored_has_not_begun(party: Party) -> None:
    """And one that could not be called off goes on."""
    stopped = Stopped(party.host)
    lose(party.host, request(party.host, "drain 5"))
    mend(party.host)
    ok(party["cy"], "new hunt", "leave")
    done(party.host, "drain 10")
    lose(party.host, request(party.host, "drain off"))
    mend(party.host)
    assert "stops in 10 min" in why_not(party["cy"], "new hunt")
    party.host.wait(600)
    assert stopped.at == [1600]


def test_a_host_that_cannot_store_stops_when_it_can_again(party: Party) -> None:
    """No time passes for it meanwhile."""
    stopped = Stopped(party.host)
    done(party.host, "drain 1")
    lose(party.host)
    party.host.wait(100)
    assert not stopped.at
    mend(party.host)
    party.host.wait(0)
    assert stopped.at == [1100]
