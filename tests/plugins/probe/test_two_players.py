"""Two players with two racks each: R-P-47 to R-P-50, O-P-35 to O-P-40."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from parlour import SPECTATOR, Grid, MoveFault, OptionValue, Refused, Seat, Viewer
from parlour_probe import PROBE
from parlour_probe.moves import Ask, Guess, Hide, Move, Show
from tests.plugins.probe.playbook import LEFT, RIGHT, A, B, Play, example
from tests.plugins.probe.rulings import Ruling, check, rulings

ROWS = (("..LANTERN.", "TREASURE"), ("CROCODILE..", "KITCHEN"))

RULINGS = rulings("""\
R-P-49: a question names no rack; either word may have the card, and one card is shown.
a? Ask for a letter (ask bob e) or guess a word (guess bob left ..WORD.).
b? You can guess a whole word at any time: guess ann left ..WORD.
a ask b k
> ann asks bob for a K. bob must show one.
b? ann asks you for a K. Turn it up: show R1
b show R1
> bob shows a K at space 1 of the right rack. ann scores 5 (total 5).
a> bob shows a K at space 1 of the right rack. You score 5 (total 5).
a ask b r; b show 2
> bob shows an R at space 2 of the left rack. ann scores 10 (total 15).
a ask b s
> ann asks bob for an S. bob has no S. | It's bob's turn.
= 15 0

R-P-49, R-P-17: if both words have the card its owner chooses the word; `show 3` will do for one.
a ask b c
b show L2 -> You can't show space 2 of the left rack. Choose from: L1, L4, R4.
b show 2 -> You can't show space 2. Choose from: L1, L4, R4.
b show 4 -> Space 4 of which rack? Type: show L4 or show R4
b show R1 -> You can't show space 1 of the right rack. Choose from: L1, L4, R4.
b show right 4; face bL ???????????; face bR ???C???

R-P-31, O-P-47: a blank that either rack hides costs nothing.
deck ADDITIONAL
a hit bL 10; a hit bL 11; a ask b .
> ann asks bob for a blank. bob has no blank. ann loses 50 (total -25). | ann plays on.

O-P-7: silence shows the card worth most; of equals the lowest space, then the left rack.
rows FISH TREE / ABCD DCBA
a ask b c; time
> The referee shows a C at space 3 of the left rack for bob. ann scores 15 (total 15).
a ask b d; time
> The referee shows a D at space 4 of the left rack for bob. ann scores 15 (total 30).
a ask b a; time
> The referee shows an A at space 4 of the right rack for bob. ann scores 15 (total 45).

O-P-7: the left rack.
rows FISH TREE / ABCD AXYZ
a ask b a; time
> The referee shows an A at space 1 of the left rack for bob. ann scores 5 (total 5).

R-P-48: left on an activity card is the opponent's left rack, before anything is asked.
deck LEFT
> bob has hidden 7 cards on the right rack. | It's ann's turn. Activity card: the opponent shows
| a card of the left rack. bob chooses.
b? Turn up a card of your left rack for ann: show L1, L2, L3, L4, L5, L6, L7, L8, L9, L10 or L11
a: bob must show a card of the left rack because of an activity card. | Activity card: the
| opponent shows a card of the left rack. | Activity cards left: 12.
may a guess; may b show guess
b show R1 -> You can't show space 1 of the right rack. Choose from: L1, L2, L3, L4, L5, L6, L7,
| L8, L9, L10, L11.
b show L3
> bob shows an O at space 3 of the left rack. ann scores 15 (total 15).
= 15 0; may a ask guess

R-P-48: and right the right one.
deck RIGHT
> bob has hidden 7 cards on the right rack. | It's ann's turn. Activity card: the opponent shows
| a card of the right rack. bob chooses.
b show L3 -> You can't show space 3 of the left rack. Choose from: R1, R2, R3, R4, R5, R6, R7.
b show R3
> bob shows a T at space 3 of the right rack. ann scores 15 (total 15).

R-P-48, R-P-27: a rack without hidden cards has none to show, whatever the other hides.
deck NORMAL RIGHT
up aR 1-8; a ask b z
> ann asks bob for a Z. bob has no Z. | It's bob's turn. Activity card: the opponent shows a card
| of the right rack. It has no effect.
may b ask guess

O-P-38: a blank of either rack is shown, which its owner chooses, and nobody is paid.
rows ..FISH TREE. / CROCODILE.. KITCHEN
deck OWN_BLANK
a? You have a blank. Turn one up: show L1, L2 or R5
a show L3 -> You can't show space 3 of the left rack. Choose from: L1, L2, R5.
a show R5
> ann shows a blank at space 5 of the right rack.
= 0 0

R-P-50, O-P-36: a guess says which word it means; one that does not costs nothing.
a guess b crocodile.. -> Say which word you mean, left or right, like this: guess bob left ..WORD.
a guess b -> Name a player and their whole word, like this: guess bob left ..WORD.
a ask b c
a guess b crocodile.. -> Say which word you mean, left or right, like this: guess bob left ..WORD.
b show L1; a guess b left kitchenette
> ann guesses KITCHENETTE as bob's left word: wrong. ann loses 50 (total -45).
a guess b r kitchen
b> ann guesses KITCHEN as your right word: right! ann scores 165 (total 120).
= 120 0; face bL C??????????; face bR KITCHEN

