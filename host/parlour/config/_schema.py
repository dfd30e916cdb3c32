"""The sections of the config, their keys, and the values each may have."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cache
from itertools import pairwise
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

from msgspec import Meta

from parlour.core.limits import FixedLimits, Limits, LineLimits
from parlour.hookvalues import Section

LARGEST = 1_000_000_000
"""The largest value of any limit: eleven days in milliseconds, a gigabyte in bytes."""

LEAST: Mapping[str, int] = MappingProxyType(
    {
        "connections": 1,  # 0 would let nobody in
        "login_s": 1,
        "flood_burst": 1,
        "flood_per_s": 1,  # 0 would never let a far line speak again
        "party_pause_s": 1,
        "near_factor": 1,
        "tables": 1,
        "tables_per_player": 1,
        "tables_per_address": 1,
        "names_per_address": 1,
        "registers_per_address": 1,
        "bot_thought_s": 1,
        "replay_s": 1,
        "prepare_s": 1,
        "password_cost": 10,
    }
)
"""The smallest value of each limit for which 0 would make no sense."""


MOST: Mapping[str, int] = MappingProxyType(
    {"password_cost": 18}  # 256 MiB and three seconds; OpenSSL takes no 20
)
"""The largest value of each limit that cannot be as large as LARGEST."""


@dataclass(frozen=True, kw_only=True)
class ServerConfig:
    """Where the host listens, and its name."""

    host: str = "0.0.0.0"
    """The address to listen on. 0.0.0.0: every IPv4 address of this computer, so others can join.
    127.0.0.1: this computer only. Empty: IPv4 and IPv6."""
    port: Annotated[int, Meta(ge=0, le=65_535)] = 4004
    """The TCP port. 0: any free port; `serve` tells you which."""
    name: Annotated[
        str,
        Meta(
            pattern=r"^[!-~]([ -~]{0,38}[!-~])?$|^$",
            description="plain ASCII text of at most 40 characters",
        ),
    ] = ""
    """The name in the greeting. Empty: the name of this computer."""
    public: bool = False
    """Whether the host is on the internet, like --public. Then it refuses to start with anything
    that is not safe there, and takes only encrypted connections from far."""
    store: str = ""
    """The PostgreSQL database that keeps the house, such as postgresql://parlour@db/parlour. It
    has no password in it. Empty: the data directory keeps the house."""
    join_word: Annotated[str, Meta(max_length=40, description="a word of 3 to 40 characters")] = (
        field(default="", repr=False)
    )
    """A word that guests must give to come in. Capitals do not matter. Empty: everybody who can
    connect may come in. `parlour join-word` shows it, and changes it while the host runs."""
    guest_list: Annotated[
        str, Meta(pattern=r"^([/~].*)?$", description="the whole path of a file, in quotes")
    ] = ""
    """A file with the names that may come in, one on each line. Empty: all names may.
    `parlour upgrade` reads it again."""
    near: Annotated[
        tuple[str, ...],
        Meta(description='a list of addresses and networks, such as ["192.0.2.7"]'),
    ] = ()
    """Addresses and networks that count as near, besides loopback and private networks. Name one
    where many people share an address: a school's router, or a proxy or tunnel through which your
    guests come. Limits for one address are `near_factor` times as large there, or do not count."""
    proxies: Annotated[
        tuple[str, ...],
        Meta(description='a list of addresses and networks, such as ["127.0.0.1"]'),
    ] = ()
    """Addresses and networks of proxies that name the guest of each connection to this port by the
    PROXY protocol, version 1 or 2. All their connections must begin with it."""
    announce: bool = True
    """Announce the host in its network, so that `parlour play` finds it without an address. That
    needs the extra `lan`. A host for this computer only is never announced."""


@dataclass(frozen=True, kw_only=True)
class WebConfig:
    """The page on which guests play in a browser, on a port of its own."""

    port: Annotated[int, Meta(ge=0, le=65_535)] = 4005
    """The port of the page. 0: no page. If only the port of [server] is changed, the page is on
    the port after that one. With port 0 there, it is on any free port."""
    hosts: Annotated[
        tuple[str, ...],
        Meta(description='a list of names, such as ["https://play.example.org"]'),
    ] = ()
    """Names under which browsers reach the page, besides its addresses and the name of this
    computer. One with https:// or http:// is where guests find the page, for links and QR codes.
    """
    proxies: Annotated[
        tuple[str, ...],
        Meta(description='a list of addresses and networks, such as ["127.0.0.1"]'),
    ] = ()
    """Addresses and networks of proxies that name the guest of each connection to the page by the
    PROXY protocol, version 1 or 2. All their connections must begin with it."""


@dataclass(frozen=True, kw_only=True)
class TlsConfig:
    """The certificate for clients that encrypt what they send, on both ports."""

    certificate: Annotated[
        str,
        Meta(pattern=r"^([/~].*)?$", description="the whole path of a file, in quotes"),
    ] = ""
    """A PEM file with the certificate, and after it those that vouch for it. It is read again when
    it changes. Empty: the host makes one for itself, which clients know again and browsers do not
    trust."""
    key: Annotated[
        str,
        Meta(pattern=r"^([/~].*)?$", description="the whole path of a file, in quotes"),
    ] = ""
    """A PEM file with the key of that certificate, without a passphrase."""


@dataclass(frozen=True, kw_only=True)
class StoreConfig:
    """Where the host keeps tables, players and finished games."""

    data: Annotated[
        str,
        Meta(pattern=r"^([/~].*)?$", description="the whole path of a folder, in quotes"),
    ] = ""
    """The data directory. Empty: the usual place on this system, mostly ~/.local/share/parlour.
    `finished_games` below [limits] sets how many finished games are kept."""


@dataclass(frozen=True, kw_only=True)
class PluginConfig:
    """Games to add to the installed ones, or to leave out."""

    modules: tuple[Annotated[str, Meta(min_length=1)], ...] = ()
    """Python modules to load as plugins, like --plugin."""
    disabled: tuple[Annotated[str, Meta(min_length=1)], ...] = ()
    """Plugins to leave out, by the name of their entry point or module."""
    list: Annotated[
        str, Meta(pattern=r"^([/~].*)?$", description="the whole path of a file, in quotes")
    ] = ""
    """A file in which `parlour plugins search` looks. Nothing is fetched from a network."""
    changed_code: Literal["play", "hold"] = "play"
    """What happens to a running game when its code has changed and its version has not. play: it
    continues, and its players and the log are told, so an upgrade in the middle of an evening
    stops nobody. hold: it waits until the host of the table or you let it continue. A game whose
    rules have another version always waits."""


@dataclass(frozen=True, kw_only=True)
class LogConfig:
    """What the host logs to standard error."""

    level: Literal["debug", "info", "warning", "error"] = "info"
    """The lowest level that is logged."""
    format: Literal["text", "json"] = "text"
    """text: for people. json: one object per line, for programs that collect logs."""


@dataclass(frozen=True)
class Settings:
    """The settings of one plugin, and where each key is in the file."""

    section: Section
    places: Mapping[str, str]
    """`FILE line N` for each key; for an empty key, the section."""


@dataclass(frozen=True, kw_only=True)
class Config:
    """All settings. `Config()` has the defaults."""

    server: ServerConfig = field(default_factory=ServerConfig)
    web: WebConfig = field(default_factory=WebConfig)
    tls: TlsConfig = field(default_factory=TlsConfig)
    store: StoreConfig = field(default_factory=StoreConfig)
    limits: Limits = field(default_factory=Limits)
    lexicons: Mapping[str, Path] = field(default_factory=dict[str, Path])
    """Word lists besides the built-in ones: a name, and a file with one word per line."""
    words: Mapping[str, Mapping[str, tuple[str, ...]]] = field(
        default_factory=dict[str, Mapping[str, tuple[str, ...]]]
    )
    """Words that this house adds to a built-in list, or drops from it."""
    decks: Mapping[str, Path] = field(default_factory=dict[str, Path])
    """Decks of cards for games that take one: a name, and a file with a card and its number per
    line."""
    plugins: PluginConfig = field(default_factory=PluginConfig)
    settings: Mapping[str, Settings] = field(default_factory=dict[str, Settings])
    """The settings of plugins, each below [plugins.NAME]. The plugin checks them."""
    log: LogConfig = field(default_factory=LogConfig)
    remarks: tuple[str, ...] = ()
    """What `serve` says about the file: keys of earlier versions that have no effect any more."""


RETIRED: Mapping[str, Collection[str]] = MappingProxyType(
    {
        "limits": frozenset(item.name for item in fields(FixedLimits)),
        "lines": frozenset(item.name for item in fields(LineLimits)),
    }
)
"""Keys that 0.1.0 and 0.2.0 had, by section. A config with one of them still starts the host."""

SECTIONS: Mapping[str, type] = MappingProxyType(
    {
        "server": ServerConfig,
        "web": WebConfig,
        "tls": TlsConfig,
        "store": StoreConfig,
        "limits": Limits,
        "plugins": PluginConfig,
        "log": LogConfig,
    }
)
"""The sections with fixed keys. The keys of `[lexicons]` and `[decks]` are names that the operator
chooses, and `[words]` has a section for each list."""

WORD_KEYS = ("add", "drop")
"""The keys below [words.LIST]."""
WORDS_MOST = 10_000
"""Words in one of these keys. A longer list is better off in a file of its own."""


@dataclass(frozen=True)
class Key:
    """One key of a section: its name, its type for msgspec, its default, its allowed values."""

    name: str
    type: Any
    default: object
    allowed: str


@cache
def keys_of(section: type) -> Mapping[str, Key]:
    """Return the keys of a section's dataclass, in order."""
    hints = get_type_hints(section, include_extras=True)
    keys: dict[str, Key] = {}
    own = inspect.get_annotations(section)
    for item in (item for item in fields(section) if item.name in own):
        hint = hints[item.name]
        if section is Limits:
            hint = Annotated[
                hint, Meta(ge=LEAST.get(item.name, 0), le=MOST.get(item.name, LARGEST))
            ]
        keys[item.name] = Key(item.name, hint, item.default, _allowed(hint))
    return MappingProxyType(keys)


def _allowed(hint: Any) -> str:
    if get_origin(hint) is Literal:
        *others, last = (f'"{word}"' for word in get_args(hint))
        return f"{', '.join(others)} or {last}"
    if hint is bool:
        return "true or false"
    for meta in get_args(hint)[1:]:
        if isinstance(meta, Meta):
            return meta.description or f"a whole number from {meta.ge} to {meta.le}"
    return 'a list of names, such as ["one", "two"]'


@cache
def about(section: type) -> Mapping[str, str]:
    """Return the docstring below each field of *section*, as one paragraph.

    Read from the source, so each reason is written down only once.
    """
    tree = ast.parse(textwrap.dedent(inspect.getsource(section))).body[0]
    assert isinstance(tree, ast.ClassDef)
    return MappingProxyType(dict(_documented(tree.body)))


def _documented(body: Sequence[ast.stmt]) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for statement, after in pairwise(body):
        match statement, after:
            case (
                ast.AnnAssign(target=ast.Name(id=name)),
                ast.Expr(value=ast.Constant(value=str(text))),
            ):
                found.append((name, " ".join(text.split())))
            case _:
                pass
    return found
