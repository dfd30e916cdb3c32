"""Run an arena: its deals one after the other, or some at a time in processes of their own.

What happens in a deal follows from the seed and the number of the deal alone, so it makes no
difference how many processes there are.
"""

from __future__ import annotations

import multiprocessing
import re
from collections import Counter, deque
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass
from typing import Any, Final

from parlour.api import AnyGame, Lexicon, OptionValue, Refused, Seat
from parlour.engine.calls import GameFault
from parlour.engine.options import (
    OptionFault,
    named_lists,
    options_of,
    read_options,
    seat_values,
)
from parlour_kit.arena.plan import Lineup, Seating, Seeds, seating
from parlour_kit.arena.players import Player
from parlour_kit.arena.result import GameResult, Result, game_result
from parlour_kit.arena.table import Account, Chair, Game, GamePlayed, Terms, record_of
from parlour_kit.playing import names_for

AHEAD: Final = 4
"""Deals that are under way or wait to be counted, for each process."""
_UNSAFE: Final = re.compile(r"[^a-z0-9]+")
NAME_MOST: Final = 15


class ArenaError(Exception):
    """The arena cannot go on. The text says why in a sentence."""


@dataclass(frozen=True)
class Played:
    """A game of the arena, with its record as a file and what its players did."""

    result: GameResult
    record: bytes
    lineup: Lineup
    accounts: Mapping[Seat, Account]


