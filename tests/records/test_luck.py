"""All luck of a game of Probe follows from its seed, as docs/record-format.md tells it.

The decks are dealt here once more, from the seed in the record and the page alone.
"""

from __future__ import annotations

import hashlib
from random import Random

import pytest

from parlour.api import Seat
from parlour.core.persistence import Finished
from parlour.engine import record as r
from parlour_probe.decks import ACTIVITY_DECKS
from parlour_probe.heard import Reshuffled, Turn
from tests.records.forging import entries_of, move_of
from tests.records.games import Game, seed_of, told


def generator(seed: bytes, step: int) -> Random:
    return Random(int.from_bytes(hashlib.sha256(seed + step.to_bytes(8, "big")).digest(), "big"))


def steps_of(finished: Finished) -> dict[int, int]:
    """The step of each entry that was one: the start is 0, then each move."""
    kinds = (r.Started, r.Moved)
    numbers = [n for n, entry in enumerate(entries_of(finished)) if isinstance(entry, kinds)]
    return {number: step for step, number in enumerate(numbers)}


def dealt(deck: str) -> list[str]:
    """The activity cards in the order in which they are printed."""
    return [code for code, number in ACTIVITY_DECKS[deck].items() for _ in range(number)]


@pytest.mark.sweep
@pytest.mark.parametrize("deck", ["activity48", "activity36"])
@pytest.mark.parametrize("number", range(201, 206))
def test_every_card_that_was_drawn_follows_from_the_seed(number: int, deck: str) -> None:
    """R-P-4, R-P-14, O-P-20, G-5: the deck is shuffled at the start, and when it is used up."""
    game = Game(number, calm=True, activity_deck=deck, interrupt_min_hidden=12)
    finished = game.play()
    start = generator(seed_of(number), 0)
    first = start.choice([Seat(seat) for seat in finished.names])
    cards, used = dealt(deck), list[str]()
    start.shuffle(cards)
    steps, turns = steps_of(finished), 0
    for at, event in told(finished):
        if isinstance(event, Reshuffled):
            assert cards == []
            assert event.count == len(used) == len(dealt(deck))
            cards, used = used, []
            generator(seed_of(number), steps[at]).shuffle(cards)
        elif isinstance(event, Turn):
            if not turns:
                assert event.seat == first, "O-P-1: who begins is drawn as well"
            turns += 1
            used.append(cards.pop())
            assert event.card == used[-1]
    assert turns > 5
    assert game.match.state.deck == tuple(cards)


def test_a_deck_that_is_used_up_was_among_them() -> None:
    """O-P-20: otherwise the test above would not have seen a shuffle."""
    game = Game(201, calm=True, activity_deck="activity36", interrupt_min_hidden=12)
    assert any(isinstance(event, Reshuffled) for _, event in told(game.play()))


def test_racks_are_not_luck_but_moves() -> None:
    """R-P-5: what players hide is in the record as they typed it; it follows from no seed."""
    finished = Game(201, calm=True).play()
    rows = [
        move_of(entry)["cards"] for entry in entries_of(finished)[1:] if "cards" in move_of(entry)
    ]
    assert len(rows) >= len(finished.names)
