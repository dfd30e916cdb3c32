"""Options as a class: typed attributes that are the same options as in a tuple."""

from __future__ import annotations

import copy
import pickle
from dataclasses import fields, replace

import msgspec
import pytest

from parlour import (
    ChoiceOption,
    Context,
    DeckOption,
    ListOption,
    NumberOption,
    OpenViews,
    Options,
    Rules,
    Seat,
    SeatOption,
    Setup,
    Step,
    SwitchOption,
    TextOption,
    Viewer,
)
from parlour.plugins._check import game_faults
from parlour_kit import GameDriver, Match
from tests.games.sticks import STICKS, Sticks, SticksRules, Take, Taken
from tests.house.scene import Party, new_host


class SticksOptions(Options):
    """Every kind of option, and what follows from them."""

    sticks = NumberOption("sticks", "how many there are", 9, 1, 20, told={1: "Only one."})
    long = SwitchOption("long", "play twice", default=False)
    edition = ChoiceOption(
        "edition", "which rules", "old", ("old", "new"), brings={"new": {"long": True}}
    )
    first = SeatOption("first", "who begins", "random", ("random",))
    word = TextOption("word", "a word", "tea")
    words = ListOption("words", "which words", "easy", ("easy",))
    deck = DeckOption("deck", "which cards", "big", ("big",), frozenset("ab"))
    last: bool = False


class TypedRules(Rules[Sticks, Take, Taken]):
    prompts, apply = SticksRules.prompts, SticksRules.apply

    def start(self, setup: Setup[SticksOptions], ctx: Context) -> Step[Sticks, Taken]:
        sticks: int = setup.options.sticks * (2 if setup.options.long else 1)
        first: Seat | str = setup.options.first
        assert setup.options["sticks"] == setup.options.sticks
        seats = sorted(setup.seats, key=lambda seat: seat != first)
        return Step(Sticks(sticks, tuple(seats)))


TYPED = replace(
    STICKS, options=SticksOptions, rules=TypedRules(), option_groups={"Length": ("sticks", "long")}
)


def test_a_game_finds_its_options_as_attributes() -> None:
    """The game lists them as before, in their order, also after a change of something else."""
    assert [option.name for option in replace(TYPED, title="Other").options] == [
        "sticks", "long", "edition", "first", "word", "words", "deck",
    ]  # fmt: skip
    assert TYPED.options[0] is SticksOptions.sticks
    assert game_faults(replace(TYPED, views=Looks()), lexicons=("en",)) == []
    assert GameDriver(TYPED, 2, options={"sticks": 4}).state.left == 4
    assert Match(replace(TYPED, title="Other"), 2, options={"long": True}).state.left == 18


class Looks(OpenViews[Sticks, Taken]):
    def may_look_up(self, state: Sticks, viewer: Viewer, word: str) -> bool:
        return True


def test_people_set_them_at_a_table_and_a_choice_brings_others() -> None:
    host, options = new_host({"sticks": TYPED}), "edition=new first=bob"
    table = Party("ann", "bob", host=host, game="sticks", options=options)
    assert table.room.table.last_match.state == Sticks(18, (Seat(2), Seat(1)))
    table.restart()
    assert table.room.table.last_match.state.left == 18


def test_options_are_a_value() -> None:
    """They compare, hash, print, copy and encode, and map names to values."""
    options = SticksOptions(sticks=4)
    assert options == SticksOptions({"sticks": 4}) != SticksOptions()
    assert hash(options) == hash(replace(options)) == hash(pickle.loads(pickle.dumps(options)))
    assert copy.deepcopy(options) == options
    assert options == dict(options)
    assert len(options) == len([*options]) == 7
    changed = replace(options, last=True)
    assert (changed.last, changed == options, changed["sticks"]) == (True, False, 4)
    assert "last" not in changed
    assert "sticks=4" in repr(options)
    encoded = msgspec.json.decode(msgspec.json.encode(changed))
    assert encoded == {**options, "last": True}
    assert [each.default for each in fields(options)][:2] == [False, 9]
    with pytest.raises(AttributeError):
        setattr(options, "sticks", 3)  # noqa: B010


def test_a_class_may_replace_an_option_of_the_one_above() -> None:
    """So the operator's default goes into a game."""

    class House(SticksOptions):
        sticks = replace(SticksOptions.sticks, default=5)

    assert House().sticks == 5
    assert [each.name for each in House.declared] == [each.name for each in SticksOptions.declared]
    assert GameDriver(replace(TYPED, options=House), 1).state.left == 5


def test_the_rules_say_what_moves_are() -> None:
    assert replace(STICKS, move_type=None).move_type is Take
    untyped = replace(STICKS, move_type=None, rules=Untyped())
    assert game_faults(untyped) == [
        'its moves need a struct with tag="take", or its text_ui a parse()',
        "it needs a move_type, or rules whose class says it: Rules[State, Move, Event]",
    ]


class Untyped(Rules):  # type: ignore[type-arg]  # pyright: ignore[reportMissingTypeArgument]
    start, prompts, apply = TypedRules.start, TypedRules.prompts, TypedRules.apply


def test_a_wrong_name_is_an_error_when_the_class_is_read() -> None:
    option = NumberOption("seconds", "time", 60, 0, 600)
    with pytest.raises(TypeError, match=r"Bad\.time: the option seconds must be the attribute"):
        type("Bad", (Options,), {"time": option})
    with pytest.raises(TypeError, match=r"Bad\.items: that is a method of every mapping"):
        type("Bad", (Options,), {"items": replace(option, name="items")})
    with pytest.raises(TypeError, match="SticksOptions has no stocks"):
        SticksOptions(stocks=3)


def test_a_tuple_of_options_is_a_mapping_as_before() -> None:
    class ByName(SticksRules):
        def start(self, setup: Setup, ctx: Context) -> Step[Sticks, Taken]:
            return Step(Sticks(int(setup.options["sticks"]), setup.seats))

    game = replace(STICKS, options=(SticksOptions.sticks,), rules=ByName())
    assert GameDriver(game, 1).state.left == 9
    with pytest.raises(TypeError):
        game.chosen({"sticks": 1})["sticks"] = 2  # type: ignore[index]
