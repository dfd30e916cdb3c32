"""Random games of Password in which words are found and clues refused."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from parlour import OptionValue, Prompt, Seat
from parlour.candidates import random_line
from parlour_kit.playing import Choose, random_options
from parlour_password import PASSWORD
from parlour_password.forms import judge
from parlour_password.state import State
from tests.plugins.password.leaky import Seen

POOL = ("table", "river", "strawberry", "ox", "window")
CLUES = ("thing", "good", "wet", "heavy", "funny", "king", "two words", "o'clock")


def playing(rules: Seen) -> Choose:
    """A random player who finds words, says forms, and is refused: he looks into the position."""

    def choose(prompt: Prompt, names: Mapping[Seat, str], rng: Random) -> tuple[str, str]:
        word = rules.state.word.word
        if prompt.bare == "guess" and rng.random() < 0.8:
            return "guess", rng.choice((word, f"{word}s", *POOL))
        if prompt.bare == "clue" and rng.random() < 0.6:
            clue = rng.choice(CLUES)
            if may_give(rules.state, clue):
                return "clue", clue
        return random_line(prompt, names, rng)

    return choose


def may_give(state: State, clue: str) -> bool:
    """Is it a clue that is not refused, or lost if it is?"""
    if state.terms.forfeits:
        return True
    several = state.terms.challenges and bool(state.opponents)
    return judge(state.word.word, clue) is None and (clue.isalpha() or several)


def options(rng: Random, seats: int) -> dict[str, OptionValue]:
    """Random ones, with more of what hides something."""
    found = random_options(PASSWORD, rng)
    if rng.random() < 0.5:
        found["clue_check"] = "challenge"
    return found | {"rotate_giver": False, "giver": f"seat{rng.randint(1, seats)}"}
