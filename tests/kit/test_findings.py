"""What a finding says: the game up to what happened last, and the author's line, never another."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial

import pytest

from parlour_kit import Trial, check_all
from parlour_kit.hidden import ENOUGH, Fields
from parlour_kit.origins import line_of
from tests.kit.planted import PLANTED


@dataclass(frozen=True)
class Roles:
    seats: tuple[int, ...]
    mole: int = field(repr=False)


@pytest.mark.parametrize(
    ("public", "hidden"),
    [({"seats": (1, 2, 3)}, (".mole",)), ({"seats": (1, 2, 3), "mole": 2}, ())],
)
def test_a_hidden_seat_is_no_less_hidden_because_seats_are_in_sight(
    public: object, hidden: tuple[str, ...]
) -> None:
    fields, state = Fields(), Roles((1, 2, 3), 2)
    for _ in range(ENOUGH):
        fields.note(state, [state], public)
    assert fields.forgotten == hidden


def test_the_game_of_a_finding_ends_with_what_has_happened() -> None:
    """The leak shows only after that move, so the game before it would explain nothing."""
    (fault,) = (each for each in PLANTED if each.name == "seals-quietly")
    (verdict,) = check_all(Trial(fault.make(), games=1, seed=4, findings=1), ["blindness"])
    assert verdict.finding is not None
    assert verdict.finding.story[0] == "2 players: ann, bob"
    assert verdict.finding.story[-1] == "ann: hide 1"


def test_no_line_of_what_runs_the_checks_is_to_blame() -> None:
    """Here that is pytest, and for an author the library of the command line."""
    assert line_of(partial(Roles, (1,), 1), partial(Roles, (1,), 2), "mole") == ""
