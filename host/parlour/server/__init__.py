"""The server, or shell: the host's only trio code. It moves bytes and knows no game's rules.

One tick = take everything that is ready and pass it to the house in one call. The store keeps
the result together with that of other ticks, and then the server sends it.

    app            runs a host from its listeners to its exit code
    _listen        opens listeners and the operator's socket, or says in one line why not
    _lan           tells guests where
    _sockets       every TCP connection, served by one task
    _connection    one of these connections
    _callers       connections before the house knows them: the PROXY protocol, TLS
    _tls           a socket that encrypts, and the certificate
    _web           the web door: the page, and websockets
    _driver        the tick and the clock: events in, effects out
    _commit_queue  effects wait here until they are stored; what happens if they cannot be
    _writer        the thread of the store
    _jobs          the threads for thinking bots and for slow answers
    _calls         which part of a game's program is being called, and for how long
    _process       signals, open files, interpreter settings, what games print
    _interface     what these parts know of the house and of a connection
"""

from __future__ import annotations

from parlour.core.limits import LineLimits
from parlour.server._calls import BOT, CallWatch
from parlour.server._driver import Driver, open_driver
from parlour.server._guard import Guard
from parlour.server._interface import Tickable
from parlour.server._lan import guest_addresses, page_addresses, where_lines
from parlour.server._listen import (
    BACKLOG,
    HIGHEST_PORT,
    ListenError,
    open_admin,
    open_listeners,
    tune,
)
from parlour.server._log import write_report
from parlour.server._process import muted
from parlour.server._tls import Certificate, TlsError
from parlour.server._web import Web
from parlour.server.app import RunningHost, run_host

__all__ = [
    "BACKLOG",
    "BOT",
    "HIGHEST_PORT",
    "CallWatch",
    "Certificate",
    "Driver",
    "Guard",
    "LineLimits",
    "ListenError",
    "RunningHost",
    "Tickable",
    "TlsError",
    "Web",
    "guest_addresses",
    "muted",
    "open_admin",
    "open_driver",
    "open_listeners",
    "page_addresses",
    "run_host",
    "tune",
    "where_lines",
    "write_report",
]
