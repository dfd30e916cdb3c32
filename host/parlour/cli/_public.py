"""What a host on the internet must have: `parlour serve --public` refuses to start without it.

`doctor` names the same. Each fault is one line: what is wrong, and what would be right.
"""

from __future__ import annotations

import os
import resource
import stat
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from parlour.cli._folders import plugin_named, reach
from parlour.cli._group import Misuse
from parlour.cli._page import HTTPS
from parlour.language import ENGLISH, _

if TYPE_CHECKING:
    from parlour.config import Config
    from parlour.wire.addresses import Network

PORT: Final = 4004
"""With which clients begin by themselves."""
OTHER_FILES: Final = 100
"""Open files that a host needs besides its connections, at most."""
NEAR_BITS: Final = {4: 16, 6: 32}
"""A network of the internet that counts as near must be as small: a school's, not a country's."""
PROXY_BITS: Final = {4: 24, 6: 64}
"""And one of proxies, which say where their guests come from and are believed."""


def check_public(
    config: Config, config_file: Path | None, folder: Path, modules: Sequence[str]
) -> None:
    """Raise Misuse with all `faults`, if there are any."""
    if lines := list(faults(config, config_file, folder, modules, os.geteuid())):
        raise Misuse("\n".join(["A host on the internet must not start like this:", *lines]))


def faults(
    config: Config,
    config_file: Path | None,
    folder: Path,
    modules: Sequence[str],
    user: int,
) -> Iterator[str]:
    """Yield a line for everything with which a host of this *user* must not be on the internet."""
    if not user:
        yield (
            "User: the host would run as root, and a fault in a game could change this whole"
            " computer. Give it a user of its own: parlour service install does."
        )
    yield from _private(config, config_file, folder)
    yield from _networks(config)
    yield from _page(config)
    yield from _certificate(config)
    yield from _plugins(config, modules)
    wanted = config.limits.connections + OTHER_FILES
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < wanted:
        yield (
            f"Open files: this system allows {hard}, and {config.limits.connections} connections"
            f" need {wanted}. Allow more (ulimit -n, or LimitNOFILE= of systemd), or set a smaller"
            " number: connections below [limits]."
        )


def _private(config: Config, config_file: Path | None, folder: Path) -> Iterator[str]:
    """Files that others may read or change."""
    yield from (text for text, _harmless in open_data(folder))
    if config_file is not None and config_file.exists():
        mode = _mode(config_file)
        if mode & 0o022:
            yield (
                f"Config: other users may change {config_file} (mode {mode:o}). To close it: chmod"
                f" go-w {config_file}"
            )
        if mode & 0o004 and config.server.join_word:
            yield (
                f"Config: everybody on this computer may read {config_file} (mode {mode:o}), and"
                f" join_word is in it. To close it: chmod o-r {config_file}"
            )


def open_data(folder: Path) -> Iterator[tuple[str, bool]]:
    """Yield a line for each place of the data that other users of this computer reach, and whether
    it is harmless because the files in it are closed.
    """
    for path, right in ((folder, 0o700), (folder / "parlour.db", 0o600)):
        if path.exists() and (mode := _mode(path)) & 0o077:
            may = "change" if mode & 0o022 else "read"
            text = (
                f"Data directory: other users may {may} {path} (mode {mode:o}). To close it:"
                f" chmod {right:o} {path}"
            )
            yield text, may == "read" and path == folder


def _mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def _networks(config: Config) -> Iterator[str]:
    """Networks that are believed, and are so large that strangers are in them."""
    for text, network in _read(config.server.near):
        if _is_wide(network, NEAR_BITS):
            yield (
                f"[server] near: {text} is a large part of the internet. Guests who are near need"
                " no encryption and have wide limits. Name only your own networks."
            )
    for key, given in (("server", config.server.proxies), ("web", config.web.proxies)):
        for text, network in _read(given):
            if _is_wide(network, PROXY_BITS):
                yield (
                    f"[{key}] proxies: {text} is a large part of the internet. The host believes"
                    " any address that a proxy names. Name only the addresses of your proxies."
                )


def _read(given: Sequence[str]) -> Iterator[tuple[str, Network]]:
    from parlour.accounts.networks import network_of

    for text in given:
        try:
            yield text, network_of(text)
        except ValueError:  # which is said elsewhere
            continue


