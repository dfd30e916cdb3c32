"""Bots against each other, straight on the rules and on a clock of its own: who wins, how many
words they find, and how long they think.

    python tests/plugins/boggle/bots/arena.py 200

plays so many seeded rounds of each kind alone, and of each pair; add options of the table as
NAME=VALUE, and `lexicon=fr` for the French list.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import combinations
from random import Random
from typing import Any, TypeAlias

from parlour import Bot, BotContext, Context, Lexicon, OptionValue, Prompt, Seat, Setup, Step
from parlour.lexicons import load_builtin
from parlour_boggle import BOGGLE
from parlour_boggle.bots import BOTS
from parlour_boggle.heard import Event
from parlour_boggle.state import State, Verdict
from parlour_kit.playing import usual_options

PAUSE_MS = 1_200
"""As the host waits before a bot thinks (`bot_pause_ms`)."""
LONGEST = 20_000
"""Steps after which a game counts as endless."""

AnyBot = Bot[Any, Any, Any, Any]
Clock: TypeAlias = Callable[[], float]


def _no_time() -> float:
    """The clock of those who do not care how long bots think."""
    return 0.0


@dataclass
class Table:
    """A game that bots play to its end, each word at its time as on the host."""

    bots: Mapping[Seat, AnyBot]
    lexicon: Lexicon
    seed: int
    clock: Clock = _no_time
    options: Mapping[str, OptionValue] = field(default_factory=dict[str, OptionValue])
    pause_ms: int = PAUSE_MS
    now: int = 0
    steps: int = 0
    prompts: Mapping[Seat, Prompt] = field(default_factory=dict[Seat, Prompt])
    moves: list[tuple[int, Seat, Any]] = field(default_factory=list[tuple[int, Seat, Any]])
    """When, who and what."""
    thoughts: list[tuple[float, str]] = field(default_factory=list[tuple[float, str]])
    """Seconds, and the kind of the bot."""
    steps_s: list[float] = field(default_factory=list[float])
    """For each move the seconds of what is not the bot's own: view, rules, prompts, hearing."""

    def __post_init__(self) -> None:
        """Nobody waits yet. What is due: when, in which order, who, his asking, his move."""
        self._due: list[tuple[int, int, Seat, int, Any]] = []
        self._asked = dict.fromkeys(self.bots, 0)
        self._order = 0

    def play(self) -> State:
        """Play to the end and return the last position."""
        setup = Setup(tuple(self.bots), {**usual_options(BOGGLE), **self.options})
        step = BOGGLE.rules.start(setup, self._context())
        self.memories = {
            seat: bot.begin(seat, BOGGLE.views.look(step.state, seat))
            for seat, bot in self.bots.items()
        }
        self._take(step)
        while not BOGGLE.rules.is_over(self.state):
            deadline = BOGGLE.rules.deadline(self.state)
            if deadline is not None and (not self._due or deadline <= self._due[0][0]):
                self.now = deadline
                self._take(BOGGLE.rules.time_up(self.state, self._context()))
            else:
                self._ring(*heappop(self._due))
        return self.state

    def _ring(self, at: int, _order: int, seat: Seat, asking: int, move: Any) -> None:
        """It is time to think or, with a *move*, to make it."""
        if asking != self._asked[seat]:
            return
        self.now = at
        start = self.clock()
        if move is None:
            view = BOGGLE.views.look(self.state, seat)
            looked = self.clock() - start
            thought = self._think(seat, view)
            if thought is None:
                return
            self.steps_s.append(looked)
            if thought.after_ms:
                self._later(thought.after_ms, seat, thought.move)
                return
            start, move = self.clock(), thought.move
        self.moves.append((self.now, seat, move))
        self._take(BOGGLE.rules.apply(self.state, seat, move, self._context()), seat)
        self.steps_s[-1] += self.clock() - start

    def _think(self, seat: Seat, view: Any) -> Any:
        luck = Random(f"{self.seed} {self.steps} {seat}")
        context = BotContext(rng=luck, lexicon=self.lexicon)
        start = self.clock()
        bot, prompt = self.bots[seat], self.prompts[seat]
        thought = bot.think(self.memories[seat], view, prompt, context)
        self.thoughts.append((self.clock() - start, bot.kind))
        assert thought is not None or not prompt.urgent
        return thought

    def _later(self, after_ms: int, seat: Seat, move: Any) -> None:
        self._order += 1
        due = self.now + after_ms, self._order, seat, self._asked[seat], move
        heappush(self._due, due)

    def _take(self, step: Step[State, Event], mover: Seat | None = None) -> None:
        self.steps += 1
        assert self.steps < LONGEST, "the game does not end"
        self.state = step.state
        for seat, bot in self.bots.items():
            for event in step.events:
                heard = BOGGLE.views.hear(event, seat)
                if heard is not None:
                    self.memories[seat] = bot.hear(self.memories[seat], heard)
        before, self.prompts = self.prompts, BOGGLE.rules.prompts(self.state)
        for seat in self.bots:
            if seat == mover or self.prompts.get(seat) != before.get(seat):
                self._asked[seat] += 1
                if seat in self.prompts:
                    self._later(self.pause_ms, seat, None)

    def _context(self) -> Context:
        seed = self.seed.to_bytes(8, "big")
        return Context(now=self.now, seed=seed, number=self.steps, lexicon=self.lexicon)