O-P-36, R-P-37, R-P-41: the hidden cards of that rack count alone; the answer is the same for any
| guess.
up bR 1-3
a guess b right kitchen -> That rack has too few hidden cards for a word guess. Nothing has
| changed.
a guess b right nonsense -> That rack has too few hidden cards for a word guess. Nothing has
| changed.
a ask b c
a guess b right kitchen -> That rack has too few hidden cards for a word guess. Nothing has
| changed.

O-P-36, O-P-23: a guess that waits names the rack, and so does the answer.
up bR 1-2; a ask b t; a guess b right kitchen
a> Your guess KITCHEN for bob's right word will be judged once the card is shown.
a: bob must show a card. You asked for a T. | Activity cards left: 11. | Your guess KITCHEN for
| bob's right word waits for the card.
b>
b show R3
a> bob shows a T at space 3 of the right rack. You score 15 (total 15). | That rack has too few
| hidden cards for a word guess. Nothing has changed.
b> You show a T at space 3 of the right rack. ann scores 15 (total 15).

O-P-36, R-P-29: the 50 for a last card are paid for each word.
up bL 2-11; up bR 2-7; a hit bL 1
> bob shows a C at space 1 of the left rack. ann scores 55 (total 55), 50 of it for the last card.
a hit bR 1; = 110 0

O-P-35, R-P-42: final rounds begin when a player hides nothing on either rack.
up bL 2-11; a hit bL 1
> bob shows a C at space 1 of the left rack. ann scores 55 (total 55), 50 of it for the last card.
a guess b right kitchen
> ann guesses KITCHEN as bob's right word: right! ann scores 165 (total 220). | Only ann still
| has hidden cards. Turns to come: bob 2. | It's bob's turn.

O-P-35, R-P-44: the cards of both racks are counted together at the end, and bring one bonus.
up bL 1-11; up bR 2-7; a hit bR 1; up aL 4-10; up aR 3-8; b ask a q; b ask a q
> bob asks ann for a Q. ann has no Q. | ann turns up what nobody found, at spaces 1, 2, 3 of the
| left rack. ann scores 30 for the cards (total 85). | ann turns up what nobody found, at spaces 1,
| 2 of the right rack. ann scores 15 for the cards and 100 for keeping the word (total 200). | The
| last turns have been played. The game is over. | ann left: ..LANTERN. | ann right: TREASURE | bob
| left: CROCODILE.. | bob right: KITCHEN
a> bob asks you for a Q. You have no Q. | You turn up what nobody found, at spaces 1, 2, 3 of the
| left rack. You score 30 for the cards (total 85). | You turn up what nobody found, at spaces 1, 2
| of the right rack. You score 15 for the cards and 100 for keeping the word (total 200). ...

O-P-35: or a bonus for each rack that hides a card, by its own count.
with final_bonus_per=rack
up bL 1-11; up bR 2-7; a hit bR 1; up aL 6-10; up aR 3-8; b ask a q; b ask a q
> bob asks ann for a Q. ann has no Q. | ann turns up what nobody found, at spaces 1, 2, 3, 4, 5
| of the left rack. ann scores 55 for the cards and 100 for keeping the word (total 210). | ann
| turns up what nobody found, at spaces 1, 2 of the right rack. ann scores 15 for the cards and 50
| for keeping the word (total 275). ...

O-P-35: for a rack that is all up there is none.
with final_bonus_per=rack
up bL 1-11; up bR 2-7; a hit bR 1; up aL 6-10; up aR 1-8; b ask a q; b ask a q
> bob asks ann for a Q. ann has no Q. | ann turns up what nobody found, at spaces 1, 2, 3, 4, 5
| of the left rack. ann scores 55 for the cards and 100 for keeping the word (total 210). ...

O-P-45: with one player left the game stops.
leave b
> bob has left. The referee now answers for bob's rack. | Only one player is left. The game is
| over. | ann left: ..LANTERN. | ann right: TREASURE | bob left: CROCODILE.. | bob right: KITCHEN

O-P-40, R-P-32: each rack is looked up by itself.
rows FISH TREE / XYZZY QWXZ
with word_check=reveal
up bL 2-5; a hit bL 1
> bob shows an X at space 1 of the left rack. ann scores 55 (total 55), 50 of it for the last
| card. | XYZZY isn't in the word list. bob loses 100 (total -100).
up bR 2-4; a hit bR 1
> bob shows a Q at space 1 of the right rack. ann scores 55 (total 110), 50 of it for the last
| card. | QWXZ isn't in the word list. bob loses 100 (total -200). | Only ann still has hidden
| cards. Turns to come: bob 2. | It's bob's turn.

