"""The rules that players read, in our own words, and the nouns that `help` explains."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from parlour import Topic
from parlour_password.catalogue import _

TEXT: Final = _.page("rules")
TOPICS: Final = (
    Topic(
        ("password",),
        _(
            "The password is the secret word. The givers see it, and their partners try to "
            "guess it from clues of one word each."
        ),
    ),
    Topic(
        ("dial",),
        _(
            "The dial shows what the password is worth. It begins at 10 and goes down by one "
            "after each wrong guess. After the clue for 1 point nobody scores."
        ),
    ),
    Topic(
        ("giver",),
        _(
            "The giver sees the password and gives their partner one clue at a time. With three "
            "players one gives, and the other two compete."
        ),
    ),
    Topic(
        ("receiver",),
        _(
            "The receiver guesses the password from the clues. They may use everything that was "
            "said before. The exact word counts."
        ),
    ),
    Topic(
        ("team", "partner"),
        _(
            "Seats 1 and 3 are one team, seats 2 and 4 the other. A team scores what its "
            "players score."
        ),
    ),
    Topic(
        ("hint",),
        _(
            "A clue is one word without a hyphen. It must not be the password, a form of it, a "
            "part of it with three letters or more, or a word that contains it."
        ),
    ),
    Topic(
        ("form",),
        _(
            "A form of a word is the same word with another ending or another tense: stole for "
            "steal, mice for mouse. If you guess a form of the password you have one chance to "
            "say it exactly."
        ),
    ),
    Topic(
        ("opponent",),
        _(
            "The opponents are the players of the other team. Where clues can be challenged, "
            "they have a few seconds to type challenge, or waive to let the clue pass."
        ),
    ),
    Topic(
        ("plea",),
        _(
            "With clue_vote=on, a giver whose clue was refused can ask the other giver to allow "
            "it: /insist WORD. The other giver types agree or object."
        ),
    ),
    Topic(
        ("substitute",),
        _(
            "If a player leaves, the table waits for somebody to take the free seat. Three who "
            "are left can type three to go on as a game of three, or stop to end it."
        ),
    ),
)
GROUPS: Final[Mapping[str, tuple[str, ...]]] = {
    _("Words"): ("deck", "starting_team", "lead", "tiebreak"),
    _("Clocks"): ("clue_seconds", "guess_seconds", "challenge_seconds", "pause_seconds"),
    _("Clues"): ("clue_check", "illegal_clue", "clue_vote"),
    _("Three"): ("giver", "rotate_giver", "simultaneous_ms"),
    _("Leaving"): ("substitute_seconds",),
}
