"""What a client of the crash test plays: a function of its seed and the prompt, and of no clock.

So a game has one result, however often its host was killed, and a move that is made again
after a restart is the same move.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import Any, Final

UNTIMED: Final = "notes=on hide_seconds=0 turn_seconds=0 choice_seconds=0"
"""Nobody is played by a clock: time must not decide anything. With notes nothing is forgotten, so
players who come back are told every event that they missed.
"""


@dataclass(frozen=True)
class Rule:
    """How the four of a party play."""

    seed: str
    options: str
    """Of their table."""
    letters: str = ""
    """The only ones they hide and ask for; empty: all, and words from the prompt's examples."""
    person: bool = False
    """The last of them is a person, who knows no words but these letters."""
    guesses: float = 0.0
    """How often who must ask or show names a whole word in its place."""

    def move(self, place: int, prompt: Any) -> str:
        """What the client of that *place* answers to *prompt*, without `@`."""
        rng = Random(f"{self.seed}/{place}/{prompt['prompt']}")
        spec, *others = prompt["moves"]
        if others and rng.random() < self.guesses:
            spec = others[0]
        return " ".join([f"/{spec['verb']}", *(self._pick(arg, rng) for arg in spec["args"])])

    def _pick(self, arg: Any, rng: Random) -> str:
        choices = arg.get("choices") or arg["examples"]
        if not self.letters:
            return str(rng.choice(choices))
        if "examples" in arg:
            return "".join(rng.choice(self.letters) for _ in range(rng.randint(2, 3)))
        return str(rng.choice([card for card in choices if card in self.letters] or choices))


def short(seed: str) -> Rule:
    """A game of some fifty moves, with activity cards."""
    return Rule(seed, f"word_check=off {UNTIMED}", letters="AEIRST", person=True)


def programs(seed: str) -> Rule:
    """The same game without a person."""
    return replace(short(seed), person=False)


def whole(seed: str) -> Rule:
    """A game as people play it: words of the list, activity cards, guessed words."""
    return Rule(seed, UNTIMED, guesses=0.05)
