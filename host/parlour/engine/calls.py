"""The boundary between the host and a plugin: only values and two exceptions cross it.

The host calls a plugin's code only through `Calls`. Whatever the plugin raises comes out as
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
"""The most characters of a function's name to show."""
REFUSAL_MAX: Final = 2_000
"""The most characters of a refusal: it should be one line, and a screenful is plenty."""
ENTER_MAX: Final = 79
"""The most characters of a line that a refusal offers for Enter."""


class GameFault(Exception):
    """A plugin raised, or returned something impossible. The cause says what."""


class OpenCall(NamedTuple):
    """A call that was open when a host died, which may be why."""

    table: int
    game: str
    call: str
    """The name of the function."""


class Watch:
    """A watch over the calls of plugins, those of one thread. This one does nothing."""

    def __init__(self, *, clock: Callable[[], float] = float, slow_s: float = inf) -> None:
        """Use *clock* for the time in seconds. A call that takes longer than *slow_s* is slow."""
        self.call: Callable[..., Any] | None = None
        """The innermost open call."""
        self.since = 0.0
        """The time when the outermost call began, or when the last one within it ended."""
        self.clock = clock
        self.slow_s = slow_s

    def enter(self, table: int, game: str, call: Callable[..., Any]) -> None:
        """Note that a call for that table begins. No other one is open."""

    def leave(self) -> None:
        """Note the end of that call."""

    def slow(self, game: str, call: Callable[..., Any], took_s: float) -> None:
        """Note the end of a slow call, perhaps within another one.

        We count a call from the end of the one before it, so each end reads the clock only once.
        """


NOBODY: Final = Watch()


class Calls:
    """Calls on behalf of one table. All compare equal: the watch is not part of a table's value.

    A move makes some 25 calls, most of them within another one. `within` does as little as it
    can for those, and only the outermost call reaches the functions of the watch.
    """

    __slots__ = ("_game", "_table", "_watch")

    def __init__(self, table: int = 0, game: str = "", watch: Watch = NOBODY) -> None:
        self._table = table
        self._game = game
        self._watch = watch

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Calls)

    def __hash__(self) -> int:
        return 0

    def __repr__(self) -> str:
        return f"<Calls of {self._game}, table {self._table}>"

    def watched_by(self, watch: Watch) -> None:
        """From now on *watch* sees these calls."""
        self._watch = watch

    def guarded(self, call: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Call a part of a plugin that may not refuse. Whatever it raises becomes GameFault."""
        return self._made(call, args, kwargs, may_refuse=False)

    def refusable(self, call: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Call a part of a plugin that may refuse. Whatever else it raises becomes GameFault."""
        return self._made(call, args, kwargs, may_refuse=True)

    def _made(self, call: Callable[..., R], args: Any, kwargs: Any, *, may_refuse: bool) -> R:
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
            if may_refuse and isinstance(error, Refused) and _is_sound(error):
                raise
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
        """Make *call*, which makes several calls of the plugin, starting with *first*.

        Each of them is guarded separately. The watch hears once, about *first*.
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
        """Return *call*, to be made at once within a guarded call.

        The guarded call handles what *call* raises. Until the next call, the time and all faults
        count for *call*. Without a guarded call around it, return it guarded.
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
    """Calls from any thread. They keep nothing from one call to the next."""

    __slots__ = ()

    def _made(self, call: Callable[..., R], args: Any, kwargs: Any, *, may_refuse: bool) -> R:
        return Calls(watch=Watch())._made(call, args, kwargs, may_refuse=may_refuse)

    def together(self, first: Callable[..., Any], call: Callable[[*Ts], R], *args: *Ts) -> R:
        return call(*args)

    def within(self, call: Callable[P, R]) -> Callable[P, R]:
        return partial(self.guarded, call)


UNWATCHED: Final = Unwatched()
"""Calls for games that we replay and check, away from any live table."""
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
    """Check whether we can show the refusal. A plugin may have put anything in it."""
    try:
        told: tuple[object, ...] = (
            refused.fault,
            refused.text,
            refused.near or "",
            refused.enter or "",
        )
        match told:
            case MoveFault(), str(text), str(), str(enter):
                return len(text) <= REFUSAL_MAX and len(enter) <= ENTER_MAX and enter.isprintable()
            case _:
                return False
    except BaseException:  # noqa: BLE001 - a subclass may have lost them
        return False
