"""Start a host: `parlour serve`."""

from __future__ import annotations

import faulthandler
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from parlour.cli._clustered import open_clustered, wait_for_house
from parlour.cli._group import Misuse, Refusal, with_config, with_data, with_plugins
from parlour.cli._kept import (
    become_keeper,
    can_have_keeper,
    held_tables,
    load_all,
    open_own,
    way_to_keeper,
)
from parlour.cli._page import open_page, page_lines
from parlour.cli._public import address_for_far, check_public, must_seal
from parlour.cli._ready import Ready, ready
from parlour.cli._reload import Reloader, explained
from parlour.cli._shared import admin_socket, config_of, config_path, door_socket, folder_in

if TYPE_CHECKING:
    import socket

    import trio

    from parlour.api import AnyGame
    from parlour.cli._announced import Announcer
    from parlour.cli._following import Following
    from parlour.config import Config, LogConfig
    from parlour.engine.calls import OpenCall
    from parlour.house import House
    from parlour.keeper.link import Link, Opened, WarmLink
    from parlour.keeper.notify import Manager
    from parlour.server import Certificate, Guard, RunningHost, Web
    from parlour.store import HostLock, Store
    from parlour.wire.addresses import Network

GREETING_AFTER_S: Final = 0.3
"""Long enough for the request of a web browser, or the beginning of TLS, although it was lost once
on the way and sent again after 0.2 s. Nothing to a person."""
STDERR: Final = 2
"""Where the traceback of a fatal signal goes. It names functions, files and lines, no values."""

FURTHER: Final = 10
"""How much higher a port is that we name if one is taken. The page's port is beside it."""


@click.command()
@click.option("--host", metavar="ADDRESS", help="The address to listen on.")
@click.option("--port", type=int, metavar="PORT", help="The TCP port. 0: any free port.")
@click.option("--name", help="The host's name in its greeting.")
@with_data
@click.option(
    "--store",
    metavar="URL",
    help="Keep the data in this PostgreSQL database, and stand by while another host uses it.",
)
@click.option(
    "--public",
    is_flag=True,
    help="Host on the internet: start only if it is safe, and encrypt all from far.",
)
@click.option("--ephemeral", is_flag=True, help="Keep no data after the host stops.")
@click.option(
    "--unguarded",
    is_flag=True,
    help="Run in one process: if it dies, everybody is disconnected.",
)
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
    store: str | None,
    public: bool,
    ephemeral: bool,
    unguarded: bool,
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
    if store is not None and (ephemeral or (reloads and data is None)):
        raise Misuse("--store keeps the house, so it does not go with --ephemeral or --reload.")
    warm = way_to_keeper()
    if warm is None and not (unguarded or ephemeral or reloads) and can_have_keeper():
        become_keeper()
    link: Link | None = None
    try:
        given = {"host": host, "port": port, "name": name, "store": store}
        config = config_of(config_file, **given, public=public or None)
        if config.server.public and (ephemeral or reloads):
            raise Misuse("A host on the internet does not go with --ephemeral or --reload.")
        reloader = Reloader(config, modules) if reloads else None
        made = ready(config, modules, None if reloader is None else reloader.found)
        if (strict or (warm is not None and warm.tries)) and made.unused:
            raise Refusal("\n".join(made.unused))
        # Trial games of an author must not end up among real ones.
        forgets = ephemeral or (reloads and data is None)
        folder = None if forgets else data.absolute() if data is not None else folder_in(config)
        if config.server.public and folder is not None:
            check_public(config, config_path(config_file), folder, modules)
        with ExitStack() as opened:
            start = _Start(config, made, folder, reloader, opened)
            link = None if warm is None else start.fork_workers(warm)
            start.begin(link)
            return start.run()
    except click.ClickException as error:
        if warm is not None and link is None:
            warm.refused(error.format_message())
            if warm.tries:
                sys.exit(error.exit_code)  # the keeper says why
        raise


