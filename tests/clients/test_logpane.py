"""The log in a pane: sentences that the host has cut are whole again before they are cut anew."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.wire.text import columns, wrap
from parlour_client.log import WIDTH, Entry, Kind, Log, question, unwrapped
from parlour_client.screen.logpane import asked_for, beginning, lines, seen
from parlour_client.screen.rows import text as row_of
from parlour_client.screen.rows import wrapped

LIST = (
    "     -  crossed off: basin, bats, dos, ion, nod, pad, pain, pod, pods, said, saw,",
    "        son, stab",
)
"""As a host reads it out, at 79 columns."""


def shown(told: tuple[str, ...], width: int, kind: Kind = Kind.EVENT) -> list[str]:
    """The lines of an entry that a host has told in lines of 79 columns."""
    entry = Entry(1, kind, tuple(unwrapped(told, WIDTH)))
    return ["".join(words for _, words in row) for row in lines(entry, width)]


def test_what_fits_stays_as_it_was_told() -> None:
    """Whatever is in it: a board keeps its shape."""
    board = ("Round 1.", "", "    P    E    R    S", "    L    A    T    G")
    assert shown(board, 40) == [f"  {line}" for line in board]


def test_names_stand_out_and_a_sign_says_how_an_attempt_went() -> None:
    """The longest name counts, and no sign pushes a line over the edge."""
    told = Entry(1, Kind.EVENT, ("ann asks ann-b for a Z. ann-b has none.",), good=False)
    (row,) = lines(told, 60, ("ann", "ann-b"), marks=True)
    assert [words for style, words in row if style == "class:name"] == ["ann", "ann-b", "ann-b"]
    assert row[-1] == ("class:bad", "  \N{BALLOT X}")
    (row,) = lines(replace(told, good=True), 60, ("ann",), marks=True)
    assert row[-1] == ("class:good", "  \N{CHECK MARK}")
    for width, marks in ((60, False), (42, True)):
        (row,) = lines(told, width, ("ann",), marks=marks)
        assert row[-1][1].endswith("has none.")


def test_what_the_position_shows_takes_no_lines_in_the_pane() -> None:
    told = ("Round 1.", "", "    P    E", "    L    A", "", "Type words.")
    entry = Entry(1, Kind.EVENT, told).without(("    P    E", "    L    A"))
    assert ["".join(words for _, words in row) for row in lines(entry, 40)] == [
        "  Round 1.",
        "  Type words.",
    ]


def test_a_list_that_was_cut_is_cut_anew() -> None:
    """No word stands alone on a line because the pane is a column narrower."""
    assert shown(LIST, 80) == [
        "       -  crossed off: basin, bats, dos, ion, nod, pad, pain, pod, pods, said,",
        "         saw, son, stab",
    ]
    assert shown(LIST, 40) == [
        "       -  crossed off: basin, bats, dos,",
        "         ion, nod, pad, pain, pod, pods,",
        "         said, saw, son, stab",
    ]


def test_a_line_of_its_own_stays_one() -> None:
    """It is indented like the rest of a sentence, and the one before it is short."""
    told = ("You can type:", "  WORD ...   put words on your list; the verb may be left out")
    assert shown(told, 44) == [
        "  You can type:",
        "    WORD ...   put words on your list; the",
        "      verb may be left out",
    ]


WORDS = st.lists(st.text("abc", min_size=1, max_size=12), min_size=1, max_size=60)


@given(WORDS, st.integers(20, WIDTH))
def test_a_sentence_looks_as_if_it_had_never_been_cut(words: list[str], width: int) -> None:
    """In any pane that is narrower than what the host has cut it for."""
    sentence = " ".join(words)
    assert shown(tuple(wrap(sentence, WIDTH)), width) == shown((sentence,), width)


@given(st.sampled_from(Kind), st.lists(st.text(max_size=100), max_size=5), st.integers(12, 120))
def test_no_line_is_wider_than_the_pane(kind: Kind, told: list[str], width: int) -> None:
    """Whatever is told."""
    assert all(columns(line) <= width for line in shown(tuple(told), width, kind))


# --- where it stands ------------------------------------------------------------------


def _log(*entries: tuple[Kind, int]) -> Log:
    """A log of entries of so many lines each."""
    log = Log()
    for kind, count in entries:
        log = log.add(kind, [f"{log.count + 1}.{at}" for at in range(count)])
    return log


def _numbers(log: Log, before: int = 0) -> list[int]:
    return [entry.number for entry in asked_for(log, before)]


def test_what_was_asked_for_is_the_newest_answer_with_its_line() -> None:
    """Or what can be typed, as long as it is the newest.

    A line of ours that nothing has answered was no question: a move, say, or a replay.
    """
    log = _log((Kind.OWN, 1), (Kind.HOST, 3), (Kind.OWN, 1), (Kind.HOST, 2), (Kind.EVENT, 1))
    assert [_numbers(log), _numbers(log, 2), _numbers(log, 3)] == [[3, 4], [3, 4], []]
    log = _log((Kind.OWN, 1), (Kind.HOST, 3), (Kind.NOW, 5))
    assert [_numbers(log), _numbers(log, 3)] == [[3], []]
    assert _numbers(log.add(Kind.EVENT, ["more"]), 2) == []
    assert _numbers(_log((Kind.HOST, 9), (Kind.OWN, 1), (Kind.EVENT, 9))) == []
    assert _numbers(_log((Kind.OWN, 1))) == _numbers(Log()) == []


@pytest.mark.parametrize("height", range(1, 12))
def test_a_story_begins_at_the_top_if_it_is_longer_than_the_pane(height: int) -> None:
    """And the rule tells how much of it is below, besides all that came later."""
    log = _log((Kind.EVENT, 2), (Kind.OWN, 1), (Kind.HOST, 9), (Kind.EVENT, 1), (Kind.TALK, 1))
    anchor = beginning(asked_for(log, 0), 40, height)
    if height >= 10:
        assert anchor is None
        return
    assert anchor is not None
    found = seen(log, 40, height, anchor)
    expected = ["> 2.0", *(f"  3.{at}" for at in range(9))][:height]
    assert ["".join(words for _, words in row) for row in found.rows] == expected
    assert found.below == (9 - (height - 1) if height > 1 else 1) + 2
    assert beginning(asked_for(log, 0), 40, 0) is None, "a pane without a line"


@pytest.mark.parametrize("width", range(40, 80))
def test_a_sentence_that_was_cut_before_a_command_is_put_together_again(width: int) -> None:
    """Its first word alone would have fitted on the line before."""
    text = "Ask for a letter (ask ann e), or guess a word: guess ann left ..LANTERN"
    assert unwrapped(wrap(text, width), width) == [text]
    assert question(wrap(f"{text} (30 s)", width), width) == text


def test_what_does_not_fit_on_the_last_line_is_cut_there() -> None:
    (row,) = wrapped("Wait for bob. You may: note TEXT, or leave", 30, most=1)
    assert row == row_of("Wait for bob. You may: note...")
