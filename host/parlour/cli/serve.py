"""Start a host: `parlour serve`."""

from __future__ import annotations

import faulthandler
import sys
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from parlour.cli._group import Misuse, Refusal, with_config, with_data, with_plugins
from parlour.cli._page import open_page, page_lines
from parlour.cli._ready import Ready, ready
from parlour.cli._reload import Reloader, explained
from parlour.cli._shared import (
    admin_socket,
    config_of,
    folder_in,
)

if TYPE_CHECKING:
    import socket

    from parlour.api import AnyGame
    from parlour.config import Config, LogConfig
    from parlour.house import House
    from parlour.lexicons import Lexicons
    from parlour.plugins import Found, SharedHooks
    from parlour.server import CallWatch, Web
    from parlour.store import Store
    from parlour.web import Site

GREETING_AFTER_S: Final = 0.1
"""Long enough for the request of a web browser, which is sent at once, and nothing to a person."""
STDERR: Final = 2
"""Where the traceback of a fatal signal goes. It names functions, files and lines, no values."""


@click.command()
@click.option("--host", metavar="ADDRESS", help="The address to listen on.")
@click.option("--port", type=int, metavar="PORT", help="The TCP port. 0: any free port.")
@click.option("--name", help="The host's name in its greeting.")
@with_data
@click.option("--ephemeral", is_flag=True, help="Keep no data after the host stops.")
@click.option("--strict", is_flag=True, help="Do not start if a plugin is broken.")
@with_plugins
@click.option(
    "--reload",
    "reloads",
    is_flag=True,
    help="Take changed code of --plugin at once. Without --data, keep no data.",
)
@with_config
def serve(
    host: str | None,
    port: int | None,
    name: str | None,
    data: Path | None,
    ephemeral: bool,
    strict: bool,
    modules: Sequence[str],
    reloads: bool,
    config_file: Path | None,
) -> int:
    """Start a host. Ctrl-C stops it."""
    if reloads and not modules:
        raise Misuse("--reload needs a plugin to look after: --plugin FOLDER --reload")
    if ephemeral and data is not None:
        raise Misuse("--ephemeral keeps no data, so it needs no --data. Leave out one of them.")
    config = config_of(config_file, host=host, port=port, name=name)
    reloader = Reloader(config, modules) if reloads else None
    made = ready(config, modules, None if reloader is None else reloader.found)
    if strict and made.unused:
        raise Refusal("\n".join(made.unused))
    log_to_stderr(config.log)
    # Trial games of an author must not end up among real ones.
    forgets = ephemeral or (reloads and data is None)
    folder = None if forgets else data.absolute() if data is not None else folder_in(config)
    with ExitStack() as opened:
        store = _store(folder, config)
        opened.callback(store.close)
        return _serve(store, folder, config, made, opened, reloader)


def _serve(
    store: Store,
    folder: Path | None,
    config: Config,
    made: Ready,
    opened: ExitStack,
    reloader: Reloader | None,
) -> int:
    """Open the sockets and serve. *opened* closes them if that fails halfway."""
    from time import perf_counter

    from parlour.hookvalues import HostInfo
    from parlour.server import (
        CallWatch,
        ListenError,
        open_admin,
        open_listeners,
        where_lines,
        write_report,
    )

    found, lexicons = made.found, made.lexicons
    version, name = _version(), config.server.name or _computer()
    try:
        listeners = open_listeners(config.server.host, config.server.port)
        for listener in listeners:
            opened.callback(listener.close)
        admin = open_admin(admin_socket(folder)) if folder is not None else None
    except ListenError as error:
        raise Refusal(error.text) from error
    web, no_page = open_page(config, listeners)
    if web is not None:
        for listener in web.listeners:
            opened.callback(listener.close)
    faulthandler.enable(STDERR)
    watch = CallWatch(folder, slow_s=config.limits.slow_call_ms / 1000)
    opened.callback(watch.close)
    house = _house(
        config,
        found,
        lexicons,
        store,
        watch,
        name=name,
        version=version,
        lasting=folder is not None,
        explain=None if reloader is None else explained,
        site=None if web is None else web.site,
    )
    ready = (
        f"Parlour {version} on {name}",
        *(_offered(game) for game in found.games.values()),
        *made.unused,
        *config.remarks,
        *lexicons.remarks,
        *([] if found.games else ["There is no game to play. See docs/self-hosting.md."]),
        "No data is kept after the host stops." if folder is None else f"Data is kept in {folder}",
        *where_lines(listeners),
        *no_page,
        *(() if web is None else page_lines(web.site, sys.stdout)),
        *([] if reloader is None else [reloader.told]),
        "Ctrl-C stops the host.",
    )
    opened.pop_all()  # from now on the server closes them
    shared = found.shared
    shared.begin(write_report, perf_counter, watch.slow_s)

    def say() -> None:
        click.echo("\n".join(ready))
        shared.host_started(HostInfo(name, version, tuple(found.games)))

    return _run(house, store, config, listeners, admin, web, watch, reloader, shared, say=say)


