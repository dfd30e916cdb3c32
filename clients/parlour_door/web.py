"""A terminal in the browser: a page with xterm.js, and a websocket with keys and screens.

Binary messages are what is typed and what is shown; a text message from the page is the size of
the terminal, `80x24`. HTTP, and who may ask, is that of the web door of the host (`parlour.web`).
What is said can be read on the way unless a proxy with a certificate is in front.
"""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import Final

from wsproto.connection import Connection, ConnectionState, ConnectionType
from wsproto.events import BytesMessage, CloseConnection, Event, Ping, TextMessage

from parlour.web.page import Page, page_of
from parlour.web.requests import Reading
from parlour.web.site import Site
from parlour_door.door import Door
from parlour_door.wires import Wire

_HERE: Final = Path(__file__).parent
_VENDOR: Final = _HERE / "vendor"
_SIZE: Final = re.compile(r"(\d{1,4})x(\d{1,4})")
_SIZE_MAX: Final = 16
PING_S: Final = 30.0
"""How often to ping, so that no proxy takes a guest who thinks for one who is gone."""
_TERM: Final = "xterm-256color"


def load_page() -> Page:
    """Return the page, with xterm.js in it."""
    page = (_HERE / "terminal.html").read_bytes()
    for name in ("xterm.css", "xterm.js", "addon-fit.js"):
        page = page.replace(f"/* {name} */".encode(), (_VENDOR / name).read_bytes())
    return page_of(page, b"{}")


class WebWire(Wire):
    """One connection of a browser: a request for the page, or a websocket with a guest."""

    def __init__(self, door: Door, site: Site, page: Page) -> None:
        super().__init__(door)
        self._reading: Reading | None = Reading(site, page)
        self._socket: Connection | None = None
        self._said = ""
        """What has come of a text message."""
        self._beat: asyncio.TimerHandle | None = None

    def opened(self) -> None:
        """See `Wire`: a browser speaks first."""

    def heard(self, data: bytes) -> None:
        """See `Wire`."""
        if self._reading is not None:
            answer = self._reading.receive(data)
            if answer is None:
                return
            self._reading = None
            self.send(answer.data)
            if not answer.opens:
                self.close()
                return
            self._socket, data = Connection(ConnectionType.SERVER), answer.rest
            self._ping()
        if self._socket is not None:
            self._socket.receive_data(data)
            for event in self._socket.events():
                self._happened(self._socket, event)

    def _happened(self, socket: Connection, event: Event) -> None:
        match event:
            case BytesMessage():
                if self.guest is not None:
                    self.guest.type(bytes(event.data))
            case TextMessage():
                self._said = (self._said + str(event.data))[:_SIZE_MAX]
                if event.message_finished:
                    self._sized(_SIZE.fullmatch(self._said))
                    self._said = ""
            case Ping():
                self.send(socket.send(event.response()))
            case CloseConnection():
                if socket.state is ConnectionState.REMOTE_CLOSING:
                    self.send(socket.send(event.response()))
                self.close()
            case _:
                pass

    def _sized(self, found: re.Match[str] | None) -> None:
        if found is None:
            return
        columns, rows = int(found[1]), int(found[2])
        if self.guest is not None:
            self.guest.resize(columns, rows)
        elif self.shaken():
            self.guest = self.door.take(self, self.caller, (columns, rows), term=_TERM)

    def _ping(self) -> None:
        if self._socket is not None and self._socket.state is ConnectionState.OPEN:
            self.send(self._socket.send(Ping()))
            self._beat = asyncio.get_running_loop().call_later(PING_S, self._ping)

    def framed(self, data: bytes) -> bytes:
        """See `Wire`."""
        if self._socket is None or self._socket.state is not ConnectionState.OPEN:
            return b""
        return self._socket.send(BytesMessage(data))

    def late(self) -> None:
        """See `Wire`."""
        if self._reading is not None:
            self.send(self._reading.late())
        self.close()

    def end(self) -> None:
        """See `Channel`."""
        if self._socket is not None and self._socket.state is ConnectionState.OPEN:
            self.send(self._socket.send(CloseConnection(1000)))
        self.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """See `Wire`."""
        if self._beat is not None:
            self._beat.cancel()
        super().connection_lost(exc)
