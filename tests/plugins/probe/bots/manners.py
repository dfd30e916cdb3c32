"""How `easy` behaves at a table: what it says aloud, and what it does although it knows better.

    python tests/plugins/probe/bots/manners.py 1500

plays so many seeded games and prints in how many of them a bot named a word that no host may
offer, asked once more for what it was told a moment ago is not there, or named words again and
again in one turn.
"""

from __future__ import annotations

import sys
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from parlour import Seat, Step
from parlour.lexicons import load_english
from parlour_probe.bots import SHORT, easy
from parlour_probe.decks import BLANK
from parlour_probe.heard import Asked, Event, Turn
from parlour_probe.moves import Ask, Guess
from parlour_probe.state import State
from tests.plugins.probe.bots.arena import Game

SEATS = (Seat(1), Seat(2), Seat(3))


@dataclass
class Watched(Game):
    """A game of which every fault is noted."""

    faults: list[str] = field(default_factory=list[str])
    denied: list[tuple[Seat, str]] = field(default_factory=list[tuple[Seat, str]])
    """What all have just heard: who was asked in vain, and for what."""
    guesses: Counter[Seat] = field(default_factory=Counter[Seat])
    """How many words each has named in this turn."""

    def _take(self, step: Step[State, Event]) -> None:
        super()._take(step)
        for event in step.events:
            if isinstance(event, Asked) and not event.hit:
                self.denied.append((event.target, event.card))
            if isinstance(event, Turn) and not event.again:
                self.guesses.clear()

    def _think(self, seat: Seat) -> Any:
        move = super()._think(seat)
        if isinstance(move, Ask) and (move.seat, move.card) in self.denied[-SHORT:]:
            self.faults.append("asks again")
        if isinstance(move, Guess):
            assert self.lexicon is not None
            self.guesses[seat] += 1
            if self.guesses[seat] > 1:
                self.faults.append("guesses again")
            if self.lexicon.never_deal(move.cards.strip(BLANK).lower()):
                self.faults.append("says what it must not")
        return move


def watched(seed: int) -> list[str]:
    """The faults of a game of three children."""
    game = Watched(dict.fromkeys(SEATS, easy), load_english(), seed)
    game.play()
    return game.faults


if __name__ == "__main__":
    number = int(sys.argv[1])
    games = Counter(fault for seed in range(number) for fault in set(watched(seed)))
    sys.stdout.write(f"{number} games; with a fault of each kind: {dict(games)}\n")
