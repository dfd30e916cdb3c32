"""Other code of the same version is told from a forgery, with a fingerprint and without."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import pytest
from msgspec.structs import replace as changed

from parlour.api import AnyGame, Context, Seat, Setup, Step
from parlour.core.persistence import Finished
from parlour.engine import record as r
from parlour.engine.table import RecordFault
from parlour.records import export, verify
from parlour.tables.archive import replay
from parlour_probe import PROBE
from parlour_probe.heard import Event
from parlour_probe.moves import Ask, Move
from parlour_probe.rules import ProbeRules
from parlour_probe.state import State
from tests.records.forging import move_of, with_entry, with_move
from tests.records.games import LEXICONS, played

CODE: Final = "c" * 32
THEN: Final = {"probe": replace(PROBE, code=CODE)}


class Strict(ProbeRules):
    """Rules that somebody has changed without a new version: nobody may ask for a blank."""

    def apply(self, state: State, seat: Seat, move: Move, ctx: Context) -> Step[State, Event]:
        if isinstance(move, Ask):
            raise KeyError(move.card)
        return super().apply(state, seat, move, ctx)


class Generous(ProbeRules):
    """Rules under which all begin with ten points."""

    def start(self, setup: Setup, ctx: Context) -> Step[State, Event]:
        step = super().start(setup, ctx)
        return changed(step, state=changed(step.state, scores=(10,) * len(setup.seats)))


def game(code: str = CODE) -> Finished:
    """A finished game that bears a fingerprint, or none."""
    return with_entry(played(1), 0, lambda start: changed(start, code=code))


def now(code: str, rules: ProbeRules | None = None) -> dict[str, AnyGame]:
    """Probe of the same version with that code."""
    return {"probe": replace(PROBE, code=code, rules=rules or PROBE.rules)}


def test_a_fingerprint_is_no_matter_while_the_game_goes_as_it_says() -> None:
    """With the same code, with other code, and where it is not known."""
    for code, here, recoded in ((CODE, CODE, False), (CODE, "d", True), ("", "d", False)):
        report = verify(export(game(code)), now(here), LEXICONS)
        assert (report.verdict, report.recoded) == ("good", recoded)
        text = "The code of the game has changed since; it comes to the same."
        assert (text in report.lines()) is recoded


@pytest.mark.parametrize("rules", [Strict(), Generous()])
@pytest.mark.parametrize("code", [CODE, ""])
def test_a_genuine_game_of_other_code_is_not_called_forged(rules: ProbeRules, code: str) -> None:
    """It cannot be checked here, and the report says why, where, and who could tell."""
    report = verify(export(game(code)), now("d" * 32, rules), LEXICONS)
    assert (report.verdict, report.fault, report.recoded) == ("unknown", None, True)
    text = " ".join(line.strip() for line in report.lines())
    which = "other code of version 1" if code else "code we do not know"
    assert text.startswith(
        f"This record cannot be checked here. It was played with {which} of probe"
    )
    assert "The first difference: line " in text
    assert text.endswith("Only with that code can anybody tell whether it is forged.")


def test_with_the_same_code_a_forgery_is_one() -> None:
    """Also where no code is known on either side."""
    for code in (CODE, ""):
        true = game(code)
        at = next(n for n, body in enumerate(true.entries) if "space" in move_of(r.decode(body)))
        forged = with_move(true, at, space=12)
        assert verify(export(forged), now(code), LEXICONS).verdict == "bad"
        assert verify(export(true), now(code, Generous()), LEXICONS).verdict == "bad"


def test_a_replay_with_other_code_shows_no_other_game() -> None:
    """It is refused as soon as it does not go as it says, and in the end if it did not."""
    shown = list(replay(game(), Seat(1), now("d"), LEXICONS))
    assert len(shown) == len(list(replay(game(), Seat(1), THEN, LEXICONS)))
    with pytest.raises(RecordFault, match="another result: it was played with other code"):
        list(replay(game(), Seat(1), now("d", Generous()), LEXICONS))
