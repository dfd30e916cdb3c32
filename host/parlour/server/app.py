"""The host, running: listeners in, an exit code out."""

from __future__ import annotations

import socket
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass

import trio

from parlour.house.effects import Stopping
from parlour.house.limits import Limits, LineLimits
from parlour.server._interface import Tickable
from parlour.server._log import log
from parlour.server._process import stopping_signals, tuned
from parlour.server._sockets import Sockets
from parlour.server._ticker import Ticker, open_ticker
from parlour.store import Store


@dataclass(frozen=True)
class RunningHost:
    """What `run_host` reports when it serves."""

    ticker: Ticker
    """For further kinds of connection, such as TLS streams."""
    stopping: trio.Event
    """Set it to stop the host as SIGTERM does."""


async def run_host(
    house: Tickable,
    store: Store,
    *,
    listeners: Sequence[socket.socket],
    limits: Limits,
    line_limits: LineLimits,
    signals: bool = True,
    task_status: trio.TaskStatus[RunningHost] = trio.TASK_STATUS_IGNORED,
) -> int:
    """Serve until SIGINT, SIGTERM or `RunningHost.stopping`, then end in order.

    The listeners (`open_listeners`) are closed at the end. *signals* needs the main
    thread. Returns the exit code: 0, or 1 if the store failed.
    """
    stopping = trio.Event()
    async with open_ticker(house, store, on_failure=stopping.set) as ticker:
        sockets = Sockets(ticker, outgoing_bytes=limits.outgoing_bytes, limits=line_limits)
        with ExitStack() as clean_up:
            clean_up.callback(sockets.shut_down)
            clean_up.enter_context(tuned(limits.connections))
            if signals:
                clean_up.enter_context(stopping_signals(stopping.set))
            for listener in listeners:
                sockets.listen(listener)
            async with trio.open_nursery() as nursery:
                nursery.start_soon(sockets.serve)
                task_status.started(RunningHost(ticker, stopping))
                await stopping.wait()
                log.info("Stopping, with %d connections open.", len(sockets))
                ticker.events.append(Stopping())
                ticker.run()
                await sockets.stop()
                nursery.cancel_scope.cancel()
    return 1 if ticker.failed else 0
