"""How many cases the sweeps take: few in `./dev test`, all in `./dev test --long`."""

from __future__ import annotations

import os
from typing import Final, TypeVar

T = TypeVar("T")

LONG: Final = "PARLOUR_LONG" in os.environ
"""`./dev test --long` says so."""


def sized(few: T, many: T) -> T:
    """What a sweep takes: *few* cases, which must notice what they are for, or *many*."""
    return many if LONG else few
