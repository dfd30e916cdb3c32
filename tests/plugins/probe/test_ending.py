"""Final rounds, the end, and leaving: R-P-42 to R-P-45, O-P-29 to O-P-34, O-P-41, O-P-45."""

from __future__ import annotations

import pytest

from parlour_probe.heard import (
    Turn,
)
from tests.plugins.probe.playbook import A, B, C, Play
from tests.plugins.probe.rulings import Ruling, check, rulings

RULINGS = rulings("""\
R-P-42, O-P-29, O-P-30, R-P-43, O-P-33: in the hider's turn, which ends; then two turns for each
| other.
up b 1-2 4; up c 1 3-4; a hit b 3
> bob shows an S at space 3. ann scores 65 (total 65), 50 of it for the last card.
a hit c 2
> cy shows an R at space 2. ann scores 60 (total 125), 50 of it for the last card. | Only ann
| still has hidden cards. Turns to come: bob 2, cy 2. | It's bob's turn.
final 0 1 2
a: It's bob's turn to ask. | Activity cards left: 10. | Only you still have hidden cards. Turns
| to come: bob 1, cy 2.
b? Ask for a letter (ask ann e) or guess a word (guess ann ..WORD.).
b ask a z; c ask a z
> cy asks ann for a Z. ann has no Z. | It's ann's turn. There is nobody left to ask. | It's bob's
| turn.
b ask a z; final 0 0 0; c ask a z
> cy asks ann for a Z. ann has no Z. | ann turns up what nobody found, at spaces 1, 2, 3, 4, 5,
| 6, 7, 8, 9. ann scores 90 for the cards and 100 for keeping the word (total 315). | The last
| turns have been played. The game is over. | ann: CROCODILE | bob: FISH | cy: TREE
over a

O-P-29, R-P-42: the turn in progress of another is finished and not counted; silence is a turn.
up b 1-4; up c 1 3-4; a ask c z; b hit c 2
> cy shows an R at space 2. bob scores 60 (total 60), 50 of it for the last card. | Only ann
| still has hidden cards. Turns to come: bob 2, cy 2.
final 0 2 2; b ask a z; c ask a z
> cy asks ann for a Z. ann has no Z. | It's ann's turn. There is nobody left to ask. | It's bob's
| turn.
time
> bob runs out of time. | It's cy's turn.
c ask a z
> cy asks ann for a Z. ann has no Z. | It's ann's turn. There is nobody left to ask. | It's bob's
| turn.
time
> bob runs out of time. | ann turns up what nobody found, at spaces 1, 2, 3, 4, 5, 6, 7, 8, 9.
| ann scores 90 for the cards and 100 for keeping the word (total 190). ...

O-P-29: unless it counts as the first of the two.
with final_current_turn_counts=yes
up b 1-4; up c 1 3-4; a ask c z; b hit c 2
> cy shows an R at space 2. bob scores 60 (total 60), 50 of it for the last card. | Only ann
| still has hidden cards. Turns to come: bob 1, cy 2.
final 0 1 2

O-P-29: an activity card may begin the final rounds, too.
deck NORMAL LEFT
up b 1-4; up c 1 3-4; a ask c z; c show 2
> cy shows an R at space 2. bob scores 10 (total 10). | Only ann still has hidden cards. Turns to
| come: bob 2, cy 2.
may b ask guess

O-P-31: an additional turn uses up none of the two.
deck NORMAL ADDITIONAL ADDITIONAL
up b 1-4; up c 1 3-4; a hit c 2; final 0 1 2; b ask a z; b ask a z; final 0 1 2; b ask a z
> bob asks ann for a Z. ann has no Z. | It's cy's turn.

O-P-32, R-P-43: the hider obeys a card that scores.
deck NORMAL NORMAL NORMAL +25
up b 1-4; up c 1 3-4; a hit c 2; b ask a z; c ask a z
> cy asks ann for a Z. ann has no Z. | It's ann's turn. Activity card: add 25 points (total 85).
| There is nobody left to ask. | It's bob's turn.

O-P-32: they show a blank, and then their turn is over.
rows .AX FISH TREE
deck NORMAL NORMAL NORMAL OWN_BLANK
up b 1-4; up c 1 3-4; a hit c 2; b ask a z; c ask a z; may a show; a show 1
> ann shows a blank at space 1. | It's bob's turn.

O-P-32, O-P-33: or the game, if it was the last card.
rows .AX FISH TREE
deck NORMAL NORMAL NORMAL OWN_BLANK
up a 2-3; up b 1-4; up c 1 3-4; a hit c 2; b ask a z; c ask a z; a show 1
> ann shows a blank at space 1. | All cards are face up. The game is over. | ann: .AX | bob: FISH
| | cy: TREE

O-P-33, R-P-45: a last card shown earlier ends the game, and nothing is paid for keeping a word.
deck NORMAL RIGHT
up a 2-9; up b 1-2 4; up c 1 3-4; a hit b 3; a hit c 2
b> cy shows an R at space 2. ann scores 60 (total 125), 50 of it for the last card. | Only ann
| still has hidden cards. Turns to come: you 2, cy 2. | Your turn. Activity card: player on the
| right shows a card. ann chooses.
a show 1
> ann shows a C at space 1. bob scores 5 (total 5). ...

R-P-44, O-P-34: for five cards kept their values and 100.
up a 1-4; up b 1-4; up c 1 3-4; a hit c 2; = 60 0 0; b ask a z; c ask a z; b ask a z; c ask a z
a> cy asks you for a Z. You have no Z. | You turn up what nobody found, at spaces 5, 6, 7, 8, 9.
| You score 45 for the cards and 100 for keeping the word (total 205). ...
> cy asks ann for a Z. ann has no Z. | ann turns up what nobody found, at spaces 5, 6, 7, 8, 9.
| ann scores 45 for the cards and 100 for keeping the word (total 205). ...
= 205 0 0; face a CROCODILE

R-P-44, O-P-34: for four 50.
up a 1-5; up b 1-4; up c 1 3-4; a hit c 2; b ask a z; c ask a z; b ask a z; c ask a z
> cy asks ann for a Z. ann has no Z. | ann turns up what nobody found, at spaces 6, 7, 8, 9. ann
| scores 35 for the cards and 50 for keeping the word (total 145). ...

O-P-45, G-3: the referee answers for who has left, at once and by the same stage.
rows CROCODILE FISH TREE BANANA
leave d
> dee has left. The referee now answers for dee's rack.
a ask d a
> ann asks dee for an A. dee must show one. | The referee shows an A at space 4 for dee. ann
| scores 15 (total 15).
may a ask guess; = 15 0 0 0

O-P-45: the turns of who has left are skipped, the one in progress too.
rows CROCODILE FISH TREE BANANA
leave b; a ask b z
> ann asks bob for a Z. bob has no Z. | It's cy's turn.
leave c
> cy has left. The referee now answers for cy's rack. | It's dee's turn.

O-P-45: who leaves with a card to show shows it at once; the owner shows it if the asker leaves.
rows CROCODILE FISH TREE BANANA
a ask d a; leave d
> dee has left. The referee now answers for dee's rack. | The referee shows an A at space 4 for
| dee. ann scores 15 (total 15).
may a ask guess; a ask c e; leave a
> ann has left. The referee now answers for ann's rack.
may c show guess; c show 3
> cy shows an E at space 3. ann scores 15 (total 30). | It's bob's turn.
= 30 0 0 0

O-P-45: who leaves with a blank of their own to show ends their turn.
rows .CALM CROCODILE FISH TREE
deck OWN_BLANK
leave a
> ann has left. The referee now answers for ann's rack. | The referee shows a blank at space 1
| for ann. | It's bob's turn.

O-P-45: an activity card may concern who has left.
rows CROCODILE FISH TREE BANANA
deck NORMAL NORMAL LEFT
leave d; a ask b z; b ask a z
> bob asks ann for a Z. ann has no Z. | It's cy's turn. Activity card: player on the left shows a
| card. dee chooses. | The referee shows an N at space 3 for dee. cy scores 15 (total 15).
may c ask guess

O-P-45, R-P-45: with one player left the game stops, who is ranked alone; no more points.
a hit b 3; leave a; leave c
> cy has left. The referee now answers for cy's rack. | Only one player is left. The game is
| over. | ann: CROCODILE | bob: FISH | cy: TREE
= 15 0 0; over b

O-P-45, O-P-33: in the final rounds the turns of who leaves are void.
rows CROCODILE FISH TREE CALM
up b 1-4; up c 1-4; up d 1-3; a hit d 4; final 0 1 2 2; leave c; final 0 1 0 2; b ask a z
> bob asks ann for a Z. ann has no Z. | It's dee's turn.
d ask a z; b ask a z; leave d
> dee has left. The referee now answers for dee's rack. | ann turns up what nobody found, at
| spaces 1, 2, 3, 4, 5, 6, 7, 8, 9. ann scores 90 for the cards and 100 for keeping the word (total
| 255). ...

O-P-45: a hider who has left is paid like any other, and not ranked.
rows CROCODILE FISH TREE CALM
leave a; up b 1-4; up c 1-4; up d 1-4; b ask a e
> bob asks ann for an E. ann must show one. | The referee shows an E at space 9 for ann. bob
| scores 15 (total 15). | Only ann still has hidden cards. Turns to come: bob 2, cy 2, dee 2.
b ask a z; c ask a z; d ask a z; b ask a z; c ask a z; d ask a z; b ask a z
> bob asks ann for a Z. ann has no Z. | ann turns up what nobody found, at spaces 1, 2, 3, 4, 5,
| 6, 7, 8. ann scores 75 for the cards and 100 for keeping the word (total 175). ...
over b

O-P-23, O-P-45: a guess that waits for the card of one who leaves is judged then.
rows CROCODILE FISH TREE BANANA
a ask d a; b guess d banane; leave d
> dee has left. The referee now answers for dee's rack. | The referee shows an A at space 4 for
| dee. ann scores 15 (total 15). | bob guesses BANANE as dee's word: wrong. bob loses 50 (total
| -50).

1.6, step 4: what follows a card: pay, final rounds, guesses that waited, the end of the turn.
rows FISH CALM TREES
up a 1-4; up b 1-3; a ask b m; b guess c treed; b show 4
> bob shows an M at space 4. ann scores 65 (total 65), 50 of it for the last card. | Only cy
| still has hidden cards. Turns to come: ann 2, bob 2. | bob guesses TREED as cy's word: wrong. bob
| loses 50 (total -50).
may a ask guess

1.6, step 4, O-P-29: a guess that waited may leave nobody to ask.
rows FISH CALM TABLE
up b 1-3; a ask b m; b guess c table; b show 4
> bob shows an M at space 4. ann scores 65 (total 65), 50 of it for the last card. | bob guesses
| TABLE as cy's word: right! bob scores 155 (total 155). | Only ann still has hidden cards. Turns
| to come: bob 2, cy 2. | It's bob's turn.

O-P-41, R-P-32: the hider's word is looked up after the bonus.
rows XYZZY FISH TREE
with word_check=reveal
up b 1-4; up c 1 3-4; a hit c 2; b ask a q; c ask a q; b ask a q; c ask a q
> cy asks ann for a Q. ann has no Q. | ann turns up what nobody found, at spaces 1, 2, 3, 4, 5.
| ann scores 55 for the cards and 100 for keeping the word (total 215). | XYZZY isn't in the word
| list. ann loses 100 (total 115). ...

1.6, step 4, R-P-32: the spelling comes before guesses that waited and final rounds.
rows FISH CALX TABLE
with word_check=reveal
up b 1-3; a ask b x; b guess c table; b show 4
> bob shows an X at space 4. ann scores 65 (total 65), 50 of it for the last card. | CALX isn't
| in the word list. bob loses 100 (total -100). | bob guesses TABLE as cy's word: right! bob scores
| 155 (total 55). | Only ann still has hidden cards. Turns to come: bob 2, cy 2. | It's bob's turn.
""")


@pytest.mark.parametrize("ruling", RULINGS, ids=str)
def test_rulings(ruling: Ruling) -> None:
    """What is read and scored, by the numbers of the rules page."""
    check(ruling, rows="CROCODILE FISH TREE")


@pytest.mark.parametrize("card", ["ADDITIONAL", "X3", "X4", "X5", "LEFT", "RIGHT"])
def test_cards_without_effect_for_the_hider(card: str) -> None:
    """O-P-32: additional turns, multipliers and neighbours are void for who asks nothing."""
    play = Play(["CROCODILE", "FISH", "TREE"], deck=[*["NORMAL"] * 3, card, *["NORMAL"] * 9])
    play.open(B, 1, 2, 3, 4)
    play.open(C, 1, 3, 4)
    play.hit(A, C, 2)
    play.ask(B, A, "Z")
    play.ask(C, A, "Z")
    hider, after = play.of(Turn)
    assert (hider.seat, hider.card, hider.void, hider.idle) == (A, card, True, True)
    assert (after.seat, after.void) == (B, False)
    assert (play.state.extra, play.state.multiplier) == (0, 1)
