"""`parlour check-game` finds each planted fault, says where, and how to mend it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Final

import pytest

from parlour import Cell, Context, Grid, MoveFault, Refused, Row, Scene, Seat, Step, Text
from parlour.lexicons import load_english
from parlour_kit import CHECK_NAMES, Trial, check_all, playing
from parlour_kit.checks import Finding, Verdict
from tests.kit.planted import (
    PLANTED,
    Planted,
    in_agreement,
    in_chapters,
    in_part,
    in_scenes,
    sideways,
)
from tests.kit.spoof import SPOOF, Event, Move, SpoofRules, State
from tests.secrecy.leaky.variants import in_the_lobby
from tests.sizes import LONG, sized

GAMES = 6
SOONEST: Final = {
    "answers-right-faster": 1,
    "asked-by-verb-label": 7,
    "crashes-for-four": 2,
    "nobody-is-asked": 1,
    "says-what-it-drew": 6,
    "seals-quietly": 5,
    "shows-the-sum": 6,
    "sorted-after-leaving": 7,
    "works-on-threes": 6,
    "tells-of-the-hands-it-does-not-show": 6,
}
"""The game that shows a fault, where the first one does not, or takes long."""


def found_by_its_check(fault: Planted) -> Finding | None:
    """What the check says that should find it."""
    games = 1 if fault.alone or fault.name in SOONEST else sized(1, GAMES)
    seed = SOONEST.get(fault.name, 0)
    trial = Trial(fault.make(), games=games, seed=seed, origin=fault.origin, findings=1)
    (verdict,) = check_all(trial, [fault.check])
    return verdict.finding


def test_there_are_enough_faults_of_each_kind() -> None:
    """At least forty beside the sixty leaks of tests/secrecy; each check but two finds one."""
    assert len(PLANTED) == len({fault.name for fault in PLANTED}) >= 40
    assert {*CHECK_NAMES} - {fault.check for fault in PLANTED} <= {"hosts"}


def test_no_field_of_a_picture_is_forgotten() -> None:
    """Of those that plain text does not show; `says`, `types`, `trace` and `turn` came earlier."""
    told = {field.name for kind in (Cell, Row, Grid, Text, Scene) for field in fields(kind)}
    plain = {"text", "style", "note", "framed", "cells", "label", "score", "mark", "name", "rows"}
    plain |= {"heads", "runs", "indent", "spare", "blocks", "title"}
    assert set(in_scenes.TELLS) == told - plain - {"says", "types", "trace", "turn"}


ALIKE: Final = {
    *("asked-by-default", "asked-by-known", "asked-by-letters", "asked-by-most"),
    *("asked-by-number-default", "asked-by-secret", "asked-by-verb-weight"),
}
"""Other fields of a prompt than those of `asked-by-label`, `-least` and `-verb-label`. A prompt is
compared as a whole, so only `--long` asks for each.
"""


@pytest.mark.parametrize(
    "fault", [fault for fault in PLANTED if LONG or fault.name not in ALIKE], ids=str
)
def test_a_planted_fault_is_found(fault: Planted, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the check that is for it, in words that say what to do."""
    monkeypatch.setattr(playing, "MAX_STEPS", 3_000)  # none but the endless game has so many
    finding = found_by_its_check(fault)
    assert finding is not None
    assert fault.says in f"{finding.found} {finding.mend}"
    assert finding.mend.endswith(".")


def test_a_title_that_looks_at_a_game_is_found() -> None:
    """The list of tables shows it, so no rule of `Views` keeps it back."""
    trial = Trial(in_the_lobby(), games=2, lexicon=load_english())
    (verdict,) = check_all(trial, ["purity"])
    assert verdict.finding is not None
    assert verdict.finding.found.startswith("Game.title is not the same while a game is played.")
    assert len(verdict.finding.story) <= 8


@pytest.mark.parametrize("fault", in_agreement.HONEST, ids=["channel", "takeback"])
def test_an_honest_channel_and_takeback_pass(fault: Planted) -> None:
    """The checks that the faults of both are for."""
    only = {each.check for each in in_agreement.PLANTED}
    verdicts = list(check_all(Trial(fault.make(), games=sized(1, 2)), only))
    assert [one.finding for one in verdicts if one.finding is not None] == []


def test_a_game_that_forgets_its_rounds_passes() -> None:
    """In twins of the ends of its rounds, too."""
    (verdict,) = check_all(Trial(in_chapters.notes(), games=1), ["chapters"])
    assert verdict.passed, verdict.findings
    assert " 0 twins" not in verdict.told


