"""Find plugins, ask them for their games, and set aside what cannot be used.

We load, ask and check every plugin inside a guard of its own. So a broken one
is skipped and named while the others work. We refuse all games with the same id,
because which one came first would depend on the order of an operating system's folders.
"""

from __future__ import annotations

import importlib
import traceback
from collections import Counter
from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from importlib.metadata import Distribution, EntryPoint, distributions
from pathlib import Path
from types import MappingProxyType
from typing import Any, cast

import pluggy

from parlour.api import AnyGame, Game
from parlour.engine.options import HOST_OPTIONS
from parlour.hookspecs import PROJECT, Hooks
from parlour.house.commands.catalogue import HOST_VERBS
from parlour.plugins._check import game_faults
from parlour.plugins._code import fingerprint

REASON = 300
"""The most characters of a reason. An exception's text may be a page."""

_NOT_THE_PLUGIN = (
    "<frozen ",
    *(str(Path(file).parent) for file in (__file__, importlib.__file__, pluggy.__file__)),
)
"""Beginnings of the names of files between the guard and the plugin's own code."""


@dataclass(frozen=True)
class PluginRow:
    """One line of `parlour plugins`: a game, or a plugin that offers none."""

    plugin: str
    """The name of its entry point, or its module."""
    source: str
    """`name version` of its distribution, or `module NAME`."""
    id: str = ""
    title: str = ""
    version: str = ""
    quarantined: str | None = None
    """The reason why we do not use it, in one line, or None if we do."""


@dataclass(frozen=True)
class Found:
    """The games by id, and a row for everything we found."""

    games: Mapping[str, AnyGame]
    rows: tuple[PluginRow, ...]

    @property
    def quarantined(self) -> tuple[PluginRow, ...]:
        """The rows of what we do not use."""
        return tuple(row for row in self.rows if row.quarantined is not None)


class PluginFault(Exception):
    """A plugin that cannot be used. The text is the reason, in one line."""


@dataclass(frozen=True)
class _Candidate:
    name: str
    source: str
    load: Callable[[], object]

    def row(self, reason: str | None = None) -> PluginRow:
        return PluginRow(self.name, self.source, quarantined=reason)


@dataclass(frozen=True)
class _Offer:
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
) -> Found:
    """Load every plugin and check every game it offers.

    Args:
        modules: importable modules to take as plugins.
        discover: look for installed plugins (entry points of the group `parlour`).
        extra: objects to take as plugins.
        disabled: names of plugins that are left alone.
        lexicons: the word lists of the host; a game that needs another one is set
            aside. None: not known here.
        host_verbs: words that no game may have as a verb.
        host_options: names that no option of a game may have.

    Raises nothing but KeyboardInterrupt: what a plugin raises becomes its row's reason.
    A plugin that is reached in two ways counts once.
    """
    rows: list[PluginRow] = []
    installed = _installed(rows) if discover else []
    candidates = [
        *_unique([c for c in installed if c.name not in disabled], rows),
        *(_module(name) for name in modules if name not in disabled),
        *(_given(plugin) for plugin in extra),
    ]
    check = partial(
        game_faults, lexicons=lexicons, host_verbs=host_verbs, host_options=host_options
    )
    offers: list[_Offer] = []
    for candidate, game in _games(candidates, rows):
        row = _checked_row(candidate, game, check)
        if row.quarantined is None:
            offers.append(_Offer(row, game))
        else:
            rows.append(row)
    alone = _alone(offers, rows)
    rows += [offer.row for offer in alone]
    rows.sort(key=lambda row: (row.quarantined is not None, row.id, row.plugin, row.source))
    games = {offer.row.id: offer.game for offer in sorted(alone, key=lambda offer: offer.row.id)}
    return Found(MappingProxyType(games), tuple(rows))


def register_games(plugin: object) -> tuple[AnyGame, ...]:
    """Ask one plugin for its games. Raises PluginFault with the reason if it has none to give.

    Each plugin gets a manager of its own: its faults are its own, and it cannot wrap
    what another one offers.
    """
    manager = pluggy.PluginManager(PROJECT)
    manager.add_hookspecs(Hooks)
    with _plugin_code("its hooks cannot be read"):
        _register(manager, plugin)
    hooks = [caller.name for caller in manager.get_hookcallers(plugin) or ()]
    try:
        manager.check_pending()
    except pluggy.PluginValidationError as error:
        wrong = next(name for name in hooks if not hasattr(Hooks, name))
        raise PluginFault(f"there is no hook {wrong}; the hook is register_games") from error
    if not hooks:
        raise PluginFault("it has no function register_games marked with @parlour.hookimpl")
    games: list[AnyGame] = []
    with _plugin_code("register_games failed"):
        results = cast("list[Any]", manager.hook.register_games())
        for result in results:
            games += _games_in(result)
    if not games:
        raise PluginFault("register_games returned no game; it must return a list of games")
    return tuple(games)


def _register(manager: pluggy.PluginManager, plugin: object) -> None:
    try:
        manager.register(plugin)
    except pluggy.PluginValidationError as error:
        # Its last line says what is wrong; those before describe the function at length.
        what = str(error).splitlines()[-1]
        raise PluginFault(_one_line(f"a marked function does not fit its hook: {what}")) from error