def _is_wide(network: Network, bits: dict[int, int]) -> bool:
    return network.prefixlen < bits[network.version] and not network.is_private


def _page(config: Config) -> Iterator[str]:
    """Addresses of the page that are not encrypted."""
    for text in config.web.hosts:
        if text.lower().startswith("http://"):
            yield (
                f"[web] hosts: {text} is not encrypted. Write https://{text[7:]}, or leave out"
                " http://."
            )


def _certificate(config: Config) -> Iterator[str]:
    """The owner's certificate and its key. That they fit is said elsewhere."""
    import time

    from parlour.cli._certificate import owners
    from parlour.server import TlsError

    try:
        found = owners(config.tls)
    except TlsError:  # which is said elsewhere
        return
    if found is None:
        return
    chain, key = found.chain, found.key
    if (mode := _mode(key)) & 0o007:
        yield (
            f"[tls] key: everybody on this computer may read {key} (mode {mode:o}). To close it:"
            f" chmod o= {key}"
        )
    if found.ends_s is not None and found.ends_s < time.time():
        yield (
            f"[tls] certificate: {chain} expired on {day(found.ends_s)}. Renew it. A host that"
            " runs takes the new file by itself."
        )
        return
    for name, _port in () if config.web.proxies else given_addresses(config):
        if not any(fits(name, each) for each in found.names):
            yield (
                f"[tls] certificate: {chain} is for {', '.join(found.names) or 'no name'}, and"
                f" [web] hosts says {name}. Get one for {name}, or name another host."
            )


def day(seconds: float) -> str:
    import time

    return time.strftime("%Y-%m-%d", time.localtime(seconds))


def given_addresses(config: Config) -> list[tuple[str, int]]:
    """Return the names and ports of the page that the config gives with `https://`."""
    found: list[tuple[str, int]] = []
    for text in config.web.hosts:
        parts = urlsplit(text.lower())
        try:
            port = parts.port or HTTPS
        except ValueError:  # which is said elsewhere
            continue
        if parts.scheme == "https" and parts.hostname:
            found.append((parts.hostname, port))
    return found


def fits(name: str, pattern: str) -> bool:
    """Check whether a certificate for *pattern* is for *name* (RFC 6125, 6.4.3)."""
    if pattern.startswith("*."):
        return name.partition(".")[2] == pattern[2:].lower()
    return name == pattern.lower()


def address_for_far(config: Config, names: Sequence[str]) -> str:
    """Return what guests from far type after `parlour play`; nothing if no name is known.

    *names*: those in the owner's certificate.
    """
    given = [name for name, _port in given_addresses(config)]
    name = next((each for each in (*given, *names) if "*" not in each), "")
    port = config.server.port
    return name if not name or port == PORT else f"{name}:{port}"


def must_seal(config: Config, names: Sequence[str], page: str) -> str:
    """Return what somebody from far reads who does not encrypt.

    *names*: those in the owner's certificate. *page*: the first address of the page, or nothing.
    """
    where = address_for_far(config, names)
    told = (
        _(
            "This host takes encrypted connections only. Connect with: parlour play {where}",
            where=where,
        )
        if where
        else _("This host takes encrypted connections only. Connect with: parlour play ADDRESS")
    )
    lines = [told.into(ENGLISH), *(told.into(lang) for lang in _.languages())]
    return "\n".join([*lines, page] if page.startswith("https://") else lines)


def _plugins(config: Config, modules: Sequence[str]) -> Iterator[str]:
    """Programs that others may change."""
    for word in dict.fromkeys((*config.plugins.modules, *modules)):
        try:
            spec = find_spec(reach(plugin_named(word)))
        except (ImportError, ValueError):  # which is said elsewhere
            continue
        origin = None if spec is None else spec.origin
        if origin is not None and (open_to_all := changeable(Path(origin))) is not None:
            yield (
                f"Plugin {word}: everybody on this computer may change {open_to_all}. To close it:"
                f" chmod o-w {open_to_all}"
            )


def changeable(file: Path) -> Path | None:
    """Return that of *file* and the folders above it which everybody may change, if any."""
    for path in (file, *file.resolve().parents):
        mode = path.stat().st_mode
        if mode & stat.S_IWOTH and not (path != file and mode & stat.S_ISVTX):
            return path
    return None
