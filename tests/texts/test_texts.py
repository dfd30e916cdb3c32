"""What texts and drawings of games begin with."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour import SPECTATOR, Reader, columns, count, enumerated, wrapped

READER = Reader(SPECTATOR, {}, 20)


def test_a_line_that_fits_stays_and_a_longer_one_is_cut_at_blanks() -> None:
    assert wrapped("a short sentence", READER) == ["a short sentence"]
    cut = ["a sentence that is", "  too long for it"]
    assert wrapped("a sentence that is too long for it", READER) == cut
    assert wrapped("a sentence that is too long", READER, "    ")[1] == "    too long"


@given(
    words=st.lists(st.text(st.sampled_from("ab-\0\u4e2d\u0301ä"), max_size=30), min_size=2),
    width=st.integers(10, 40),
    indent=st.sampled_from(["", "  ", "    "]),
)
def test_no_line_is_wider_than_the_screen_and_no_letter_is_lost(
    words: list[str], width: int, indent: str
) -> None:
    text = " ".join(words)
    lines = wrapped(text, Reader(SPECTATOR, {}, width), indent)
    assert max(map(columns, lines)) <= width
    assert all(line.startswith(indent) for line in lines[1:])
    assert "".join(lines).replace(" ", "") == text.replace(" ", "").replace("\0", "")


@pytest.mark.parametrize("width", [20, 79])
def test_an_enumeration_is_cut_between_its_items_only(width: int) -> None:
    text = enumerated(["ann 10 (+3)", "bob 9 (+0)"])
    lines = wrapped(text, Reader(SPECTATOR, {}, width))
    whole = "ann 10 (+3), bob 9 (+0)"
    assert lines == ([whole] if width == 79 else ["ann 10 (+3),", "  bob 9 (+0)"])


def test_one_thing_is_counted_as_one() -> None:
    assert (count(1, "word"), count(0, "word"), count(2, "point")) == (
        "1 word",
        "0 words",
        "2 points",
    )
