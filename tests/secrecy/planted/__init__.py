"""Sixty leaks, each planted alone in an honest game: two for every place in every game."""

from __future__ import annotations

from tests.secrecy.planted import in_boggle, in_password, in_probe
from tests.secrecy.planted.leak import PLACES, Planted

PLANTED: tuple[Planted, ...] = (*in_probe.PLANTED, *in_boggle.PLANTED, *in_password.PLANTED)
"""Every leak, by game and place. The first of a place is the one that is found sooner."""

__all__ = ["PLACES", "PLANTED", "Planted"]
