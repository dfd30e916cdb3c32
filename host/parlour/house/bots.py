"""The bots of a table: when they think, and what becomes of their thoughts."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from parlour.api import BotContext, Context, Refused, Seat
from parlour.api import Thought as Decision
from parlour.engine import record as r
from parlour.engine.happenings import Asked, Happening, Occurred, PauseChanged
from parlour.engine.match import GameFault, guarded
from parlour.house.clock import Now
from parlour.house.effects import Job, JobKey, Thought
from parlour.house.timers import Timer

if TYPE_CHECKING:
    from parlour.house.rooms import Room


class Thinking(Now, Protocol):
    """What bots ask of the house."""

    bot_pause_s: float

    def think(self, job: Job) -> None:
        """Have a bot think."""


class Bots:
    """Those of one room."""

    __slots__ = ("_desk", "_due", "_room")

    def __init__(self, desk: Thinking, room: Room) -> None:
        self._desk = desk
        self._room = room
        self._due: dict[Seat, Timer] = {}

    def stop(self) -> None:
        """Nobody waits to think any more."""
        for timer in self._due.values():
            timer.cancel()
        self._due.clear()

    def wake(self, happened: Sequence[Happening]) -> None:
        """Each bot with a prompt thinks, after the same pause whatever it is about to do.

        A new prompt starts the pause anew; other news of the game only wakes a bot that
        is not waiting already.
        """
        table = self._room.table
        match = table.match
        if match is None or not match.bots:
            return
        asked = {news.seat for news in happened if isinstance(news, Asked)}
        if not asked and not any(isinstance(news, Occurred | PauseChanged) for news in happened):
            return
        for seat in match.bots:
            if seat not in match.prompts or seat not in table.chairs:
                continue
            if seat in asked and seat in self._due:
                self._due.pop(seat).cancel()
            self._wake(seat)

    def wake_all(self) -> None:
        """All who are asked think, as after a break."""
        table = self._room.table
        if table.match is not None:
            for seat in table.match.bots:
                if seat in table.match.prompts and seat in table.chairs:
                    self._wake(seat)

    def _wake(self, seat: Seat) -> None:
        """Have the bot think after its pause, unless it is waiting already."""
        if seat in self._due:
            return
        due = self._desk.now + self._desk.bot_pause_s
        self._due[seat] = self._desk.timers.at(due, partial(self._think, seat))

    def _think(self, seat: Seat) -> None:
        self._due.pop(seat, None)
        room = self._room
        match, table = room.table.match, room.table
        if match is None or not room.going:
            return  # whatever sets the game going wakes him
        opened, bot = match.prompts.get(seat), match.bots.get(seat)
        if opened is None or bot is None:
            return
        memory = match.memories[seat]
        try:
            view = room.view(seat)
        except GameFault as fault:
            room.freeze(fault)
            return
        luck = Context(now=0, seed=match.seed + bytes([seat]), number=match.steps).rng
        ctx = BotContext(rng=luck, lexicon=match.lexicon)
        key = JobKey(table.number, seat, opened.number, match.steps, table.record)
        self._desk.think(Job(key, lambda: bot.think(memory, view, opened.prompt, ctx)))

    def thought(self, event: Thought) -> None:
        """A bot has made up its mind, or failed to.

        What comes after its prompt is over is dropped. What comes after anything else
        has happened is thought over again if the prompt is optional, or the move is not
        allowed any more.
        """
        key, room = event.key, self._room
        assert isinstance(key, JobKey), "that is what bots think under"
        match, table, seat = room.table.match, room.table, Seat(key.seat)
        opened = match.prompts.get(seat) if match is not None else None
        if (
            match is None
            or opened is None
            or (key.record, key.prompt) != (table.record, opened.number)
            or not room.going
            or seat not in table.chairs
        ):
            return
        urgent, late = opened.prompt.urgent, match.steps != key.steps
        if late and not urgent:
            self._wake(seat)
            return
        try:
            move = _decided(event, urgent=urgent)
            if move is not None:
                room.add(r.Moved(at=room.at, seat=seat, move=move))
        except Refused as refused:
            if late:
                self._wake(seat)
            else:
                room.freeze(GameFault(f"a bot's move was refused: {refused.fault}"))
        except GameFault as fault:
            room.freeze(fault)


def _decided(event: Thought, *, urgent: bool) -> msgspec.Raw | None:
    """The move a bot wants to make; None if it lets the prompt pass. Raises GameFault."""
    if event.error is not None:
        raise GameFault(f"{type(event.error).__name__} in a bot's thought") from event.error
    decision: Decision[Any] | None = event.result
    if decision is None:
        if urgent:
            raise GameFault("a bot gave no answer to an urgent prompt")
        return None
    return guarded(lambda: r.encode_move(decision.move))
