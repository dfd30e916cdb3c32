"""The shell: the only trio code of the host. It moves bytes and knows no rule of any game.

One tick = take all that is ready, hand it to the house in one call, store once, send.

    app         runs a host from its listeners to its exit code
    _listen     opens listeners, or says in one line why not; _where tells guests
    _sockets    the fast path: every plain TCP connection, served by one task
    _streams    the plain path: any trio stream (TLS, memory), two tasks each
    _ticker     the tick, the clock and the worker thread for thinking bots
    _process    signals, open files, interpreter settings
    _interface  what these know of the house, of a connection, and their limits
"""

from __future__ import annotations

from parlour.house.limits import LineLimits
from parlour.server._interface import Tickable
from parlour.server._listen import ListenError, open_listeners
from parlour.server._streams import serve_stream
from parlour.server._ticker import Ticker, open_ticker
from parlour.server._where import where_lines
from parlour.server.app import RunningHost, run_host

__all__ = [
    "LineLimits",
    "ListenError",
    "RunningHost",
    "Tickable",
    "Ticker",
    "open_listeners",
    "open_ticker",
    "run_host",
    "serve_stream",
    "where_lines",
]
