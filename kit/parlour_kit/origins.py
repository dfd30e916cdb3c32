"""Find the line of a game's code that makes a difference: once, for a finding that is told.

It calls again what made both values, and never guesses. Python notes where memory is taken, so an
object that the call has made knows its line, and the source says which argument of it is the
field. A value that is no object of its own is made where its method returns it.
"""

from __future__ import annotations

import ast
import dataclasses
import inspect
import linecache
import sys
import tracemalloc
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from types import FrameType
from typing import Any, Final, TypeAlias

import msgspec

from parlour.api import Refused
from parlour.plugins.blame import is_authors, place_in
from parlour_kit.hidden import is_a
from parlour_kit.leaks import differences, fields_in

FRAMES: Final = 40
"""Calls within calls to look through for the author's line."""

Place: TypeAlias = tuple[str, int, str]
"""A file, a line, and the name of the function."""
Call: TypeAlias = Callable[[], Any]
"""Makes again, by the game's code, what was compared."""


def line_of(one: Call, two: Call, where: str) -> str:
    """Return the author's line that makes what differs at *where*, with its code.

    *one* and *two* make the two values. Return nothing if no line of the author's makes it.
    """

    def returns() -> list[Place]:
        return [_entry(place, where.rpartition(".")[2]) for place in _returns(one, two)]

    return _told(lambda: _refusals(one, two) or _objects(one, two, where) or returns())


def return_of(one: Call, two: Call) -> str:
    """Return the author's lines that return the two values, with their code."""
    return _told(lambda: _returns(one, two))


def maker_of(make: Call, way: Sequence[Any]) -> str:
    """Return the author's line that makes what is on the *way* in the value of *make*."""
    return _told(lambda: [each for each in [_made(make, way)] if each is not None])


def _told(find: Callable[[], Sequence[Place]]) -> str:
    try:
        found = find()
    except Exception:  # noqa: BLE001 - a fault of the game, which another check tells
        return ""
    return "\n".join(dict.fromkeys(place_in([each]) for each in found))


# --- refusals ------------------------------------------------------------------------------


def _refusals(*calls: Call) -> list[Place]:
    """Return where the game refuses, if it refuses in one of two positions."""
    found: list[Place] = []
    for call in calls:
        try:
            call()
        except Refused as refused:
            place = _raised(refused)
            found += [place] if place is not None else []
    return found


def _raised(error: BaseException) -> Place | None:
    trace, found = error.__traceback__, None
    while trace is not None:
        code = trace.tb_frame.f_code
        if is_authors(code.co_filename):
            found = code.co_filename, trace.tb_lineno, code.co_name
        trace = trace.tb_next
    return found


# --- objects that the call makes -----------------------------------------------------------


def _objects(one: Call, two: Call, where: str) -> list[Place]:
    """Return the line that gives its value to the field that differs."""
    for call, other in ((one, two), (two, one)):
        steps = next(_ways(call(), other(), where), None)
        place = None if steps is None else _made(call, steps)
        if place is not None:
            return [place]
    return []


def _ways(one: Any, two: Any, where: str) -> Iterator[tuple[Any, ...]]:
    """Yield the ways from both values to what differs at *where*: names and numbers."""
    if differences(one, two) and where not in differences(one, two):
        where = differences(one, two)[0]
    yield from _way(one, two, where, "", ())


def _way(one: Any, two: Any, where: str, name: str, way: tuple[Any, ...]) -> Iterator[Any]:
    if one == two:
        return
    if name == where:
        yield way
        return
    first, second = fields_in(one), fields_in(two)
    if first is not None and second is not None:
        for key in first:
            below = name if key.isdigit() else f"{name}.{key}"
            if where == below or where.startswith(f"{below}.") or below == name:
                yield from _way(first[key], second.get(key), where, below, (*way, key))
    elif is_a(one, (list, tuple)) and is_a(two, (list, tuple)):
        for at, (mine, other) in enumerate(zip(one, two, strict=False)):
            yield from _way(mine, other, where, name, (*way, at))


def _made(call: Call, way: Sequence[Any]) -> Place | None:
    """Make it again, and return where the innermost new object on the *way* gets its field."""
    kinds: set[type[Any]] = {type(holder) for holder, _ in _holders(call(), way)}
    with _noting(kinds) as made_at:
        value = call()
        for holder, step in reversed(list(_holders(value, way))):
            frames = _within(made_at(holder)) if _is_object(holder) else []
            own = [frame for frame in frames if is_authors(frame[0])]
            if own:
                kind: type[Any] = holder.__class__
                copied = frames[-1][0] == dataclasses.__file__ or frames[-1] == own[-1]
                place = _argument(*own[-1], kind, step, copied)
                return place or _given(call, kind, step)
    return None


