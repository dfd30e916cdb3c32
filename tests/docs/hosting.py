"""The host of a story: started, killed, started again; and its operator at a shell."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Final

import trio
from click.testing import CliRunner

from parlour.__main__ import main
from parlour.api import AnyGame
from parlour.core.limits import Limits
from parlour.lexicons import BUILTIN, Lexicons
from parlour.plugins import find_games
from parlour.server import LineLimits, RunningHost, open_admin, open_listeners, run_host
from parlour.store.sqlite import SqliteStore, open_store
from parlour.web import Site
from parlour_kit.host import entropy
from parlour_kit.rebuild import Checked
from tests.docs.pages import ROOT
from tests.docs.sticks import MENDED, STICKS
from tests.docs.witness import Witness

HOST_NAME: Final = "kitchen-pc"
VERSION: Final = "0.11.0"
SITE: Final = Site.of(
    ("http://192.168.1.20:4005/",), port=4005, lines_port=4004, name=HOST_NAME, given=()
)
"""Where guests find its page. There is none: nobody in a story has a browser."""


class Hosting:
    """A host that keeps everything in *folder*, as one of the user whose folder it is."""

    witness: Witness
    """Of the host that runs now, or ran last."""
    port: int

    def __init__(
        self, nursery: trio.Nursery, folder: Path, games: Sequence[str], limits: Limits
    ) -> None:
        known = known_games()
        missing = [name for name in games if name not in known]
        if missing:
            raise LookupError(f"there is no game {missing[0]}; there are {', '.join(known)}")
        self._games = {name: known[name] for name in games}
        self._nursery = nursery
        self._home = folder
        self._folder = folder / "parlour"
        self._admin = self._folder / "admin.sock"
        self._limits = limits
        self._starts = 0
        self._life = trio.CancelScope()
        self._ended = trio.Event()

    async def start(self, game: str | None = None, version: str | None = None) -> None:
        """Start the host on what is kept; from now on with that *version* of *game*."""
        if game is not None:
            self._games[game] = _versions()[game, version or ""]
        self._starts += 1
        store = open_store(self._folder, keep_games=self._limits.finished_games)
        self.witness = Witness(self._house(store))
        await self._nursery.start(self._run, store)

    async def dial(self, *, operator: bool) -> trio.SocketStream:
        """A connection: to the port of all, or to the operator's socket."""
        if operator:
            return await trio.open_unix_socket(str(self._admin))
        return await trio.open_tcp_stream("127.0.0.1", self.port)

    def stop(self) -> None:
        """Stop the host as Ctrl-C does."""
        self._running.stopping.set()

    async def stored(self) -> None:
        """Wait until everything is stored."""
        queue = self._running.driver.queue
        while queue.storing:
            await queue.stored()
            await trio.lowlevel.checkpoint()

    async def kill(self) -> None:
        """It ends without a word. What was stored is all that is left."""
        self._life.cancel()
        await self._ended.wait()

    async def operate(self, words: Sequence[str]) -> list[str]:
        """What the command prints, and its exit code if that is not 0."""
        runner = CliRunner(env={"XDG_DATA_HOME": str(self._home), "XDG_CONFIG_HOME": "/nowhere"})
        result = await trio.to_thread.run_sync(
            lambda: runner.invoke(main, list(words), prog_name="parlour")
        )
        code = [f"(exit code {result.exit_code})"] if result.exit_code else []
        return result.output.splitlines() + code

    def _house(self, store: SqliteStore) -> Checked:
        return Checked(
            games=self._games,
            lexicons=_lexicons(),
            limits=self._limits,
            archive=store.archive,
            name=HOST_NAME,
            version=VERSION,
            entropy=entropy(self._starts),
            saved=store.load(),
            site=SITE,
        )

    async def _run(
        self, store: SqliteStore, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED
    ) -> None:
        self._ended = trio.Event()
        listeners = open_listeners("127.0.0.1", 0)
        self.port = listeners[0].getsockname()[1]
        admin = open_admin(self._admin)

        async def serve(task_status: trio.TaskStatus[RunningHost]) -> None:
            await run_host(
                self.witness,
                store,
                listeners=listeners,
                limits=self._limits,
                line_limits=LineLimits(),
                admin=admin,
                signals=False,
                task_status=task_status,
            )

        with trio.CancelScope() as self._life:
            async with trio.open_nursery() as nursery:
                self._running: RunningHost = await nursery.start(serve)
                # The clock does not move by itself, so no pause would end.
                self._running.driver.jobs.bots.pauses = False
                task_status.started()
        store.close()
        self._ended.set()
        self.witness.ticked.set()


@cache
def known_games() -> dict[str, AnyGame]:
    """Every game that a story may name."""
    example = _example("liarsdice")
    return {**find_games(lexicons=BUILTIN).games, STICKS.id: STICKS, example.id: example}


def _example(name: str) -> AnyGame:
    """The game in that folder of `examples/games`, which need not be installed."""
    folder = str(ROOT / "examples" / "games" / name)
    if folder not in sys.path:
        sys.path.append(folder)
    (game,) = import_module(name).register_games()
    found: AnyGame = game
    return found


def _versions() -> dict[tuple[str, str], AnyGame]:
    """Later versions of them."""
    return {(MENDED.id, MENDED.version): MENDED}


@cache
def _lexicons() -> Lexicons:
    return Lexicons({})
