"""The tool that builds the shipped lists, on a small folder in the form of SCOWL's."""

from __future__ import annotations

import gzip
from dataclasses import replace
from importlib import resources
from importlib.util import find_spec
from pathlib import Path

import pytest

from parlour.lexicons import NEVER, unpack
from tools import build_lexicon
from tools.build_lexicon import BY_HAND, LANGUAGES, Language, build, fold_all, main, read_by_hand
from tools.sources import SCOWL, BuildError, read_scowl
from tools.usage import CSPELL, TRIE, WORDFREQ

FILES = {
    "english-words.10": "the\nit's\nmr.\nice-cream\nPolish\n",
    "english-words.35": "cat\nthe\ncaf\xe9\n",
    "english-words.80": "euoi\ndamn\n",
    "english-words.95": "afdecho\n",
    "american-words.20": "color\n",
    "british_z-words.35": "colour\n",
    "variant_1-words.20": "colur\ncat\n",
    "british_variant_3-words.80": "shew\n",
    "english-upper.10": "monday\n",
    "english-abbreviations.10": "ibm\n",
    "english-proper-names.50": "bob\n",
    "special-hacker.50": "foobar\n",
    "special-roman-numerals.35": "xiv\n",
    "README": "not a list\n",
}
HAND = {
    "extra.txt": "# new\n35 sudoku wifi  # and one more\n80 aa\n",
    "leave_out.txt": "colur\n",
    "never_deal.txt": "damn\n",
}


@pytest.fixture
def language(tmp_path: Path) -> Language:
    """English, from the small folder."""
    for name, text in FILES.items():
        write(tmp_path / "scowl" / name, text.encode())
    write(tmp_path / "doc" / "notice.txt", b"what was changed\n")
    write(tmp_path / "doc" / "copyright", b"by somebody\n")
    write(tmp_path / "doc" / "README.gz", gzip.compress(b"about it\n"))
    for name, text in HAND.items():
        write(tmp_path / "hand" / name, text.encode())
    notices = tuple(
        (tmp_path / "doc" / source.name, target) for source, target in LANGUAGES["en"].notices
    )
    return replace(LANGUAGES["en"], source=tmp_path / "scowl", read=read_scowl, notices=notices)


def write(path: Path, data: bytes) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(data)


def test_words_come_with_their_smallest_size(language: Language, tmp_path: Path) -> None:
    """Not taken: size 95, other kinds of entries, and what is not of letters in lower case.

    A spelling that is only among the variants is in band 55 at least.
    """
    words = {"the": 10, "color": 20, "cat": 35, "cafe": 35, "colour": 35, "colur": 55}
    words |= {"euoi": 80, "damn": 80, "shew": 80}
    assert language.read(language.source) == words
    with pytest.raises(BuildError, match=r"no SCOWL files in .*; apt-get install scowl"):
        read_scowl(tmp_path)


def test_the_list_is_scowl_with_what_is_kept_by_hand(tmp_path: Path, language: Language) -> None:
    """The notices go with it, and the same input gives the same bytes, without the time."""
    said = build("en", language, tmp_path / "hand", tmp_path / "out")
    data = (tmp_path / "out" / "en.txt.gz").read_bytes()
    words = unpack("en", gzip.decompress(data))
    assert said.startswith("en: 11 words, ")
    assert words.words(2) == ("aa",)
    assert words.words(4) == ("cafe", "damn", "euoi", "shew", "wifi")
    assert words.band("sudoku") == 35
    assert "colur" not in words
    assert words.undealt() == {"damn"}
    assert words.why("wifi") == "wifi: yes, added to en by Parlour (common words, band 35)."
    assert (tmp_path / "out" / "SCOWL-copyright.txt").read_text() == "by somebody\n"
    assert (tmp_path / "out" / "SCOWL-readme.txt").read_text() == "about it\n"
    build("en", language, tmp_path / "hand", tmp_path / "again")
    assert data == (tmp_path / "again" / "en.txt.gz").read_bytes()
    assert data[4:8] == bytes(4)


