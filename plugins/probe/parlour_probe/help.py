"""The rules that players read, in our own words, and the nouns that `help` explains."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from parlour import Topic
from parlour_probe.catalogue import _

TEXT: Final = _.page("rules")
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