def _store(folder: Path | None, config: Config) -> Store:
    from parlour.store import StoreError
    from parlour.store.memory import EphemeralStore
    from parlour.store.sqlite import open_store

    keep = config.limits.finished_games
    if folder is None:
        return EphemeralStore(keep)

    try:
        return open_store(folder, keep_games=keep)
    except StoreError as error:
        raise Refusal(error.text) from error


def _house(
    config: Config,
    found: Found,
    lexicons: Lexicons,
    store: Store,
    watch: CallWatch,
    *,
    name: str,
    version: str,
    lasting: bool,
    explain: Callable[[BaseException], str] | None,
    site: Site | None,
) -> House:
    from secrets import token_bytes
    from time import thread_time

    from parlour.house import House
    from parlour.store import StoreError

    try:
        saved = store.load()
    except StoreError as error:
        raise Refusal(error.text) from error
    return House(
        games=found.games,
        lexicons=lexicons,
        limits=config.limits,
        archive=store.archive,
        name=name,
        version=version,
        entropy=token_bytes,
        spent_s=thread_time,
        saved=saved,
        lasting=lasting,
        watch=watch,
        open_calls=watch.found,
        hold_changed=config.plugins.changed_code == "hold",
        greeting_after_s=GREETING_AFTER_S,
        explain=explain,
        gate=found.shared,
        commands=found.commands,
        site=site,
    )


def _run(
    house: House,
    store: Store,
    config: Config,
    listeners: Sequence[socket.socket],
    admin: socket.socket | None,
    web: Web | None,
    watch: CallWatch,
    reloader: Reloader | None,
    shared: SharedHooks,
    *,
    say: Callable[[], None],
) -> int:
    """Serve until someone stops the host. Call *say* when it is ready. Return the exit code."""
    import trio

    from parlour.accounts.networks import network_of
    from parlour.server import LineLimits, RunningHost, muted, run_host

    code = 0

    async def serve_house(*, task_status: trio.TaskStatus[RunningHost]) -> None:
        nonlocal code
        code = await run_host(
            house,
            store,
            listeners=listeners,
            limits=config.limits,
            line_limits=LineLimits(),
            near=[network_of(text) for text in config.server.near],
            admin=admin,
            web=web,
            watch=watch,
            tell=shared.tell,
            task_status=task_status,
        )

    async def serve_and_say() -> None:
        async with trio.open_nursery() as nursery:
            running: RunningHost = await nursery.start(serve_house)
            say()
            if reloader is None:
                quiet.enter_context(muted())
            else:  # an author may print
                nursery.start_soon(reloader.look_after, running)

    with ExitStack() as quiet:
        quiet.callback(watch.close)
        quiet.callback(shared.host_stopping)
        trio.run(serve_and_say)
    return code


def _offered(game: AnyGame) -> str:
    least, most = game.seats[0], game.seats[-1]
    number = str(most) if least == most else f"{least} to {most}"
    players = "player" if most == 1 else "players"
    return f"{game.title}, {number} {players}: new {game.id}"


def _computer() -> str:
    """Return the name of this computer, without its domain."""
    import socket

    return socket.gethostname().partition(".")[0]


def _version() -> str:
    from importlib.metadata import version

    return version("parlour")


def log_to_stderr(config: LogConfig) -> None:
    """Write the host's log to stderr in the configured form.

    The messages of exceptions are left out, because they may repeat a player's words. The server
    logs where they were raised.
    """
    import json
    import logging
    import time
    from typing import Any

    def about(record: logging.LogRecord) -> dict[str, Any]:
        return dict(getattr(record, "fields", {}))

    class TextFormatter(logging.Formatter):
        def format(self, record: logging.LogRecord) -> str:
            clock = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(record.created))
            words = " ".join(f"{name}={value}" for name, value in about(record).items())
            text = f"{clock} {record.levelname.lower()}: {record.getMessage()}"
            first, newline, rest = text.partition("\n")
            return f"{first} ({words}){newline}{rest}" if words else text

    class JsonFormatter(logging.Formatter):
        def format(self, record: logging.LogRecord) -> str:
            fields = {
                "time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(record.created)),
                "level": record.levelname.lower(),
                "logger": record.name,
                "text": record.getMessage(),
                **about(record),
            }
            return json.dumps(fields)

    handler = logging.StreamHandler()
    handler.setFormatter(JsonFormatter() if config.format == "json" else TextFormatter())
    logger = logging.getLogger("parlour")
    logger.handlers = [handler]
    logger.setLevel(config.level.upper())
    logger.propagate = False
