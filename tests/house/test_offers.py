"""Moves are held to prompts, also at a game whose rules check nothing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

import msgspec
import pytest

from parlour.api import ChoiceArg, IntArg, MoveSpec, Prompt, Reader, Seat, SeatArg, Verb, some
from parlour.commands.natural import filled
from parlour.commands.offers import WAYS_MAX, WORDS_MAX, is_a_way, open_moves, spelled
from parlour.wire.request import parse_request
from tests.games.careless import (
    CARDS,
    CARELESS,
    POINT,
    WISH,
    CarelessRules,
    CarelessTextUI,
    Game_,
    Made,
)
from tests.house.scene import Party, ask, new_host, ok


def careless() -> Party:
    """Ann, Bob and Cy; Ann is to do something, Bob may whisper to her, Cy is not asked."""
    return Party(
        "ann",
        "bob",
        "cy",
        host=new_host({"careless": CARELESS}),
        game="careless",
        programs=("ann", "bob", "cy"),
    )


def made(party: Party) -> list[Any]:
    """What reached the game."""
    state: Any = party.room.table.last_match.state
    return [(verb, *words) for _, verb, words in state.made]


def test_the_verb_of_a_bare_line_is_open_though_it_is_not_offered() -> None:
    """What a line without a slash means is for the game's rules to judge."""
    prompt = Prompt((), bare="bid")
    assert open_moves(prompt, "bid", CARELESS.verbs) == []
    assert spelled([], "anything  at all", {}) == "anything  at all"


NOT_OPEN: Final = (
    ("cy", "bid 5", "not_your_turn"),
    ("cy", "end", "not_your_turn"),
    ("cy", "whisper ann psst", "not_your_turn"),
    ("bob", "bid 5", "not_your_turn"),
    ("bob", "end", "not_your_turn"),
    ("bob", "whisper cy psst", "illegal_move"),
    ("ann", "steal", "illegal_move"),
    ("ann", "steal everything", "illegal_move"),
    ("ann", "bid 0", "illegal_move"),
    ("ann", "bid 10", "illegal_move"),
    ("ann", "bid -1", "illegal_move"),
    ("ann", "bid five", "illegal_move"),
    ("ann", "bid 5 6", "illegal_move"),
    ("ann", "bid", "illegal_move"),
    ("ann", "pick top", "illegal_move"),
    ("ann", "pick the top", "illegal_move"),
    ("ann", "pick left right", "illegal_move"),
    ("ann", "pick up", "illegal_move"),
    ("ann", "pick fight", "illegal_move"),
    ("ann", "point ann", "illegal_move"),
    ("ann", "point cy", "illegal_move"),
    ("ann", "point zoe", "illegal_move"),
    ("ann", "whisper cy come here", "illegal_move"),
    ("ann", "whisper bob", "illegal_move"),
    ("ann", "wish 10 for luck left", "illegal_move"),
    ("ann", "wish 5 luck top", "illegal_move"),
    ("ann", "wish 5 left", "illegal_move"),
    ("ann", "choose card1 card30", "illegal_move"),
    ("ann", "end it", "illegal_move"),
    ("ann", "bid garbage", "malformed_move"),
    ("cy", "bid garbage", "malformed_move"),
    ("cy", "pick up", "illegal_move"),
    ("cy", "pick fight", "not_your_turn"),
    ("ann", "bid" + " x" * (WORDS_MAX + 1), "illegal_move"),
)
"""Who types what is not open to them, and the code with which it is refused."""


def test_what_no_prompt_offers_does_not_reach_the_game() -> None:
    party = careless()
    before = party.room.table
    for who, line, code in NOT_OPEN:
        answer = ask(party[who], line)
        assert (answer.word, answer.code) == ("no", code), line
        assert answer.text, line
    assert party.room.table is before
    assert not party.host.reports


