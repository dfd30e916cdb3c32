"""Bots against each other, straight on the rules and on a clock of its own: who wins, and how many
words they find.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush
from random import Random
from typing import Any

from parlour import Bot, BotContext, Context, Lexicon, OptionValue, Prompt, Seat, Setup, Step
from parlour_boggle import BOGGLE
from parlour_boggle.heard import Event
from parlour_boggle.state import State, Verdict
from parlour_kit.playing import usual_options

PAUSE_MS = 1_200
"""As the host waits before a bot thinks (`bot_pause_ms`)."""
LONGEST = 20_000
"""Steps after which a game counts as endless."""

AnyBot = Bot[Any, Any, Any, Any]


@dataclass
class Table:
    """A game that bots play to its end, each word at its time as on the host."""

    bots: Mapping[Seat, AnyBot]
    lexicon: Lexicon
    seed: int
    options: Mapping[str, OptionValue] = field(default_factory=dict[str, OptionValue])
    pause_ms: int = PAUSE_MS
    now: int = 0
    steps: int = 0
    prompts: Mapping[Seat, Prompt] = field(default_factory=dict[Seat, Prompt])
    moves: list[tuple[int, Seat, Any]] = field(default_factory=list[tuple[int, Seat, Any]])
    """When, who and what."""

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
        if move is None:
            thought = self._think(seat)
            if thought is None:
                return
            if thought.after_ms:
                self._later(thought.after_ms, seat, thought.move)
                return
            move = thought.move
        self.moves.append((self.now, seat, move))
        self._take(BOGGLE.rules.apply(self.state, seat, move, self._context()), seat)

    def _think(self, seat: Seat) -> Any:
        luck = Random(f"{self.seed} {self.steps} {seat}")
        context = BotContext(rng=luck, lexicon=self.lexicon)
        prompt, view = self.prompts[seat], BOGGLE.views.look(self.state, seat)
        thought = self.bots[seat].think(self.memories[seat], view, prompt, context)
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


def contest(
    bots: Sequence[AnyBot],
    rounds: int,
    lexicon: Lexicon,
    options: Mapping[str, OptionValue] | None = None,
) -> Result:
    """Play *rounds*, each a game of its own; the bots change seats from one to the next."""
    many = len(bots)
    result = Result(rounds, [0.0] * many, [0] * many, [0] * many, [0] * many)
    for seed in range(rounds):
        turned = [(at + seed) % many for at in range(many)]
        seats = {Seat(1 + place): bots[at] for place, at in enumerate(turned)}
        table = Table(seats, lexicon, seed, options or {})
        state = table.play()
        assert state.reading is not None
        winners = BOGGLE.scoring.winners(state)
        for graded in state.reading.lists:
            at = turned[graded.seat - 1]
            result.wins[at] += (graded.seat in winners) / len(winners)
            result.points[at] += graded.points
            for group in graded.groups:
                result.words[at] += len(group.words)
                if group.verdict in (Verdict.OK, Verdict.SHARED, Verdict.CROSSED):
                    result.good[at] += len(group.words)
    return result
