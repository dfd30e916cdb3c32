"""Commitments: how they are made, that they bind, and that nobody can try out guesses."""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import replace
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace as changed

from parlour.api import Context, OptionValue, Seat, Setup, Step
from parlour.engine import match as matches
from parlour.engine import seals
from parlour.engine import table_events as h
from parlour.engine.calls import GameFault
from parlour.engine.match import Match
from parlour.engine.record import encode_move
from tests.games.hunt.game import HUNT
from tests.games.hunt.rules import HuntRules
from tests.games.hunt.state import Hid, Hide, State

ANN, BOB = Seat(1), Seat(2)
SEED = bytes(range(32))
OPTIONS: dict[str, OptionValue] = {
    "top": 9,
    "seconds": 60,
    "answers": "warm",
    "cheers": True,
    "first": "lowest",
}


class Sealing(HuntRules):
    """Hunt, with what a seat hides sealed as it is hidden; `odd` is sealed in its place."""

    def __init__(self, odd: Any = None) -> None:
        self.odd = odd

    def apply(self, state: State, seat: Seat, move: Any, ctx: Context) -> Step[State, Any]:
        return self._sealed(super().apply(state, seat, move, ctx))

    def time_up(self, state: State, ctx: Context) -> Step[State, Any]:
        """Numbers are drawn for those who have hidden none."""
        return self._sealed(super().time_up(state, ctx))

    def _sealed(self, step: Step[State, Any]) -> Step[State, Any]:
        hidden = {event.seat: event.number for event in step.events if isinstance(event, Hid)}
        found = {seat: self.odd or {"number": number} for seat, number in hidden.items()}
        return changed(step, sealed=dict(sorted(found.items(), reverse=True)))


def begin(seed: bytes = SEED, odd: Any = None) -> Match:
    game = replace(HUNT, rules=Sealing(odd))
    new = Match(game=game, seats=(ANN, BOB), bots={}, seed=seed)
    return matches.start(new, Setup((ANN, BOB), OPTIONS))[0]


def sealed(happened: tuple[h.Happening, ...]) -> list[h.Sealed]:
    """The commitments among what happened."""
    return [news for news in happened if isinstance(news, h.Sealed)]


def test_a_commitment_is_made_as_it_is_documented() -> None:
    """Anyone who has the page can make it with any tool."""
    key = hmac.new(SEED, b"seal/3/2", hashlib.sha256).digest()[:16]
    data = b"parlour seal 1\nseal/3/2\n" + key + b'{"number":7}'
    assert seals.of_setup(SEED, 3, BOB, {"number": 7}) == hashlib.sha256(data).hexdigest()
    key = hmac.new(SEED, b"seal/seed", hashlib.sha256).digest()[:16]
    data = b"parlour seal 1\nseal/seed\n" + key + SEED
    assert seals.of_seed(SEED) == hashlib.sha256(data).hexdigest()
    assert seals.of_seed(SEED) == (
        "1b25dc3bf5981ba4dbfb6f66df2eaf0399ea2a1f089891e695f6de82d10601e3"
    )


def test_what_is_sealed_is_written_in_one_way() -> None:
    """Names in order, no blanks, UTF-8; numbers as keys become words."""
    assert seals.canonical({"b": [1, None], "a": {2: "\u00fc", 10: True}}) == (
        '{"a":{"10":true,"2":"\u00fc"},"b":[1,null]}'.encode()
    )
    assert seals.canonical({"x", "a"}) == b'["a","x"]'


def test_every_commitment_of_a_game_has_a_salt_of_its_own() -> None:
    """128 bits for each step and seat; equal set-ups of a game show nothing in common."""
    labels = [seals.SEED_LABEL]
    labels += [seals.setup_label(step, Seat(seat)) for step in range(300) for seat in range(1, 7)]
    salts = {seals.salt(SEED, label) for label in labels}
    assert len(salts) == len(labels)
    assert {len(salt) for salt in salts} == {16}
    assert seals.of_setup(SEED, 1, ANN, "FISH") != seals.of_setup(SEED, 1, BOB, "FISH")
    assert seals.of_setup(SEED, 1, ANN, "FISH") != seals.of_setup(SEED, 2, ANN, "FISH")


SEEDS = st.binary(min_size=32, max_size=32).filter(any)
"""Without the one that HMAC cannot tell from no key at all: nobody draws it."""


@given(SEEDS, SEEDS)
def test_without_the_seed_a_guess_cannot_be_tried(seed: bytes, other: bytes) -> None:
    """The right word under a wrong seed is as wrong as any other: there is nothing to compare."""
    told = seals.of_setup(seed, 1, ANN, "FISH")
    public = (b"", bytes.fromhex(told), bytes.fromhex(seals.of_seed(seed)), told.encode())
    for key in (*public, *([other] if other != seed else [])):
        assert seals.of_setup(key, 1, ANN, "FISH") != told
    assert hashlib.sha256(b'"FISH"').hexdigest() != told
    assert seals.of_setup(seed, 1, ANN, "FISH") == told, "with the seed it can"


def test_a_game_commits_to_its_seed_from_the_start_and_to_set_ups_as_they_are_made() -> None:
    """Public, in the match; a step seals by seat, in whatever order the rules name them."""
    match = begin()
    assert (match.commitment, match.seals) == (seals.of_seed(SEED), {})
    match, happened = matches.move(match, BOB, encode_move(Hide(7)), 10)
    first = seals.of_setup(SEED, 1, BOB, {"number": 7})
    assert sealed(happened) == [h.Sealed(BOB, first)]
    assert isinstance(happened[0], h.Occurred), "after what happened, before what it leads to"
    assert match.seals == {BOB: (first,)}
    _, happened = matches.time_up(begin(), 60_000)
    assert [news.seat for news in sealed(happened)] == [ANN, BOB]


def test_a_seat_may_hide_more_than_once() -> None:
    """Its commitments stand in the order in which they were told."""
    match = begin()
    match, _ = matches.move(match, ANN, encode_move(Hide(3)), 10)
    emptied = msgspec.structs.replace(match, state=replace(match.state, numbers={}))
    again, happened = matches.move(emptied, ANN, encode_move(Hide(3)), 20)
    assert again.seals[ANN] == (*match.seals[ANN], sealed(happened)[0].commitment)
    assert len(set(again.seals[ANN])) == 2, "the same number, told twice, does not show"


def test_what_cannot_be_written_down_cannot_be_sealed() -> None:
    """It is a fault of the game, found at the first move that seals it. What is sealed does
    not print: a step may come into a log.
    """
    with pytest.raises(GameFault, match="TypeError"):
        matches.move(begin(odd=object()), ANN, encode_move(Hide(3)), 10)
    assert "LANTERN" not in repr(Step(state=None, sealed={ANN: "LANTERN"}))
