"""Sixty leaks, each planted alone in an honest game: two for every place in every game."""

from __future__ import annotations

from tests.secrecy.planted.in_boggle import boggle
from tests.secrecy.planted.in_offers import OPTIONS, at_once, noted
from tests.secrecy.planted.in_password import password
from tests.secrecy.planted.in_probe import of_two, probe
from tests.secrecy.planted.leak import PLACES, Planted

PLANTED: tuple[Planted, ...] = (*probe.leaks, *boggle.leaks, *password.leaks)
"""Every leak, by game and place. The first of a place is the one that is found sooner."""
OF_TWO: tuple[Planted, ...] = (*of_two.leaks,)
IN_OFFERS: tuple[Planted, ...] = (*noted.leaks, *at_once.leaks)
"""Leaks at tables with `OPTIONS`."""

__all__ = ["IN_OFFERS", "OF_TWO", "OPTIONS", "PLACES", "PLANTED", "Planted"]
