"""Harbour as a plugin, a game that the page has never seen, and the same with markup."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from parlour import Game, hookimpl
from tests.browser.marked import MARKED
from tests.clients.harbour import HARBOUR


@hookimpl
def register_games() -> Sequence[Game[Any, Any, Any, Any, Any]]:
    """Both."""
    return (HARBOUR, MARKED)
