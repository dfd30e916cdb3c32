"""What words mean: the shipped file, and how it is made."""

from __future__ import annotations

import pytest

from parlour.lexicons import LazyWordList, Lexicons, WordList, rows_of
from parlour.lexicons._edited import edited
from tests.house.scene import new_host
from tools.build_meanings import LONGEST, shortened

ENGLISH = LazyWordList("en")


@pytest.mark.parametrize(
    ("word", "starts"),
    [
        ("poem", "poem (noun): a composition written in metrical feet"),
        ("poems", "poem (noun): "),
        ("ran", "run (verb): move fast by using one's feet"),
        ("teeth", "teeth (noun): "),
        ("boxes", "box (noun): "),
        ("cities", "city (noun): "),
        ("quailed", "quail (verb): draw back"),
        ("raced", "race (verb): "),
        ("baking", "baking (noun): "),
        ("goading", "goading (noun): "),
        ("quickly", "quickly (adverb): "),
        ("happier", "happy (adjective): "),
        ("redder", "red (adjective): "),
    ],
)
def test_a_word_means_what_its_base_means(word: str, starts: str) -> None:
    """Regular forms by their ends, irregular ones as the file has them."""
    assert ENGLISH.meaning(word).startswith(starts)


@pytest.mark.parametrize("word", ["", "zax", "xyzzy", "\xe9t\xe9", "a\tn", "wops"])
def test_of_other_words_nothing_is_said(word: str) -> None:
    """They are not in the file, or not in the list."""
    assert ENGLISH.meaning(word) == ""


def test_a_list_without_meanings_says_none() -> None:
    """And a word that a house has dropped is none of its list."""
    assert LazyWordList("fr").meaning("maison") == ""
    assert WordList("own", rows_of({"poem": 10}), "").meaning("poem") == ""
    mine = edited(ENGLISH, {"drop": ["poem"]})
    assert mine.meaning("poem") == ""
    assert mine.meaning("poems").startswith("poem (noun): ")


def test_slurs_and_crude_words_have_no_meaning() -> None:
    """Nobody is to read one."""
    undealt = [word for word in ("fuck", "faggot", "slut") if ENGLISH.never_deal(word)]
    assert undealt
    assert [ENGLISH.meaning(word) for word in undealt] == [""] * len(undealt)


def test_why_and_define_say_it_in_a_second_line() -> None:
    """Where the list says nothing, the first line is all."""
    host = new_host(lexicons=Lexicons())
    ann = host.person("ann")
    first, *meaning = ann.send("define poems")
    assert first.startswith("poems: yes, in the list en")
    assert meaning[0].startswith("poem (noun): a composition")
    assert len(ann.send("why zax")) == 1
    ann.send("set lang fr")
    assert ann.send("why poems")[1].startswith("poem (nom) : a composition")


@pytest.mark.parametrize(
    ("gloss", "short"),
    [
        ('a disk; "it turns"; "it stops"  ', "a disk"),
        ('quick: "a quick cat"', "quick"),
        ("a `cat'; of any kind", "a 'cat'; of any kind"),
        ("cat; " + "x" * LONGEST, "cat"),
        ("word " * LONGEST, "word " * (LONGEST // 5 - 1) + "word ..."),
    ],
)
def test_a_meaning_is_short(gloss: str, short: str) -> None:
    assert shortened(gloss) == short