O-P-41, O-P-40: of two words kept each is looked up after the bonus.
rows XYZZY QWXZZ / FISH TREE
with word_check=reveal
up bL 1-4; up bR 2-4; a hit bR 1; b ask a j; b ask a j
> bob asks ann for a J. ann has no J. | ann turns up what nobody found, at spaces 1, 2, 3, 4, 5
| of the left rack. ann scores 55 for the cards (total 110). | ann turns up what nobody found, at
| spaces 1, 2, 3, 4, 5 of the right rack. ann scores 55 for the cards and 100 for keeping the word
| (total 265). | XYZZY isn't in the word list. ann loses 100 (total 165). | QWXZZ isn't in the word
| list. ann loses 100 (total 65). ...

R-P-47, R-P-3, O-P-37: two racks with a deck each, which are hidden by name, in any order.
rows - - / - -
with word_check=off
may a hide
a? Each of you has two racks. A question names no rack, a word guess does. | Hide two words of up
| to 12 cards. Dots are blanks: hide left CROCODILE...
a hide sassess -> Which rack, left or right? Type: hide left sassess or hide right sassess
a hide 13 sassess -> That is 20 cards. A rack has 12 spaces, blanks included.
a hide don't -> Use only letters, and dots for blanks, like this: hide left CROCODILE...
a hide -> Say which rack, left or right, like this: hide left CROCODILE...
a hide left -> Type a word, like this: hide left CROCODILE...
a hide right sassess
> ann has hidden 7 cards on the right rack.
a>
a hide right fish -> Your word is already hidden. You can't change it.
a? Hide a word of up to 12 cards. Dots are blanks: hide left CROCODILE...
a hide l 2 sassess
> ann has hidden 9 cards on the left rack.
a hide fish -> Your word is already hidden. You can't change it.
may a; b hide Left bold; b hide r left
> bob has hidden 4 cards on the right rack. | It's ann's turn.
may a ask

O-P-37: a word without a rack is for the only free one.
rows - - / - -
with word_check=off
a hide right fish; a hide 1 bold
> ann has hidden 5 cards on the left rack.
may a; b hide left fish
b hide tree
> bob has hidden 4 cards on the right rack. ...

R-P-47: with racks=1 two players have one rack each, and play as three do.
rows - -
with racks=1 word_check=off
deck LEFT RIGHT
a? Hide a word of up to 12 cards. Dots are blanks: hide CROCODILE...
a hide left fish -> Use only letters, and dots for blanks, like this: hide CROCODILE...
a hide lantern; b hide treasure
> bob has hidden 8 cards. | It's ann's turn. Activity card: player on the left shows a card. bob
| chooses.
b show 3; a ask b x
> ann asks bob for an X. bob has no X. | It's bob's turn. Activity card: player on the right shows
| a card. ann chooses.
a show 3
b? Ask for a letter (ask ann e) or guess a word (guess ann ..WORD.).
b guess a lantern
> bob guesses LANTERN as ann's word: right! bob scores 150 (total 165). ...

O-P-3: each rack keeps the word that its owner was warned of; silence lays it.
rows - - / - -
a hide left xyzzy
a> XYZZY isn't in the word list. Hide another word, or hide this one again to use it anyway. It
| will then cost you 100 points once all of it is face up. If you run out of time, the referee uses
| it.
a hide right .qwxz
b>
a hide right xyzzy
a> XYZZY isn't in the word list. ...
a hide right xyzzy
> ann has hidden 5 cards on the right rack.
a: Players are hiding their words. Waiting for: you, bob. | XYZZY isn't in the word list. Hide it
| again to use it anyway.
time; b guess a left xyzzy
> bob guesses XYZZY as ann's left word: right! bob scores 155 (total 155). | XYZZY isn't in the
| word list. ann loses 100 (total -100).
""")


@pytest.mark.parametrize("ruling", RULINGS, ids=str)
def test_rulings(ruling: Ruling) -> None:
    """What is read and scored, by the numbers of the rules page."""
    check(ruling, rows="..LANTERN. TREASURE / CROCODILE.. KITCHEN")


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
    grid = PROBE.text_ui.draw(play.look(B), play.reader(B)).blocks[0]
    assert isinstance(grid, Grid)
    left, right = (row.cells[0].types for row in grid.rows[2:])
    assert (left, right) == ("", "show R1")


def test_a_program_must_name_the_rack_too() -> None:
    """O-P-36, O-P-37, R-P-50: and only if there are two."""
    play, one = Play(seats=2), Play(seats=3)
    row = example(play, A)
    two = f"You have two racks. Say which: hide left {row} or hide right {row}"
    assert play.refused(A, Hide("LANTERN")).text == two
    text = f"You have one rack. Leave out which: hide {example(one, A)}"
    assert one.refused(A, Hide("FISH", LEFT)).text == text
    play = begun()
    text = "Say which word you mean: left or right."
    assert play.refused(A, Guess(B, "CROCODILE..")).text == text
    usages = [move.verb.usage for move in play.prompts()[A].moves]
    assert usages == ["ask PLAYER LETTER", *["guess PLAYER RACK ..WORD."] * 2]
    assert Play(seats=2).prompts()[A].moves[0].verb.usage == "hide RACK ..WORD."
