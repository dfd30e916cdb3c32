"""Find plugins, ask them what they bring, and set aside what cannot be used.

We load, ask and check every plugin inside a guard of its own. So a broken one
is skipped and named while the others work. We refuse all games with the same id,
because which one came first would depend on the order of an operating system's folders.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from pathlib import Path
from types import MappingProxyType

import msgspec

from parlour.api import AnyGame, Lexicon
from parlour.catalogue import HOST_VERBS
from parlour.engine.options import HOST_OPTIONS
from parlour.hookvalues import PluginCommand, Section, SettingsFault, WordFile
from parlour.plugins._check import command_faults, game_faults
from parlour.plugins._code import fingerprint
from parlour.plugins._games import contract_of, manager_of, register_games
from parlour.plugins._guard import PluginFault, one_line, plugin_code
from parlour.plugins._shared import SharedHooks
from parlour.plugins._sources import Candidate, PluginRow, given, installed, module, unique
from parlour.search import with_opponent

LIST_NAME = re.compile(r"[a-z0-9_]{1,32}")


class Wrong(msgspec.Struct, frozen=True):
    """A setting of a plugin that is wrong, or the settings of a plugin that cannot be used."""

    plugin: str
    """Its name; empty for a key of the host about plugins."""
    key: str
    """The key; empty for the section as a whole."""
    text: str


@dataclass(frozen=True)
class Found:
    """The games by id, a row for everything we found, and what plugins bring besides games."""

    games: Mapping[str, AnyGame]
    rows: tuple[PluginRow, ...]
    shared: SharedHooks = field(default_factory=SharedHooks, compare=False)
    """The hooks of the whole host."""
    lexicons: Mapping[str, Lexicon] = field(default_factory=dict[str, Lexicon])
    """The word lists and decks of plugins."""
    commands: tuple[PluginCommand, ...] = ()
    wrong: tuple[Wrong, ...] = ()
    """Settings with which the host must not start."""

    @property
    def quarantined(self) -> tuple[PluginRow, ...]:
        """The rows of what we do not use."""
        return tuple(row for row in self.rows if row.quarantined is not None)


class _Loaded(msgspec.Struct, frozen=True):
    """A plugin whose hooks can be called."""

    candidate: Candidate
    plugin: object
    contract: str
    hooks: tuple[str, ...]

    def row(self, reason: str | None = None) -> PluginRow:
        row = self.candidate.row(reason)
        return msgspec.structs.replace(row, contract=self.contract, hooks=self.hooks)


class _Offer(msgspec.Struct, frozen=True):
    """A game that passed its checks, with the row that names its plugin."""

    row: PluginRow
    game: AnyGame


def find_games(
    *,
    modules: Sequence[str] = (),
    discover: bool = True,
    extra: Sequence[object] = (),
    disabled: Collection[str] = (),
    lexicons: Collection[str] | None = None,
    host_verbs: Collection[str] = HOST_VERBS,
    host_options: Collection[str] = HOST_OPTIONS,
    settings: Mapping[str, Section] = MappingProxyType({}),
    read_list: Callable[[WordFile], Lexicon] | None = None,
) -> Found:
    """Load every plugin and check everything it offers.

    Args:
        modules: importable modules to take as plugins.
        discover: look for installed plugins (entry points of the group `parlour`).
        extra: objects to take as plugins.
        disabled: names of plugins that are left alone.
        lexicons: the word lists of the host; a game that needs another one is set
            aside. None: not known here.
        host_verbs: words that no game may have as a verb.
        host_options: names that no option of a game may have.
        settings: the operator's settings, by the name of the plugin.
        read_list: reads a word list that a plugin brings. None: they are left out.

    Raises nothing but KeyboardInterrupt: what a plugin raises becomes its row's reason.
    A plugin that is reached in two ways counts once.
    """
    rows: list[PluginRow] = []
    found = installed(rows) if discover else []
    candidates = [
        *unique([c for c in found if c.name not in disabled], rows),
        *(module(name) for name in modules if name not in disabled),
        *(given(plugin) for plugin in extra),
    ]
    shared, wrong = SharedHooks(), list[Wrong]()
    loaded = list(_loaded(candidates, rows))
    loaded = [one for one in loaded if _configured(one, shared, settings, rows, wrong)]
    settled = {*disabled, *(one.plugin for one in wrong), *(one.candidate.name for one in loaded)}
    wrong += _idle(disabled, {one.name for one in (*found, *candidates)} | set(modules))
    wrong += _unclaimed(settings, {one.name for one in candidates}, settled)
    lists: dict[str, Lexicon] = {}
    if read_list is not None:
        loaded = [one for one in loaded if _brings(one, shared, lists, lexicons, read_list, rows)]
    commands: dict[str, PluginCommand] = {}
    loaded = [one for one in loaded if _commands(one, shared, commands, rows)]
    known = None if lexicons is None else (*lexicons, *lists)

    def check(game: AnyGame) -> Sequence[str]:
        return game_faults(game, lexicons=known, host_verbs=host_verbs, host_options=host_options)

    offers: list[_Offer] = []
    for one, game in _games(loaded, shared, rows):
        row = _checked_row(one, game, check)
        if row.quarantined is None:
            offers.append(_Offer(row, game))
        else:
            rows.append(row)
    alone = _alone(offers, rows)
    rows += [offer.row for offer in alone]
    rows.sort(key=lambda row: (row.quarantined is not None, row.id, row.plugin, row.source))
    alone.sort(key=lambda offer: offer.row.id)
    games = {offer.row.id: with_opponent(offer.game) for offer in alone}
    return Found(
        MappingProxyType(games), tuple(rows), shared, lists, tuple(commands.values()), tuple(wrong)
    )


# --- what plugins bring besides games ---------------------------------------------------


def _loaded(candidates: Iterable[Candidate], rows: list[PluginRow]) -> Iterator[_Loaded]:
    """Yield every plugin that can be imported. Add rows for the others to *rows*."""
    earlier: list[object] = []
    for candidate in candidates:
        try:
            with plugin_code("import failed"):
                plugin = candidate.load()
            if any(plugin is other for other in earlier):
                continue
            earlier.append(plugin)
            contract = contract_of(plugin)
            _, hooks = manager_of(plugin)
        except PluginFault as fault:
            rows.append(candidate.row(str(fault)))
            continue
        yield _Loaded(candidate, plugin, contract, hooks)


def _configured(
    one: _Loaded,
    shared: SharedHooks,
    settings: Mapping[str, Section],
    rows: list[PluginRow],
    wrong: list[Wrong],
) -> bool:
    """Hand the plugin its settings. Return False, and add its row, if it cannot be used."""
    name = one.candidate.name
    section = settings.get(name) or Section(name)
    if name in settings and "configure" not in one.hooks:
        wrong.append(Wrong(name, "", "this plugin has no settings"))
    try:
        shared.add(name, one.plugin, one.hooks)
    except PluginFault as fault:
        rows.append(one.row(str(fault)))
        return False
    try:
        shared.configure(name, section)
    except SettingsFault as fault:
        wrong.append(Wrong(name, fault.key, one_line(fault.text)))
        reason = one_line(f"its settings are wrong: {fault.text}")
    except PluginFault as fault:
        reason = str(fault)
    else:
        return True
    shared.remove(name)
    rows.append(one.row(reason))
    return False


def _idle(disabled: Collection[str], known: Collection[str]) -> Iterator[Wrong]:
    """Yield the names of plugins to leave out that no plugin has."""
    for name in disabled:
        if name not in known:
            near = get_close_matches(name, known, 1)
            hint = f'Did you mean "{near[0]}"?' if near else "To see all: parlour plugins"
            yield Wrong("", "disabled", one_line(f"there is no plugin {name!a}. {hint}"))


def _unclaimed(
    settings: Mapping[str, Section], known: Collection[str], settled: Collection[str]
) -> Iterator[Wrong]:
    """Yield the sections that no plugin has read: what they ask for would silently not happen."""
    for name in sorted(settings.keys() - set(settled)):
        if name in known:
            text = "this plugin cannot be used. To see why: parlour plugins"
        else:
            near = get_close_matches(name, known, 1)
            hint = f"Did you mean [plugins.{near[0]}]?" if near else "To see all: parlour plugins"
            text = f"there is no such plugin. {hint}"
        yield Wrong(name, "", text)


def _brings(
    one: _Loaded,
    shared: SharedHooks,
    lists: dict[str, Lexicon],
    lexicons: Collection[str] | None,
    read_list: Callable[[WordFile], Lexicon],
    rows: list[PluginRow],
) -> bool:
    """Read the word lists of the plugin into *lists*. Return False if one cannot be used."""
    if "register_lexicons" not in one.hooks:
        return True
    try:
        for file in shared.lexicons_of(one.candidate.name):
            if not isinstance(file.path, Path):  # pyright: ignore[reportUnnecessaryIsInstance]
                raise PluginFault(
                    one_line(f"the path of the word list {file.name!a} must be a pathlib.Path")
                )
            if not LIST_NAME.fullmatch(file.name):
                raise PluginFault(one_line(f"{file.name!a} is no name of a word list"))
            if file.name in lists or file.name in (lexicons or ()):
                raise PluginFault(one_line(f"there is a word list {file.name} already"))
            with plugin_code("its word list cannot be read"):
                lists[file.name] = read_list(file)
    except PluginFault as fault:
        shared.remove(one.candidate.name)
        rows.append(one.row(str(fault)))
        return False
    return True


def _commands(
    one: _Loaded,
    shared: SharedHooks,
    commands: dict[str, PluginCommand],
    rows: list[PluginRow],
) -> bool:
    """Add the commands of the plugin to *commands*. Return False if one cannot be used."""
    if "register_commands" not in one.hooks:
        return True
    try:
        brought = shared.commands_of(one.candidate.name)
        with plugin_code("its commands cannot be checked"):
            faults = [fault for each in brought for fault in command_faults(each, commands)]
        if faults:
            raise PluginFault(one_line("; ".join(faults)))
    except PluginFault as fault:
        shared.remove(one.candidate.name)
        rows.append(one.row(str(fault)))
        return False
    commands.update({each.verb: each for each in brought})
    return True


# --- games --------------------------------------------------------------------------------


def _games(
    loaded: Iterable[_Loaded], shared: SharedHooks, rows: list[PluginRow]
) -> Iterator[tuple[_Loaded, AnyGame]]:
    """Yield every game with its plugin. Add rows for plugins without games to *rows*."""
    for one in loaded:
        if "register_games" not in one.hooks:
            rows.append(one.row())
            continue
        try:
            games = register_games(one.plugin)
        except PluginFault as fault:
            shared.remove(one.candidate.name)
            rows.append(one.row(str(fault)))
            continue
        yield from ((one, _coded(one.plugin, game)) for game in games)


def _coded(plugin: object, game: AnyGame) -> AnyGame:
    """Return *game* with the fingerprint of its code. It is empty if we cannot read the code."""
    try:
        with plugin_code("its code cannot be read"):
            code = fingerprint(plugin, game)
    except PluginFault:
        code = ""
    return replace(game, code=code)


def _alone(offers: Sequence[_Offer], rows: list[PluginRow]) -> list[_Offer]:
    """Return the games with a unique id. Add rows for the others to *rows*."""
    count = Counter(offer.row.id for offer in offers)
    for offer in offers:
        if count[offer.row.id] > 1:
            takers = " and ".join(
                f"{other.row.plugin} ({other.row.source})"
                for other in offers
                if other.row.id == offer.row.id
            )
            reason = f"the game id {offer.row.id} is offered by {takers}, so none of them is used"
            rows.append(msgspec.structs.replace(offer.row, quarantined=one_line(reason)))
    return [offer for offer in offers if count[offer.row.id] == 1]


def _checked_row(
    one: _Loaded, game: AnyGame, check: Callable[[AnyGame], Sequence[str]]
) -> PluginRow:
    row = one.row()
    try:
        with plugin_code("it cannot be checked"):
            row = msgspec.structs.replace(
                row,
                id=one_line(str(game.id)),
                title=one_line(str(game.title)),
                version=one_line(str(game.version)),
                code=game.code,
            )
            faults = check(game)
    except PluginFault as fault:
        return msgspec.structs.replace(row, quarantined=str(fault))
    return msgspec.structs.replace(
        row, quarantined=one_line("; ".join(faults)) if faults else None
    )
