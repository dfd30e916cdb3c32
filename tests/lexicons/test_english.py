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

pytestmark = pytest.mark.sweep

LENGTHS = range(1, 46)
WORDS = [word for length in LENGTHS for word in load_english().words(length)]
WORD_SET = frozenset(WORDS)


@pytest.fixture(scope="module")
def english() -> WordList:
    return load_english()


def test_it_has_a_quarter_of_a_million_words(english: WordList) -> None:
    assert len(english) == len(WORDS) == len(WORD_SET) == 255_519


@pytest.mark.parametrize("length", LENGTHS)
def test_words_of_a_length_have_that_length_and_come_in_order(
    english: WordList, length: int
) -> None:
    words = english.words(length)
    assert all(len(word) == length for word in words)
    assert list(words) == sorted(words)


def test_every_word_is_of_the_letters_a_to_z_in_lower_case() -> None:
    assert all(is_word(word) and word.islower() for word in WORDS)


@pytest.mark.parametrize("length", [-1, 0, 33, 46, 1000])
def test_there_may_be_no_words_of_a_length(english: WordList, length: int) -> None:
    assert english.words(length) == ()


@pytest.mark.parametrize(
    "word",
    [
        "a",
        "i",
        "qi",
        "za",
        "aa",
        "zax",
        "cwm",
        "cafe",
        "mown",
        "selfie",
        "sudoku",
        "wifi",
        "cyber",
        "captcha",
        "rewatch",
    ],
)
def test_a_word_is_in(english: WordList, word: str) -> None:
    assert word in english


@pytest.mark.parametrize(
    "word",
    [
        "ibm",
        "mr",
        "recieve",
        "b",
        "xiv",
        "kb",
        "monday",
        "hawaiians",
        "aswell",
        "don't",
        "CAT",
        "caf\xe9",
        "",
        7,
    ],
)
def test_no_word_is_not_in(english: WordList, word: object) -> None:
    """Names, abbreviations, numerals, misspellings and anything not folded are no words."""
    assert word not in english


@given(st.sampled_from(WORDS) | st.text("aeinrst", max_size=8) | st.text(max_size=8))
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


def test_words_are_made_once(english: WordList) -> None:
    assert english.words(9, band=35) is english.words(9, band=35)


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
    undealt = english.undealt()
    assert len(undealt) == 1506
    assert undealt <= WORD_SET
    assert all(english.never_deal(word) for word in undealt)


@pytest.mark.parametrize("word", ["treasurer", "scunthorpe", "cocktail", "mishit", "therapist"])
def test_a_decent_word_may_be_dealt(english: WordList, word: str) -> None:
    """Words that only look like crude ones, and what is no word at all, are not held back."""
    assert not english.never_deal(word)


def test_the_hash_in_the_file_is_that_of_its_words_and_marks(english: WordList) -> None:
    """Worked out again from what the list answers, not from how it keeps its words."""
    sha = sha256()
    for length in LENGTHS:
        if words := english.words(length):
            marks = bytes(_band(english, word) + 128 * english.never_deal(word) for word in words)
            sha.update("".join(words).encode() + b"\n" + marks + b"\n")
    assert english.hash == sha.hexdigest()


def test_it_is_read_once() -> None:
    assert load_english() is load_english()


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
