"""The French list as it is shipped: what is in it, how it is printed, what it costs."""

from __future__ import annotations

import gc
import gzip
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from hashlib import sha256
from importlib import resources
from pathlib import Path
from types import FunctionType, ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour import Lexicon
from parlour.engine.options import in_editions
from parlour.lexicons import (
    Lexicons,
    WordList,
    fold,
    is_word,
    load_builtin,
    unpack,
)
from tests.sizes import LONG, sized

pytestmark = pytest.mark.sweep

LENGTHS = range(1, 27)
PROVED = "81df388c3b43bdd527852cc3b34d07cd1dc816c7fefc8cd5d45e99c092a8191a"
"""The data file whose hash `test_the_hash_in_the_file_is_that_of_words_marks_and_printed_forms`
was last seen to be right."""
GOOD = "a o y eu oeil yeux sommes chevaux blanche weekend tapinois"
WRONG = "b kg cf xviie lorsqu hoc france va-t'en \xe9t\xe9 ETE"


@cache
def all_words() -> Sequence[str]:
    """Every word of the list."""
    return [word for length in LENGTHS for word in load_builtin("fr").words(length)]


@cache
def all_printed() -> Mapping[str, tuple[str, ...]]:
    """How each of them is printed, or one of 29: all are seconds of work."""
    return {word: load_builtin("fr").printed(word) for word in all_words()[:: sized(29, 1)]}


@pytest.fixture(scope="module")
def french() -> WordList:
    return load_builtin("fr")


def test_it_has_four_hundred_thousand_words(french: WordList) -> None:
    assert len(french) == len(all_words()) == 414_017


def test_words_are_kept_in_letters_a_to_z_and_in_order(french: WordList) -> None:
    assert all(is_word(word) and word.islower() for word in all_words())
    for length in LENGTHS:
        words = list(french.words(length))
        assert words == sorted(words)
        assert all(len(word) == length for word in words)


def test_printed_words_fold_to_the_word_they_are_kept_as() -> None:
    """They are in lower case and in order, none twice, and plain letters stay plain."""
    for word, printed in all_printed().items():
        assert printed
        assert list(printed) == sorted(set(printed))
        assert all(fold(form) == word and form.islower() for form in printed)


def test_two_words_of_five_are_printed_otherwise_than_they_are_kept() -> None:
    assert sum(printed != (word,) for word, printed in all_printed().items()) == sized(
        5_879, 171_712
    )
    assert sum(len(printed) > 1 for printed in all_printed().values()) == sized(526, 15_746)
    assert max(map(len, all_printed().values())) == 4


def test_small_letters_are_harmless_to_a_terminal_that_does_not_know_utf_8() -> None:
    """It shows two odd signs for each accented letter.

    Of two letters the second byte is a control character to it: nothing happens at 0x93, and
    0x8d moves the cursor up a line. Of most accented capitals it would be one.
    """
    letters = set(gzip.decompress(_data("fr.txt.gz")).decode())
    controls = {letter for letter in letters if any(0x80 <= b < 0xA0 for b in letter.encode())}
    assert controls == {"\u0153", "\u014d"}


@pytest.mark.parametrize(
    ("word", "printed"),
    [
        ("ete", ("\xe9t\xe9",)),
        ("etes", ("\xe9t\xe9s", "\xeates")),
        ("cote", ("cote", "cot\xe9", "c\xf4te", "c\xf4t\xe9")),
        ("coeur", ("c\u0153ur",)),
        ("a", ("a", "\xe0")),
        ("maison", ("maison",)),
        ("ile", ("\xeele",)),
        ("kilowatts", ("kilowatts",)),
        ("ruames", ("ru\xe2mes",)),
        ("naif", ("na\xeff",)),
        ("garcon", ("gar\xe7on",)),
        ("xyzzy", ("xyzzy",)),
    ],
)
def test_a_word_is_printed_with_its_accents(
    french: WordList, word: str, printed: tuple[str, ...]
) -> None:
    """What is not in the list is printed as it is."""
    assert french.printed(word) == printed


def test_what_is_a_word(french: WordList) -> None:
    """Symbols, abbreviations, pieces of words and phrases, names and anything not folded are no
    words.
    """
    assert [word for word in GOOD.split() if word not in french] == []
    assert [word for word in (*WRONG.split(), "", 7) if word in french] == []


@pytest.mark.parametrize(
    ("word", "band"),
    [
        ("ete", 10),
        ("savon", 20),
        ("hirondelle", 35),
        ("oripeaux", 50),
        ("ruames", 70),
        ("q", None),
    ],
)
def test_a_band_says_how_common_a_word_is(french: WordList, word: str, band: int | None) -> None:
    assert french.band(word) == band


def test_the_words_not_to_be_dealt_are_all_in_the_list(french: WordList) -> None:
    undealt = french.undealt()
    assert len(undealt) == 1_546
    assert {"merde", "negre", "petasse"} <= undealt <= set(all_words())
    decent = ("violent", "violon", "analyse", "connaitre", "salopette")
    assert all(word in french and not french.never_deal(word) for word in decent)


def test_a_new_data_file_has_its_hash_proved() -> None:
    """Working the hash out takes seconds, and the file hardly ever changes. If it has:
    `./dev test --long tests/lexicons`, then put its SHA-256 into PROVED.
    """
    assert sha256(_data("fr.txt.gz")).hexdigest() == PROVED


def test_the_edition_before_forms_were_marked_is_here(french: WordList) -> None:
    """Its words are the same, and every one counts. Games that were played with it go on."""
    (old,) = Lexicons()["fr"].earlier
    (same,) = french.earlier
    assert old.hash == same.hash
    assert all(old.words(length) == french.words(length) for length in (1, 5, 26))
    assert old.dictionary_form("portait")
    assert not french.dictionary_form("portait")
    assert not old.dictionary_form("xyzzy")
    assert (old.band("ete"), old.never_deal("merde")) == (10, True)
    assert in_editions(Lexicons(), [("fr", old.hash)])["fr"].hash == old.hash


