"""Run the host, from its listeners to its exit code."""

from __future__ import annotations

import socket
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import trio

from parlour.core.effects import Stopping
from parlour.core.limits import Limits, LineLimits
from parlour.hookvalues import News
from parlour.server._callers import CALLERS, Entrance
from parlour.server._calls import CallWatch
from parlour.server._driver import Driver, open_driver
from parlour.server._guard import BEAT_S, Guard
from parlour.server._interface import Tickable
from parlour.server._listen import remove_admin
from parlour.server._log import log, outline
from parlour.server._process import collect_when_quiet, stopping_signals, tuned
from parlour.server._sockets import Sockets
from parlour.server._tls import Certificate
from parlour.server._web import GOING_AWAY, Web, WebDoor
from parlour.store import Store
from parlour.wire.addresses import Network

PORTS: Final = 3
"""Ways in that have callers: the game's port, the page's, and the socket of `parlour door`."""


@dataclass(frozen=True)
class RunningHost:
    """The handle that `run_host` reports when it serves."""

    driver: Driver
    """Its figures are the server's."""
    stopping: trio.Event
    """Set it to stop the host, as SIGTERM does."""


async def run_host(
    house: Tickable,
    store: Store,
    *,
    listeners: Sequence[socket.socket],
    limits: Limits,
    line_limits: LineLimits,
    near: Sequence[Network] = (),
    proxies: Sequence[Network] = (),
    admin: socket.socket | None = None,
    door: socket.socket | None = None,
    web: Web | None = None,
    certificate: Certificate | None = None,
    must_seal: str = "",
    signals: bool = True,
    watch: CallWatch | None = None,
    tell: Callable[[News], None] | None = None,
    guard: Guard | None = None,
    task_status: trio.TaskStatus[RunningHost] = trio.TASK_STATUS_IGNORED,
) -> int:
    """Serve until SIGINT, SIGTERM, `RunningHost.stopping` or the house, then stop in order.

    At the end we close the listeners (`open_listeners`), *admin* and *door* (`open_admin`), those
    of *web* and the store. *near* are networks that count as near, *proxies* peers that name the
    guests behind them at *listeners*. *door* is where `parlour door` connects. With a
    *certificate*, clients may use TLS. *watch* is the one that the house has, *tell* passes on
    what plugins hear. *guard*: the host has a keeper, from which its players' connections come.
    *signals* needs the main thread. Returns the exit code: 0, or 1 if anything could not be stored
    at the end, or the house broke its word about what is stored.
    """
    stopping = trio.Event()
    async with open_driver(
        house, store, on_stop=stopping.set, limits=limits, watch=watch, tell=tell, guard=guard
    ) as driver:
        sockets = Sockets(
            driver,
            outgoing_bytes=limits.outgoing_bytes,
            limits=line_limits,
            near=near,
            proxies=proxies,
            certificate=certificate,
            must_seal=must_seal,
            guard=guard,
        )
        with ExitStack() as clean_up:
            clean_up.callback(sockets.shut_down)
            clean_up.enter_context(tuned(limits.connections + PORTS * CALLERS))
            if signals:
                clean_up.enter_context(stopping_signals(stopping.set))
            for listener in listeners:
                sockets.listen(listener)
            if admin is not None:
                clean_up.callback(remove_admin, Path(admin.getsockname()))
                sockets.listen(admin, operator=True)
            if door is not None:
                clean_up.callback(remove_admin, Path(door.getsockname()))
                way = Entrance(driver, sockets, near=near, must_seal=must_seal, door=True)
                sockets.open_door(way, [door])
            page = (
                None
                if web is None
                else WebDoor(driver, sockets, web, near, certificate, must_seal=bool(must_seal))
            )
            if web is not None and page is not None:
                sockets.open_door(page, web.listeners)
                sockets.send_browsers(page)
            if guard is not None:
                sockets.go_on()  # before anybody is told that this host serves
            async with trio.open_nursery() as nursery:
                nursery.start_soon(sockets.serve)
                if guard is not None:
                    nursery.start_soon(beat, guard)
                nursery.start_soon(collect_when_quiet, lambda: driver.ticks)
                task_status.started(RunningHost(driver, stopping))
                await stopping.wait()
                if page is not None:
                    page.code = GOING_AWAY
                log.info("Stopping, with %d connections open.", len(sockets))
                driver.events.append(Stopping())
                driver.run()
                await driver.queue.flush()
                await sockets.stop()
                nursery.cancel_scope.cancel()
    return _close(store, driver)


async def beat(guard: Guard) -> None:
    """Show the keeper that the loop turns. Never returns."""
    while True:
        guard.beat(trio.current_time())
        await trio.sleep(BEAT_S)


def _close(store: Store, driver: Driver) -> int:
    """Close the store when the driver has ended. Returns the exit code."""
    if driver.queue.hung:  # the thread may still use it
        return 1
    if driver.queue.waiting:
        log.error("The host stops while nothing can be stored: the store has all up to then.")
    try:
        store.close()
    except Exception as error:  # noqa: BLE001 - nothing is left to be done but to say so
        log.error("The store cannot be closed.\n%s", outline(error))
        return 1
    return 1 if driver.broken or driver.queue.waiting else 0
