"""Results that are more than points: who has won, and what the host does not take."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from parlour.api import OUTCOME_TEXT_MAX, Nobody, Outcome, Ranks, Rules, Seat, Setup, Together
from parlour.engine import match as matches
from parlour.engine.match import Match
from parlour.engine.outcomes import checked, is_won_or_lost, kept, ranks_players, result_of
from parlour.engine.record import encode_move
from parlour.language import Catalogue
from parlour_kit import GameDriver
from parlour_kit import Match as Played
from tests.games.raft import RAFT, Raft, RaftRules, RaftScoring, Row

A, B, C = map(Seat, (1, 2, 4))
SEATS = (A, B, C)


class Fixed(RaftScoring):
    """A game that always ends so."""

    def __init__(self, outcome: Any) -> None:
        self._outcome = outcome

    def outcome(self, state: Raft) -> Any:
        return self._outcome


@pytest.mark.parametrize(
    ("outcome", "winners"),
    [
        (Together(3, 25), ()),
        (Together(25, 25, won=True), SEATS),
        (Together(0, 25, won=False), ()),
        (Nobody("The raft has sunk."), ()),
        (Ranks(((C, A), (B,))), (A, C)),
        (None, (B,)),
    ],
)
def test_who_has_won_follows_from_the_outcome(
    outcome: Outcome | None, winners: tuple[Seat, ...]
) -> None:
    """Without one the host asks for the winners."""
    state = Raft("points", SEATS, {A: 1, B: 5, C: 0})
    assert result_of(Fixed(outcome), state, SEATS) == (
        Ranks(((A, C), (B,))) if isinstance(outcome, Ranks) else outcome,
        winners,
    )


@pytest.mark.parametrize(
    "outcome",
    [
        "everybody",
        Together(26, 25),
        Together(-1, 25),
        Together(0, 0),
        Together(True, 25),
        Together(1, 25, won=1),  # type: ignore[arg-type]
        Nobody("x" * (OUTCOME_TEXT_MAX + 1)),
        Nobody("one line\nand another"),
        Nobody(7),  # type: ignore[arg-type]
        Ranks(()),
        Ranks(((A,), ())),
        Ranks(((A,), (A, B))),
        Ranks(((A,), (Seat(3),))),
    ],
    ids=str,
)
def test_what_nobody_could_show_or_keep_is_refused(outcome: Any) -> None:
    """Numbers, texts and seats that no host writes."""
    with pytest.raises(TypeError):
        result_of(Fixed(outcome), Raft("points", SEATS, {}), SEATS)


def test_what_is_kept_of_an_outcome_is_plain() -> None:
    """The sentence in English, and places as tuples."""
    sentence = Catalogue()("{name} is found.", name="ann")
    assert type(kept(Nobody(sentence)).text) is str  # type: ignore[union-attr]
    assert kept(None) is None
    assert checked(Ranks([[B], [A]]), SEATS) == Ranks(((B,), (A,)))  # type: ignore[arg-type]


def test_only_points_and_places_say_who_was_better() -> None:
    """What all have reached together need not be a win or a loss."""
    assert [ranks_players(each) for each in (None, Ranks(((A,),)), Nobody(), Together(1, 2))] == [
        True,
        True,
        False,
        False,
    ]
    assert not is_won_or_lost(Together(1, 2))
    assert is_won_or_lost(Together(1, 2, won=False))


class OneForAll(RaftRules):
    """A raft that ends when somebody leaves: its rules do not say what happens then."""

    left = Rules[Any, Any, Any].left


@pytest.mark.parametrize(
    ("end", "outcome", "winners"),
    [
        ("together", Together(9, 18), ()),
        ("shore", Together(9, 18, won=False), ()),
        ("ranks", None, (B,)),
        ("points", None, (B,)),
    ],
)
def test_who_plays_together_has_what_was_reached_when_one_leaves(
    end: str, outcome: Outcome | None, winners: tuple[Seat, ...]
) -> None:
    """The others of a game against each other have won. The kit says the same."""
    raft = replace(RAFT, rules=OneForAll())
    setup = Setup((A, B), {"end": end})
    match, _ = matches.start(Match(game=raft, seats=(A, B), bots={}, seed=b""), setup)
    match, _ = matches.move(match, A, encode_move(Row(9)), 0)
    match, _ = matches.left(match, A, 1)
    assert (match.ended, match.outcome, match.winners) == ("finished", outcome, winners)
    driver = GameDriver(raft, (A, B), options={"end": end})
    driver.move(A, Row(9))
    driver.leave(A)
    assert (driver.outcome, driver.winners) == (outcome, frozenset(winners))
    played = Played(raft, (A, B), options={"end": end})
    played.move(A, Row(9))
    played.leave(A)
    assert (played.outcome, played.winners) == (outcome, frozenset(winners))


@pytest.mark.parametrize(
    ("end", "rewards"),
    [
        ("together", [14 / 27] * 3),
        ("shore", [1.0] * 3),
        ("nobody", [0.0] * 3),
        ("ranks", [-0.5, 1.0, -0.5]),
        ("points", [-0.5, 1.0, -0.5]),
    ],
)
def test_what_an_end_is_worth_to_programs(end: str, rewards: list[float]) -> None:
    """From -1 to 1, and the same for all who play together."""
    played = Played(RAFT, 3, options={"end": end})
    assert [*played.rewards.values()] == [0.0] * 3
    for seat, strokes in zip(played.seats, (3, 8, 3), strict=True):
        played.move(seat, Row(strokes))
    assert [*played.rewards.values()] == pytest.approx(rewards)
