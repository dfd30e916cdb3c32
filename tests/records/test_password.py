"""Games of Password as files: exported, played again from the seed, changed by a forger."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from random import Random
from typing import Final

import msgspec
import pytest
from msgspec.structs import replace

from parlour.api import Lexicon, Seat
from parlour.candidates import random_line
from parlour.core.limits import Limits
from parlour.core.persistence import Finished
from parlour.engine import record as r
from parlour.engine.match import Match
from parlour.lexicons import load_english
from parlour.records import Verification, export, read, verify
from parlour_kit.host import Client, Host
from parlour_kit.words import SmallList
from parlour_password import PASSWORD
from parlour_password.state import Outcome, State
from tests.records.forging import entries_of, move_of, with_entry, with_move
from tests.sizes import sized

GAMES: Final = {"password": PASSWORD}
FOUR: Final = ("ann", "bob", "cy", "dee")
THREE: Final = FOUR[:3]
LINES: Final = {
    "own": (FOUR, "deck=all clue_vote=on"),
    "challenges": (FOUR, "clue_check=challenge illegal_clue=forfeit tiebreak=extra_word"),
    "an operator's": (FOUR, "deck=party"),
    "three": (THREE, "rotate_giver=on"),
    "three, an operator's": (THREE, "deck=party"),
}
"""Who plays what, by what the game is called here."""
PARTY: Final = (
    *("anchor", "bottle", "candle", "desert", "engine", "forest", "guitar", "hammer", "island"),
    *("jacket", "kettle", "lemon", "mirror", "needle", "owl", "parrot", "quilt", "rocket"),
    *("saddle", "tunnel", "umbrella", "violin", "walnut", "yogurt", "zebra", "bridge"),
)


LISTS: Final[Mapping[str, Lexicon]] = {
    "en": load_english(),
    "party": SmallList(PARTY, name="party"),
}


class Evening:
    """A game as people play it, who sometimes know the word and sometimes let time pass."""

    def __init__(self, names: Sequence[str], options: str, seed: int) -> None:
        self.rng = Random(seed)
        self.host = Host(GAMES, LISTS, Limits(bot_pause_ms=0), seed)
        self.clients: dict[str, Client] = {name: self.host.person(name) for name in names}
        ann, *others = self.clients.values()
        ann.send(f"new password {options}")
        for client in others:
            client.send("join 1")
        ann.send("start")

    @property
    def match(self) -> Match:
        return self.host.house.tables.rooms[1].table.last_match

    def step(self) -> None:
        """Somebody makes a move, or all let their time pass."""
        if self.rng.random() < 0.05:
            self.host.wait(61)
            return
        seat = self.rng.choice(list(self.match.prompts))
        name = self.host.house.tables.rooms[1].table.name(seat)
        self.clients[name].send(self._line(seat))
        self.host.wait(self.rng.choice((0, 0.2, 1, 8)))

    def _line(self, seat: Seat) -> str:
        prompt = self.match.prompts[seat].prompt
        verb, rest = random_line(prompt, self.host.house.tables.rooms[1].table.names, self.rng)
        word = self.match.state.word.word
        if verb == "guess":
            rest = self.rng.choice((rest, word, f"{word}s"))
        elif verb == "clue":
            rest = self.rng.choice((rest, rest, rest, word, "two words"))
        return f"/{verb} {rest}"

    def play(self) -> None:
        while self.match.ended is None:
            self.step()

    @property
    def finished(self) -> Finished:
        """As it is kept when it is over."""
        kept = self.host.archive.get("g1")
        assert kept is not None
        return kept


@cache
def evening(kind: str, seed: int = 1) -> Evening:
    """A game of that kind, played to its end."""
    names, options = LINES[kind]
    whole = Evening(names, options, seed)
    whole.play()
    return whole


def played(kind: str, seed: int = 1) -> Finished:
    return evening(kind, seed).finished


def found(kind: str, seed: int) -> set[str]:
    """The words that somebody has guessed in it."""
    state: State = evening(kind, seed).match.state
    return {done.word.word for done in state.done if done.outcome is Outcome.FOUND}


def report_of(finished: Finished) -> Verification:
    """What `parlour verify` says of it."""
    return verify(export(finished), GAMES, LISTS)


@pytest.mark.sweep
def test_games_of_all_kinds_are_found_to_be_good() -> None:
    """Clues, refused and lost ones, pleas, sealed answers, forms, challenges, silence."""
    happened: set[str] = set()
    for kind in LINES:
        for seed in range(1, sized(3, 7)):
            finished = played(kind, seed)
            report = report_of(finished)
            assert (report.verdict, report.fault, report.missing) == ("good", None, None), kind
            assert report.finished == read(export(finished)) == replace(finished, players={})
            happened |= {type(entry).__name__ for entry in entries_of(finished)}
            happened |= {move_of(entry).get("type", "") for entry in entries_of(finished)}
    assert happened >= {"TimeUp", "Called", "clue", "insist", "guess", "pass", "next"}
    assert happened >= {"challenge", "waive", "agree", "object"}


def test_a_game_that_somebody_left_and_another_went_on_with_is_good() -> None:
    """O-W-22: the one who came has the seat and the points; later three go on alone."""
    table = Evening(FOUR, "tiebreak=extra_word", 3)
    table.clients["eve"] = table.host.person("eve")
    for _ in range(20):
        table.step()
    table.clients["dee"].send("/leave yes")
    table.clients["eve"].send("join 1")
    for _ in range(20):
        table.step()
    table.clients["bob"].send("/leave yes")
    for name in ("ann", "cy", "eve"):
        table.clients[name].send("/three")
    table.play()
    assert table.match.state.of_three
    kinds = {type(entry) for entry in entries_of(table.finished)}
    assert kinds >= {r.Joined, r.Stood}
    assert report_of(table.finished).verdict == "good"


@pytest.mark.sweep
@pytest.mark.parametrize("kind", LINES)
def test_every_changed_byte_is_found(kind: str) -> None:
    """Whatever it is changed into, and wherever it stands."""
    data, rng = export(played(kind)), Random(1)
    for at in rng.sample(range(len(data)), sized(20, 60)):
        changed = data[:at] + bytes([data[at] ^ rng.randrange(1, 256)]) + data[at + 1 :]
        assert verify(changed, GAMES, LISTS).verdict == "bad", at


@pytest.mark.parametrize("kind", LINES)
def test_a_forger_who_makes_the_hashes_anew_is_found_by_playing_again(kind: str) -> None:
    """Nobody takes back a right answer; and with another seed the words are others."""
    seed = next(seed for seed in range(1, 7) if found(kind, seed))
    finished = played(kind, seed)
    moves = [move_of(entry) for entry in entries_of(finished)]
    right = next(at for at, move in enumerate(moves) if move.get("text") in found(kind, seed))
    assert report_of(with_move(finished, right, text="xyzzy")).verdict == "bad"

    def reseed(entry: r.Started) -> r.Started:
        return msgspec.structs.replace(entry, seed="0" * 64)

    assert report_of(with_entry(finished, 0, reseed)).verdict == "bad"
