"""What may be typed as a clue or a guess (R-W-15, R-W-21, O-W-3, O-W-14, O-W-19)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour import MoveFault, Refused
from parlour_password.clues import LONGEST, WORDS, fold, read_clue, read_guess

LINE = 79


def refusal(text: str, *, challenge: bool = False) -> str:
    """What the giver reads, who typed *text*."""
    with pytest.raises(Refused) as caught:
        read_clue(text, challenge=challenge)
    assert caught.value.fault is MoveFault.MALFORMED
    return caught.value.text


@pytest.mark.parametrize("challenge", [False, True])
@pytest.mark.parametrize(
    ("typed", "clue"),
    [
        ("tower", "tower"),
        ("TOWER!", "TOWER"),
        ("Tower?!", "Tower"),
        ("tower...", "tower"),
        ("tower\u2026 ", "tower"),
        ("  tower  !", "tower"),
        ("Neuschwanstein", "Neuschwanstein"),
        ("caf\xe9", "caf\xe9"),
        ("cafe\u0301", "caf\xe9"),
        ("\u0141\xf3d\u017a", "\u0141\xf3d\u017a"),
        ("don't", "don't"),
        ("don\u2019t", "don't"),
        ("zzyzx", "zzyzx"),
        ("a", "a"),
    ],
)
def test_one_word_is_a_clue(typed: str, clue: str, challenge: bool) -> None:
    """O-W-3, O-W-19, R-W-17: accents, one inner apostrophe, names; tone is ignored."""
    assert read_clue(typed, challenge=challenge) == clue


@pytest.mark.parametrize(
    ("typed", "trouble"),
    [
        ("", "There is no clue on that line. Type a word, like this: ox"),
        ("?!", "There is no clue on that line. Type a word, like this: ox"),
        ("ice cream", "A clue must be one word. Type one like this: ox"),
        ("t-shirt", "A clue can't have a hyphen. Type one like this: ox"),
        ("t\u2011shirt", "A clue can't have a hyphen. Type one like this: ox"),
        ("c4", "A clue can't have digits. Type one like this: ox"),
        ("c\xb2", "A clue can't have digits. Type one like this: ox"),
        ("k i n g", "A clue can't be spelled out. Type one like this: ox"),
        ("k.i.n.g.", "A clue can't be spelled out. Type one like this: ox"),
        ("K-I-N-G", "A clue can't be spelled out. Type one like this: ox"),
        ("'tower", "A clue can have only one apostrophe, inside the word."),
        ("tower'", "A clue can have only one apostrophe, inside the word."),
        ("fo'c's'le", "A clue can have only one apostrophe, inside the word."),
        ("ki.ng", "A clue can have only letters."),
        ("ki_ng", "A clue can have only letters."),
        ("\u0431\u0430\u0448\u043d\u044f", "A clue can have only letters"),
        ("x" * (LONGEST + 1), f"A clue can have at most {LONGEST} letters."),
    ],
)
def test_what_is_no_single_word_is_refused(typed: str, trouble: str) -> None:
    """R-W-15, R-W-21, O-W-3: one line tells what is wrong and what would be right (G-2)."""
    text = refusal(typed)
    assert text.startswith(trouble)
    assert text.isascii()
    assert len(text) <= LINE


@pytest.mark.parametrize(
    ("typed", "clue"),
    [
        ("ice cream", "ice cream"),
        ("Ice  Cream!", "Ice Cream"),
        ("t-shirt", "t-shirt"),
        ("three blind mice", "three blind mice"),
        ("jack-o-lantern", "jack-o-lantern"),
        ("rock'n roll", "rock'n roll"),
    ],
)
def test_two_words_and_hyphens_pass_where_they_can_be_challenged(typed: str, clue: str) -> None:
    """O-W-3: `clue_check=challenge`."""
    assert read_clue(typed, challenge=True) == clue


@pytest.mark.parametrize(
    ("typed", "trouble"),
    [
        ("a house on a hill", f"A clue can have at most {WORDS} words, and one is best."),
        ("c4 party", "A clue can't have digits."),
        ("k i n", "A clue can't be spelled out."),
        ("k-i n", "A clue can't be spelled out."),
        ("ice--cream", "A clue can have only letters"),
        ("-cream", "A clue can have only letters"),
        ("x" * 20 + " " + "y" * 10, f"A clue can have at most {LONGEST} letters."),
    ],
)
def test_what_is_refused_even_then(typed: str, trouble: str) -> None:
    """O-W-3, R-W-21: digits, points, spelling out; and what is longer than a name of a thing."""
    text = refusal(typed, challenge=True)
    assert text.startswith(trouble)
    assert len(text) <= LINE


@pytest.mark.parametrize(
    "typed", ["castle", "CASTLE", " castle ", "c\xe1stle", "Castle!", "cas'tle"]
)
def test_capitals_accents_and_outer_blanks_of_a_guess_do_not_matter(typed: str) -> None:
    """O-W-14, O-W-19: the same letters are the exact word."""
    assert read_guess(typed) == "castle"


@pytest.mark.parametrize(
    ("typed", "trouble"),
    [
        ("", "There is no guess on that line. Type a word, like this: ox"),
        ("two words", "A guess must be one word."),
        ("t-shirt", "A guess can't have a hyphen."),
        ("7", "A guess can't have digits."),
        ("x" * (LONGEST + 1), f"A guess can have at most {LONGEST} letters."),
        ("\ufb03" * 11, f"A guess can have at most {LONGEST} letters."),
    ],
)
def test_what_is_no_guess(typed: str, trouble: str) -> None:
    """O-W-10, G-2: it is refused, whatever the password is and however long."""
    with pytest.raises(Refused) as caught:
        read_guess(typed)
    assert caught.value.fault is MoveFault.MALFORMED
    assert caught.value.text.startswith(trouble)
    assert len(caught.value.text) <= LINE


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("C\u0153ur", "coeur"),
        ("\xc6sir", "aesir"),
        ("Sm\xf8rrebr\xf8d", "smorrebrod"),
        ("stra\xdfe", "strasse"),
        ("o\u2019clock", "oclock"),
        ("Jack-o-Lantern", "jack o lantern"),
        ("ice \t cream", "ice cream"),
    ],
)
def test_words_are_compared_in_plain_letters(text: str, folded: str) -> None:
    """O-W-4, O-W-14."""
    assert fold(text) == folded


def outcome(read: Callable[[], str]) -> str | Refused:
    """What was read, or the refusal."""
    try:
        return read()
    except Refused as refused:
        return refused


lines = st.text(max_size=60) | st.text("ab'- .\xe9\u0301\u0130\ufb03", max_size=12)


@given(lines, st.booleans())
def test_any_line_is_a_clue_or_refused(text: str, challenge: bool) -> None:
    """What passes is short, in words of letters, and reads the same when typed again."""
    clue = outcome(lambda: read_clue(text, challenge=challenge))
    if isinstance(clue, Refused):
        assert clue.text.isascii()
        assert len(clue.text) <= LINE
        return
    assert 0 < len(clue) <= LONGEST
    plain = fold(clue).split()
    assert 1 <= len(plain) <= (WORDS if challenge else 1)
    assert all(word.isascii() and word.isalpha() for word in plain)
    assert read_clue(clue, challenge=challenge) == clue


@given(lines)
def test_any_line_is_a_guess_or_refused(text: str) -> None:
    """What passes is one word in letters a to z."""
    guess = outcome(lambda: read_guess(text))
    if isinstance(guess, Refused):
        assert guess.fault is MoveFault.MALFORMED
        return
    assert guess.isascii()
    assert guess.isalpha()
    assert read_guess(guess) == guess
