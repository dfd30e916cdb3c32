"""The rules that players read, in our own words, and the nouns that `help` explains."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from parlour import Topic, joined
from parlour_probe.catalogue import _

# fmt: off
TEXT: Final = joined(
    (
        _("PROBE for two to six players"),
        _("""\
Every player hides a word. In your turn you ask the others for letters and
score for each card you turn up. The highest score wins."""),
        _("HIDING A WORD"),
        _("Your rack has twelve spaces. A card scores the value of its space:"),
        _("""\
  space   1  2  3  4  5  6  7  8  9 10 11 12
  value   5 10 15 15 10  5  5 10 15 15 10  5"""),
        _("""\
Choose a word of up to twelve letters. Any kind of word in any form is allowed,
but no names, no abbreviations, and no apostrophes or hyphens. You can add
blank cards before the word, after it, or both, but not inside it. Your deck
has five blanks and two to five of each letter. The word and its blanks take at
most twelve cards. They lie face down from space 1 on, without gaps."""),
        _("""\
  hide ..WORD.        two blanks, your word, one blank
  hide 2 word 1       the same
  hide word           no blanks"""),
        _("""\
Accents are dropped. If your word isn't in the word list, you are warned. Hide
it again to use it anyway: it costs you 100 points once all of it is face up.
The other players learn how many cards you hid, and nothing else. If you run
out of time, the referee uses the word you were warned about, or else chooses a
common word for you."""),
        _("YOUR TURN"),
        _("""\
Your turn starts with an activity card, which takes effect at once. Then you
ask one opponent for one letter or for a blank:"""),
        _("""\
  ask bob e           Does Bob have an E face down?
  ask bob .           Does Bob have a blank face down?"""),
        _("""\
If Bob has such a card, Bob turns up one, and only one. With several to choose
from, the choice is Bob's. You score the value of its space and ask again: any
opponent, any letter. The first No ends your turn. The player on your left, in
the next seat, goes next."""),
        _("""\
Turning up the last hidden card of a word scores 50 more. Asking for a blank
that isn't there costs 50. You can't pass. If you run out of time, your turn
ends. Remember what was asked, because nobody keeps a list. At a table with
notes=on, players may write it down."""),
        _("SHOWING A CARD"),
        _("When somebody asks for a card you have, you are told what to type:"),
        _("  show 5              turn up your card at space 5"),
        _("""\
You are asked even if only one card matches, so nobody learns whether you had a
choice. If you run out of time, the referee shows the matching card that is
worth the most."""),
        _("ACTIVITY CARDS"),
        _("""\
  take your normal turn     Nothing special happens.
  take an additional turn   After your first No, draw another card and go on.
  player on the left        The next player turns up a card of their choice,
    shows a card            and you score its value.
  player on the right       The same, with the previous player.
    shows a card
  show a blank              Turn up a blank if you have one. Nobody scores.
  the first question        If your next question finds a card, its value is
    scores triple           multiplied: three, four or five times.
  add or lose points        Your score changes at once."""),
        _("A card that can't be obeyed has no effect, and your turn goes on."),
        _("GUESSING A WORD"),
        _("""\
At any time, even in another player's turn, you can guess the whole word of a
player who has five or more cards face down. Name every card on the rack,
including blanks and cards that are face up:"""),
        _("""\
  guess bob ..WORD.
  guess bob 2 word 1"""),
        _("""\
If you are right, all of Bob's cards are turned up. You score the values of the
cards that were hidden, plus 100. If anything is wrong, you lose 50. Either way
your own turn goes on. A guess with more or fewer cards than the rack can't be
right, so it is refused: it costs nothing, and nobody else is told. With fewer
than five hidden cards the guess has no effect, and you don't learn whether it
was right. A guess made while somebody chooses a card to show is judged after
that."""),
        _("THE END"),
        _("""\
The game ends when all cards are face up. When only one player still has hidden
cards, the current turn is finished, and then each of the others gets two more
turns. After that the player turns up the remaining cards and scores their
values, plus 50 for keeping the word, or plus 100 if five or more are left."""),
        _("""\
Scores can drop below zero. Players with equal top scores share the win. A
player who leaves isn't ranked. The referee answers for their rack, and their
turns are skipped. If they hadn't hidden a word, the referee hides one, and
nobody learns which. If only one player is left, the game stops."""),
        _("TWO PLAYERS"),
        _("Each of you has two racks, left and right, and hides a word on each:"),
        _("  hide left ..WORD.   then   hide right WORD"),
        _("""\
