"""Two players with two racks each: R-P-47 to R-P-50, O-P-35 to O-P-40."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from parlour import SPECTATOR, ChoiceArg, Grid, MoveFault, OptionValue, Refused, Seat, Viewer
from parlour_probe import PROBE
from parlour_probe.heard import (
    Asked,
    Ended,
    FinalRounds,
    Guessed,
    Hid,
    Kept,
    Laid,
    Misspelt,
    NoReply,
    Shown,
    Turn,
    Waiting,
    Warned,
)
from parlour_probe.moves import Ask, Guess, Hide, Move, Show
from parlour_probe.state import Phase
from parlour_probe.turn import NO_REPLY_OF_TWO
from tests.plugins.probe.playbook import LEFT, RIGHT, A, B, Play, example

ROWS = (("..LANTERN.", "TREASURE"), ("CROCODILE..", "KITCHEN"))
"""The left and the right word of each."""


def begun(*deck: str, rows: Sequence[tuple[str, str]] = ROWS, **options: OptionValue) -> Play:
    """A game with all words hidden, seat 1 at turn."""
    return Play(rows, deck=[*deck, *["NORMAL"] * 8], options=options)


def refusal(play: Play, seat: Seat, line: str) -> Refused:
    """The refusal of a typed line, by the reader or by the rules."""
    verb, _, rest = line.partition(" ")
    try:
        move = play.parsed(seat, verb, rest)
    except Refused as refused:
        return refused
    return play.refused(seat, move)


# --- hiding --------------------------------------------------------------------------------


def test_two_racks_each() -> None:
    """R-P-47: one to the left and one to the right, each with a word and a deck of its own."""
    play = Play(seats=2)
    assert [(rack.owner, rack.index) for rack in play.state.racks] == [
        (A, LEFT),
        (A, RIGHT),
        (B, LEFT),
        (B, RIGHT),
    ]
    five_of_s = "SASSESS"
    play = Play(seats=2, word_check="off")
    assert [type(e) for e in play.hide(A, five_of_s, LEFT)] == [Laid]
    assert [type(e) for e in play.hide(A, five_of_s, RIGHT)] == [Laid]


def test_each_player_says_which_word_is_left_and_which_right() -> None:
    """O-P-37: in any order; all hear of each rack how many cards it has."""
    play = Play(seats=2)
    play.hide(A, "TREE", RIGHT)
    assert play.heard(A) == [Laid(A, "TREE", False, RIGHT)]
    assert play.heard(B) == play.heard(SPECTATOR) == [Hid(A, 4, RIGHT)]
    assert play.look().hidden == ()
    play.hide(A, "..FISH", LEFT)
    assert play.heard(B) == [Hid(A, 6, LEFT)]
    assert play.look().hidden == (A,)
    assert play.verbs(A) == []
    play.hide(B, "CALM", LEFT)
    assert play.state.phase is Phase.HIDING
    play.hide(B, "BOLD", RIGHT)
    assert play.one(Turn).seat == play.state.turn
    assert play.state.rack(A, LEFT).cards == "..FISH"
    assert play.state.rack(A, RIGHT).cards == "TREE"


def test_a_word_is_hidden_on_a_rack_that_is_named() -> None:
    """O-P-37: a row without a rack, or for one that has a word, is refused and changes nothing."""
    play = Play(seats=2)
    row = example(play, A)
    like = f"Say which rack, left or right, like this: hide left {row}"
    assert refusal(play, A, "hide lantern").text == like
    assert refusal(play, A, "hide").text == like
    assert refusal(play, A, "hide left").text == f"Type a word, like this: hide left {row}"
    two = f"You have two racks. Say which: hide left {row} or hide right {row}"
    assert play.refused(A, Hide("LANTERN")).text == two
    play.hide(A, "LANTERN", LEFT)
    assert "already hidden" in play.refused(A, Hide("FISH", LEFT)).text
    one = Play(seats=3)
    assert one.refused(A, Hide("FISH", LEFT)).text == (
        f"You have one rack. Leave out which: hide {example(one, A)}"
    )


@pytest.mark.parametrize(
    ("line", "move"),
    [
        ("hide left ..lantern.", Hide("..LANTERN.", LEFT)),
        ("hide Right 2 lantern 1", Hide("..LANTERN.", RIGHT)),
        ("hide l lantern", Hide("LANTERN", LEFT)),
        ("hide left left", Hide("LEFT", LEFT)),
        ("ask bob e", Ask(B, "E")),
        ("show L3", Show(3, LEFT)),
        ("show r12", Show(12, RIGHT)),
        ("show left 3", Show(3, LEFT)),
        ("show 3", Show(3)),
        ("guess bob left ..lantern", Guess(B, "..LANTERN", LEFT)),
        ("guess b R 2 lantern", Guess(B, "..LANTERN", RIGHT)),
    ],
)
def test_what_people_type(line: str, move: Move) -> None:
    """R-P-50, O-P-37: racks by name or first letter; a card by rack and space."""
    verb, _, rest = line.partition(" ")
    assert Play(seats=2).parsed(A, verb, rest) == move


@pytest.mark.parametrize(
    "line", ["show", "show x3", "show L", "show L13", "show 3 4 left", "show left"]
)
def test_cards_that_there_are_not(line: str) -> None:
    """G-2: one line says how a card is named."""
    refused = refusal(begun(), A, line)
    assert refused.fault is MoveFault.MALFORMED
    assert refused.text == "Name one of your cards, like this: show L5"


def test_warnings_are_for_each_rack() -> None:
    """O-P-3: the owner alone is warned; each rack keeps the row it was warned of."""
    play = Play(seats=2, first_player=1)
    play.hide(A, "XYZZY", LEFT)
    assert play.one(Warned) == Warned(A, "XYZZY", LEFT)
    play.hide(A, ".QWXZ", RIGHT)
    assert play.heard(B) == []
    assert [rack.warned for rack in play.look(A).racks] == ["XYZZY", "QWXZ", None, None]
    assert play.look(A).warned == "XYZZY"
    assert play.look(B).warned is None
    assert play.shown(A)[-2:] == [
        "XYZZY isn't in the word list. Hide it again to use it anyway.",
        "QWXZ isn't in the word list. Hide it again to use it anyway.",
    ]
    play.hide(A, "XYZZY", RIGHT)
    assert play.one(Warned) == Warned(A, "XYZZY", RIGHT)
    play.hide(A, "XYZZY", RIGHT)
    assert play.one(Laid).cards == "XYZZY"
    play.time_up()
    assert play.state.rack(A, LEFT).cards == "XYZZY"
    laid = [(e.seat, e.index, e.referee) for e in play.of(Laid)]
    assert laid == [(A, LEFT, False), (B, LEFT, True), (B, RIGHT, True)]


def test_what_is_sealed() -> None:
    """Each rack under its name, in the step in which all hear of it."""
    play = Play(seats=2)
    step = PROBE.rules.apply(play.state, A, Hide("TREE", RIGHT), play.context())
    assert step.sealed == {A: {"right": "TREE"}}
    play.take(step)
    step = PROBE.rules.time_up(play.state, play.context())
    assert step.sealed == {
        seat: {
            rack_name: step.state.rack(seat, index).cards
            for index, rack_name in ((LEFT, "left"), (RIGHT, "right"))
            if (seat, index) != (A, RIGHT)
        }
        for seat in (A, B)
    }


# --- questions -----------------------------------------------------------------------------


def test_a_question_names_no_rack() -> None:
    """R-P-49: it is put to the player; either word may have the card."""
    play = begun()
    ask, guess, _ = play.prompts()[A].moves
    assert [arg.name for arg in ask.args] == ["player", "card"]
    assert [arg.name for arg in guess.args] == ["player", "rack", "cards"]
    play.ask(A, B, "K")
    assert play.one(Asked) == Asked(A, B, "K", True, 0, 0)
    assert play.cards(B) == ((RIGHT, 1),)
    play.show(B, 1, RIGHT)
    assert play.one(Shown) == Shown(B, RIGHT, 1, "K", "question", A, 5, 0, 5, False, 0, 0)
    play.ask(A, B, "R")
    assert play.cards(B) == ((LEFT, 2),)
    play.show(B, 2, LEFT)
    play.ask(A, B, "S")
    assert play.one(Asked) == Asked(A, B, "S", False, 0, 15)


def test_if_both_words_have_it_the_owner_chooses_the_word() -> None:
    """R-P-49, R-P-17: one card is shown, of the rack that its owner chooses."""
    play = begun()
    play.ask(A, B, "C")
    assert play.cards(B) == ((LEFT, 1), (LEFT, 4), (RIGHT, 4))
    for card in ((2, LEFT), (1, RIGHT), (4, 0), (4, 9)):
        assert "Choose from: L1, L4, R4." in play.refused(B, Show(*card)).text
    assert play.refused(B, Show(2, LEFT)).text.startswith("You can't show space 2 of the left")
    play.show(B, 4, RIGHT)
    assert play.face(B, LEFT) == "???????????"
    assert play.face(B, RIGHT) == "???C???"
    assert play.one(Shown).index == RIGHT


def test_a_space_without_its_rack() -> None:
    """R-P-49: `show 3` will do if only one rack has a card to show there."""
    play = begun()
    play.ask(A, B, "C")
    refused = refusal(play, B, "show 4")
    assert refused.fault is MoveFault.AMBIGUOUS
    assert refused.text == "Space 4 of which rack? Type: show L4 or show R4"
    assert play.parsed(B, "show", "1") == Show(1, LEFT)
    assert refusal(play, B, "show 2").text == "You can't show space 2. Choose from: L1, L4, R4."


def test_a_blank_that_neither_rack_hides_costs_50() -> None:
    """R-P-31, O-P-47: one that either hides does not."""
    play = begun("ADDITIONAL")
    play.ask(A, B, ".")
    assert play.cards(B) == ((LEFT, 10), (LEFT, 11))
    play.show(B, 10, LEFT)
    play.hit(A, B, 11, LEFT)
    play.ask(A, B, ".")
    assert play.one(Asked).points == -50


def test_silence_shows_the_card_worth_most_of_either_rack() -> None:
    """O-P-7: the highest value, the lowest space on ties, then the left rack."""
    play = begun(rows=(("FISH", "TREE"), ("ABCD", "DCBA")))
    play.ask(A, B, "C")
    play.time_up()
    assert (play.one(Shown).index, play.one(Shown).space) == (LEFT, 3)
    play.ask(A, B, "D")
    play.time_up()
    assert (play.one(Shown).index, play.one(Shown).space) == (LEFT, 4)
    play.ask(A, B, "A")
    play.time_up()
    assert (play.one(Shown).index, play.one(Shown).space) == (RIGHT, 4)
    play = begun(rows=(("FISH", "TREE"), ("ABCD", "AXYZ")))
    play.ask(A, B, "A")
    play.time_up()
    assert (play.one(Shown).index, play.one(Shown).space) == (LEFT, 1)


@pytest.mark.parametrize("viewer", [A, SPECTATOR])
def test_which_rack_has_the_card_does_not_show_before_it_is_turned(viewer: Viewer) -> None:
    """R-P-49, O-P-8: whether the left word has it, the right one, or both, all is the same."""
    rows = [("CROCODILE", "KITCHEN"), ("KITCHENET", "CANDLES"), ("LANTERNSK", "WINDOWS")]
    plays = [begun(rows=(ROWS[0], each)) for each in rows]
    for play in plays:
        play.ask(A, B, "K")
    assert [play.cards(B) for play in plays] == [((2, 1),), ((1, 1),), ((1, 9),)]
    first = plays[0]
    for play in plays[1:]:
        assert play.heard(viewer) == first.heard(viewer)
        assert play.told(viewer) == first.told(viewer)
        assert play.look(viewer) == first.look(viewer)
        assert play.shown(viewer) == first.shown(viewer)
        assert play.deadline == first.deadline
        assert set(play.prompts()) == set(first.prompts())
        assert play.prompts()[A] == first.prompts()[A]


def test_a_twin_has_the_card_on_either_rack() -> None:
    """R-P-49: so the kit compares positions in which it lies on the left with others."""
    play = begun()
    play.ask(A, B, "K")
    found = {
        tuple(index for index, _ in twin.pending.cards(twin.racks))
        for seed in range(60)
        if (twin := PROBE.views.resample(play.state, A, Random(seed))).pending is not None
    }
    assert (LEFT,) in found
    assert (RIGHT,) in found
    crowded = begun(rows=(ROWS[0], ("ZAZ", "BUZ")))
    crowded.open(B, 1, 3, rack=LEFT)
    crowded.ask(A, B, "Z")
    for seed in range(20):
        twin = PROBE.views.resample(crowded.state, A, Random(seed))
        assert twin.rack(B, RIGHT).spaces_hiding("Z")
        assert not twin.rack(B, LEFT).spaces_hiding("Z")


# --- activity cards ------------------------------------------------------------------------


@pytest.mark.parametrize(("card", "rack"), [("LEFT", LEFT), ("RIGHT", RIGHT)])
def test_left_and_right_are_racks_of_the_opponent(card: str, rack: int) -> None:
    """R-P-48: the opponent exposes any card of the rack on that side, before anything is asked."""
    play = begun(card)
    turn = play.one(Turn)
    assert (turn.shows, turn.index, turn.void) == (B, rack, False)
    spaces = range(1, len(ROWS[1][rack - 1]) + 1)
    assert play.cards(B) == tuple((rack, space) for space in spaces)
    assert "Choose from" in play.refused(B, Show(1, 3 - rack)).text
    play.show(B, 3, rack)
    assert play.scores == (15, 0)
    assert play.verbs(A) == ["ask", "guess"]


def test_options_without_effect_are_refused() -> None:
    """Somebody who sets one expects something of it."""
    with pytest.raises(Refused, match="neighbour_skip=on needs three players"):
        begun(neighbour_skip=True)
    with pytest.raises(Refused, match="final_bonus_per=rack is for two players"):
        Play(seats=3, final_bonus_per="rack")


def test_a_rack_without_hidden_cards_has_none_to_show() -> None:
    """R-P-48, R-P-27: the card is void, though the other rack has hidden cards."""
    play = begun("NORMAL", "RIGHT")
    play.open(A, *range(1, 9), rack=RIGHT)
    play.ask(A, B, "Z")
    turn = play.one(Turn)
    assert (turn.seat, turn.void, turn.shows, turn.index) == (B, True, None, RIGHT)
    assert play.told(A)[1:] == [
        "It's bob's turn. Activity card: the opponent shows a card of the right rack. It",
        "  has no effect.",
    ]


def test_own_blank_of_either_rack() -> None:
    """O-P-38: a blank of either rack, at its owner's choice, and nobody is paid."""
    play = begun("OWN_BLANK", rows=(("..FISH", "TREE."), ROWS[1]))
    assert play.cards(A) == ((LEFT, 1), (LEFT, 2), (RIGHT, 5))
    assert play.asked(A) == ["You have a blank. Turn one up: show L1, L2 or R5"]
    play.show(A, 5, RIGHT)
    assert play.scores == (0, 0)
    assert play.face(A, RIGHT) == "????."