def _within(frames: list[tuple[str, int]]) -> list[tuple[str, int]]:
    """Return the calls within our own, without the program that has called us."""
    first = max((at for at, (file, _) in enumerate(frames, 1) if file == __file__), default=0)
    return frames[first:]


def _holders(value: Any, way: Sequence[Any]) -> Iterator[tuple[Any, Any]]:
    """Yield the values on the *way* into *value*, each with the step that leads on."""
    for step in way:
        yield value, step
        value = _part(value, step)
    yield value, None


@contextmanager
def _noting(kinds: Iterable[type[Any]]) -> Generator[Callable[[Any], list[tuple[str, int]]]]:
    """Note where objects are made. Yields a function that returns the calls that made one.

    Python 3.11 does not tell of an object with a `__dict__` where its memory was taken, so a
    dataclass of *kinds* notes that as it is filled.
    """
    noted: dict[int, tuple[Any, list[tuple[str, int]]]] = {}

    def noting(real: Any) -> Any:
        def init(self: Any, *args: Any, **kwargs: Any) -> None:
            frames: list[tuple[str, int]] = []
            this = inspect.currentframe()
            frame: FrameType | None = None if this is None else this.f_back
            while frame is not None and len(frames) < FRAMES:
                frames.insert(0, (frame.f_code.co_filename, frame.f_lineno))
                frame = frame.f_back
            noted[id(self)] = self, frames
            real(self, *args, **kwargs)

        return init

    def made_at(value: Any) -> list[tuple[str, int]]:
        if id(value) in noted:
            return noted[id(value)][1]
        traced = tracemalloc.get_object_traceback(value)
        return [(frame.filename, frame.lineno) for frame in traced or ()]

    filled = [kind for kind in kinds if dataclasses.is_dataclass(kind)]
    own = {kind: vars(kind)["__init__"] for kind in filled if "__init__" in vars(kind)}
    try:
        for kind in own:
            type.__setattr__(kind, "__init__", noting(vars(kind)["__init__"]))
        tracemalloc.start(FRAMES)
        yield made_at
    finally:
        tracemalloc.stop()
        for kind, init in own.items():
            type.__setattr__(kind, "__init__", init)


def _part(value: Any, step: Any) -> Any:
    if isinstance(step, int):
        return value[step]
    if is_a(value, dict):
        return next((each for key, each in value.items() if str(key) == step), None)
    return getattr(value, step, None)


def _is_object(value: Any) -> bool:
    """Check whether *value* has memory of its own: Python may use that of other values again."""
    if is_a(value, str):
        return len(value) > 1
    return not isinstance(value, type) and (
        dataclasses.is_dataclass(value) or is_a(value, msgspec.Struct)
    )


def _argument(file: str, line: int, kind: type, field: Any, copied: bool) -> Place | None:
    """Return the place of the argument *field* of the call on *line* that makes a *kind*.

    None if the call may have *copied* the field from another object, as `replace` does.
    """
    tree = _tree(file)
    function = None if tree is None else _function_at(tree, line)
    name = "" if function is None else function.name
    if tree is None or not isinstance(field, str):
        return file, line, name
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and node.lineno == line]
    named = [each for node in calls for each in _arguments(node, kind, field)]
    if len(named) == 1:
        found = _assigned(function, named[0]) or named[0]
        return file, found.lineno, name
    makes = any(_called(node) in (kind.__name__, "cls") for node in calls)
    return None if copied and calls and not makes and not named else (file, line, name)


def _arguments(node: ast.Call, kind: type, field: str) -> list[ast.expr]:
    """Return what a call gives to the *field* of a *kind*: one, or nothing."""
    found = [key.value for key in node.keywords if key.arg == field]
    order = fields_in_order(kind)
    if field in order and _called(node) in (kind.__name__, "cls"):
        before = node.args[: order.index(field) + 1]
        if len(before) > order.index(field) and not any(
            isinstance(e, ast.Starred) for e in before
        ):
            found.append(before[-1])
    return found


