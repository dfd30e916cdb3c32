"""The options of a Probe table, and the terms of play they result in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from parlour import (
    ChoiceOption,
    Deck,
    DeckOption,
    Lexicon,
    NumberOption,
    Option,
    OptionValue,
    SeatOption,
    SwitchOption,
)
from parlour_probe.catalogue import _
from parlour_probe.decks import (
    ACTIVITIES,
    ACTIVITY_DECKS,
    LETTER_DECKS,
    LETTERS,
    SPACES,
    all_cards,
    letter_counts,
)

FRENCH: Final = "fr"
"""The edition with the rules of the French sheet."""
RECITE: Final = "fr_recite"
LETTER_DECK: Final = "letter_deck"
ACTIVITY_DECK: Final = "activity_deck"
LONGEST_CLOCK_S: Final = 3600
"""One hour. Players who want to think longer can turn the clock off."""

OPTIONS: Final[tuple[Option, ...]] = (
    ChoiceOption(
        "edition",
        _("which rules: English of 1964, or French (with lexicon=fr, letter_limits=off)"),
        "en1964",
        ("en1964", FRENCH),
        brings={
            "en1964": {"lexicon": "en", "letter_limits": True},
            FRENCH: {"lexicon": "fr", "letter_limits": False},
        },
    ),
    SeatOption("first_player", _("who takes the first turn"), "random", ("random",)),
    NumberOption(
        "racks",
        _("two players: racks for each, 2 as in the rules, or 1"),
        2,
        1,
        2,
        told={
            2: _(
                "Two players hide two words each, on two racks. A question names no rack, a word "
                "guess does. <<One rack each: options racks=1>>"
            )
        },
    ),
    NumberOption("min_word_length", _("fewest letters a word may have"), 1, 1, SPACES),
    ChoiceOption(
        "word_check",
        _("unknown words: reveal (lose 100 once shown), reject (refuse), off (allow)"),
        "reveal",
        ("reveal", "reject", "off"),
    ),
    SwitchOption("letter_limits", _("a word can't use more of a letter than the deck has"), True),
    DeckOption(
        LETTER_DECK,
        _("how many of each letter a deck has"),
        "F4Z2",
        LETTER_DECKS,
        frozenset(LETTERS),
    ),
    NumberOption("blanks_per_deck", _("blank cards in each letter deck"), 5, 5, 6),
    DeckOption(
        ACTIVITY_DECK,
        _("which set of activity cards"),
        "activity48",
        tuple(ACTIVITY_DECKS),
        ACTIVITIES,
    ),
    ChoiceOption(
        "deck_exhausted",
        _("when the activity cards run out: reshuffle, or none (play on without)"),
        "reshuffle",
        ("reshuffle", "none"),
    ),
    NumberOption("hide_seconds", _("time to hide a word; 0 = no limit"), 180, 0, LONGEST_CLOCK_S),
    NumberOption(
        "turn_seconds", _("time for each question; 0 = no limit"), 60, 0, LONGEST_CLOCK_S
    ),
    NumberOption("choice_seconds", _("time to show a card; 0 = no limit"), 30, 0, LONGEST_CLOCK_S),
    NumberOption(
        "choice_timeout_penalty", _("points lost for not showing a card in time"), 0, 0, 100
    ),
    SwitchOption("neighbour_skip", _("left and right skip players with no hidden cards"), False),
    SwitchOption(
        "completion_bonus_on_activity",
        _("50 for a last card shown for an activity card too"),
        False,
    ),
    ChoiceOption(
        "multiplier_scope",
        _("triple and more multiply the card only, or the 50 for a last card too"),
        "card",
        ("card", "card_and_bonus"),
    ),
    SwitchOption(
        "multiplier_on_word_guess", _("triple and more apply to a word guess too"), False
    ),
    NumberOption("interrupt_min_hidden", _("hidden cards needed for a word guess"), 5, 1, SPACES),
    SwitchOption("completion_bonus_with_word_guess", _("50 more for a right word guess"), False),
    SwitchOption(
        "interrupt_wrong_ends_turn", _("a wrong word guess ends the guesser's own turn"), False
    ),
    SwitchOption("final_current_turn_counts", _("the current turn is one of the last two"), False),
    ChoiceOption(
        "final_bonus_per",
        _("two players: the bonus for kept words is paid once a player or once a rack"),
        "player",
        ("player", "rack"),
    ),
    SwitchOption(RECITE, _("French rules: type a word that you complete, or lose its 50"), False),
    SwitchOption(
        "notes",
        _("racks show the letters they have denied, and logs keep the questions"),
        False,
        told={
            True: _("Notes are on: racks show what they denied. <<Without: options notes=off>>"),
            False: _(
                "Notes are off: you play from memory. <<Racks with notes: options notes=on>>"
            ),
        },
    ),
)


class Terms(msgspec.Struct, frozen=True):
    """The options a game is played under, by name. Clocks are in seconds; 0 means no clock."""

    min_word_length: int
    word_check: str
    letter_limits: bool
    letter_deck: str
    letters: str
    """Every letter card of a deck of the host; empty for a printed deck."""
    blanks_per_deck: int
    activity_deck: str
    deck_exhausted: str
    hide_seconds: int
    turn_seconds: int
    choice_seconds: int
    choice_timeout_penalty: int
    neighbour_skip: bool
    completion_bonus_on_activity: bool
    multiplier_scope: str
    multiplier_on_word_guess: bool
    interrupt_min_hidden: int
    completion_bonus_with_word_guess: bool
    interrupt_wrong_ends_turn: bool
    final_current_turn_counts: bool
    final_bonus_per: str
    edition: str
    fr_recite: bool
    notes: bool
    """Changes no ruling. Players see what each rack has denied, and their clients keep the
    questions; without it there is no list of them (R-P-13)."""
    racks: int
    """Racks of each player if two play: 2 by the sheet (R-P-47), 1 for a plain duel."""

    @classmethod
    def from_options(
        cls, options: Mapping[str, OptionValue], lists: Mapping[str, Lexicon]
    ) -> Terms:
        """Return the terms for checked options, with the decks of the host that they name.

        `first_player` only matters at the start, so it is not kept.
        """
        deck = lists.get(LETTER_DECK)
        letters = "".join(all_cards(deck.cards)) if isinstance(deck, Deck) else ""
        return msgspec.convert({**options, "letters": letters}, cls)

    @property
    def french(self) -> bool:
        """Are these the rules of the French sheet?"""
        return self.edition == FRENCH

    @property
    def letter_cards(self) -> Mapping[str, int]:
        """How many cards of each kind a letter deck holds, the blanks among them."""
        return letter_counts(self.letter_deck, self.blanks_per_deck, self.letters)
