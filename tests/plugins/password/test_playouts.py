"""Random games: what must hold at every moment, whatever the options and the luck.

Whether what is offered is accepted, and records tell games again, tests/plugins/test_kit asks.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar, get_args

import pytest

from parlour import SPECTATOR, Heard
from parlour_kit.playing import Moment, play
from parlour_password import PASSWORD, register_games
from parlour_password.heard import Ended, OfThree, Private, Public, Seated, WordOver
from parlour_password.state import GOOD, Outcome, Phase, State
from tests.plugins.password.leaky import FAITHFUL, Seen
from tests.plugins.password.playbook import ENGLISH, A
from tests.plugins.password.playing import options, playing
from tests.sizes import sized

GAMES = range(sized(10, 40))


def game(seed: int) -> Iterator[Moment]:
    """A random game for three or four."""
    rng = Random(seed)
    seats = rng.choice((2, 3, 4))
    chosen = options(rng, seats) | {"rotate_giver": rng.random() < 0.2}
    faithful = FAITHFUL()
    assert isinstance(faithful.rules, Seen)
    return play(
        faithful,
        rng,
        seats=seats,
        options=chosen,
        lexicon=ENGLISH,
        choose=playing(faithful.rules),
    )


@pytest.mark.sweep
@pytest.mark.parametrize("seed", GAMES)
def test_random_games_end(seed: int) -> None:
    """Everything a prompt offers is accepted, every game ends, and positions stay sound."""
    last: State | None = None
    for moment in game(seed):
        check(moment.state)
        check_words(moment)
        assert not moment.step.sealed
        last = moment.state
    assert last is not None
    assert last.phase is Phase.OVER
    winners = PASSWORD.scoring.winners(last)
    assert winners <= set(last.present)
    good = not last.of_two or sum(last.scores) >= GOOD
    assert bool(winners) == (last.is_played and good)


def check(state: State) -> None:
    """What holds in every position."""
    prompts = PASSWORD.rules.prompts(state)
    deadline = PASSWORD.rules.deadline(state)
    over = state.phase is Phase.OVER
    assert over == (not prompts)
    assert not over or deadline is None
    assert set(prompts) <= set(state.present)
    assert 1 <= state.dial <= 10
    assert [given.dial for given in state.given] == list(range(10, 10 - len(state.given), -1))
    assert len(state.done) == state.at + (not state.in_play)
    assert sum(state.scores) >= 0
    present = dict(zip(state.seats, state.scores, strict=True))
    assert PASSWORD.scoring.scores(state) == present | dict(state.without)
    assert not present.keys() & dict(state.without).keys()
    assert (state.chance is None) == (state.phase is not Phase.CHANCE)
    assert state.plea is None or state.phase is Phase.CLUE
    assert not (state.sealed or state.waived or state.open) or state.phase is Phase.GUESS
    assert len(state.sealed) < len(state.turn.receivers) or state.open
    assert bool(state.gone) == (state.phase is Phase.WAITING) or over
    assert PASSWORD.rules.free(state) == (() if over else tuple(state.gone))
    if state.window is not None:
        assert state.due is None or state.window <= state.due
        assert len(state.waived) < 2
    words = [word.word for word in (*state.words, *state.extra)]
    assert len(set(words)) == len(words)


def check_words(moment: Moment) -> None:
    """R-W-7, R-W-8, R-W-12: what a word brings is what the dial showed, or nothing at all."""
    if moment.before is None:
        return
    before: State = moment.before
    for event in moment.step.events:
        if isinstance(event, WordOver):
            worth = before.dial * 2 if before.word.double else before.dial
            brings = event.outcome in (Outcome.FOUND, Outcome.CHALLENGE)
            assert event.points == (worth if brings else 0)
            assert bool(event.scorers) == brings
            assert set(event.scorers) <= set(before.word.receivers)
            gained = event.points * len(event.scorers)
            assert sum(event.scores) == sum(before.scores) + gained
        if isinstance(event, Ended):
            assert event.scores == moment.state.scores


@pytest.mark.sweep
def test_everything_happens() -> None:
    """The random games see every way in which a word or a game ends, and every kind of event but
    what becomes of a leaver's seat, which is rare.
    """
    events: set[Any] = set()
    outcomes: set[str] = set()
    reasons: set[str] = set()
    for seed in sized((6, 27, 47), range(60)):
        for moment in game(seed):
            for event in moment.step.events:
                events.add(type(event))
                if isinstance(event, WordOver):
                    outcomes.add(event.outcome)
                if isinstance(event, Ended):
                    reasons.add(event.reason)
    assert outcomes == set(Outcome)
    assert reasons == {"played", "stopped"}
    assert {*get_args(Public), *get_args(Private)} - events <= {Seated, OfThree}


def test_what_is_not_named_is_heard_by_nobody() -> None:
    """There is no default: an event that `views.py` does not know stays unheard."""

    @dataclass(frozen=True)
    class Unnamed(Heard):
        name: ClassVar[str] = "unnamed"

    unnamed: Any = Unnamed()
    assert PASSWORD.views.hear(unnamed, A) is None
    assert PASSWORD.views.hear(unnamed, SPECTATOR) is None


def test_the_game_as_the_host_gets_it() -> None:
    """For two to four, with the English word list for challenges, ready to be prepared."""
    assert register_games() == (PASSWORD,)
    assert list(PASSWORD.seats) == [2, 3, 4]
    assert PASSWORD.lexicon == "en"
    assert PASSWORD.prepare is not None
    PASSWORD.prepare(ENGLISH)
