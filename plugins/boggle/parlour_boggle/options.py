"""The options of a table of Boggle, and the terms of play that come out of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from parlour import ChoiceOption, NumberOption, Option, OptionValue, SwitchOption
from parlour_boggle.dice import DICE

LONGEST_CLOCK_S: Final = 3600
"""An hour: whoever wants to search longer plays without that clock."""
HIGHEST_TARGET: Final = 1000
"""More than a long evening brings."""
MOST_ROUNDS: Final = 200
"""A match that nobody wins must end all the same: this is a day of rounds."""
MOST_PENALTY: Final = 10
MOST_MIN_WORDS: Final = 150
"""One board in ten has so many words in English, so that it is found in a moment."""
MOST_LAG_MS: Final = 500
"""Twice the way round the world and back; a line slower than this is broken, and all
wait for the reading-out as long as this."""

OPTIONS: Final[tuple[Option, ...]] = (
    ChoiceOption("dice", "which cubes, and so how large a board", "1976", tuple(DICE)),
    SwitchOption("challenge", "one cube is exchanged for the challenge cube", False),
    ChoiceOption(
        "challenge_path",
        "bonus for words the challenge cube can make (any), or must make (every)",
        "any",
        ("any", "every"),
    ),
    NumberOption(
        "seconds", "time of a round, 0: until all have had enough", 180, 0, LONGEST_CLOCK_S
    ),
    ChoiceOption(
        "verdicts",
        "when a player learns what his own words are worth: after time, or immediate",
        "deferred",
        ("deferred", "immediate"),
    ),
    NumberOption("illegal_penalty", "points lost for a word that is none", 0, 0, MOST_PENALTY),
    NumberOption("min_words", "shake again for a board with so many words", 0, 0, MOST_MIN_WORDS),
    NumberOption("lag_credit", "ms that a slow line may be late at the end", 0, 0, MOST_LAG_MS),
    NumberOption(
        "target", "points to reach over several rounds, 0: one round", 0, 0, HIGHEST_TARGET
    ),
    NumberOption("max_rounds", "rounds played for a target at most", 50, 1, MOST_ROUNDS),
    NumberOption(
        "pause_seconds",
        "time between two rounds, 0: until all are ready",
        60,
        0,
        LONGEST_CLOCK_S,
    ),
    ChoiceOption(
        "leaver_list",
        "the list of a player who leaves in a round: kept (it crosses off), or dropped",
        "kept",
        ("kept", "dropped"),
    ),
    ChoiceOption(
        "tiebreak",
        "equal points: none (shared), or long_words (more of the longest decide)",
        "none",
        ("none", "long_words"),
    ),
)


@dataclass(frozen=True, slots=True)
class Terms:
    """The options a game is played under, by their names; clocks in seconds, 0 meaning none."""

    dice: str
    challenge: bool
    challenge_path: str
    seconds: int
    verdicts: str
    illegal_penalty: int
    min_words: int
    lag_credit: int
    """In milliseconds."""
    target: int
    max_rounds: int
    pause_seconds: int
    leaver_list: str
    tiebreak: str

    @classmethod
    def from_options(cls, options: Mapping[str, OptionValue]) -> Terms:
        """The terms of checked options."""
        return cls(
            dice=str(options["dice"]),
            challenge=bool(options["challenge"]),
            challenge_path=str(options["challenge_path"]),
            seconds=int(options["seconds"]),
            verdicts=str(options["verdicts"]),
            illegal_penalty=int(options["illegal_penalty"]),
            min_words=int(options["min_words"]),
            lag_credit=int(options["lag_credit"]),
            target=int(options["target"]),
            max_rounds=int(options["max_rounds"]),
            pause_seconds=int(options["pause_seconds"]),
            leaver_list=str(options["leaver_list"]),
            tiebreak=str(options["tiebreak"]),
        )

    @property
    def immediate(self) -> bool:
        """Is a player told at once what his own word is (O-B-4)?"""
        return self.verdicts == "immediate"
