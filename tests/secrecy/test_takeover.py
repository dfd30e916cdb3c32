"""Somebody asks for the seat of a disconnected player: they learn its secrets with the seat only.

Two hosts differ in the number that bob has hidden. Bob is disconnected, zoe asks for his seat, and
the others agree.
"""

from __future__ import annotations

from collections.abc import Sequence

from parlour_kit import Leak
from parlour_kit.two_hosts import PROBES, OneHost, first_difference
from tests.games.hunt.game import HUNT

BEFORE = ("/watch 1", "/look 1", "/leave 1", "/join 1 bob", *PROBES, "/decline", "/accept")
"""What zoe tries before she has the seat."""


def check_takeover() -> None:
    """Raise Leak if anybody learns too early what bob has hidden, or at all but for zoe."""
    one, two = _played(5), _played(6)
    scenes = (one, two)
    for scene in scenes:
        scene.clients["bob"].lose()
    for line in BEFORE:
        _both(scenes, "zoe", line)
        _check(scenes, ("ann", "cy", "wat", "zoe"), line)
    for name in ("ann", "cy"):
        _check(scenes, ("ann", "cy", "wat", "zoe"), "somebody agrees")
        _both(scenes, name, "/accept")
    _check(scenes, ("ann", "cy", "wat"), "the seat is given away")
    for name in ("ann", "cy", "wat"):
        for line in PROBES:
            _both(scenes, name, line)
    _check(scenes, ("ann", "cy", "wat"), "the game goes on")
    _both(scenes, "zoe", "/look")
    assert one.blurred("zoe") != two.blurred("zoe"), "zoe has taken over bob's number"


def _played(number: int) -> OneHost:
    scene = OneHost(HUNT, seats=3, options="top=9 answers=cold")
    for name, line in (("ann", "/hide 3"), ("bob", f"/hide {number}"), ("cy", "/hide 8")):
        scene.send(name, line)
    return scene


def _both(scenes: Sequence[OneHost], name: str, line: str) -> None:
    for scene in scenes:
        scene.send(name, line)


def _check(scenes: Sequence[OneHost], readers: Sequence[str], when: str) -> None:
    one, two = scenes
    for name in readers:
        if one.blurred(name) != two.blurred(name):
            difference = first_difference(one.blurred(name), two.blurred(name))
            raise Leak(f"after '{when}' {name} knows what is hidden: {difference}")
    if one.log != two.log:
        raise Leak(f"after '{when}' the log tells: {first_difference(one.log, two.log)}")


def test_a_player_who_asks_for_a_seat_learns_what_it_knows_when_they_have_it() -> None:
    """Nobody else learns anything by it, and neither does the log."""
    check_takeover()
