"""Check that a game is pure: the same calls always return the same values, and change nothing."""

from __future__ import annotations

import builtins
import datetime
import inspect
import io
import os
import random
import secrets
import socket
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from dataclasses import fields
from functools import partial
from itertools import product
from random import Random
from types import ModuleType
from typing import Any, Final, cast

from parlour.api import Refused, Viewer
from parlour.engine.outcomes import result_of
from parlour.plugins.blame import is_authors, place_in
from parlour_kit.apart import digests
from parlour_kit.checks.finding import NEVER, Fault
from parlour_kit.checks.story import Story
from parlour_kit.checks.trial import CheckFailed, Playout, Trial, eyes_of, show, who
from parlour_kit.playing import Moment, open_prompts
from parlour_kit.values import difference, frozen

_CLOCK: Final = "read no clock. The time of a step is ctx.now, in milliseconds of table time."
_CHANCE: Final = (
    "use ctx.rng, which is new for each step and draws the same again when a record is "
    "replayed. Bots use the rng of their BotContext, and resample uses the one it is given."
)
_WORLD: Final = (
    "do it when the module is imported, or in Game.prepare. A record must lead to the "
    "same game on another computer."
)
_FORBIDDEN: Final[tuple[tuple[Any, str, str], ...]] = (
    *(
        (time, name, _CLOCK)
        for name in (
            *("time", "time_ns", "monotonic", "monotonic_ns", "perf_counter", "perf_counter_ns"),
            *("sleep", "localtime", "gmtime", "strftime", "ctime"),
        )
    ),
    *(
        (random, name, _CHANCE)
        for name in (
            *("random", "choice", "choices", "randint", "randrange", "sample", "shuffle"),
            *("uniform", "getrandbits", "gauss", "triangular", "betavariate", "seed"),
        )
    ),
    *((secrets, name, _CHANCE) for name in ("token_bytes", "token_hex", "choice", "randbelow")),
    *((os, name, _CHANCE) for name in ("urandom",)),
    *((os, name, _WORLD) for name in ("getenv", "getpid", "listdir", "stat", "system")),
    (builtins, "open", _WORLD),
    (io, "open", _WORLD),
    (builtins, "input", _WORLD),
    (socket, "socket", _WORLD),
    (socket, "create_connection", _WORLD),
    (subprocess, "Popen", _WORLD),
    (threading.Thread, "start", "start no thread. The host runs bots on threads of its own."),
)
"""What a game must not use, with the advice."""


def purity(trial: Trial) -> str:
    """Play the games again: the same must come out, and no argument may change."""
    for played in trial.played:
        if played.moments:
            _uses_nothing(trial, played)
    told = trial.each_moment(_pure)
    for played in trial.played:
        if played.moments:
            _same_again(trial, played)
    _in_other_processes(trial)
    return told


# --- the same game once more ------------------------------------------------------------------


