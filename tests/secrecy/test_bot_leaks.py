"""What a bot gets of a position and of luck. Faults planted in the host are found out."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from parlour.api import Bot, Context, Imagined, Seat, Step, Thought
from parlour.engine.match import Match
from parlour.house.tables import bots
from parlour.testing import Leak
from parlour.testing.two_hosts import OneHost, compare_scripts
from tests.games.hunt.game import HUNT
from tests.games.hunt.rules import HuntRules
from tests.games.hunt.state import Hide, Try

# --- positions for a bot that searches ---------------------------------------------------


class Searcher(Bot[Any, Any, Any, None]):
    """Tries the number that it finds in a position that it may imagine."""

    kind = "searcher"
    about = "looks into what it may imagine"
    searches = True

    def begin(self, seat: Seat, view: Any) -> None:
        """Nothing."""

    def hear(self, memory: None, heard: Any) -> None:
        """Nothing."""

    def think(self, memory: None, view: Any, prompt: Any, ctx: Any) -> Thought[Any] | None:
        """The first player's number there."""
        if not prompt.urgent:
            return None
        if prompt.bare:
            return Thought(Hide(9))
        target = prompt.moves[0].args[0].choices[0]
        return Thought(Try(target, ctx.imagined.twin(ctx.rng).numbers[target]))


def check_imagined() -> None:
    """Two games differ in what Ann hides: a bot that gets it gives it away. Raises Leak."""
    game = replace(HUNT, bots=(Searcher(),))

    def scene() -> OneHost:
        return OneHost(game, seats=2, options="top=99 answers=cold", bots=("searcher",))

    script = [("ann", "/hide 3"), ("bob", "/hide 5"), ("ann", "/try bob 2"), ("bob", "/try ann 1")]
    other = [("ann", "/hide 4"), *script[1:]]
    compare_scripts(scene, script, other, blind=("bob", "wat", "zoe"))


def test_a_bot_that_searches_gets_positions_that_its_seat_cannot_tell_apart() -> None:
    """The same ones, whatever the real position is."""
    check_imagined()


def test_a_search_that_gets_the_real_position_is_found_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """By the same check."""

    def peeked(match: Match, seat: Seat) -> Imagined:
        return Imagined(match.game, lambda rng: match.state, match.now, match.lists)

    monkeypatch.setattr(bots, "imagined", peeked)
    with pytest.raises(Leak, match="try"):
        check_imagined()


# --- luck --------------------------------------------------------------------------------


def check_luck() -> None:
    """No thought begins with the same draw as a step of the rules. Raises Leak.

    The rules deal and draw with theirs, so a bot could work out what is hidden.
    """
    dealt: list[int] = []
    drawn: list[int] = []

    class Dealing(HuntRules):
        """Draws in each step."""

        def start(self, setup: Any, ctx: Any) -> Step[Any, Any]:
            """As it was."""
            dealt.append(ctx.rng.getrandbits(64))
            return super().start(setup, ctx)

        def apply(self, state: Any, seat: Seat, move: Any, ctx: Any) -> Step[Any, Any]:
            """As it was."""
            dealt.append(ctx.rng.getrandbits(64))
            return super().apply(state, seat, move, ctx)

    class Drawing(Searcher):
        """Draws for each thought."""

        searches = False

        def think(self, memory: None, view: Any, prompt: Any, ctx: Any) -> Thought[Any] | None:
            """Any number."""
            drawn.append(ctx.rng.getrandbits(64))
            if prompt.bare:
                return Thought(Hide(9))
            target = prompt.moves[0].args[0].choices[0]
            return Thought(Try(target, ctx.rng.randint(1, 99))) if prompt.urgent else None

    game = replace(HUNT, rules=Dealing(), bots=(Drawing(),))
    host = OneHost(game, seats=2, options="top=99 cheers=off", bots=("searcher", "searcher"))
    host.send("ann", "/hide 3")
    host.send("bob", "/hide 5")
    for number in range(20, 24):
        for line in (("ann", f"/try bob {number}"), ("bob", f"/try ann {number}")):
            host.host.wait(5)
            host.send(*line)
    host.host.wait(5)
    assert min(len(dealt), len(drawn)) > 4, "they have played"
    if not {*dealt}.isdisjoint(drawn):
        raise Leak("a bot draws with the luck of the rules")
    if len({*drawn}) < len(drawn):
        raise Leak("bots share their luck")


def test_a_bot_has_luck_of_its_own() -> None:
    """Not that of a step of the game, before or after, and not that of another bot."""
    check_luck()


@pytest.mark.parametrize("ahead", [0, 1, 2])
def test_a_bot_with_the_luck_of_the_rules_is_found_out(
    ahead: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the same check: with that of the step before its thought, or of one to come."""

    class Shared(Context):
        """The luck of the table, without the seat."""

        def __init__(self, *, now: int, seed: bytes, number: int) -> None:
            super().__init__(now=now, seed=seed[:-1], number=number + ahead - 1)

    monkeypatch.setattr(bots, "Context", Shared)
    with pytest.raises(Leak, match="luck"):
        check_luck()