class Arena:
    """A game, its players, and who sits where with which luck."""

    def __init__(
        self,
        game: AnyGame,
        players: Sequence[Player],
        *,
        seed: str,
        pairs: int = 100,
        seats: int | None = None,
        options: Sequence[str] = (),
        lexicons: Mapping[str, Lexicon] | None = None,
    ) -> None:
        """Prepare *pairs* deals, each played once for each player with the seats changed.

        *options* are as for `new` (`seconds=30`). *lexicons* are the word lists, by name. Raises
        ArenaError.
        """
        self.game = game
        self.players = _named(players)
        self.names = tuple(name for name, _ in self.players)
        self.pairs = pairs
        self.seeds = Seeds(seed)
        lists = lexicons or {}
        try:
            values = read_options(options_of(game, lists), list(options))
        except OptionFault as fault:
            raise ArenaError(fault.text) from None
        self.terms = Terms(game, values, lists)
        count = self._seats(seats)
        self.seating = self._seating(count, values)
        self.turns = len(self.players)
        """The games of a deal."""

    def _seats(self, wanted: int | None) -> int:
        game, least = self.game, len(self.players)
        allowed = [number for number in game.seats if wanted in (None, number)]
        if not allowed:
            low, high = game.seats.start, game.seats.stop - 1
            raise ArenaError(f"{game.title} is for {low} to {high} players, not for {wanted}.")
        enough = [number for number in allowed if number >= least]
        if not enough:
            raise ArenaError(
                f"{game.title} has {allowed[-1]} seats, and there are {least} players."
            )
        return enough[0]

    def _seating(self, count: int, values: Mapping[str, OptionValue]) -> Seating:
        names = names_for(tuple(Seat(n + 1) for n in range(count)))
        lexicons = self.terms.lexicons
        try:
            options = seat_values(self.game.options, values, names)
            lists = named_lists(self.game.options, values, lexicons)
            name = values.get("lexicon")
            lexicon = None if name is None else lexicons[str(name)]
            return seating(self.game, count, options, lexicon, lists)
        except (Refused, OptionFault) as no:
            raise ArenaError(no.text) from None

    def head(self) -> dict[str, Any]:
        """Return what is played, for the result. The seed is in there, so tell it at the end."""
        usual = {option.name: option.default for option in self.game.options}
        values = self.terms.options
        return {
            "arena": 1,
            "game_id": self.game.id,
            "version": self.game.version,
            "options": {
                name: values[name] for name, value in usual.items() if values[name] != value
            },
            "seats": self.seating.seats,
            "deals": self.pairs,
            "turns": self.turns,
            "seed": self.seeds.text,
            "commitment": self.seeds.commitment,
        }

    # --- playing ----------------------------------------------------------------------

    def deal(self, number: int) -> list[Played]:
        """Play all games of a deal. Raises ArenaError."""
        seed, order = self.seeds.deal(number), self.seeds.order(number)
        lineups = self.seating.lineups(len(self.players), number, order)
        return [self._play(number, turn, lineup, seed) for turn, lineup in enumerate(lineups, 1)]

    def _play(self, number: int, turn: int, lineup: Lineup, seed: str) -> Played:
        count = (number - 1) * self.turns + turn
        luck = self.seeds.luck
        game = Game(self.terms, self.seating.seats, seed, count, luck(number, turn, 0))
        sittings = {
            Seat(at): self.players[player][1].sit(
                game.table, Chair(Seat(at), luck(number, turn, at))
            )
            for at, player in enumerate(lineup, 1)
        }
        try:
            outcome = game.play(sittings)
        except Refused as refused:
            raise ArenaError(f"The game cannot begin: {refused.text}") from None
        except GameFault as fault:
            from parlour.cli._reload import explained

            told = str(fault) if fault.__cause__ is None else explained(fault)
            raise ArenaError(
                f"{self.game.title} failed in game {count} (deal {number}). {told}"
            ) from fault
        return self._played(outcome, lineup, count, number, turn)

    def _played(
        self, outcome: GamePlayed, lineup: Lineup, count: int, number: int, turn: int
    ) -> Played:
        names = {
            Seat(at): record_name(self.names[player], at) for at, player in enumerate(lineup, 1)
        }
        result = game_result(outcome, self.names, lineup, count, number, turn)
        return Played(result, record_of(outcome, names), lineup, outcome.accounts)

    def run(self, jobs: int = 1) -> Iterator[list[Played]]:
        """Play all deals, *jobs* at a time, and yield the games of each, in order.

        Raises ArenaError.
        """
        if jobs == 1:
            for number in range(1, self.pairs + 1):
                yield self.deal(number)
            return
        # The games and the players need not be sent: a fork has them already.
        fork = multiprocessing.get_context("fork")
        with ProcessPoolExecutor(jobs, fork, initializer=_take, initargs=(self,)) as pool:
            waiting: deque[Future[list[Played]]] = deque()
            try:
                for number in range(1, self.pairs + 1):
                    waiting.append(pool.submit(_deal, number))
                    if len(waiting) >= AHEAD * jobs:
                        yield waiting.popleft().result()
                while waiting:
                    yield waiting.popleft().result()
            finally:
                pool.shutdown(wait=True, cancel_futures=True)

    def result(self, jobs: int = 1) -> Result:
        """Play everything, and return the result. Raises ArenaError."""
        result = new_result(self)
        for games in self.run(jobs):
            count_deal(result, games)
        return result


def new_result(arena: Arena) -> Result:
    """Return the result of *arena* before its first game."""
    return Result(arena.head(), arena.names, arena.seating.seats)


def count_deal(result: Result, games: Sequence[Played]) -> None:
    """Count the games of a deal, and how long the players thought."""
    result.add_deal([game.result for game in games])
    for game in games:
        for one in game.result.seats:
            result.times[one.player].add(game.accounts[Seat(one.seat)])


_OWN: list[Arena] = []
"""The arena of a process that plays deals for another one."""


def _take(arena: Arena) -> None:
    _OWN[:] = [arena]


def _deal(number: int) -> list[Played]:
    return _OWN[0].deal(number)


def _named(players: Sequence[Player]) -> tuple[tuple[str, Player], ...]:
    """Return the players with a name each that no other one has."""
    seen: Counter[str] = Counter()
    found: list[tuple[str, Player]] = []
    for player in players:
        seen[player.name] += 1
        times = seen[player.name]
        found.append((player.name if times == 1 else f"{player.name}-{times}", player))
    return tuple(found)


def record_name(name: str, seat: int) -> str:
    """Return what a record calls the player *name* at a seat, as the names of players must be."""
    word = _UNSAFE.sub("-", name.lower()).strip("-0123456789")[:NAME_MOST].strip("-")
    return f"{word or 'player'}-{seat}"