@pytest.mark.parametrize(
    ("line", "move"),
    [
        ("bid 5", ("bid", "5")),
        ("bid the 5", ("bid", "5")),
        ("pick left", ("pick", "left")),
        ("pick LEFT", ("pick", "left")),
        ("pick the left", ("pick", "left")),
        ("point bob", ("point", "bob")),
        ("point Bob", ("point", "bob")),
        ("point to bo", ("point", "bob")),
        ("whisper bob come here", ("whisper", "bob", "come", "here")),
        ("whisper to bo come here", ("whisper", "bob", "come", "here")),
        ("wish 5 much luck right", ("wish", "5", "much", "luck", "right")),
        ("wish 5 LUCK RIGHT", ("wish", "5", "luck", "right")),
        ("choose card1 card29", ("choose", "card1", "card29")),
        ("end", ("end",)),
    ],
)
def test_what_a_prompt_offers_is_made_however_the_game_lets_people_type_it(
    line: str, move: tuple[str, ...]
) -> None:
    party = careless()
    ok(party["ann"], line)
    assert made(party) == [move]


def test_cards_of_a_large_hand_may_be_typed_in_small_letters() -> None:
    """There are too many ways to play up to four of them to look for each. Words between them
    are none.
    """
    cards = tuple(f"{rank}{suit}" for rank in range(2, 8) for suit in "SHDC")
    assert len(cards) ** 2 > WAYS_MAX
    play = MoveSpec(Verb("play", "play CARDS", "play cards"), (some("cards", cards, 1, 4),))

    def offered(line: str) -> str | None:
        assert not is_a_way([play], line, {}, lambda rest: msgspec.Raw(rest.encode()))
        return spelled([play], line, {})

    assert [*map(offered, ("2s", "7C 2H", "3d 3h 3C 3s"))] == ["2S", "7C 2H", "3D 3H 3C 3S"]
    assert not any(map(offered, ("", "2s 2s", "2s 9s", "the 2s", "2s 3s 4s 5s 6s")))
    assert len(CARDS) ** 2 > WAYS_MAX
    party = careless()
    assert ask(party["ann"], "choose the card1 card2").code == "illegal_move"


def test_a_game_may_read_numbers_in_words_if_they_are_few() -> None:
    numbers = {"two": "2", "fives": "5"}

    def read(rest: str) -> msgspec.Raw:
        return msgspec.Raw(" ".join(numbers.get(word, word) for word in rest.split()).encode())

    bid = Verb("bid", "bid COUNT FACE", "bid")
    few, many = (MoveSpec(bid, (IntArg("count", 2, n), IntArg("face", 2, 6))) for n in (9, 999))
    typed = ("two fives", "2 fives", "2 5", "10 fives", "two ones", "two")
    assert [is_a_way([few], line, {}, read) for line in typed] == [True] * 3 + [False] * 3
    assert [is_a_way([many], line, {}, read) for line in ("two fives", "2 5")] == [False, True]


class _Exact(CarelessTextUI):
    """Takes each word as it is, and notes how often it is asked."""

    asked = 0

    def parse(self, verb: str, rest: str, view: Any, reader: Reader) -> Made:
        self.asked += 1
        return Made(verb, tuple(rest.split()))


class _Spelled(CarelessRules):
    """Offers words with capitals, of which two differ in nothing else."""

    def prompts(self, state: Game_) -> Mapping[Seat, Prompt]:
        """Ann points at somebody with one of her hands."""
        hand = ChoiceArg("hand", ("Left", "right", "up", "UP", *CARDS))
        at = SeatArg("player", state.seats[1:])
        several = some("hands", ("Left", "right", "up", "UP"), 2)
        return {
            state.seats[0]: Prompt((MoveSpec(POINT, (at, hand)), MoveSpec(WISH, (several, at))))
        }


_MADE: Final[Mapping[str, tuple[str, ...]]] = {
    "point bob Left": ("point", "bob", "Left"),
    "point BOB left": ("point", "bob", "Left"),
    "point bob RIGHT": ("point", "bob", "right"),
    "point bob up": ("point", "bob", "up"),
    "point bob UP": ("point", "bob", "UP"),
    "wish left UP Bob": ("wish", "Left", "UP", "bob"),
}


