"""The bots of a table: when they think, and when they act on it.

How long a bot thinks may depend on what it has hidden. So its decision happens on a beat,
counted from the moment we asked it: on the first beat, unless it thinks longer.
"""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Sequence
from functools import partial
from typing import Any, Final
from weakref import ref

import msgspec

from parlour.api import BotContext, Context, Refused, Seat, Thought, Viewer
from parlour.core.effects import Job, JobDone, JobKey
from parlour.core.limits import Limits
from parlour.core.output import Output
from parlour.core.timers import Alarms
from parlour.engine import record as r
from parlour.engine.calls import GameFault, guarded, name_of
from parlour.engine.match import Open, imagined
from parlour.engine.table import Table
from parlour.engine.table_events import Happening, Occurred, PauseChanged, Prompted
from parlour.tables.clock import Timed

BEAT_MIN_MS: Final = 5
"""The shortest beat in ms, where nobody reads along. It is longer than a bot's thought."""


def beat_s(limits: Limits) -> float:
    return max(min(limits.bot_beat_ms, limits.bot_pause_ms), BEAT_MIN_MS) / 1000


class Playing(Timed):
    """A table at which bots play."""

    @abstractmethod
    def view(self, viewer: Viewer) -> Any:
        """Return the position as *viewer* may know it. Raises GameFault."""

    @abstractmethod
    def add(self, entry: r.Entry) -> object:
        """Apply *entry*. Raises Refused and GameFault."""

    @abstractmethod
    def freeze(self, fault: GameFault) -> None:
        """Freeze the table, because the plugin has failed."""


class Bots:
    """The bots of one room."""

    __slots__ = ("_answers", "_due", "_its_room", "_news", "_out")

    def __init__(self, out: Output, room: Playing) -> None:
        self._out = out
        self._its_room = ref(room)  # no cycle: the room owns us, and goes without the GC
        self._due = Alarms[Seat](out.timers)
        """What each bot waits for: to think, or to make a move after some time."""
        self._answers = Alarms[JobKey](out.timers)
        """Thoughts that wait for their beat. Meanwhile their bots may still think about news."""
        self._news: dict[Seat, int] = {}
        """The game step that each of them heard about last."""

    @property
    def _room(self) -> Playing:
        room = self._its_room()
        assert room is not None, "our callers hold it"
        return room

    def stop(self) -> None:
        self._due.stop()
        self._answers.stop()

    def wake(self, table: Table, happened: Sequence[Happening]) -> None:
        """Let each bot with a prompt think, after the same pause whatever it is going to do.

        A new prompt restarts the pause. Other news of the game, if the bot's seat hears it, only
        wakes a bot that is not waiting already.
        """
        match = table.match
        if match is None or not match.bots:
            return
        asked = {news.seat for news in happened if isinstance(news, Prompted)}
        for seat in match.bots:
            if seat not in asked and not self._hears(seat, happened):
                continue
            self._news[seat] = match.steps
            if seat not in match.prompts or seat not in table.chairs:
                continue
            if seat in asked:
                self._due.cancel(seat)
            self._wake(seat)

    def _hears(self, seat: Seat, happened: Sequence[Happening]) -> bool:
        """Check whether the seat hears any of this. If not, a move of its bot would be a leak."""
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
        """Let all bots with a prompt think, as after a break."""
        table = self._room.table
        if table.match is not None:
            for seat in table.match.bots:
                if seat in table.match.prompts and seat in table.chairs:
                    self._wake(seat)

    def _wake(self, seat: Seat) -> None:
        """Let the bot think after its pause, unless it is waiting already."""
        if seat not in self._due:
            due = self._out.now + self._out.limits.bot_pause_ms / 1000
            self._due.set(seat, due, partial(self._think, seat))

    def _think(self, seat: Seat) -> None:
        room = self._room
        match, table = room.table.match, room.table
        if match is None or not room.going:
            return  # the bot wakes when the game continues
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
        searches = imagined(match, seat) if bot.searches else None
        ctx = BotContext(rng=luck, lexicon=match.lexicon, imagined=searches)
        at = self._out.now
        about = (table.number, seat, opened.number, match.steps, table.record)
        key = JobKey(*about, game=match.game.id, asked=at)
        self._out.think(Job(key, lambda: bot.think(memory, view, opened.prompt, ctx)))

    def thought(self, event: JobDone) -> None:
        """Note that a bot has decided, or failed. We act on it on the next beat."""
        key, beat = event.key, beat_s(self._out.limits)
        assert isinstance(key, JobKey), "that is what bots think under"
        beats = math.ceil((self._out.now - key.asked) / beat - 1e-6)
        due = key.asked + max(0, beats) * beat
        if due <= self._out.now:
            self._decide(key, event)
        else:
            self._answers.set(key, due, partial(self._decide, key, event))

    def _decide(self, key: JobKey, event: JobDone) -> None:
        """Act on a thought now.

        Drop it if its prompt has closed. If the seat has heard other news since, the bot thinks
        again, provided that the prompt is optional or the rules no longer allow the move. But a
        move with a delay of its own depends on its prompt alone.
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
            self._due.set(seat, self._out.now + seconds, make) if seconds else make()

    def _opened(self, key: JobKey) -> Open | None:
        """Return the prompt of a thought, or None if it is closed or the game is stopped."""
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
        """Check whether the seat has heard anything since the bot looked."""
        return self._news.get(Seat(key.seat), 0) > key.steps

    def _is_late(self, key: JobKey) -> bool:
        return self._room.table.last_match.steps != key.steps

    def _make(self, key: JobKey, move: msgspec.Raw) -> None:
        """Make the move decided under *key*, if its prompt is still open."""
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


def _waits(event: JobDone) -> bool:
    return bool(getattr(event.result, "after_ms", 0))


def _decided(event: JobDone, *, urgent: bool) -> tuple[msgspec.Raw, float] | None:
    """Return a bot's move and its delay in seconds, or None if it lets the prompt pass.

    Raises GameFault.
    """
    if event.error is not None:
        raise GameFault(f"{name_of(type(event.error))} in a bot's thought") from event.error
    decision: Thought[Any] | None = event.result
    if decision is None:
        if urgent:
            raise GameFault("a bot gave no answer to an urgent prompt")
        return None
    return guarded(lambda: (r.encode_move(decision.move), max(0, int(decision.after_ms)) / 1000))
