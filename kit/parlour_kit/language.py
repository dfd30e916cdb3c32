"""The kit's own texts for people who read them on a screen, and their translations."""

from __future__ import annotations

from typing import Final

from parlour.language import Catalogue

_: Final = Catalogue(__file__)
