"""Chapters as the engine counts them: they never fall, and an ended one cannot go on."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from parlour.api import Seat
from parlour.engine import match as matches
from parlour.engine.calls import GameFault
from parlour.engine.chapters import has_chapters
from parlour.engine.match import Match
from tests.engine.test_match import ANN, BOB, begin, do
from tests.games.hunt.game import HUNT
from tests.games.hunt.rules import HuntRules
from tests.games.hunt.state import Hide, State, Try


class Counting(HuntRules):
    """A chapter ends when somebody is found."""

    def __init__(self, *chapters: Any) -> None:
        self.chapters = chapters
        """What is returned for nobody found, one player found, and so on."""

    def chapter(self, state: State) -> Any:
        return self.chapters[sum(state.points.values())]


def hunting(*chapters: Any) -> Match:
    match = begin(replace(HUNT, rules=Counting(*chapters), takeback=True))
    for seat, number in ((ANN, 3), (BOB, 5), (Seat(4), 7)):
        match, _ = do(match, seat, Hide(number), 1000)
    return match


def test_a_game_counts_its_chapters_or_has_none() -> None:
    assert (has_chapters(HUNT.rules), begin().chapter) == (False, 0)
    match = hunting(1, 2)
    assert (has_chapters(match.game.rules), match.chapter) == (True, 1)
    assert do(match, ANN, Try(BOB, 5), 2000)[0].chapter == 2
    assert not has_chapters(None)  # type: ignore[arg-type]


def test_a_move_of_an_ended_chapter_cannot_be_taken_back() -> None:
    """Others may have seen it with all hands."""
    match = hunting(1, 2)
    assert matches.can_take_back(match, BOB)
    assert not matches.can_take_back(do(match, ANN, Try(BOB, 5), 2000)[0], ANN)
    same = do(hunting(1, 1), ANN, Try(BOB, 5), 2000)[0]
    assert matches.can_take_back(same, ANN)


@pytest.mark.parametrize("chapters", [(0,), (-1,), ("one",), (True,), (2, 1)])
def test_a_chapter_that_is_no_number_or_falls_is_a_fault(chapters: tuple[Any, ...]) -> None:
    with pytest.raises(GameFault):
        do(hunting(*chapters), ANN, Try(BOB, 5), 2000)
