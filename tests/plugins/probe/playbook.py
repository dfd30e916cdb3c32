"""Playing Probe in tests without a host: state in, move in, events out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any

from msgspec.structs import replace as changed

from parlour import (
    SPECTATOR,
    ChoiceArg,
    ChoiceOption,
    Context,
    Lexicon,
    OptionValue,
    Prompt,
    Reader,
    Refused,
    Seat,
    SeatArg,
    Setup,
    Step,
    Viewer,
)
from parlour.rendering import drawn
from parlour.testing.words import SmallList
from parlour_probe import PROBE
from parlour_probe.heard import Event
from parlour_probe.moves import Ask, Guess, Hide, Move, Show
from parlour_probe.state import State
from parlour_probe.views import View

A, B, C, D = Seat(1), Seat(2), Seat(3), Seat(4)
NAMES = {A: "ann", B: "bob", C: "cy", D: "dee", Seat(5): "eve", Seat(6): "fay"}
SEED = b"a seed for tests"

COMMON = {
    1: ["a"],
    4: ["bold", "calm", "fish", "tree"],
    5: ["bread", "eagle", "house", "table"],
    6: ["banana", "candle", "window"],
    7: ["kitchen", "lantern"],
    8: ["elephant", "mountain"],
    9: ["treasurer", "crocodile"],
    10: ["strawberry"],
    11: ["electricity"],
    12: ["intelligence"],
}
RARE = {5: ["zloty"], 7: ["syzygal"]}


def word_list(
    common: Mapping[int, Sequence[str]] = COMMON,
    rare: Mapping[int, Sequence[str]] = RARE,
    never: Iterable[str] = (),
) -> SmallList:
    """Return a list of words by length: common words in band 20, rare ones in band 70."""
    return SmallList(chain(*common.values()), bands={70: chain(*rare.values())}, never=never)


WORDS = word_list()


def defaults() -> dict[str, OptionValue]:
    """Every option with its default."""
    return {option.name: option.default for option in PROBE.options}


def setup(
    seats: Iterable[Seat] = (A, B, C), options: Mapping[str, OptionValue] | None = None
) -> Setup:
    """A table with these options, the others as they come."""
    found = {**defaults(), **(options or {})}
    assert len(found) == len(PROBE.options)
    return Setup(tuple(seats), found)


def choices(name: str) -> tuple[str, ...]:
    """What the option *name* may be set to."""
    (option,) = (o for o in PROBE.options if o.name == name)
    assert isinstance(option, ChoiceOption)
    return option.choices


class Play:
    """A game that is driven move by move. `events` are those of the last step."""

    def __init__(
        self,
        words: Sequence[str] | None = None,
        *,
        seats: int = 3,
        deck: Sequence[str] | None = None,
        lexicon: Lexicon | None = WORDS,
        options: Mapping[str, OptionValue] | None = None,
        version: str = "",
        **more: OptionValue,
    ) -> None:
        """Sit down; with *words*, hide them, by seat. *deck* is drawn from its beginning."""
        self.lexicon = lexicon
        self.now = 0
        self.number = 0
        taken = tuple(Seat(n + 1) for n in range(seats if words is None else len(words)))
        usual: dict[str, OptionValue] = (
            {} if words is None else {"first_player": 1, "word_check": "off"}
        )
        chosen = {**usual, **(options or {}), **more}
        began = replace(setup(taken, chosen), version=version)
        step = PROBE.rules.start(began, self.context())
        self.state: State = step.state
        self.events: list[Event] = list(step.events)
        self.number += 1
        if deck is not None:
            self.state = changed(self.state, deck=tuple(reversed(deck)))
        for seat, word in zip(taken, words or (), strict=False):
            self.hide(seat, word)

    def context(self) -> Context:
        """Time and chance of the next step."""
        return Context(now=self.now, seed=SEED, number=self.number, lexicon=self.lexicon)

    def _take(self, step: Step[State, Event]) -> None:
        self.state = step.state
        self.events = list(step.events)
        self.number += 1

    def move(self, seat: Seat, move: Move) -> list[Event]:
        """Make a move that must be accepted."""
        self._take(PROBE.rules.apply(self.state, seat, move, self.context()))
        return self.events

    def hide(self, seat: Seat, cards: str) -> list[Event]:
        return self.move(seat, Hide(cards))

    def ask(self, seat: Seat, target: Seat, card: str) -> list[Event]:
        return self.move(seat, Ask(target, card))

    def show(self, seat: Seat, space: int) -> list[Event]:
        return self.move(seat, Show(space))

    def guess(self, seat: Seat, target: Seat, cards: str) -> list[Event]:
        return self.move(seat, Guess(target, cards))

    def hit(self, seat: Seat, target: Seat, space: int) -> list[Event]:
        """Ask for the card at a space of the target and have that one shown."""
        self.ask(seat, target, self.state.rack(target).cards[space - 1])
        return self.show(target, space)

    def open(self, seat: Seat, *spaces: int) -> None:
        """Turn up cards of a rack by hand, to begin from a later position."""
        rack = self.state.rack(seat)
        for space in spaces:
            rack = rack.turned(space)
        racks = tuple(rack if r.owner == seat else r for r in self.state.racks)
        self.state = changed(self.state, racks=racks)

    def time_up(self) -> list[Event]:
        """Let the clock run out."""
        due = PROBE.rules.deadline(self.state)
        assert due is not None
        self.now = due
        self._take(PROBE.rules.time_up(self.state, self.context()))
        return self.events

    def leave(self, seat: Seat) -> list[Event]:
        self._take(PROBE.rules.left(self.state, seat, self.context()))
        return self.events

    def refused(self, seat: Seat, move: Move) -> Refused:
        """Make a move that must be refused; nothing may change."""
        before = self.state
        try:
            PROBE.rules.apply(self.state, seat, move, self.context())
        except Refused as refusal:
            assert self.state == before
            return refusal
        raise AssertionError(f"{move!r} was accepted")

    # --- looking -------------------------------------------------------------------------

    @property
    def scores(self) -> tuple[int, ...]:
        return self.state.scores

    @property
    def over(self) -> bool:
        return PROBE.rules.is_over(self.state)

    @property
    def winners(self) -> frozenset[Seat]:
        return PROBE.scoring.winners(self.state)

    def look(self, viewer: Viewer = SPECTATOR) -> View:
        return PROBE.views.look(self.state, viewer)

    def face(self, seat: Seat) -> str:
        return self.state.rack(seat).face

    def prompts(self) -> Mapping[Seat, Prompt]:
        return PROBE.rules.prompts(self.state)

    def targets(self, seat: Seat, verb: str) -> tuple[Seat, ...]:
        """Whom a seat may ask or guess, by its prompt."""
        (spec,) = (move for move in self.prompts()[seat].moves if move.verb.name == verb)
        (choices,) = (arg.choices for arg in spec.args if isinstance(arg, SeatArg))
        return choices

    def spaces(self, seat: Seat) -> tuple[int, ...]:
        """The spaces that a seat may show, which its view and its prompt agree on."""
        (spec,) = (move for move in self.prompts()[seat].moves if move.verb.name == "show")
        pending = self.look(seat).pending
        assert pending is not None
        assert pending.spaces is not None
        assert spec.args == (ChoiceArg("space", tuple(map(str, pending.spaces))),)
        return pending.spaces

    def turns_left(self) -> tuple[int, ...]:
        """The turns still to come in the final rounds."""
        final = self.look().final
        assert final is not None
        return final.turns

    def verbs(self, seat: Seat) -> list[str]:
        """The moves open to a seat."""
        prompt = self.prompts().get(seat)
        return [] if prompt is None else [move.verb.name for move in prompt.moves]

    def heard(self, viewer: Viewer) -> list[Any]:
        """What a viewer heard of the last step."""
        found = [PROBE.views.hear(event, viewer) for event in self.events]
        return [heard for heard in found if heard is not None]

    def told(self, viewer: Viewer, width: int = 79) -> list[str]:
        """What a viewer read of the last step."""
        reader = Reader(viewer, NAMES, width)
        return [line for heard in self.heard(viewer) for line in PROBE.text_ui.say(heard, reader)]

    def asked(self, seat: Seat, width: int = 79) -> list[str]:
        """What a player reads of his prompt."""
        reader = Reader(seat, NAMES, width)
        return list(PROBE.text_ui.ask(self.prompts()[seat], self.look(seat), reader))

    def shown(self, viewer: Viewer, width: int = 79) -> list[str]:
        """What a viewer reads when he looks."""
        return drawn(PROBE.text_ui.draw(self.look(viewer), Reader(viewer, NAMES, width)), width)

    def of(self, kind: type[Any]) -> list[Any]:
        """The events of one kind in the last step."""
        return [event for event in self.events if isinstance(event, kind)]

    def one(self, kind: type[Any]) -> Any:
        """The only event of that kind in the last step."""
        (event,) = self.of(kind)
        return event
