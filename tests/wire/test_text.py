"""Text for a screen is harmless, measured in columns, and wrapped within its width."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from parlour.wire.text import clean, columns, how_long, near, wrap

# --- clean ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "",
        "hello  there ",
        "\u00e9t\u00e9",
        "\u0928\u0940",
        "\U0001f468\u200d\U0001f469",
        "a\u00a0b",
        "\u3000",
    ],
    ids=ascii,
)
def test_ordinary_text_is_kept_as_it_is(text: str) -> None:
    assert clean(text) == text


@pytest.mark.parametrize(
    "char",
    [
        *"\0\t\n\r\x1b\x7f\x85\x9b",
        *"\u200b\u200c\u200e\u202e\u2066\u00ad\ufeff\U000e0041",
        *"\u2028\u2029\ue000\ud800\u0378\uffff",
    ],
    ids=ascii,
)
def test_what_could_harm_is_dropped_and_nothing_put_in_its_place(char: str) -> None:
    assert clean(f"a{char}b") == "ab"


@pytest.mark.parametrize("between", ["", "\u200d", "\u200b", "\x1b"], ids=ascii)
def test_the_fifth_mark_in_a_row_is_dropped(between: str) -> None:
    """A tower of marks cannot be hidden behind other characters either."""
    assert clean("a" + ("\u0301" * 4 + between) * 5).count("\u0301") == 4
    assert clean("a" + "\u0301" * 9 + "b\u0301") == "a" + "\u0301" * 4 + "b\u0301"


@pytest.mark.sweep
@given(st.text())
def test_clean_text_is_clean_for_good_and_harmless(text: str) -> None:
    once = clean(text)
    assert clean(once) == once
    bad = {"Cc", "Cs", "Co", "Cn", "Zl", "Zp", "Cf"}
    assert not any(unicodedata.category(c) in bad for c in once if c != "\u200d")


# --- columns ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "width"),
    [
        ("", 0),
        ("abc", 3),
        ("\u00e9", 1),
        ("e\u0301", 1),
        ("\u65e5\u672c", 4),
        ("\uff21", 2),
        ("\U0001f642", 2),
        ("a\u200db", 2),
        ("a\u20dd", 1),
    ],
    ids=ascii,
)
def test_columns(text: str, width: int) -> None:
    assert columns(text) == width


# --- wrap -------------------------------------------------------------------------------


@pytest.mark.parametrize("line", ["", "x" * 20, "  5 10   15  ", "\u65e5" * 10, " " * 20])
def test_a_line_that_fits_is_returned_untouched(line: str) -> None:
    assert wrap(line, 20) == [line]


@pytest.mark.parametrize(
    "text",
    [
        "Ask for a letter (ask ann e) or guess a word (guess ann left ..LANTERN).",
        "Type the words you find. Commands start with a slash: /look, /take back WORD",
        "To take a word off it: /take back WORD",
        "Which one does ann show? Turn one up: show L3 or show R5",
        "bob proposes to end the game: /accept 1 or /decline 1 - To wait: say wait",
        "You may do one of these: note TEXT, cheer LOUDLY|SOFTLY",
        "Un tour, puis un autre. Pour reprendre un mot : take back MOT.",
    ],
)
@pytest.mark.parametrize("width", range(40, 72))
def test_a_command_that_one_is_to_type_stays_on_its_line(text: str, width: int) -> None:
    commands = (
        *("ask ann e", "guess ann left ..LANTERN", "/take back WORD", "show L3 or show R5"),
        *("/accept 1 or /decline 1", "say wait", "note TEXT", "cheer LOUDLY|SOFTLY"),
        "take back MOT",
    )
    lines = wrap(text, width)
    assert all(len(line) <= width for line in lines)
    assert " ".join(line.strip() for line in lines) == text
    for command in commands:
        assert text.count(command) == sum(line.count(command) for line in lines)


@pytest.mark.parametrize(
    ("line", "width", "pieces"),
    [
        (
            "Bea asks you for an N. You hold it at 5, 9",
            20,
            ["Bea asks you for an", "  N. You hold it at", "  5, 9"],
        ),
        # Long words in parentheses or behind a colon too, and a command wider than the line.
        (
            "Your list is full: it has room for so many words.",
            30,
            ["Your list is full: it has room", "  for so many words."],
        ),
        (
            "It is so (as people who know it say).",
            20,
            ["It is so (as people", "  who know it say)."],
        ),
        ("Type: take back WORD", 14, ["Type: take", "  back WORD"]),
        # A word that just fits stays whole, and one too long for a line is cut.
        ("abcde fghij", 10, ["abcde", "  fghij"]),
        ("abcde fghi k", 10, ["abcde fghi", "  k"]),
        ("ab " + "x" * 12, 8, ["ab", "  xxxxxx", "  xxxxxx"]),
        ("x" * 9, 8, ["xxxxxxxx", "  x"]),
        # The indent stays, and is not a place to cut. Blanks at a cut and at the end go.
        ("    abcdefgh ij", 10, ["    abcdef", "  gh ij"]),
        ("    abc defg", 10, ["    abc", "  defg"]),
        ("abc      def     ", 6, ["abc", "  def"]),
        (" " * 30, 10, [""]),
        (" " * 30 + "a", 10, ["", "  a"]),
        # Wide letters are cut by columns and keep their marks.
        ("\u65e5" * 5, 7, ["\u65e5" * 3, "  " + "\u65e5" * 2]),
        ("e\u0301" * 6, 5, ["e\u0301" * 5, "  e\u0301"]),
        ("\u65e5\u65e5\u65e5", 4, ["\u65e5\u65e5", "  \u65e5"]),
    ],
    ids=ascii,
)
def test_a_long_line_is_cut_at_blanks_and_indented(
    line: str, width: int, pieces: list[str]
) -> None:
    assert wrap(line, width) == pieces


@given(
    st.text(st.sampled_from("ab  \u65e5\u0301\u200d\U0001f642"), max_size=80),
    st.integers(4, 30),
)
@example("\u0301" * 9, 4)
def test_no_piece_is_too_wide_and_no_letter_is_lost(line: str, width: int) -> None:
    pieces = wrap(line, width)
    assert all(columns(piece) <= width for piece in pieces)
    assert "".join(pieces).replace(" ", "") == line.replace(" ", "")
    assert all(piece[:2] == "  " and piece[2:3].strip(" ") for piece in pieces[1:])


def test_a_width_too_small_for_any_line_is_an_error() -> None:
    with pytest.raises(ValueError, match="at least 4"):
        wrap("abc", 3)


# --- near -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("word", "known", "found"),
    [
        ("jion", "join help watch Ann", "join"),
        ("hlep", "join help watch Ann", "help"),
        ("ANN", "join help watch Ann", "Ann"),
        ("xyzzy", "join help watch Ann", None),
        ("", "join help watch Ann", None),
        ("join", "", None),
        ("h" * 32, "h" * 31, "h" * 31),  # the greatest length that is compared
        ("h" * 33, "h" * 32, None),
        ("bab", "bob", "bob"),
        ("pirates", "spades", None),  # only shares letters
        ("chess", "cheat", None),
        ("poker", "probe", None),
    ],
)
def test_near(word: str, known: str, found: str | None) -> None:
    assert near(word, known.split()) == found


# --- times ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        *((0, "0 s"), (59, "59 s"), (60, "1 min"), (3599, "59 min")),
        *((7500, "2 h 5 min"), (86_400, "1 d 0 h"), (180_000, "2 d 2 h")),
    ],
)
def test_a_stretch_of_time_is_told_roughly(seconds: int, said: str) -> None:
    assert how_long(seconds) == said