def _given(call: Call, kind: type, field: str) -> Place | None:
    """Return the one place in the code that runs which gives the *field* to a *kind*."""
    ran: dict[str, set[int]] = {}

    def trace(frame: FrameType, event: str, arg: Any) -> Any:
        if is_authors(frame.f_code.co_filename):
            ran.setdefault(frame.f_code.co_filename, set()).add(frame.f_lineno)
        return trace

    _traced(trace, call)
    found: list[Place] = []
    for file, lines in ran.items():
        tree = _tree(file)
        for node in () if tree is None else ast.walk(tree):
            if isinstance(node, ast.Call) and node.lineno in lines:
                function = _function_at(tree, node.lineno) if tree is not None else None
                name = "" if function is None else function.name
                found += [(file, each.lineno, name) for each in _arguments(node, kind, field)]
    return found[0] if len(found) == 1 else None


def _traced(trace: Any, call: Call) -> None:
    before = sys.gettrace()
    sys.settrace(trace)
    try:
        call()
    except Refused:
        pass
    finally:
        sys.settrace(before)


def fields_in_order(kind: type) -> Sequence[str]:
    """Return the names of the fields of a class, as its arguments are."""
    if dataclasses.is_dataclass(kind):
        return [part.name for part in dataclasses.fields(kind) if part.init and not part.kw_only]
    if issubclass(kind, msgspec.Struct):
        return list(kind.__struct_fields__)
    return []


@cache
def _tree(file: str) -> ast.Module | None:
    try:
        return ast.parse("".join(linecache.getlines(file)))
    except (SyntaxError, ValueError):
        return None


_Function = ast.FunctionDef | ast.AsyncFunctionDef


def _function_at(tree: ast.Module, line: int) -> _Function | None:
    """Return the innermost function that has the *line*."""
    found = [
        node
        for node in ast.walk(tree)
        if isinstance(node, _Function) and node.lineno <= line <= (node.end_lineno or node.lineno)
    ]
    return max(found, key=lambda node: node.lineno, default=None)


def _entry(place: Place, key: str) -> Place:
    """Return the place of the entry *key* of the mapping that is returned at *place*, if any."""
    file, line, name = place
    tree = _tree(file)
    values = [
        value
        for node in ast.walk(tree or ast.Module([], []))
        if isinstance(node, ast.Dict) and node.lineno <= line <= (node.end_lineno or line)
        for each, value in zip(node.keys, node.values, strict=True)
        if isinstance(each, ast.Constant) and each.value == key
    ]
    return (file, values[0].lineno, name) if len(values) == 1 else place


def _called(node: ast.Call) -> str:
    """Return the last name of what is called."""
    match node.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case _:
            return ""


def _assigned(function: _Function | None, value: ast.expr) -> ast.expr | None:
    """Return what a local name was set to, if the function sets it once."""
    if function is None or not isinstance(value, ast.Name):
        return None
    found: list[ast.expr | None] = []
    for node in ast.walk(function):
        match node:
            case ast.Name(id=name, ctx=ast.Store()) if name == value.id:
                found.append(None)
            case _:
                pass
    if len(found) != 1:
        return None
    for node in ast.walk(function):
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=made) if name == value.id:
                return made
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as made) if (
                name == value.id
            ):
                return made
            case _:
                pass
    return None


# --- values that a method returns ------------------------------------------------------------


def _returns(one: Call, two: Call) -> list[Place]:
    """Return the lines that return the two values: one line, or two that differ."""
    return list(dict.fromkeys(each for each in (_returned(one), _returned(two)) if each))


class _Returns:
    """Notes the line from which the author's outermost function returns."""

    def __init__(self) -> None:
        self.found: Place | None = None
        self._outer: FrameType | None = None
        self._last: tuple[Place, int, Any] | None = None
        """What the function returned that was called last, and the line that called it."""

    def trace(self, frame: FrameType, event: str, arg: Any) -> Any:
        """Trace calls, as `sys.settrace` wants it."""
        if event != "call" or not is_authors(frame.f_code.co_filename):
            return self.trace if event == "call" and self._outer is None else None
        if self._outer is None:
            self._outer = frame
        frame.f_trace_lines = False
        return self._within

    def _within(self, frame: FrameType, event: str, arg: Any) -> Any:
        if event == "return":
            place = (frame.f_code.co_filename, frame.f_lineno, frame.f_code.co_name)
            if frame is self._outer:
                last = self._last
                passed_on = last is not None and last[1] == frame.f_lineno and last[2] is arg
                self.found = last[0] if last is not None and passed_on else place
            elif frame.f_back is self._outer and self._outer is not None:
                self._last = place, self._outer.f_lineno, arg
        return self._within


def _returned(call: Call) -> Place | None:
    noted = _Returns()
    _traced(noted.trace, call)
    return noted.found
