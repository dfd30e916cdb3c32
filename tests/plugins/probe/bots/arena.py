"""Bots against each other, straight on the rules: who wins, and how long they think.

    python tests/plugins/probe/bots/arena.py 400

plays so many seeded games of one `sharp` with two `easy`s and prints the share of games that
`sharp` wins, a shared win counting in part, and the times of thinking.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from parlour import Bot, BotContext, Context, Lexicon, OptionValue, Seat, Setup, Step
from parlour.lexicons import load_english
from parlour_kit.playing import usual_options
from parlour_probe import PROBE
from parlour_probe.bots import BOTS
from parlour_probe.heard import Event
from parlour_probe.state import State

LONGEST = 5_000
"""Steps after which a game counts as endless."""

AnyBot = Bot[Any, Any, Any, Any]


def _no_time() -> float:
    """The clock of those who do not care how long bots think."""
    return 0.0


@dataclass
class Game:
    """A game that bots play to its end."""

    bots: Mapping[Seat, AnyBot]
    lexicon: Lexicon | None
    seed: int
    clock: Callable[[], float] = _no_time
    options: Mapping[str, OptionValue] = field(default_factory=dict[str, OptionValue])
    lists: Mapping[str, Lexicon] = field(default_factory=dict[str, Lexicon])
    steps: int = 0
    thoughts: list[tuple[float, str, str]] = field(default_factory=list[tuple[float, str, str]])
    """Seconds, the kind of the bot, and what it did."""
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
        start = self.clock()
        thought = bot.think(
            self.memories[seat], view, prompt, BotContext(rng=luck, lexicon=self.lexicon)
        )
        taken = self.clock() - start
        move = None if thought is None else thought.move
        self.thoughts.append((taken, bot.kind, type(move).__name__))
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
    margins: list[float]
    steps: list[int]
    thoughts: list[tuple[float, str, str]]


def contest(
    bots: Sequence[AnyBot],
    games: int,
    lexicon: Lexicon | None,
    clock: Callable[[], float] = _no_time,
) -> Result:
    """Play *games*; the bots change seats from game to game."""
    result = Result([0.0] * len(bots), [0.0] * len(bots), [], [])
    for seed in range(games):
        turned = [(at + seed) % len(bots) for at in range(len(bots))]
        seats = {Seat(1 + place): bots[at] for place, at in enumerate(turned)}
        game = Game(seats, lexicon, seed, clock)
        state = game.play()
        winners = PROBE.scoring.winners(state)
        scores = PROBE.scoring.scores(state)
        for place, at in enumerate(turned):
            seat = Seat(1 + place)
            result.shares[at] += (seat in winners) / len(winners) / games
            result.margins[at] += scores[seat] / games
        result.steps.append(game.steps)
        result.thoughts += game.thoughts
    return result


def _tell(line: str) -> None:
    sys.stdout.write(f"{line}\n")


def main() -> None:
    """Print the figures of the games asked for."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 40
    kinds = {bot.kind: bot for bot in BOTS}
    players = [kinds[kind] for kind in sys.argv[2:]] or [kinds["sharp"], *[kinds["easy"]] * 2]
    result = contest(players, games, load_english(), time.perf_counter)  # noqa: TID251 - a benchmark
    _tell(f"{games} games")
    for bot, share, points in zip(players, result.shares, result.margins, strict=True):
        _tell(f"  {bot.kind:8} wins {share:6.1%}, {points:6.1f} points on the average")
    steps = result.steps
    _tell(f"  steps of a game: mean {sum(steps) / games:.0f}, most {max(steps)}")
    groups = sorted({(kind, what) for _, kind, what in result.thoughts})
    for kind, what in groups:
        times = sorted(t * 1e3 for t, k, w in result.thoughts if (k, w) == (kind, what))
        _tell(
            f"  {kind:8} {what:9} {len(times):7}: mean {sum(times) / len(times):6.3f} ms, "
            f"p99 {times[len(times) * 99 // 100]:6.2f}, max {times[-1]:6.2f}"
        )


if __name__ == "__main__":
    main()
