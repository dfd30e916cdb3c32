"""The transcripts of whole games are what a person has read and found good."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import pytest

from tests.golden.transcripts import GOLDEN, PLAYERS, VOICES, transcripts


@cache
def _played(game: str, voice: str) -> dict[str, str]:
    return transcripts(GOLDEN[game], voice)


@pytest.mark.parametrize("voice", VOICES)
@pytest.mark.parametrize("name", PLAYERS)
@pytest.mark.parametrize("game", GOLDEN)
def test_everybody_reads_what_is_written_down(game: str, name: str, voice: str) -> None:
    """A changed line shows here first; read it before you accept it (see transcripts.py)."""
    assert _played(game, voice)[name] == GOLDEN[game].path(name, voice).read_text()


@dataclass(frozen=True)
class Secret:
    """A word that nobody but *owner* may read before *shown* is read for the *time*-th time."""

    game: str
    owner: str
    word: str
    shown: str
    time: int = 1


def _of_round(number: int, **words: str) -> list[Secret]:
    """Boggle: words that one player alone has typed in that round."""
    return [
        Secret("boggle", owner, word, "TIME IS UP.", number)
        for owner, his in words.items()
        for word in his.split()
    ]


SECRETS = [
    # The word of ann is guessed.
    Secret("probe", "bob", "TREASURE", "BOB TURNS UP WHAT NOBODY FOUND"),
    Secret("probe", "cy", "XQZW", "CY LOSES 100"),
    *_of_round(1, ann="WALK XYZZY BLEAK", bob="TALKER TRACK", cy="THWAK LARK"),
    *_of_round(2, ann="TURNOUT NOISY", bob="OUTAGE GROG", cy="SNOUT OURS GYRO"),
]


@pytest.mark.parametrize("voice", VOICES)
@pytest.mark.parametrize("secret", SECRETS, ids=lambda secret: f"{secret.owner}-{secret.word}")
def test_nobody_reads_a_secret_before_it_is_shown(voice: str, secret: Secret) -> None:
    """Until then, only its owner reads the word; and then all do."""
    for name in set(PLAYERS) - {secret.owner}:
        lines = _read(_played(secret.game, voice)[name].upper())
        shown = [at for at, line in enumerate(lines) if secret.shown in line][secret.time - 1]
        assert not any(secret.word in line for line in lines[:shown])
        assert any(secret.word in line for line in lines[shown:])


def _read(text: str) -> list[str]:
    """The lines without what their reader typed himself."""
    return [line for line in text.splitlines() if not line.startswith("> ")]


@pytest.mark.parametrize("voice", VOICES)
@pytest.mark.parametrize("name", PLAYERS)
@pytest.mark.parametrize("game", GOLDEN)
def test_a_person_at_80_columns_can_read_it(game: str, name: str, voice: str) -> None:
    """No line for a person is longer than 79 columns or anything but plain ASCII."""
    for line in _played(game, voice)[name].splitlines():
        if voice == "program":
            assert len(line.encode()) <= 16_384
        else:
            assert line.isascii()
            assert line.isprintable()
            assert len(line) <= 79 or line.startswith("> ")


@pytest.mark.parametrize("game", GOLDEN)
def test_the_script_plays_to_the_end(game: str) -> None:
    """The last line of the script shows the finished game."""
    lines = list(GOLDEN[game].script())
    assert lines[-1][1] == "history"
    assert f"g1: {game}" in _played(game, "person")["ann"]


WRITTEN_BY_ANN = {"walk hawker", "xyzzy chalk reach", "walk bleak"}
"""Lines of the first round."""


@pytest.mark.parametrize("voice", VOICES)
def test_while_lists_are_written_nobody_hears_of_it(voice: str) -> None:
    """Boggle: had ann written nothing, the others had read the same to the end of the round."""
    whole = _played("boggle", voice)
    quiet = transcripts(GOLDEN["boggle"], voice, without=WRITTEN_BY_ANN)
    for name in ("bob", "cy", "wat"):
        assert _until_read_out(quiet[name]) == _until_read_out(whole[name])
    assert _until_read_out(quiet["ann"]) != _until_read_out(whole["ann"])


def _until_read_out(text: str) -> str:
    return text.partition("Time is up")[0]
