"""A bot for any game: information-set Monte Carlo search over the game's own rules.

It imagines positions that look the same to its seat (`Views.resample`), plays them on at random,
and makes the move that did best. It never has the position itself. How much it thinks is counted
in steps of the rules, not in time. So a thought can be repeated, and its length tells nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from math import log, sqrt
from random import Random
from statistics import fmean
from typing import Any, Final

from parlour.api import (
    AnyGame,
    Bot,
    BotContext,
    Context,
    Imagined,
    Nobody,
    Prompt,
    Ranks,
    Reader,
    Refused,
    Seat,
    Thought,
    Together,
)
from parlour.candidates import NAMES, Line, candidates, lines, random_line

STEPS: Final = 400
"""Steps of the rules in a thought: some 20 to 50 ms."""
TRIES: Final = 100
"""Times that a position is played on in a thought, at most."""
NEAR: Final = 10
"""Steps after which we stop playing a position on as soon as points have changed."""
FAR: Final = 80
"""Steps after which we stop in any case, and count the points as they are."""
USUAL: Final = 2
"""How many tries the average of its verb counts for when a move is judged."""
CURIOUS: Final = 0.7
"""How much a move counts for having been tried less often than others."""
WAIT: Final = 0.3
"""The chance that nobody uses an optional prompt before the deadline."""
OPEN: Final = 0.25
"""How much better than an even position is one in which the most was gained."""
EVEN: Final = 10.0
"""Points ahead that count half as much as being ahead at all."""


class SearchBot(Bot[Any, Any, Any, Seat]):
    """The bot of a game that brings none. Its memory is its seat: the view has the rest."""

    kind = "search"
    about = "plays positions on in its head, and makes the move that did best"
    searches = True

    def __init__(self, steps: int = STEPS) -> None:
        """Think for so many *steps* of the rules."""
        self._steps = steps

    def begin(self, seat: Seat, view: Any) -> Seat:
        return seat

    def hear(self, memory: Seat, heard: Any) -> Seat:
        return memory

    def think(
        self, memory: Seat, view: Any, prompt: Prompt, ctx: BotContext
    ) -> Thought[Any] | None:
        """Return the move that did best. None, at an optional prompt, if waiting did."""
        assert ctx.imagined is not None, "the host gives it to bots that search"
        offered = random_line(prompt, NAMES, ctx.rng)  # if the game takes none of the others
        ways: list[Line | None] = [*dict.fromkeys([offered, *candidates(prompt, view, ctx)])]
        if not prompt.urgent:
            ways.append(None)
        way = ways[0]
        if len(ways) > 1:
            way = _Search(ctx, ctx.imagined, memory, prompt).best(ways, self._steps)
        if way is None:
            return None
        game = ctx.imagined.game
        return Thought(game.text_ui.parse(*way, view, game.reading(Reader(memory, NAMES), prompt)))


def with_opponent(game: AnyGame) -> AnyGame:
    """Return *game* with this bot if it brings none and several can play."""
    if game.bots or game.seats.stop <= 2:
        return game
    return replace(game, bots=(SearchBot(),))


@dataclass
class _Node:
    """What happened after some moves: how often, and how well it ended for who moved last."""

    visits: int = 0
    offered: int = 0
    """How often the move that leads here could have been made."""
    ended: float = 0.0
    """The worth of the positions in which the game was over, added up."""
    open: int = 0
    """The positions in which it was not."""
    gained: float = 0.0
    """What was gained on the others in these, in points, added up."""
    after: dict[tuple[Seat, Line | None], _Node] = field(
        default_factory=dict[tuple[Seat, "Line | None"], "_Node"]
    )

    def mean(self, most: float) -> float:
        """Return how well it ended on average. *most* is the most that was gained or lost."""
        return (self.ended + self.open / 2 + OPEN * self.gained / most) / self.visits

    def chosen(self, seat: Seat, ways: Sequence[Line], rng: Random, most: float) -> Line:
        """Return a way that was never tried, or else the most promising one."""
        new = [way for way in ways if (seat, way) not in self.after]
        for way in ways:
            if (seat, way) in self.after:
                self.after[seat, way].offered += 1
        if new:
            return rng.choice(new)
        return max(ways, key=lambda way: self.after[seat, way].promise(most))

    def promise(self, most: float) -> float:
        """Return how good it may be: its mean, and more the less often it was tried."""
        return self.mean(most) + CURIOUS * sqrt(log(self.offered) / self.visits)


class _Search:
    """A thought: the tree of what was tried, and what it has cost so far."""

    def __init__(self, ctx: BotContext, imagined: Imagined, me: Seat, prompt: Prompt) -> None:
        self.game, self.me, self.imagined = imagined.game, me, imagined
        self.prompt = prompt
        self.lexicon, self.rng = ctx.lexicon, ctx.rng
        self.root = _Node()
        self.steps = self.tries = 0
        self.most = 1.0
        """The most points that anybody has gained or lost."""
        self.refused: set[Line | None] = set()
        """Moves that the game did not take."""
        self.state = imagined.twin(ctx.rng)
        for _ in range(ctx.rng.randint(1, 2)):
            self._imagine()

    def best(self, ways: Sequence[Line | None], steps: int) -> Line | None:
        """Return the way that did best. After each round, the worse half is left out."""
        rounds = (len(ways) - 1).bit_length()
        for done in range(1, rounds + 1):
            while self.steps * rounds < steps * done and self.tries * rounds < TRIES * done:
                self._try_all(ways, steps)
            ways = self._ranked(ways)[: (len(ways) + 1) // 2] or ways
        return ways[0]

    def _imagine(self) -> None:
        """Make a position of the one before.

        If the game's twins are never like what they are made of, the first tells what is not
        there. Of that, little is left in the third and nothing soon after.
        """
        self.state = self.game.views.resample(self.state, self.me, self.rng)

    def _ranked(self, ways: Sequence[Line | None]) -> list[Line | None]:
        """Sort the ways that were tried, the best first.

        A few good results may be luck, but a verb has more of them. So each way counts as if it
        had also been tried a few times with the average result of its verb.
        """
        tried: dict[Line | None, _Node] = {}
        by_verb: dict[str | None, list[float]] = {}
        for way in ways:
            node = self.root.after.get((self.me, way))
            if node is not None and way not in self.refused:
                tried[way] = node
                by_verb.setdefault(way and way[0], []).append(node.mean(self.most))

        def judged(way: Line | None) -> float:
            visits, usual = tried[way].visits, fmean(by_verb[way and way[0]])
            return (tried[way].mean(self.most) * visits + usual * USUAL) / (visits + USUAL)

        return sorted(tried, key=judged, reverse=True)

    def _try_all(self, ways: Sequence[Line | None], steps: int) -> None:
        """Try each way once, in the same position with the same luck.

        So a difference between their results is their own.
        """
        self._imagine()
        luck = self.rng.randbytes(16)
        for way in self.rng.sample(ways, len(ways)):
            if self.steps < steps:
                self.tries += 1
                self.steps += _Playout(self, luck).run(way)


class _Playout:
    """One imagined position, played on."""

    def __init__(self, search: _Search, luck: bytes) -> None:
        self.search = search
        self.game = search.game
        self.state = search.state
        self.now = search.imagined.now
        self.luck = luck
        self.rng = Random(luck)
        self.steps = 0

    def run(self, way: Line | None) -> int:
        """Make the move *way*, add a node to the tree, play on; return the steps taken."""
        search, before = self.search, self.state
        if way is None:
            self.steps += 1
        elif not self._make(search.me, way, search.prompt):
            search.refused.add(way)
            return self.steps
        node = search.root.after.setdefault((search.me, way), _Node())
        path = [(search.me, node)]
        scores = _points(self.game, before)
        grows = node.visits > 0
        while (asked := self._next()) is not None:
            seat, prompt = asked
            if grows:
                offered = lines(prompt, NAMES, self.rng)
                line = node.chosen(seat, offered, self.rng, search.most)
                node = node.after.setdefault((seat, line), _Node(offered=1))
                path.append((seat, node))
                grows = node.visits > 0
            else:
                line = random_line(prompt, NAMES, self.rng)
            self._make(seat, line, prompt)
            if self.steps >= NEAR and _points(self.game, self.state) != scores:
                break
        over = self.game.rules.is_over(self.state)
        for seat, child in path:
            child.visits += 1
            if over:
                child.ended += worth(self.game, self.state, seat)
            else:
                gain = ahead(self.game, self.state, seat) - ahead(self.game, before, seat)
                child.open += 1
                child.gained += gain
                search.most = max(search.most, abs(gain))
        return self.steps

    def _make(self, seat: Seat, way: Line, prompt: Prompt) -> bool:
        """Make a move. False: it is refused, and nothing has changed."""
        self.steps += 1
        view = self.game.views.look(self.state, seat)
        try:
            reader = self.game.reading(Reader(seat, NAMES), prompt)
            move = self.game.text_ui.parse(*way, view, reader)
            self.state = self.game.rules.apply(self.state, seat, move, self._context()).state
        except Refused:
            return False
        return True

    def _next(self) -> tuple[Seat, Prompt] | None:
        """Return who is asked next, after the time that passes until then. None: it is over."""
        rules = self.game.rules
        while self.steps < FAR and not rules.is_over(self.state):
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
            seed=self.luck,
            number=self.steps,
            lexicon=self.search.lexicon,
            lists=self.search.imagined.lists,
        )


def _points(game: AnyGame, state: Any) -> object:
    """Return the points of everybody, or what all have reached together."""
    outcome = game.scoring.outcome(state)
    return outcome if isinstance(outcome, Together) else game.scoring.scores(state)


def ahead(game: AnyGame, state: Any, seat: Seat) -> float:
    """Return how many points the side of *seat* is ahead of the best other side, on average.

    If there is no other side, it is what they have; if all play together, what all have reached.
    """
    scoring = game.scoring
    outcome = scoring.outcome(state)
    if isinstance(outcome, Together):
        return outcome.points
    scores, sides = scoring.scores(state), scoring.sides(state)
    sign = -1 if scoring.lower_wins else 1

    def average(side: Sequence[Seat]) -> float:
        return sign * fmean([scores.get(each, 0) for each in side])

    others = [average(side) for side in sides if side and seat not in side]
    return average(_side(sides, seat)) - max(others, default=0)


def worth(game: AnyGame, state: Any, seat: Seat) -> float:
    """Return how good the end of a game is for *seat*, from 0 to 1.

    It is winning that counts, and points only where that is equal.
    """
    scoring = game.scoring
    outcome = scoring.outcome(state)
    if isinstance(outcome, Together):
        reached = outcome.points / outcome.of
        return reached if outcome.won is None else 0.02 * reached + 0.98 * outcome.won
    lead = ahead(game, state, seat)
    share = lead / (abs(lead) + EVEN)
    if isinstance(outcome, Ranks):
        return by_place(outcome, seat)
    if isinstance(outcome, Nobody):
        return 0.02 + 0.02 * share
    winners = scoring.winners(state)
    if seat not in winners:
        return 0.02 + 0.02 * share
    side = _side(scoring.sides(state), seat)
    others = [other for other in scoring.scores(state) if other not in side]
    draw = bool(others) and all(other in winners for other in others)
    return 0.5 if draw else 0.98 + 0.02 * share


def by_place(outcome: Ranks, seat: Seat) -> float:
    """Return the share of the others who are not before *seat*; equals count half."""
    at = next((n for n, place in enumerate(outcome.places) if seat in place), None)
    if at is None:
        return 0.0
    behind = sum(map(len, outcome.places[at + 1 :]))
    equal = len(outcome.places[at]) - 1
    others = sum(map(len, outcome.places)) - 1
    return (behind + equal / 2) / others if others else 1.0


def _side(sides: Sequence[Sequence[Seat]], seat: Seat) -> Sequence[Seat]:
    """Return who plays together with *seat*."""
    return next((side for side in sides if seat in side), (seat,))