# --- whole words ---------------------------------------------------------------------------


def test_a_guess_says_which_word_it_means() -> None:
    """R-P-50, O-P-36: one that names no rack is refused and costs nothing."""
    play = begun()
    like = "Say which word you mean, left or right, like this: guess bob left ..WORD."
    assert refusal(play, A, "guess bob crocodile..").text == like
    assert refusal(play, A, "guess bob").text == (
        "Name a player and their whole word, like this: guess bob left ..WORD."
    )
    text = "Say which word you mean: left or right."
    assert play.refused(A, Guess(B, "CROCODILE..")).text == text
    play.ask(A, B, "C")
    assert play.refused(A, Guess(B, "CROCODILE..")).text == text
    play.show(B, 1, LEFT)
    play.guess(A, B, "KITCHENETTE", LEFT)
    assert play.one(Guessed) == Guessed(A, B, LEFT, "KITCHENETTE", False, -50, -45)
    play.guess(A, B, "KITCHEN", RIGHT)
    assert play.one(Guessed) == Guessed(A, B, RIGHT, "KITCHEN", True, 165, 120)
    assert play.face(B, RIGHT) == "KITCHEN"
    assert play.face(B, LEFT) == "C??????????"


def test_five_hidden_cards_on_the_rack_that_is_named() -> None:
    """O-P-36, R-P-37: cards of the other rack do not count; the answer is the same for any."""
    play = begun()
    play.open(B, 1, 2, 3, rack=RIGHT)
    for cards in ("KITCHEN", "NONSENSE"):
        assert play.refused(A, Guess(B, cards, RIGHT)).text == NO_REPLY_OF_TWO
    (_, guess) = play.prompts()[A].moves
    assert guess.args[1] == ChoiceArg("rack", ("left",), label="Rack")
    play.ask(A, B, "C")
    assert play.refused(A, Guess(B, "KITCHEN", RIGHT)).text == NO_REPLY_OF_TWO


