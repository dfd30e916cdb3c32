"""The translations of Password: the files in `locale`."""

from __future__ import annotations

from typing import Final

from parlour import Catalogue

_: Final = Catalogue(__file__)
"""Marks each sentence of the game."""