A question names no rack. If either word has the letter, its owner turns one
up: show L3 is space 3 of the left rack, show R3 of the right one. A word guess
says which word it means, and only that rack's hidden cards count:"""),
        _("  guess bob left ..WORD."),
        _("""\
"Left" and "right" on an activity card mean the opponent's left or right rack.
Each word completed scores 50 more. At the end your two racks count together."""),
        _("FRENCH RULES"),
        _("""\
With edition=fr you play by the rules of the French edition, and with the
French word list. Your word must be a noun, an adjective, an adverb or a verb
in the infinitive; plurals and feminines count. Type it with or without
accents: they don't matter in play, and everybody reads them once the word is
face up. You can guess a word in your own turn only. With fr_recite=on, the 50
points for a last card are yours only if you type the word:"""),
        _("  recite word         Any other word, or none in time, scores nothing."),
        _("TABLE OPTIONS"),
        _("""\
Without edition=fr these are the English rules of 1964. You can change the
clocks, the decks, the word check, and some points that the original rules
leave open: see options."""),
    ),
    "\n\n",
)
# fmt: on
"""Each paragraph is translated by itself."""


TOPICS: Final = (
    Topic(
        ("rack",),
        _(
            "Your rack has twelve spaces, numbered from 1. Your word lies on it face down, one "
            "card on each space, from space 1 on without a gap. Each space has a value. If two "
            "play, each has two racks, left and right, and hides a word on both: "
            "hide left ..WORD."
        ),
    ),
    Topic(
        ("space", "value"),
        _(
            "If you turn up a card you score the value of its space:\n"
            "  space   1  2  3  4  5  6  7  8  9 10 11 12\n"
            "  value   5 10 15 15 10  5  5 10 15 15 10  5"
        ),
    ),
    Topic(
        ("blank", "dot"),
        _(
            "A blank is a card without a letter. You may put blanks before or after your word, "
            "never inside it. Type a dot for each: hide ..WORD. To ask for one: ask BOB . - "
            "If they have none face down, you lose 50 points."
        ),
    ),
    Topic(
        ("activity", "card"),
        _(
            "Each turn begins with an activity card, which is carried out at once. It may give "
            "you another turn, make a neighbour turn up a card, multiply your first question by "
            "3, 4 or 5, or add or take points."
        ),
    ),
    Topic(
        ("neighbour", "left", "right", "neighbor"),
        _(
            "The player at your left has the next seat and plays after you. The player at your "
            "right has the seat before yours. If two play, left and right on an activity card are "
            "the opponent's racks."
        ),
    ),
    Topic(
        ("turn", "question"),
        _(
            "In your turn you ask one player for one letter: ask BOB E. For a Yes you score, "
            "and ask again. The first No ends your turn. You cannot pass."
        ),
    ),
    Topic(
        ("word-guess",),
        _(
            "At any time you may name the whole word of a player with five or more hidden "
            "cards, with its blanks: guess BOB ..WORD. If it is right you score all its hidden "
            "cards and 100. If it is wrong you lose 50. A guess with more or fewer cards than "
            "the rack is refused and costs nothing. If two play, say which word you mean: "
            "guess BOB left ..WORD."
        ),
    ),
    Topic(
        ("bonus",),
        _(
            "Turning up the last hidden card of a word pays 50 more; guessing a whole word pays "
            "100 more. Keeping your own word hidden to the end pays 50, or 100 with five cards "
            "hidden."
        ),
    ),
    Topic(
        ("deck",),
        _(
            "Letters come from a deck with two to five cards of each letter, so a word cannot "
            "hold more of a letter than that. A deck has five blanks."
        ),
    ),
    Topic(
        ("ending", "end-of-game"),
        _(
            "The game ends when all cards are face up. When only one player has hidden cards, "
            "each of the others has two more turns."
        ),
    ),
)
GROUPS: Final[Mapping[str, tuple[str, ...]]] = {
    _("Words"): (
        "min_word_length",
        "word_check",
        "letter_limits",
        "letter_deck",
        "blanks_per_deck",
        "notes",
    ),
    _("Clocks"): ("hide_seconds", "turn_seconds", "choice_seconds", "choice_timeout_penalty"),
    _("Cards"): (
        "activity_deck",
        "deck_exhausted",
        "neighbour_skip",
        "multiplier_scope",
        "completion_bonus_on_activity",
    ),
    _("Guessing"): (
        "interrupt_min_hidden",
        "interrupt_wrong_ends_turn",
        "multiplier_on_word_guess",
        "completion_bonus_with_word_guess",
    ),
}
