"""A bot for any game: information-set Monte Carlo search over the game's own rules.

It imagines positions that look the same to its seat (`Views.resample`), plays them on at random,
and makes the move that did best. It never has the position itself. How much it thinks is counted
in steps of the rules, not in time. So a thought can be repeated, and its length tells nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice, product
from math import log, sqrt
from random import Random
from typing import Any, Final, TypeAlias

from parlour.api import (
    MOST_SEATS,
    AnyGame,
    Bot,
    BotContext,
    ChoiceArg,
    Context,
    Imagined,
    IntArg,
    MoveSpec,
    Prompt,
    Reader,
    Refused,
    Seat,
    SeatArg,
    SomeArg,
    TextArg,
    Thought,
)

STEPS: Final = 400
"""Steps of the rules in a thought: some 20 to 50 ms."""
HORIZON: Final = 40
"""Steps after which we stop playing a position on, and count the scores as they are."""
WAYS: Final = 24
"""Moves that are weighed. Of more, so many are drawn."""
LISTED: Final = 2_000
"""Moves that are listed to draw from."""
CURIOUS: Final = 0.7
"""How much a move counts for having been tried less often than others."""
WAIT: Final = 0.3
"""The chance that nobody uses an optional prompt before the deadline."""
EVEN: Final = 10.0
"""Points ahead that count half as much as being ahead at all."""

Line: TypeAlias = tuple[str, str]
"""A move as its verb and the words after it."""


class SearchBot(Bot[Any, Any, Any, Seat]):
    """The bot of a game that brings none. Its memory is its seat: the view has the rest."""

    kind = "search"
    about = "plays positions on in its head, and makes the move that did best"
    searches = True

    def __init__(self, steps: int = STEPS) -> None:
        """Think for so many *steps* of the rules."""
        self._steps = steps

    def begin(self, seat: Seat, view: Any) -> Seat:
        """Remember the seat."""
        return seat

    def hear(self, memory: Seat, heard: Any) -> Seat:
        """Remember the seat."""
        return memory

    def think(
        self, memory: Seat, view: Any, prompt: Prompt, ctx: BotContext
    ) -> Thought[Any] | None:
        """Return the move that did best. None, at an optional prompt, if waiting did."""
        assert ctx.imagined is not None, "the host gives it to bots that search"
        game, rng = ctx.imagined.game, ctx.rng
        ways: list[Line | None] = [*lines(prompt, NAMES, rng)]
        if not prompt.urgent:
            ways.append(None)
        if len(ways) > 1:
            root = _Node()
            left = self._steps
            while left > 0:
                left -= max(1, _Playout(ctx, ctx.imagined, memory).run(root, ways))
            way = max(ways, key=lambda way: root.mean((memory, way)))
        else:
            way = ways[0]
        if way is None:
            return None
        return Thought(game.text_ui.parse(*way, view, Reader(memory, NAMES)))


class _Names(Mapping[Seat, str]):
    """A name for every seat, for games whose lines name players."""

    def __getitem__(self, seat: Seat) -> str:
        return f"seat{int(seat)}"

    def __iter__(self) -> Iterator[Seat]:
        return map(Seat, range(1, MOST_SEATS + 1))

    def __len__(self) -> int:
        return MOST_SEATS


NAMES: Final = _Names()
"""The names that the bot gives to players."""


def with_opponent(game: AnyGame) -> AnyGame:
    """Return *game* with this bot if it brings none and several can play."""
    if game.bots or game.seats.stop <= 2:
        return game
    return replace(game, bots=(SearchBot(),))


def lines(prompt: Prompt, names: Mapping[Seat, str], rng: Random, most: int = WAYS) -> list[Line]:
    """Return the moves that *prompt* offers, at most so many, each as a line."""
    every = (line for spec in prompt.moves for line in _of(spec, names))
    found = list(islice(every, LISTED))
    return found if len(found) <= most else rng.sample(found, most)


def _of(spec: MoveSpec, names: Mapping[Seat, str]) -> Iterator[Line]:
    every: list[Sequence[str]] = []
    for arg in spec.args:
        match arg:
            case SeatArg():
                every.append([names[seat] for seat in arg.choices])
            case ChoiceArg():
                every.append(arg.choices)
            case IntArg():
                every.append([str(n) for n in range(arg.min, min(arg.max, arg.min + WAYS) + 1)])
            case SomeArg():
                every.append(_sets(arg))
            case TextArg():
                every.append(arg.examples)
    return ((spec.verb.name, " ".join(words)) for words in product(*every))


def _sets(arg: SomeArg) -> list[str]:
    """Return sets of neighbours: a sorted hand has cards that go together side by side."""
    return [
        " ".join(arg.choices[at : at + size])
        for size in range(arg.min, arg.max + 1)
        for at in range(len(arg.choices) - size + 1)
    ]


@dataclass
class _Node:
    """What happened after some moves: how often, and how well it ended for who moved last."""

    visits: int = 0
    offered: int = 0
    """How often the move that leads here could have been made."""
    value: float = 0.0
    after: dict[tuple[Seat, Line | None], _Node] = field(
        default_factory=dict[tuple[Seat, "Line | None"], "_Node"]
    )

    def mean(self, key: tuple[Seat, Line | None]) -> float:
        """Return how well a way did, as if it had been tried once more and come out even."""
        node = self.after.get(key)
        return 0.0 if node is None else (node.value + 0.5) / (node.visits + 1)

    def chosen(self, seat: Seat, ways: Sequence[Line | None], rng: Random) -> Line | None:
        """Return a way that was never tried, or else the most promising one."""
        new = [way for way in ways if (seat, way) not in self.after]
        for way in ways:
            if (seat, way) in self.after:
                self.after[seat, way].offered += 1
        if new:
            return rng.choice(new)
        return max(ways, key=lambda way: self.after[seat, way].promise)

    @property
    def promise(self) -> float:
        return self.value / self.visits + CURIOUS * sqrt(log(self.offered) / self.visits)


class _Playout:
    """One imagined position, played on."""

    def __init__(self, ctx: BotContext, imagined: Imagined, me: Seat) -> None:
        self.game: AnyGame = imagined.game
        self.ctx = ctx
        self.rng = ctx.rng
        self.me = me
        self.now = imagined.now
        self.lists = imagined.lists
        self.seed = ctx.rng.randbytes(16)
        self.steps = 0
        self.state = imagined.twin(ctx.rng)

    def run(self, root: _Node, ways: Sequence[Line | None]) -> int:
        """Go down the tree, add a node to it, play to the end; return the steps taken."""
        rules, node = self.game.rules, root
        path: list[tuple[Seat, _Node]] = []
        seat, grows = self.me, True
        while self.steps < HORIZON:
            if grows:
                way = node.chosen(seat, ways, self.rng)
                child = node.after.setdefault((seat, way), _Node(offered=1))
                path.append((seat, child))
                node, grows = child, child.visits > 0
            else:
                way = self.rng.choice(ways)
            if way is not None:
                self._make(seat, way)
            elif seat == self.me and self.steps == 0:
                self.steps += 1
            asked = self._next()
            if asked is None:
                break
            seat, prompt = asked
            ways = lines(prompt, NAMES, self.rng)
        over = rules.is_over(self.state)
        for seat, child in path:
            child.visits += 1
            child.value += worth(self.game, self.state, seat, over=over)
        return self.steps

    def _make(self, seat: Seat, way: Line) -> None:
        self.steps += 1
        view = self.game.views.look(self.state, seat)
        try:
            move = self.game.text_ui.parse(*way, view, Reader(seat, NAMES))
            self.state = self.game.rules.apply(self.state, seat, move, self._context()).state
        except Refused:
            return  # nothing has changed

    def _next(self) -> tuple[Seat, Prompt] | None:
        """Return who is asked next, after the time that passes until then. None: it is over."""
        rules = self.game.rules
        while self.steps < HORIZON and not rules.is_over(self.state):
            prompts = rules.prompts(self.state)
            deadline = rules.deadline(self.state)
            urgent = [seat for seat, prompt in prompts.items() if prompt.urgent]
            if urgent:
                seat = self.rng.choice(urgent)
                return seat, prompts[seat]
            if prompts and (deadline is None or self.rng.random() > WAIT):
                seat = self.rng.choice(list(prompts))
                return seat, prompts[seat]
            if deadline is None:
                return None
            self.steps += 1
            self.now = max(self.now, deadline)
            self.state = rules.time_up(self.state, self._context()).state
        return None

    def _context(self) -> Context:
        return Context(
            now=self.now,
            seed=self.seed,
            number=self.steps,
            lexicon=self.ctx.lexicon,
            lists=self.lists,
        )


def worth(game: AnyGame, state: Any, seat: Seat, *, over: bool) -> float:
    """Return how good a position is for *seat*, from 0 to 1: the end counts most, then points."""
    scoring = game.scoring
    scores = scoring.scores(state)
    sides = scoring.sides(state) if over else ()
    side = next((side for side in sides if seat in side), (seat,))
    others = [other for other in scores if other not in side]
    sign = -1 if scoring.lower_wins else 1
    ahead = sign * scores.get(seat, 0) - max((sign * scores[o] for o in others), default=0)
    share = ahead / (abs(ahead) + EVEN)
    if not over:
        return 0.5 + 0.25 * share
    winners = scoring.winners(state)
    if seat not in winners:
        return 0.02 + 0.02 * share
    draw = all(other in winners for other in others)
    return 0.5 if draw else 0.98 + 0.02 * share
