"""The log in a pane: sentences that the host has cut are whole again before they are cut anew."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from parlour.wire.text import columns, wrap
from parlour_client.log import Entry, Kind
from parlour_client.prose import WIDTH, unwrapped
from parlour_client.screen.logpane import lines

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
