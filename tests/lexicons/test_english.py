"""The English list as it is shipped: what is in it, and that it is what it says it is."""

from __future__ import annotations

import gzip
import tracemalloc
from hashlib import sha256
from importlib import resources

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.lexicons import WordList, is_word, load_english, unpack
from tests.sizes import LONG

pytestmark = pytest.mark.sweep

LENGTHS = range(1, 46)
PROVED = "830d1d0352ff6de2d4fe06617165254c3ce6b250c84beafec615ee2e665ea2bb"
"""The data file whose hash `test_the_hash_in_the_file_is_that_of_its_words_and_marks` was last
seen to be right."""
WORDS = [word for length in LENGTHS for word in load_english().words(length)]
WORD_SET = frozenset(WORDS)
GOOD = "a i qi za aa zax cwm cafe mown selfie sudoku wifi cyber captcha rewatch"
WRONG = "ibm mr recieve b xiv kb monday hawaiians aswell don't CAT caf\xe9"


@pytest.fixture(scope="module")
def english() -> WordList:
    return load_english()


def test_it_has_a_quarter_of_a_million_words(english: WordList) -> None:
    assert len(english) == len(WORDS) == len(WORD_SET) == 255_519


def test_words_come_by_length_and_in_order(english: WordList) -> None:
    """In the letters a to z in lower case."""
    assert all(is_word(word) and word.islower() for word in WORDS)
    for length in LENGTHS:
        words = english.words(length)
        assert all(len(word) == length for word in words)
        assert list(words) == sorted(words)


@pytest.mark.parametrize("length", [-1, 0, 33, 46, 1000])
def test_there_may_be_no_words_of_a_length(english: WordList, length: int) -> None:
    assert english.words(length) == ()


def test_what_is_a_word(english: WordList) -> None:
    """Names, abbreviations, numerals, misspellings and anything not folded are no words."""
    assert [word for word in GOOD.split() if word not in english] == []
    assert [word for word in (*WRONG.split(), "", 7) if word in english] == []


@given(
    st.integers(0, len(WORDS) - 1).map(WORDS.__getitem__)
    | st.text("aeinrst", max_size=8)
    | st.text(max_size=8)
)
def test_being_in_is_being_among_the_words(word: str) -> None:
    assert (word in load_english()) == (word in WORD_SET)


@pytest.mark.parametrize("band", [0, 10, 34, 35, 95])
def test_words_up_to_a_band_are_those_whose_band_is_not_harder(
    english: WordList, band: int
) -> None:
    expected = tuple(word for word in english.words(5) if _band(english, word) <= band)
    assert english.words(5, band=band) == expected


def _band(english: WordList, word: str) -> int:
    band = english.band(word)
    assert band is not None
    return band


@pytest.mark.parametrize(
    ("word", "band"),
    [
        *(("the", 10), ("treasurer", 35), ("cwm", 70), ("zax", 80), ("heros", 55)),
        *(("squatocracy", 60), ("junking", 50), ("cyber", 55), ("xyzzy", None)),
    ],
)
def test_a_band_is_the_smallest_size_of_scowl(
    english: WordList, word: str, band: int | None
) -> None:
    """But a spelling that is nowhere the usual one, as `heros`, is never an easy word, nor is one
    that hardly anybody uses. New words are less common."""
    assert english.band(word) == band


def test_the_words_not_to_be_dealt_are_all_in_the_list(english: WordList) -> None:
    """Words that only look like crude ones, and what is no word at all, are not held back."""
    decent = ("treasurer", "scunthorpe", "cocktail", "mishit", "therapist")
    assert not any(map(english.never_deal, decent))
    undealt = english.undealt()
    assert len(undealt) == 1506
    assert undealt <= WORD_SET
    assert all(english.never_deal(word) for word in undealt)


def test_a_new_data_file_has_its_hash_proved() -> None:
    """Working the hash out takes seconds, and the file hardly ever changes. If it has:
    `./dev test --long tests/lexicons`, then put its SHA-256 into PROVED.
    """
    assert sha256(_data("en.txt.gz")).hexdigest() == PROVED


@pytest.mark.skipif(not LONG, reason="three seconds about a file that is the one of PROVED")
def test_the_hash_in_the_file_is_that_of_its_words_and_marks(english: WordList) -> None:
    """Worked out again from what the list answers, not from how it keeps its words."""
    sha = sha256()
    for length in LENGTHS:
        if words := english.words(length):
            marks = bytes(_band(english, word) + 128 * english.never_deal(word) for word in words)
            sha.update("".join(words).encode() + b"\n" + marks + b"\n")
    assert english.hash == sha.hexdigest()


def test_it_is_read_once(english: WordList) -> None:
    """And words up to a band are looked for once."""
    assert load_english() is load_english()
    assert english.words(9, band=35) is english.words(9, band=35)


def test_it_stays_small() -> None:
    """A few MB in memory and less than 800 KB on disk: the reason for its form."""
    packed = _data("en.txt.gz")
    assert len(packed) < 800_000
    tracemalloc.start()
    words = unpack("en", gzip.decompress(packed))
    kept, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(words) == 255_519
    assert kept < 4_000_000


def test_the_notices_stand_beside_the_data() -> None:
    """SCOWL's terms ask for its notice in all copies; those of UKACD, for theirs verbatim."""
    notice = _data("SCOWL-copyright.txt").decode()
    assert "by Kevin Atkinson" in notice
    assert "Copyright (c) J Ross Beresford 1993-1999. All Rights Reserved." in notice
    assert "Benjamin Titze" in _data("SCOWL-readme.txt").decode()


def _data(name: str) -> bytes:
    return resources.files("parlour").joinpath("data", "lexicon", name).read_bytes()
