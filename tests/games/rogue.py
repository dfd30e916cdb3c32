"""Rogue: a plugin that does what none should, when it is told to, as by `do apply exit`.

Its table is all it may harm. `do PART WHAT` does it in that part: `apply`, `say`, `time_up` or
`bot`.
"""

from __future__ import annotations

import ctypes
import os
import re
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Final

import msgspec

from parlour import (
    Bot,
    BotContext,
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
    Thought,
    Verb,
    hookimpl,
)
from tests.games.public import NoPoints, PublicViews

DO: Final = Verb("do", "do PART WHAT", "do what no game should")
MIB: Final = 2**20


class Do(msgspec.Struct, frozen=True, tag="do"):
    part: str
    what: str


@dataclass(frozen=True)
class Plan:
    """What is to be done where."""

    seats: tuple[Seat, ...]
    part: str = ""
    what: str = ""
    due: int | None = None
    moves: int = 0


@dataclass(frozen=True)
class Told(Heard):
    """Somebody planned something."""

    name: ClassVar[str] = "told"
    part: str
    what: str


def misbehave(part: str, plan_part: str, what: str) -> None:
    """Do it, if it is to be done here."""
    if part != plan_part:
        return
    word, _, number = what.partition(" ")
    match word:
        case "exit":
            raise SystemExit
        case "die":
            os._exit(9)
        case "crash":
            ctypes.string_at(0)
        case "sleep":
            time.sleep(float(number))  # noqa: TID251 - no game should
        case "hang":
            re.match("(a|a)*b", "a" * 60)  # the interpreter runs nothing else meanwhile
        case "print":
            for _ in range(int(number)):
                sys.stdout.write("x" * (MIB - 1) + "\n")
                sys.stderr.write("x" * (MIB - 1) + "\n")
        case _:
            pass


class RogueRules(Rules[Plan, Do, Told]):
    """Anyone who sits here may do anything at any time."""

    def start(self, setup: Setup, ctx: Context) -> Step[Plan, Told]:
        return Step(Plan(setup.seats))

    def prompts(self, state: Plan) -> Mapping[Seat, Prompt]:
        words = TextArg("words", (f"wait {state.moves}",))
        return {seat: Prompt((MoveSpec(DO, (words,)),)) for seat in state.seats}

    def deadline(self, state: Plan) -> int | None:
        """A moment after `do time_up`."""
        return state.due

    def apply(self, state: Plan, seat: Seat, move: Do, ctx: Context) -> Step[Plan, Told]:
        """Plan it; do it, if it is to be done at once."""
        misbehave("apply", move.part, move.what)
        due = ctx.now + 200 if move.part == "time_up" else None
        plan = replace(state, part=move.part, what=move.what, due=due, moves=state.moves + 1)
        return Step(plan, (Told(move.part, move.what),))

    def time_up(self, state: Plan, ctx: Context) -> Step[Plan, Told]:
        misbehave("time_up", state.part, state.what)
        return Step(replace(state, due=None))

    def left(self, state: Plan, seat: Seat, ctx: Context) -> Step[Plan, Told]:
        return Step(replace(state, seats=tuple(other for other in state.seats if other != seat)))

    def is_over(self, state: Plan) -> bool:
        return not state.seats


class RogueViews(PublicViews[Plan, Told, dict[str, Any]]):
    def look(self, state: Plan, viewer: Any) -> dict[str, Any]:
        return {"part": state.part, "what": state.what}


class RogueTextUI(TextUI[Do, dict[str, Any], Told]):
    """Two words and more."""

    def parse(self, verb: str, rest: str, view: dict[str, Any], reader: Reader) -> Do:
        part, _, what = rest.partition(" ")
        return Do(part, what)

    def draw(self, view: dict[str, Any], reader: Reader) -> Scene:
        return Scene((Text.of(f"{view['part']} {view['what']}".strip() or "No plan."),))

    def say(self, heard: Told, reader: Reader) -> Sequence[str]:
        misbehave("say", heard.part, heard.what)
        return [f"Planned: {heard.part} {heard.what}."]

    def ask(self, prompt: Prompt, view: dict[str, Any], reader: Reader) -> Sequence[str]:
        return ["Do what?"]


class Wild(Bot[Do, dict[str, Any], Told, None]):
    """Does what was planned for it while it thinks."""

    kind = "wild"
    about = "does what no bot should"

    def begin(self, seat: Seat, view: dict[str, Any]) -> None:
        """It remembers nothing."""

    def hear(self, memory: None, heard: Told) -> None:
        """It remembers nothing."""

    def think(
        self, memory: None, view: dict[str, Any], prompt: Prompt, ctx: BotContext
    ) -> Thought[Do] | None:
        """Do it; then wait for long."""
        misbehave("bot", view["part"], view["what"])
        return Thought(Do("wait", ""), after_ms=3_600_000)


ROGUE: Final[Game[Plan, Do, Told, dict[str, Any], Told]] = Game(
    id="rogue",
    title="Rogue",
    version="1",
    seats=range(1, 5),
    verbs=(DO,),
    options=(),
    rules_text="Do what no game should.\n",
    rules=RogueRules(),
    views=RogueViews(),
    scoring=NoPoints(),
    text_ui=RogueTextUI(),
    move_type=Do,
    bots=(Wild(),),
)


@hookimpl
def register_games() -> Sequence[Game[Any, Any, Any, Any, Any]]:
    return [ROGUE]
