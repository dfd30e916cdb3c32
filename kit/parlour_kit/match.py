"""A game that programs play without a host: for random games, arenas and learning.

    match = Match(SPADES, seats=4, seed=1)
    while not match.over:
        seat = match.asked[0]
        verb, words = match.lines(seat)[0]
        match.type(seat, verb, words)

`play_random` plays whole games this way, about as fast as the rules allow.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from random import Random
from typing import Any

import msgspec

from parlour.api import (
    SPECTATOR,
    AnyGame,
    Context,
    Lexicon,
    OptionValue,
    Outcome,
    Prompt,
    Ranks,
    Reader,
    Refused,
    Seat,
    Setup,
    Step,
    Together,
    Viewer,
)
from parlour.candidates import lines, random_line
from parlour.engine.leaving import ends_game, result_without
from parlour.engine.options import named_lists
from parlour.engine.outcomes import result_of
from parlour.language import written
from parlour.search import WAIT, by_place
from parlour_kit.mind import AnyBot, Mind
from parlour_kit.playing import MAX_STEPS, heard_of, names_for, start_options, usual_options

HASTE_MS = 1_000
"""Table time between two moves, at most, and always less than is left before a deadline."""
OPTIONAL = 0.1
"""The chance that a random player who may move does so while the game waits for another."""


class Match:
    """A running game, its luck, and what each viewer has heard.

    * `state`: the position.
    * `now`: table time in ms. Moves take a little of it; `wait` lets the clock run out.
    * `rng`: luck for those who play. The game has its own, from the same *seed*.
    * `heard`: what each seat and the watcher have heard, if *remember* is on.
    """

    def __init__(
        self,
        game: AnyGame,
        seats: int | Sequence[Seat],
        *,
        seed: int = 0,
        options: Mapping[str, OptionValue] | None = None,
        lexicon: Lexicon | None = None,
        lists: Mapping[str, Lexicon] | None = None,
        bots: Mapping[Seat, AnyBot] | None = None,
        remember: bool = True,
        given: Mapping[str, Any] | None = None,
    ) -> None:
        """Start a game at the first *seats* seats, or at those you name. Raises Refused.

        *bots* are those that `bot_step` asks, by seat. *given* is `Context.given` at the start,
        such as `{"hands": {1: ["QS", "TH"]}}`.
        """
        self.game = game
        self.rng = Random(seed)
        self.seats = tuple(
            [Seat(n + 1) for n in range(seats)] if isinstance(seats, int) else sorted(seats)
        )
        self.lexicon = lexicon
        values = start_options(game, usual_options(game) | dict(options or {}))
        self.lists = named_lists(game.options, values, lists or {})
        self.now = self.number = 0
        viewers: tuple[Viewer, ...] = (*self.seats, SPECTATOR) if remember else ()
        self.heard: dict[Viewer, list[Any]] = {viewer: [] for viewer in viewers}
        self.names = names_for(self.seats)
        self._readers = {seat: Reader(seat, self.names) for seat in self.seats}
        self._seed = sha256(seed.to_bytes(16, "big", signed=True)).digest()
        self.bots = dict(bots or {})
        self._left: Seat | None = None
        self._gone = frozenset[Seat]()
        step = game.rules.start(Setup(self.seats, game.chosen(values)), self._context(given))
        self._minds = {s: Mind(game, bot, s, step.state) for s, bot in self.bots.items()}
        self._take(step)

    # --- looking --------------------------------------------------------------------------

    @property
    def asked(self) -> list[Seat]:
        """The seats that may act: those that the game waits for, or else all with a prompt."""
        urgent = [seat for seat, prompt in self.prompts.items() if prompt.urgent]
        return sorted(urgent or self.prompts)

    def lines(self, seat: Seat, most: int = 48) -> list[tuple[str, str]]:
        """Return moves that the prompt of *seat* offers, each as a verb and the words after it."""
        return lines(self.prompts[seat], self.names, self.rng, most)

    def look(self, viewer: Viewer) -> Any:
        """Return the view of *viewer*."""
        return self.game.views.look(self.state, viewer)

    @property
    def scores(self) -> Mapping[Seat, int]:
        """The points by seat."""
        return self.game.scoring.scores(self.state)

    @property
    def winners(self) -> frozenset[Seat]:
        """The winners, once the game is over."""
        return frozenset(self._result[1])

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, if points do not say it."""
        return self._result[0]

    @property
    def rewards(self) -> Mapping[Seat, float]:
        """What the end is worth to each seat, from -1 to 1.

        The winners share 1, and all others -1. With places, each has what is between these two for
        theirs. Who has played together has the same: 1 or -1 if all have won or lost, otherwise
        from 0 to 1 for what they have reached. 0 for all while the game is not over.
        """
        outcome, winners = self._result
        if isinstance(outcome, Together):
            reached = outcome.points / outcome.of
            return dict.fromkeys(
                self.seats, reached if outcome.won is None else 2.0 * outcome.won - 1
            )
        if isinstance(outcome, Ranks):
            return {seat: 2 * by_place(outcome, seat) - 1 for seat in self.seats}
        losers = len(self.seats) - len(winners)
        if not winners or not losers:
            return dict.fromkeys(self.seats, 0.0)
        return {seat: 1 / len(winners) if seat in winners else -1 / losers for seat in self.seats}

    @property
    def _result(self) -> tuple[Outcome | None, tuple[Seat, ...]]:
        if self._left is not None:
            return result_without(self.game, self.state, self.seats, self._left)
        if not self.over:
            return None, ()
        return result_of(self.game.scoring, self.state, self.seats, self._gone)

    def information(self, viewer: Viewer) -> str:
        """Return all that *viewer* knows as text: what they heard, see and may do.

        Two positions have the same text exactly if the viewer cannot tell them apart.
        """
        told = [f"{heard.name} {_json(heard)}" for heard in self.heard.get(viewer, ())]
        prompt = None if viewer is SPECTATOR else self.prompts.get(viewer)
        who = "watcher" if viewer is SPECTATOR else f"seat {viewer}"
        return "\n".join(
            [who, *told, f"view {_json(self.look(viewer))}", f"prompt {_json(_offer(prompt))}"]
        )

    # --- doing ----------------------------------------------------------------------------

    def type(self, seat: Seat, verb: str, rest: str) -> None:
        """Make the move that a player types. Raises Refused."""
        view = self.game.views.look(self.state, seat)
        reader = self.game.reading(self._readers[seat], self.prompts.get(seat))
        self.move(seat, self.game.text_ui.parse(verb, rest, view, reader))

    def move(self, seat: Seat, move: Any) -> None:
        """Make a move, after a little time. Raises Refused, and then nothing has changed."""
        before = self.now
        self.now += self.rng.randrange(HASTE_MS)
        if self.deadline is not None:
            self.now = max(before, min(self.now, self.deadline - 1))
        try:
            self._take(self.game.rules.apply(self.state, seat, move, self._context()))
        except Refused:
            self.now = before
            raise

    def wait(self) -> None:
        """Let the clock run out."""
        assert self.deadline is not None, "no clock runs"
        self.now = max(self.now, self.deadline)
        self._take(self.game.rules.time_up(self.state, self._context()))

    def leave(self, seat: Seat) -> None:
        """Let a player leave for good. Without `Rules.left`, the game is over."""
        if ends_game(self.game.rules):
            self._left = seat
            self._take(Step(self.state))
            return
        self._gone |= {seat}
        self._take(self.game.rules.left(self.state, seat, self._context()))

    def random_step(self) -> None:
        """Make a random move that is offered; or let time pass if nobody has to move."""
        prompts, rng = self.prompts, self.rng
        asked = self.asked
        if not asked or (
            self.deadline is not None
            and not prompts[asked[0]].urgent
            and rng.random() < WAIT / len(asked)
        ):
            assert self.deadline is not None, f"nobody may act in {self.game.id}"
            self.wait()
            return
        if len(asked) < len(prompts) and rng.random() < OPTIONAL:
            asked = sorted(prompts)
        seat = asked[0] if len(asked) == 1 else rng.choice(asked)
        self.type(seat, *random_line(prompts[seat], self.names, rng))

    def bot_step(self) -> bool:
        """Let one of the bots that are asked think, and make its move. False: none wants to."""
        for seat in self.rng.sample(self.asked, len(self.asked)):
            if seat in self._minds:
                thought = self._minds[seat].think(
                    self.state, self.prompts[seat], self.rng, self._context()
                )
                if thought is not None:
                    self.move(seat, thought.move)
                    return True
        return False

    # --- inside ---------------------------------------------------------------------------

    def _take(self, step: Step[Any, Any]) -> None:
        rules = self.game.rules
        self.state = step.state
        self.number += 1
        assert self.number < MAX_STEPS, f"{self.game.id} does not end"
        self.over = self._left is not None or rules.is_over(step.state)
        self.prompts: Mapping[Seat, Prompt] = {} if self.over else rules.prompts(step.state)
        self.deadline = None if self.over else rules.deadline(step.state)
        for viewer, kept in self.heard.items():
            kept.extend(heard_of(self.game, step.events, viewer))
        for mind in self._minds.values():
            mind.hear(step)

    def _context(self, given: Mapping[str, Any] | None = None) -> Context:
        return Context(
            given=given or {},
            now=self.now,
            seed=self._seed,
            number=self.number,
            lexicon=self.lexicon,
            lists=self.lists,
        )


def play_random(
    game: AnyGame,
    games: int,
    *,
    seats: int | None = None,
    options: Mapping[str, OptionValue] | None = None,
    lexicon: Lexicon | None = None,
    lists: Mapping[str, Lexicon] | None = None,
) -> Iterator[Match]:
    """Play random *games*, seeded 0, 1, 2 ..., and yield each at its end.

    Without *seats*, each game draws how many play.
    """
    for seed in range(games):
        number = seats or Random(seed).choice(game.seats)
        match = Match(
            game,
            number,
            seed=seed,
            options=options,
            lexicon=lexicon,
            lists=lists,
            remember=False,
        )
        while not match.over:
            match.random_step()
        yield match


def _offer(prompt: Prompt | None) -> Any:
    """Return a prompt without its words for people, which depend on their language."""
    if prompt is None:
        return None
    moves = [(spec.verb.name, spec.args) for spec in prompt.moves]
    return {
        "moves": moves,
        "bare": prompt.bare,
        "due": prompt.due,
        "urgent": prompt.urgent,
        "enter": prompt.enter,
    }


def _json(value: Any) -> str:
    plain = msgspec.to_builtins(value, str_keys=True, order="deterministic", enc_hook=written)
    return msgspec.json.encode(plain).decode()
