"""The rules that players read, in our own words, and the nouns that `help` explains."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from parlour import Topic
from parlour_boggle.catalogue import _

TEXT: Final = _.page("rules")
TOPICS: Final = tuple(
    [Topic(tuple(nouns.split()), text) for nouns, text in _.sections("topics").items()]
)
GROUPS: Final[Mapping[str, tuple[str, ...]]] = {
    _("Board"): ("dice", "min_words", "challenge", "challenge_path"),
    _("Clocks"): ("seconds", "pause_seconds", "lag_credit"),
    _("Scoring"): ("verdicts", "scoring", "illegal_penalty", "leaver_list", "tiebreak"),
    _("Match"): ("target", "max_rounds"),
}
