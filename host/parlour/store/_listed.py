"""Finished games without their records."""

from __future__ import annotations

from typing import Any

from parlour.core.persistence import Finished, Played


def listed(finished: Finished) -> Played:
    """Return *finished* as a list shows it."""
    return Played(**shown(finished))


def shown(game: Played) -> dict[str, Any]:
    """Return the fields of *game* that a list shows, by name."""
    return {name: getattr(game, name) for name in Played.__struct_fields__}
