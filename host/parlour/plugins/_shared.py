"""The hooks of the whole host, which all plugins share.

One manager of pluggy holds all plugins that implement such a hook, so `tryfirst`, `trylast` and
wrappers work among them. Each function is called inside a guard of its own: what it raises is
logged and counts as None, and a slow one is named in the log. The others are called as if it was
not there.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from functools import partial, wraps
from inspect import isgeneratorfunction
from math import inf
from typing import Any, Final

import pluggy

from parlour.core.effects import Report
from parlour.core.gate import Gate
from parlour.engine.calls import name_of
from parlour.hookspecs import PROJECT, HostHooks, hookimpl
from parlour.hookvalues import (
    GameEnded,
    GameStarted,
    HostInfo,
    News,
    PluginCommand,
    Section,
    SignIn,
    TableOpened,
    Talk,
    WordFile,
    YourTurn,
)
from parlour.plugins._guard import PluginFault, one_line, plugin_code

SHARED: Final = frozenset(name for name in vars(HostHooks) if name[0] != "_")
_LOADING: Final = frozenset({"configure", "register_lexicons", "register_commands"})
"""Hooks that are asked of each plugin alone when it is loaded. What they raise leaves it out."""
_IF_IT_FAILS: Final[Mapping[str, str]] = {
    "sign_in": "This host can't check who may come in now. Tell its operator.",
    "check_reminder": "This host can't check that address now. Tell its operator.",
}
"""What counts in place of the answer of a function that has failed. A door stays shut."""
_FAILED: Final = object()
_NEWS: Final[Mapping[type, tuple[str, str]]] = {
    TableOpened: ("table_opened", "table"),
    GameStarted: ("game_started", "game"),
    GameEnded: ("game_ended", "record"),
    YourTurn: ("your_turn", "turn"),
}
"""The hook for each kind of news, and the name of its argument."""


class _Host:
    """The host's own answers, after those of all plugins."""

    @hookimpl(trylast=True)
    def filter_talk(self, talk: Talk) -> str:
        return talk.what


class _Guarded:
    """A plugin as the manager sees it: its hooks, each in its guard."""

    def __init__(self, hooks: Mapping[str, Any]) -> None:
        vars(self).update(hooks)


