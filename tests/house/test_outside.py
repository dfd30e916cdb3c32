"""Nothing from outside reaches a player while their game lets nobody talk to them (O-W-16).

Bob still has to hide a number at Quiet, so that talk is closed to him. Each test plays the same
evening with and without people outside who try to tell Bob something. Bob must read the same.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from parlour.catalogue import COMMANDS
from tests.games.quiet import QUIET
from tests.house.scene import GAMES, Party, known, nameless, new_host, ok, why_not

PLAYERS = [command.verb for command in COMMANDS if command.where != "operator"]
STAYS = [verb for verb in PLAYERS if verb not in ("leave", "quit", "register")]
"""What Bob may type and still be there, with the same code."""
WORD = "seven"
"""What somebody would like to tell him."""


class Evening:
    """Ann and Bob play Quiet at table 2, where talk is closed to Bob. He watches table 1."""

    def __init__(self) -> None:
        self.host = host = new_host(
            {**GAMES, "quiet": QUIET}, flood_burst=10_000, reports=1_000, reports_per_address=1_000
        )
        self.bob = bob = host.program("bob")
        self.amy = amy = host.program("amy")
        for one, other in ((bob, "amy"), (amy, "bob")):
            ok(one, "register open sesame")
            one.send(f"#f friend {other}")
        amy.lose()
        host.wait(4_000)
        self.table = Party("cy", "dee", host=host, programs=("cy", "dee"))
        ann = host.program("ann")
        ok(ann, "new quiet seconds=600")
        ok(bob, "watch 1", "join 2")
        ok(ann, "start", "/hide 3")
        bob.take()
        self.before = len(bob.data)

    def read(self) -> bytes:
        """What Bob has read since talk was closed."""
        return self.bob.data[self.before :]


def everything(evening: Evening) -> None:
    """Somebody with a telling name types everything, and so do those whose table Bob watches."""
    for number, verb in enumerate(PLAYERS):
        one = evening.host.program(f"{WORD}-{number}")
        for rest in ("", "bob", "bob hello", "1", "2", "hunt", "1 bob"):
            one.send(f"#1 {verb} {rest}")
    for name in ("cy", "dee"):
        for line in (f"say {WORD}", "hide 7", "propose pause", "accept"):
            evening.table[name].send(f"#1 /{line}")
    evening.table["cy"].send("#1 /leave yes")


def a_party(evening: Evening) -> None:
    """People sign up, play a round with bots, and leave."""
    one, two = evening.host.program(WORD), evening.host.program(f"{WORD}-two")
    ok(one, "party new hunt", "party join 1", "party bot 3")
    ok(two, "party join 1", "party leave")
    ok(one, "party start")


def a_friend(evening: Evening) -> None:
    """Amy, who was away for long, comes back, goes, and comes back."""
    for _ in range(3):
        amy = nameless(evening.host)
        amy.send("#1 name amy open sesame")
        amy.lose()
    one = evening.host.program(WORD)
    ok(one, "register open sesame", "friend bob")


def tables(evening: Evening) -> None:
    """Some are opened, and games are played to their end: `tables` and `history` grow."""
    for number in range(3):
        one = evening.host.program(f"{WORD}{number}")
        ok(one, "new hunt", "bot", "start", "/leave yes", "new quiet private=on")


def newcomers(evening: Evening) -> None:
    """Somebody watches, and somebody wants a seat."""
    one = evening.host.program(WORD)
    for line in ("watch 2", "say hello", "leave", "join 2", "join 2 bob", "look 2"):
        one.send(f"#1 {line}")


@pytest.mark.parametrize("acts", [everything, a_party, a_friend, tables, newcomers])
def test_bob_reads_the_same_whatever_others_do_outside(acts: Callable[[Evening], None]) -> None:
    """What comes by itself, and what any command tells him."""
    read: list[bytes] = []
    for busy in (True, False):
        evening = Evening()
        now = evening.host.now
        if busy:
            acts(evening)
        evening.host.wait(now + 400 - evening.host.now)
        for verb in STAYS:
            for rest in ("", "amy", "1", f"{WORD} hello"):
                evening.bob.send(f"#1 /{verb} {rest}")
        read.append(evening.read())
    for one, other in zip(read[0].splitlines(), read[1].splitlines(), strict=True):
        assert one == other


def test_when_talk_is_open_again_everything_is_there() -> None:
    """Bob was told why not, and still watches the other table."""
    evening = Evening()
    cy, bob = evening.table["cy"], evening.bob
    text = "Not now: while Quiet allows no talk, you see nothing outside the game."
    for line in ("/who", "/tables", "/look 1", "/continue 1", "/party", "/history"):
        assert why_not(bob, line) == text
    ok(cy, "/hide 3")
    assert bob.events("hunt.hid") == []
    ok(bob, "/hide 4", "/who", "/tables", "/look 1", "/party", "/history")
    ok(evening.table["dee"], "/hide 3")
    assert len(bob.events("hunt.hid")) == 1


def test_who_comes_back_while_talk_is_closed_reads_no_number_of_tables() -> None:
    """It could be a number that somebody wants to tell."""
    evening = Evening()
    bob = known(evening.host, "bob")
    evening.bob.lose()
    back = nameless(evening.host)
    ok(back, f"resume {bob.token}")
    assert [body["tables"] for _, body in back.events("welcome")] == [0]


def test_a_table_that_is_gone_is_told_of() -> None:
    """Otherwise Bob would seem to watch it for ever."""
    evening = Evening()
    for name in ("cy", "dee"):
        ok(evening.table[name], "/leave yes")
    evening.host.wait(500)
    kinds = [body["kind"] for _, body in evening.bob.events("notice")]
    assert kinds == ["friend", "table_gone"]


def test_a_watched_table_that_goes_on_is_not_told_of() -> None:
    """Its state would be one: who sits there, and how they are called."""
    host = new_host({**GAMES, "quiet": QUIET})
    bob, amy = host.program("bob", "lobby"), host.program("amy", "lobby")
    other = Party("cy", "dee", host=host, game="brittle", programs=("cy", "dee"))
    ok(amy, "watch 1")
    other.hide(3, 4)
    ann = host.program("ann")
    ok(ann, "new quiet seconds=600")
    ok(bob, "watch 1", "join 2")
    ok(ann, "start", "/hide 3")
    bob.take()
    other["cy"].send("#1 snap apply")
    ok(other["cy"], "continue 1")
    assert amy.events("at") != []
    assert bob.take() == []
