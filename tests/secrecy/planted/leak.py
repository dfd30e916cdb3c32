"""What a planted leak is, and what several of them are made with."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from msgspec.structs import replace as changed

from parlour import Bot, Prompt, Seat, Step
from parlour.api import AnyGame, Rules, Views

PLACES = (
    "views",
    "events",
    "deals",
    "prompts",
    "refusals",
    "word list",
    "bots",
    "repr",
    "order",
    "time",
)
"""Where a leak can be. Deals are starts, silence, newcomers and people who leave."""


@dataclass(frozen=True)
class Planted:
    """A game that leaks in one place."""

    name: str
    place: str
    game: str
    make: Callable[[], AnyGame]

    def __str__(self) -> str:
        return f"{self.game}-{self.name}"


def planted(
    game: AnyGame, place: str, name: str, make: Callable[[], Mapping[str, Any]]
) -> Planted:
    return Planted(name, place, game.id, lambda: replace(game, **make()))


def with_rules(rules: type[Rules[Any, Any, Any]]) -> Callable[[], Mapping[str, Any]]:
    """Other rules, made when they are needed."""
    return lambda: {"rules": rules()}


def with_views(views: type[Views[Any, Any, Any, Any]]) -> Callable[[], Mapping[str, Any]]:
    return lambda: {"views": views()}


def retold(step: Step[Any, Any], change: Callable[[Any], Any]) -> Step[Any, Any]:
    """The step with each of its events changed."""
    return changed(step, events=tuple(change(event) for event in step.events))


def reworded(
    prompts: Mapping[Seat, Prompt], change: Callable[[Seat, Prompt], Prompt]
) -> dict[Seat, Prompt]:
    return {seat: change(seat, prompt) for seat, prompt in prompts.items()}


class Peeped:
    """Where rules leave the last position they were asked about, for a bot to peep at."""

    def __init__(self) -> None:
        self.state: Any = None


def peeping(rules: type[Rules[Any, Any, Any]], peeped: Peeped) -> Any:
    """Rules that let a bot of their plugin see the last position."""

    def prompts(self: Any, state: Any) -> Any:
        peeped.state = state
        return rules.prompts(self, state)

    return type("Peeping", (rules,), {"prompts": prompts})()


def with_bot(game: AnyGame, think: Callable[..., Any]) -> Callable[[], Mapping[str, Any]]:
    """The game's first bot, which peeps: *think* changes its thought by what is hidden."""

    def make() -> Mapping[str, Any]:
        honest, peeped = game.bots[0], Peeped()

        class Leaky(Bot[Any, Any, Any, Any]):
            kind = honest.kind
            about = honest.about

            def begin(self, seat: Seat, view: Any) -> Any:
                return honest.begin(seat, view)

            def hear(self, memory: Any, heard: Any) -> Any:
                return honest.hear(memory, heard)

            def think(self, memory: Any, view: Any, prompt: Any, ctx: Any) -> Any:
                thought = honest.think(memory, view, prompt, ctx)
                return thought if thought is None else think(thought, view, peeped.state, ctx)

        return {"rules": peeping(type(game.rules), peeped), "bots": (Leaky(),)}

    return make
