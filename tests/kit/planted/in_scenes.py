"""Spoof with a scene that tells how many coins are hidden, each in another field of a picture.

Plain text shows none of these fields but `beside`, so no sentence gives them away.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final, TypeAlias

from parlour import Cell, Context, Grid, Reader, Row, Scene, Seat, Step, Text
from parlour.api import AnyGame
from parlour.language import Sentence
from tests.kit.planted.fault import Planted
from tests.kit.spoof import SPOOF, Event, Move, SpoofRules, SpoofTextUI, State, View

Tell: TypeAlias = Callable[[int], Scene]
"""A scene that tells a number."""


class _Peeking(SpoofRules):
    """Rules that remember the last state, for a text UI that looks behind the view."""

    coins = 0

    def apply(self, state: State, seat: Seat, move: Move, ctx: Context) -> Step[State, Event]:
        step = super().apply(state, seat, move, ctx)
        self.coins = sum(number for _, number in step.state.coins)
        return step


def _cell(**fields: Any) -> Scene:
    """A hand of which nothing is seen, and which tells something all the same."""
    return Scene((Grid("Hand", (Row((Cell("?", "dim", **fields),)),)),))


def _row(*, seat: int | None = None, head: Row | None = None, beside: bool = False) -> Scene:
    """A hand with a head, beside another one or below it."""
    cells = (Cell("?"),)
    first = Grid("Hand", (Row(cells, seat=seat),), (head or Row(cells),))
    return Scene((first, Grid("Hand", (Row(cells),), beside=beside)))


class _InFrench(Sentence):
    """A sentence of which only the translation tells something."""

    __slots__ = ("french",)
    french: str

    def into(self, lang: str, taps: bool = False) -> str:
        return self.french if lang == "fr" else str(self)


def _translated(number: int) -> Scene:
    sentence = _InFrench("Guess.")
    sentence.french = f"Devinez {number}."
    return Scene((Text.of(sentence),))


TELLS: Final[Mapping[str, Tell]] = {
    "value": lambda n: _cell(value=str(n)),
    "face": lambda n: _cell(face=str(n)),
    "kind": lambda n: _cell(kind="tile" if n > 3 else "back"),
    "hue": lambda n: _cell(hue=n % 9),
    "new": lambda n: _cell(new=n > 3),
    "seat": lambda n: _row(seat=n + 1),
    "role": lambda n: _row(head=Row((Cell("?"),), role="value" if n > 3 else "index")),
    "beside": lambda n: _row(beside=n > 3),
    "big": lambda n: Scene((Text.of("Guess.", big=str(n)),)),
    "plain_only": lambda n: Scene((Text.of("Guess.", plain_only=n > 3),)),
    "status": lambda n: Scene((), status=f"Guess {n}"),
    "waits": lambda n: Scene((), waits=(n + 1,)),
}


def _telling(tell: Tell) -> AnyGame:
    rules = _Peeking()

    class Leaky(SpoofTextUI):
        def draw(self, view: View, reader: Reader) -> Scene:
            honest, told = super().draw(view, reader), tell(rules.coins)
            blocks = (*honest.blocks, *told.blocks)
            return replace(honest, blocks=blocks, status=told.status, waits=told.waits)

    return replace(SPOOF, rules=rules, text_ui=Leaky())


def _planted(field: str, tell: Tell) -> Planted:
    name = f"told-by-{field.replace('_', '-')}"
    return Planted(name, "blindness", "gives away", lambda: _telling(tell))


def _noted(number: int) -> Scene:
    """A hand whose note says what nobody has told."""
    return Scene((Grid("Hand", (Row((Cell("?"),), note=f"no {number}"),)),))


PLANTED: tuple[Planted, ...] = (
    *(_planted(field, tell) for field, tell in TELLS.items()),
    _planted("a-translation", _translated),
    _planted("note", _noted),
)
