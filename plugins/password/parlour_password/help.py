"""The rules that players read, in our own words, and the nouns that `help` explains."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from parlour import Topic
from parlour_password.catalogue import _

TEXT: Final = _.page("rules")
TOPICS: Final = tuple(
    [Topic(tuple(nouns.split()), text) for nouns, text in _.sections("topics").items()]
)
GROUPS: Final[Mapping[str, tuple[str, ...]]] = {
    _("Words"): ("deck", "teams", "starting_team", "lead", "tiebreak"),
    _("Clocks"): ("clue_seconds", "guess_seconds", "challenge_seconds", "pause_seconds"),
    _("Clues"): ("clue_check", "illegal_clue", "clue_vote"),
    _("Three"): ("giver", "rotate_giver", "simultaneous_ms"),
    _("Leaving"): ("substitute_seconds",),
}
