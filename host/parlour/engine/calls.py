"""The boundary between the host and a plugin: only values and two exceptions cross it.

Every call of a plugin's code goes through `Calls`. Whatever the plugin raises comes out as
`GameFault` without any words of the plugin, even `SystemExit` and everything else that is made to
end a program. Only `KeyboardInterrupt` passes, because it comes from the operator.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any, Final, NamedTuple, ParamSpec, TypeVar

from parlour.api import MoveFault, Refused

P = ParamSpec("P")
R = TypeVar("R")

NAME_MAX: Final = 79
"""Characters of a function's name that are shown."""
REFUSAL_MAX: Final = 2_000
"""Characters of a refusal: it should be one line, and nobody reads more than a screenful."""


class GameFault(Exception):
    """A plugin raised, or returned something impossible; the cause says what."""


class OpenCall(NamedTuple):
    """A call that was open when a host died, and perhaps the reason why it did."""

    table: int
    game: str
    call: str
    """The name of the function."""


class Watch:
    """Sees the calls of plugins. This one does nothing, so several threads may share it."""

    def __init__(self, *, clock: Callable[[], float] = float, slow_s: float = inf) -> None:
        """*clock* tells the time in seconds; a call that takes longer than *slow_s* is slow."""
        self.call: Callable[..., Any] | None = None
        """The innermost call that is open."""
        self.clock = clock
        self.slow_s = slow_s

    def enter(self, table: int, game: str, call: Callable[..., Any]) -> None:
        """Note that a call for that table begins; no other one is open."""

    def leave(self) -> None:
        """Note the end of that call."""

    def slow(self, game: str, call: Callable[..., Any], since: float) -> None:
        """Note the end of a slow call that began at *since*, perhaps within another one."""


NOBODY: Final = Watch()


class Calls:
    """Calls on behalf of one table. All are equal: the watcher is not part of a table's value.

    A move makes some 25 calls, most of them within another one. So what the watch needs of each
    is done here, twice, and its own functions are called for the outermost one only.
    """

    __slots__ = ("_game", "_table", "_watch")

    def __init__(self, table: int = 0, game: str = "", watch: Watch = NOBODY) -> None:
        self._table = table
        self._game = game
        self._watch = watch

    def __eq__(self, other: object) -> bool:
        """Is it one of these?"""
        return isinstance(other, Calls)

    def __hash__(self) -> int:
        """The same for all."""
        return 0

    def __repr__(self) -> str:
        """The table and its game."""
        return f"<Calls of {self._game}, table {self._table}>"

    def guarded(self, call: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Call a part of a plugin that may not refuse. Whatever it raises becomes GameFault."""
        watch = self._watch
        outer, watch.call = watch.call, call
        if outer is None:
            watch.enter(self._table, self._game, call)
        since = watch.clock()
        try:
            return call(*args, **kwargs)
        except (GameFault, KeyboardInterrupt):
            raise
        except BaseException as error:
            raise fault(call, error) from error
        finally:
            watch.call = outer
            if outer is None:
                watch.leave()
            if watch.clock() - since > watch.slow_s:
                watch.slow(self._game, call, since)

    def refusable(self, call: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Call a part of a plugin that may refuse. Whatever else it raises becomes GameFault."""
        watch = self._watch
        outer, watch.call = watch.call, call
        if outer is None:
            watch.enter(self._table, self._game, call)
        since = watch.clock()
        try:
            return call(*args, **kwargs)
        except (GameFault, KeyboardInterrupt):
            raise
        except Refused as refused:
            if not _is_sound(refused):
                raise fault(call, refused) from refused
            raise
        except BaseException as error:
            raise fault(call, error) from error
        finally:
            watch.call = outer
            if outer is None:
                watch.leave()
            if watch.clock() - since > watch.slow_s:
                watch.slow(self._game, call, since)


UNWATCHED: Final = Calls()
"""For games that are replayed and checked, away from any live table."""
guarded: Final = UNWATCHED.guarded
refusable: Final = UNWATCHED.refusable


def fault(call: object, error: BaseException) -> GameFault:
    """Say what failed and how, without the words of *error*, which may hold a secret."""
    return GameFault(f"{name_of(type(error))} in {name_of(call)}")


def name_of(call: object) -> str:
    """Return the name of a function or a class for the log: never the `repr` of a value."""
    try:
        named = getattr(call, "__qualname__", None) or type(call).__qualname__
        name = "".join(named)[:NAME_MAX]
    except BaseException:  # noqa: BLE001 - a plugin's own attribute
        name = ""
    return name if name and name.isascii() and name.isprintable() else "something unnamed"


def _is_sound(refused: Refused) -> bool:
    """Can the refusal be shown? A plugin may have put anything in it."""
    try:
        told: tuple[object, ...] = (refused.fault, refused.text, refused.near or "")
        match told:
            case MoveFault(), str(text), str():
                return len(text) <= REFUSAL_MAX
            case _:
                return False
    except BaseException:  # noqa: BLE001 - a subclass may have lost them
        return False
