"""Lists of an operator, the registry, the line for a person, and the form of a data file."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import islice, product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.api import Lexicon
from parlour.lexicons import (
    BUILTIN,
    MAX_BYTES,
    NEVER,
    LazyWordList,
    LexiconError,
    Lexicons,
    WordList,
    digest_of,
    fold,
    hash_in,
    load_builtin,
    load_english,
    load_file,
    rows_of,
    unpack,
)
from tools.pack_lexicon import pack

WORDS = st.text("abcz", min_size=1, max_size=12)
MARKS = st.sampled_from([0, 10, 35, 80, 95, 35 | NEVER, 80 | NEVER])
LISTS = st.dictionaries(WORDS, MARKS, min_size=1)


def load(folder: Path, text: str | bytes, name: str = "family") -> WordList:
    """The list in a file with this *text*."""
    path = folder / "words.txt"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return load_file(name, path)


# --- what a list answers ----------------------------------------------------------------


@given(LISTS, WORDS, st.integers(0, 95))
def test_a_list_answers_as_the_words_it_was_made_of(
    marks: Mapping[str, int], word: str, band: int
) -> None:
    words = WordList("trial", rows_of(marks), "")
    assert len(words) == len(marks)
    assert (word in words) == (word in marks)
    assert words.never_deal(word) == bool(marks.get(word, 0) & NEVER)
    assert words.band(word) == (marks[word] & ~NEVER if word in marks else None)
    for length in range(14):
        all_ = sorted(w for w in marks if len(w) == length)
        assert list(words.words(length)) == all_
        easy = [w for w in all_ if marks[w] & ~NEVER <= band]
        assert list(words.words(length, band=band)) == easy


def spelled(word: str) -> st.SearchStrategy[tuple[str, ...]]:
    """Ways to print *word*: one c or all of them with a cedilla, a and e joined, or plain."""
    ways = {
        word,
        word.replace("c", "\xe7"),
        word.replace("c", "\xe7", 1),
        word.replace("ae", "\xe6"),
    }
    return st.sets(st.sampled_from(sorted(ways)), min_size=1).map(lambda some: tuple(sorted(some)))


@given(st.data())
def test_a_data_file_gives_back_what_was_packed(data: st.DataObject) -> None:
    """A list whose words are printed in another way, or have forms marked, has another hash."""
    marks = data.draw(st.dictionaries(st.text("aec", min_size=1, max_size=12), MARKS, min_size=1))
    ways = {word: data.draw(spelled(word)) for word in marks}
    printed = {word: forms for word, forms in ways.items() if forms != (word,)}
    inflected = data.draw(st.sets(st.sampled_from(sorted(marks))))
    rows, added = rows_of(marks, inflected), sorted(marks)[:2]
    read = unpack("trial", pack(rows, added, printed))
    assert {word: read.printed(word) for word in marks} == ways
    assert {word: read.band(word) for word in marks} == {w: m & ~NEVER for w, m in marks.items()}
    assert read.undealt() == {word for word, mark in marks.items() if mark & NEVER}
    assert {word for word in marks if not read.dictionary_form(word)} == inflected
    assert all("added to trial by Parlour" in read.why(word) for word in added)
    assert (read.hash == digest_of(rows)) == (not printed)
    assert (digest_of(rows) == digest_of(rows_of(marks))) == (not inflected)


def test_there_are_only_so_many_bands_and_shapes_of_printed_words() -> None:
    """The letters of the alphabet serve twice; and two digits count the shapes."""
    with pytest.raises(ValueError, match="14 bands, and only 13 can be told apart"):
        pack(rows_of({chr(97 + band): band for band in range(14)}), ())
    words = {"".join(letters): 0 for letters in islice(product("ae", repeat=13), 4097)}
    printed = {word: (word.replace("e", "\xe9"),) for word in words}
    with pytest.raises(ValueError, match="4097 shapes, and only 4096 can be counted"):
        pack(rows_of(words), (), printed)


@given(LISTS, LISTS)
def test_lists_have_one_hash_only_if_words_and_marks_are_the_same(
    one: Mapping[str, int], other: Mapping[str, int]
) -> None:
    assert (digest_of(rows_of(one)) == digest_of(rows_of(other))) == (one == other)


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"parlour word list 1\n",
        b"parlour word list 2\nabc\n",
        b"parlour word list 2\n1\n2\n3\n4\n5",
    ],
)
@pytest.mark.parametrize("read", [partial(unpack, "trial"), hash_in])
def test_another_data_file_is_refused(text: bytes, read: Callable[[bytes], object]) -> None:
    with pytest.raises(ValueError, match="not of the form that this host reads"):
        read(text)


@pytest.mark.parametrize("load_it", [load_builtin, LazyWordList])
def test_a_list_that_is_not_installed_is_named(load_it: Callable[[str], Lexicon]) -> None:
    with pytest.raises(LexiconError, match=r"word list none: cannot read .*none\.txt\.gz"):
        load_it("none")


@pytest.mark.parametrize(
    ("given", "plain"),
    [
        ("CAT", "cat"),
        ("Caf\xe9", "cafe"),
        ("c\u0153ur", "coeur"),
        ("\xc6on", "aeon"),
        ("stra\xdfe", "strasse"),
        ("\xd8l", "ol"),
        ("no\u0308el", "noel"),
        ("it's", "it's"),
    ],
)
def test_folding_drops_case_accents_and_ligatures(given: str, plain: str) -> None:
    assert fold(given) == plain


# --- the line for a person --------------------------------------------------------------


@pytest.mark.parametrize(
    ("word", "line"),
    [
        ("treasurer", "treasurer: yes, in the list en (common words, band 35)."),
        ("  Treasurer ", "treasurer: yes, in the list en (common words, band 35)."),
        ("CAF\xc9", "cafe: yes, in the list en (common words, band 20)."),
        ("sudoku", "sudoku: yes, added to en by Parlour (common words, band 35)."),
        ("cwm", "cwm: yes, in the list en (uncommon words, band 70)."),
        ("za", "za: yes, in the list en (rare words, band 80)."),
        ("xyzzy", "xyzzy: no, not in the list en (255,519 words)."),
        ("a" * 99, f"{'a' * 35}...: no, not in the list en (255,519 words)."),
    ],
)
def test_why_names_the_list_and_the_verdict(word: str, line: str) -> None:
    assert load_english().why(word) == line


@pytest.mark.parametrize(
    "word", ["", " ", "it's", "ice-cream", "two words", "r2d2", "\u0436", "\x1b"]
)
def test_why_says_what_a_word_is_made_of(word: str) -> None:
    """The line does not repeat what was typed, which may hold anything."""
    assert (
        load_english().why(word)
        == "A word is made of the letters a to z alone: no space, hyphen or apostrophe."
    )


def test_why_is_silent_about_bands_where_there_are_none(tmp_path: Path) -> None:
    assert load(tmp_path, "granny").why("granny") == "granny: yes, in the list family."


@given(st.text() | st.text("abc", max_size=200), st.text("abc_", min_size=1, max_size=32))
def test_why_is_one_plain_line_that_fits(word: str, name: str) -> None:
    line = WordList(name, rows_of({"abc": 35, "c": 0}), "").why(word)
    assert len(line) <= 79
    assert line.isascii()
    assert line.isprintable()


# --- an operator's list -----------------------------------------------------------------


def test_an_operators_list_is_a_word_a_line(tmp_path: Path) -> None:
    words = load(tmp_path, "# ours\n\nGranny\nzo\xeb 35 # a name\n  xyzzy\nxyzzy 20\r\nbob\t10\n")
    assert words.name == "family"
    assert words.words(3) == ("bob", "zoe")
    assert words.words(3, band=10) == ("bob",)
    assert [words.band(word) for word in ("granny", "zoe", "xyzzy", "cat")] == [0, 35, 0, None]
    assert len(words) == 4


@pytest.mark.parametrize("text", [b"\xef\xbb\xbfcat\r\ndog\r\n", b"dog\rcat", b"dog\ncat 0\n\n"])
def test_it_may_come_from_any_system(tmp_path: Path, text: bytes) -> None:
    assert load(tmp_path, text).words(3) == ("cat", "dog")


def test_its_hash_hangs_on_words_and_bands_alone(tmp_path: Path) -> None:
    plain = load(tmp_path, "cat\ndog").hash
    assert load(tmp_path, "# pets\nDog\ncat\n", name="pets").hash == plain
    assert load(tmp_path, "cat\ndog 35").hash != plain
    assert load(tmp_path, "cat").hash != plain


def test_crude_words_of_english_are_not_dealt_from_it_either(tmp_path: Path) -> None:
    words = load(tmp_path, "cat\nshit 35")
    assert words.never_deal("shit")
    assert words.band("shit") == 35
    assert not words.never_deal("cat")


@pytest.mark.parametrize(
    ("text", "trouble"),
    [
        (
            "\n\n\u0436\u0443\u043a",
            " holds no words; write one word on a line; 1 can't be played, such as"
            " '\\u0436\\u0443\\u043a' (line 3)",
        ),
        (b"cat\nd\xf6g\n", ", line 2 is not UTF-8 text"),
        ("# nothing\n", " holds no words; write one word on a line"),
        (b"a" * (MAX_BYTES + 1), " is larger than 16,777,216 bytes"),
    ],
)
def test_a_file_without_words_is_named(tmp_path: Path, text: str | bytes, trouble: str) -> None:
    with pytest.raises(LexiconError) as caught:
        load(tmp_path, text)
    assert str(caught.value) == f"word list family: {tmp_path / 'words.txt'}{trouble}"


def test_what_cannot_be_played_is_left_out_and_said(tmp_path: Path) -> None:
    """A list that somebody made for something else has such entries, and thousands of them."""
    text = "cat\nit's\nice-cream\nNew York\ncat 96\ndog 35\ncat 35 x\n" + "a" * 61 + "\nd'oh\n"
    words = load(tmp_path, text)
    assert (len(words), words.band("dog")) == (2, 35)
    assert words.remark == (
        f"word list family: {tmp_path / 'words.txt'}: 7 lines that can't be played are left out,"
        " such as \"it's\" (line 2), 'ice-cream' (line 3), 'New York' (line 4), 'cat 96' (line 5),"
        " 'cat 35 x' (line 7)"
    )
    one = load(tmp_path, "cat\n\u202e\n")
    assert one.remark.endswith(
        "1 line that can't be played is left out, such as '\\u202e' (line 2)"
    )
    assert Lexicons({"family": tmp_path / "words.txt"}).remarks == [one.remark]
    assert load(tmp_path, "cat\n").remark == ""
    assert Lexicons().remarks == []


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    path = tmp_path / "none.txt"
    with pytest.raises(LexiconError, match="cannot be read: No such file or directory") as caught:
        load_file("family", path)
    assert str(path) in str(caught.value)


# --- the registry -----------------------------------------------------------------------


def test_english_and_french_are_always_there() -> None:
    lists: Mapping[str, Lexicon] = Lexicons()
    assert list(lists) == list(BUILTIN) == ["en", "fr"]
    assert lists["en"] is load_english()
    assert lists["fr"].name == "fr"


def test_an_operator_adds_a_list_by_name(tmp_path: Path) -> None:
    path = tmp_path / "words.txt"
    path.write_text("granny\n")
    lists = Lexicons({"family": str(path)})
    assert list(lists) == ["en", "fr", "family"]
    assert "granny" in lists["family"]
    assert "welsh" not in lists


@pytest.mark.parametrize(
    ("name", "trouble"),
    [
        ("en", "word list en: Parlour has a list of that name; choose another"),
        ("fr", "word list fr: Parlour has a list of that name; choose another"),
        ("Our Words", "word list 'Our Words': a name is 1 to 32 of a to z, 0 to 9 and _"),
        ("a" * 33, f"word list '{'a' * 33}': a name is 1 to 32 of a to z, 0 to 9 and _"),
        ("\x1b", "word list '\\x1b': a name is 1 to 32 of a to z, 0 to 9 and _"),
    ],
)
def test_a_bad_name_is_refused_before_the_file_is_read(name: str, trouble: str) -> None:
    with pytest.raises(LexiconError) as caught:
        Lexicons({name: "nowhere.txt"})
    assert str(caught.value) == trouble


def test_a_bad_file_shows_when_the_host_starts() -> None:
    """Lists are read at once, not when a table first asks."""
    with pytest.raises(LexiconError, match="nowhere"):
        Lexicons({"family": "nowhere.txt"})


# --- words of a house -------------------------------------------------------------------

ADDED, DROPPED = ("Zo\u00eb 35", "gronk", "cat 80", "shit"), ("aa", "jersey", "nosuchword")


@pytest.fixture(scope="module")
def house() -> Lexicon:
    return Lexicons(edits={"en": {"add": ADDED, "drop": DROPPED}})["en"]


def test_a_house_adds_words_to_a_list_and_drops_others(house: Lexicon) -> None:
    plain = load_english()
    assert house.name == "en"
    assert [word in house for word in ("zoe", "gronk", "cat", "aa", "jersey")] == [
        *(True, True, True),
        *(False, False),
    ]
    assert len(house) == len(plain) + 2 - 2
    assert (house.band("zoe"), house.band("gronk"), house.band("cat")) == (
        35,
        0,
        plain.band("cat"),
    )
    assert (house.band("aa"), house.band("dog")) == (None, plain.band("dog"))
    assert house.never_deal("shit"), "adding a crude word does not deal it"
    assert not house.never_deal("aa")
    assert house.printed("aa") == ("aa",)
    assert house.printed("dog") == ("dog",)
    assert [house.dictionary_form(word) for word in ("zoe", "aa", "dog")] == [True, False, True]
    assert house.why("Zoe") == "zoe: yes, added to en by this host."
    assert house.why("aa") == "aa: no, this host has dropped it from en."
    assert house.why("cat") == plain.why("cat")


def test_its_words_come_in_their_order(house: Lexicon) -> None:
    plain = load_english()
    for band in (None, 20, 35):
        for length in (2, 3, 5, 6):
            expected = set(plain.words(length, band=band)) - {"aa", "jersey"}
            expected |= {"gronk"} if length == 5 else set()
            expected |= {"zoe"} if length == 3 and band != 20 else set()
            assert list(house.words(length, band=band)) == sorted(expected)
    assert house.words(7) is plain.words(7), "lengths without a change cost nothing"
    assert house.words(5) is house.words(5)


def test_its_hash_hangs_on_the_changes_and_the_list_is_an_earlier_edition(house: Lexicon) -> None:
    """So games that were played before the change can go on, and records name the right words."""
    plain = load_english()
    same = Lexicons(edits={"en": {"drop": DROPPED[::-1], "add": ADDED[::-1]}})["en"]
    other = Lexicons(edits={"en": {"add": ADDED}})["en"]
    assert house.hash == same.hash
    assert len({house.hash, other.hash, plain.hash}) == 3
    assert list(house.earlier) == [plain, *plain.earlier]
    assert Lexicons(edits={"en": {"add": ()}})["en"] is plain


def test_the_french_list_is_not_read_for_a_change() -> None:
    waiting = Lexicons(edits={"fr": {"add": ["parlour"]}})["fr"]
    assert isinstance(waiting.earlier[0], LazyWordList)
    assert "parlour" in waiting


UNPLAYED = (
    "can't be played; a word has at most 60 letters a to z, and may have its band after a space"
)


@pytest.mark.parametrize(
    ("edits", "trouble"),
    [
        ({"en": {"add": ["it's"]}}, f'[words.en] add: "it\'s" {UNPLAYED}'),
        ({"en": {"drop": ["  "]}}, f"[words.en] drop: '  ' {UNPLAYED}"),
        (
            {"en": {"add": ["gronk"], "drop": ["Gronk"]}},
            "[words.en]: gronk is in both lists, add and drop",
        ),
        (
            {"family": {"add": ["x"]}},
            "[words.family]: only the lists en and fr can be changed like this",
        ),
    ],
)
def test_a_change_that_cannot_be_is_refused(
    edits: Mapping[str, Mapping[str, Sequence[str]]], trouble: str
) -> None:
    with pytest.raises(LexiconError) as caught:
        Lexicons(edits=edits)
    assert str(caught.value) == trouble
