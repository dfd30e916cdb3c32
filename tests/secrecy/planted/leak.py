"""What a planted leak is, and what several of them are made with."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import wraps
from typing import Any

from msgspec.structs import replace as changed

from parlour import Bot, Prompt, Seat, Step
from parlour.api import AnyGame, Rules

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


class Plants:
    """The leaks of one game. Each is a function of its name that stands for a method.

    What is left of a decorated function is the class that has it for that method.
    """

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.leaks: list[Planted] = []

    def add(self, place: str, name: str, make: Callable[[], Mapping[str, Any]]) -> None:
        self.leaks.append(planted(self.game, place, name, make))

    def instead(self, place: str, where: str) -> Callable[[Callable[..., Any]], type[Any]]:
        """Call the function for the method *where*, such as `rules.apply`, with the honest one
        before the arguments.
        """
        part, _, method = where.partition(".")
        honest: Any = getattr(self.game, part)
        base: type[Any] = honest.__class__

        def decorate(leaky: Callable[..., Any]) -> type[Any]:
            def called(self: Any, *args: Any) -> Any:
                above = getattr(super(made, self), method)  # pyright: ignore[reportUnknownArgumentType]
                return leaky(above, *args)

            made: type[Any] = type(f"Leaky{base.__name__}", (base,), {method: called})
            self.add(place, leaky.__name__.rstrip("_"), lambda: {part: made()})
            return made

        return decorate

    def after(self, place: str, where: str) -> Callable[[Callable[..., Any]], type[Any]]:
        """Call the function with what the honest method answers, before the arguments."""

        def decorate(leaky: Callable[..., Any]) -> type[Any]:
            @wraps(leaky)
            def called(honest: Callable[..., Any], *args: Any) -> Any:
                return leaky(honest(*args), *args)

            return self.instead(place, where)(called)

        return decorate

    def events(self, place: str, where: str) -> Callable[[Callable[..., Any]], type[Any]]:
        """Call the function with each event of the step, before the arguments."""

        def decorate(leaky: Callable[..., Any]) -> type[Any]:
            @wraps(leaky)
            def called(step: Step[Any, Any], *args: Any) -> Any:
                return changed(step, events=tuple(leaky(each, *args) for each in step.events))

            return self.after(place, where)(called)

        return decorate

    def prompts(self, place: str) -> Callable[[Callable[..., Any]], type[Any]]:
        """Call the function with each prompt, its seat and the position."""

        def decorate(leaky: Callable[..., Any]) -> type[Any]:
            @wraps(leaky)
            def called(prompts: Mapping[Seat, Prompt], state: Any) -> Any:
                return {seat: leaky(prompt, seat, state) for seat, prompt in prompts.items()}

            return self.after(place, "rules.prompts")(called)

        return decorate

    def bot(self, think: Callable[..., Any]) -> Callable[..., Any]:
        """Let the game's first bot peep: *think* changes its thought by what is hidden."""
        self.add("bots", think.__name__, with_bot(self.game, think))
        return think


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
