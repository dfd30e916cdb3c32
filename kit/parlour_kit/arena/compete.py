"""An arena in one call, and players by their names."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeAlias

from parlour.api import AnyGame, Lexicon
from parlour.lexicons import Lexicons
from parlour_kit.arena.players import BotPlayer, FunctionPlayer, Player, RandomPlayer
from parlour_kit.arena.result import Result
from parlour_kit.arena.run import Arena, ArenaError

_NAMED: Final = re.compile(r"([A-Za-z][A-Za-z0-9_-]{0,14})=(.+)", re.DOTALL)

Named: TypeAlias = str | Player | Callable[..., Any]


def compete(
    game: AnyGame,
    players: Mapping[str, Named],
    *,
    seed: str = "0",
    pairs: int = 100,
    seats: int | None = None,
    options: Sequence[str] = (),
    lexicons: Mapping[str, Lexicon] | None = None,
    jobs: int = 1,
) -> Result:
    """Let *players* play *game* against each other, and return the result.

    A player is `random`, `search`, the kind of a bot of the game, a `Player`, a function that
    takes a `Turn` and returns a line, or a class whose instances do. *pairs*, *seats*, *options*
    and *lexicons* are as for `Arena`. Without *lexicons*, it has those that come with Parlour.
    Raises ArenaError.
    """
    made = [player_of(game, each, name) for name, each in players.items()]
    lists = Lexicons() if lexicons is None else lexicons
    arena = Arena(game, made, seed=seed, pairs=pairs, seats=seats, options=options, lexicons=lists)
    return arena.result(jobs)


def player_of(game: AnyGame, player: Named, name: str = "") -> Player:
    """Return *player* as a `Player`, called *name*. Raises ArenaError if there is no such one."""
    if isinstance(player, Player):
        return player
    if not isinstance(player, str):
        return FunctionPlayer(name or player.__name__, player)
    found = built_in(game, player, name)
    if found is None:
        raise ArenaError(f"There is no player {player!a}. Players: {', '.join(kinds(game))}")
    return found


def built_in(game: AnyGame, word: str, name: str = "") -> Player | None:
    """Return the player that needs no program, or None."""
    if word == "random":
        return RandomPlayer(name or word)
    bot = game.bot_named(word)
    if bot is not None or word == "search":
        return BotPlayer(bot, name or word)
    return None


def kinds(game: AnyGame) -> list[str]:
    """Return the words for players that need no program."""
    return [*dict.fromkeys(["random", "search", *(bot.kind for bot in game.bots)])]


def split_name(word: str) -> tuple[str, str]:
    """Return the name and the player of `NAME=PLAYER`; an empty name if there is none."""
    found = _NAMED.fullmatch(word)
    return (found[1], found[2]) if found else ("", word)