def test_a_waiting_guess_for_a_rack_that_then_hides_too_few() -> None:
    """O-P-36, O-P-23: it names the rack while it waits, and in the answer."""
    play = begun()
    play.open(B, 1, 2, rack=RIGHT)
    play.ask(A, B, "T")
    play.guess(A, B, "KITCHEN", RIGHT)
    assert play.heard(A) == [Waiting(A, B, RIGHT, "KITCHEN")]
    assert play.told(A) == [
        "Your guess KITCHEN for bob's right word will be judged once the card is shown."
    ]
    assert play.shown(A)[-1] == "Your guess KITCHEN for bob's right word waits for the card."
    play.show(B, 3, RIGHT)
    assert play.heard(A)[1:] == [NoReply(A, B, RIGHT)]
    assert play.told(A)[1:] == [NO_REPLY_OF_TWO]
    assert len(play.heard(B)) == 1


def test_fifty_for_each_word_completed() -> None:
    """O-P-36, R-P-29: for the last card of one word, and for that of the other."""
    play = begun()
    play.open(B, *range(2, 12), rack=LEFT)
    play.open(B, *range(2, 8), rack=RIGHT)
    play.hit(A, B, 1, LEFT)
    assert (play.one(Shown).points, play.one(Shown).bonus) == (55, 50)
    assert not play.over
    play.hit(A, B, 1, RIGHT)
    assert play.scores == (110, 0)