@pytest.mark.parametrize(
    ("name", "text", "trouble"),
    [
        ("extra.txt", "35 cat", "extra.txt: cat is in the source already (1 such words)"),
        ("leave_out.txt", "dog", "leave_out.txt: dog is not in the source (1 such words)"),
        ("never_deal.txt", "dog", "never_deal.txt: dog is not in the list (1 such words)"),
        ("never_deal.txt", "colur", "never_deal.txt: colur is not in the list (1 such words)"),
        ("extra.txt", "sudoku", "line 1: a line is a band from 1 to 95, then words"),
        ("extra.txt", "96 sudoku", "line 1: a line is a band from 1 to 95, then words"),
        ("extra.txt", "35 aa aa", "line 1: aa is here twice. Remove one of them"),
        ("extra.txt", "35 aa\n80 aa", "line 2: aa is here twice. Remove one of them"),
        ("extra.txt", "35 Aa", "line 1: 'Aa' is not a word in lower-case letters"),
        ("never_deal.txt", "damn\ndamn", "line 2: damn is here twice. Remove one of them"),
        ("never_deal.txt", "\ndamn cat", "line 2: a line is one word"),
        ("leave_out.txt", "it's", 'line 1: "it\'s" is not a word in lower-case letters'),
    ],
)
def test_a_hand_kept_line_that_is_wrong_or_stale_is_refused(
    tmp_path: Path, language: Language, name: str, text: str, trouble: str
) -> None:
    write(tmp_path / "hand" / name, text.encode())
    with pytest.raises(BuildError) as caught:
        build("en", language, tmp_path / "hand", tmp_path / "out")
    assert str(caught.value).endswith(trouble)


def test_printed_words_that_fold_to_one_are_one_in_the_list() -> None:
    """It has the easiest of their bands, and is not dealt if one of them is not to be."""
    marks = {
        "cote": 70,
        "c\xf4t\xe9": 10,
        "p\xe9d\xe9": 35 | NEVER,
        "pede": 70,
        "\u0153uf": 20,
        "mer": 10,
    }
    words, printed = fold_all(marks)
    assert words == {"cote": 10, "pede": 35 | NEVER, "oeuf": 20, "mer": 10}
    assert printed == {
        "cote": ("cote", "c\xf4t\xe9"),
        "pede": ("pede", "p\xe9d\xe9"),
        "oeuf": ("\u0153uf",),
    }


def test_the_hand_kept_files_of_english_are_sound() -> None:
    hand = read_by_hand(BY_HAND / "en")
    assert {"sudoku", "wifi", "aa", "ae", "oe", "el", "gi"} <= hand.extra.keys()
    assert not hand.leave_out & hand.never_deal


def test_a_build_that_fails_says_so_in_a_line(
    tmp_path: Path,
    language: Language,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Here the folder to write into is a file."""
    monkeypatch.setattr(build_lexicon, "LANGUAGES", {"hand": language})
    monkeypatch.setattr(build_lexicon, "BY_HAND", tmp_path)
    write(tmp_path / "out", b"")
    assert main(["hand", "--out", str(tmp_path / "out")]) == 1
    assert capsys.readouterr().err.startswith("build_lexicon: ")


@pytest.mark.sweep
@pytest.mark.skipif(not SCOWL.is_dir(), reason="needs the Debian package scowl")
@pytest.mark.skipif(
    find_spec("wordfreq") is None or not TRIE.is_file(), reason=f"needs {WORDFREQ} and {CSPELL}"
)
def test_the_shipped_list_is_what_the_tool_builds(tmp_path: Path) -> None:
    """The text is compared: another zlib may pack the same text into other bytes."""
    build("en", LANGUAGES["en"], BY_HAND / "en", tmp_path)
    shipped = resources.files("parlour").joinpath("data", "lexicon")
    for _, name in LANGUAGES["en"].notices:
        assert (tmp_path / name).read_bytes() == shipped.joinpath(name).read_bytes()
    built = gzip.decompress((tmp_path / "en.txt.gz").read_bytes())
    assert built == gzip.decompress(shipped.joinpath("en.txt.gz").read_bytes())
