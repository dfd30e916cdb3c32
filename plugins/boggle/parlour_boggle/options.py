"""The options of a Boggle table, and the terms of play they result in."""

from __future__ import annotations

from typing import Final

import msgspec

from parlour import ChoiceOption, NumberOption, Option, Setup, SwitchOption
from parlour_boggle.catalogue import _
from parlour_boggle.dice import DICE

LONGEST_CLOCK_S: Final = 3600
"""One hour. Players who want to search longer can turn the clock off."""
HIGHEST_TARGET: Final = 1000
"""More than anybody scores in a long evening."""
MOST_ROUNDS: Final = 200
"""A match that nobody wins must still end. This many rounds take a day."""
MOST_PENALTY: Final = 10
MOST_MIN_WORDS: Final = 150
"""One board in ten has this many English words, so the host finds one quickly."""
MOST_LAG_MS: Final = 500
"""More than a round trip around the world takes. A slower connection is broken, and
everybody waits this long for the lists to be read out."""

AUTO: Final = "auto"
"""It depends on who plays: somebody alone is told at once if a word is good, and if they play with
bots, all words count."""
FIRST: Final = "1"
"""The version of the rules in which nothing depended on who is a bot."""

OPTIONS: Final[tuple[Option, ...]] = (
    ChoiceOption(
        "dice",
        _("which cubes, and how large the board is; fr brings lexicon=fr"),
        "1976",
        tuple(DICE),
        brings={"fr": {"lexicon": "fr"}},
    ),
    SwitchOption("challenge", _("the challenge cube replaces one of the cubes"), False),
    ChoiceOption(
        "challenge_path",
        _("5 extra points for words that can use the challenge cube (any) or must (every)"),
        "any",
        ("any", "every"),
    ),
    NumberOption(
        "seconds", _("time for a round; 0 = until everyone types /next"), 180, 0, LONGEST_CLOCK_S
    ),
    ChoiceOption(
        "verdicts",
        _("if words are good, you learn later (deferred), at once (immediate), or auto"),
        AUTO,
        (AUTO, "deferred", "immediate"),
    ),
    ChoiceOption(
        "scoring",
        _("only words that nobody else has score (unique), or all, those twice; or auto"),
        AUTO,
        (AUTO, "unique", "all"),
    ),
    NumberOption("illegal_penalty", _("points lost for each wrong word"), 0, 0, MOST_PENALTY),
    NumberOption(
        "min_words", _("shake again until the board has this many words"), 0, 0, MOST_MIN_WORDS
    ),
    NumberOption(
        "lag_credit", _("ms that words on a slow connection may be late"), 0, 0, MOST_LAG_MS
    ),
    NumberOption(
        "target", _("score to reach over several rounds; 0 = one round"), 0, 0, HIGHEST_TARGET
    ),
    NumberOption("max_rounds", _("most rounds in a match"), 50, 1, MOST_ROUNDS),
    NumberOption(
        "pause_seconds",
        _("time between two rounds; 0 = until everyone is ready"),
        60,
        0,
        LONGEST_CLOCK_S,
    ),
    ChoiceOption(
        "leaver_list",
        _("list of a player who leaves in a round: kept (still crosses off) or dropped"),
        "kept",
        ("kept", "dropped"),
    ),
    ChoiceOption(
        "tiebreak",
        _("equal scores: none (share the win) or long_words (most longest words win)"),
        "none",
        ("none", "long_words"),
    ),
)


class Terms(msgspec.Struct, frozen=True):
    """The options a game is played under, by name. Clocks are in seconds; 0 means no clock."""

    dice: str
    challenge: bool
    challenge_path: str
    seconds: int
    verdicts: str
    """`deferred` or `immediate`."""
    scoring: str
    """`unique` or `all`."""
    illegal_penalty: int
    min_words: int
    lag_credit: int
    """How late a word on a slow connection may be, in milliseconds."""
    target: int
    max_rounds: int
    pause_seconds: int
    leaver_list: str
    tiebreak: str

    @classmethod
    def of(cls, setup: Setup) -> Terms:
        """Return the terms of a game from its checked options and from who plays."""
        options = setup.options
        verdicts, scoring = str(options["verdicts"]), str(options["scoring"])
        alone = len(setup.seats) - len(setup.bots) <= 1 and setup.version != FIRST
        if verdicts == AUTO:
            verdicts = "immediate" if alone else "deferred"
        if scoring == AUTO:
            scoring = "all" if alone and setup.bots else "unique"
        return msgspec.convert({**options, "verdicts": verdicts, "scoring": scoring}, cls)

    @property
    def immediate(self) -> bool:
        """Tell whether players learn at once if their own words are good (O-B-4)."""
        return self.verdicts == "immediate"