# --- spelling ------------------------------------------------------------------------------


def test_each_rack_is_checked_by_itself() -> None:
    """O-P-40, R-P-32: 100 for each word that is not listed, when its own rack is all up."""
    play = Play(seats=2, first_player=1, activity_deck="none")
    for rack in (LEFT, RIGHT):
        for _ in range(2):
            play.hide(B, "XYZZY", rack)
        play.hide(A, "FISH", rack)
    play.guess(A, B, "XYZZY", RIGHT)
    assert play.one(Misspelt) == Misspelt(B, RIGHT, "XYZZY", -100, -100)
    play.guess(A, B, "XYZZY", LEFT)
    assert play.one(Misspelt) == Misspelt(B, LEFT, "XYZZY", -100, -200)


# --- the end -------------------------------------------------------------------------------


def to_final(*deck: str, **options: OptionValue) -> Play:
    """Seat 2 has nothing hidden; seat 1 alone hides cards, on both racks."""
    play = Play(ROWS, deck=[*deck, *["NORMAL"] * 8], options=options)
    play.open(B, *range(1, 12), rack=LEFT)
    play.open(B, *range(2, 8), rack=RIGHT)
    play.hit(A, B, 1, RIGHT)
    return play


def test_both_racks_count_together_for_hidden_cards() -> None:
    """O-P-35, R-P-42: final rounds begin when a player has none left on either."""
    play = begun()
    play.open(B, *range(2, 12), rack=LEFT)
    play.hit(A, B, 1, LEFT)
    assert play.of(FinalRounds) == []
    play.guess(A, B, "KITCHEN", RIGHT)
    assert play.one(FinalRounds) == FinalRounds(A, (A, B), (0, 2))
    assert play.one(Turn).seat == B


