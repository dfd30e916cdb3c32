"""The table of messages: nothing can be said in one voice only."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from parlour.features.operator.messages import HostStatus, TableShown
from parlour.language import FORM, Form, form_of
from parlour.wire.encoding import LINE_MAX, EncodedEvent, fitted, item, read_kept
from parlour.wire.messages import (
    Answer,
    Event,
    OverEvent,
    Points,
    PromptEvent,
    TextRow,
    how_many,
    silent,
)


def test_a_message_that_a_person_cannot_read_cannot_be_made() -> None:
    """A class without lines of its own is refused when it is defined."""
    with pytest.raises(TypeError, match="Mute has no lines"):

        class Mute(Event, frozen=True, kw_only=True):  # pyright: ignore[reportUnusedClass]
            table: int


def test_lines_are_not_inherited() -> None:
    """A message made from another one must say again what a person reads."""

    class Loud(Event, frozen=True, kw_only=True):
        def lines(self, form: Form) -> Sequence[str]:
            return ("Loud.",)

    assert Loud().lines(FORM) == ("Loud.",)
    with pytest.raises(TypeError, match="has no lines"):

        class Heir(Loud, frozen=True, kw_only=True):  # pyright: ignore[reportUnusedClass]
            table: int


def test_a_message_can_be_silent_for_people() -> None:
    class Quiet(Answer, frozen=True, kw_only=True):
        lines = silent

    assert Quiet().lines(FORM) == ()


def test_a_line_for_a_program_has_a_bound() -> None:
    """A text that does not fit is left out; one that just fits is not."""
    short, long = (TextRow(what=("x" * 70,) * count) for count in (200, 300))
    assert 14_000 < len(item("a" * 16, short, FORM)) <= LINE_MAX
    assert item("a", long, FORM) == b'#a + {"text":[]}\n'


LINES = st.lists(st.text(st.characters(exclude_categories=["Cs"])), max_size=5)


@given(LINES | LINES.map(tuple), st.integers(40, 99))
@example(["plain"], 79)
@example(["x" * 80], 79)
@example(['"', "\\", "\x7f", "\x1b[31m"], 79)
def test_a_program_reads_the_lines_that_a_person_reads(said: Sequence[str], width: int) -> None:
    """Harmless, and no longer than the width: how quickly that is seen makes no difference."""
    form = form_of(width, "en")
    text = item("a", TextRow(what=tuple(said)), form).partition(b" + ")[2]
    assert msgspec.json.decode(text) == {"text": fitted(said, form)}


class Wrong(Answer, frozen=True, kw_only=True):
    """What a faulty plugin may give in place of lines."""

    said: Sequence[str]
    unsent = ("said",)

    def lines(self, form: Form) -> Sequence[str]:
        return self.said


@pytest.mark.parametrize("said", [[b"x"], [["x"]], [1], (None,), 1])
def test_what_is_no_text_is_not_sent(said: Any) -> None:
    """JSON could hold some of it."""
    with pytest.raises((AttributeError, TypeError)):
        item("a", Wrong(said=said), FORM)


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
        ((1, 2), "Game over: ann and bob win. ann 7, bob 7, cy 3."),
        ((1, 3), "Game over: ann and cy win. ann 7, bob 7, cy 3."),
    ],
)
def test_who_has_won_is_said_as_people_say_it(winners: tuple[int, ...], text: str) -> None:
    """Several winners are a team or have equal points: the host does not say which."""
    points = zip((1, 2, 3), ("ann", "bob", "cy"), (7, 7, 3), strict=True)
    over = OverEvent(
        table=1,
        record="g1",
        reason="finished",
        scores=tuple(Points(seat=seat, name=name, points=number) for seat, name, number in points),
        winners=winners,
    )
    assert over.lines(FORM)[0] == text


def test_the_best_come_first_also_where_fewer_points_are_better() -> None:
    """Only who has a seat can play again, so watchers do not read how."""
    rows = (Points(seat=1, name="ann", points=0), Points(seat=2, name="bob", points=7))
    over = OverEvent(
        table=1, record="g1", reason="finished", scores=rows, winners=(1,), lower=True
    )
    assert over.lines(FORM) == (
        "Game over: ann wins. ann 0, bob 7.",
        "See it again: replay g1",
    )


def test_a_status_says_first_what_is_wrong() -> None:
    """Then what there is, and what the shell has measured."""
    status = HostStatus(
        name="den",
        version="1",
        up_s=5,
        tables={"held": 2},
        here=0,
        away=0,
        accounts=0,
        games={},
        lexicons={},
        reports=2,
        trouble={"wrong password or code": 80, "refused: banned address": 2},
        hold="The disk is full.",
        deaths="It has died once.",
        stops_s=1_790_000_000,
        figures={"ticks": 3.0, "store_p50_ms": 1.234},
    )
    assert status.lines(FORM) == [
        "den, Parlour 1, up 5 s",
        "NOTHING CAN BE STORED: The disk is full.",
        "It has died once.",
        "It stops at 2026-09-21 14:13 UTC (drain).",
        "Players: none",
        "Tables: 2 held",
        "Games: none",
        "Word lists: none",
        "Reports: 2 open",
        "Trouble, with addresses in the log: 80 wrong password or code, 2 refused: banned address",
        "",
        "FIGURE        VALUE",
        "ticks         3",
        "store_p50_ms  1.23",
    ]


def test_a_table_names_the_word_lists_that_its_options_name() -> None:
    """With the beginning of the hash, if the list has been used."""
    shown = TableShown(
        table=1,
        game="quiet",
        version="1",
        lexicon="en",
        lexicon_hash="5" * 64,
        lists={"deck": "7" * 64, "names": None},
        state="open",
        why=None,
        host=None,
        seats=(),
        watchers=0,
        options={"deck": "family", "names": "club", "lexicon": "en"},
        record=None,
        entries=1,
        left_ms=None,
    )
    assert shown.lines(FORM)[1:4] == [
        f"Word list: en {'5' * 16}",
        f"Word list of deck: family {'7' * 16}",
        "Word list of names: club",
    ]


@pytest.mark.parametrize("urgent", [True, False])
def test_a_question_that_is_kept_says_to_each_what_it_said_at_once(urgent: bool) -> None:
    """To a person also what Enter stands for. A program reads a question that does not wait."""
    question = PromptEvent(
        table=1,
        prompt=2,
        urgent=urgent,
        due_ms=None,
        moves=lambda lang: (),
        bare="show",
        say=lambda form: ["Turn up a card: show 3 or show 8"],
        enter="show 3",
    )
    line = EncodedEvent(question)
    kept = read_kept(line.kept(FORM))
    assert kept.person(FORM) == line.person(FORM)
    assert (b"(Enter: show 3)" in kept.person(FORM)) is urgent
    assert kept.program(7, FORM) == line.program(7, FORM)
    assert b"Enter" not in kept.program(7, FORM)