def _uses_nothing(trial: Trial, played: Playout) -> None:
    """Play a game again from its moves, and see what it uses that a pure game does not."""
    used: list[tuple[str, str, str]] = []
    moments = played.moments[:MOST]
    with watched(trial, used):
        for _ in _again(trial, moments):
            if used:
                break
        for moment in moments[:: max(1, len(moments) // 12)]:
            _call_everything(trial, moment)
    if used:
        name, place, advice = used[0]
        fault = Fault(f"The game uses {name}:\n  {place}", advice)
        trial.tell(fault, seed=played.seed)


def _same_again(trial: Trial, played: Playout) -> None:
    """Play a game again from its moves, and compare each position."""
    moments = played.moments[:MOST]
    again: list[Moment] = []
    kept: Any = None
    record = _record(trial)
    for moment in _again(trial, moments):
        if again and frozen(again[-1].state) != kept:
            raise trial.found(_in_place(moment, kept), played, moment.number)
        kept = frozen(moment.state)
        again.append(moment)
        if moment.number % OFTEN == 0 or len(again) == len(moments):
            changed = next((n for n, v in _record(trial).items() if v != record[n]), None)
            if changed is not None:
                raise trial.found(_changes(changed), played, moment.number)
    for index, (one, two) in enumerate(zip(moments, again, strict=False)):
        if one.state != two.state or frozen(one.step.events) != frozen(two.step.events):
            raise trial.found(_differs(one, two), played, index)
    if len(again) < len(moments):
        fault = Fault(
            "The same moves were made again, and a move that was possible is not any more.",
            _SAME,
        )
        raise trial.found(fault, played, len(again))


MOST: Final = 300
"""The most moves of a game to make again."""
OFTEN: Final = 4
"""Of so many moves, one after which we read the `Game` record again."""
_PARTS: Final = frozenset(
    ("rules", "views", "scoring", "text_ui", "move_type", "bots", "prepare", "catalogue")
)
"""Fields of the record that hold programs, and nothing for people to read."""
_SAME: Final = (
    "let everything follow from the arguments. Keep nothing in a module or in self between two "
    "calls, and do not depend on the order of a set: sort it."
)


def _again(trial: Trial, moments: list[Moment]) -> Iterator[Moment]:
    try:
        yield from Story.of(trial.game, moments).moments()
    except Exception:  # noqa: BLE001 - that it stops is what we tell
        return


def _differs(one: Moment, two: Moment) -> Fault:
    if frozen(one.state) == frozen(two.state) and one.state != two.state:
        return Fault(
            "The same moves were made twice. The two positions have the same contents, and yet "
            "they do not compare equal.",
            "make the state, and everything in it, a frozen dataclass or a frozen msgspec.Struct: "
            "they compare by value. The host compares states after every entry.",
        )
    where = difference(one.state, two.state)
    pair = (repr(_at(one.state, where)), repr(_at(two.state, where)))
    if pair[0] == pair[1]:
        pair = (repr(one.step.events), repr(two.step.events))
        where = "what happened"
    return Fault(
        f"The same moves were made twice, with the same luck. Something else came out in {where}.",
        _SAME,
        pair=pair,
    )


def _in_place(moment: Moment, before: Any) -> Fault:
    """Return the fault of a step that has changed the position before it."""
    call = {"move": "apply"}.get(moment.kind, moment.kind)
    return Fault(
        f"Rules.{call} changes the position that it was given. A host keeps that position: it is "
        "that of an earlier moment.",
        NEVER,
        pair=(repr(before), repr(frozen(moment.before))),
    )


def _record(trial: Trial) -> dict[str, Any]:
    """Return what the game says about itself, which everybody may read at any time."""
    game = trial.game
    names = [each.name for each in fields(game) if each.name not in _PARTS]
    told = {name: frozen(getattr(game, name)) for name in names}
    return told | {"bots": tuple((bot.kind, bot.about, bot.also) for bot in game.bots)}


def _changes(name: str) -> Fault:
    return Fault(
        f"Game.{name} is not the same while a game is played. The host shows it to everybody, "
        "also to those at other tables.",
        "give Game(...) fixed values, and no property that looks at a game.",
    )


def _at(state: Any, where: str) -> Any:
    """Return the part of *state* that *where* names, or all of it."""
    found = state
    for part in where.replace("[", ".[").split(".")[1:]:
        try:
            found = found[int(part[1:-1])] if part.startswith("[") else getattr(found, part)
        except (AttributeError, IndexError, KeyError, TypeError, ValueError):
            return state
    return found


def _call_everything(trial: Trial, moment: Moment) -> None:
    """Call every method that a host calls in a position."""
    game, state = trial.game, moment.state
    prompts = open_prompts(game, state)
    game.scoring.scores(state)
    if game.rules.is_over(state):
        result_of(game.scoring, state, moment.seats, moment.gone)
    for eyes in eyes_of(trial, moment):
        show(trial, moment, eyes)
        if isinstance(eyes.viewer, int):
            prompt = prompts.get(eyes.viewer)
            if prompt is not None:
                game.text_ui.ask(prompt, eyes.view, eyes.reader)
            if moment.kind == "move" and moment.seat == eyes.viewer:
                verb, _, rest = moment.line.partition(" ")
                reader = game.reading(eyes.reader, prompt)
                _quietly(partial(game.text_ui.parse, verb, rest, eyes.view, reader))


def _quietly(call: Callable[[], object]) -> None:
    try:
        call()
    except Refused:
        return


# --- what a game must not use -----------------------------------------------------------------


@contextmanager
def watched(trial: Trial, used: list[tuple[str, str, str]]) -> Generator[None]:
    """Note in *used* what the game uses in the block, where, and what to do instead.

    A module that has imported a function by name has its own reference to it, so we also replace
    it in the game's modules.
    """
    undo: list[tuple[Any, str, Any]] = []

    def put(holder: Any, name: str, value: Any) -> None:
        undo.append((holder, name, getattr(holder, name)))
        setattr(holder, name, value)

    watching: dict[int, Any] = {}
    kept: list[Any] = []
    for holder, name, advice in _FORBIDDEN:
        real = vars(holder)[name]
        kept.append(real)
        watcher = _noting(real, f"{getattr(holder, '__name__', holder)}.{name}", advice, used)
        watching[id(real)] = watcher
    for kind in (datetime.datetime, datetime.date):
        kept.append(kind)
        watching[id(kind)] = _noting_class(kind, used)
    try:
        for holder, name, _ in _FORBIDDEN:
            put(holder, name, watching[id(vars(holder)[name])])
        for name in ("datetime", "date"):
            put(datetime, name, watching[id(vars(datetime)[name])])
        for module in own_modules(trial):
            for name, value in list(vars(module).items()):
                if id(value) in watching and not name.startswith("__"):
                    put(module, name, watching[id(value)])
        yield
    finally:
        for holder, name, value in reversed(undo):
            setattr(holder, name, value)


def _noting(
    real: Callable[..., Any], name: str, advice: str, used: list[tuple[str, str, str]]
) -> Callable[..., Any]:
    def noting(*args: Any, **kwargs: Any) -> Any:
        place = _place()
        if place:
            used.append((name.removeprefix("builtins."), place, advice))
        return real(*args, **kwargs)

    return noting


def _noting_class(real: type[datetime.date], used: list[tuple[str, str, str]]) -> Any:
    """Return a class of dates that notes who asks it for the time."""

    def noted(name: str) -> Any:
        def ask(cls: type, *args: Any) -> Any:
            place = _place()
            if place:
                used.append((f"{real.__name__}.{name}", place, _CLOCK))
            return getattr(real, name)(*args)

        return cast("Any", classmethod(ask))

    names = [name for name in ("now", "today", "utcnow") if hasattr(real, name)]
    return type(real.__name__, (real,), {name: noted(name) for name in names})


_looking: list[bool] = []
"""Not empty while we look for a place ourselves, which reads files."""


def _place() -> str:
    """Return the author's line that is being run, or nothing if it is none of theirs."""
    if _looking:
        return ""
    _looking.append(True)
    try:
        return _nearest()
    finally:
        _looking.clear()


def _nearest() -> str:
    frames: list[tuple[str, int, str]] = []
    nearest: Any = inspect.currentframe()
    for _ in range(3):  # ourselves, and what called us to look
        nearest = nearest.f_back
    while nearest is not None:
        code = nearest.f_code
        frames.insert(0, (code.co_filename, nearest.f_lineno, code.co_name))
        nearest = nearest.f_back
    own = [each for each in frames if is_authors(each[0]) and not _is_tool(each[0])]
    return place_in(own[-1:]) if own else ""


def _is_tool(file: str) -> bool:
    """Check whether the file belongs to what runs the checks, such as pytest."""
    return any(part in file for part in ("site-packages/_pytest", "site-packages/pluggy", "/bin/"))


def own_modules(trial: Trial) -> list[ModuleType]:
    """Return the loaded modules of the packages that the game is made of."""
    game = trial.game
    parts = (game.rules, game.views, game.scoring, game.text_ui, *game.bots)
    roots = {type(part).__module__.partition(".")[0] for part in parts} - {"parlour"}
    return [
        module for name, module in list(sys.modules.items()) if name.partition(".")[0] in roots
    ]


# --- arguments, and the same call twice --------------------------------------------------------


def _pure(trial: Trial, moment: Moment, rng: Random) -> None:
    game, state = trial.game, moment.state
    luck = rng.getrandbits(32)
    given = _Given()
    given.twice("Rules.prompts", partial(game.rules.prompts, state), state)
    given.twice("Rules.deadline", partial(game.rules.deadline, state), state)
    given.twice("Scoring.scores", partial(game.scoring.scores, state), state)
    calls: list[tuple[str, Viewer, Callable[[], Any], Any]] = []
    for eyes in eyes_of(trial, moment):
        viewer = eyes.viewer

        def make(call: str, do: Callable[[], Any], *taken: Any, viewer: Viewer = viewer) -> Any:
            made = given.twice(call, do, *taken)
            calls.append((call, viewer, do, frozen(made)))
            return made

        make("Views.look", partial(game.views.look, state, viewer), state)
        make("TextUI.draw", partial(game.text_ui.draw, eyes.view, eyes.reader), state, eyes.view)
        for event in moment.step.events:
            heard = make("Views.hear", partial(game.views.hear, event, viewer), state, event)
            if heard is not None:
                make("TextUI.say", partial(game.text_ui.say, heard, eyes.reader), state, heard)
        given.twice("Views.resample", partial(_resampled, trial, state, viewer, luck), state)
    for _ in range(2):  # after others each time
        rng.shuffle(calls)
        for call, viewer, do, made in calls:
            _as_before(call, who(viewer, moment), do, made)
    if moment.kind != "move":
        return
    assert moment.seat is not None, "somebody made the move"

    def applied() -> Any:
        return game.rules.apply(moment.before, moment.seat, moment.move, moment.context)  # type: ignore[arg-type]

    given.twice("Rules.apply", applied, moment.before, moment.move)


def _as_before(call: str, name: str, do: Callable[[], Any], made: Any) -> None:
    """Call it once more, after it has been called for others. Raises Fault if that shows."""
    again = frozen(do())
    if again != made:
        raise Fault(
            f"{call} was called for {name}, then for others, then for {name} with the same "
            "arguments, and returned something else.",
            "keep nothing in self or in a module: one object serves everybody, so what it "
            "remembers of one player can reach another. All that it needs is in its arguments.",
            pair=(repr(made), repr(again)),
        )


def _resampled(trial: Trial, state: Any, viewer: Viewer, luck: int) -> Any:
    return trial.game.views.resample(state, viewer, Random(luck))


class _Given:
    """What calls are given, as it was before the first of them: none of them may change it."""

    def __init__(self) -> None:
        self._before: dict[int, tuple[Any, Any]] = {}
        """By identity: what was given, and its value then."""

    def twice(self, call: str, make: Callable[[], Any], *arguments: Any) -> Any:
        """Call it twice. Raise Fault if an argument changes, or the results differ."""
        before = [self._value(argument) for argument in arguments]
        first = make()
        kept = frozen(first)
        after = [frozen(argument) for argument in arguments]
        if after != before:
            raise Fault(
                f"{call} changes what it was given.", NEVER, pair=(repr(before), repr(after))
            )
        second = make()
        if frozen(second) != kept:
            raise Fault(
                f"{call} was called twice with the same arguments, and returned something else.",
                _SAME,
                pair=(repr(kept), repr(frozen(second))),
            )
        return first

    def _value(self, argument: Any) -> Any:
        if id(argument) not in self._before:
            self._before[id(argument)] = argument, frozen(argument)
        return self._before[id(argument)][1]


# --- two processes ------------------------------------------------------------------------------


def _in_other_processes(trial: Trial) -> None:
    """Play the first game in processes of their own, which order sets of words differently.

    Two processes may happen to agree about a small set, so there is a third one.
    """
    if trial.origin is None:
        return
    seed = trial.seeds[0]
    try:
        first, *others = (_elsewhere(trial, seed, number) for number in (1, 2, 3))
    except CheckFailed:
        if any(played.ended is not None for played in trial.played):
            return  # it fails here, too, and other checks tell why
        deque(digests(trial.game, seed, trial.lexicon), 0)  # so does what this raises
        raise
    for other, (step, one) in product(others, enumerate(first)):
        if other[step : step + 1] != [one]:
            name, pair = _first(one, other[step] if step < len(other) else "")
            fault = Fault(
                f"Two processes played the same game, and {name} differs after {step} moves.",
                "Python orders a set differently in every process, and hash() and id() return "
                "other numbers. Sort what you take from a set: sorted(cards).",
                pair=pair,
            )
            raise trial.found(fault, seed=seed)


def _first(one: str, two: str) -> tuple[str, tuple[str, str]]:
    import json

    pairs = zip(json.loads(one), json.loads(two), strict=False)
    for (name, mine), (_, other) in pairs:
        if mine != other:
            return name, (str(mine), str(other))
    return "something", (one, two)


def _elsewhere(trial: Trial, seed: int, number: int) -> list[str]:
    env = {
        **os.environ,
        "PYTHONHASHSEED": str(number),
        "PYTHONPATH": os.pathsep.join([each for each in sys.path if each]),
    }
    command = [sys.executable, "-m", "parlour_kit.apart", str(trial.origin), str(seed)]
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    if done.returncode:
        last = (done.stderr.strip().splitlines() or ["it ended without a word"])[-1]
        fault = Fault(
            f"In a process of its own the game cannot be played: {last}",
            "make sure that the module can be imported by itself.",
        )
        raise trial.found(fault)
    return done.stdout.splitlines()