def played_out(play: Play) -> None:
    """The last two turns of seat 2 pass without a hit."""
    play.ask(B, A, "Q")
    play.ask(B, A, "Q")


def test_one_bonus_for_both_racks() -> None:
    """O-P-35, R-P-44: cards of both racks are counted together and bring one bonus."""
    play = to_final()
    play.open(A, *range(4, 11), rack=LEFT)
    play.open(A, *range(3, 9), rack=RIGHT)
    before = play.scores[0]
    played_out(play)
    assert play.of(Kept) == [
        Kept(A, LEFT, (1, 2, 3), ROWS[0][0], 30, 0, before + 30),
        Kept(A, RIGHT, (1, 2), ROWS[0][1], 15, 100, before + 145),
    ]
    assert play.one(Ended) == Ended(
        "final", (A, A, B, B), (*ROWS[0], *ROWS[1]), (LEFT, RIGHT, LEFT, RIGHT)
    )
    assert play.told(A)[1:5] == [
        "You turn up what nobody found, at spaces 1, 2, 3 of the left rack. You score 30",
        f"  for the cards (total {before + 30}).",
        "You turn up what nobody found, at spaces 1, 2 of the right rack. You score 15",
        f"  for the cards and 100 for keeping the word (total {before + 145}).",
    ]
    assert play.told(B)[-4:] == [
        "ann left: ..LANTERN.",
        "ann right: TREASURE",
        "bob left: CROCODILE..",
        "bob right: KITCHEN",
    ]


