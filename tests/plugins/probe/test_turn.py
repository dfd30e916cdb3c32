"""Questions, answers, points: R-P-13 to R-P-20, R-P-28 to R-P-34, O-P-7 to O-P-12, O-P-47."""

from __future__ import annotations

import pytest

from parlour import OptionValue, Seat
from parlour_probe.moves import Ask, Guess, Hide, Move
from parlour_probe.turn import NO_REPLY
from tests.plugins.probe.playbook import A, B, C, Play
from tests.plugins.probe.rulings import Ruling, check, rulings

ROWS = ["..TREASURER.", "LANTERN...", "CROCODILE"]

RULINGS = rulings("""\
R-P-14: a turn begins with the top activity card, which is read out and lies face up.
deck +15 LEFT
> cy has hidden 9 cards. | It's ann's turn. Activity card: add 15 points (total 15).
= 15 0 0; a ask b z
> ann asks bob for a Z. bob has no Z. | It's bob's turn. Activity card: player on the left shows
| a card. cy chooses.
b> ann asks you for a Z. You have no Z. | Your turn. Activity card: player on the left shows a
| card. cy chooses.

R-P-15, R-P-16, R-P-17, R-P-18, O-P-8: a hit turns up one card, and the same player asks whom
| they like.
a ask b l
> ann asks bob for an L. bob must show one.
a> You ask bob for an L. bob must show one.
b>
due 30; may a guess; may b show guess
a: bob must show a card. You asked for an L. | Activity cards left: 11.
b? ann asks you for an L. Turn it up: show 1
b show 1
> bob shows an L at space 1. ann scores 5 (total 5).
a> bob shows an L at space 1. You score 5 (total 5).
face b L?????????; may a ask guess; a hit c 1; a hit b 2; face b LA????????; face c C????????
= 20 0 0

R-P-16, O-P-7: of equal cards the owner chooses one; nobody else learns that there are several.
a ask b n
> ann asks bob for an N. bob must show one.
due 30; may a guess
b? ann asks you for an N. Turn one up: show 3 or show 7
b show 4 -> You can't show space 4. Choose from: 3, 7.
b show 7; face b ??????N???
b show 7 -> You don't have to show a card now.

R-P-19: the first No ends the turn, and the player at left is next.
a ask b z
> ann asks bob for a Z. bob has no Z. | It's bob's turn.
b ask c z
> bob asks cy for a Z. cy has no Z. | It's cy's turn.
c ask b z
c> You ask bob for a Z. bob has no Z. | It's ann's turn.
may a ask guess

R-P-20: whose word is all up takes turns, scores and may guess.
deck NORMAL +15
up b 1-10; a ask c z; = 0 15 0; b hit c 1; = 0 20 0; may b ask guess

R-P-28, C-P-2: a card pays 5, 10 or 15, by its space.
a hit c 1; = 5 0 0; a hit c 2; a hit c 3; a hit c 4; = 45 0 0; a hit c 5; = 55 0 0; a hit c 6
a> cy shows a D at space 6. You score 5 (total 60).

R-P-29: the last hidden card of a word pays 50 more.
up c 2-9; a hit c 1
> cy shows a C at space 1. ann scores 55 (total 55), 50 of it for the last card.
= 55 0 0

R-P-31, O-P-19, O-P-47: a blank that is not hidden there costs 50, even if there is one face up.
up b 8-10; a ask b .
> ann asks bob for a blank. bob has no blank. ann loses 50 (total -50). | It's bob's turn.
a> You ask bob for a blank. bob has no blank. You lose 50 (total -50). | It's bob's turn.
= -50 0 0

O-P-7: for the silent the referee shows the card worth most, of equals that on the lowest space.
a ask b n; time
> The referee shows an N at space 3 for bob. ann scores 15 (total 15).
b> The referee shows an N at space 3 for you. ann scores 15 (total 15).
a ask c c; time
> The referee shows a C at space 4 for cy. ann scores 15 (total 30).
a ask b .; time
> The referee shows a blank at space 9 for bob. ann scores 15 (total 45).

R-P-33, O-P-7: silence may cost 100, for guessed cards only.
deck NORMAL LEFT
with choice_timeout_penalty=100
a ask b n; time
> The referee shows an N at space 3 for bob. ann scores 15 (total 15). Too slow: bob loses 100
| (total -100).
b> The referee shows an N at space 3 for you. ann scores 15 (total 15). Too slow: you lose 100
| (total -100).
= 15 -100 0; a ask b z; time
> The referee shows an O at space 3 for cy. bob scores 15 (total -85).
= 15 -85 0

O-P-9: what may not be asked costs no turn.
deck LEFT
a ask b e -> You can't ask now: wait until the card is shown.
b ask a e -> Turn up one of your cards first: show 1
b show 1
b ask a e -> It isn't your turn to ask.
a ask a e -> You can't ask yourself. Ask another player.
a show 2 -> You don't have to show a card now.
up c 1-9
a ask c e -> That player has no hidden cards. Ask somebody else.
a ask b a
a ask b e -> You can't ask now: wait until the card is shown.
may a guess; = 5 0 0

R-P-13, O-P-10: a question may be repeated, and no position keeps it.
a ask b z; b ask a z; c ask b z; a ask b z
> ann asks bob for a Z. bob has no Z. | It's bob's turn.

O-P-11: each question has its own time; silence ends the turn, an additional one too.
deck ADDITIONAL
due 60; now 10; a hit b 1; due 60; time
> ann runs out of time. | It's bob's turn.
a> You run out of time. | It's bob's turn.
= 5 0 0

G-6, O-P-12: without clocks nobody is hurried, and nobody can pass.
with turn_seconds=0 choice_seconds=0
due -; may a ask guess; a ask b n; due -

R-P-34: an opponent's card pays its value to who drew the activity card; one's own pays nobody.
deck LEFT OWN_BLANK
b show 4
> bob shows a T at space 4. ann scores 15 (total 15).
= 15 0 0; a ask c z
b> ann asks cy for a Z. cy has no Z. | Your turn. Activity card: show a blank if you have one.
b show 8
> bob shows a blank at space 8.
= 15 0 0

R-P-45, O-P-39: the highest score wins, and equal ones share it; then nothing more can be done.
rows FISH TREE CALM
up a 1-4; up b 1-4; up c 1-3; a hit c 4
> cy shows an M at space 4. ann scores 65 (total 65), 50 of it for the last card. | All cards are
| face up. The game is over. | ann: FISH | bob: TREE | cy: CALM
due -; over a
a ask b e -> The game is over.
a show 1 -> The game is over.
a guess b tree -> The game is over.
leave b
>
may a

R-P-32, O-P-3, O-P-41: an unlisted word costs 100 once it is all up; others keep what they got.
rows FISH XYZZY TREE
with word_check=reveal
up b 2-5; a hit b 1
> bob shows an X at space 1. ann scores 55 (total 55), 50 of it for the last card. | XYZZY isn't
| in the word list. bob loses 100 (total -100).
b> You show an X at space 1. ann scores 55 (total 55), 50 of it for the last card. | XYZZY isn't
| in the word list. You lose 100 (total -100).
= 55 -100 0; up c 2-4; a hit c 1
> cy shows a T at space 1. ann scores 55 (total 110), 50 of it for the last card. | Only ann
| still has hidden cards. Turns to come: bob 2, cy 2. | It's bob's turn.

O-P-3: not without a check.
rows FISH XYZZY TREE
up b 2-5; a hit b 1; = 55 0 0
""")


