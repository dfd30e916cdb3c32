"""Whole games of the bots."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

import pytest

from parlour import BotContext, Lexicon, OptionValue, Seat
from parlour.lexicons import load_builtin, load_english
from parlour_probe import PROBE
from parlour_probe.bots import BOTS, easy, medium, sharp
from parlour_probe.bots.odds import columns
from parlour_probe.moves import Recite
from tests.plugins.probe.bots.adult import adult
from tests.plugins.probe.bots.arena import AnyBot, Game, contest
from tests.plugins.probe.bots.manners import watched
from tests.plugins.probe.luck import options
from tests.plugins.probe.playbook import WORDS, B, C, Play

LEXICONS: tuple[Lexicon | None, ...] = (load_english(), WORDS, None)


def seated(rng: Random) -> dict[Seat, AnyBot]:
    """Two to six bots."""
    return {Seat(n): rng.choice(BOTS) for n in range(1, rng.randint(2, 6) + 1)}


@pytest.mark.parametrize("seed", range(36))
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
@pytest.mark.parametrize("players", [2, 3])
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


@pytest.mark.parametrize("seed", range(6))
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
def test_sharp_beats_children() -> None:
    """Chance would give `sharp` a third of the games with two novices; it wins nearly all."""
    result = contest([sharp, easy, easy], 30, load_english())
    assert result.shares[0] > 0.7


@pytest.mark.sweep
def test_medium_is_as_good_as_a_thinking_adult() -> None:
    """Between the other two: it wins about half of the games with one `easy` and one adult.

    `python -m tests.plugins.probe.bots.levels 400` counts more of them, at all kinds of tables.
    """
    result = contest([medium, easy, adult], 60, load_english())
    assert 0.45 <= result.shares[0] <= 0.6
    assert contest([sharp, easy, adult], 20, load_english()).shares[0] > 0.7


def test_medium_waits_for_its_turn() -> None:
    """Like `easy` it names no word out of turn."""
    play = Play(["HOUSE", "JUXTAPOSED", "LYNX"], lexicon=load_english(), deck=["NORMAL"] * 20)
    play.open(B, *range(1, 6))
    for kind in ("easy", "medium"):
        bot = PROBE.bot_named(kind)
        assert bot is not None
        view, prompt = play.look(C), play.prompts()[C]
        context = BotContext(Random(1), play.lexicon)
        assert bot.think(bot.begin(C, view), view, prompt, context) is None


@pytest.mark.sweep
def test_games_end_in_reasonable_time() -> None:
    """Three of a kind need about 80 steps for a game."""
    for bot in BOTS:
        assert max(contest([bot] * 3, 8, load_english()).steps) < 250


@pytest.mark.parametrize("seed", [14, 22, 36, 285, 354, 595])
def test_children_behave(seed: int) -> None:
    """No word that a host may not offer, no question just denied, one guess in a turn.

    These seeds had such faults when they were found; `manners` plays as many as one likes.
    """
    assert watched(seed) == []
