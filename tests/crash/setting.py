"""What the hosts of the crash test have in common, in memory and as processes."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import cache
from typing import Final

from parlour.api import AnyGame
from parlour.core.limits import Limits
from parlour.lexicons import Lexicons
from parlour_boggle import BOGGLE
from parlour_kit.host import entropy
from parlour_password import PASSWORD
from parlour_probe import PROBE

_GAMES: Final[tuple[AnyGame, ...]] = (BOGGLE, PASSWORD, PROBE)
GAMES: Final = {game.id: game for game in _GAMES}
LIMITS: Final = Limits(
    flood_burst=1_000_000,
    flood_per_s=1_000_000,
    backlog_events=1_000_000,
    away_s=3_600,
)
"""Nobody is held up, and every stream can be asked for from its first event on."""
SEED_BYTES: Final = 32
"""What a host takes for the luck of a game, and for nothing else."""


@cache
def lexicons() -> Lexicons:
    """The word lists, read once."""
    return Lexicons()


def luck(seed: str, run: int) -> Callable[[int], bytes]:
    """Entropy for the host's start number *run*: its tokens and codes are new in each.

    The seeds of games are always the same. A host that is killed when it has drawn one
    draws it once more.
    """
    number = int.from_bytes(hashlib.sha256(f"{seed}/{run}".encode()).digest()[:8])
    other = entropy(number)
    root = hashlib.sha256(f"{seed}/games".encode()).digest()

    def take(size: int) -> bytes:
        return root if size == SEED_BYTES else other(size)

    return take
