"""Hunt as a plugin, for hosts in a process of their own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from parlour import Game, hookimpl
from tests.games.hunt.game import HUNT


@hookimpl
def register_games() -> Sequence[Game[Any, Any, Any, Any, Any]]:
    """Hunt."""
    return (HUNT,)