def test_a_game_that_shows_a_part_of_what_is_hidden_passes() -> None:
    """One hand, if it tells nothing of the others."""
    (verdict,) = check_all(Trial(in_part.HONEST.make(), games=1), ["blindness"])
    assert verdict.passed, verdict.findings


@pytest.mark.parametrize("fault", sideways.HONEST, ids=["quiet"])
def test_honest_moves_of_which_nobody_hears_pass(fault: Planted) -> None:
    """All that others see of them is that the game goes on when the last one has moved."""
    only = {each.check for each in sideways.PLANTED}
    verdicts = list(check_all(Trial(fault.make(), games=sized(1, 4)), only))
    assert [one.finding for one in verdicts if one.finding is not None] == []


@pytest.fixture(scope="module")
def honest() -> Mapping[str, Verdict]:
    """What every check says of Spoof, in which the faults are planted."""
    trial = Trial(SPOOF, games=sized(1, 4), origin="tests.kit.spoof:SPOOF")
    return {one.check.name: one for one in check_all(trial)}


def test_an_honest_game_passes_every_check(honest: Mapping[str, Verdict]) -> None:
    assert [*honest] == list(CHECK_NAMES)
    assert [one.finding for one in honest.values() if one.finding is not None] == []


def test_what_reveals_excuses_is_named(honest: Mapping[str, Verdict]) -> None:
    """A `reveals` that returns too much hides leaks: the author reads which events it excused."""
    told = honest["blindness"].told
    assert told.endswith("Views.reveals let differ: Guessed. May all know that?")


def test_what_everybody_sees_follow_is_asked(honest: Mapping[str, Verdict]) -> None:
    """Points for a hidden hand would show so: the author reads what differs, and after what."""
    told = honest["blindness"].told
    assert "Guess (last, points)" in told
    assert "That is right if the rules reveal it." in told


class Refusing(SpoofRules):
    """They refuse what they have offered."""

    def apply(self, state: State, seat: Seat, move: Move, ctx: Context) -> Step[State, Event]:
        """Refuse it."""
        raise Refused(MoveFault.ILLEGAL, "No.")


REFUSING: Final = replace(SPOOF, rules=Refusing())


def test_what_fails_here_is_not_told_again_because_it_fails_in_another_process_too() -> None:
    trial = Trial(REFUSING, games=1, origin=f"{__name__}:REFUSING")
    found = {one.check.name: one.finding for one in check_all(trial, ["prompts", "purity"])}
    assert found["prompts"] is not None
    assert found["purity"] is None


def test_what_two_hosts_show_is_not_told_again_as_a_leak_of_the_game() -> None:
    """If `hosts` alone tells it, it is a finding. So the author mends the first, and sees."""
    (fault,) = (fault for fault in PLANTED if fault.name == "asked-by-enter")
    (alone,) = check_all(Trial(fault.make(), games=2, findings=1), ["hosts"])
    assert alone.finding is not None
    trial = Trial(fault.make(), games=2, findings=1)
    first, second = check_all(trial, ["blindness", "hosts"])
    assert first.finding is not None
    assert second.finding is None
    assert second.unchecked == "it fails too. Mend what blindness found first"


def test_a_long_game_is_told_as_a_short_one() -> None:
    """It fails after hundreds of moves. What is told is short enough to be shown as a whole."""
    (fault,) = (fault for fault in PLANTED if fault.name == "crashes-seldom")
    trial = Trial(fault.make(), games=1)
    (verdict,) = check_all(trial, ["plays"])
    assert len(trial.played[0].moments) > 200
    assert verdict.finding is not None
    assert len(verdict.finding.story) <= 8


@pytest.mark.parametrize(
    ("name", "told"),
    [
        (
            "crashes-in-a-guess",
            ["2 players: ann, bob", "bob: hide 1", "ann: hide 1", "ann: guess"],
        ),
        ("crashes-for-four", ["4 players: ann, bob, cy, dee"]),
        ("leaving-crashes", ["2 players: ann, bob", "bob leaves"]),
    ],
)
def test_a_crash_is_told_with_what_it_happened_over(name: str, told: list[str]) -> None:
    """The shortest game ends with the move, or the leaver, that the game failed over."""
    (fault,) = (fault for fault in PLANTED if fault.name == name)
    finding = found_by_its_check(fault)
    assert finding is not None
    assert len(finding.story) == len(told)
    for line, beginning in zip(finding.story, told, strict=True):
        assert line.startswith(beginning)
