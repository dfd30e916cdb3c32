"""Activity cards: R-P-21 to R-P-27, R-P-34, R-P-46, O-P-13 to O-P-20."""

from __future__ import annotations

import pytest

from tests.plugins.probe.rulings import Ruling, check, rulings

RULINGS = rulings("""\
R-P-21: with a normal card the player asks.
deck NORMAL
> cy has hidden 9 cards. | It's ann's turn.
may a ask guess

R-P-22: after the first No another card is drawn, and the turn goes on to the next No.
deck ADDITIONAL +20
a ask b z
> ann asks bob for a Z. bob has no Z. | ann plays on. Activity card: add 20 points (total 20).
a hit b 1; a ask b z
> ann asks bob for a Z. bob has no Z. | It's bob's turn.

O-P-13: additional turns add up; a missed blank costs 50, and the turn goes on.
deck ADDITIONAL ADDITIONAL ADDITIONAL
b: It's ann's turn to ask. | Activity card: take an additional turn. | Activity cards left: 14. |
| Additional turns left: 1.
a ask c .
> ann asks cy for a blank. cy has no blank. ann loses 50 (total -50). | ann plays on. Activity
| card: take an additional turn.
a ask b z; a ask b z
> ann asks bob for a Z. bob has no Z. | ann plays on.
a ask b z
> ann asks bob for a Z. bob has no Z. | It's bob's turn.

R-P-23, O-P-14: the next seat shows any card before anything is asked.
deck LEFT
> cy has hidden 9 cards. | It's ann's turn. Activity card: player on the left shows a card. bob
| chooses.
may a guess; may b show guess
b? Turn up one of your cards for ann: show 1, 2, 3, 4, 5, 6, 7, 8, 9 or 10
b show 3
> bob shows an N at space 3. ann scores 15 (total 15).
may a ask guess; due 60

R-P-23, O-P-14: or the previous seat.
deck RIGHT
> cy has hidden 9 cards. | It's ann's turn. Activity card: player on the right shows a card. cy
| chooses.
may c show guess; c show 9
> cy shows an E at space 9. ann scores 15 (total 15).

R-P-23, R-P-34, O-P-15: even a last card, for its value without the 50.
deck NORMAL LEFT
up c 2-9; a ask b z; c show 1
> cy shows a C at space 1. bob scores 5 (total 5).
= 0 5 0

O-P-15: the 50 may be paid for a last card by an activity card too.
deck NORMAL LEFT
with completion_bonus_on_activity=yes
up c 2-9; a ask b z; c show 1
> cy shows a C at space 1. bob scores 55 (total 55), 50 of it for the last card.

O-P-15: but never for one's own last blank.
deck NORMAL OWN_BLANK
with completion_bonus_on_activity=yes
up b 1-9; a ask c z; b show 10
> bob shows a blank at space 10.
= 0 0 0

O-P-14, R-P-27, C-P-8: if the neighbour hides nothing the card has no effect, and the turn goes on.
deck NORMAL LEFT
up c 1-9; a ask b z
> ann asks bob for a Z. bob has no Z. | It's bob's turn. Activity card: player on the left shows
| a card. It has no effect.
may b ask guess

O-P-14: with neighbour_skip the next player that way who hides a card is meant.
rows ..TREASURER. LANTERN... CROCODILE FISH
deck NORMAL LEFT RIGHT
with neighbour_skip=yes
up c 1-9; a ask b z
d> ann asks bob for a Z. bob has no Z. | It's bob's turn. Activity card: player on the left shows
| a card. You choose.
d show 1; b ask d z
b> You ask dee for a Z. dee has no Z. | It's cy's turn. Activity card: player on the right shows
| a card. You choose.

O-P-14: which is never oneself.
deck NORMAL LEFT
with neighbour_skip=yes
up a 1-12; up c 1-9; a ask b z
> ann asks bob for a Z. bob has no Z. | It's bob's turn. Activity card: player on the left shows
| a card. It has no effect. There is nobody left to ask. | It's cy's turn.

R-P-24, R-P-34: who hides a blank turns one up before they ask, and nobody is paid.
deck OWN_BLANK
> cy has hidden 9 cards. | It's ann's turn. Activity card: show a blank if you have one.
a? You have a blank. Turn one up: show 1, 2 or 12
a: You must show a card because of an activity card. | Activity card: show a blank if you have
| one. | Activity cards left: 12.
b: ann must show a card because of an activity card. | Activity card: show a blank if you have
| one. | Activity cards left: 12.
may a show guess
a show 3 -> You can't show space 3. Choose from: 1, 2, 12.
a show 12
> ann shows a blank at space 12.
= 0 0 0; may a ask guess

R-P-24, R-P-27: without a hidden blank the card has no effect.
deck NORMAL NORMAL OWN_BLANK
a ask b z; b ask c z
> bob asks cy for a Z. cy has no Z. | It's cy's turn. Activity card: show a blank if you have
| one. It has no effect.
may c ask guess

R-P-25, C-P-7: only the first guess is multiplied.
deck X3
a: It's your turn to ask. | Activity card: the first question scores triple. | Activity cards
| left: 12. | The next question scores 3 times its value.
a hit b 3
> bob shows an N at space 3. ann scores 45 (total 45).
a hit b 2; = 55 0 0

R-P-25: by four.
deck X4
a hit b 3; = 60 0 0

R-P-25, O-P-17: by five; a first miss loses it, and penalties are not multiplied.
deck ADDITIONAL X5
a ask b z
> ann asks bob for a Z. bob has no Z. | ann plays on. Activity card: the first question scores
| five times.
a ask c .; = -50 0 0; b hit c 1; = -50 5 0

O-P-17: it is lost with the turn, too.
deck X5
time; b hit c 1; = 0 5 0

O-P-16: the 50 for a last card are added once.
deck X3
up b 2-10; a hit b 1
> bob shows an L at space 1. ann scores 65 (total 65), 50 of it for the last card.

O-P-16: or they are multiplied too.
deck X3
with multiplier_scope=card_and_bonus
up b 2-10; a hit b 1
> bob shows an L at space 1. ann scores 165 (total 165), 150 of it for the last card.

R-P-26, O-P-19: points are booked at once; a score may be negative.
deck -10 +15 +20 +25
> cy has hidden 9 cards. | It's ann's turn. Activity card: lose 10 points (total -10).
= -10 0 0; a ask b z; = -10 15 0; b ask c z; = -10 15 20; c ask b z
> cy asks bob for a Z. bob has no Z. | It's ann's turn. Activity card: add 25 points (total 15).
= 15 15 20

O-P-20: with deck_exhausted=none play goes on without cards.
deck +15 end
with deck_exhausted=none
= 15 0 0; a ask b z
> ann asks bob for a Z. bob has no Z. | It's bob's turn.
may b ask guess

O-P-20: otherwise the used cards are shuffled and drawn again.
deck +15 end
a ask b z
> ann asks bob for a Z. bob has no Z. | No activity cards are left. The referee shuffles the 1
| used cards. | It's bob's turn. Activity card: add 15 points (total 15).
= 15 15 0

R-P-46: options without an occasion are allowed, such as those of cards that nobody draws.
deck end
with activity_deck=none neighbour_skip=yes completion_bonus_on_activity=yes
with multiplier_on_word_guess=yes multiplier_scope=card_and_bonus
with choice_seconds=0 choice_timeout_penalty=50
a ask b t; due -; b show 4; = 15 0 0; a guess b lantern...
> ann guesses LANTERN... as bob's word: right! ann scores 190 (total 205).
""")


@pytest.mark.parametrize("ruling", RULINGS, ids=str)
def test_rulings(ruling: Ruling) -> None:
    """What is read and scored, by the numbers of the rules page."""
    check(ruling)
