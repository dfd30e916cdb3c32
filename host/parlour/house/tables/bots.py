"""The bots of a table: when they think, and what becomes of their thoughts.

How long a bot thinks may depend on what it has hidden. So what it decides happens on a beat,
counted from the moment at which it was asked: the first one, if it thinks no longer than that.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from typing import Any, Final, Protocol
from weakref import ref

import msgspec

from parlour.api import BotContext, Context, Refused, Seat, Viewer
from parlour.api import Thought as Decision
from parlour.engine import record as r
from parlour.engine.calls import GameFault, guarded, name_of
from parlour.engine.match import Open
from parlour.engine.table import Table
from parlour.engine.table_events import Asked, Happening, Occurred, PauseChanged
from parlour.house.effects import Job, JobKey, Thought
from parlour.house.limits import Limits
from parlour.house.outbound import Outbound
from parlour.house.timers import Action, Timer

BEAT_MIN_MS: Final = 5
"""The shortest beat, where nobody reads along: more than a thought of theirs takes."""


def beat_s(limits: Limits) -> float:
    """How long a beat is."""
    return max(min(limits.bot_beat_ms, limits.bot_pause_ms), BEAT_MIN_MS) / 1000


class Playing(Protocol):
    """A room as its bots know it."""

    @property
    def table(self) -> Table:
        """The table as it is."""
        ...

    @property
    def at(self) -> int:
        """The table time now."""
        ...

    @property
    def going(self) -> bool:
        """Is the game being played?"""
        ...

    def view(self, viewer: Viewer) -> Any:
        """The position as *viewer* may know it. Raises GameFault."""

    def add(self, entry: r.Entry) -> None:
        """Let *entry* happen. Raises Refused and GameFault."""

    def freeze(self, fault: GameFault) -> None:
        """The plugin has failed."""


class Bots:
    """Those of one room."""

    __slots__ = ("_answers", "_due", "_its_room", "_news", "_out")

    def __init__(self, out: Outbound, room: Playing) -> None:
        self._out = out
        self._its_room = ref(room)  # the room has us, and goes away without the collector
        self._due: dict[Seat, Timer] = {}
        """What each of them waits for: to think, or to make a move it takes its time over."""
        self._answers: dict[JobKey, Timer] = {}
        """Thoughts that wait for their beat. They are no reason not to think about news."""
        self._news: dict[Seat, int] = {}
        """The step of the game of which each of them has heard last."""

    @property
    def _room(self) -> Playing:
        room = self._its_room()
        assert room is not None, "whoever calls us has it"
        return room

    def stop(self) -> None:
        """Nobody waits any more."""
        for timer in (*self._due.values(), *self._answers.values()):
            timer.cancel()
        self._due.clear()
        self._answers.clear()

    def wake(self, happened: Sequence[Happening]) -> None:
        """Each bot with a prompt thinks, after the same pause whatever it is about to do.

        A new prompt starts the pause anew; other news of the game, if its seat hears of it, only
        wakes a bot that is not waiting already.
        """
        table = self._room.table
        match = table.match
        if match is None or not match.bots:
            return
        asked = {news.seat for news in happened if isinstance(news, Asked)}
        for seat in match.bots:
            if seat not in asked and not self._hears(seat, happened):
                continue
            self._news[seat] = match.steps
            if seat not in match.prompts or seat not in table.chairs:
                continue
            if seat in asked:
                self._forget(seat)
            self._wake(seat)

    def _hears(self, seat: Seat, happened: Sequence[Happening]) -> bool:
        """Does the seat hear anything of this? If not, its bot must not stir: that would tell."""
        match = self._room.table.match
        assert match is not None, "its bots are asked"
        return any(
            isinstance(news, PauseChanged)
            or (
                isinstance(news, Occurred)
                and match.via.guarded(match.game.views.hear, news.event, seat) is not None
            )
            for news in happened
        )

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
        self._wait(seat, self._out.limits.bot_pause_ms / 1000, partial(self._think, seat))

    def _wait(self, seat: Seat, seconds: float, then: Action) -> None:
        """Do *then* after so long, and nothing else before."""
        self._forget(seat)

        def ring() -> None:
            del self._due[seat]
            then()

        self._due[seat] = self._out.timers.at(self._out.now + seconds, ring)

    def _forget(self, seat: Seat) -> None:
        """The bot does not do what it was waiting for."""
        if seat in self._due:
            self._due.pop(seat).cancel()

    def _think(self, seat: Seat) -> None:
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
        at = self._out.now
        about = (table.number, seat, opened.number, match.steps, table.record)
        key = JobKey(*about, game=match.game.id, asked=at)
        self._out.think(Job(key, lambda: bot.think(memory, view, opened.prompt, ctx)))

    def thought(self, event: Thought) -> None:
        """A bot has made up its mind, or failed to: it happens on the next beat."""
        key, beat = event.key, beat_s(self._out.limits)
        assert isinstance(key, JobKey), "that is what bots think under"
        beats = math.ceil((self._out.now - key.asked) / beat - 1e-6)
        due = key.asked + max(0, beats) * beat
        if due <= self._out.now:
            self._decide(key, event)
            return

        def ring() -> None:
            self._answers.pop(key, None)
            self._decide(key, event)

        self._answers[key] = self._out.timers.at(due, ring)

    def _decide(self, key: JobKey, event: Thought) -> None:
        """What was thought is to happen now.

        What comes after its prompt is over is dropped. What comes after its seat has heard of
        something else is thought over again if the prompt is optional, or the move is not
        allowed any more; but a move that was to wait anyway depends on its prompt alone.
        """
        opened = self._opened(key)
        if opened is None:
            return
        urgent, seat = opened.prompt.urgent, Seat(key.seat)
        try:
            if self._has_news(key) and not urgent and not guarded(_waits, event):
                self._wake(seat)
                return
            decided = _decided(event, urgent=urgent)
        except GameFault as fault:
            self._room.freeze(fault)
            return
        if decided is not None:
            move, seconds = decided
            make = partial(self._make, key, move)
            self._wait(seat, seconds, make) if seconds else make()

    def _opened(self, key: JobKey) -> Open | None:
        """The prompt that was thought about; None if it is over, or the game stands still."""
        room, seat = self._room, Seat(key.seat)
        match, table = room.table.match, room.table
        opened = match.prompts.get(seat) if match is not None else None
        if (
            opened is None
            or (key.record, key.prompt) != (table.record, opened.number)
            or not room.going
            or seat not in table.chairs
        ):
            return None
        return opened

    def _has_news(self, key: JobKey) -> bool:
        """Has its seat heard of anything since the bot looked?"""
        return self._news.get(Seat(key.seat), 0) > key.steps

    def _is_late(self, key: JobKey) -> bool:
        """Has anything happened since the bot looked?"""
        return self._room.table.last_match.steps != key.steps

    def _make(self, key: JobKey, move: msgspec.Raw) -> None:
        """Make the move that was decided under *key*, if its prompt is still open."""
        room, seat = self._room, Seat(key.seat)
        if self._opened(key) is None:
            return
        try:
            room.add(r.Moved(at=room.at, seat=seat, move=move))
        except Refused as refused:
            if self._is_late(key):
                self._wake(seat)
            else:
                room.freeze(GameFault(f"a bot's move was refused: {refused.fault}"))
        except GameFault as fault:
            room.freeze(fault)


def _waits(event: Thought) -> bool:
    """Is this a move that the bot takes its time over?"""
    return bool(getattr(event.result, "after_ms", 0))


def _decided(event: Thought, *, urgent: bool) -> tuple[msgspec.Raw, float] | None:
    """The move a bot wants to make, and in how many seconds; None if it lets the prompt pass.

    Raises GameFault.
    """
    if event.error is not None:
        raise GameFault(f"{name_of(type(event.error))} in a bot's thought") from event.error
    decision: Decision[Any] | None = event.result
    if decision is None:
        if urgent:
            raise GameFault("a bot gave no answer to an urgent prompt")
        return None
    return guarded(lambda: (r.encode_move(decision.move), max(0, int(decision.after_ms)) / 1000))
