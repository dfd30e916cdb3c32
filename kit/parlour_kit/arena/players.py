"""Who plays in an arena: at random, by search, a bot of the game, or a function in Python.

A player is made once. It sits down at a seat of each game, and remembers nothing of another one.
Programs are in `programs`.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final, TypeAlias

from parlour.api import BotContext, Heard, Lexicon, Prompt, Refused, Seat
from parlour.candidates import lines, random_line
from parlour.core.refusals import CommandError
from parlour.engine import record as r
from parlour.engine import table_events as h
from parlour.engine.calls import GameFault
from parlour.engine.match import Open, imagined
from parlour.engine.table import Table
from parlour.search import SearchBot
from parlour_kit.arena.moves import drawn, read, tried
from parlour_kit.arena.table import Chair, Decision, Sitting
from parlour_kit.mind import AnyBot

OPTIONAL: Final = 0.1
"""The chance that the random player uses an optional prompt, in each second."""
TRIES: Final = 5
"""Lines for one prompt that may be refused. Then a random move is made."""
LISTED: Final = 48
"""Moves that a function gets to choose from. Of more, so many are drawn."""


class Player(ABC):
    """Somebody who plays. `name` is what tables and records call them."""

    name: str

    @abstractmethod
    def sit(self, table: Table, chair: Chair) -> Sitting:
        """Take a seat of a game that is about to begin."""


class RandomPlayer(Player):
    """Makes any move that is offered."""

    def __init__(self, name: str = "random") -> None:
        self.name = name

    def sit(self, table: Table, chair: Chair) -> Sitting:
        return _Random(chair)


@dataclass
class _Random(Sitting):
    chair: Chair

    def hear(self, table: Table, happened: Sequence[h.Happening]) -> None:
        return

    def think(self, table: Table, opened: Open, at: int) -> Decision:
        if not opened.prompt.urgent and self.chair.luck.random() >= OPTIONAL:
            return Decision(again=True)
        return Decision(drawn(table, self.chair.seat, opened.prompt, self.chair.luck, at))


class BotPlayer(Player):
    """A bot of the game, or the one that searches."""

    def __init__(self, bot: AnyBot | None = None, name: str = "") -> None:
        self.bot: AnyBot = bot or SearchBot()
        self.name = name or self.bot.kind

    def sit(self, table: Table, chair: Chair) -> Sitting:
        return _BotSitting(chair, self.bot)


@dataclass
class _BotSitting(Sitting):
    """A bot at a seat, with its memory. It knows what a host would tell it."""

    chair: Chair
    bot: AnyBot
    _memory: Any = None
    _begun: bool = False

    def hear(self, table: Table, happened: Sequence[h.Happening]) -> None:
        match, seat = table.last_match, self.chair.seat
        via, views = match.via, match.game.views
        if not self._begun:
            self._begun = True
            view = via.guarded(views.look, match.state, seat)
            self._memory = via.guarded(self.bot.begin, seat, view)
        for news in happened:
            if isinstance(news, h.Occurred):
                heard = via.guarded(views.hear, news.event, seat)
                if heard is not None:
                    self._memory = via.guarded(self.bot.hear, self._memory, heard)

    def think(self, table: Table, opened: Open, at: int) -> Decision | None:
        match, seat = table.last_match, self.chair.seat
        view = match.via.guarded(match.game.views.look, match.state, seat)
        twins = imagined(match, seat) if self.bot.searches else None
        ctx = BotContext(self.chair.luck, match.lexicon, twins)
        began = time.perf_counter()
        thought = match.via.guarded(self.bot.think, self._memory, view, opened.prompt, ctx)
        timed(self.chair, began)
        if thought is None:
            if opened.prompt.urgent:
                raise GameFault(f"the bot {self.bot.kind} gave no answer to an urgent prompt")
            return Decision()
        return Decision(match.via.guarded(r.encode_move, thought.move), max(0, thought.after_ms))


def timed(chair: Chair, began: float) -> None:
    """Note the time of a thought that began at *began*."""
    took = time.perf_counter() - began
    account = chair.account
    account.thinking_s += took
    account.longest_s = max(account.longest_s, took)


# --- a function in Python ------------------------------------------------------------------


@dataclass(frozen=True)
class Turn:
    """What a function is asked: all that its seat knows, and nothing more."""

    seat: Seat
    view: Any
    """The position as the seat may know it."""
    prompt: Prompt
    heard: Sequence[Heard]
    """What the seat has heard since the start of the game."""
    names: Mapping[Seat, str]
    rng: Random
    """Luck of its own, from the seed of the arena: who draws from it can be repeated."""
    lexicon: Lexicon | None = None
    """The word list of the table."""
    refused: str = ""
    """Why the line before was refused, if it was."""

    def moves(self, most: int = LISTED) -> list[str]:
        """Return moves that are offered, as lines; of more than *most*, so many at random."""
        found = lines(self.prompt, self.names, self.rng, most)
        return [f"{verb} {words}".rstrip() for verb, words in found]

    def any_move(self) -> str:
        """Return any move that is offered, as a line."""
        verb, words = random_line(self.prompt, self.names, self.rng)
        return f"{verb} {words}".rstrip()


Answer: TypeAlias = Callable[[Turn], str | None]
"""Returns the line of a move. None lets a prompt pass that is not urgent."""


class FunctionPlayer(Player):
    """A function, or a class: of that each seat of each game gets an instance, which may remember
    what happened.
    """

    def __init__(self, name: str, answer: Answer | type[Any]) -> None:
        self.name = name
        self._answer = answer

    def sit(self, table: Table, chair: Chair) -> Sitting:
        answer = self._answer() if isinstance(self._answer, type) else self._answer
        return _FunctionSitting(chair, answer)


@dataclass
class _FunctionSitting(Sitting):
    chair: Chair
    answer: Answer
    _heard: list[Heard] = field(default_factory=list[Heard])

    def hear(self, table: Table, happened: Sequence[h.Happening]) -> None:
        match = table.last_match
        for news in happened:
            if isinstance(news, h.Occurred):
                heard = match.via.guarded(match.game.views.hear, news.event, self.chair.seat)
                if heard is not None:
                    self._heard.append(heard)

    def think(self, table: Table, opened: Open, at: int) -> Decision | None:
        refused = ""
        for _ in range(TRIES):
            line = self._ask(table, opened.prompt, refused)
            if line is None and not opened.prompt.urgent:
                return Decision()
            try:
                move = read_line(table, self.chair.seat, opened.prompt, line or "")
                tried(table, self.chair.seat, move, at)
            except (Refused, CommandError) as no:
                refused = no.text
                self.chair.account.refuse(no.text)
                continue
            return Decision(move)
        return None

    def _ask(self, table: Table, prompt: Prompt, refused: str) -> str | None:
        match, seat = table.last_match, self.chair.seat
        view = match.via.guarded(match.game.views.look, match.state, seat)
        turn = Turn(
            seat,
            view,
            prompt,
            tuple(self._heard),
            table.names,
            self.chair.luck,
            match.lexicon,
            refused,
        )
        began = time.perf_counter()
        line = self.answer(turn)
        timed(self.chair, began)
        return line


def read_line(table: Table, seat: Seat, prompt: Prompt, line: str) -> Any:
    """Return the move in a line: `ask bob e`, or its words alone if the prompt asks for these.

    Raises Refused, CommandError, GameFault.
    """
    words = line.strip()
    slash = words.startswith("/")
    verb, _, rest = words.removeprefix("/").partition(" ")
    verbs = {spec.verb.name for spec in prompt.moves}
    if not slash and prompt.bare is not None and verb.lower() not in verbs:
        return read(table, seat, prompt.bare, words, bare=True)
    return read(table, seat, verb.lower(), rest.strip())
