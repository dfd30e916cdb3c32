"""Talk is closed while a game says so (O-W-16, 3.7): who is silent, who is not told anything."""

from __future__ import annotations

from dataclasses import replace

from parlour.api import Viewer
from tests.games.brittle import SECRET
from tests.games.hunt.state import State
from tests.games.quiet import QUIET, QuietViews
from tests.house.scene import GAMES, Party, new_host, ok, refused, why_not


class Failing(QuietViews):
    """Nobody knows whether he may talk."""

    def may_talk(self, state: State, viewer: Viewer) -> bool:
        raise KeyError(SECRET)


FAILING = replace(QUIET, id="failing", views=Failing())


def talk(party: Party, name: str) -> list[str]:
    """All that was said or told and read on his line."""
    return [body["what"] for event, body in party[name].events() if event in {"said", "told"}]


def test_a_game_that_cannot_say_who_may_talk_freezes_its_own_table() -> None:
    """When one of its players talks; strangers and other tables only find him silent."""
    host = new_host({**GAMES, "failing": FAILING})
    other = Party("fay", "gus", host=host, programs=("fay",))
    bad = Party("cy", "dee", host=host, game="failing", programs=("cy", "dee"), start=False)
    zoe = host.program("zoe")
    ok(bad["cy"], f"watch {other.number}", "start")
    ok(other["fay"], "/say hello")
    assert talk(bad, "cy") == []
    assert "allows no talk" in why_not(zoe, "tell cy hello")
    assert (bad.state, other.state) == ("playing", "playing")
    text = "The game's program failed. Nobody heard you."
    assert why_not(bad["cy"], "/say hello") == text
    assert bad.state == "frozen"
    assert refused(bad["dee"], "/say hello") == "game_fault"
    assert SECRET not in repr(host.reports)
    ok(bad["cy"], "/propose abort")
    ok(bad["dee"], "/accept", "/say hello")
