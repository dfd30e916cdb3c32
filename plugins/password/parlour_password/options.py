"""The options of a Password table, and the terms of play they result in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from parlour import (
    ChoiceOption,
    ListOption,
    NumberOption,
    Option,
    OptionValue,
    SeatOption,
    SwitchOption,
)
from parlour_password.catalogue import _

FIRST: Final = "1"
"""The version of the rules in which nothing depended on who is a bot."""
AUTO: Final = "auto"
DECK: Final = "deck"
ALL: Final = "all"
"""Easy, medium and hard words on each card."""
LONGEST_CLOCK_S: Final = 3600
"""One hour. Players who want to think longer can turn the clock off."""
LONGEST_CHALLENGE_S: Final = 60
MOST_SIMULTANEOUS_MS: Final = 5000
"""Answers five seconds apart are not simultaneous."""

OPTIONS: Final[tuple[Option, ...]] = (
    ListOption(
        DECK,
        _("which words: easy, medium, hard, all three, or a word list on the host"),
        "easy",
        ("easy", "medium", "hard", ALL),
    ),
    ChoiceOption(
        "teams",
        _("two people with bots are partners (auto), or seats 1 and 3 always are (seats)"),
        AUTO,
        (AUTO, "seats"),
        told={
            AUTO: _(
                "Two play together as one team, three each for themselves, four in two teams. "
                "Two people who play with two bots are partners."
            )
        },
    ),
    ChoiceOption(
        "starting_team",
        _("which team starts: 1 (with seat 1), 2 (the other) or random"),
        "random",
        ("random", "1", "2"),
    ),
    ChoiceOption(
        "lead",
        _("who gives the first clue: the teams alternate, or always the same team"),
        "alternate_word",
        ("alternate_word", "same"),
    ),
    SeatOption(
        "giver",
        _("with three players: who gives the clues; with two: the first"),
        "random",
        ("random",),
    ),
    SwitchOption(
        "rotate_giver", _("with three players: play three games, everybody gives once"), False
    ),
    NumberOption("clue_seconds", _("time for a clue; 0 = no limit"), 60, 0, LONGEST_CLOCK_S),
    NumberOption("guess_seconds", _("time for a guess; 0 = no limit"), 30, 0, LONGEST_CLOCK_S),
    ChoiceOption(
        "clue_check",
        _("clues of two words or with hyphens: refused, or open to a challenge"),
        "referee",
        ("referee", "challenge"),
    ),
    NumberOption(
        "challenge_seconds",
        _("time to challenge a clue; 0 = until both opponents accept it"),
        5,
        0,
        LONGEST_CHALLENGE_S,
    ),
    ChoiceOption(
        "illegal_clue",
        _("clues that aren't allowed: reject (give another) or forfeit (lose the clue)"),
        "reject",
        ("reject", "forfeit"),
    ),
    SwitchOption("clue_vote", _("the other giver can allow a refused clue"), False),
    NumberOption(
        "simultaneous_ms",
        _("with three players: ms within which two answers count as simultaneous"),
        500,
        0,
        MOST_SIMULTANEOUS_MS,
    ),
    NumberOption(
        "pause_seconds",
        _("time between two words; 0 = until all are ready"),
        15,
        0,
        LONGEST_CLOCK_S,
    ),
    NumberOption(
        "substitute_seconds",
        _("time to wait for a substitute after a player leaves; 0 = no limit"),
        180,
        0,
        LONGEST_CLOCK_S,
    ),
    ChoiceOption(
        "tiebreak",
        _("equal scores: none (share the win) or extra_word (one more word each way)"),
        "none",
        ("none", "extra_word"),
    ),
)


class Terms(msgspec.Struct, frozen=True):
    """The options a game is played under, by name. Clocks are in seconds; 0 means no clock."""

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
        """Return the terms for checked options."""
        return msgspec.convert({**options, "giver": str(options["giver"])}, cls)

    @property
    def challenges(self) -> bool:
        """Tell whether two words and hyphens pass unless challenged (R-W-16, O-W-3)."""
        return self.clue_check == "challenge"

    @property
    def forfeits(self) -> bool:
        """Tell whether an illegal clue is lost (O-W-5)."""
        return self.illegal_clue == "forfeit"
