"""A whole host tells nobody what is not for him: whatever is hidden, he reads the same."""

from __future__ import annotations

from random import Random

import pytest

from parlour.api import SPECTATOR, Seat, Viewer
from parlour_kit.two_hosts import OneHost, compare_now, compare_scripts, play_both
from tests.games.hunt.game import HUNT


@pytest.mark.sweep
@pytest.mark.parametrize("viewer", [Seat(1), Seat(2), Seat(3), SPECTATOR])
def test_another_position_that_looks_the_same_to_him_brings_the_same_answers(
    viewer: Viewer,
) -> None:
    """Exchanged in the middle of a game."""
    for seed in range(3):
        rng = Random(seed)
        one, two = (OneHost(HUNT, seats=3, options="top=9", programs=seed % 2) for _ in range(2))
        for _ in range(4 + seed):
            play_both(one, two, rng)
        compare_now(one, two, viewer, rng)


@pytest.mark.sweep
@pytest.mark.parametrize("programs", [0, 1])
def test_two_games_that_differ_in_a_secret_are_read_alike_by_all_others(programs: int) -> None:
    """Bob hides another number and notes other words; Ann, the watcher and the lobby compare."""
    script = [
        ("ann", "3"),
        ("bob", "4"),
        ("cy", "5"),
        ("bob", "note ann has three"),
        ("ann", "try bob 1"),
        ("bob", "note what else"),
        ("bob", "note one more"),
        ("bob", "try cy 9"),
        ("cy", "cheer loudly"),
    ]
    other = list(script)
    other[1], other[3] = ("bob", "7"), ("bob", "note quite another thing")
    compared = compare_scripts(
        lambda: OneHost(HUNT, seats=3, options="top=9", programs=programs),
        script,
        other,
        blind=("ann", "cy", "wat", "zoe"),
    )
    assert compared == 36


def test_where_bare_words_are_asked_for_the_probes_ask_and_are_no_words() -> None:
    """Ann and Cy are still to hide a number, and see the position after every line."""
    scenes: list[OneHost] = []

    def make() -> OneHost:
        scenes.append(OneHost(HUNT, seats=3))
        return scenes[-1]

    assert compare_scripts(make, [("bob", "4")], [("bob", "7")], blind=("ann", "cy", "wat")) == 3
    for scene in scenes:
        assert scene.read("ann").count(b"Numbers from 1 to") == 1
        assert scene.match.steps == 2, "the start, and what Bob has hidden"
