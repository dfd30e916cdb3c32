"""word_list as columns of bits."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from parlour.lexicons import load_english
from parlour_probe.bots.odds import EASY_BAND, KNOWN_BAND, MOST, NUMBER, Columns, columns, warm_up
from tests.plugins.probe.playbook import word_list

WORDS = st.lists(st.text("aeiouxz", min_size=4, max_size=4), unique=True).map(sorted)


@given(words=WORDS, place=st.integers(0, 3), letter=st.sampled_from("AEIOUXZB"))
def test_a_column_names_the_words_with_a_letter_in_a_place(
    words: list[str], place: int, letter: str
) -> None:
    """Picking the bits of a column gives what comparing letter by letter gives."""
    packed = Columns(4, words, frozenset())
    picked = list(packed.picked(packed.at[place][NUMBER[letter]]))
    assert picked == [w.upper() for w in words if w[place].upper() == letter]


@given(words=WORDS)
def test_bits_and_words_belong_together(words: list[str]) -> None:
    """Every word has a bit of its own, from which it is found again; others have none."""
    packed = Columns(4, words, frozenset(words[:2]))
    assert [list(packed.picked(packed.bit(w.upper()))) for w in words] == [
        [w.upper()] for w in words
    ]
    assert packed.bit("BBBB") == 0
    assert list(packed.picked(packed.easy)) == [w.upper() for w in words[:2]]
    assert list(packed.picked(packed.every)) == [w.upper() for w in words]


def test_the_words_are_those_that_people_may_think_of() -> None:
    """Common words are marked, rare ones are not there."""
    packed = columns(load_english(), 7)
    assert packed.words == load_english().words(7, band=KNOWN_BAND)
    easy = [word.lower() for word in packed.picked(packed.easy)]
    assert easy == list(load_english().words(7, band=EASY_BAND))


def test_a_huge_list_is_thinned_out() -> None:
    """Thinking stays quick whatever list the host has."""
    letters = "abcdefghijklmnopqrstuvwxyz"
    many = [a + b + c + d for a in letters for b in letters for c in letters for d in "aeio"]
    assert len(many) > MOST
    packed = columns(word_list({4: many}, {}), 4)
    assert MOST / 2 < len(packed.words) <= MOST


def test_any_stage_makes_some_length_ready() -> None:
    """Warming up takes any number and changes nothing that can be seen."""
    lexicon = word_list()
    for stage in range(30):
        warm_up(lexicon, stage)
    assert list(columns(lexicon, 7).words) == ["kitchen", "lantern"]
