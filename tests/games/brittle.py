"""Hunt, made to fail: `snap PART` breaks a part of the game, for the tests of faults.

`snap say` breaks it for everybody, `snap say2` for the viewer of seat 2 only. A part
that is broken raises with a secret in its words, which must not reach anybody; `snap say!`
has it raise what is made to end a program, and cannot even be put in words.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, ClassVar, Final, TypeAlias

import msgspec
from msgspec.structs import replace as changed

from parlour import (
    BotContext,
    ChoiceOption,
    Context,
    Game,
    Heard,
    MoveFault,
    MoveSpec,
    Prompt,
    Reader,
    Refused,
    Scene,
    Seat,
    Setup,
    Step,
    TextArg,
    Thought,
    Verb,
    Viewer,
)
from tests.games.hunt.bots import Memory, Plodder
from tests.games.hunt.game import HUNT
from tests.games.hunt.rules import HuntRules, HuntScoring
from tests.games.hunt.state import Hide, Move, State
from tests.games.hunt.text_ui import HuntTextUI
from tests.games.hunt.views import HuntViews, View

SECRET: Final = "the number is 13"
"""What a broken part blurts out."""
SNAP: Final = Verb("snap", "snap PART", "break a part of the game")


_SNAP: Final = MoveSpec(SNAP, (TextArg("part", ("say", "look2")),))


class SnappedError(Exception):
    def __init__(self) -> None:
        super().__init__(SECRET)


class SnappedExit(SystemExit):
    """A part ends the program, if it is let."""

    def __init__(self) -> None:
        super().__init__(SECRET)

    def __str__(self) -> str:
        raise SnappedError

    __repr__ = __str__


def crack(part: str, snapped: str, viewer: Viewer | None = None) -> None:
    """Raise if this part is broken, for everybody or for this viewer."""
    if snapped in {part, f"{part}{viewer}"}:
        raise SnappedError
    if snapped in {f"{part}!", f"{part}{viewer}!"}:
        raise SnappedExit


class Snap(msgspec.Struct, frozen=True, tag="snap"):
    part: str


@dataclass(frozen=True)
class Snapped(Heard):
    """A part was broken. `junk` is no data."""

    name: ClassVar[str] = "snapped"
    part: str
    junk: Any = None


BrittleMove: TypeAlias = Move | Snap


@dataclass(frozen=True)
class BrittleState(State):
    snapped: str = ""


@dataclass(frozen=True)
class BrittleView(View):
    """What is broken, beside what a viewer sees."""

    snapped: str = ""
    junk: Any = None


def _fields(value: Any) -> dict[str, Any]:
    return {field.name: getattr(value, field.name) for field in fields(value)}


class BrittleRules(HuntRules):
    def start(self, setup: Setup, ctx: Context) -> Step[State, Any]:
        """The option `broken` breaks the start itself, or a part from the start on."""
        part = str(setup.options["broken"])
        crack("start", part)
        state = super().start(setup, ctx).state
        return Step(BrittleState(**_fields(state), snapped=part))

    def prompts(self, state: State) -> Mapping[Seat, Prompt]:
        """The prompts: with each, a part may be broken."""
        crack("prompts", _part(state))
        return {
            seat: changed(prompt, moves=(*prompt.moves, _SNAP))
            for seat, prompt in super().prompts(state).items()
        }

    def deadline(self, state: State) -> int | None:
        """The deadline; `endless` has none."""
        crack("deadline", _part(state))
        return None if _part(state) == "endless" else super().deadline(state)

    def apply(self, state: State, seat: Seat, move: Any, ctx: Context) -> Step[State, Any]:
        """A move, or the breaking of a part."""
        if not isinstance(move, Snap):
            return super().apply(state, seat, move, ctx)
        crack("apply", move.part)
        junk = object() if move.part == "data" else None
        new = replace(state, snapped=move.part)  # type: ignore[call-arg]
        if move.part == "step":
            return new  # type: ignore[return-value]
        return Step(new, (Snapped(move.part, junk),))

    def time_up(self, state: State, ctx: Context) -> Step[State, Any]:
        """A deadline that passed; `stuck` does not move it on, `sulk` refuses."""
        crack("time_up", _part(state))
        if _part(state) == "sulk":
            raise Refused(MoveFault.ILLEGAL, "I will not.")
        return Step(state) if _part(state) == "stuck" else super().time_up(state, ctx)

    def left(self, state: State, seat: Seat, ctx: Context) -> Step[State, Any]:
        crack("left", _part(state))
        return super().left(state, seat, ctx)

    def is_over(self, state: State) -> bool:
        crack("over", _part(state))
        return super().is_over(state)


def _part(state: State) -> str:
    return str(getattr(state, "snapped", ""))


class BrittleScoring(HuntScoring):
    def scores(self, state: State) -> Mapping[Seat, int]:
        crack("scores", _part(state))
        return super().scores(state)


class BrittleViews(HuntViews):
    def look(self, state: State, viewer: Viewer) -> View:
        """A view; `opaque` is one that is no data."""
        part = _part(state)
        crack("look", part, viewer)
        junk = object() if part == "opaque" else None
        return BrittleView(**_fields(super().look(state, viewer)), snapped=part, junk=junk)

    def hear(self, event: Any, viewer: Viewer) -> Any:
        if isinstance(event, Snapped):
            crack("hear", event.part, viewer)
            return event
        return super().hear(event, viewer)

    def may_look_up(self, state: State, viewer: Viewer, word: str) -> bool:
        crack("words", _part(state))
        return super().may_look_up(state, viewer, word)


class BrittleTextUI(HuntTextUI):
    def parse(self, verb: str, rest: str, view: View, reader: Reader) -> Any:
        """A move; `move` is one that is no data."""
        if verb != "snap":
            return super().parse(verb, rest, view, reader)
        crack("parse", rest)
        return object() if rest == "move" else Snap(rest)

    def draw(self, view: View, reader: Reader) -> Scene:
        crack("draw", _seen(view), reader.viewer)
        return super().draw(view, reader)

    def say(self, heard: Any, reader: Reader) -> Sequence[str]:
        if isinstance(heard, Snapped):
            crack("say", heard.part, reader.viewer)
            return [f"Snap: {heard.part}."]
        return super().say(heard, reader)

    def ask(self, prompt: Prompt, view: View, reader: Reader) -> Sequence[str]:
        crack("ask", _seen(view), reader.viewer)
        return super().ask(prompt, view, reader)

    def answer(self, verb: str, rest: str, view: View, reader: Reader) -> Any:
        """The answer to a question; `counted` is one that is no data."""
        crack("answer", _seen(view))
        return Snapped("", object()) if _seen(view) == "counted" else Snapped(rest)


def _seen(view: View) -> str:
    return str(getattr(view, "snapped", ""))


class BrittleBot(Plodder):
    def hear(self, memory: Memory, heard: Any) -> Memory:
        if isinstance(heard, Snapped):
            crack("bothear", heard.part)
            return memory
        return super().hear(memory, heard)

    def think(
        self, memory: Memory, view: View, prompt: Prompt, ctx: BotContext
    ) -> Thought[Any] | None:
        """A move; `pass` gives none, `wrong` one that is refused, `odd` something else."""
        part = _seen(view)
        crack("think", part)
        if part == "pass":
            return None
        if part == "wrong":
            return Thought(Hide(1000))
        if part == "odd":
            return "what?"  # type: ignore[return-value]
        if part == "eager" and not prompt.urgent:
            return Thought(Snap("still"))
        return super().think(memory, view, prompt, ctx)


BRITTLE: Final[Game[State, Any, Any, View, Any]] = Game(
    id="brittle",
    title="Brittle Hunt",
    version="1",
    seats=HUNT.seats,
    verbs=(*HUNT.verbs, SNAP),
    questions=HUNT.questions,
    options=(
        *HUNT.options,
        ChoiceOption(
            "broken",
            "what is broken from the start",
            "nothing",
            ("nothing", "start", "look", "hear", "ask", "think", "pass", "wrong", "odd", "left"),
        ),
    ),
    rules_text=HUNT.rules_text,
    rules=BrittleRules(),
    views=BrittleViews(),
    scoring=BrittleScoring(),
    text_ui=BrittleTextUI(),
    move_type=BrittleMove,
    bots=(BrittleBot(),),
)
