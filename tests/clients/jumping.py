"""An event loop whose time stands while anything is going on, and jumps when nothing is."""

from __future__ import annotations

import asyncio
import selectors
import socket
from collections.abc import Callable, Coroutine
from functools import partial, wraps
from inspect import signature
from typing import Any, Concatenate, Final, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

ARRIVAL_S: Final = 0.25
"""Real seconds in which what was sent over the loopback interface arrives, on a busy computer
too."""


class _Jumping(selectors.SelectSelector):
    """Waits for nothing: the time it was to wait is over at once, or after *arrival_s* in which
    what is on its way may arrive.
    """

    def __init__(self, arrival_s: float) -> None:
        super().__init__()
        self.now = 0.0
        self.arrival_s = arrival_s

    def select(self, timeout: float | None = None) -> Any:
        """Events there are; else the clock is put on by *timeout*."""
        events = super().select(self.arrival_s if timeout != 0 else 0)
        if not events:
            if timeout is None:
                raise AssertionError("everybody waits for something that nobody will do")
            self.now += timeout
        return events


class JumpingLoop(asyncio.SelectorEventLoop):
    """For tasks and streams in memory; no threads, and sockets only if both ends are here.

    What nobody looks at (an exception in a task or a callback, a task that was left over) is
    an error of the test.
    """

    def __init__(self, arrival_s: float = 0) -> None:
        self._jumping = _Jumping(arrival_s)
        self.overlooked: list[dict[str, Any]] = []
        super().__init__(self._jumping)
        self.set_exception_handler(lambda _, context: self.overlooked.append(context))

    def time(self) -> float:
        """Seconds since it was made, as far as anybody has waited for them."""
        return self._jumping.now

    def hurry(self) -> None:
        """From now on nothing is on its way."""
        self.wait(0)

    def wait(self, arrival_s: float) -> None:
        """From now on what is on its way may take so many real seconds."""
        self._jumping.arrival_s = arrival_s

    async def getaddrinfo(self, host: Any, port: Any, **more: Any) -> Any:
        """Addresses in digits only: nobody has to be asked for these, and no thread to wait."""
        return socket.getaddrinfo(host, port, **more, flags=socket.AI_NUMERICHOST)


def run(main: Callable[[], Coroutine[Any, Any, T]], *, sockets: bool = False) -> T:
    """The result of *main*, in no time; with *sockets*, in little."""
    factory = partial(JumpingLoop, ARRIVAL_S if sockets else 0)
    with asyncio.Runner(loop_factory=factory) as runner:
        loop = runner.get_loop()
        assert isinstance(loop, JumpingLoop)
        result = runner.run(_tidy(main))
    assert loop.overlooked == []
    return result


async def _tidy(main: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """*main*, which leaves no task behind that nobody has told to end."""
    result = await main()
    left = asyncio.all_tasks() - {asyncio.current_task()}
    assert [task for task in left if not task.cancelling()] == []
    return result


def in_no_time(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    """Make a test of a coroutine: it takes no time, and has no sockets."""

    @wraps(test)
    def made(*args: P.args, **kwargs: P.kwargs) -> None:
        run(lambda: test(*args, **kwargs))

    return made


def over_sockets(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    """Make a test of a coroutine that opens sockets."""

    @wraps(test)
    def made(*args: P.args, **kwargs: P.kwargs) -> None:
        run(lambda: test(*args, **kwargs), sockets=True)

    return made


def played(
    script: Callable[Concatenate[T, P], Coroutine[Any, Any, Any]],
    play: Callable[[Callable[[T], Coroutine[Any, Any, Any]]], object],
) -> Callable[P, None]:
    """Make a test of *script*, which *play* gives its first argument, and pytest all others."""

    @wraps(script)
    def made(*args: P.args, **kwargs: P.kwargs) -> None:
        play(lambda first: script(first, *args, **kwargs))

    own = signature(script)
    vars(made)["__signature__"] = own.replace(parameters=[*own.parameters.values()][1:])
    return made
