"""The game with closed talk and a list for an option: a good game, and leaks are noticed."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from parlour.api import Seat, Viewer
from parlour.plugins import game_faults
from parlour_kit import Leak, check_game
from parlour_kit.playing import play, random_options
from tests.games.hunt.state import Hide, Note, State
from tests.games.quiet import QUIET, TOPS, QuietViews
from tests.house.scene import Words


def test_the_host_finds_no_fault_with_it() -> None:
    assert game_faults(QUIET, lexicons=["en"]) == []


@pytest.mark.parametrize("deck", ["easy", "en"])
def test_that_somebody_may_not_talk_tells_nobody_what_is_hidden(deck: str) -> None:
    """G-2: asked at every moment, of every seat, for every viewer; also with a list by option."""
    options, lists = {"deck": deck}, {"en": Words()}
    report = check_game(
        QUIET,
        seeds=[1],
        seats=3,
        options=options,
        lists=lists,
        secret=(Hide, Note),
        hosts=False,
    )
    assert report.counts["twins"] > 20


@pytest.mark.parametrize("numbers", [{"deck": "en"}, {"deck": "easy"}, {}])
def test_a_list_reaches_the_rules_if_an_option_names_it(numbers: dict[str, str]) -> None:
    moment = next(iter(play(QUIET, Random(1), seats=2, options=numbers, lists={"en": Words()})))
    assert moment.state.top == (3 if numbers.get("deck") == "en" else TOPS["easy"])


def test_an_option_that_names_a_list_is_set_at_random_to_the_words_of_the_game() -> None:
    """A game can be tried so without any list."""
    assert {random_options(QUIET, Random(seed))["deck"] for seed in range(20)} == {"easy", "hard"}


class Hinting(QuietViews):
    """Who has hidden a low number must be silent."""

    def may_talk(self, state: State, viewer: Viewer) -> bool:
        return isinstance(viewer, int) and state.numbers.get(viewer, 0) > state.top // 2


class Singling(QuietViews):
    """Of what nobody but seat 1 may know, it is he alone who is silent."""

    def may_talk(self, state: State, viewer: Viewer) -> bool:
        """They know; but who tells them something learns it as well."""
        return viewer != Seat(1) or state.numbers.get(Seat(1), 0) % 2 == 0


@pytest.mark.parametrize("views", [Hinting(), Singling()])
def test_a_silence_that_depends_on_a_secret_is_found_out(views: QuietViews) -> None:
    """Also if it depends on what the silent one knows: others notice that they may not talk."""
    with pytest.raises(Leak, match="may talk"):
        check_game(replace(QUIET, views=views), seeds=[1], options={"deck": "hard"})
