"""Rules that were changed under the same version, and rules that still play earlier versions."""

from __future__ import annotations

from dataclasses import replace

from msgspec.structs import replace as changed

from parlour.api import AnyGame, Context, Setup, Step
from parlour.engine import record as r
from tests.games.hunt.game import HUNT
from tests.games.hunt.rules import HuntRules
from tests.games.hunt.state import Event, State
from tests.house.scene import Party, events, held, known, new_host, ok
from tests.house.test_held import back, notices

THEN = replace(HUNT, code="a" * 32)
NOW = replace(HUNT, code="b" * 32)
CHANGED = "Table 1 goes on: Hunt, version 1. The game's code has changed, but its version has not."


def playing(game: AnyGame = THEN, *, hold: bool = False) -> Party:
    """Ann, Bob and Cy, all programs, in a game; Ann is to try first."""
    host = new_host({"hunt": game})
    host.hold_changed = hold
    party = Party("ann", "bob", "cy", host=host, programs=("ann", "bob", "cy"))
    party.hide(3, 4, 5)
    return party


def test_a_start_bears_the_fingerprint_of_the_code() -> None:
    """That of a game nobody knows is left out, as in records from before there was one."""
    (start,) = (entry for entry in playing().record if isinstance(entry, r.Started))
    assert start.code == THEN.code
    (start,) = (entry for entry in playing(HUNT).record if isinstance(entry, r.Started))
    assert start.code == ""
    assert b'"code"' not in r.encode(start)


def test_a_game_whose_code_has_changed_goes_on_and_says_so() -> None:
    """The log, the record, and everybody who was there; once, and the game is as it was."""
    party = playing()
    player = known(party.host, "bob")
    party.restart({"hunt": NOW})
    assert [report.text for report in party.host.reports] == ["a game goes on with changed code"]
    ann = party.come_back("ann", program=True, seq=player.seq)
    assert ("continued", CHANGED) in notices(ann)
    ok(ann, "try bob 4")
    continued = [entry for entry in party.record if isinstance(entry, r.Continued)]
    assert [(entry.version, entry.code) for entry in continued] == [("1", NOW.code)]
    party.host.reports.clear()
    party.restart()
    assert party.host.reports == []


def test_a_record_without_a_fingerprint_goes_on_as_ever() -> None:
    """Nobody can say whether anything has changed. Between two games nothing was played under
    the code of today.
    """
    for then, now in ((HUNT, NOW), (THEN, HUNT), (THEN, THEN)):
        party = playing(then)
        party.restart({"hunt": now})
        assert party.host.reports == []
        assert not any(isinstance(entry, r.Continued) for entry in party.record)
    party = playing()
    for name in ("bob", "cy"):
        ok(party[name], "/leave yes")
    assert party.state == "over"
    party.restart({"hunt": NOW})
    assert party.host.reports == []


def test_an_owner_may_have_such_games_wait() -> None:
    """`changed_code = "hold"`: its players let it go on, and read why it stood."""
    party = playing(hold=True)
    party.restart({"hunt": NOW})
    why = "the code of Hunt has changed since, while it is still version 1"
    assert [report.text for report in party.host.reports] == [f"table 1 is held: {why}"]
    ann = back(party, "ann")
    assert ("held", f"Table 1 is held: {why}. You can type: continue 1 - or: end 1") in notices(
        ann
    )
    ok(ann, "continue 1")
    assert ("continued", CHANGED) in notices(ann)
    assert party.state == "playing"
    party.restart()
    assert party.state == "playing"


# --- earlier versions -----------------------------------------------------------------------


class Grown(HuntRules):
    """Since version 2 there are twice as many numbers."""

    def start(self, setup: Setup, ctx: Context) -> Step[State, Event]:
        """Under version 1 as many as ever."""
        step = super().start(setup, ctx)
        if setup.version == "1":
            return step
        return changed(step, state=replace(step.state, top=2 * step.state.top))


GROWN = replace(HUNT, version="2", older=("1",), rules=Grown())


def test_a_game_goes_on_under_the_version_under_which_it_began() -> None:
    """If the rules still know that; the next one at the table is played under the new one."""
    party = playing(HUNT)
    party.restart({"hunt": GROWN})
    assert party.host.reports == []
    ann, bob, cy = (back(party, name) for name in ("ann", "bob", "cy"))
    match = party.room.table.last_match
    assert match.state.top == 20
    ok(ann, "try bob 4")
    ok(cy, "leave yes")
    assert party.state == "over"
    replayed = [row for row in ok(ann, "replay g1").items if row["event"] == "started"]
    assert [row["data"]["version"] for row in replayed] == ["1"]
    ann.take()
    ok(bob, "ready")
    ok(ann, "start")
    (begun,) = [
        body for _, name, body in events(ann.data.decode().splitlines()) if name == "started"
    ][-1:]
    assert begun["version"] == "2"
    assert party.room.table.last_match.state.top == 40


def test_a_frozen_game_is_continued_under_its_own_version() -> None:
    """The entry says which rules it goes by."""
    party = playing(HUNT)
    party.restart({"hunt": GROWN})
    party.room.add(r.Faulted(at=party.room.at))
    ok(back(party, "ann"), "continue 1")
    continued = [entry for entry in party.record if isinstance(entry, r.Continued)]
    assert [entry.version for entry in continued] == ["1"]
    party.restart()
    assert party.state == "playing"


def test_a_version_that_is_too_old_is_held() -> None:
    """And continued it is played again from the start, under the version of today."""
    party = playing(HUNT)
    party.restart({"hunt": replace(GROWN, version="3", older=("2",))})
    ok(back(party, "ann"), "continue 1")
    assert party.room.table.last_match.state.top == 40
    party.restart({"hunt": replace(GROWN, version="3", older=("2", "1"))})
    assert held(party.host.house)[1] == (
        "it began with version 3 of Hunt, and this host has version 1"
    )
