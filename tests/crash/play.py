"""Games at hosts that are killed: from the inside at a write boundary, or from outside."""

from __future__ import annotations

import signal
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path
from typing import Final, cast

import trio

from parlour.store.sqlite import open_store
from tests.crash.check import Reference, game_is_whole, nothing_unknown
from tests.crash.client import SHOWN, Broken
from tests.crash.host import Job
from tests.crash.hosts import KILLED, Hosts, Running, first, must_have_ended
from tests.crash.memory import open_host, play
from tests.crash.party import Guest, Party, Where, guests
from tests.crash.rule import Rule

PATIENCE_S: Final = 300
"""A game takes seconds, with all its restarts: after that long one is taken to hang."""


@dataclass(frozen=True)
class Kill:
    """How a host is to end: at which write boundary, or how long after which moment."""

    at_write: int = 0
    after_s: float | None = None
    starting: bool = False
    """The time counts from its birth, and not from when it serves."""


@dataclass
class Figures:
    """What was done and found."""

    kills: Counter[str] = field(default_factory=Counter[str])
    """By what the host was doing."""
    games: int = 0
    moves: int = 0
    acknowledged: int = 0
    broken: Counter[str] = field(default_factory=Counter[str])

    def add(self, other: Figures) -> None:
        self.kills += other.kills
        self.games += other.games
        self.moves += other.moves
        self.acknowledged += other.acknowledged
        self.broken += other.broken


@cache
def reference(seed: str, number: int, rule: Rule) -> Reference:
    """The game of party *number* as nobody disturbs it."""
    four = guests(number, rule)
    host = open_host(seed)
    play(host, four)
    return Reference.of(host, four)


class Ordeal:
    """Parties that play at one host, which is killed again and again."""

    def __init__(
        self,
        hosts: Hosts,
        folder: Path,
        *,
        seed: str = "1",
        kills: Iterable[Kill] = (),
        careless: bool = False,
    ) -> None:
        self.figures = Figures()
        self._hosts = hosts
        self.folder = folder
        self._seed = seed
        self._kills = iter(kills)
        self._careless = careless
        self.where = Where()
        self.parties: list[Party] = []
        self._runs = 0
        self.heard = trio.lowlevel.ParkingLot()
        """Who waits here goes on when any of the guests has read something."""
        self.wrote = 0
        """Write boundaries of the last host, which ends in order."""

    async def run(self, rules: Sequence[Rule]) -> Figures:
        """Play a game by each of *rules*, all at the same time. Raises Broken."""
        self.parties = [Party(number, rule, self.heard) for number, rule in enumerate(rules)]
        try:
            with trio.fail_after(PATIENCE_S):
                async with trio.open_nursery() as nursery:
                    nursery.start_soon(self._host_again_and_again)
                    for party in self.parties:
                        nursery.start_soon(party.play, self.where)
        except BaseExceptionGroup as group:
            raise _one_of(group) from group
        except trio.TooSlowError:
            raise Broken("other", self._where_it_hangs()) from None
        self._check_games()
        return self.figures

    # --- the host -----------------------------------------------------------------------

    @property
    def _done(self) -> bool:
        return all(party.done.is_set() for party in self.parties)

    async def all_done(self) -> None:
        for party in self.parties:
            await party.done.wait()

    async def _host_again_and_again(self) -> None:
        """Until all games are over: start it, see it die, look at what is kept."""
        while not self._done:
            kill = next(self._kills, Kill())
            self._runs += 1
            host = await self._hosts.start(
                Job(
                    folder=str(self.folder),
                    seed=self._seed,
                    run=self._runs,
                    log=self._hosts.log,
                    die_at=kill.at_write,
                    careless=self._careless,
                )
            )
            await first(partial(self.see_through, host, kill), host.died.wait)
            await host.kill(signal.SIGTERM)
            self._look(host)

    @property
    def guests(self) -> list[Guest]:
        return [guest for party in self.parties for guest in party.guests]

    def without_what_was_expected(self, complaints: str) -> str:
        """What the hosts should not have written into their log: everything."""
        return complaints

    async def see_through(self, host: Running, kill: Kill) -> None:
        """Return when all is over and the host still lives; it may die before that."""
        if kill.after_s is not None and kill.starting:
            await host.born.wait()
            await self._kill_after(host, kill.after_s)
        await host.serves.wait()
        self.where.moved(host.port)
        if kill.after_s is not None:
            await first(partial(self._kill_after, host, kill.after_s), self.all_done)
        await self.all_done()

    async def _kill_after(self, host: Running, seconds: float) -> None:
        await trio.sleep(seconds)
        with trio.CancelScope(shield=True):
            await host.kill()

    def _look(self, host: Running) -> None:
        """It is dead: how did it end, and what is kept?"""
        if host.code == KILLED:
            where = host.dying or ("serving" if host.serves.is_set() else "starting")
            self.figures.kills[where] += 1
        self.wrote = host.wrote
        codes = {0, KILLED} if self._done else {KILLED}
        must_have_ended(host, codes, self.without_what_was_expected(self._hosts.complaints()))
        nothing_unknown(self.folder, self.guests)

    def _where_it_hangs(self) -> str:
        """What those were told last whose game is not over."""
        left = [guest for guest in self.guests if not guest.finished]
        return "it hangs" + "".join(
            f"\n{guest.name}:\n  " + "\n  ".join(guest.log[-SHOWN:]) for guest in left
        )

    # --- the end --------------------------------------------------------------------------

    def _check_games(self) -> None:
        store = open_store(self.folder)
        try:
            host = open_host(self._seed, store)
            for number, party in enumerate(self.parties):
                meant = reference(self._seed, number, party.rule)
                self.figures.moves += game_is_whole(host, party.guests, meant)
                self.figures.games += 1
                self.figures.acknowledged += sum(guest.made for guest in party.guests)
        finally:
            store.close()


def _one_of(group: BaseExceptionGroup[BaseException]) -> BaseException:
    """What went wrong first and foremost: the rest follows from it."""
    leaves = list(_leaves(group))
    return next((leaf for leaf in leaves if isinstance(leaf, Broken)), leaves[0])


def _leaves(group: BaseExceptionGroup[BaseException]) -> Iterator[BaseException]:
    for error in group.exceptions:
        if isinstance(error, BaseExceptionGroup):
            yield from _leaves(cast("BaseExceptionGroup[BaseException]", error))
        else:
            yield error
