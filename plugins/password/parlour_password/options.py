"""The options of a table of Password, and the terms of play that come out of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from parlour import (
    ChoiceOption,
    ListOption,
    NumberOption,
    Option,
    OptionValue,
    SeatOption,
    SwitchOption,
)

DECK: Final = "deck"
ALL: Final = "all"
"""Easy, medium and hard words on each card."""
LONGEST_CLOCK_S: Final = 3600
"""An hour: whoever wants to think longer plays without that clock."""
LONGEST_CHALLENGE_S: Final = 60
MOST_SIMULTANEOUS_MS: Final = 5000
"""Whoever answers five seconds later has not answered at the same time."""

OPTIONS: Final[tuple[Option, ...]] = (
    ListOption(
        DECK,
        "the words: easy, medium, hard, all three, or one of the host's word lists",
        "easy",
        ("easy", "medium", "hard", ALL),
    ),
    ChoiceOption(
        "starting_team",
        "which team begins: 1 (seats 1 and 3), 2 (seats 2 and 4) or random",
        "random",
        ("random", "1", "2"),
    ),
    ChoiceOption(
        "lead",
        "who gives the first clue: the teams word by word, or always the same",
        "alternate_word",
        ("alternate_word", "same"),
    ),
    SeatOption("giver", "with three players: who gives", "random", ("random",)),
    SwitchOption("rotate_giver", "with three players: three games, each gives once", False),
    NumberOption("clue_seconds", "time for a clue, 0: no clock", 60, 0, LONGEST_CLOCK_S),
    NumberOption("guess_seconds", "time for a guess, 0: no clock", 30, 0, LONGEST_CLOCK_S),
    ChoiceOption(
        "clue_check",
        "two words and hyphens: the referee refuses them, or opponents challenge them",
        "referee",
        ("referee", "challenge"),
    ),
    NumberOption("challenge_seconds", "time for a challenge", 5, 1, LONGEST_CHALLENGE_S),
    ChoiceOption(
        "illegal_clue",
        "a clue that is not allowed: reject (give another) or forfeit (it is lost)",
        "reject",
        ("reject", "forfeit"),
    ),
    SwitchOption("clue_vote", "the other giver may allow a clue that was refused", False),
    NumberOption(
        "simultaneous_ms",
        "with three players: answers so close together came at the same time",
        500,
        0,
        MOST_SIMULTANEOUS_MS,
    ),
    NumberOption(
        "pause_seconds", "time between two words, 0: until all are ready", 15, 0, LONGEST_CLOCK_S
    ),
    NumberOption(
        "substitute_seconds",
        "how long the table waits for a substitute when somebody has left",
        180,
        10,
        LONGEST_CLOCK_S,
    ),
    ChoiceOption(
        "tiebreak",
        "equal points: none (shared), or extra_word (one more word each way)",
        "none",
        ("none", "extra_word"),
    ),
)


@dataclass(frozen=True, slots=True)
class Terms:
    """The options a game is played under, by their names; clocks in seconds, 0 meaning none."""

    deck: str
    starting_team: str
    lead: str
    giver: str
    """`random`, or the number of a seat."""
    rotate_giver: bool
    clue_seconds: int
    guess_seconds: int
    clue_check: str
    challenge_seconds: int
    illegal_clue: str
    clue_vote: bool
    simultaneous_ms: int
    pause_seconds: int
    substitute_seconds: int
    tiebreak: str

    @classmethod
    def from_options(cls, options: Mapping[str, OptionValue]) -> Terms:
        """The terms of checked options."""
        return cls(
            deck=str(options[DECK]),
            starting_team=str(options["starting_team"]),
            lead=str(options["lead"]),
            giver=str(options["giver"]),
            rotate_giver=bool(options["rotate_giver"]),
            clue_seconds=int(options["clue_seconds"]),
            guess_seconds=int(options["guess_seconds"]),
            clue_check=str(options["clue_check"]),
            challenge_seconds=int(options["challenge_seconds"]),
            illegal_clue=str(options["illegal_clue"]),
            clue_vote=bool(options["clue_vote"]),
            simultaneous_ms=int(options["simultaneous_ms"]),
            pause_seconds=int(options["pause_seconds"]),
            substitute_seconds=int(options["substitute_seconds"]),
            tiebreak=str(options["tiebreak"]),
        )

    @property
    def challenges(self) -> bool:
        """Do two words and hyphens pass unless they are challenged (R-W-16, O-W-3)?"""
        return self.clue_check == "challenge"

    @property
    def forfeits(self) -> bool:
        """Is an illegal clue lost (O-W-5)?"""
        return self.illegal_clue == "forfeit"
