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
from parlour.hookvalues import PluginCommand, Section, SettingsFault, WordFile
from parlour.plugins._check import command_faults, game_faults
from parlour.plugins._code import fingerprint
from parlour.plugins._games import check_source, contract_of, manager_of, register_games
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
    names = {one.name for one in candidates}
    taking = _Taking(settings, lexicons, read_list, rows)
    games = [(one, game) for one in _loaded(candidates, rows) for game in taking.games_of(one)]
    taking.wrong += _idle(disabled, {*names, *(one.name for one in found), *modules})
    taking.wrong += _unclaimed(settings, names, {*disabled, *taking.asked})
    known = None if lexicons is None else (*lexicons, *taking.lists)
    offers: list[_Offer] = []
    for one, game in games:
        row = _checked_row(one, game, known)
        if row.quarantined is None:
            offers.append(_Offer(row, game))
        else:
            rows.append(row)
    alone = _alone(offers, rows)
    rows += [offer.row for offer in alone]
    rows.sort(key=lambda row: (row.quarantined is not None, row.id, row.plugin, row.source))
    alone.sort(key=lambda offer: offer.row.id)
    return Found(
        MappingProxyType({offer.row.id: with_opponent(offer.game) for offer in alone}),
        tuple(rows),
        taking.shared,
        taking.lists,
        tuple(taking.commands.values()),
        tuple(taking.wrong),
    )


def _loaded(candidates: Iterable[Candidate], rows: list[PluginRow]) -> Iterator[_Loaded]:
    """Yield every plugin that can be imported. Add rows for the others to *rows*."""
    earlier: list[object] = []
    for candidate in candidates:
        try:
            plugin = _imported(candidate)
            if any(plugin is other for other in earlier):
                continue
            earlier.append(plugin)
            contract = contract_of(plugin)
            _, hooks = manager_of(plugin)
        except PluginFault as fault:
            rows.append(candidate.row(str(fault)))
            continue
        yield _Loaded(candidate, plugin, contract, hooks)


def _imported(candidate: Candidate) -> object:
    """Import a plugin. Raises PluginFault: if it is for a later contract, with that as reason."""
    try:
        with plugin_code("import failed"):
            return candidate.load()
    except PluginFault:
        check_source(candidate.module)
        raise


# --- what a plugin brings -----------------------------------------------------------------


class _Taking:
    """Takes what plugins bring, one plugin after the other."""

    def __init__(
        self,
        settings: Mapping[str, Section],
        lexicons: Collection[str] | None,
        read_list: Callable[[WordFile], Lexicon] | None,
        rows: list[PluginRow],
    ) -> None:
        self.shared = SharedHooks()
        self.wrong: list[Wrong] = []
        self.lists: dict[str, Lexicon] = {}
        self.commands: dict[str, PluginCommand] = {}
        self.asked: set[str] = set()
        """The plugins that had their settings, right or wrong."""
        self._settings = settings
        self._lexicons = lexicons or ()
        self._read_list = read_list
        self._rows = rows

    def games_of(self, one: _Loaded) -> Sequence[AnyGame]:
        """Take all that *one* brings, and return its games.

        If any of it cannot be used, set the plugin aside: add its row, and take nothing.
        """
        name = one.candidate.name
        try:
            if name in self._settings and "configure" not in one.hooks:
                self.wrong.append(Wrong(name, "", "this plugin has no settings"))
                self.asked.add(name)
            self.shared.add(name, one.plugin, one.hooks)
            try:
                self._configure(name)
                lists = self._lists_of(one)
                commands = self._commands_of(one)
                games = register_games(one.plugin) if "register_games" in one.hooks else ()
            except PluginFault:
                self.shared.remove(name)
                raise
        except PluginFault as fault:
            self._rows.append(one.row(str(fault)))
            return ()
        self.lists |= lists
        self.commands |= commands
        if not games:
            self._rows.append(one.row())
        return [_coded(one.plugin, game) for game in games]

    def _configure(self, name: str) -> None:
        try:
            self.shared.configure(name, self._settings.get(name) or Section(name))
        except SettingsFault as fault:
            self.wrong.append(Wrong(name, fault.key, one_line(fault.text)))
            self.asked.add(name)
            raise PluginFault(one_line(f"its settings are wrong: {fault.text}")) from fault
        self.asked.add(name)

    def _lists_of(self, one: _Loaded) -> Mapping[str, Lexicon]:
        """Read the word lists that the plugin brings."""
        lists: dict[str, Lexicon] = {}
        if self._read_list is None or "register_lexicons" not in one.hooks:
            return lists
        for file in self.shared.lexicons_of(one.candidate.name):
            if not isinstance(file.path, Path):  # pyright: ignore[reportUnnecessaryIsInstance]
                raise PluginFault(
                    one_line(f"the path of the word list {file.name!a} must be a pathlib.Path")
                )
            if not LIST_NAME.fullmatch(file.name):
                raise PluginFault(one_line(f"{file.name!a} is no name of a word list"))
            if file.name in (*lists, *self.lists, *self._lexicons):
                raise PluginFault(one_line(f"there is a word list {file.name} already"))
            with plugin_code("its word list cannot be read"):
                lists[file.name] = self._read_list(file)
        return lists

    def _commands_of(self, one: _Loaded) -> Mapping[str, PluginCommand]:
        if "register_commands" not in one.hooks:
            return {}
        brought = self.shared.commands_of(one.candidate.name)
        with plugin_code("its commands cannot be checked"):
            faults = [fault for each in brought for fault in command_faults(each, self.commands)]
        if faults:
            raise PluginFault(one_line("; ".join(faults)))
        return {each.verb: each for each in brought}


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


# --- games --------------------------------------------------------------------------------


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


def _checked_row(one: _Loaded, game: AnyGame, lexicons: Collection[str] | None) -> PluginRow:
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
            faults = game_faults(game, lexicons=lexicons)
    except PluginFault as fault:
        return msgspec.structs.replace(row, quarantined=str(fault))
    return msgspec.structs.replace(
        row, quarantined=one_line("; ".join(faults)) if faults else None
    )
