"""Count the work of a call: in steps of Python, not in time. It is the same on every machine.

A step is a line that runs, a call, or an element that one of `COUNTED` goes through. Memory is
counted too, for lists and texts that one call makes. We cannot see into other calls of C: a
regular expression or a hash is one step, however long it takes.
"""

from __future__ import annotations

import builtins
import inspect
import sys
import tracemalloc
from collections import Counter
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import CodeType, FrameType
from typing import Any, Final

COUNTED: Final = ("sum", "min", "max", "sorted", "any", "all")
"""Functions that go through what they are given without running a line of Python."""
ELEMENTS: Final = 4
"""The elements that such a function goes through in the time of a step."""


@dataclass(frozen=True)
class Effort:
    """The work of a call: steps by function, and bytes of memory at most."""

    steps: Counter[CodeType] = field(default_factory=Counter[CodeType])
    memory: int = 0

    @property
    def total(self) -> int:
        """All steps."""
        return self.steps.total()


def effort_of(call: Callable[[], object]) -> Effort:
    """Return the work of *call*, as it is the second time: caches are full by then."""
    call()
    steps: Counter[CodeType] = Counter()
    with _memory() as taken, _counting(steps):
        call()
    return Effort(steps, taken[0])


@contextmanager
def _counting(steps: Counter[CodeType]) -> Generator[None]:
    """Count the steps of the block, by function."""

    def line(frame: FrameType, event: str, arg: object) -> Any:
        if event == "line":
            steps[frame.f_code] += 1
        return line

    def entered(frame: FrameType, event: str, arg: object) -> Any:
        steps[frame.f_code] += 1
        return line

    def counted(real: Callable[..., Any]) -> Callable[..., Any]:
        def count(*args: Any, **kwargs: Any) -> Any:
            caller = inspect.currentframe()
            if args and hasattr(args[0], "__len__") and caller and caller.f_back:
                steps[caller.f_back.f_code] += len(args[0]) // ELEMENTS
            return real(*args, **kwargs)

        return count

    before = sys.gettrace()
    kept = {name: getattr(builtins, name) for name in COUNTED}
    try:
        for name, real in kept.items():
            setattr(builtins, name, counted(real))
        sys.settrace(entered)
        yield
    finally:
        sys.settrace(before)
        for name, real in kept.items():
            setattr(builtins, name, real)


@contextmanager
def _memory() -> Generator[list[int]]:
    """Yield a list that holds, after the block, the most bytes that were taken in it."""
    taken = [0]
    ours = not tracemalloc.is_tracing()
    if ours:
        tracemalloc.start()
    try:
        tracemalloc.reset_peak()
        first, _ = tracemalloc.get_traced_memory()
        yield taken
        taken[0] = tracemalloc.get_traced_memory()[1] - first
    finally:
        if ours:
            tracemalloc.stop()
