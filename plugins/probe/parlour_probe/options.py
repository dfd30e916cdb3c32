"""The options of a table of Probe, and the terms of play that come out of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from parlour import (
    ChoiceOption,
    NumberOption,
    Option,
    OptionValue,
    SeatOption,
    SwitchOption,
)
from parlour_probe.decks import ACTIVITY_DECKS, LETTER_DECKS, SPACES

LONGEST_CLOCK_S: Final = 3600
"""An hour: whoever wants to think longer plays without that clock."""

OPTIONS: Final[tuple[Option, ...]] = (
    ChoiceOption("edition", "whose rules: the English sheet of 1964", "en1964", ("en1964",)),
    SeatOption("first_player", "who takes the first turn", "random", ("random",)),
    NumberOption("min_word_length", "letters a word must have at least", 1, 1, SPACES),
    ChoiceOption(
        "word_check",
        "unknown words: reveal (lose 100 once seen), reject (refused), off (allowed)",
        "reveal",
        ("reveal", "reject", "off"),
    ),
    SwitchOption("letter_limits", "no letter more often than the letter deck holds it", True),
    ChoiceOption("letter_deck", "which count of letter cards", "F4Z2", LETTER_DECKS),
    NumberOption("blanks_per_deck", "blank cards in a letter deck", 5, 5, 6),
    ChoiceOption("activity_deck", "which activity cards", "activity48", tuple(ACTIVITY_DECKS)),
    ChoiceOption(
        "deck_exhausted",
        "activity cards used up: reshuffle them, or none: play on without",
        "reshuffle",
        ("reshuffle", "none"),
    ),
    NumberOption("hide_seconds", "time to hide a word, 0: no limit", 180, 0, LONGEST_CLOCK_S),
    NumberOption("turn_seconds", "time for each question, 0: no limit", 60, 0, LONGEST_CLOCK_S),
    NumberOption("choice_seconds", "time to show a card, 0: no limit", 30, 0, LONGEST_CLOCK_S),
    NumberOption("choice_timeout_penalty", "points lost by not showing in time", 0, 0, 100),
    SwitchOption("neighbour_skip", "left and right pass over players with nothing hidden", False),
    SwitchOption("completion_bonus_on_activity", "50 for a last card by activity card too", False),
    ChoiceOption(
        "multiplier_scope",
        "what triple, quadruple and quintuple multiply",
        "card",
        ("card", "card_and_bonus"),
    ),
    SwitchOption("multiplier_on_word_guess", "a guessed word counts as the first guess", False),
    NumberOption("interrupt_min_hidden", "cards that must be hidden to guess", 5, 1, SPACES),
    SwitchOption("completion_bonus_with_word_guess", "50 more for a guessed word", False),
    SwitchOption("interrupt_wrong_ends_turn", "a wrong word ends the guesser's own turn", False),
    SwitchOption("final_current_turn_counts", "the running turn is one of the last two", False),
    SwitchOption("notes", "players may keep notes; the client's log keeps the questions", False),
)


@dataclass(frozen=True, slots=True)
class Terms:
    """The options a game is played under, by their names; clocks in seconds, 0 meaning none."""

    min_word_length: int
    word_check: str
    letter_limits: bool
    letter_deck: str
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
    notes: bool
    """No ruling hangs on it: it tells players, and their clients, what they may keep (R-P-13)."""

    @classmethod
    def from_options(cls, options: Mapping[str, OptionValue]) -> Terms:
        """The terms of checked options.

        `edition` has one choice so far and `first_player` matters only at the start; neither
        is kept.
        """
        return cls(
            min_word_length=int(options["min_word_length"]),
            word_check=str(options["word_check"]),
            letter_limits=bool(options["letter_limits"]),
            letter_deck=str(options["letter_deck"]),
            blanks_per_deck=int(options["blanks_per_deck"]),
            activity_deck=str(options["activity_deck"]),
            deck_exhausted=str(options["deck_exhausted"]),
            hide_seconds=int(options["hide_seconds"]),
            turn_seconds=int(options["turn_seconds"]),
            choice_seconds=int(options["choice_seconds"]),
            choice_timeout_penalty=int(options["choice_timeout_penalty"]),
            neighbour_skip=bool(options["neighbour_skip"]),
            completion_bonus_on_activity=bool(options["completion_bonus_on_activity"]),
            multiplier_scope=str(options["multiplier_scope"]),
            multiplier_on_word_guess=bool(options["multiplier_on_word_guess"]),
            interrupt_min_hidden=int(options["interrupt_min_hidden"]),
            completion_bonus_with_word_guess=bool(options["completion_bonus_with_word_guess"]),
            interrupt_wrong_ends_turn=bool(options["interrupt_wrong_ends_turn"]),
            final_current_turn_counts=bool(options["final_current_turn_counts"]),
            notes=bool(options["notes"]),
        )
