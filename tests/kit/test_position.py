"""A position is read strictly, and played again to the same state."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from parlour.api import SPECTATOR, Refused
from parlour.lexicons import Lexicons
from parlour_boggle import BOGGLE
from parlour_kit import Match, position
from parlour_kit.playing import Moment, play
from parlour_kit.position import ActFault, Move, Position, PositionFault, Twin, Wait
from parlour_probe import PROBE

LISTS = Lexicons()


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("game", [PROBE, BOGGLE], ids=lambda game: game.id)
def test_a_random_game_is_played_again(game: Any, seed: int) -> None:
    moments: list[Moment] = []
    for moment in play(game, Random(seed), seats=2, lexicon=LISTS["en"], lists=LISTS):
        moments.append(moment)
        if len(moments) == 40:  # enough
            break
    luck = moments[0].seed.hex()
    acts = tuple(position.acts_of(moments))
    written = Position(game=game.id, seats=2, seed=luck, acts=acts)
    found = position.decoded(position.encoded(written), "f")
    assert found == written
    again = position.replayed(found, game, LISTS)
    assert [each.state for each in again] == [each.state for each in moments]


def test_a_seed_is_that_of_a_match() -> None:
    (start,) = position.replayed(Position(game="probe", seats=2, seed=7), PROBE, LISTS)
    assert start.state == Match(PROBE, 2, seed=7, lexicon=LISTS["en"]).state


def test_a_twin_goes_on_with_the_same_luck() -> None:
    acts = (Move(1, "hide TEAPOT"), Twin("watcher", 5))
    *_, before, twin = position.replayed(Position(game="probe", seats=3, acts=acts), PROBE, LISTS)
    assert twin.state != before.state
    assert twin.number == before.number
    look = PROBE.views.look
    assert look(twin.state, SPECTATOR) == look(before.state, SPECTATOR)


def test_an_act_that_does_not_fit_says_which_and_why() -> None:
    acts = (Move(1, "hide TEAPOT"), Move(1, "hide TEAPOT"), Wait())
    with pytest.raises(ActFault) as caught:
        position.replayed(Position(game="probe", seats=3, acts=acts), PROBE, LISTS)
    assert str(caught.value).startswith("Act 2 (seat 1: hide TEAPOT) does not fit any more: ")
    assert caught.value.number == 2
    assert len(caught.value.before) == 2
    assert isinstance(caught.value.__cause__, Refused)


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "is no position of Parlour"),
        (b"[" * 10_000, "is no position of Parlour"),
        (b'{"parlour": "position", "game": "probe", "seats": "two"}', "$.seats"),
        (b'{"parlour": "position", "game": "probe", "seats": 2, "sets": 3}', "unknown field"),
        (b'{"parlour": "position", "game": "probe", "seats": 2, "at": 1}', "has 0 acts"),
        (
            b'{"parlour": "position", "game": "probe", "seats": 2,'
            b'"acts": [{"do": "move", "seat": 1}]}',
            "act 1 needs either a line or a move",
        ),
        (b"x" * (position.BYTES_MOST + 1), "is larger than"),
    ],
    ids=["empty", "deep", "type", "unknown", "at", "neither", "large"],
)
def test_a_bad_file_is_one_line(data: bytes, says: str, tmp_path: Path) -> None:
    file = tmp_path / "bad.json"
    file.write_bytes(data)
    with pytest.raises(PositionFault) as caught:
        position.read(file)
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"game": "chess"}, "a position of chess"),
        ({"seats": 9}, "2 to 6 players, not for 9"),
        ({"options": {"sets": 3}}, "There is no option sets"),
        ({"lexicon": "klingon"}, "no word list klingon"),
    ],
)
def test_a_start_that_cannot_be(change: dict[str, Any], says: str) -> None:
    wanted = msgspec.structs.replace(Position(game="probe", seats=2), **change)
    with pytest.raises(PositionFault, match=says):
        position.replayed(wanted, PROBE, LISTS)


def test_a_move_may_be_json() -> None:
    acts = (Move(1, None, {"type": "hide"}),)
    with pytest.raises(ActFault, match="no move of probe"):
        position.replayed(Position(game="probe", seats=3, acts=acts), PROBE, LISTS)
