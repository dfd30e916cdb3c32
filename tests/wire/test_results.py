"""What has come out of a game, in sentences."""

from __future__ import annotations

import pytest

from parlour import Nobody, Ranks, Seat, Together
from parlour.wire.messages import Points, result_told

NAMES = {Seat(1): "ann", Seat(2): "bob"}
OWN = (Points(seat=1, name="ann", points=3), Points(seat=2, name="bob", points=1))
SHARED = (Points(seat=1, name="ann", points=4), Points(seat=2, name="bob", points=4))


@pytest.mark.parametrize(
    ("scores", "outcome", "told"),
    [
        (SHARED, Together(4, 25), ["Together: 4 of 25."]),
        (OWN, Together(4, 25), ["Together: 4 of 25.", "ann 3, bob 1."]),
        (
            OWN,
            Ranks(((Seat(2),), (Seat(1),)), "By a nose."),
            ["Places: 1 bob (1), 2 ann (3).", "By a nose."],
        ),
        (OWN, Nobody("The raft has sunk."), ["The raft has sunk.", "ann 3, bob 1."]),
        ((), Nobody(), []),
    ],
)
def test_points_are_told_only_if_they_say_more(
    scores: tuple[Points, ...], outcome: Together | Ranks | Nobody, told: list[str]
) -> None:
    said = result_told(scores, outcome, NAMES, lower=False)
    assert [str(line) for line in said] == told
