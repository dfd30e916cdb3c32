"""Whole words: R-P-35 to R-P-41, O-P-18, O-P-21 to O-P-28."""

from __future__ import annotations

import pytest

from parlour import OptionValue, TextArg
from parlour_kit import SmallList
from parlour_probe.heard import Guessed
from parlour_probe.state import Phase
from tests.plugins.probe.playbook import A, B, C, D, Play
from tests.plugins.probe.rulings import Ruling, check, rulings

ROWS = ["..TREASURER.", "LANTERN...", "CROCODILE"]

RULINGS = rulings("""\
R-P-35, C-P-4, O-P-21: whoever's turn it is, anybody may guess; all hear it, and the clock runs on.
b? You can guess a whole word at any time: guess ann ..WORD.
now 20; c guess b lantern...
> cy guesses LANTERN... as bob's word: right! cy scores 205 (total 205).
a> cy guesses LANTERN... as bob's word: right! cy scores 205 (total 205).
b> cy guesses LANTERN... as your word: right! cy scores 205 (total 205).
c> You guess LANTERN... as bob's word: right! You score 205 (total 205).
may a ask guess; due 40; face b LANTERN...

R-P-37, C-P-3, R-P-39: with five hidden cards it counts: their values and 100.
up b 1-5; c guess b lantern...; = 0 0 150

R-P-37, R-P-41, O-P-24: with four it does not; the answer is the same, right or wrong.
up b 1-6
c guess b lantern... -> That player has too few hidden cards for a word guess. Nothing has changed.
c guess b nonsense -> That player has too few hidden cards for a word guess. Nothing has changed.
c guess b a -> That player has too few hidden cards for a word guess. Nothing has changed.
b guess b lantern... -> You can't guess your own word.
= 0 0 0

C-P-3: how many must be hidden is an option.
with interrupt_min_hidden=10
c guess a ..treasurer.; = 0 0 220; up b 1
a guess b lantern... -> That player has too few hidden cards for a word guess. Nothing has changed.

R-P-38, R-P-40, O-P-25, O-P-22: each letter and blank in order; each wrong guess costs 50.
up b 1; c guess b .lantern..
> cy guesses .LANTERN.. as bob's word: wrong. cy loses 50 (total -50).
c guess b ..lantern.; c guess b lanterns..; c guess b lanterm...; c guess b 0 rantern 3
= 0 0 -250; face b L?????????; c guess b 0 lantern 3
> cy guesses LANTERN... as bob's word: right! cy scores 200 (total -50).
a guess b lantern... -> That player has too few hidden cards for a word guess. Nothing has changed.

O-P-18: a guess of another number of cards cannot be right, and costs nothing.
deck X3
with multiplier_on_word_guess=yes
a guess b lantern -> That is 7 cards, and the rack has 10, blanks included. Nothing has changed.
c guess b x -> That is 1 card, and the rack has 10, blanks included. Nothing has changed.
a ask b n
c guess b lantern.... -> That is 11 cards, and the rack has 10, blanks included. Nothing has
| changed.
b show 3; = 45 0 0; up b 1-6
c guess b lantern -> That player has too few hidden cards for a word guess. Nothing has changed.

R-P-39, O-P-26: of a rack partly up the hidden cards only, and not the 50 for a last card.
up b 1 3; a guess b lantern...; = 185 0 0; may a ask guess

O-P-26: unless the 50 are paid too.
with completion_bonus_with_word_guess=yes
a guess b lantern...; = 255 0 0

O-P-23: a guess waits for the card, and only its sender knows.
a ask b n; c guess b lantern...
>
a>
c> Your guess LANTERN... for bob will be judged once the card is shown.
c: bob must show a card. ann asked for an N. | Activity cards left: 11. | Your guess LANTERN...
| for bob waits for the card.
b: You must show a card. ann asked for an N. | Activity cards left: 11.
a guess b lanterns..
c>
b show 3
> bob shows an N at space 3. ann scores 15 (total 15). | cy guesses LANTERN... as bob's word:
| right! cy scores 190 (total 190).
a> bob shows an N at space 3. You score 15 (total 15). | cy guesses LANTERN... as bob's word:
| right! cy scores 190 (total 190). | That player has too few hidden cards for a word guess.
| Nothing has changed.
b> You show an N at space 3. ann scores 15 (total 15). | cy guesses LANTERN... as your word:
| right! cy scores 190 (total 190).
= 15 0 190

O-P-23, O-P-24, R-P-41: with five hidden cards one of which is shown it cannot count, so it need
| not wait.
up b 4-6 8-9; a ask b n
c guess b lantern... -> That player has too few hidden cards for a word guess. Nothing has changed.
c guess b nonsense -> That player has too few hidden cards for a word guess. Nothing has changed.
b show 3
> bob shows an N at space 3. ann scores 15 (total 15).
= 15 0 0

O-P-23: with six it waits, and counts.
up b 4-6 8; a ask b n; c guess b lantern...; b show 3
> bob shows an N at space 3. ann scores 15 (total 15). | cy guesses LANTERN... as bob's word:
| right! cy scores 150 (total 150).

O-P-23: the owner of the card may guess meanwhile; nobody guesses their own word.
deck LEFT
may a guess; may b show guess; b guess a ..treasurer.
b guess b lantern... -> You can't guess your own word.
b show 1
> bob shows an L at space 1. ann scores 5 (total 5). | bob guesses ..TREASURER. as ann's word:
| right! bob scores 220 (total 220).
may a ask guess

O-P-23: also if the referee shows the card.
a ask b n; c guess a ..treasurer.; time
> The referee shows an N at space 3 for bob. ann scores 15 (total 15). | cy guesses ..TREASURER.
| as ann's word: right! cy scores 220 (total 220).

O-P-23, O-P-33: a last card leaves nothing to guess.
with interrupt_min_hidden=1
up a 1-12; up b 1-10; up c 1-8; a ask c e
b guess c crocodile -> That player has too few hidden cards for a word guess. Nothing has changed.
c show 9
> cy shows an E at space 9. ann scores 65 (total 65), 50 of it for the last card. | All cards are
| face up. The game is over. | ann: ..TREASURER. | bob: LANTERN... | cy: CROCODILE

O-P-27: a guess, right or wrong, is no question: the turn and its clock go on.
a guess b lanterns..; now 30; a guess b lantern...
> ann guesses LANTERN... as bob's word: right! ann scores 205 (total 155).
may a ask guess; due 30

O-P-27: a wrong one may end one's own turn, at once or once the card is up.
with interrupt_wrong_ends_turn=yes
c guess b lanterns..; may a ask guess; a guess b lanterns..
> ann guesses LANTERNS.. as bob's word: wrong. ann loses 50 (total -50). | It's bob's turn.
b ask a r; b guess a ..treasures.; may b guess; a show 4
> ann shows an R at space 4. bob scores 15 (total 15). | bob guesses ..TREASURES. as ann's word:
| wrong. bob loses 50 (total -35). | It's cy's turn.

O-P-27, O-P-30: if nobody else hides a card then, the turn is over.
up c 1-9; a guess b lantern...
> ann guesses LANTERN... as bob's word: right! ann scores 205 (total 205). | Only ann still has
| hidden cards. Turns to come: bob 2, cy 2. | It's bob's turn.

O-P-28: not while words are being hidden, but in the final rounds.
up c 1-9; a guess b lantern...; c guess a ..treasurer.
> cy guesses ..TREASURER. as ann's word: right! cy scores 220 (total 220). ...
= 205 0 220

O-P-18: a guess is not multiplied, and leaves the multiplier.
deck X3
a guess b lantern...; = 205 0 0; a hit c 1; = 220 0 0

O-P-18, O-P-16: unless it counts as the first question; that of another player does not.
deck X3
with multiplier_on_word_guess=yes
c guess a ..treasures.; a guess b lantern...; = 415 0 -50; a hit c 1; = 420 0 -50

O-P-16, O-P-18: the 100 too, if that is the scope.
deck X3
with multiplier_on_word_guess=yes multiplier_scope=card_and_bonus
a guess b lantern...; = 615 0 0

O-P-17, O-P-18: a wrong one loses the multiplier then, and the 50 are not multiplied.
deck X5
with multiplier_on_word_guess=yes
a guess b lanterns..; a hit c 1; = -45 0 0

R-P-32, O-P-3: a guessed word is looked up, too.
rows XYZZY FISH TREE
with word_check=reveal
b guess a xyzzy
> bob guesses XYZZY as ann's word: right! bob scores 155 (total 155). | XYZZY isn't in the word
| list. ann loses 100 (total -100).
""")


