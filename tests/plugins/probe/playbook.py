"""Playing Probe in tests without a host: state in, move in, events out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Any

from msgspec.structs import replace as changed

from parlour import ChoiceArg, ChoiceOption, Lexicon, OptionValue, Seat, SeatArg, Setup
from parlour_kit import GameDriver, SmallList
from parlour_kit.playing import usual_options
from parlour_probe import PROBE
from parlour_probe.heard import Event
from parlour_probe.moves import Ask, Guess, Hide, Move, Show
from parlour_probe.options import Terms
from parlour_probe.state import State
from parlour_probe.views import View

LEFT, RIGHT = 1, 2
"""The racks of a player if two play."""
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


def terms(**options: OptionValue) -> Terms:
    """The terms of a table with these options, the others as they come."""
    return Terms.from_options({**usual_options(PROBE), **options}, {})


def setup(
    seats: Iterable[Seat] = (A, B, C), options: Mapping[str, OptionValue] | None = None
) -> Setup:
    """A table with these options, the others as they come."""
    found = {**usual_options(PROBE), **(options or {})}
    assert len(found) == len(PROBE.options)
    return Setup(tuple(seats), found)


def choices(name: str) -> tuple[str, ...]:
    """What the option *name* may be set to."""
    (option,) = (o for o in PROBE.options if o.name == name)
    assert isinstance(option, ChoiceOption)
    return option.choices


def example(play: Play, seat: Seat) -> str:
    """The row that *seat* reads as an example of what to hide."""
    rows = play.state.examples_for(seat)
    return next((row for row in rows if "." in row), rows[0])


class Play(GameDriver[State, Move, Event, View, Any]):
    """A game that is driven move by move."""

    def __init__(
        self,
        words: Sequence[str | tuple[str, str]] | None = None,
        *,
        seats: int = 3,
        deck: Sequence[str] | None = None,
        lexicon: Lexicon | None = WORDS,
        options: Mapping[str, OptionValue] | None = None,
        lists: Mapping[str, Lexicon] | None = None,
        **more: OptionValue,
    ) -> None:
        """Sit down; with *words*, hide them, by seat: of two players a left one and a right one.

        *deck* is drawn from its beginning.
        """
        usual: dict[str, OptionValue] = (
            {} if words is None else {"first_player": 1, "word_check": "off"}
        )
        super().__init__(
            PROBE,
            seats if words is None else len(words),
            options={**usual, **(options or {}), **more},
            lexicon=lexicon,
            lists=lists,
        )
        if deck is not None:
            self.state = changed(self.state, deck=tuple(reversed(deck)))
        for seat, word in zip(self.state.seats, words or (), strict=False):
            if isinstance(word, str):
                self.hide(seat, word)
            else:
                self.hide(seat, word[0], LEFT)
                self.hide(seat, word[1], RIGHT)

    def hide(self, seat: Seat, cards: str, rack: int = 0) -> list[Event]:
        return self.move(seat, Hide(cards, rack))

    def ask(self, seat: Seat, target: Seat, card: str) -> list[Event]:
        return self.move(seat, Ask(target, card))

    def show(self, seat: Seat, space: int, rack: int = 0) -> list[Event]:
        return self.move(seat, Show(space, rack))

    def guess(self, seat: Seat, target: Seat, cards: str, rack: int = 0) -> list[Event]:
        return self.move(seat, Guess(target, cards, rack))

    def hit(self, seat: Seat, target: Seat, space: int, rack: int = 0) -> list[Event]:
        """Ask for the card at a space of the target and have that one shown."""
        self.ask(seat, target, self.state.rack(target, rack).cards[space - 1])
        return self.show(target, space, rack)

    def open(self, seat: Seat, *spaces: int, rack: int = 0) -> None:
        """Turn up cards of a rack by hand, to begin from a later position."""
        old = new = self.state.rack(seat, rack)
        for space in spaces:
            new = new.turned(space)
        racks = tuple(new if r == old else r for r in self.state.racks)
        self.state = changed(self.state, racks=racks)

    # --- looking -------------------------------------------------------------------------

    @property
    def scores(self) -> tuple[int, ...]:
        return self.state.scores

    def face(self, seat: Seat, rack: int = 0) -> str:
        return self.state.rack(seat, rack).face

    def targets(self, seat: Seat, verb: str) -> tuple[Seat, ...]:
        """Whom a seat may ask or guess, by its prompt."""
        specs = [move for move in self.prompts()[seat].moves if move.verb.name == verb]
        args = [arg for spec in specs for arg in spec.args if isinstance(arg, SeatArg)]
        return tuple(sorted(seat for arg in args for seat in arg.choices))

    def spaces(self, seat: Seat) -> tuple[int, ...]:
        """The spaces that a seat may show on its only rack."""
        cards = self.cards(seat)
        assert not any(rack for rack, _ in cards)
        return tuple(space for _, space in cards)

    def cards(self, seat: Seat) -> tuple[tuple[int, int], ...]:
        """The racks and spaces that a seat may show, which its view and its prompt agree on."""
        (spec,) = (move for move in self.prompts()[seat].moves if move.verb.name == "show")
        (arg,) = spec.args
        assert isinstance(arg, ChoiceArg)
        pending = self.look(seat).pending
        assert pending is not None
        assert pending.spaces is not None
        assert pending.indexes is not None
        cards = tuple(zip(pending.indexes, pending.spaces, strict=True))
        assert arg.choices == tuple("LR"[rack - 1 : rack] + str(space) for rack, space in cards)
        return cards

    def turns_left(self) -> tuple[int, ...]:
        """The turns still to come in the final rounds."""
        final = self.look().final
        assert final is not None
        return final.turns
