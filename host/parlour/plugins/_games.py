"""Read what one plugin implements, and ask it for its games, apart from all other plugins."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from difflib import get_close_matches
from importlib.abc import InspectLoader
from importlib.util import find_spec
from typing import Any, Final, cast

import pluggy

from parlour.api import CONTRACT, AnyGame, Game
from parlour.hookspecs import PROJECT, Hooks, HostHooks
from parlour.plugins._guard import PluginFault, one_line, plugin_code

FIRST_CONTRACT: Final = "1.0"
"""What a plugin that names no contract was written for."""
_CONTRACT: Final = re.compile(r"([0-9]{1,3})\.([0-9]{1,3})")
_NAMED: Final = re.compile(r'^parlour_contract(?:: [^=]+)? = "([0-9.]{1,7})"', re.MULTILINE)


def contract_of(plugin: object) -> str:
    """Return the contract that *plugin* was written for. Raises PluginFault if we have another."""
    with plugin_code("its contract cannot be read"):
        wanted = getattr(plugin, "parlour_contract", FIRST_CONTRACT)
    return _checked(wanted)


def check_source(module: str) -> None:
    """Raise PluginFault if the source of *module* names a contract that we do not have.

    For a module that cannot be imported, most often because it imports what came with a later
    contract. If there is no source to read, nothing is wrong with it.
    """
    source = ""
    with suppress(PluginFault), plugin_code("it has no source"):
        loader = getattr(find_spec(module), "loader", None)
        source = loader.get_source(module) or "" if isinstance(loader, InspectLoader) else ""
    if (found := _NAMED.search(source)) is not None:
        _checked(found[1])


def _checked(wanted: object) -> str:
    found = _CONTRACT.fullmatch(wanted) if isinstance(wanted, str) else None
    if found is None:
        text = f'parlour_contract must be a text such as "{CONTRACT}"'
        raise PluginFault(text)
    major, minor = map(int, CONTRACT.split("."))
    if int(found[1]) != major or int(found[2]) > minor:
        newer = (int(found[1]), int(found[2])) > (major, minor)
        advice = "upgrade Parlour" if newer else "it needs a newer version of the plugin"
        raise PluginFault(f"it is for contract {wanted}, and this host has {CONTRACT}; {advice}")
    return found[0]


def manager_of(plugin: object) -> tuple[pluggy.PluginManager, tuple[str, ...]]:
    """Return a manager with *plugin* alone, and the names of the hooks it implements.

    Raises PluginFault.
    """
    manager = pluggy.PluginManager(PROJECT)
    manager.add_hookspecs(Hooks)
    manager.add_hookspecs(HostHooks)
    with plugin_code("its hooks cannot be read"):
        _register(manager, plugin)
    callers = manager.get_hookcallers(plugin) or ()
    hooks = [caller.name for caller in callers]
    known = [name for kind in (Hooks, HostHooks) for name in vars(kind) if name[0] != "_"]
    wrong = next((name for name in hooks if name not in known), None)
    if wrong is not None:
        near = get_close_matches(wrong, known, 1)
        hint = f"did you mean {near[0]}?" if near else f"the hooks are {', '.join(known)}"
        raise PluginFault(one_line(f"there is no hook {wrong}; {hint}"))
    if not hooks:
        raise PluginFault("it has no function register_games marked with @parlour.hookimpl")
    if any(impl.hookwrapper for caller in callers for impl in caller.get_hookimpls()):
        raise PluginFault("hookwrapper=True is the old form of a wrapper; write wrapper=True")
    return manager, tuple(sorted(hooks))


def register_games(plugin: object) -> tuple[AnyGame, ...]:
    """Ask one plugin for its games. Raises PluginFault with the reason if it has none to give.

    Each plugin gets a manager of its own: its faults are its own, and it cannot wrap
    what another one offers.
    """
    manager, _ = manager_of(plugin)
    games: list[AnyGame] = []
    with plugin_code("register_games failed"):
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
        raise PluginFault(one_line(f"a marked function does not fit its hook: {what}")) from error


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
