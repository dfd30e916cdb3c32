"""What a bot hears, imagines and draws. Faults planted in the host are found out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from parlour.api import Bot, Context, Imagined, Seat, Step, Thought
from parlour.engine import match as matches
from parlour.engine.match import Match
from parlour.tables import bots
from parlour_kit import Leak
from parlour_kit.two_hosts import OneHost, compare_scripts
from tests.games.hunt.game import HUNT
from tests.games.hunt.rules import HuntRules
from tests.games.hunt.state import Hid, Hide, Try


def check_bot(bot: Bot[Any, Any, Any, Any]) -> None:
    """Two games differ in what Ann hides: a bot that knows it gives it away. Raises Leak."""
    game = replace(HUNT, bots=(bot,))
    make = partial(OneHost, game, seats=2, options="top=99 answers=cold", bots=(bot.kind,))
    script = [("ann", "/hide 3"), ("bob", "/hide 5"), ("ann", "/try bob 2"), ("bob", "/try ann 1")]
    other = [("ann", "/hide 4"), *script[1:]]
    compare_scripts(make, script, other, blind=("bob", "wat", "zoe"))


# --- what a bot hears --------------------------------------------------------------------


class Recorder(Bot[Any, Any, Any, tuple[Any, ...]]):
    """Remembers all it hears, and tries what it has heard somebody hide."""

    kind = "recorder"
    about = "remembers everything"

    def begin(self, seat: Seat, view: Any) -> tuple[Any, ...]:
        """Nothing."""
        return ()

    def hear(self, memory: tuple[Any, ...], heard: Any) -> tuple[Any, ...]:
        """Everything."""
        return (*memory, heard)

    def think(
        self, memory: tuple[Any, ...], view: Any, prompt: Any, ctx: Any
    ) -> Thought[Any] | None:
        """A number that it knows somebody has hidden, else the lowest."""
        if not prompt.urgent:
            return None
        if prompt.bare:
            return Thought(Hide(9))
        target = prompt.moves[0].args[0].choices[0]
        known = (h.number for h in memory if isinstance(h, Hid) and h.seat == target)
        return Thought(Try(target, next((n for n in known if n is not None), 1)))


def test_a_bot_hears_what_its_seat_hears() -> None:
    """And nothing that is for another seat."""
    check_bot(Recorder())


@pytest.mark.parametrize("whose", [None, Seat(1)], ids=["all-ears", "another-seat"])
def test_a_bot_that_hears_what_others_are_told_is_found_out(
    whose: Seat | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the same check: one that hears events as they are, or with the ears of another seat."""

    def remember(playing: Match, step: Step[Any, Any]) -> Mapping[Seat, Any]:
        memories = dict(playing.memories)
        for event in step.events:
            heard = event if whose is None else HUNT.views.hear(event, whose)
            for seat, bot in playing.bots.items():
                if heard is not None:
                    memories[seat] = bot.hear(memories[seat], heard)
        return memories

    monkeypatch.setattr(matches, "_remember", remember)
    with pytest.raises(Leak):
        check_bot(Recorder())


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


def test_a_bot_that_searches_gets_positions_that_its_seat_cannot_tell_apart() -> None:
    """The same ones, whatever the real position is."""
    check_bot(Searcher())


def test_a_search_that_gets_the_real_position_is_found_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """By the same check."""

    def peeked(match: Match, seat: Seat) -> Imagined:
        return Imagined(match.game, lambda rng: match.state, match.now, match.lists)

    monkeypatch.setattr(bots, "imagined", peeked)
    with pytest.raises(Leak, match="try"):
        check_bot(Searcher())


# --- luck --------------------------------------------------------------------------------


def check_luck() -> None:
    """No thought begins with the same draw as a step of the rules. Raises Leak.

    The rules deal and draw with theirs, so a bot could work out what is hidden.
    """
    dealt: list[int] = []
    drawn: list[int] = []

    class Dealing(HuntRules):
        def start(self, setup: Any, ctx: Any) -> Step[Any, Any]:
            dealt.append(ctx.rng.getrandbits(64))
            return super().start(setup, ctx)

        def apply(self, state: Any, seat: Seat, move: Any, ctx: Any) -> Step[Any, Any]:
            dealt.append(ctx.rng.getrandbits(64))
            return super().apply(state, seat, move, ctx)

    class Drawing(Searcher):
        searches = False

        def think(self, memory: None, view: Any, prompt: Any, ctx: Any) -> Thought[Any] | None:
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
