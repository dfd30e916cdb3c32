"""The list of spellings that Password takes for one word, and how it is made."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from tools import build_spellings

VARCON = """\
# color <verified> (level 35)
A Cv: color / Av B C: colour
A Cv: color's / Av B C: colour's
## as everybody knows

# bark (level 50)
A: bark / Av B: barque | (-) ship # rare

# yak (level 60)
_ 1: yaks / _V 1: yak | :1 | -- pl

# gray (level 10)
A: gray / B: grey / Ax: graye / A- B-: griy | <Adj>

# abnormalize (level 95)
A Z: abnormalize / B: abnormalise
"""


def test_spellings_in_use_of_usual_words_are_taken(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """No possessives, archaic meanings, plurals like the word, errors, nor rare words."""
    (tmp_path / "varcon.txt").write_text(VARCON, "latin-1")
    assert build_spellings.main([str(tmp_path), "--out", str(tmp_path)]) == 0
    made = gzip.decompress((tmp_path / "varcon.gz").read_bytes()).decode("ascii")
    assert made == "color colour\ngray grey\n"
    assert capsys.readouterr().out.startswith("spellings: 2 words, ")


def test_a_source_that_is_missing_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert build_spellings.main([str(tmp_path)]) == 1
    assert "varcon.txt" in capsys.readouterr().err