@pytest.mark.parametrize("ruling", RULINGS, ids=str)
def test_rulings(ruling: Ruling) -> None:
    """What is read and scored, by the numbers of the rules page."""
    check(ruling)


def begun(*deck: str, **options: OptionValue) -> Play:
    """A game with words hidden, seat 1 at turn."""
    return Play(ROWS, deck=[*deck, "NORMAL", "NORMAL", "NORMAL"], options=options)


def test_prompts_name_who_may_be_asked() -> None:
    """Only opponents with hidden cards can be asked; who is not at turn may only guess."""
    play = begun()
    play.open(B, *range(1, 11))
    prompts = play.prompts()
    assert play.targets(A, "ask") == (C,)
    assert prompts[A].urgent
    assert prompts[A].due == 60_000
    assert not prompts[B].urgent
    assert prompts[B].due is None
    play.open(A, *range(1, 13))
    assert C not in play.prompts()  # nobody he could guess


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_turns_go_round(seats: int) -> None:
    """R-P-19: everybody has his turn, in seat order."""
    play = Play(["FISH"] * seats, activity_deck="none")
    order: list[int] = []
    for _ in range(2 * seats):
        turn = play.state.turn
        order.append(turn)
        play.ask(turn, next(s for s in play.state.seats if s != turn), "Z")
    assert order == [*range(1, seats + 1)] * 2


NO_ROW = "Use letters from A to Z, with dots for blanks before or after the word."


@pytest.mark.parametrize(
    ("move", "text"),
    [
        (Ask(Seat(9), "E"), "That player has no hidden cards. Ask somebody else."),
        (Ask(B, "e"), "Ask for a letter from A to Z, or a dot for a blank."),
        (Ask(B, "EE"), "Ask for a letter from A to Z, or a dot for a blank."),
        (Hide("FISH"), "Your word is already hidden. You can't change it."),
        (Hide("lantern"), NO_ROW),
        (Hide("A B"), NO_ROW),
        (Guess(Seat(9), "LANTERN..."), NO_REPLY),
        (Guess(B, "LANTERN...", 1), NO_REPLY),
    ],
)
def test_what_only_a_program_can_send_is_refused(move: Move, text: str) -> None:
    """O-P-9, O-P-4, G-2: with the words for everybody."""
    play = begun() if text != NO_ROW else Play(word_check="off")
    assert play.refused(A, move).text == text
