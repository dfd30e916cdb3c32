"""The game that the tests play: it must be a good game itself."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from parlour.api import Context, Seat, Step
from parlour.plugins import game_faults
from parlour_kit import Leak, check_game
from parlour_kit.playing import play, random_options
from parlour_kit.two_hosts import OneHost, compare_newcomer, play_both
from tests.games.brittle import BRITTLE
from tests.games.hunt.game import HUNT
from tests.games.hunt.state import Event, Hid, Hide, Note, Passed, State
from tests.games.hunt.views import HuntViews
from tests.games.open_hunt import OPEN_HUNT, OpenRules
from tests.sizes import sized


@pytest.mark.parametrize("game", [HUNT, BRITTLE], ids=["hunt", "brittle"])
def test_the_host_finds_no_fault_with_it(game: object) -> None:
    assert game_faults(game) == []  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", range(6))
def test_it_ends_whatever_is_played(seed: int) -> None:
    """Under any options, with any number of players, from its prompts alone."""
    rng = Random(seed)
    options = random_options(HUNT, rng) | {"top": rng.randint(4, 30), "first": "draw"}
    moments = list(play(HUNT, rng, seats=2 + seed % 3, options=options))
    assert HUNT.rules.is_over(moments[-1].state)
    assert len(HUNT.scoring.winners(moments[-1].state)) == 1


@pytest.mark.sweep
def test_it_tells_nobody_what_is_not_for_them() -> None:
    """Asked of the game at random moments, and of hosts that play it."""
    report = check_game(HUNT, seeds=range(sized(2, 8)), secret=(Hide, Note))
    assert report.counts["twins"] > 20
    assert report.counts["host runs"] > sized(0, 4)


@pytest.mark.sweep
@pytest.mark.parametrize("seed", range(sized(2, 4)))
def test_it_tells_newcomers_and_substitutes_nothing_that_is_not_for_them(seed: int) -> None:
    """Asked of the game at random moments, and of two hosts when somebody sits down."""
    rng = Random(seed)
    check_game(OPEN_HUNT, seeds=[seed], seats=2, options={"top": 9}, secret=(Hide, Note))
    one, two = (OneHost(OPEN_HUNT, seats=3, options="top=9", programs=seed % 2) for _ in range(2))
    for _ in range(seed):
        assert play_both(one, two, rng)
    if seed % 2:
        for scene in (one, two):
            scene.send("bob", "/leave yes")
    assert compare_newcomer(one, two, rng) == (2 if seed % 2 else 4)


def test_a_game_that_offers_nobody_a_seat_has_no_newcomers() -> None:
    assert compare_newcomer(OneHost(HUNT, seats=2), OneHost(HUNT, seats=2), Random(1)) is None


class Telling(OpenRules):
    """Who sits down at a new seat hears what the first one has hidden."""

    def joined(self, state: State, seat: Seat, ctx: Context) -> Step[State, Event]:
        """As an event that all hear."""
        step = super().joined(state, seat, ctx)
        return Step(step.state, (Passed(Seat(state.numbers.get(state.seats[0], 0))),))


def test_a_variant_that_tells_newcomers_is_found_out() -> None:
    """By asking the game, and by asking the host."""
    telling = replace(OPEN_HUNT, rules=Telling())
    with pytest.raises(Leak):
        check_game(telling, seeds=range(4), seats=2, secret=(Hide,))
    one, two = (OneHost(telling, seats=2) for _ in range(2))
    for scene in (one, two):
        scene.send("ann", "/hide 3")
    with pytest.raises(Leak):
        compare_newcomer(one, two, Random(1))


class Leaky(HuntViews):
    """Everybody hears what was hidden."""

    def hear(self, event: Event, viewer: object) -> Event | None:
        return event


def test_a_variant_that_tells_is_found_out() -> None:
    with pytest.raises(Leak):
        check_game(replace(HUNT, views=Leaky()), seeds=range(4), secret=(Hide,))
    assert Hid(Seat(1), 7).number == 7


def test_a_state_that_is_printed_shows_no_number() -> None:
    assert State.__dataclass_fields__["numbers"].repr is False
    assert "7" not in repr(Hid(Seat(1), 7))
