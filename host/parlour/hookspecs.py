"""The hooks a plugin may implement. There is one."""

from __future__ import annotations

from collections.abc import Sequence

import pluggy

from parlour.api import AnyGame

PROJECT = "parlour"
"""The name of pluggy's project and of the entry-point group."""

hookspec = pluggy.HookspecMarker(PROJECT)
hookimpl = pluggy.HookimplMarker(PROJECT)


class Hooks:
    """Signatures of the hooks. `docs/hooks.md` describes each."""

    @hookspec
    def register_games(self) -> Sequence[AnyGame]:  # type: ignore[empty-body]
        """Return the games this plugin offers."""
