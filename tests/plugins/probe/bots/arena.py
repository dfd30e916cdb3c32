"""Bots against each other, straight on the rules: who wins.

    python -m tests.plugins.probe.bots.levels 400

prints the table of docs/games/probe.md, from so many games of each row.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from parlour import Bot, BotContext, Context, Lexicon, OptionValue, Seat, Setup, Step
from parlour_kit.playing import usual_options
from parlour_probe import PROBE
from parlour_probe.heard import Event
from parlour_probe.state import State

LONGEST = 5_000
"""Steps after which a game counts as endless."""

AnyBot = Bot[Any, Any, Any, Any]


@dataclass
class Game:
    """A game that bots play to its end."""

    bots: Mapping[Seat, AnyBot]
    lexicon: Lexicon | None
    seed: int
    options: Mapping[str, OptionValue] = field(default_factory=dict[str, OptionValue])
    lists: Mapping[str, Lexicon] = field(default_factory=dict[str, Lexicon])
    steps: int = 0
    moves: list[tuple[Seat, Any]] = field(default_factory=list[tuple[Seat, Any]])

    def _context(self) -> Context:
        seed = self.seed.to_bytes(8, "big")
        return Context(now=0, seed=seed, number=self.steps, lexicon=self.lexicon, lists=self.lists)

    def _take(self, step: Step[State, Event]) -> None:
        self.steps += 1
        assert self.steps < LONGEST, "the game does not end"
        self.state = step.state
        for seat, bot in self.bots.items():
            for event in step.events:
                heard = PROBE.views.hear(event, seat)
                if heard is not None:
                    self.memories[seat] = bot.hear(self.memories[seat], heard)

    def _think(self, seat: Seat) -> Any:
        """What the bot at *seat* does now, or None."""
        prompt = PROBE.rules.prompts(self.state)[seat]
        luck = Random(f"{self.seed} {self.steps} {seat}")
        view = PROBE.views.look(self.state, seat)
        bot = self.bots[seat]
        thought = bot.think(
            self.memories[seat], view, prompt, BotContext(rng=luck, lexicon=self.lexicon)
        )
        move = None if thought is None else thought.move
        assert move is not None or not prompt.urgent
        return move

    def play(self) -> State:
        """Play to the end and return the last position."""
        setup = Setup(tuple(self.bots), {**usual_options(PROBE), **self.options})
        step = PROBE.rules.start(setup, self._context())
        self.memories = {
            seat: bot.begin(seat, PROBE.views.look(step.state, seat))
            for seat, bot in self.bots.items()
        }
        self._take(step)
        order = Random(self.seed)
        while not PROBE.rules.is_over(self.state):
            prompts = PROBE.rules.prompts(self.state)
            seats = order.sample(list(prompts), len(prompts))
            seats.sort(key=lambda seat: prompts[seat].urgent)
            for seat in seats:
                move = self._think(seat)
                if move is not None:
                    self.moves.append((seat, move))
                    self._take(PROBE.rules.apply(self.state, seat, move, self._context()))
                    break
        return self.state


@dataclass
class Result:
    """What came out of some games."""

    shares: list[float]
    """By the place in the row of bots: won games."""
    steps: list[int]


def contest(bots: Sequence[AnyBot], games: int, lexicon: Lexicon | None) -> Result:
    """Play *games*; the bots change seats from game to game."""
    result = Result([0.0] * len(bots), [])
    for seed in range(games):
        turned = [(at + seed) % len(bots) for at in range(len(bots))]
        seats = {Seat(1 + place): bots[at] for place, at in enumerate(turned)}
        game = Game(seats, lexicon, seed)
        state = game.play()
        winners = PROBE.scoring.winners(state)
        for place, at in enumerate(turned):
            seat = Seat(1 + place)
            result.shares[at] += (seat in winners) / len(winners) / games
        result.steps.append(game.steps)
    return result
