"""Talk is closed while a game says so (O-W-16, 3.7): who is silent, who is not told anything."""

from __future__ import annotations

from dataclasses import replace

import pytest

from parlour.api import Viewer
from tests.games.brittle import SECRET
from tests.games.hunt.state import State
from tests.games.quiet import QUIET, QuietViews
from tests.house.scene import GAMES, Party, names, new_host, ok, refused, why_not


class Failing(QuietViews):
    """Nobody knows whether he may talk."""

    def may_talk(self, state: State, viewer: Viewer) -> bool:
        """It fails."""
        raise KeyError(SECRET)


FAILING = replace(QUIET, id="failing", views=Failing())
EVERYBODY = ("ann", "bob", "wat", "wim", "zoe")


@pytest.fixture
def party() -> Party:
    """Ann has hidden a number and may talk, Bob has not; Wat and Wim watch, Zoe is elsewhere."""
    host = new_host({**GAMES, "quiet": QUIET, "failing": FAILING})
    watchers = ("wat", "wim")
    party = Party("ann", "bob", host=host, game="quiet", programs=EVERYBODY, watchers=watchers)
    party.clients["zoe"] = host.program("zoe")
    party.hide(3)
    return party


def talk(party: Party, name: str) -> list[str]:
    """All that was said or told and read on his line."""
    return [body["what"] for event, body in party[name].events() if event in {"said", "told"}]


def test_who_is_silent_neither_talks_nor_tells(party: Party) -> None:
    """O-W-16: one line says why, and when it will be right; nobody hears, nothing is kept."""
    entries = len(party.room.record)
    for line in ("/say it is seven", "/tell zoe seven", "/tell ann seven", "/tell bob seven"):
        text = "Not now: Quiet allows no talk at this moment; wait until that is over."
        assert why_not(party["bob"], line) == text
        assert refused(party["bob"], line) == "unavailable"
    assert [talk(party, name) for name in EVERYBODY] == [[]] * len(EVERYBODY)
    assert len(party.room.record) == entries


@pytest.mark.parametrize("name", ["ann", "wat", "zoe"])
def test_nobody_tells_him_anything(party: Party, name: str) -> None:
    """Neither his partner nor a watcher nor a stranger; and they learn what all know."""
    text = "Not now: bob plays Quiet, which allows no talk at this moment."
    assert why_not(party[name], "/tell bob seven") == text
    assert refused(party[name], "/tell B0B seven") == "unavailable"
    assert talk(party, "bob") == []


def test_whoever_may_talk_talks(party: Party) -> None:
    """Ann is done with hiding; the strangers may tell each other what they like."""
    ok(party["ann"], "/say hurry", "/tell zoe he thinks")
    ok(party["zoe"], "tell wat who wins?", "tell ann who wins?")
    assert talk(party, "bob") == ["hurry"]


def test_talk_is_open_again_when_the_moment_is_over_and_when_the_game_is(party: Party) -> None:
    """The same line is right then."""
    line = "/say now I may"
    assert refused(party["bob"], line) == "unavailable"
    ok(party["bob"], "/hide 4", line)
    ok(party["ann"], "/tell bob well done")
    ok(party["ann"], "/propose abort")
    ok(party["bob"], "/accept", line)
    other = Party("cy", "dee", host=party.host, game="quiet", programs=("cy", "dee"))
    ok(other["cy"], "/propose abort")
    assert refused(other["dee"], line) == "unavailable"
    ok(other["dee"], "/accept", line)


def test_a_pause_opens_nothing(party: Party) -> None:
    """The moment is the same one."""
    ok(party["ann"], "/propose pause")
    ok(party["bob"], "/accept")
    assert party.state == "paused"
    assert refused(party["bob"], "/say seven") == "unavailable"


def test_who_gets_up_may_talk_but_to_those_who_are_silent(party: Party) -> None:
    """He may know what they must not."""
    cy = Party("cy", "dee", "eve", host=party.host, game="quiet", programs=("cy", "dee", "eve"))
    ok(cy["cy"], "/leave", f"watch {cy.number}", "say I was to hide seven")
    assert refused(cy["cy"], "tell dee I was to hide seven") == "unavailable"
    ok(cy["cy"], "tell zoe I was to hide seven")
    assert talk(cy, "dee") == []


