"""The transcripts of whole games are what a person has read and found good."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Final

import msgspec
import pytest

from tests.golden.transcripts import GOLDEN, HELLO, VOICES, transcripts
from tests.sessions.test_tapped import told_to_type
from tests.sizes import sized

ALL_VOICES = (*VOICES, *sorted(HELLO.keys() - VOICES))


@pytest.fixture(params=[(game, voice) for game in GOLDEN for voice in ALL_VOICES], ids="-".join)
def game_in_a_voice(request: pytest.FixtureRequest) -> tuple[str, str]:
    """Each game in each voice, played once for all the tests that look at it."""
    game, voice = request.param
    return game, voice


@cache
def _played(game: str, voice: str) -> dict[str, str]:
    return transcripts(GOLDEN[game], voice)


def test_everybody_reads_what_is_right(game_in_a_voice: tuple[str, str]) -> None:
    """What is written down, and no secret before it is shown; and a person can read it."""
    game, voice = game_in_a_voice
    for name, text in _played(game, voice).items():
        if voice in VOICES:
            check_written_down(game, name, voice)
        check_lines(text, voice)
        if voice == "tapper":
            check_sentences(name, text)
    for secret in SECRETS:
        if secret.game == game:
            check_secret(secret, voice)


def check_written_down(game: str, name: str, voice: str) -> None:
    """A changed line shows here first; read it before you accept it (see transcripts.py)."""
    assert _played(game, voice)[name] == GOLDEN[game].path(name, voice).read_text()


@dataclass(frozen=True)
class Secret:
    """A word that nobody but *owners* may read before *shown* is read for the *time*-th time."""

    game: str
    owners: str
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
    Secret("probe-of-two", "bob", "XQZW", "BOB LOSES 100"),
    Secret("probe-of-two", "ann", "TREASURE", "ANN TURNS UP WHAT NOBODY FOUND"),
    *_of_round(1, ann="WALK XYZZY BLEAK", bob="TALKER TRACK", cy="THWAK LARK"),
    *_of_round(2, ann="TURNOUT NOISY", bob="OUTAGE GROG", cy="SNOUT OURS GYRO"),
    Secret("boggle-and-newcomers", "bob", "MUDPIE", "BOB: 0 POINTS"),
    # Passwords, which their givers know; answers, which wait for challenges or for another one.
    Secret("password", "ann bob", "STREET", "THE PASSWORD WAS STREET"),
    Secret("password", "cy", "ROAD", "ROAD: NO."),
    Secret("password", "ann bob dee", "CHEETAH", "CHEETAH: RIGHT!"),
    Secret("password", "cy", "LEOPARD", "LEOPARD: NO."),
    Secret("password", "bob cy dee", "MARSHMALLOW", "MARSHMALLOW: RIGHT!"),
    Secret("password", "ann bob cy", "LOLLIPOP", "LOLLIPOP: RIGHT!"),
    Secret("password", "ann cy dee", "HEDGEHOG", "HEDGEHOG: RIGHT!"),
    Secret("password", "bob", "PORCUPINE", "PORCUPINE: NO."),
    Secret("password-and-leavers", "ann bob eve", "PACKAGE", "THE PASSWORD WAS PACKAGE"),
    Secret("password-and-leavers", "ann bob cy dee", "CHOCOLATE", "CHOCOLATE: RIGHT!"),
    Secret("password-of-three", "ann cy", "NEWT", "NEWT: RIGHT!"),
    Secret("password-of-three", "bob", "GECKO", "GECKO: NO."),
    Secret("password-of-three", "ann bob", "POTATO", "POTATO: RIGHT!"),
    Secret("password-of-three", "ann", "DESK", "DESK: RIGHT!"),
    Secret("password-of-three", "bob", "CUPBOARD", "CUPBOARD: NO."),
]


def check_secret(secret: Secret, voice: str) -> None:
    """Until then, only its owners read the word; and then all do."""
    for name in set(GOLDEN[secret.game].players) - set(secret.owners.split()):
        lines = _read(_played(secret.game, voice)[name].upper())
        shown = [at for at, line in enumerate(lines) if secret.shown in line][secret.time - 1]
        assert not any(secret.word in line for line in lines[:shown])
        assert any(secret.word in line for line in lines[shown:])


def _read(text: str) -> list[str]:
    """The lines without what their reader typed himself."""
    return [line for line in text.splitlines() if not line.startswith("> ")]


def check_lines(text: str, voice: str) -> None:
    """No line for a person is longer than 79 columns or anything but plain ASCII."""
    for line in text.splitlines():
        if voice in HELLO:
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
    assert f"g1: {GOLDEN[game].game.id}" in _played(game, "person")["ann"]


@dataclass(frozen=True)
class Unheard:
    """What nobody but *owners* hears of, before *shown* is read; empty: to the end."""

    game: str
    lines: set[str]
    owners: str
    shown: str


UNHEARD = [
    # Guesses that are refused, and a guess that waits until a card is up.
    Unheard("probe-of-two", {"guess bob kitchen..", "guess bob left kitchen.."}, "ann", ""),
    Unheard("probe-of-two", {"guess ann right treasury"}, "bob", "guesses TREASURY"),
    # The list of a round.
    Unheard("boggle", {"walk hawker", "xyzzy chalk reach", "walk bleak"}, "ann", "Time is up"),
    Unheard("boggle-and-newcomers", {"d1m", "lumpy swum", "take back swum"}, "ann bob", "ann: "),
    # Clues that are refused; one that is insisted on, until its giver thinks better of it.
    Unheard("password", {"street", "streets", "what is it then"}, "ann", ""),
    Unheard("password", {"mallow"}, "dee", ""),
    Unheard("password", {"insist mallow"}, "dee cy", ""),
    Unheard("password-and-leavers", {"insist packs"}, "ann bob eve", "clue for 3 points"),
    # Answers, until they are given out.
    Unheard("password", {"road"}, "cy", "guesses road"),
    Unheard("password-of-three", {"gecko", "newt"}, "bob", "guesses gecko"),
    Unheard("password-of-three", {"cupboard"}, "bob", "guesses cupboard"),
]


@pytest.mark.parametrize(
    ("unheard", "voice"),
    [
        pytest.param(unheard, voice, id=f"{min(unheard.lines)}-{voice}")
        for number, unheard in enumerate(UNHEARD)
        for voice in sized((VOICES[number % 2],), ALL_VOICES)
    ],
)
def test_nobody_hears_of_what_is_not_for_him(voice: str, unheard: Unheard) -> None:
    """Had it not been typed, the others had read the same, line by line, until it is shown."""
    whole = _played(unheard.game, voice)
    quiet = transcripts(GOLDEN[unheard.game], voice, without=unheard.lines)
    for name, text in whole.items():
        if name in unheard.owners.split():
            assert quiet[name] != text, name
        else:
            until = text.partition(unheard.shown)[0] if unheard.shown else text
            assert quiet[name].startswith(until.rpartition("\n")[0]), name


HELP: Final = re.compile(r"(> |#\S+ )/?(help|rules|commands|options|history|seals)\b")
"""Answers that are about what to type."""
DRAWN: Final = re.compile(r" [.?*A-Z] [ .?*A-Z]|\|$|^ {2,}\S|\d {2,}\d")
"""A line of a rack or a board, or of a table."""


def check_sentences(name: str, text: str) -> None:
    """In all games: nothing of what to type, and no drawing; and every question is a sentence."""
    asked, found = set[str](), set[str]()
    helping = False
    for line in text.splitlines():
        helping = bool(HELP.match(line)) if line.startswith("> ") else helping
        at = line.find(" {")
        if at < 0 or line.startswith("> ") or helping:
            continue
        told = msgspec.json.decode(line[at + 1 :])
        asked.add(told.get("says", ""))
        found.update(each for each in told["text"] if DRAWN.search(each))
        found.update(told_to_type("\n".join((*told["text"], told.get("says", "")))))
    assert found == set()
    assert {says for says in asked - {""} if says[-1:] not in ".?"} == set()
    assert (asked == {""}) == (name == "wat"), "who only watches is asked nothing"