@pytest.mark.parametrize("kind", ["person", "program"])
@pytest.mark.parametrize("line", _MADE)
def test_a_game_gets_a_choice_as_it_is_offered_and_is_asked_once(line: str, kind: str) -> None:
    """It never has to find out what `left` means, and nobody tries all ways to type it."""
    text_ui = _Exact()
    game = replace(CARELESS, rules=_Spelled(), text_ui=text_ui)
    party = Party(
        "ann",
        "bob",
        host=new_host({"careless": game}),
        game="careless",
        programs=("ann",) if kind == "program" else (),
    )
    party["ann"].send(f"#1 {line}" if kind == "program" else line)
    assert made(party) == [_MADE[line]]
    assert text_ui.asked == 1


@pytest.mark.parametrize("line", ["point bob Up", "wish Up left bob", "wish left left bob"])
def test_two_choices_that_differ_in_capitals_alone_are_not_mixed_up(line: str) -> None:
    game = replace(CARELESS, rules=_Spelled(), text_ui=_Exact())
    party = Party("ann", "bob", host=new_host({"careless": game}), game="careless")
    assert party["ann"].send(line)[0].startswith("That is not open to you now")
    assert made(party) == []


def test_a_person_may_shorten_a_name_and_mark_the_end_of_a_question() -> None:
    text_ui = _Exact()
    game = replace(CARELESS, rules=_Spelled(), text_ui=text_ui)
    party = Party("ann", "bob", host=new_host({"careless": game}), game="careless")
    party["ann"].send("point bo, left?")
    assert made(party) == [("point", "bob", "Left")]
    assert text_ui.asked == 1


def test_what_is_left_out_must_be_clear_in_all_forms_of_a_move() -> None:
    """A hint about red may be for either, one about blue only for one of them."""
    names = {Seat(1): "ann", Seat(2): "bob", Seat(3): "cy"}
    hint = Verb("hint", "hint PLAYER COLOUR", "tell a player")
    colours = {Seat(2): ("red", "blue"), Seat(3): ("red", "gold")}
    specs = [
        MoveSpec(hint, (SeatArg("player", (seat,)), ChoiceArg("colour", each)))
        for seat, each in colours.items()
    ]
    prompt = Prompt(tuple(specs))

    def read(line: str) -> str | None:
        request = parse_request(line)
        assert request is not None
        return filled(prompt, names, Seat(1), request)

    assert read("hint red") is None
    assert read("hint blue") == "bob blue"
    assert read("hint c gold") == "cy gold"
    assert read("hint bob gold") is None


def test_a_refusal_names_what_is_open_and_the_games_own_words_come_first() -> None:
    party = careless()
    assert ask(party["cy"], "bid 5").text == "You can't bid now: nothing is asked of you."
    assert ask(party["bob"], "bid 5").text == "You can't bid now. You can: whisper PLAYER TEXT"
    answer = ask(party["ann"], "bid 12")
    assert answer.text == "That is not open to you now: bid NUMBER (number: 1 to 9)"
    assert answer.body["usage"] == "bid NUMBER"
    text = ask(party["ann"], "whisper cy psst").text
    assert text == "That is not open to you now: whisper PLAYER TEXT (player: bob)"
    assert "card7, ..." in ask(party["ann"], "choose card1").text
    assert ask(party["ann"], "pick up").text == "There is no picking up here."


def test_a_prompts_own_number_does_not_open_what_it_does_not_offer() -> None:
    """Who has answered is not asked any more."""
    party = careless()
    assert ask(party["ann"], "@1 steal").code == "illegal_move"
    ok(party["ann"], "@1 bid 3")
    assert ask(party["ann"], "@1 bid 3").code == "stale"
    assert made(party) == [("bid", "3")]
    party = careless()
    ok(party["ann"], "bid 3")
    assert ask(party["ann"], "bid 4").code == "not_your_turn"
    assert made(party) == [("bid", "3")]
