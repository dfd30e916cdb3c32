"""The table of names, and how it is made."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from parlour_password.clues import is_name, table
from tools import build_names
from tools.sources import SCOWL
from tools.wordnet import EDITION, WORDNET

NOUNS = f"""\
  1 {EDITION}  All rights reserved.
00000001 03 n 02 Churchill 0 Winston_Churchill 0 000 | a statesman
00000002 03 n 02 house 0 Zoe 0 000 | where people live
"""


def test_names_are_known_without_capitals_and_accents() -> None:
    """Of people, places and brands; a word that is none is no name, nor is a part of one."""
    assert all(map(is_name, ("churchill", "hitchcock", "blackpool", "marple", "kate", "zoe")))
    assert not any(map(is_name, ("churchil", "stonehouses", "kastle", "castel", "", "o")))


def test_the_table_is_in_order() -> None:
    """Each name once, in letters a to z."""
    first, *names, last = table().split("\n")
    assert first == last == ""
    assert names == sorted(set(names))
    assert len(names) > 40_000
    assert all(name.isascii() and name.isalpha() and name.islower() for name in names)


def test_names_come_from_all_sources(tmp_path: Path) -> None:
    """Single words with a capital; of SCOWL, only up to the size of the word list."""
    scowl = tmp_path / "scowl"
    scowl.mkdir()
    (scowl / "english-proper-names.50").write_text("Andr\u00e9\nAndr\u00e9's\nX\n", "utf-8")
    (scowl / "british-upper.80").write_text("Londoner\nMcDonald\n", "utf-8")
    (scowl / "english-proper-names.95").write_text("Kastle\n", "utf-8")
    (scowl / "english-words.10").write_text("house\n", "utf-8")
    for kind, text in {"noun": NOUNS, "verb": "", "adj": "", "adv": ""}.items():
        (tmp_path / f"data.{kind}").write_text(text or f"  1 {EDITION}\n", "latin-1")
    by_hand = tmp_path / "names.txt"
    by_hand.write_text("# figures\nSkywalker SpongeBob # of fiction\n", "utf-8")
    said = build_names.build(scowl, tmp_path, by_hand, tmp_path)
    made = gzip.decompress((tmp_path / "names.gz").read_bytes()).decode("ascii")
    assert made.split() == [
        *("andre", "churchill", "londoner", "mcdonald", "skywalker", "spongebob", "zoe")
    ]
    assert said.startswith("names: 7 names, ")


def test_a_source_that_is_missing_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """In one line, with what to do."""
    monkeypatch.setattr(build_names, "SCOWL", tmp_path)
    assert build_names.main(["--out", str(tmp_path)]) == 1
    assert "apt-get install scowl" in capsys.readouterr().err


@pytest.mark.sweep
@pytest.mark.skipif(
    not (SCOWL.exists() and WORDNET.exists()), reason="needs scowl and wordnet-base"
)
def test_the_table_is_what_the_sources_say(tmp_path: Path) -> None:
    """If this fails, the file was changed by hand: `python -m tools.build_names`."""
    assert build_names.main(["--out", str(tmp_path)]) == 0
    shipped = build_names.DATA / "names.gz"
    made = gzip.decompress((tmp_path / "names.gz").read_bytes())
    assert made == gzip.decompress(shipped.read_bytes())
