"""Sixty leaks, each planted alone in an honest game: two for every place in every game."""

from __future__ import annotations

from tests.secrecy.planted.in_boggle import boggle
from tests.secrecy.planted.in_password import password
from tests.secrecy.planted.in_probe import of_two, probe
from tests.secrecy.planted.leak import PLACES, Planted

PLANTED: tuple[Planted, ...] = (*probe.leaks, *boggle.leaks, *password.leaks)
"""Every leak, by game and place. The first of a place is the one that is found sooner."""
OF_TWO: tuple[Planted, ...] = (*of_two.leaks,)

__all__ = ["OF_TWO", "PLACES", "PLANTED", "Planted"]