def test_a_bonus_for_each_rack() -> None:
    """O-P-35: final_bonus_per=rack pays for each rack that still hides a card, by its count."""
    play = to_final(final_bonus_per="rack")
    play.open(A, *range(6, 11), rack=LEFT)
    play.open(A, *range(3, 9), rack=RIGHT)
    played_out(play)
    assert [kept.bonus for kept in play.of(Kept)] == [100, 50]
    play = to_final(final_bonus_per="rack")
    play.open(A, *range(6, 11), rack=LEFT)
    play.open(A, *range(1, 9), rack=RIGHT)
    played_out(play)
    assert [(kept.index, kept.bonus) for kept in play.of(Kept)] == [(LEFT, 100)]


def test_the_spelling_of_both_kept_words_is_checked_after_the_bonus() -> None:
    """O-P-41, O-P-40: R-P-32 comes after R-P-44, once for each rack."""
    play = Play(seats=2, first_player=1, activity_deck="none")
    for rack in (LEFT, RIGHT):
        play.hide(A, "XYZZY", rack)
        play.hide(A, "XYZZY", rack)
        play.hide(B, "FISH", rack)
        play.open(B, 1, 2, 3, rack=rack)
    play.hit(A, B, 4, LEFT)
    play.ask(A, B, "H")
    play.show(B, 4, RIGHT)
    played_out(play)
    kinds = [type(event) for event in play.events[-5:]]
    assert kinds == [Kept, Kept, Misspelt, Misspelt, Ended]


def test_who_is_left_alone_ends_the_game() -> None:
    """O-P-45: with one player left the game stops, and all words are shown."""
    play = begun()
    play.leave(B)
    assert play.over
    assert play.one(Ended).reason == "deserted"
    play = Play(seats=2)
    play.hide(A, "FISH", LEFT)
    play.leave(B)
    assert play.one(Ended).rows == ("FISH", "", "", "")
    assert play.told(A)[-1] == "bob right: no word"


# --- what people read ----------------------------------------------------------------------


def test_four_racks() -> None:
    """A row for each rack, with its letter before the name; scores once a player."""
    play = begun("RIGHT")
    play.open(B, 2, rack=LEFT)
    play.open(A, 3, rack=LEFT)
    assert play.shown(A)[:8] == [
        "Space        1  2  3  4  5  6  7  8  9 10 11 12   score",
        "Value        5 10 15 15 10  5  5 10 15 15 10  5",
        "L ann (you)  .  . *L  A  N  T  E  R  N  .  -  -       0  <- turn",
        "R ann (you)  T  R  E  A  S  U  R  E  -  -  -  -",
        "L bob        ?  R  ?  ?  ?  ?  ?  ?  ?  ?  ?  -       0",
        "R bob        ?  ?  ?  ?  ?  ?  ?  -  -  -  -  -",
        "? hidden  * yours, seen  . blank  - none  L left  R right",
        "bob must show a card of the right rack because of an activity card.",
    ]
    assert play.shown(A)[8] == "Activity card: the opponent shows a card of the right rack."
    assert play.asked(B) == [
        "Turn up a card of your right rack for ann: show R1, R2, R3, R4, R5, R6 or R7"
    ]
    grid = PROBE.text_ui.draw(play.look(B), play.reader(B)).blocks[0]
    assert isinstance(grid, Grid)
    left, right = (row.cells[0].types for row in grid.rows[2:])
    assert (left, right) == ("", "show R1")
    play.show(B, 1, RIGHT)
    assert play.told(A) == ["bob shows a K at space 1 of the right rack. You score 5 (total 5)."]
    assert play.asked(A)[-1] == (
        "Ask for a letter (ask bob e) or guess a word (guess bob left ..WORD.)."
    )
    assert play.asked(B) == ["You can guess a whole word at any time: guess ann left ..WORD."]
    play.guess(B, A, "TREASURY", RIGHT)
    assert play.told(A) == [
        "bob guesses TREASURY as your right word: wrong. bob loses 50 (total -50)."
    ]
