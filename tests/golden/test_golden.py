"""The transcripts of a whole game are what a person has read and found good."""

from __future__ import annotations

from functools import cache

import pytest

from tests.golden.transcripts import PLAYERS, VOICES, path, script, transcripts


@cache
def _played(voice: str) -> dict[str, str]:
    return transcripts(voice)


@pytest.mark.parametrize("voice", VOICES)
@pytest.mark.parametrize("name", PLAYERS)
def test_everybody_reads_what_is_written_down(name: str, voice: str) -> None:
    """A changed line shows here first; read it before you accept it (see transcripts.py)."""
    assert _played(voice)[name] == path(name, voice).read_text()


SHOWN = {
    ("bob", "TREASURE"): "BOB TURNS UP WHAT NOBODY FOUND",
    ("cy", "XQZW"): "CY LOSES 100",
}
"""The words, and what the line says that tells all of it. (The word of ann is guessed.)"""


@pytest.mark.parametrize("voice", VOICES)
@pytest.mark.parametrize(("owner", "word"), SHOWN)
def test_nobody_reads_a_word_before_it_is_seen(voice: str, owner: str, word: str) -> None:
    """Until the whole rack is face up, only its owner reads the word."""
    for name in set(PLAYERS) - {owner}:
        lines = _typed_away(_played(voice)[name].upper())
        first = next(at for at, line in enumerate(lines) if SHOWN[owner, word] in line)
        assert not any(word in line for line in lines[:first])


def _typed_away(text: str) -> list[str]:
    """The lines without what their reader typed himself."""
    return [line for line in text.splitlines() if not line.startswith("> ")]


@pytest.mark.parametrize("voice", VOICES)
@pytest.mark.parametrize("name", PLAYERS)
def test_a_person_at_80_columns_can_read_it(name: str, voice: str) -> None:
    """No line for a person is longer than 79 columns or anything but plain ASCII."""
    for line in _played(voice)[name].splitlines():
        if voice == "program":
            assert len(line.encode()) <= 16_384
        else:
            assert line.isascii()
            assert line.isprintable()
            assert len(line) <= 79 or line.startswith("> ")


def test_the_script_plays_to_the_end() -> None:
    """The last line of the script shows the finished game."""
    lines = list(script())
    assert lines[-1][1] == "history"
    assert "g1: probe" in _played("person")["ann"]
