"""The boundary between the host and a plugin: only values and two exceptions cross it.

Every call of a plugin's code goes through `Calls`. Whatever the plugin raises comes out as
`GameFault` without any words of the plugin, even `SystemExit` and everything else that is made to
end a program. Only `KeyboardInterrupt` passes, because it comes from the operator.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import inf
from typing import Any, Final, NamedTuple, ParamSpec, TypeVar, TypeVarTuple

from parlour.api import MoveFault, Refused

P = ParamSpec("P")
R = TypeVar("R")
Ts = TypeVarTuple("Ts")

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
    """Sees the calls of plugins, those of one thread. This one does nothing."""

    def __init__(self, *, clock: Callable[[], float] = float, slow_s: float = inf) -> None:
        """*clock* tells the time in seconds; a call that takes longer than *slow_s* is slow."""
        self.call: Callable[..., Any] | None = None
        """The innermost call that is open."""
        self.since = 0.0
        """When the outermost call began, or the last one within it ended."""
        self.clock = clock
        self.slow_s = slow_s

    def enter(self, table: int, game: str, call: Callable[..., Any]) -> None:
        """Note that a call for that table begins; no other one is open."""

    def leave(self) -> None:
        """Note the end of that call."""

    def slow(self, game: str, call: Callable[..., Any], took_s: float) -> None:
        """Note the end of a slow call, perhaps within another one.

        A call is taken to begin where the one before it ended, so each end reads the clock once.
        """


NOBODY: Final = Watch()


class Calls:
    """Calls on behalf of one table. All are equal: the watcher is not part of a table's value.

    A move makes some 25 calls, most of them within another one: `within` does as little as it can
    for those, and the watch's own functions are called for the outermost one only.
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
            watch.since = watch.clock()
        try:
            return call(*args, **kwargs)
        except (GameFault, KeyboardInterrupt):
            raise
        except BaseException as error:
            raise fault(watch.call, error) from error
        finally:
            last, watch.call = watch.call, outer
            if outer is None:
                watch.leave()
            now = watch.clock()
            if now - watch.since > watch.slow_s:
                watch.slow(self._game, last, now - watch.since)
            watch.since = now

    def refusable(self, call: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Call a part of a plugin that may refuse. Whatever else it raises becomes GameFault."""
        watch = self._watch
        outer, watch.call = watch.call, call
        if outer is None:
            watch.enter(self._table, self._game, call)
            watch.since = watch.clock()
        try:
            return call(*args, **kwargs)
        except (GameFault, KeyboardInterrupt):
            raise
        except Refused as refused:
            if not _is_sound(refused):
                raise fault(watch.call, refused) from refused
            raise
        except BaseException as error:
            raise fault(watch.call, error) from error
        finally:
            last, watch.call = watch.call, outer
            if outer is None:
                watch.leave()
            now = watch.clock()
            if now - watch.since > watch.slow_s:
                watch.slow(self._game, last, now - watch.since)
            watch.since = now

    def together(self, first: Callable[..., Any], call: Callable[[*Ts], R], *args: *Ts) -> R:
        """Make *call*, which makes several calls of the plugin, *first* before all others.

        Each of them is guarded by itself. The watch is told once, of the first.
        """
        watch = self._watch
        if watch.call is not None:
            return call(*args)
        watch.call = first
        watch.enter(self._table, self._game, first)
        watch.since = watch.clock()
        try:
            return call(*args)
        finally:
            watch.call = None
            watch.leave()

    def within(self, call: Callable[P, R]) -> Callable[P, R]:
        """Return *call*, which is about to be made within a guarded one.

        That one handles what it raises, and until the next call the time and all faults are its.
        Within nothing, it is guarded itself.
        """
        watch = self._watch
        before = watch.call
        if before is None:
            return partial(self.guarded, call)
        watch.call = call
        now = watch.clock()
        if now - watch.since > watch.slow_s:
            watch.slow(self._game, before, now - watch.since)
        watch.since = now
        return call


class Unwatched(Calls):
    """Calls in any thread: nothing is kept from one to the next."""

    __slots__ = ()

    def guarded(self, call: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """As for a table."""
        return Calls(watch=Watch()).guarded(call, *args, **kwargs)

    def refusable(self, call: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """As for a table."""
        return Calls(watch=Watch()).refusable(call, *args, **kwargs)

    def together(self, first: Callable[..., Any], call: Callable[[*Ts], R], *args: *Ts) -> R:
        """Just make the call: nobody watches."""
        return call(*args)

    def within(self, call: Callable[P, R]) -> Callable[P, R]:
        """Return it guarded."""
        return partial(self.guarded, call)


UNWATCHED: Final = Unwatched()
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
