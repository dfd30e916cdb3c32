"""The hooks a plugin may implement.

`Hooks` are asked of each plugin alone: a game is nobody else's business. `HostHooks` are shared by
all plugins in the usual way of pluggy, with `tryfirst`, `trylast` and wrappers.
"""

from __future__ import annotations

from collections.abc import Sequence

import pluggy

from parlour.api import AnyGame
from parlour.hookvalues import (
    GameEnded,
    GameStarted,
    HostInfo,
    PluginCommand,
    Section,
    SignIn,
    TableOpened,
    Talk,
    WordFile,
    YourTurn,
)

PROJECT = "parlour"
"""The name of pluggy's project and of the entry-point group."""

hookspec = pluggy.HookspecMarker(PROJECT)
hookimpl = pluggy.HookimplMarker(PROJECT)


class Hooks:
    """Signatures of the hooks of games. `docs/reference/game.md` describes each."""

    @hookspec
    def register_games(self) -> Sequence[AnyGame]:  # type: ignore[empty-body]
        """Return the games this plugin offers."""


class HostHooks:
    """Signatures of the hooks of the whole host. `docs/host-hooks.md` describes each."""

    @hookspec
    def configure(self, section: Section) -> None:
        """Read the operator's settings for this plugin."""

    @hookspec
    def register_lexicons(self) -> Sequence[WordFile]:  # type: ignore[empty-body]
        """Return the word lists and decks this plugin brings."""

    @hookspec
    def register_commands(self) -> Sequence[PluginCommand]:  # type: ignore[empty-body]
        """Return the commands this plugin adds."""

    @hookspec
    def host_started(self, host: HostInfo) -> None:
        """Note that the host serves."""

    @hookspec
    def host_stopping(self) -> None:
        """Note that the host has stopped serving, and is about to end."""

    @hookspec
    def table_opened(self, table: TableOpened) -> None:
        """Note that somebody has opened a public table."""

    @hookspec
    def game_started(self, game: GameStarted) -> None:
        """Note that a game has begun at a public table."""

    @hookspec
    def game_ended(self, record: GameEnded) -> None:
        """Note that a game at a public table is over."""

    @hookspec
    def your_turn(self, turn: YourTurn) -> None:
        """Tell a player who wants it that a game over days waits for them."""

    @hookspec(firstresult=True)
    def check_reminder(self, to: str) -> str | None:
        """Return why reminders can't go to that address, or None."""

    @hookspec(firstresult=True)
    def filter_talk(self, talk: Talk) -> str | None:
        """Return what is said in place of `talk.what`, or None to leave it to others."""

    @hookspec(firstresult=True)
    def check_name(self, name: str) -> str | None:
        """Return why a guest may not have that name, or None if nothing is wrong with it."""

    @hookspec(firstresult=True)
    def sign_in(self, who: SignIn) -> str | None:
        """Return why somebody may not come in, or None if this plugin has nothing against it."""
