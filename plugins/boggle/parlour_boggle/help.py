"""The rules that players read, in our own words, and the nouns that `help` explains."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from parlour import Topic
from parlour_boggle.catalogue import _

TEXT: Final = _.page("rules")
TOPICS: Final = (
    Topic(
        ("board", "grid"),
        _(
            "Everybody sees the same board of letter cubes at the same moment. To see it again: "
            "look"
        ),
    ),
    Topic(
        ("cube", "dice", "die"),
        _(
            "Each cube shows one letter, except Qu, which counts as two. A word may use each "
            "cube once."
        ),
    ),
    Topic(
        ("path",),
        _(
            "You spell a word from cube to cube, each next to the one before: sideways, up, "
            "down or diagonally. After the round, this shows where a word is on the board: path "
            "WORD"
        ),
    ),
    Topic(
        ("list",),
        _(
            "Your list holds the words you have typed in this round. Nobody else sees it until "
            "time is up. To take a word off it: /take back WORD"
        ),
    ),
    Topic(
        ("point", "scoring"),
        _(
            "Only words that nobody else has found score, by their letters:\n"
            "  letters   3  4  5  6  7  8 or more\n"
            "  points    1  1  2  3  5  11"
        ),
    ),
    Topic(
        ("round",),
        _(
            "A round lasts three minutes. Then all lists are read out, and a word that two "
            "players have is crossed off both lists. To go on to the next round: next"
        ),
    ),
    Topic(
        ("challenge-cube",),
        _(
            "With challenge=on one cube is exchanged for the challenge cube, which is shown in "
            "brackets. Each word made with it brings 5 points more."
        ),
    ),
    Topic(
        ("level",),
        _(
            "Bots: easy finds a few short, common words, medium finds what an adult finds, and "
            "hard finds most words. Only words that nobody else has score, so a better player "
            "crosses off most of yours. To play against your own level, type for example: "
            "bot medium"
        ),
    ),
    Topic(
        ("target", "match"),
        _(
            "With target=50 or another number, rounds are played until somebody has that many "
            "points."
        ),
    ),
)
GROUPS: Final[Mapping[str, tuple[str, ...]]] = {
    _("Board"): ("dice", "min_words", "challenge", "challenge_path"),
    _("Clocks"): ("seconds", "pause_seconds", "lag_credit"),
    _("Scoring"): ("verdicts", "illegal_penalty", "leaver_list", "tiebreak"),
    _("Match"): ("target", "max_rounds"),
}