def _games_in(result: object) -> Sequence[AnyGame]:
    if not isinstance(result, list | tuple):
        raise PluginFault(
            f"register_games returned a {type(result).__name__}; it must return a list of games"
        )
    entries = cast("Sequence[object]", result)
    for entry in entries:
        if not isinstance(entry, Game):
            kind = type(entry).__name__
            raise PluginFault(f"register_games returned a {kind} in its list; each must be a Game")
    return cast("Sequence[AnyGame]", entries)


# --- where plugins come from ----------------------------------------------------------


def _installed(rows: list[PluginRow]) -> list[_Candidate]:
    """Return the plugins of the installed distributions. Add rows for broken ones to *rows*.

    We filter files by their text first: a damaged one of some other project does not
    concern us, and parsing those of every installed distribution takes long.
    """
    candidates: list[_Candidate] = []
    seen: set[str] = set()
    for dist in distributions():
        try:
            with _plugin_code("its entry points cannot be read"):
                points = _entry_points(dist)
        except PluginFault as fault:
            rows.append(PluginRow(dist.name, _source(dist), quarantined=str(fault)))
            continue
        # The same distribution again, further down the path. Python would not
        # import that one either.
        if not points or dist.name in seen:
            continue
        seen.add(dist.name)
        candidates += [_Candidate(p.name, _source(dist), p.load) for p in points]

    return candidates


def _unique(candidates: Sequence[_Candidate], rows: list[PluginRow]) -> list[_Candidate]:
    """Return the plugins with a unique name. Add rows for the others to *rows*."""
    count = Counter(candidate.name for candidate in candidates)
    for candidate in candidates:
        if count[candidate.name] > 1:
            takers = " and ".join(c.source for c in candidates if c.name == candidate.name)
            reason = (
                f"the name {candidate.name} is taken twice, by {takers}, so none of them is used"
            )
            rows.append(candidate.row(reason))
    return [candidate for candidate in candidates if count[candidate.name] == 1]


def _entry_points(dist: Distribution) -> Sequence[EntryPoint]:
    text = dist.read_text("entry_points.txt") or ""
    return tuple(dist.entry_points.select(group=PROJECT)) if f"[{PROJECT}]" in text else ()


def _source(dist: Distribution) -> str:
    return f"{dist.name} {dist.version}"


def _module(name: str) -> _Candidate:
    return _Candidate(name, f"module {name}", partial(importlib.import_module, name))


def _given(plugin: object) -> _Candidate:
    name = getattr(plugin, "__name__", type(plugin).__name__)
    return _Candidate(name, "an object", lambda: plugin)


# --- the games of plugins ---------------------------------------------------------------


def _games(
    candidates: Iterable[_Candidate], rows: list[PluginRow]
) -> Iterator[tuple[_Candidate, AnyGame]]:
    """Yield every game with its plugin. Add rows for plugins without games to *rows*."""
    earlier: list[object] = []
    for candidate in candidates:
        try:
            with _plugin_code("import failed"):
                plugin = candidate.load()
            if any(plugin is other for other in earlier):
                continue
            earlier.append(plugin)
            games = register_games(plugin)
        except PluginFault as fault:
            rows.append(candidate.row(str(fault)))
            continue
        yield from ((candidate, _coded(plugin, game)) for game in games)


def _coded(plugin: object, game: AnyGame) -> AnyGame:
    """Return *game* with the fingerprint of its code. It is empty if we cannot read the code."""
    try:
        with _plugin_code("its code cannot be read"):
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
            rows.append(replace(offer.row, quarantined=_one_line(reason)))
    return [offer for offer in offers if count[offer.row.id] == 1]


def _checked_row(
    candidate: _Candidate, game: AnyGame, check: Callable[[AnyGame], Sequence[str]]
) -> PluginRow:
    row = PluginRow(candidate.name, candidate.source)
    try:
        with _plugin_code("it cannot be checked"):
            row = replace(
                row,
                id=_one_line(str(game.id)),
                title=_one_line(str(game.title)),
                version=_one_line(str(game.version)),
            )
            faults = check(game)
    except PluginFault as fault:
        return replace(row, quarantined=str(fault))
    return replace(row, quarantined=_one_line("; ".join(faults)) if faults else None)


# --- what a plugin raises -------------------------------------------------------------


@contextmanager
def _plugin_code(failure: str) -> Generator[None]:
    """Run code of a plugin, and turn whatever it raises into a PluginFault.

    This includes SystemExit and the like, which a module may raise on import. Only
    the operator's own Ctrl-C passes.
    """
    try:
        yield
    except (KeyboardInterrupt, PluginFault):
        raise
    except BaseException as error:
        raise PluginFault(_one_line(f"{failure}: {_words(error)}{_place(error)}")) from error


def _words(error: BaseException) -> str:
    try:
        said = str(error)
    except Exception:  # noqa: BLE001 - an exception's own __str__ is a plugin's code too
        said = ""
    kind = type(error).__name__
    return f"{kind}: {said}" if said else kind


def _place(error: BaseException) -> str:
    """Return where it was raised, if that is a line of the plugin and not of the import system."""
    frames = [
        frame
        for frame in traceback.extract_tb(error.__traceback__)
        if not frame.filename.startswith(_NOT_THE_PLUGIN)
    ]
    return f" ({Path(frames[-1].filename).name} line {frames[-1].lineno})" if frames else ""


def _one_line(text: str) -> str:
    plain = " ".join(text.split()).encode("ascii", "backslashreplace").decode()
    printable = "".join(c if c.isprintable() else "?" for c in plain)
    return printable if len(printable) <= REASON else printable[: REASON - 3] + "..."
