"""Doom: a game that counts, and ends the host's process when it is told to.

`do add 7` counts one more. `do exit` and the others of `DEATHS` are what a broken game may do.
"""

from __future__ import annotations

import ctypes
import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Final

import msgspec

from parlour import (
    Context,
    Game,
    Heard,
    MoveSpec,
    Prompt,
    Reader,
    Rules,
    Scene,
    Seat,
    Setup,
    Step,
    Text,
    TextArg,
    TextUI,
    Verb,
    hookimpl,
)
from tests.games.public import NoPoints, PublicViews

DO: Final = Verb("do", "do WHAT", "add NUMBER, or die")
DEATHS: Final = ("exit", "loop", "regex", "memory", "segfault")
"""`os._exit`, an endless loop, a regular expression that never lets another thread run, memory
without end, and a segmentation fault."""
PIECE: Final = 1 << 26
"""Bytes that `memory` asks for at a time. It touches none of them: a limit counts them anyway."""
MOST_PIECES: Final = 1 << 12
"""A host without a limit is asked for 256 GiB, no more."""


class Do(msgspec.Struct, frozen=True, tag="do"):
    what: str


@dataclass(frozen=True)
class Tally:
    """How often something was added."""

    seats: tuple[Seat, ...]
    count: int = 0


@dataclass(frozen=True)
class Told(Heard):
    """Somebody added something: the *count* is the new one."""

    name: ClassVar[str] = "added"
    what: str
    count: int


def die(what: str) -> None:
    """Die this way; return if *what* is none."""
    match what:
        case "exit":
            os._exit(9)
        case "loop":
            while True:
                pass
        case "regex":
            re.match("(a|a)*b", "a" * 60)
        case "memory":
            pieces = [bytes(PIECE) for _ in range(MOST_PIECES)]
            raise MemoryError(len(pieces))
        case "segfault":
            ctypes.string_at(0)
        case _:
            pass


class DoomRules(Rules[Tally, Do, Told]):
    """Anyone may add at any time."""

    def start(self, setup: Setup, ctx: Context) -> Step[Tally, Told]:
        return Step(Tally(setup.seats))

    def prompts(self, state: Tally) -> Mapping[Seat, Prompt]:
        return {
            seat: Prompt((MoveSpec(DO, (TextArg("what", ("add 1",)),)),)) for seat in state.seats
        }

    def apply(self, state: Tally, seat: Seat, move: Do, ctx: Context) -> Step[Tally, Told]:
        die(move.what)
        count = state.count + 1
        return Step(replace(state, count=count), (Told(move.what, count),))

    def deadline(self, state: Tally) -> int | None:
        return None

    def time_up(self, state: Tally, ctx: Context) -> Step[Tally, Told]:
        return Step(state)

    def left(self, state: Tally, seat: Seat, ctx: Context) -> Step[Tally, Told]:
        return Step(replace(state, seats=tuple(other for other in state.seats if other != seat)))

    def is_over(self, state: Tally) -> bool:
        return not state.seats


class DoomViews(PublicViews[Tally, Told, dict[str, Any]]):
    def look(self, state: Tally, viewer: Any) -> dict[str, Any]:
        return {"count": state.count}


class DoomTextUI(TextUI[Do, dict[str, Any], Told]):
    """The rest of the line is what to do."""

    def parse(self, verb: str, rest: str, view: dict[str, Any], reader: Reader) -> Do:
        return Do(rest)

    def draw(self, view: dict[str, Any], reader: Reader) -> Scene:
        return Scene((Text.of(f"Count: {view['count']}."),))

    def say(self, heard: Told, reader: Reader) -> Sequence[str]:
        return [f"Count {heard.count}: {heard.what}."]

    def ask(self, prompt: Prompt, view: dict[str, Any], reader: Reader) -> Sequence[str]:
        return ["Do what?"]


DOOM: Final[Game[Tally, Do, Told, dict[str, Any], Told]] = Game(
    id="doom",
    title="Doom",
    version="1",
    seats=range(1, 5),
    verbs=(DO,),
    options=(),
    rules_text="Add, or die.\n",
    rules=DoomRules(),
    views=DoomViews(),
    scoring=NoPoints(),
    text_ui=DoomTextUI(),
    move_type=Do,
)


@hookimpl
def register_games() -> Sequence[Game[Any, Any, Any, Any, Any]]:
    return [DOOM]