class _Start:
    """A start: what it opens, and the host that it runs. *opened* closes all if it fails halfway.

    *folder*: the data directory, or None if nothing is kept.
    """

    def __init__(
        self,
        config: Config,
        made: Ready,
        folder: Path | None,
        reloader: Reloader | None,
        opened: ExitStack,
    ) -> None:
        self.config, self.made, self.folder, self.reloader = config, made, folder, reloader
        self.version, self.name = _version(), config.server.name or _computer()
        self._opened = opened
        self.listeners: Sequence[socket.socket] = ()
        self.admin: socket.socket | None = None
        self.door: socket.socket | None = None
        self.web: Web | None = None
        self.certificate: Certificate | None = None
        self.tls: Sequence[str] = ()
        """What the owner should know about it."""
        self.no_page: Sequence[str] = ()
        self.lock: HostLock | None = None
        self.link: Link | None = None
        self.following: Following | None = None
        self.guard: Guard | None = None
        self.manager: Manager | None = None
        self.announcer: Announcer | None = None
        self.code = 1
        self.lost = False
        self.stop: Callable[[], None] = lambda: None

    def fork_workers(self, warm: WarmLink) -> Link:
        """Prepare everything that workers share, and return in each of them."""
        from parlour.cli._following import Following
        from parlour.keeper.link import Opened
        from parlour.server import LineLimits, ListenError, TlsError, tune
        from parlour.store import HostLock, StoreError, lock_folder

        assert self.folder is not None, "a host that keeps nothing has no keeper"
        opened = warm.opened
        try:
            if warm.first:
                self.lock = lock_folder(self.folder, warm.keeper)
                if self.config.server.store:
                    load_all()  # before, so that it goes on quickly
                    wait_for_house(self.config, self.folder, warm.standby)
                self._listen(None)
                for listener in self.listeners:
                    tune(listener, LineLimits())
                opened = Opened(
                    games=list(self.listeners),
                    doors=[*self._doors()],
                    admin=self.admin,
                    own=open_own(self.folder),
                    lock=self.lock.fileno(),
                )
            else:
                self.lock = HostLock(opened.lock)
                if not self.lock.is_of(self.folder):
                    raise Refusal(
                        "To change the data directory, stop the host and start it again."
                    )
                self._listen(opened)
                if warm.tries and (held := held_tables(self.made, self.config, self.folder)):
                    raise Refusal("\n".join(held))
        except (ListenError, StoreError, TlsError) as error:
            raise Refusal(error.text) from error
        load_all()
        log = {"format": self.config.log.format, "level": self.config.log.level}
        self.announcer = self._announce()
        warm.ready(opened, self.version, log)
        self.listeners = ()
        self.following = Following(self.folder, self.made.found.games, self.made.lexicons)
        link = warm.fork(opened, self.following.step)
        self.let_go()  # it ends with the process that has started it
        return link

    def _announce(self) -> Announcer | None:
        """Begin to announce the host in its network. This waits for nothing."""
        from parlour.cli._announced import announced

        return announced(
            self.config,
            self.name,
            self.listeners,
            web_port=0 if self.web is None else self.web.site.port,
            folder=self.folder,
            tls="" if self.certificate is None else self.certificate.fingerprint,
        )

    def let_go(self) -> None:
        """Announce the host no longer, as far as this process is concerned."""
        if self.announcer is not None:
            self.announcer.close()
            self.announcer = None

    def _listen(self, opened: Opened | None) -> None:
        """Open the listeners, or take those that an earlier process has *opened*.

        Raises ListenError or TlsError.
        """
        from socket import AF_UNIX

        from parlour.cli._certificate import certificate_of
        from parlour.server import (
            BACKLOG,
            guest_addresses,
            open_admin,
            where_lines,
        )

        config, folder = self.config, self.folder
        if opened is None:
            self.listeners = _listeners(config.server.host, config.server.port)
        else:
            self.listeners, self.admin = opened.games, opened.admin
        for listener in self.listeners:
            self._opened.callback(listener.close)
        if opened is None and folder is not None:
            self.admin = open_admin(admin_socket(folder))
            self.door = open_admin(door_socket(folder), BACKLOG)
        webs: list[socket.socket] | None = None
        if opened is not None:
            webs = [each for each in opened.doors if each.family != AF_UNIX]
            # There is none if the keeper is of a version before 0.6.0.
            self.door = next((each for each in opened.doors if each.family == AF_UNIX), None)
        self.certificate, self.tls = certificate_of(
            config.tls, folder, guest_addresses(self.listeners)
        )
        if config.server.public and self.certificate is None:
            raise Misuse("\n".join(self.tls))
        names = self._trusted()
        self.web, self.no_page = open_page(config, self.listeners, webs, names)
        for listener in self._doors():
            self._opened.callback(listener.close)
        if not config.server.public:
            self.where = where_lines(self.listeners)
            return
        self.where = [
            f"Guests join with:  parlour play {address_for_far(config, names) or 'ADDRESS'}",
            *where_lines(self.listeners, self._near()),
        ]

    def _near(self) -> list[Network]:
        """Return the networks that the owner trusts like their own."""
        from parlour.accounts.networks import network_of

        return [network_of(text) for text in self.config.server.near]

    def _doors(self) -> Iterator[socket.socket]:
        """Yield the listeners, besides those of the game's port, that guests come through."""
        if self.web is not None:
            yield from self.web.listeners
        if self.door is not None:
            yield self.door

    def begin(self, link: Link | None) -> None:
        """Open the store and make the house. With a *link*, this process is a worker."""
        from parlour.server import CallWatch, ListenError, TlsError
        from parlour.store import Fenced, StoreError

        self.link = link
        if link is None:  # else the keeper speaks
            from parlour.keeper.notify import Manager

            self.manager = Manager()
        log_to_stderr(self.config.log)
        try:
            self.store = self._open_store()
            self._opened.callback(self.store.close)
            if link is None:
                self._listen(None)
            else:
                from parlour.keeper.link import limit_memory
                from parlour.server import Guard

                limit_memory()
                self.guard = Guard(link)
                self.guard.take_over(self.store)
            faulthandler.enable(STDERR)
            self.watch = CallWatch(
                self.folder,
                slow_s=self.config.limits.slow_call_ms / 1000,
                words=None if link is None else link.notes.words,
            )
            self._opened.callback(self.watch.close)
            self.house = self._house()
        except (ListenError, StoreError, TlsError) as error:
            if link is not None and isinstance(error, Fenced):
                link.finished(1)  # no worker can go on
            elif link is not None:
                link.failed(error.text)
            raise Refusal(error.text) from error

    def _open_store(self) -> Store:
        from parlour.store.memory import EphemeralStore
        from parlour.store.sqlite import open_store

        keep = self.config.limits.finished_games
        # How long a death takes must not depend on how much was ever played.
        checked = self.link is not None and not self.link.first
        if self.folder is None:
            return EphemeralStore(keep)
        if self.config.server.store:
            return open_clustered(
                self.config,
                self.folder,
                lock=self.lock,
                waits=self.link is None,
                checked=checked,
                on_lost=self._lose,
                on_standby=self._stand_by,
            )
        return open_store(self.folder, keep_games=keep, lock=self.lock, checked=checked)

    def _lose(self) -> None:
        """Stop in order: another node has the house. Any thread may call this."""
        self.lost = True
        self.stop()

    def _stand_by(self, text: str) -> None:
        if self.manager is not None:
            self.manager.say("READY=1", status=text)

    def _house(self) -> House:
        from secrets import token_bytes
        from time import thread_time

        from parlour.house import House
        from parlour.store import NOTHING_KNOWN
        from parlour.tables.course import NO_TABLES

        found, config = self.made.found, self.config
        guard, link = self.guard, self.link
        following, self.following = self.following, None
        return House(
            games=found.games,
            lexicons=self.made.lexicons,
            limits=config.limits,
            archive=self.store.archive,
            name=self.name,
            version=self.version,
            entropy=token_bytes,
            spent_s=thread_time,
            saved=self.store.load(NOTHING_KNOWN if following is None else following.copy.known),
            followed=NO_TABLES if following is None else following.followed.tables,
            lasting=self.folder is not None,
            watch=self.watch,
            open_calls=self._to_blame(),
            hold_changed=config.plugins.changed_code == "hold",
            greeting_after_s=GREETING_AFTER_S,
            explain=None if self.reloader is None else explained,
            gate=found.shared,
            commands=found.commands,
            site=None if self.web is None else self.web.site,
            word=config.server.join_word,
            guests=self.made.guests,
            outlives=guard is not None,
            begins=None if guard is None else guard.working,
            guilty=() if guard is None or link is None else guard.known(link.guilty),
            deaths=None if link is None else link.deaths.told,
        )

    def _to_blame(self) -> Sequence[OpenCall]:
        """Return the calls for which tables are held."""
        from parlour.server import BOT

        found = self.watch.found
        if self.link is None:
            return found
        bots = [call.table for call in found if call.call == BOT]
        house = [call.table for call in found if call.call != BOT]
        tables = self.link.to_blame(house, bots)
        return [call for call in found if call.table in tables]

    def _lines(self) -> Iterator[str]:
        """Yield what the host says when it is ready."""
        games = self.made.found.games.values()
        yield f"Parlour {self.version} on {self.name}"
        yield from map(_offered, games)
        yield from (*self.made.unused, *self.config.remarks, *self.made.lexicons.remarks)
        if not games:
            yield "There is no game to play. See docs/self-hosting.md."
        kept = f"Data is kept in {self.folder}"
        if self.config.server.store and self.folder is not None:
            kept = f"Data is kept in a database, with a copy in {self.folder}"
        yield kept if self.folder is not None else "No data is kept after the host stops."
        yield from (*self.where, *self.no_page)
        if self.web is not None:
            yield from page_lines(self.web.site, sys.stdout)
        yield from self._encrypted()
        if self.house.people.admission.word:
            yield "Guests need a word to come in. To see or change it: parlour join-word"
        if self.made.guests is not None:
            yield f"Only names on the guest list may come in: {self.config.server.guest_list}"
        if self.reloader is not None:
            yield self.reloader.told
        yield "Ctrl-C stops the host."

    def _must_seal(self) -> str:
        """Return what those from far read who do not encrypt. Nothing: they may come in."""
        if not self.config.server.public:
            return ""
        page = "" if self.web is None else self.web.site.addresses[0]
        return must_seal(self.config, self._trusted(), page)

    def _trusted(self) -> Sequence[str]:
        """Return the names in the owner's certificate."""
        return self.certificate.names if self.certificate and self.config.tls.certificate else ()

    def _encrypted(self) -> Iterator[str]:
        """Yield what is encrypted, and what is not."""
        yield from self.tls
        own = bool(self.config.tls.certificate)
        if self.certificate is not None:
            clients = "Clients and browsers" if own else "Clients"
            yield f"{clients} may use TLS. Fingerprint: {self.certificate.fingerprint}"
        if self.config.server.public:
            yield "Guests from far must encrypt: with parlour play, or https in a browser."
            yield "What nc and telnet send in your own network is not encrypted."
        elif own:
            yield "What nc and telnet send is not encrypted."
        else:
            yield "What nc, telnet and the page send is not encrypted."

    def run(self) -> int:
        """Serve until someone stops the host. Return the exit code."""
        from time import perf_counter

        import trio

        from parlour.hookvalues import HostInfo
        from parlour.server import muted, write_report

        ready, shared = "\n".join(self._lines()), self.made.found.shared
        self._opened.pop_all()  # from now on the server closes them
        shared.begin(write_report, perf_counter, self.watch.slow_s)

        async def serve_and_say() -> None:
            async with trio.open_nursery() as nursery:
                running: RunningHost = await nursery.start(self._serve)
                token = trio.lowlevel.current_trio_token()
                self.stop = partial(token.run_sync_soon, running.stopping.set)
                if self.lost:
                    running.stopping.set()
                if self.manager is not None:
                    nursery.start_soon(self._tell, self.manager, running.stopping)
                if self.link is not None:
                    self.link.ready()  # before anybody reads that the host serves
                if self.link is None:
                    self.announcer = self._announce()
                if self.link is None or self.link.first:
                    click.echo(ready)
                info = HostInfo(self.name, self.version, tuple(self.made.found.games))
                shared.host_started(info)
                if self.reloader is None:
                    quiet.enter_context(muted())
                else:  # an author may print
                    nursery.start_soon(self.reloader.look_after, running)

        with ExitStack() as quiet:
            quiet.callback(self.watch.close)
            quiet.callback(shared.host_stopping)
            quiet.callback(self.let_go)
            trio.run(serve_and_say)
        if self.lost:
            self.code = self.code or 1
        if self.link is not None:
            self.link.finished(self.code)
        return self.code

    async def _tell(self, manager: Manager, stopping: trio.Event) -> None:
        """Let the service manager know that this process serves, and that its loop turns."""
        import trio

        manager.say("READY=1", status=f"Parlour {self.version} serves.")
        while not stopping.is_set():
            now = trio.current_time()
            with trio.move_on_at(manager.alive(now, now)):
                await stopping.wait()
        manager.say("STOPPING=1", status="The host stops.")

    async def _serve(self, *, task_status: trio.TaskStatus[RunningHost]) -> None:
        from parlour.accounts.networks import network_of
        from parlour.server import LineLimits, run_host

        self.code = await run_host(
            self.house,
            self.store,
            listeners=() if self.link is not None else self.listeners,
            limits=self.config.limits,
            line_limits=LineLimits(),
            near=self._near(),
            proxies=[network_of(text) for text in self.config.server.proxies],
            admin=self.admin,
            door=self.door,
            web=self.web,
            certificate=self.certificate,
            must_seal=self._must_seal(),
            watch=self.watch,
            tell=self.made.found.shared.tell,
            guard=self.guard,
            signals=self.link is None,
            task_status=task_status,
        )


def _listeners(host: str, port: int) -> list[socket.socket]:
    """Listen for players. Raises ListenError, which names another port if this one is taken."""
    from errno import EADDRINUSE

    from parlour.server import ListenError, open_listeners

    try:
        return open_listeners(host, port)
    except ListenError as error:
        taken = isinstance(error.__cause__, OSError) and error.__cause__.errno == EADDRINUSE
        more = f" For example: --port {port + FURTHER}" if taken else ""
        raise ListenError(f"{error.text}{more}") from error


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
    import logging

    from parlour.keeper.telling import log_line

    class Formatter(logging.Formatter):
        def format(self, record: logging.LogRecord) -> str:
            return log_line(
                config.format,
                record.created,
                record.levelname.lower(),
                record.name,
                record.getMessage(),
                getattr(record, "fields", {}),
            )

    handler = logging.StreamHandler()
    handler.setFormatter(Formatter())
    logger = logging.getLogger("parlour")
    logger.handlers = [handler]
    logger.setLevel(config.level.upper())
    logger.propagate = False
