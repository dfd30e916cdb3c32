"""The page of a host for browsers: its port, its sockets, its addresses."""

from __future__ import annotations

import socket
from collections.abc import Sequence
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Final, TextIO

HTTPS: Final = 443
"""The port that browsers do not show."""

if TYPE_CHECKING:
    from parlour.config import Config
    from parlour.server import Web
    from parlour.web import Site


def page_port(config: Config) -> int | None:
    """Return the port for the page of this config. 0: any that is free. None: there is no page."""
    from parlour.config import ServerConfig, WebConfig
    from parlour.server import HIGHEST_PORT

    port, lines = config.web.port, config.server.port
    if not port:
        return None
    if port != WebConfig.port or lines == ServerConfig.port:
        return port
    return 0 if lines in {0, HIGHEST_PORT} else lines + 1


def open_page(
    config: Config,
    listeners: Sequence[socket.socket],
    doors: Sequence[socket.socket] | None = None,
    names: Sequence[str] = (),
) -> tuple[Web | None, Sequence[str]]:
    """Open the sockets of the page, beside those for lines. Return a line if that fails.

    *doors*: those that an earlier process has opened, if any. *names*: those in a certificate that
    browsers trust.

    A host without a page is still a host, and another program may have had the port before us.
    """
    from parlour.accounts.networks import network_of
    from parlour.server import ListenError, Web, open_listeners, page_addresses
    from parlour.web import Site, load_page

    port = page_port(config)
    if port is None:
        return None, ()
    try:
        if doors is None:
            doors = open_listeners(config.server.host, port)
    except ListenError as error:
        return None, (f"No page for browsers: {error.text} (port below [web] in the config)",)
    if not doors:
        return None, ()
    page = doors[0].getsockname()[1]
    site = Site.of(
        page_addresses(doors),
        port=page,
        lines_port=listeners[0].getsockname()[1],
        name=socket.gethostname(),
        given=(*config.web.hosts, *_trusted(names, page)),
    )
    proxies = [network_of(text) for text in config.web.proxies]
    return Web(doors, site, load_page(), proxies), ()


def _trusted(names: Sequence[str], port: int) -> list[str]:
    """Return where browsers find the page without a warning, if the certificate says so."""
    plain = [name for name in names if "*" not in name]
    return [f"https://{name}" if port == HTTPS else f"https://{name}:{port}" for name in plain[:1]]


def page_lines(site: Site, terminal: TextIO) -> Sequence[str]:
    """Return a line for each address of the page and, for a terminal, a QR code of the first."""
    from parlour.web import qr  # for `invite` too, which must not wait for its import

    lines = [
        f"On a phone or in a browser: {address}"
        if qr.is_for_phones(address)
        else f"In a browser on this computer: {address}"
        for address in site.addresses
    ]
    if not (qr.is_for_phones(site.addresses[0]) and terminal.isatty()):
        return lines
    columns = get_terminal_size().columns
    try:
        drawn = qr.half_blocks(site.addresses[0], columns)
        "".join(drawn).encode(terminal.encoding)
    except UnicodeEncodeError:
        drawn = qr.plain_signs(site.addresses[0], columns)
    return [*lines, *map(_ON_BLACK.format, drawn)]


_ON_BLACK: Final = "\x1b[37;40m{}\x1b[0m"
"""White on black, whatever the colours of the terminal are."""
