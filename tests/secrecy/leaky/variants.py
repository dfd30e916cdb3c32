"""Probe, made to leak in ten ways: each variant in the one place it is named for.

The planted leaks of this folder's neighbour are other ones.
"""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import Any

import msgspec
from msgspec.structs import replace as changed

from parlour import (
    SPECTATOR,
    Context,
    Game,
    Reader,
    Scene,
    Seat,
    Step,
    Text,
    Viewer,
)
from parlour.api import AnyGame
from parlour_probe import PROBE
from parlour_probe.heard import Asked, Hid, Warned
from parlour_probe.moves import Move
from parlour_probe.rules import ProbeRules
from parlour_probe.state import State
from parlour_probe.text import ProbeTextUI
from parlour_probe.views import ProbeViews, RackView, View

log = logging.getLogger("leaky")


def in_the_view() -> AnyGame:
    """The view names the first letter of each rack in a field nobody draws."""

    class Leaky(ProbeViews):
        def look(self, state: State, viewer: Viewer) -> View:
            view = super().look(state, viewer)
            letters = (ord(rack.cards[0]) if rack.cards else 0 for rack in state.racks)
            return changed(view, values=(*view.values, *letters))

    return replace(PROBE, views=Leaky())


def in_an_event() -> AnyGame:
    """When a word is hidden, the public event tells how many of its cards are letters."""

    class Leaky(ProbeViews):
        def hear(self, event: Any, viewer: Viewer) -> Any:
            heard = super().hear(event, viewer)
            cards = getattr(event, "cards", None)
            if isinstance(heard, Hid) and cards is not None:
                return changed(heard, count=len(cards.strip(".")))
            return heard

    return replace(PROBE, views=Leaky())


class _Peeping(ProbeRules):
    """Rules that let the rest of their plugin see the last state."""

    def __init__(self) -> None:
        self.last: State | None = None

    def apply(self, state: State, seat: Seat, move: Move, ctx: Context) -> Step[State, Any]:
        step = super().apply(state, seat, move, ctx)
        self.last = step.state
        return step

    @property
    def words(self) -> list[str]:
        """What lies on the racks."""
        return [] if self.last is None else [rack.word for rack in self.last.racks]


def in_the_length_of_a_line() -> AnyGame:
    """The drawing ends in as many blanks as the words have letters."""
    rules = _Peeping()

    class Leaky(ProbeTextUI):
        def draw(self, view: View, reader: Reader) -> Scene:
            scene = super().draw(view, reader)
            blanks = Text.of(" " * sum(map(len, rules.words)))
            return Scene((*scene.blocks, blanks))

    return replace(PROBE, rules=rules, text_ui=Leaky())


def in_look() -> AnyGame:
    """`look` marks a rack whose word has a repeated letter."""
    rules = _Peeping()

    class Leaky(ProbeTextUI):
        def draw(self, view: View, reader: Reader) -> Scene:
            twice = [word for word in rules.words if len(set(word)) < len(word)]
            scene = super().draw(view, reader)
            told = (Text.of("A word has a letter twice."),) if twice else ()
            return Scene((*scene.blocks, *told))

    return replace(PROBE, rules=rules, text_ui=Leaky())


def in_the_lobby() -> AnyGame:
    """The title of the game, which stands in the list of tables, hints at a word."""
    rules = _Peeping()

    class Leaky(Game[Any, Any, Any, Any, Any]):
        @property
        def title(self) -> str:  # pyright: ignore[reportIncompatibleVariableOverride]
            return f"Probe {''.join(word[:1] for word in rules.words)}"

    fields = {name: getattr(PROBE, name) for name in PROBE.__dataclass_fields__ if name != "title"}
    game = object.__new__(Leaky)
    for name, value in (fields | {"rules": rules}).items():
        object.__setattr__(game, name, value)
    return game


def to_a_watcher() -> AnyGame:
    """The watcher sees every rack as its owner does."""

    class Leaky(ProbeViews):
        def look(self, state: State, viewer: Viewer) -> View:
            view = super().look(state, viewer)
            if viewer is not SPECTATOR:
                return view
            racks = tuple(
                RackView(rack.owner, rack.index, tuple(rack.cards), None) for rack in state.racks
            )
            return changed(view, racks=racks)

    return replace(PROBE, views=Leaky())


def in_a_log_line() -> AnyGame:
    """The plugin writes each move to the log."""

    class Leaky(ProbeRules):
        def apply(self, state: State, seat: Seat, move: Move, ctx: Context) -> Step[State, Any]:
            log.debug("seat %s: %s", seat, msgspec.json.encode(move))
            return super().apply(state, seat, move, ctx)

    return replace(PROBE, rules=Leaky())


def in_the_candidates() -> AnyGame:
    """After a hit everybody hears how many cards would have done."""

    class Leaky(ProbeRules):
        def apply(self, state: State, seat: Seat, move: Move, ctx: Context) -> Step[State, Any]:
            step = super().apply(state, seat, move, ctx)
            pending = step.state.pending
            if pending is None:
                return step
            count = len(pending.cards(step.state.racks))
            events = tuple(
                changed(event, points=count) if isinstance(event, Asked) else event
                for event in step.events
            )
            return Step(step.state, events)

    return replace(PROBE, rules=Leaky())


def in_a_seal_too_early() -> AnyGame:
    """A word is sealed when its owner is warned of it, before anybody may know."""

    class Leaky(ProbeRules):
        def apply(self, state: State, seat: Seat, move: Move, ctx: Context) -> Step[State, Any]:
            step = super().apply(state, seat, move, ctx)
            warned = any(isinstance(event, Warned) for event in step.events)
            return changed(step, sealed={seat: "a word"}) if warned else step

    return replace(PROBE, rules=Leaky())


def in_a_seal_too_many() -> AnyGame:
    """A long word is sealed under two seats: the number of seals tells its length."""

    class Leaky(ProbeRules):
        def apply(self, state: State, seat: Seat, move: Move, ctx: Context) -> Step[State, Any]:
            step = super().apply(state, seat, move, ctx)
            owners = [rack.owner for rack in step.state.racks if len(rack.word) > 6]
            words = {owner: "a word" for owner in step.sealed if owner in owners}
            if words:
                other = next(each for each in state.seats if each not in step.sealed)
                return changed(step, sealed={**step.sealed, other: words})
            return step

    return replace(PROBE, rules=Leaky())


VARIANTS = (
    in_the_view,
    in_an_event,
    in_the_length_of_a_line,
    in_look,
    in_the_lobby,
    to_a_watcher,
    in_a_log_line,
    in_the_candidates,
    in_a_seal_too_early,
    in_a_seal_too_many,
)
