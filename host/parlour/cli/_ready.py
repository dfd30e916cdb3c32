"""Everything that a host needs of its config, checked once, before anything is opened.

`serve` starts with the result. `config --check` and `doctor` show what is wrong with it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final

from parlour.cli._folders import plugin_named, reach
from parlour.cli._group import Misuse
from parlour.cli._shared import folder_in, games_of, lexicons_of, not_used, wrong_settings

if TYPE_CHECKING:
    from parlour.accounts.admission import Guests
    from parlour.config import Config
    from parlour.lexicons import Lexicons
    from parlour.plugins import Found


LARGEST_LIST: Final = 1_000_000
"""Bytes of a guest list: fifty thousand names. A longer file was named by mistake."""


@dataclass(frozen=True)
class Ready:
    """What a host starts with."""

    found: Found
    lexicons: Lexicons
    guests: Guests | None = None

    @property
    def unused(self) -> list[str]:
        """Return a line for each plugin or game that the host starts without."""
        return [not_used(row) for row in self.found.quarantined]


def ready(config: Config, modules: Sequence[str], found: Found | None = None) -> Ready:
    """Return what the host starts with. Raises Misuse with every reason why it cannot start.

    *found*: the plugins, if they have been looked for already.
    """
    faults = list(_missing(config))
    found = found or games_of(config, modules)
    faults += [*wrong_settings(config, found), *_places(config), *_networks(config)]
    faults += _certificate(config)
    guests: Guests | None = None
    try:
        guests = _guests(config)
    except ValueError as wrong:
        faults.append(f"the config: [server] guest_list: {wrong}")
    faults += _entry(config)
    try:
        lexicons = lexicons_of(config, found)
    except Misuse as wrong:
        raise Misuse("\n".join([*faults, wrong.message])) from wrong
    if faults:
        raise Misuse("\n".join(faults))
    return Ready(found, lexicons, guests)


def _missing(config: Config) -> Iterator[str]:
    """Yield a line for each module of the config that cannot be found."""
    for word in config.plugins.modules:
        try:
            spec = find_spec(reach(plugin_named(word)))
        except ImportError:
            spec = None
        if spec is None:
            yield (
                f"the config: [plugins] modules: there is no module {word!a}. Name one that Python"
                " finds, a file, or a folder."
            )


def _places(config: Config) -> Iterator[str]:
    """Yield a line for an address or a folder that no host could use."""
    from parlour.server import ListenError, open_listeners

    try:
        for listener in open_listeners(config.server.host, 0):
            listener.close()
    except ListenError as error:
        yield f"the config: [server] host: {error.text}"
    folder = folder_in(config)
    if folder.exists() and not folder.is_dir():
        yield f"the config: [store] data: {folder} is a file. Name a folder."


def _certificate(config: Config) -> Iterator[str]:
    """Yield a line if the owner's certificate cannot be used."""
    from parlour.cli._certificate import owners
    from parlour.server import TlsError

    tls = config.tls
    if bool(tls.certificate) != bool(tls.key):
        missing = "key" if tls.certificate else "certificate"
        yield f"the config: [tls] {missing} is missing. Name both files, or neither."
        return
    try:
        owners(tls)
    except TlsError as error:
        yield f"the config: [tls] certificate: {error.text}"


def _guests(config: Config) -> Guests | None:
    """Return the guest list, if there is one. Raises ValueError, which says what is wrong."""
    from parlour.accounts.admission import guest_list

    if not config.server.guest_list:
        return None
    path = Path(config.server.guest_list).expanduser()
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST_LIST + 1)
    except OSError as error:
        raise ValueError(f"{path}: {(error.strerror or 'it cannot be read').lower()}") from None
    if len(data) > LARGEST_LIST:
        raise ValueError(f"{path}: this is no guest list: it has more than {LARGEST_LIST} bytes")
    try:
        return guest_list(data.decode("utf-8-sig").splitlines())
    except UnicodeDecodeError:
        raise ValueError(f"{path}: this is not UTF-8 text") from None
    except ValueError as wrong:
        raise ValueError(f"{path} {wrong}") from None


def _entry(config: Config) -> Iterator[str]:
    """Yield a line for a word that nobody could give."""
    from parlour.accounts.admission import check_word

    try:
        if config.server.join_word:
            check_word(config.server.join_word)
    except ValueError as wrong:
        yield f"the config: [server] join_word: {wrong}"


def _networks(config: Config) -> Iterator[str]:
    """Yield a line for each `near` or proxy that is neither an address nor a network, and for each
    name of the page that is none.
    """
    from parlour.accounts.networks import network_of
    from parlour.web import outside

    named = [("[server] near", text) for text in config.server.near]
    named += [("[server] proxies", text) for text in config.server.proxies]
    named += [("[web] proxies", text) for text in config.web.proxies]
    for key, text in named:
        try:
            network_of(text)
        except ValueError:
            yield (
                f"the config: {key}: {text!a} is no address and no network. Write one like"
                " this: 192.0.2.7, 192.0.2.0/24 or 2001:db8::/64"
            )
    for text in config.web.hosts:
        if outside(text) is None:
            yield (
                f"the config: [web] hosts: {text!a} is no name for the page. Write one like this:"
                " play.example.org or https://play.example.org"
            )
