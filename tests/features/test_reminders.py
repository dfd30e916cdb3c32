"""Reminders: who gets them, of what, and how an address is given and taken back."""

from __future__ import annotations

from parlour.core.effects import Effects
from parlour.core.gate import Gate
from parlour.core.limits import Limits
from parlour.features.reminders.state import AT_ONCE, EVERY_S
from parlour.hookvalues import News, YourTurn
from parlour.plugins import find_games
from parlour_kit.host import Host
from tests.games.hunt.game import HUNT
from tests.house.operating import done
from tests.house.scene import Party, ask, new_host, ok, why_not

PASSWORD = "open-sesame"


class Kitchen(Gate):
    """Reminds in the kitchen and nowhere else."""

    def reminder(self, to: str) -> str | None:
        return None if to == "kitchen" else "Only in the kitchen."


def told(host: Host) -> list[News]:
    """What plugins hear from now on of turns."""
    found: list[News] = []

    def watch(effects: Effects) -> None:
        found.extend(each for each in effects.told if isinstance(each, YourTurn))

    host.watch = watch
    return found


def playing() -> Party:
    """Ann and Bob, who has an account, play over days, and it is Ann's turn."""
    host = Host({"hunt": HUNT}, {}, Limits(idle_s=0, password_cost=1), gate=Kitchen())
    party = Party(
        "ann",
        "bob",
        host=host,
        options="pace=days",
        programs=("ann", "bob"),
        start=False,
    )
    ok(party["bob"], f"register {PASSWORD}", "remind kitchen")
    ok(party["ann"], "start")
    party.hide(1, 2)
    return party


def test_an_address_is_given_read_and_taken_back() -> None:
    party = playing()
    bob = party["bob"]
    assert ask(bob, "/remind").text == ("Your reminders go to kitchen. To stop them: remind off")
    assert why_not(bob, "/remind attic") == "Only in the kitchen."
    assert why_not(bob, "/remind " + "x" * 101).startswith("An address is one word")
    assert why_not(party["ann"], "/remind kitchen").startswith("Reminders are for accounts")
    ok(bob, "/remind off", "/remind off")
    assert ask(bob, "/remind").text.startswith("You get no reminders.")


def test_a_host_without_such_a_plugin_sends_none() -> None:
    host = new_host()
    bob = host.program("bob")
    ok(bob, f"register {PASSWORD}")
    assert why_not(bob, "remind kitchen") == "This host sends no reminders."
    shared = find_games(discover=False).shared
    assert shared.reminder("kitchen") == "This host sends no reminders."


def test_only_a_player_who_is_not_connected_is_reminded_and_only_when_their_turn_comes() -> None:
    """It names nothing of the game."""
    party = playing()
    heard = told(party.host)
    ok(party["ann"], "try bob 9")
    assert not heard
    ok(party["bob"], "try ann 9", "/leave", "join 1")
    party["bob"].lose()
    ok(party["ann"], "try bob 8")
    assert heard == [YourTurn("bob", "kitchen", 1, "hunt", "Hunt")]
    party.host.wait(86_400 + 13)
    ok(party["ann"], "try bob 7")
    assert len(heard) == 2


def test_an_address_that_may_be_somebody_else_s_is_not_flooded() -> None:
    """However fast two players move; later there may be more."""
    party = playing()
    heard = told(party.host)
    bob = party["bob"]
    for _ in range(AT_ONCE + 2):
        ok(bob, "/leave")
        bob.lose()
        ok(party["ann"], "try bob 9")
        bob = party.host.connect()
        bob.send("HELLO 1 text")
        ok(bob, f"name bob {PASSWORD}", "join 1", "try ann 9", "remind off", "remind kitchen")
    assert len(heard) == AT_ONCE
    ok(bob, "/leave")
    bob.lose()
    party.host.wait(EVERY_S)
    ok(party["ann"], "try bob 8")
    assert len(heard) == AT_ONCE + 1


def test_an_address_outlives_a_restart_and_goes_with_the_data_of_its_player() -> None:
    party = playing()
    ok(party["ann"], "/leave 1 yes")
    ok(party["bob"], "leave")
    host = party.host
    for name in ("ann", "bob"):
        party[name].lose()
    host.wait(1000)
    host.restart()
    bob = host.connect()
    bob.send("HELLO 1 text")
    ok(bob, f"name bob {PASSWORD}")
    assert ask(bob, "remind").text.startswith("Your reminders go to kitchen.")
    bob.lose()
    host.wait(1000)
    done(host, "player remove bob")
    assert not host.kept.load().rows.get("reminder")
    done(host, "player remove ann")
