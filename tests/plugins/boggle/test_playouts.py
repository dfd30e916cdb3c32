"""Random games: what must hold at every moment, whatever the options and the luck."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from random import Random

import pytest

from parlour import OptionValue, Prompt, Refused, Seat
from parlour.candidates import random_line
from parlour_boggle import BOGGLE, register_games
from parlour_boggle.heard import Begun, Read
from parlour_boggle.state import LIST_MAX, Phase, State, Verdict
from parlour_kit.playing import Moment, play, random_options
from parlour_kit.words import SmallList
from tests.plugins.boggle.playbook import ELSEWHERE, REAL, WORDS, A, B, Play

POOL = (*REAL, *ELSEWHERE, "ab", "xyz")
GAMES = range(30)


def typing(prompt: Prompt, names: Mapping[Seat, str], rng: Random) -> tuple[str, str]:
    """A handful of words in a round, or what the prompt offers."""
    if prompt.bare == "word" and rng.random() < 0.7:
        return "word", " ".join(rng.choices(POOL, k=rng.randint(1, 6)))
    return random_line(prompt, names, rng)


def options(rng: Random) -> dict[str, OptionValue]:
    """Random ones, for a match of a few rounds."""
    return random_options(BOGGLE, rng) | {"max_rounds": rng.randint(1, 4), "min_words": 0}


def game(seed: int) -> Iterator[Moment]:
    """A random game, from what the prompts offer."""
    rng = Random(seed)
    seats = rng.randint(1, 8)
    return play(BOGGLE, rng, seats=seats, options=options(rng), lexicon=WORDS, choose=typing)


@pytest.mark.sweep
@pytest.mark.parametrize("seed", GAMES)
def test_random_games_end(seed: int) -> None:
    """Everything a prompt offers is accepted, every game ends, and positions stay sound."""
    last: State | None = None
    for moment in game(seed):
        check(moment.state, moment.step.events)
        assert not moment.step.sealed  # the board is public at once: there is nothing to seal
        assert BOGGLE.scoring.scores(moment.state) == expected(moment)
        last = moment.state
    assert last is not None
    assert last.phase is Phase.OVER
    assert BOGGLE.scoring.winners(last) <= set(last.present)
    assert BOGGLE.scoring.winners(last) or not last.present


def expected(moment: Moment) -> dict[Seat, int]:
    """The scores before, and what was read out in this step."""
    scores: dict[Seat, int] = dict.fromkeys(moment.state.seats, 0)
    if moment.before is not None:
        scores |= BOGGLE.scoring.scores(moment.before)
    for event in moment.step.events:
        if isinstance(event, Read):
            scores[event.seat] += event.points
    return scores


def check(state: State, events: tuple[object, ...]) -> None:
    """What holds in every position."""
    prompts = BOGGLE.rules.prompts(state)
    deadline = BOGGLE.rules.deadline(state)
    over = state.phase is Phase.OVER
    assert over == (not prompts and deadline is None)
    assert not set(prompts) & state.gone
    assert all((prompt.bare == "word") == state.in_round for prompt in prompts.values())
    assert all(prompt.urgent != state.in_round for prompt in prompts.values())
    if state.phase is Phase.FINDING:
        assert deadline == state.ends
        assert set(prompts) == set(state.present) & set(state.writers)
    for seat, sheet in zip(state.seats, state.sheets, strict=True):
        assert seat in state.writers or not sheet or seat in state.gone
        words = [written.word for written in sheet.words]
        assert len(set(words)) == len(words)
        assert len(sheet) <= LIST_MAX
        assert set(sheet.again) <= set(words)
    assert (state.reading is None) == (state.in_round or (over and not state.present))
    reads = [event for event in events if isinstance(event, Read)]
    check_reading(reads)
    if any(isinstance(event, Begun) for event in events):
        assert state.sheets == (type(state.sheets[0])(),) * len(state.seats)


def check_reading(reads: list[Read]) -> None:
    """R-B-8: a good word stands on one list alone, a crossed one on several; R-B-9: the sum."""
    times: Counter[str] = Counter()
    for read in reads:
        assert read.points == sum(group.points * len(group.words) for group in read.groups)
        valid = [
            word
            for group in read.groups
            if group.verdict in (Verdict.OK, Verdict.CROSSED)
            for word in group.words
        ]
        assert len(set(valid)) == len(valid)
        times.update(valid)
    for read in reads:
        for group in read.groups:
            if group.verdict is Verdict.OK:
                assert all(times[word] == 1 for word in group.words)
            if group.verdict is Verdict.CROSSED:
                assert all(times[word] > 1 for word in group.words)
            assert (group.points > 0) == (group.verdict is Verdict.OK)


def test_each_round_has_a_board_of_its_own() -> None:
    """R-B-1, G-5: the luck of a board is that of the step which begins its round."""
    boards = [
        event.rows
        for seed in range(8)
        for moment in game(seed)
        for event in moment.step.events
        if isinstance(event, Begun)
    ]
    assert len(boards) > 8
    assert len(set(boards)) == len(boards)


# --- boards with enough words -------------------------------------------------------------


def test_a_board_with_enough_words() -> None:
    """`min_words`: it is shaken again until that many words stand on it."""
    words = SmallList(
        "".join(pair) + "s" for pair in (f"{a}{b}" for a in "etaoin" for b in "rlsdeh")
    )
    for least in (1, 3, 5):
        for seed in range(5):
            table = Play(1, rows=None, min_words=least, lexicon=words, first=seed)
            table.time_up()
            assert table.state.reading is not None
            assert table.state.reading.words >= least


def test_a_board_that_cannot_be() -> None:
    """`min_words`: if no board has so many, the best of those shaken will do."""
    table = Play(2, rows=None, min_words=150, lexicon=SmallList(["tea", "eat", "ate"]))
    table.time_up()
    assert table.state.reading is not None
    assert table.state.reading.words > 0


def test_no_word_list_no_game() -> None:
    """O-B-3: without one nobody could judge, and the table is told so."""
    with pytest.raises(Refused) as caught:
        Play(lexicon=None)
    assert "word list" in caught.value.text


def test_one_to_twenty() -> None:
    """Alone or with nineteen others."""
    assert register_games() == (BOGGLE,)
    assert BOGGLE.seats == range(1, 21)
    table = Play(20)
    table.round(*["cat"] * 19, "tea")
    assert table.scores[A] == table.scores[B] == 0
    assert table.winners == {Seat(20)}
