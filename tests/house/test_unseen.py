"""What a player does in secret shows in nothing that others can read, ask or bring about.

Bob notes something down, of which nobody else learns. Each test plays the same evening with and
without it. Everybody else must read the same, to the byte.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from parlour.api import Seat
from parlour.catalogue import COMMANDS
from parlour.engine.match import TRAIL_MOST
from tests.games.hunt.game import HUNT
from tests.house.scene import Party, new_host, ok
from tests.sizes import sized

BLIND = ("ann", "cy", "wat", "zoe")
"""Two players, a watcher, and a program in the lobby."""
HIDDEN = 300
"""Hidden moves in an evening."""


def three(proposal_s: int = 60) -> Party:
    """Ann, Bob and Cy play Hunt past the bare words, Wat watches, Zoe follows the lobby."""
    host = new_host(proposal_s=proposal_s)
    party = Party(
        "ann", "bob", "cy", watchers=("wat",), options="seconds=600", host=host, programs=("cy",)
    )
    party.hide(1, 2, 3)
    party.clients["zoe"] = host.program("zoe", "lobby")
    return party


def read(play: Callable[[Party, Callable[[], None]], None], *, hidden: bool) -> list[bytes]:
    """What the others read of an evening in which Bob moves in secret, or does not."""
    party = three()

    def move() -> None:
        if hidden:
            party["bob"].send("note something")

    play(party, move)
    return [party[name].data for name in BLIND]


def the_same(play: Callable[[Party, Callable[[], None]], None]) -> None:
    """Check that nobody else notices anything."""
    with_moves, without = read(play, hidden=True), read(play, hidden=False)
    for name, one, other in zip(BLIND, with_moves, without, strict=True):
        assert one == other, name


@pytest.mark.sweep
@pytest.mark.parametrize("what", ["remove bob", "replace bob", "pause", "abort", "adjourn"])
def test_no_proposal_counts_hidden_moves(what: str) -> None:
    """Made again as soon as it can be, until Bob has moved 300 times.

    Whether it ends, when, and how, does not depend on them.
    """

    def play(party: Party, move: Callable[[], None]) -> None:
        for number in range(HIDDEN):
            if number % 10 == 0 and party["ann"].send(f"/propose {what}") and number % 50 == 0:
                party["bob"].send("/decline")
            move()
            party.host.wait(1.5)
            if not party.room.table.playing or 2 not in party.room.seated:
                return

    the_same(play)


def test_a_proposal_is_as_quiet_as_none_over_300_hidden_moves() -> None:
    """The others read as many lines while it waits as without it."""

    def lines(*, proposed: bool) -> list[int]:
        party = three(proposal_s=10_000)
        if proposed:
            party["ann"].send("/propose remove bob")
        party.host.wait(10)
        before = [len(party[name].data.splitlines()) for name in BLIND]
        for _ in range(HIDDEN):
            party["bob"].send("note something")
            party.host.wait(1)
        after = [len(party[name].data.splitlines()) for name in BLIND]
        return [late - early for early, late in zip(before, after, strict=True)]

    assert lines(proposed=True) == lines(proposed=False) == [0, 0, 0, 0]


PLAYERS = [command.verb for command in COMMANDS if command.where != "operator"]


@pytest.mark.sweep
@pytest.mark.parametrize("verb", PLAYERS)
def test_no_command_tells_of_hidden_moves(verb: str) -> None:
    """Whoever types it, with whatever argument that fits many, and whatever follows from it."""
    ways = [(name, rest) for rest in ("", " bob", " 1") for name in ("ann", "wat")]
    evenings = sized([ways[PLAYERS.index(verb) % 3 :: 3]], [[way] for way in ways])
    for evening in evenings:

        def play(
            party: Party,
            move: Callable[[], None],
            evening: Sequence[tuple[str, str]] = evening,
        ) -> None:
            for _ in range(3):
                move()
            for name, rest in evening:
                party[name].send(f"/{verb}{rest}")
                for _ in range(3):
                    move()
            party.host.wait(70)

        the_same(play)


def test_what_can_be_taken_back_does_not_depend_on_hidden_moves_of_others() -> None:
    """Each seat has its own trail: Bob's moves do not push Ann's out of it."""
    host = new_host({"hunt": replace(HUNT, takeback=True)}, flood_burst=10_000)
    party = Party("ann", "bob", "cy", host=host, programs=("ann",))
    party.hide(1, 2, 3)
    ok(party["ann"], "try cy 9")
    for _ in range(TRAIL_MOST + 1):
        party["bob"].send("note something")
    trail = party.room.table.last_match.trail
    assert [before.seat for before in trail].count(Seat(2)) == TRAIL_MOST
    ok(party["ann"], "propose takeback")
