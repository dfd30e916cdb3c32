"""Whole games of the bots."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest

from parlour import BotContext, Lexicon, OptionValue, Seat, Step
from parlour.lexicons import load_builtin, load_english
from parlour_probe import PROBE
from parlour_probe.bots import BOTS, SHORT, easy, medium, sharp
from parlour_probe.bots.odds import columns
from parlour_probe.decks import BLANK
from parlour_probe.heard import Asked, Event, Turn
from parlour_probe.moves import Ask, Guess, Recite
from parlour_probe.state import State
from tests.plugins.probe.bots.adult import adult
from tests.plugins.probe.bots.arena import AnyBot, Game, contest
from tests.plugins.probe.luck import options
from tests.plugins.probe.playbook import WORDS, A, B, C, Play
from tests.sizes import sized

LEXICONS: tuple[Lexicon | None, ...] = (load_english(), WORDS, None)


def seated(rng: Random) -> dict[Seat, AnyBot]:
    """Two to six bots."""
    return {Seat(n): rng.choice(BOTS) for n in range(1, rng.randint(2, 6) + 1)}


@pytest.mark.parametrize("seed", range(sized(3, 36)))
def test_every_move_is_legal_whatever_the_options(seed: int) -> None:
    """Bots play any table to its end: the rules refuse nothing, no urgent prompt stays open."""
    rng = Random(seed)
    lexicon = LEXICONS[seed % len(LEXICONS)]
    seats = seated(rng)
    game = Game(seats, lexicon, seed, options=options(rng, len(seats)))
    state = game.play()
    assert PROBE.rules.is_over(state)


FRENCH: Mapping[str, OptionValue] = {
    "edition": "fr",
    "letter_limits": False,
    "fr_recite": True,
    "word_check": "reject",
}


@pytest.mark.parametrize("bot", BOTS, ids=lambda bot: bot.kind)
@pytest.mark.parametrize("players", sized((2,), (2, 3)))
def test_bots_play_by_the_french_rules(bot: AnyBot, players: int) -> None:
    """R-P-6, R-P-30, R-P-36: they hide words of a dictionary, say those they complete, and guess
    in their own turns.
    """
    french = load_builtin("fr")
    game = Game({Seat(n): bot for n in range(1, players + 1)}, french, 3, options=FRENCH)
    state = game.play()
    assert all(french.dictionary_form(rack.word.lower()) for rack in state.racks)
    said = [move for _, move in game.moves if isinstance(move, Recite)]
    assert all(move.word in {rack.word for rack in state.racks} for move in said)


def test_bots_know_french_words() -> None:
    """`sharp` weighs words of the French list, and none that may not be hidden."""
    words = columns(load_builtin("fr"), 8, french=True)
    assert words.bit("LANTERNE")
    assert not words.bit("PORTERAI")
    assert columns(load_builtin("fr"), 8).bit("PORTERAI")


@pytest.mark.parametrize("seed", range(sized(1, 6)))
def test_bots_play_on_when_people_leave_or_sleep(seed: int) -> None:
    """O-P-7, O-P-11, O-P-45: silence and empty seats change nothing for the bots."""
    rng = Random(seed)
    play = Play(seats=5, lexicon=load_english())
    bots: dict[Seat, AnyBot] = {seat: rng.choice(BOTS) for seat in play.state.seats}
    memories = {seat: bot.begin(seat, play.look(seat)) for seat, bot in bots.items()}
    for number in range(2_000):
        if play.over:
            break
        urgent = [seat for seat, prompt in play.prompts().items() if prompt.urgent]
        seat = rng.choice(urgent)
        if number in (12, 40):
            play.leave(rng.choice([s for s in play.state.seats if s not in play.state.gone]))
        elif rng.random() < 0.1:
            play.time_up()
        else:
            context = BotContext(Random(number), play.lexicon)
            view, prompt = play.look(seat), play.prompts()[seat]
            thought = bots[seat].think(memories[seat], view, prompt, context)
            assert thought is not None
            play.move(seat, thought.move)
        for seat, bot in bots.items():
            for heard in play.heard(seat):
                memories[seat] = bot.hear(memories[seat], heard)
    assert play.over


def test_the_same_luck_gives_the_same_moves() -> None:
    """G-5: thinking depends on nothing but what is handed to it."""

    def moves() -> Sequence[object]:
        game = Game({Seat(1): sharp, Seat(2): easy, Seat(3): sharp}, load_english(), 7)
        game.play()
        return game.moves

    assert moves() == moves()


@pytest.mark.sweep
def test_medium_is_as_good_as_a_thinking_adult() -> None:
    """Between the other two: it wins about half of the games with one `easy` and one adult.

    `python -m tests.plugins.probe.bots.levels 400` counts more of them, at all kinds of tables.
    """
    result = contest([medium, easy, adult], sized(12, 60), load_english())
    assert sized(0.3, 0.45) <= result.shares[0] <= sized(0.75, 0.6)
    assert contest([sharp, easy, adult], sized(6, 20), load_english()).shares[0] > 0.7


@pytest.mark.sweep
def test_games_end_in_reasonable_time() -> None:
    """Three of a kind need about 80 steps for a game."""
    for bot in BOTS:
        assert max(contest([bot] * 3, sized(1, 8), load_english()).steps) < 250


@dataclass
class Watched(Game):
    """A game of which every fault is noted."""

    faults: list[str] = field(default_factory=list[str])
    denied: list[tuple[Seat, str]] = field(default_factory=list[tuple[Seat, str]])
    """What all have just heard: who was asked in vain, and for what."""
    guesses: Counter[Seat] = field(default_factory=Counter[Seat])
    """How many words each has named in this turn."""

    def _take(self, step: Step[State, Event]) -> None:
        super()._take(step)
        for event in step.events:
            if isinstance(event, Asked) and not event.hit:
                self.denied.append((event.target, event.card))
            if isinstance(event, Turn) and not event.again:
                self.guesses.clear()

    def _think(self, seat: Seat) -> Any:
        move = super()._think(seat)
        if isinstance(move, Ask) and (move.seat, move.card) in self.denied[-SHORT:]:
            self.faults.append("asks again")
        if isinstance(move, Guess):
            assert self.lexicon is not None
            self.guesses[seat] += 1
            if self.guesses[seat] > 1:
                self.faults.append("guesses again")
            if self.lexicon.never_deal(move.cards.strip(BLANK).lower()):
                self.faults.append("says what it must not")
        return move


@pytest.mark.parametrize("seed", [14, 22, 36, 285, 354, 595])
def test_children_behave(seed: int) -> None:
    """No word that a host may not offer, no question just denied, one guess in a turn.

    These seeds had such faults when they were found.
    """
    game = Watched(dict.fromkeys((A, B, C), easy), load_english(), seed)
    game.play()
    assert game.faults == []
