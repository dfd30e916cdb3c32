"""The table of messages: nothing can be said in one voice only."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from parlour.wire.encoding import LINE_MAX, item
from parlour.wire.messages import Answer, Event, Over, Points, TextRow, how_many, silent


def test_a_message_that_a_person_cannot_read_cannot_be_made() -> None:
    """A class without lines of its own is refused when it is defined."""
    with pytest.raises(TypeError, match="Mute has no lines"):

        class Mute(Event, frozen=True, kw_only=True):  # pyright: ignore[reportUnusedClass]
            table: int


def test_lines_are_not_inherited() -> None:
    """A message made from another one must say anew what a person reads."""

    class Loud(Event, frozen=True, kw_only=True):
        def lines(self, width: int) -> Sequence[str]:
            return ("Loud.",)

    assert Loud().lines(79) == ("Loud.",)
    with pytest.raises(TypeError, match="has no lines"):

        class Heir(Loud, frozen=True, kw_only=True):  # pyright: ignore[reportUnusedClass]
            table: int


def test_a_message_can_be_silent_for_people() -> None:
    """If it says so."""

    class Quiet(Answer, frozen=True, kw_only=True):
        lines = silent

    assert Quiet().lines(79) == ()


def test_a_line_for_a_program_has_a_bound() -> None:
    """A text that does not fit is left out; one that just fits is not."""
    short, long = (TextRow(what=("x" * 70,) * count) for count in (200, 300))
    assert 14_000 < len(item("a" * 16, short, 79)) <= LINE_MAX
    assert item("a", long, 79) == b'#a + {"text":[]}\n'


def test_how_many_may_play_is_said_as_people_say_it() -> None:
    """One player is not a range."""
    assert [how_many(1, 1), how_many(2, 2), how_many(3, 6)] == [
        "1 player",
        "2 players",
        "3 to 6 players",
    ]


@pytest.mark.parametrize(
    ("winners", "text"),
    [
        ((), "Game over. ann 7, bob 7, cy 3."),
        ((2,), "Game over: bob wins. ann 7, bob 7, cy 3."),
        ((1, 2), "Game over: ann and bob share the win. ann 7, bob 7, cy 3."),
        ((1, 3), "Game over: ann and cy win. ann 7, bob 7, cy 3."),
    ],
)
def test_who_has_won_is_said_as_people_say_it(winners: tuple[int, ...], text: str) -> None:
    """Whoever wins with fewer points than another winner has won with him, as a team."""
    points = zip((1, 2, 3), ("ann", "bob", "cy"), (7, 7, 3), strict=True)
    over = Over(
        table=1,
        record="g1",
        reason="finished",
        scores=tuple(Points(seat=seat, name=name, points=number) for seat, name, number in points),
        winners=winners,
    )
    assert over.lines(79)[0] == text