class SharedHooks(Gate):
    """The plugins that implement hooks of the whole host."""

    def __init__(self) -> None:
        self._manager = pluggy.PluginManager(PROJECT)
        self._manager.add_hookspecs(HostHooks)
        self._manager.register(_Host(), "the host")
        self._filters_talk = False
        """Some plugin has a say in what is said."""
        self._clock: Callable[[], float] = float
        self._slow_s = inf
        self._report: Callable[[Report], None] = _nowhere

    def begin(
        self, report: Callable[[Report], None], clock: Callable[[], float], slow_s: float
    ) -> None:
        """Log to *report* from now on, also functions that take longer than *slow_s*."""
        self._report, self._clock, self._slow_s = report, clock, slow_s

    # --- plugins ------------------------------------------------------------------------

    def add(self, name: str, plugin: object, hooks: Sequence[str]) -> None:
        """Add a plugin with these *hooks*, which are known to fit. Raises PluginFault."""
        guarded = {
            hook: self._guarded(name, hook, getattr(plugin, hook))
            for hook in hooks
            if hook in SHARED
        }
        if guarded and self._manager.has_plugin(name):
            raise PluginFault(one_line(f"there is another plugin called {name}"))
        if guarded:
            self._manager.register(_Guarded(guarded), name)
            self._note_filters()

    def remove(self, name: str) -> None:
        """Remove a plugin that turned out to be of no use."""
        if self._manager.has_plugin(name):
            self._manager.unregister(name=name)
            self._note_filters()

    def _note_filters(self) -> None:
        """Note whether a plugin answers `filter_talk`, which every line of talk would ask."""
        self._filters_talk = len(self._manager.hook.filter_talk.get_hookimpls()) > 1

    def configure(self, name: str, section: Section) -> None:
        """Hand a plugin its settings. Raises PluginFault and SettingsFault."""
        with plugin_code("configure failed"):
            self._alone("configure", name)(section=section)

    def lexicons_of(self, name: str) -> Sequence[WordFile]:
        """Return the word lists a plugin brings. Raises PluginFault."""
        return self._brought("register_lexicons", name, WordFile)

    def commands_of(self, name: str) -> Sequence[PluginCommand]:
        """Return the commands a plugin adds. Raises PluginFault."""
        return self._brought("register_commands", name, PluginCommand)

    def _brought(self, hook: str, name: str, kind: type[Any]) -> list[Any]:
        with plugin_code(f"{hook} failed"):
            found = [each for result in self._alone(hook, name)() for each in result]
        if not all(isinstance(each, kind) for each in found):
            raise PluginFault(f"{hook} must return a list, of a {kind.__name__} each")
        return found

    def _alone(self, hook: str, name: str) -> Callable[..., Any]:
        """Return that hook of one plugin only."""
        plugins = self._manager.list_name_plugin()
        others = [other for its_name, other in plugins if its_name != name and other is not None]
        return self._manager.subset_hook_caller(hook, others)

    # --- calls ----------------------------------------------------------------------------

    def host_started(self, host: HostInfo) -> None:
        """Tell all plugins that the host serves."""
        self._manager.hook.host_started(host=host)

    def host_stopping(self) -> None:
        """Tell all plugins that the host is about to end."""
        self._manager.hook.host_stopping()

    def tell(self, news: News) -> None:
        """Tell all plugins what has happened. Raises nothing."""
        hook, argument = _NEWS[type(news)]
        getattr(self._manager.hook, hook)(**{argument: news})

    def talk(self, talk: Talk) -> str:
        """Return the words that the others hear. Empty: they hear nothing."""
        if not self._filters_talk:
            return talk.what
        said: object = self._manager.hook.filter_talk(talk=talk)
        return said if isinstance(said, str) else self._strange("filter_talk", said) or talk.what

    def name(self, name: str) -> str | None:
        """Return why a guest may not have that name, or None."""
        why: object = self._manager.hook.check_name(name=name)
        return why if isinstance(why, str | None) else self._strange("check_name", why)

    def sign_in(self, who: SignIn) -> str | None:
        """Return why they may not come in, or None."""
        why: object = self._manager.hook.sign_in(who=who)
        return why if isinstance(why, str | None) else self._strange("sign_in", why)

    def reminder(self, to: str) -> str | None:
        """Return why reminders can't go to that address, or None."""
        hook = self._manager.hook.check_reminder
        if not hook.get_hookimpls():
            return super().reminder(to)
        why: object = hook(to=to)
        return why if isinstance(why, str | None) else self._strange("check_reminder", why)

    def _strange(self, hook: str, answer: object) -> str | None:
        """Report an *answer* that is no text, and return what counts in its place."""
        kind = type(answer).__name__
        self._report(Report("error", f"a plugin answered {hook} with a {kind}, not a text"))
        return _IF_IT_FAILS.get(hook)

    # --- guards -----------------------------------------------------------------------------

    def _guarded(self, plugin: str, hook: str, function: Callable[..., Any]) -> Any:
        """Return *function* in a guard that pluggy takes for the function itself."""
        if hook in _LOADING:
            return function
        if isgeneratorfunction(function):
            return wraps(function)(self._guarded_wrapper(plugin, hook, function))

        def call(*args: Any) -> Any:
            return self._run(plugin, hook, partial(function, *args), _IF_IT_FAILS.get(hook))

        return wraps(function)(call)

    def _guarded_wrapper(
        self, plugin: str, hook: str, function: Callable[..., Generator[None, Any, Any]]
    ) -> Callable[..., Generator[None, Any, Any]]:
        def wrap(*args: Any) -> Generator[None, Any, Any]:
            inner = function(*args)
            if self._run(plugin, hook, partial(next, inner), _FAILED) is _FAILED:
                return (yield)
            result = yield

            def end() -> Any:
                try:
                    inner.send(result)
                except StopIteration as done:
                    return done.value
                raise RuntimeError("the wrapper yields twice")

            return self._run(plugin, hook, end, _IF_IT_FAILS.get(hook, result))

        return wrap

    def _run(self, plugin: str, hook: str, do: Callable[[], Any], otherwise: Any) -> Any:
        """Return what a plugin's own code returns, or *otherwise* if it raises."""
        began = self._clock()
        try:
            return do()
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # noqa: BLE001 - a plugin may raise anything
            self._failed(plugin, hook, error)
            return otherwise
        finally:
            self._note_time(plugin, hook, began)

    def _failed(self, plugin: str, hook: str, error: BaseException) -> None:
        about = {"plugin": plugin, "hook": hook}
        text = f"a hook of a plugin failed: {name_of(type(error))}"
        self._report(Report("error", text, error, about))

    def _note_time(self, plugin: str, hook: str, began: float) -> None:
        took_s = self._clock() - began
        if took_s > self._slow_s:
            about = {"plugin": plugin, "hook": hook, "took_ms": round(took_s * 1000)}
            text = "a hook of a plugin was slow: everybody waited"
            self._report(Report("warning", text, fields=about))


def _nowhere(report: Report) -> None:
    """Take a report where nobody reads it."""
