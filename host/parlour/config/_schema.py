"""What can be set: the sections of the config, their keys, and what each may be."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cache
from itertools import pairwise
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

from msgspec import Meta

from parlour.house.limits import Limits, LineLimits

LARGEST = 1_000_000_000
"""No limit is a larger number: as milliseconds it is eleven days, as bytes a gigabyte."""

LEAST: Mapping[str, int] = MappingProxyType(
    {
        "connections": 1,  # 0 would let nobody in
        "login_s": 1,
        "bad_lines": 1,
        "flood_burst": 1,
        "flood_per_s": 1,  # 0 would never let a far line speak again
        "flood_answer_bytes": 1,
        "bursts_per_address": 1,
        "bursts_s": 1,
        "near_factor": 1,
        "flood_refusals": 1,
        "tables": 1,
        "tables_per_player": 1,
        "tables_per_address": 1,
        "names_per_address": 1,
        "nameless": 1,
        "nameless_per_address": 1,
        "tries_s": 1,
        "tries_per_address": 1,
        "tries_per_name": 1,
        "tries_kept": 100,
        "registers_per_address": 1,
        "password_jobs": 1,
        "talk_burst": 1_200,  # the longest line
        "talk_per_s": 1,
        "table_talk_burst": 1_200,
        "table_talk_per_s": 1,
        "outgoing_bytes": 32_768,  # the longest program line, twice
        "keepalive_interval_s": 1,
        "keepalive_count": 1,
    }
)
"""The smallest value of a limit, where 0 would make no sense."""


@dataclass(frozen=True, kw_only=True)
class ServerConfig:
    """Where the host listens, and what it is called."""

    host: str = "0.0.0.0"
    """The address to listen on. 0.0.0.0: every IPv4 address of this computer, so that
    others can join; 127.0.0.1: this computer only; empty: IPv4 and IPv6."""
    port: Annotated[int, Meta(ge=0, le=65_535)] = 4004
    """The TCP port. 0: any free one, which `serve` then names."""
    name: Annotated[
        str,
        Meta(
            pattern=r"^[!-~]([ -~]{0,38}[!-~])?$|^$",
            description="plain ASCII text of at most 40 characters",
        ),
    ] = ""
    """What the host is called in its greeting. Empty: the name of this computer."""


@dataclass(frozen=True, kw_only=True)
class StoreConfig:
    """Where everything is kept that outlasts the host: tables, players, finished games."""

    data: Annotated[
        str,
        Meta(pattern=r"^([/~].*)?$", description="the whole path of a folder, in quotes"),
    ] = ""
    """The data directory. Empty: the place that this system has for such things, which is
    usually ~/.local/share/parlour. How many finished games are kept: finished_games, below
    [limits]."""


@dataclass(frozen=True, kw_only=True)
class PluginConfig:
    """Which games the host offers, besides all that are installed."""

    modules: tuple[Annotated[str, Meta(min_length=1)], ...] = ()
    """Python modules to take as plugins, as with --plugin."""
    disabled: tuple[Annotated[str, Meta(min_length=1)], ...] = ()
    """Names of plugins, as `parlour plugins` shows them, that are left alone."""
    changed_code: Literal["play", "hold"] = "play"
    """What becomes of a game in progress when its code has changed and its version has not.
    play: it goes on, and its players and the log are told, so that an upgrade in the middle of
    an evening stops nobody. hold: it waits until the host of the table or you let it go on.
    Under another version of its rules a game always waits."""


@dataclass(frozen=True, kw_only=True)
class LogConfig:
    """What the host writes to its standard error while it runs."""

    level: Literal["debug", "info", "warning", "error"] = "info"
    """What is written: this and everything worse."""
    format: Literal["text", "json"] = "text"
    """text: for people; json: one object a line, for programs that collect logs."""


@dataclass(frozen=True, kw_only=True)
class Config:
    """Everything an operator can set. Without a config file: `Config()`."""

    server: ServerConfig = field(default_factory=ServerConfig)
    store: StoreConfig = field(default_factory=StoreConfig)
    limits: Limits = field(default_factory=Limits)
    lines: LineLimits = field(default_factory=LineLimits)
    lexicons: Mapping[str, Path] = field(default_factory=dict[str, Path])
    """Word lists besides the built-in ones: a name, and a file with one word a line."""
    plugins: PluginConfig = field(default_factory=PluginConfig)
    log: LogConfig = field(default_factory=LogConfig)


SECTIONS: Mapping[str, type] = MappingProxyType(
    {
        "server": ServerConfig,
        "store": StoreConfig,
        "limits": Limits,
        "lines": LineLimits,
        "plugins": PluginConfig,
        "log": LogConfig,
    }
)
"""The sections with fixed keys. `[lexicons]` has whatever names the operator chooses."""


@dataclass(frozen=True)
class Key:
    """One key of a section: its name, its type for msgspec, its default, what it may be."""

    name: str
    type: Any
    default: object
    allowed: str


@cache
def keys_of(section: type) -> Mapping[str, Key]:
    """The keys of a section's dataclass, in order."""
    hints = get_type_hints(section, include_extras=True)
    keys: dict[str, Key] = {}
    for item in fields(section):
        hint = hints[item.name]
        if section in {Limits, LineLimits}:
            hint = Annotated[hint, Meta(ge=LEAST.get(item.name, 0), le=LARGEST)]
        keys[item.name] = Key(item.name, hint, item.default, _allowed(hint))
    return MappingProxyType(keys)


def _allowed(hint: Any) -> str:
    """What a value of *hint* may be, in words."""
    if get_origin(hint) is Literal:
        *others, last = (f'"{word}"' for word in get_args(hint))
        return f"{', '.join(others)} or {last}"
    for meta in get_args(hint)[1:]:
        if isinstance(meta, Meta):
            return meta.description or f"a whole number from {meta.ge} to {meta.le}"
    return 'a list of names, such as ["one", "two"]'


@cache
def about(section: type) -> Mapping[str, str]:
    """What the docstring below each field of *section* says, as one paragraph of text.

    Read from the source, so that a reason stands in one place only.
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