@pytest.mark.parametrize("ruling", RULINGS, ids=str)
def test_rulings(ruling: Ruling) -> None:
    """What is read and scored, by the numbers of the rules page."""
    check(ruling)


def begun(*deck: str, **options: OptionValue) -> Play:
    """A game with words hidden, seat 1 at turn."""
    return Play(ROWS, deck=[*deck, *["NORMAL"] * 6], options=options)


def test_the_examples_of_a_guess_have_the_right_number_and_are_never_right() -> None:
    """O-P-18: a program may send each of them, and learns nothing that it could not know."""
    play = begun()
    counts = play.state.terms.letter_cards
    args = [arg for move in play.prompts()[C].moves for arg in move.args]
    offered = [arg.examples for arg in args if isinstance(arg, TextArg)]
    assert [len(rows[0]) for rows in offered] == [12, 10]
    for row in (row for rows in offered for row in rows):
        assert len(row) > counts[row[0]]
        assert {*row} == {row[0]}


def test_four_players_prompts_for_guesses() -> None:
    """Only opponents with enough hidden cards are offered, and all of that is public."""
    play = Play([*ROWS, "FISH"], activity_deck="none")
    targets = {seat: play.targets(seat, "guess") for seat in play.prompts()}
    assert targets == {A: (B, C), B: (A, C), C: (A, B), D: (A, B, C)}
    assert play.state.phase is Phase.ASKING


class Mute(SmallList):
    """A list that may not be asked for a word."""

    def __contains__(self, word: object) -> bool:
        raise AssertionError(f"asked for {word}")


def test_the_list_is_asked_about_a_word_only_if_it_may_cost_something() -> None:
    """R-P-11: otherwise the time that this takes would tell something, and nobody needs it."""
    play = Play(ROWS, lexicon=Mute(), word_check="off")
    play.guess(A, B, ROWS[1])
    assert play.one(Guessed).right