@dataclass
class Result:
    """What came out of some rounds, by the place in the row of bots."""

    rounds: int
    wins: list[float]
    """A shared win counts in part."""
    points: list[int]
    words: list[int]
    good: list[int]
    """Words that score, or would if nobody else had them."""
    thoughts: list[tuple[float, str]]
    steps_s: list[float]


def contest(
    bots: Sequence[AnyBot],
    rounds: int,
    lexicon: Lexicon,
    clock: Clock = _no_time,
    options: Mapping[str, OptionValue] | None = None,
) -> Result:
    """Play *rounds*, each a game of its own; the bots change seats from one to the next."""
    many = len(bots)
    result = Result(rounds, [0.0] * many, [0] * many, [0] * many, [0] * many, [], [])
    for seed in range(rounds):
        turned = [(at + seed) % many for at in range(many)]
        seats = {Seat(1 + place): bots[at] for place, at in enumerate(turned)}
        table = Table(seats, lexicon, seed, clock, options or {})
        state = table.play()
        assert state.reading is not None
        winners = BOGGLE.scoring.winners(state)
        for graded in state.reading.lists:
            at = turned[graded.seat - 1]
            result.wins[at] += (graded.seat in winners) / len(winners)
            result.points[at] += graded.points
            for group in graded.groups:
                result.words[at] += len(group.words)
                if group.verdict in (Verdict.OK, Verdict.CROSSED):
                    result.good[at] += len(group.words)
        result.thoughts += table.thoughts
        result.steps_s += table.steps_s
    return result


def _tell(line: str) -> None:
    sys.stdout.write(f"{line}\n")


def _times(name: str, seconds: Iterable[float]) -> None:
    ms = sorted(each * 1e3 for each in seconds)
    _tell(
        f"  {name:12} {len(ms):7}: mean {sum(ms) / len(ms):6.3f} ms, "
        f"p99 {ms[len(ms) * 99 // 100]:6.3f}, max {ms[-1]:6.3f}"
    )


def _option(text: str) -> tuple[str, OptionValue]:
    name, _, value = text.partition("=")
    kind = type(usual_options(BOGGLE)[name])
    return name, value == "on" if kind is bool else kind(value)


def main() -> None:
    """Print the figures of the rounds asked for."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 40
    texts = dict.fromkeys(sys.argv[2:])
    lists = [text.partition("=")[2] for text in texts if text.startswith("lexicon=")]
    lexicon = load_builtin((lists or ["en"])[0])
    options = dict(_option(text) for text in texts if not text.startswith("lexicon="))
    thoughts: list[tuple[float, str]] = []
    steps: list[float] = []
    for bots in [*((bot,) for bot in BOTS), *combinations(reversed(BOTS), 2), BOTS]:
        clock = time.perf_counter  # noqa: TID251 - a benchmark
        result = contest(bots, rounds, lexicon, clock, options)
        _tell(f"{rounds} rounds of {', '.join(bot.kind for bot in bots)}")
        for at, bot in enumerate(bots):
            _tell(
                f"  {bot.kind:8} wins {result.wins[at] / rounds:6.1%}, "
                f"{result.points[at] / rounds:5.1f} points, "
                f"{result.words[at] / rounds:5.1f} words, "
                f"{result.good[at] / rounds:5.1f} of them good"
            )
        thoughts += result.thoughts
        steps += result.steps_s
    _tell("times")
    for bot in BOTS:
        _times(bot.kind, (taken for taken, kind in thoughts if kind == bot.kind))
    _times("the rest", steps)


if __name__ == "__main__":
    main()
