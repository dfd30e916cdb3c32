"""Spoof with prompts that tell how many coins are hidden, or that no form can be made of.

Each tells it in another field of what programs read to draw a form.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final, TypeAlias

from msgspec.structs import replace as changed

from parlour import (
    Context,
    Heard,
    IntArg,
    MoveSpec,
    Prompt,
    Reader,
    Scene,
    Seat,
    Step,
    Text,
    TextArg,
    plain,
)
from parlour.api import AnyGame
from tests.kit.planted.fault import Planted, spoof
from tests.kit.spoof import (
    COINS,
    GUESS,
    HIDE,
    SPOOF,
    Event,
    Move,
    SpoofRules,
    SpoofTextUI,
    State,
    View,
)

Tell: TypeAlias = Callable[[int], MoveSpec]
"""A move whose form tells a number."""


def _guess(**fields: Any) -> MoveSpec:
    return MoveSpec(GUESS, (TextArg("total", ("1",), **fields),))


TELLS: Final[Mapping[str, Tell]] = {
    "verb-label": lambda n: MoveSpec(changed(GUESS, label=f"Not {n}"), _guess().args),
    "verb-weight": lambda n: MoveSpec(
        changed(GUESS, weight="side" if n > 3 else "main"), _guess().args
    ),
    "label": lambda n: _guess(label=f"Total, not {n}"),
    "secret": lambda n: _guess(secret=n > 3),
    "default": lambda n: _guess(default=str(n)),
    "known": lambda n: _guess(known=(str(n),)),
    "letters": lambda n: _guess(letters=n > 3),
    "least": lambda n: _guess(least=n),
    "most": lambda n: _guess(most=n),
    "number-default": lambda n: MoveSpec(GUESS, (IntArg("total", 0, 99, default=n),)),
}


class _Peeking(SpoofRules):
    """Rules that remember the last state, for a text UI that looks behind the view."""

    coins = 0

    def apply(self, state: State, seat: Seat, move: Move, ctx: Context) -> Step[State, Event]:
        step = super().apply(state, seat, move, ctx)
        self.coins = sum(number for _, number in step.state.coins)
        return step

    def prompts(self, state: State) -> Mapping[Seat, Prompt]:
        self.coins = sum(number for _, number in state.coins)
        return super().prompts(state)


def _telling(tell: Tell) -> AnyGame:
    class Leaky(SpoofRules):
        def prompts(self, state: State) -> Mapping[Seat, Prompt]:
            found = super().prompts(state)
            if not state.guessing:
                return found
            spec = tell(sum(number for _, number in state.coins))
            return {seat: changed(prompt, moves=(spec,)) for seat, prompt in found.items()}

    return replace(SPOOF, rules=Leaky())


def _asking_with_enter(enter: Callable[[int], str]) -> type[SpoofRules]:
    """Rules whose prompts offer a line for Enter that depends on the number of coins."""

    class Asks(SpoofRules):
        def prompts(self, state: State) -> Mapping[Seat, Prompt]:
            line = enter(sum(number for _, number in state.coins))
            found = super().prompts(state)
            return {seat: changed(prompt, enter=line) for seat, prompt in found.items()}

    return Asks


def _told_to_tappers(part: str) -> AnyGame:
    rules = _Peeking()

    class Leaky(SpoofTextUI):
        def say(self, heard: Heard, reader: Reader) -> Sequence[str]:
            told = super().say(heard, reader)
            return [*told, f"{rules.coins}."] if reader.taps and part == "say" else told

        def ask(self, prompt: Prompt, view: View, reader: Reader) -> Sequence[str]:
            asked = super().ask(prompt, view, reader)
            return [*asked, f"{rules.coins}."] if reader.taps and part == "ask" else asked

    return replace(SPOOF, rules=rules, text_ui=Leaky())


class DrawsTheQuestion(SpoofTextUI):
    """Asks with a drawing alone."""

    def ask(self, prompt: Prompt, view: View, reader: Reader) -> Sequence[str]:
        return plain(Scene((Text.of("How many?"),)), reader.width)


def _asking(spec: MoveSpec) -> type[SpoofRules]:
    """Rules that ask for coins with the form of *spec*."""

    class Asks(SpoofRules):
        def prompts(self, state: State) -> Mapping[Seat, Prompt]:
            found = super().prompts(state)
            if state.guessing:
                return found
            return {seat: changed(prompt, moves=(spec,)) for seat, prompt in found.items()}

    return Asks


def _hide(**fields: Any) -> MoveSpec:
    return MoveSpec(HIDE, (TextArg("coins", ("1",), **fields),))


WRONG: Final[Mapping[str, tuple[str, str, MoveSpec]]] = {
    "long-label": ("types", "at most 24 characters", _hide(label="How many coins you hide now")),
    "label-of-nothing": ("types", "as its label", _hide(label=None)),
    "heavy-verb": ("types", "The weight", MoveSpec(changed(HIDE, weight="heavy"))),
    "known-text": ("types", "as known", _hide(known="12")),
    "known-too-long": ("types", "exclude", _hide(known=("22",), most=1)),
    "no-letters": ("types", "exclude", _hide(letters=True)),
    "default-too-short": ("types", "exclude", _hide(default="2", least=2)),
    "default-out-of-range": (
        "types",
        "which is not from 0 to 3",
        MoveSpec(HIDE, (IntArg("coins", 0, COINS, default=9),)),
    ),
    "known-and-refused": ("prompts", "hide 9", _hide(known=("9",))),
    "likely-and-refused": ("prompts", "hide 8", _hide(default="8")),
}


def _planted(name: str, make: Callable[[], AnyGame]) -> Planted:
    return Planted(name, "blindness", "gives away", make)


PLANTED: tuple[Planted, ...] = (
    *(_planted(f"asked-by-{name}", partial(_telling, tell)) for name, tell in TELLS.items()),
    *(_planted(f"{part}s-to-tappers", partial(_told_to_tappers, part)) for part in ("ask", "say")),
    *(
        spoof(name, check, says, rules=_asking(spec))
        for name, (check, says, spec) in WRONG.items()
    ),
    _planted(
        "asked-by-enter",
        lambda: replace(SPOOF, rules=_asking_with_enter(lambda n: f"guess {n}")()),
    ),
    spoof(
        "enter-is-no-move",
        "types",
        "does not begin with one of",
        rules=_asking_with_enter(lambda _n: "3"),
    ),
    spoof("draws-the-question", "text", "if they tap", text_ui=DrawsTheQuestion),
)
