"""What shows in one situation only is found with default settings: a sample of the corners."""

from __future__ import annotations

from dataclasses import replace

import pytest

from parlour.api import (
    AnyGame,
    ChoiceOption,
    NumberOption,
    OptionValue,
    SeatOption,
    SwitchOption,
    TextOption,
)
from parlour.lexicons import Lexicons
from parlour_boggle import BOGGLE
from parlour_kit import Trial, check_all
from parlour_kit.variety import rows_of
from parlour_password import PASSWORD
from parlour_probe import PROBE
from tests.kit.spoof import SPOOF
from tests.secrecy.planted import Planted
from tests.secrecy.planted.in_corners import CORNERS
from tests.sizes import sized

LISTS = Lexicons()
SAMPLE = {
    "boggle-at_once_and_large": 9,
    "boggle-dear_mistakes": 6,
    "boggle-french_dice": 2,
    "boggle-second_of_two": 0,
    "boggle-without_a_clock": 3,
    "password-fourth": 1,
    "password-hard": 7,
    "password-third_of_three": 3,
    "probe-accents_heard": 4,
    "probe-in_french": 3,
    "probe-said_in_french": 0,
    "probe-while_hiding": 4,
}
"""Those that are found soonest, each with the one of the twelve default games that shows it.

`python -m tests.kit.measure leaks` looks for all, in all games.
"""


FEW = {
    *("boggle-dear_mistakes", "password-third_of_three"),
    *("probe-accents_heard", "probe-in_french", "probe-said_in_french"),
}
"""One of each kind: a number, a seat, another word list, and another language of the reader."""


@pytest.mark.parametrize(
    "leak", [leak for leak in CORNERS if str(leak) in sized(FEW, SAMPLE)], ids=str
)
def test_a_leak_in_a_corner_is_found(leak: Planted) -> None:
    """By `blindness`, as the command runs it, in the game that shows it."""
    seed = SAMPLE[str(leak)]
    trial = Trial(leak.make(), games=1, seed=seed, lexicon=LISTS["en"], lists=LISTS, findings=1)
    (verdict,) = check_all(trial, ["blindness"])
    assert verdict.finding is not None
    assert "gives away" in verdict.finding.found


@pytest.mark.parametrize("game", [PROBE, BOGGLE, PASSWORD], ids=lambda game: game.id)
def test_every_choice_is_opened(game: AnyGame) -> None:
    """Every number of players, and every choice or both ends of each option, in a few openings."""
    trial = Trial(game, lexicon=LISTS["en"], lists=LISTS)
    first = [played.moments[0] for played in trial.openings if played.moments]
    assert {len(moment.setup.seats) for moment in first} == {*trial.game.seats}
    wanted: set[OptionValue]
    for option in trial.game.options:
        match option:
            case ChoiceOption():
                wanted = {*option.choices}
            case NumberOption():
                wanted = {option.min, option.max, option.default}
            case SwitchOption():
                wanted = {False, True}
            case SeatOption():
                wanted = {*option.words, 1}
            case _:
                continue
        opened = {moment.setup.options[option.name] for moment in first}
        assert opened >= wanted, option.name


def test_the_french_edition_is_played_with_french_words() -> None:
    """A choice may bring another word list, as on a host."""
    trial = Trial(PROBE, lexicon=LISTS["en"], lists=LISTS)
    first = [played.moments[0] for played in trial.openings]
    french = [moment for moment in first if moment.setup.options["edition"] == "fr"]
    assert french
    assert {moment.lexicon.name for moment in french if moment.lexicon} == {"fr"}


def test_rows_have_most_pairs() -> None:
    """Two dozen rows hold nearly every pair of values, and the first ones are the corners."""
    rows = list(rows_of(PROBE))
    assert len(rows) == 24
    assert [row.seats for row in rows[:3]] == [2, 6, 6]
    assert rows[0].options == {}
    assert (rows[1].options["min_word_length"], rows[2].options["turn_seconds"]) == (12, 0)
    pairs = {(row.options.get("edition"), row.seats) for row in rows}
    assert pairs >= {("fr", seats) for seats in PROBE.seats}


def test_a_text_is_as_short_and_as_long_as_it_may_be() -> None:
    """The rows have both, beside the usual one."""
    option = TextOption("pile", "the cards of the pile", "XO", longest=5, letters="XOZ")
    rows = rows_of(replace(SPOOF, options=(option,)))
    assert {row.options.get("pile") for row in rows} == {None, "X", "XOZXO"}
