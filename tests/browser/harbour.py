"""Harbour as a plugin: a game that the page has never seen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from parlour import Game, hookimpl
from tests.clients.harbour import HARBOUR


@hookimpl
def register_games() -> Sequence[Game[Any, Any, Any, Any, Any]]:
    """Harbour."""
    return (HARBOUR,)
