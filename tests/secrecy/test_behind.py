"""Watchers of a table with `watch=delay:60` cannot tell what has happened there since a minute."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from parlour.lexicons import load_english
from parlour_kit import Leak
from parlour_kit.two_hosts import OneHost, compare_scripts
from parlour_probe import PROBE
from tests.sizes import sized

LEXICON = load_english()
OPTIONS = "first_player=seat1 activity_deck=none word_check=off"
NOW = (
    ("ann", "hide ..painted."),
    ("bob", "hide treasure"),
    ("cy", "hide wonder.."),
    ("ann", "ask bob ."),
    ("bob", "ask cy q"),
    ("wat", "say who asks?"),
    ("zoe", "watch 1"),
    ("zoe", "look 1"),
    ("zoe", "tell wat hello"),
    ("wat", "seals 1"),
    ("wat", "seals verify g1"),
    ("wat", "scores 1"),
)
"""Ann loses 50 points (R-P-31). Then watchers ask for all that they may ask."""
OTHERWISE = tuple(
    (name, {"ask bob .": "ask cy z", "ask cy q": "ask ann z"}.get(line, line))
    for name, line in NOW
)
"""Ann asks somebody else for a letter, and so does bob."""


def table(watch: str, programs: int) -> Callable[[], OneHost]:
    """A table whose game began a while ago, so that watchers have seen the start."""

    def make() -> OneHost:
        host = OneHost(
            PROBE,
            seats=3,
            options=f"{OPTIONS} watch={watch}",
            lexicons={"en": LEXICON},
            programs=programs,
        )
        host.host.wait(70)
        return host

    return make


@pytest.mark.parametrize("programs", [0, 1])
def test_watchers_read_nothing_of_the_last_minute(programs: int) -> None:
    """Neither what they are sent nor any answer differs, nor what is in the list of tables."""
    compared = compare_scripts(table("delay:60", programs), NOW, OTHERWISE, blind=("wat", "zoe"))
    assert compared == 2 * len(NOW)


@pytest.mark.parametrize("programs", sized((1,), (0, 1)))
def test_without_a_delay_they_would(programs: int) -> None:
    with pytest.raises(Leak):
        compare_scripts(table("on", programs), NOW, OTHERWISE, blind=("wat", "zoe"))
