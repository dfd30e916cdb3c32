"""Random games: what must hold at every moment, whatever the options and the luck."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from parlour import Refused, Seat
from parlour_probe import PROBE
from parlour_probe.decks import BLANK, HIDDEN, VALUES, activity_cards
from parlour_probe.moves import Ask, Guess, Hide, Move, Show
from parlour_probe.state import Phase, State
from tests.plugins.probe.luck import game, read, typed, viewers
from tests.plugins.probe.playbook import NAMES, A, B, Play

GAMES = range(40)


@pytest.mark.parametrize("seed", GAMES)
def test_random_games_end(seed: int) -> None:
    """A player who knows the prompts only plays every game to its end; positions stay sound."""
    rng = Random(seed)
    play = None
    for play in game(rng, leaving=0.002 if seed % 2 else 0.0):
        check(play)
    assert play is not None
    assert play.over
    assert all(HIDDEN not in rack.face for rack in play.state.racks)
    assert play.winners <= set(play.state.seats) - play.state.gone
    assert play.winners


def check(play: Play) -> None:
    """What holds in every position."""
    state = play.state
    assert all(type(points) is int for points in PROBE.scoring.scores(state).values())
    for rack in state.racks:
        assert len(rack.face) == len(rack.cards) <= len(VALUES)
        assert all(f in (HIDDEN, c) for f, c in zip(rack.face, rack.cards, strict=True))
        assert BLANK not in rack.word
    cards = sorted([*state.deck, *state.used])
    assert cards == sorted(activity_cards(state.terms.activity_deck))
    assert (state.pending is not None) == (state.phase is Phase.SHOWING)
    assert (state.recital is not None) == (state.phase is Phase.RECITING)
    assert not state.held or state.pending is not None or state.recital is not None
    prompts = PROBE.rules.prompts(state)
    assert (not prompts) == play.over
    assert not set(prompts) & state.gone
    acting = [prompt for prompt in prompts.values() if prompt.urgent]
    assert play.over or acting
    if state.phase in (Phase.ASKING, Phase.SHOWING, Phase.RECITING):
        assert len(acting) == 1
        assert acting[0].due == PROBE.rules.deadline(state)


@pytest.mark.parametrize("seed", range(8))
def test_refusals_change_nothing(seed: int) -> None:
    """G-2: a refused move leaves an equal state; whoever makes whatever move at any moment."""
    rng = Random(seed)
    for play in game(rng):
        seat = rng.choice(play.state.seats)
        other = rng.choice([*play.state.seats, *NAMES])
        moves: list[Move] = [
            Hide(rng.choice(["", "X.X", "LANTERN", "XYZZY"])),
            Ask(other, rng.choice("EZ.e")),
            Show(rng.randint(0, 13)),
            Guess(other, rng.choice(["LANTERN", "..XYZZY"]), rng.choice([0, 0, 1])),
        ]
        move = rng.choice(moves)
        changes(play, seat, move)


def changes(play: Play, seat: Seat, move: Move) -> bool:
    """Make a move aside; it is either refused with one good line, or changes something."""
    before = play.state
    try:
        step = PROBE.rules.apply(before, seat, move, play.context())
    except Refused as refused:
        text = refused.text
    else:
        assert step.state != before
        return True
    assert play.state == before
    assert text.isascii()
    assert len(text) <= 79
    return False


def test_everything_open_is_accepted() -> None:
    """Each verb of each prompt with each choice is a move that the rules take."""
    rng = Random(5)
    for play in game(rng):
        if rng.random() < 0.1:
            for seat, prompt in play.prompts().items():
                for spec in prompt.moves:
                    move = read(play, seat, spec.verb.name, typed(spec, rng))
                    PROBE.rules.apply(play.state, seat, move, play.context())


def test_the_same_luck_gives_the_same_game() -> None:
    """G-5: with the same seed and the same lines the game is the same, state by state."""
    first = [play.state for play in game(Random(11))]
    second = [play.state for play in game(Random(11))]
    assert first == second


def test_moves_survive_the_record() -> None:
    """Moves are read back from a record as they were written."""
    moves: list[Move] = [Hide("..A"), Ask(A, "E"), Show(3), Guess(B, "LANTERN")]
    for move in moves:
        encoded = msgspec.json.encode(move)
        assert msgspec.json.decode(encoded, type=PROBE.move_type) == move


def test_views_and_events_can_be_sent() -> None:
    """Views and heard events are made of plain values, and texts fit the reader's width."""
    rng = Random(3)
    for play in game(rng, leaving=0.001):
        for viewer in viewers(play):
            for heard in play.heard(viewer):
                assert msgspec.json.encode(heard).startswith(b"{")
            for width in (40, 79):
                lines = play.told(viewer, width)
                if rng.random() < 0.05:
                    lines += play.shown(viewer, width)
                assert all(len(line) <= width and line.isascii() for line in lines)
        if rng.random() < 0.05:
            assert b'"phase"' in msgspec.json.encode(play.look())
            for seat in play.prompts():
                assert all(len(line) <= 79 for line in play.asked(seat))


def test_state_is_a_value() -> None:
    """States compare by value and are frozen."""
    state = Play(["FISH", "TREE", "CALM"]).state
    assert state == Play(["FISH", "TREE", "CALM"]).state
    assert state != Play(["FISH", "TREE", "BOLD"]).state
    assert State.__hash__ is not None
