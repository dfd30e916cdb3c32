"""The rules that players read, in our own words, and the nouns that `help` explains."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from parlour import Topic
from parlour_probe.catalogue import _

TEXT: Final = _.page("rules")
TOPICS: Final = tuple(
    [Topic(tuple(nouns.split()), text) for nouns, text in _.sections("topics").items()]
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