@pytest.mark.skipif(not LONG, reason="nine seconds about a file that is the one of PROVED")
def test_the_hash_in_the_file_is_that_of_words_marks_and_printed_forms(french: WordList) -> None:
    """Worked out again from what the list answers, not from how it keeps its words. So is that
    of the edition before forms of verbs were marked.
    """
    (old,) = french.earlier
    sha, before = sha256(), sha256()
    for length in LENGTHS:
        words = french.words(length)
        marks = bytes((french.band(w) or 0) + 128 * french.never_deal(w) for w in words)
        forms = [french.dictionary_form(w) for w in reversed(words)]
        bits = int("".join("0" if form else "1" for form in forms) or "0", base=2)
        inflected = bits.to_bytes((len(words) + 7) // 8, "little")
        row = "".join(words).encode() + b"\n" + marks + b"\n"
        sha.update(row + inflected + b"\n" if bits else row)
        before.update(row)
        for word in words:
            if all_printed()[word] != (word,):
                line = " ".join(all_printed()[word]).encode() + b"\n"
                sha.update(line)
                before.update(line)
    assert french.hash == sha.hexdigest()
    assert old.hash == before.hexdigest()


@pytest.mark.parametrize(
    ("word", "line"),
    [
        ("\xc9t\xe9", "ete (\xe9t\xe9): yes, in the list fr (common words, band 10)."),
        ("maison", "maison: yes, in the list fr (common words, band 10)."),
        (
            "reformates",
            "reformates: yes, in the list fr (uncommon words, band 70).",
        ),
        ("xyzzy", "xyzzy: no, not in the list fr (414,017 words)."),
    ],
)
def test_why_shows_how_a_word_is_printed_if_there_is_room(
    french: WordList, word: str, line: str
) -> None:
    assert french.why(word) == line


@given(st.integers(0, 414_016).map(lambda place: all_words()[place]) | st.text())
def test_why_is_one_line_that_fits(word: str) -> None:
    line = load_builtin("fr").why(word)
    assert len(line) <= 79
    assert line.isprintable()


# --- not read before it is needed -------------------------------------------------------


def test_a_host_knows_name_and_hash_before_the_list_is_read(french: WordList) -> None:
    load_builtin.cache_clear()
    waiting = Lexicons()["fr"]
    assert (waiting.name, waiting.hash) == ("fr", french.hash)
    assert load_builtin.cache_info().currsize == 1, "English alone"
    assert "ete" in waiting
    assert load_builtin.cache_info().currsize == 2


def test_a_list_that_waits_answers_as_the_list(french: WordList) -> None:
    waiting: Lexicon = Lexicons()["fr"]
    assert len(waiting) == len(french)
    assert waiting.words(3, band=35) == french.words(3, band=35)
    for word in ("ete", "merde", "xyzzy"):
        assert (word in waiting) == (word in french)
        assert waiting.band(word) == french.band(word)
        assert waiting.never_deal(word) == french.never_deal(word)
        assert waiting.printed(word) == french.printed(word)
        assert waiting.dictionary_form(word) == french.dictionary_form(word)
        assert waiting.why(word) == french.why(word)


def test_it_stays_small() -> None:
    """Six MB in memory and about a MB on disk."""
    packed = _data("fr.txt.gz")
    assert len(packed) < 1_020_000
    words = unpack("fr", gzip.decompress(packed))
    assert len(words) == 414_017
    assert 1_000_000 < sum(map(sys.getsizeof, kept_by(words))) < 6_000_000


def kept_by(root: object) -> Iterator[object]:
    """Yield *root* and all that is kept because of it: no classes, functions or modules."""
    seen, waiting = {id(root)}, [root]
    while waiting:
        yield (one := waiting.pop())
        for each in gc.get_referents(one):
            if id(each) not in seen and not isinstance(each, type | FunctionType | ModuleType):
                seen.add(id(each))
                waiting.append(each)


def sample() -> Mapping[str, bool]:
    """Words, and whether they are dictionary forms, judged by hand: see the file."""
    lines = Path(__file__).with_name("french_forms.txt").read_text("utf-8").splitlines()
    pairs = [line.split() for line in lines if not line.startswith("#")]
    assert len({word for _, word in pairs}) == len(pairs)
    return {word: verdict == "yes" for verdict, word in pairs}


def test_forms_of_verbs_are_told_from_words_of_a_dictionary(french: WordList) -> None:
    """R-P-6: infinitives are in, other forms of verbs out; nouns that look like one are in."""
    judged = sample()
    assert len(judged) >= 400
    assert all(fold(word) in french for word in judged)
    wrong = [word for word, good in judged.items() if french.dictionary_form(fold(word)) != good]
    assert wrong == []
    assert not french.dictionary_form("xyzzy")


def test_the_notices_stand_beside_the_data() -> None:
    """The terms ask that anyone who gets the list is told of its licence and its source."""
    notice = _data("French-notice.txt").decode()
    assert "under the Mozilla Public License, version 2.0" in notice
    assert "hunspell-fr-classical, version 1:7.0-1" in notice
    assert "Copyright (c) 2018-2021 Tyler Barrus" in notice
    assert "Dicollecte contributors" in _data("French-copyright.txt").decode()
    assert "Mozilla Public License Version 2.0" in _data("French-MPL-2.0.txt").decode()


def _data(name: str) -> bytes:
    return resources.files("parlour").joinpath("data", "lexicon", name).read_bytes()