def test_watchers_talk_among_themselves_all_the_time(party: Party) -> None:
    """3.7: and no player hears them, silent or not."""
    ok(party["wat"], "say it is seven")
    assert talk(party, "wim") == ["it is seven"]
    assert talk(party, "ann") == talk(party, "bob") == []


@pytest.mark.parametrize("kept", [True, False], ids=["on the record", "beyond its bound"])
def test_who_is_silent_hears_no_talk_of_tables_that_he_watches(party: Party, kept: bool) -> None:
    """Neither that of its players nor that of its watchers; all else he hears, and talk later."""
    other = Party("cy", "dee", host=party.host, programs=("cy",), start=kept)
    ok(party["bob"], f"/watch {other.number}")
    ok(party["zoe"], f"watch {other.number}")
    ok(other["cy"], "/say seven")
    ok(party["zoe"], "say seven")
    assert talk(party, "zoe") == ["seven", "seven"]
    assert talk(party, "bob") == []
    ok(other["cy"], "/leave")
    assert names(party["bob"].take())[0] == "seat"
    ok(party["bob"], "/hide 4")
    ok(party["zoe"], "say hello")
    assert talk(party, "bob") == ["hello"]
    ok(party["ann"], f"/watch {other.number}", "/ignore zoe")
    ok(party["zoe"], "say ann?")
    assert talk(party, "ann") == []


def test_a_player_who_comes_back_has_missed_no_talk_that_was_not_for_him(party: Party) -> None:
    """`resume` makes again what was sent to him: of watchers and other tables nothing was."""
    other = Party("cy", "dee", host=party.host, programs=("cy",))
    ok(party["bob"], f"/watch {other.number}")
    ok(party["wat"], "say watchers: seven")
    ok(other["cy"], "/say players elsewhere: seven")
    ok(party["ann"], "/say hurry")
    party["bob"].lose()
    back = party.come_back("bob", program=True, seq=0)
    assert talk(party, "bob") == ["hurry"]
    assert "seven" not in back.data.decode()


def test_who_has_lost_the_line_is_as_silent_as_before(party: Party) -> None:
    """The silence of his seat comes first: it says nothing about his line."""
    party["bob"].lose()
    assert "allows no talk" in why_not(party["zoe"], "tell bob seven")


def test_a_replay_gives_each_what_he_has_heard(party: Party) -> None:
    """Watchers' talk stands in the record for watchers only; what was refused stands nowhere."""
    ok(party["wat"], "say watchers: seven")
    refused(party["bob"], "/say players: seven")
    ok(party["ann"], "/say hurry", "/propose abort")
    ok(party["bob"], "/accept")
    heard = {
        viewer: [
            row["data"]["what"]
            for row in ok(party["zoe"], f"replay g1 {viewer}").items
            if row["event"] == "said"
        ]
        for viewer in ("ann", "bob", "watcher")
    }
    assert heard == {"ann": ["hurry"], "bob": ["hurry"], "watcher": ["watchers: seven", "hurry"]}
    assert "seven" not in str(ok(party["zoe"], "history").items)


def test_a_game_that_cannot_say_who_may_talk_freezes_its_own_table(party: Party) -> None:
    """When one of its players talks; strangers and other tables only find him silent."""
    bad = Party("cy", "dee", host=party.host, game="failing", programs=("cy", "dee"))
    other = Party("fay", "gus", host=party.host, programs=("fay",))
    ok(bad["cy"], f"/watch {other.number}")
    ok(other["fay"], "/say hello")
    assert talk(bad, "cy") == []
    assert "allows no talk" in why_not(party["zoe"], "tell cy hello")
    assert (bad.state, other.state) == ("playing", "playing")
    text = "The game's program failed; nothing was said."
    assert why_not(bad["cy"], "/say hello") == text
    assert bad.state == "frozen"
    assert refused(bad["dee"], "/say hello") == "game_fault"
    assert SECRET not in repr(party.host.reports)
    ok(bad["cy"], "/propose abort")
    ok(bad["dee"], "/accept", "/say hello")
