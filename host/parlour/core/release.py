"""Who may read what before it is stored, and at which moment: the whole rule.

**Store, then announce.** Nothing that depends on a change leaves the host before the change is
durable. The store takes its time, the house goes on meanwhile, and its effects wait in order.

But not everything has to wait, and not everything may wait. Some moves are hidden: only their
player hears of them. If the answers to others waited for a commit because of such a move, they
could see from the time of an answer that somebody made it (docs/decisions/0023). So for each
piece of output we ask what it can depend on.

1. *What does this tick store?* An entry or a write is **shown** if others than its hearers can
   learn of it, else **hidden**. If a tick stores anything shown, all of its output waits for that.
2. *If all of it is hidden, who depends on it?* Those who were written to between an event's
   beginning and its end, if that event stored something: they are **bound**. The house calls
   `Dependence.bind` after each event. All others are **free** of it.
3. *What is unstored already?* If any of that is shown, what is free waits too, because it may
   depend on it.
4. *Does this reader still wait for earlier output?* Then what is free waits behind it, because the
   output of one connection stays in order.

What need not wait by these four leaves before the commit (`Release.put`). And when?

* While no game is in progress, at once; what waits, as soon as it is stored.
* While one is (`Effects.paced`), at **beats** of 5 ms, so that the processor time of a hidden move
  does not show. What waits leaves at the first beat after a **pad**: a fixed time from when it
  came, long enough for the commit in progress and its own. So nobody can tell whether there was
  one. The pad follows from shown commits alone.

Everything here is pure: the shell gives the time, commits, and carries out.
"""

from __future__ import annotations

import math
from array import array
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from typing import Final, TypeVar

from parlour.core.effects import AnswerKey, ConnId, Effects, Job

BEAT_S: Final = 0.005
"""Seconds from one beat to the next. The host judges a word in 0.1 to 0.3 ms, so a word delays an
answer by a beat in one case of twenty or fewer, and nobody notices five milliseconds."""
COMMITS: Final = 64
"""The number of commits from which to estimate how long one takes."""
FRESH_S: Final = 5.0
"""Only those of so many seconds count. A disk or a host that was busy may be quiet again."""
SHARE: Final = 0.9
"""The share of them that fits into the estimate. A disk is slow now and then, and a pad for such a
commit would make everyone wait for it every time."""
MOST_S: Final = 0.1
"""The longest pad. On a disk slower than this, nobody would go on playing if everyone waited even
longer."""

T = TypeVar("T")


# --- in the house: who depends on what a tick stores (questions 1 and 2) ---------------


class Dependence:
    """Who was written to in this tick, and whether they depend on what it stores."""

    def __init__(self) -> None:
        self.shown = False
        """Others than its hearers can learn of something stored in this tick."""
        self.written: list[ConnId] = []
        """Connections written to since the last `bind`."""
        self._free: set[ConnId] = set()
        self._bound: set[ConnId] = set()
        self._count = 0
        """What the tick had stored at the last `bind`."""

    def bind(self, effects: Effects) -> None:
        """Bind those written to since the last call to what was stored since then."""
        if self.shown:
            return  # then everyone waits for everything
        count = len(effects.entries) + len(effects.writes)
        readers = self._free if count == self._count else self._bound
        readers.update(self.written)
        self._count = count
        self.written.clear()

    def close(self, effects: Effects) -> None:
        """Note the result in the effects of the tick, and begin another one."""
        effects.hidden = not self.shown
        if effects.hidden:
            effects.free = self._free - self._bound
        self.shown = False
        self.written.clear()
        self._free.clear()
        self._bound.clear()
        self._count = 0


# --- in the shell: what may leave, and when (questions 3 and 4) -------------------------


class Waiting:
    """Effects that wait for the store, or behind others that do."""

    __slots__ = ("conns", "due", "effects", "shown", "size")

    def __init__(self, effects: Effects, due: float) -> None:
        self.effects = effects
        self.due = due
        """The earliest time to leave, once stored. 0: as soon as they are stored."""
        self.size = size(effects)
        self.shown = effects.stores and not effects.hidden
        self.conns = conns_of(effects)


class Release:
    """Effects on their way out, in their order."""

    def __init__(self) -> None:
        self.queue: list[Waiting] = []
        """Effects for the next commit."""
        self.storing: list[Waiting] = []
        """Effects of the current commit, or of a failed one that we repeat."""
        self._stored: deque[Waiting] = deque()
        """Stored effects whose moment to leave has not come."""
        self._free: list[Effects] = []
        """Effects that depend on nothing stored. They leave at `_free_at`."""
        self._free_at = 0.0
        self.bytes = 0
        """The bytes that all of these keep in memory."""
        self.waited = 0
        """Effects that ever waited for the store, or behind others."""
        self.left = 0
        """The number of those that have left."""
        self._owed: Counter[ConnId] = Counter()
        """By connection: the number of waiting effects that name it."""
        self._shown = 0
        """The number of waiting, unstored effects that others than their readers can learn of."""
        self._hurries = False
        self._pad = Pad()

    @property
    def at_rest(self) -> bool:
        """Whether nothing is on its way."""
        return self.left == self.waited and not self._free

    def put(self, effects: Effects, now: float) -> Effects | None:
        """Take *effects*, and return those that leave at once, if any."""
        free = self._free_of(effects)
        if free is not effects:
            self._wait(effects, now)
        if free is None or not (self._free or (effects.paced and not self._hurries)):
            return free
        if not self._free:
            self._free_at = next_beat(now)
        self._free.append(free)
        self.bytes += size(free)
        return None

    def _free_of(self, effects: Effects) -> Effects | None:
        """Take out what of *effects* need not wait for the store. All: return *effects* itself."""
        stores = effects.stores
        if not stores and self.left == self.waited:
            return effects
        if self._shown or (stores and not effects.hidden):
            return None
        concerned = effects.free if stores else conns_of(effects)
        conns = {conn for conn in concerned if conn not in self._owed}
        if not (stores or effects.stop) and len(conns) == len(concerned):
            return effects
        return part(effects, conns) if conns or effects.news else None

    def _wait(self, effects: Effects, now: float) -> None:
        """Let *effects* wait for the store, or behind what waits for it."""
        waiting = Waiting(effects, self._due(effects, now))
        self.queue.append(waiting)
        self.bytes += waiting.size
        self._owed.update(waiting.conns)
        self._shown += waiting.shown
        self.waited += 1

    def _due(self, effects: Effects, now: float) -> float:
        """Return when effects that wait for the store may leave."""
        if not effects.paced or self._hurries:
            return self._free_at if self._free else 0.0
        return next_beat(now + self._pad.seconds(now))

    @property
    def wants_commit(self) -> bool:
        """Whether anything in the queue is to be stored."""
        return any(waiting.effects.stores for waiting in self.queue)

    def begin_commit(self) -> None:
        """The next commit has begun: it stores everything in the queue."""
        self.storing, self.queue = self.queue, []

    def landed(self, took_s: float, now: float) -> bool:
        """The commit has ended after *took_s*. Return whether others can learn of it."""
        batch, self.storing = self.storing, []
        shown = sum(waiting.shown for waiting in batch)
        self._shown -= shown
        if shown:
            self._pad.note(took_s, now)
        for waiting in batch:
            if waiting.due and waiting.due <= now:  # longer than ever: still at a beat
                waiting.due = next_beat(now)
        self._stored.extend(batch)
        return shown > 0

    def pass_on(self) -> None:
        """Pass on the queue, which stores nothing and waits only for the effects before it."""
        self._stored.extend(self.queue)
        self.queue = []

    @property
    def settled(self) -> Iterator[Effects]:
        """What needs no commit any more and has not left; of one connection in order."""
        yield from self._free
        for waiting in self._stored:
            yield waiting.effects

    @property
    def next_moment(self) -> float:
        """The time when something may leave, or infinity."""
        free_at = self._free_at if self._free else math.inf
        return min(free_at, self._stored[0].due) if self._stored else free_at

    def due(self, now: float) -> Iterator[Effects]:
        """Take out what may leave *now*.

        Effects that depend on nothing stored go first, so that their time does not depend on how
        many others there are.
        """
        if self._hurries:
            now = math.inf
        if self._free and self._free_at <= now:
            free, self._free = self._free, []
            for effects in free:
                self.bytes -= size(effects)
                yield effects
        while self._stored and self._stored[0].due <= now:
            waiting = self._stored.popleft()
            self.left += 1
            self.bytes -= waiting.size
            for conn in waiting.conns:
                left = self._owed.pop(conn) - 1
                if left:
                    self._owed[conn] = left
            yield waiting.effects

    def overtakes(self, effects: Effects, now: float) -> None:
        """Take *effects* apart, which leave before all that waits: what they note of connections
        that something waits for must not.

        Their lines would count as dealt with, although the answer has not left.
        """
        late, owed = Effects(), set(self._owed).union(*map(conns_of, self._free))
        late.acks, effects.acks = _parted(effects.acks, lambda ack: ack[0] in owed)
        late.cards, effects.cards = _parted(effects.cards, lambda card: card[0] in owed)
        if late.acks or late.cards:
            self._wait(late, now)

    def hurry(self) -> None:
        """Let nothing wait for its moment any more: the host ends."""
        self._hurries = True

    def unanswered(self) -> set[ConnId]:
        """Return the connections for which an answer is on its way."""
        waiting = (*self._stored, *self.storing, *self.queue)
        held = (*self._free, *(each.effects for each in waiting))
        answered = {conn for effects in held for conn in effects.answered}
        return answered.union([conn for effects in held for conn, _ in effects.acks])


def size(effects: Effects) -> int:
    """Return about how many bytes *effects* keep in memory."""
    kept = sum([len(entry.body) for entry in effects.entries])
    news = sum([len(data) for _, data in effects.news])
    return kept + sum([len(data) for _, data in effects.sends]) + news


def conns_of(effects: Effects) -> set[ConnId]:
    """Return the connections that *effects* are about."""
    found = {conn for conn, _ in effects.sends}
    found.update(effects.closes)
    found.update([conn for conn, _ in effects.acks])
    found.update([conn for conn, _ in effects.cards])
    found.update([conn for job in effects.jobs if (conn := _asker(job)) is not None])
    return found


def part(effects: Effects, conns: set[ConnId]) -> Effects:
    """Take out of *effects* those for *conns* alone, and the lobby's news."""
    taken = Effects(paced=effects.paced)
    taken.sends, effects.sends = _parted(effects.sends, lambda send: send[0] in conns)
    taken.news, effects.news = effects.news, []
    taken.closes, effects.closes = _parted(effects.closes, lambda conn: conn in conns)
    taken.answered, effects.answered = _parted(effects.answered, lambda conn: conn in conns)
    taken.acks, effects.acks = _parted(effects.acks, lambda ack: ack[0] in conns)
    taken.cards, effects.cards = _parted(effects.cards, lambda card: card[0] in conns)
    taken.jobs, effects.jobs = _parted(effects.jobs, lambda job: _asker(job) in conns)
    return taken


def _parted(items: list[T], wanted: Callable[[T], bool]) -> tuple[list[T], list[T]]:
    """Split *items* into the wanted ones and the others."""
    chosen = [item for item in items if wanted(item)]
    return chosen, [item for item in items if not wanted(item)] if chosen else items


def _asker(job: Job) -> ConnId | None:
    return job.key.conn if isinstance(job.key, AnswerKey) else None


# --- beats and the pad --------------------------------------------------------------------


def next_beat(now: float) -> float:
    """Return the first beat after *now*."""
    return (math.floor(now / BEAT_S) + 1) * BEAT_S


class Samples:
    """The last *size* numbers. A new one overwrites the oldest.

    This is an array and not a deque of floats. Those would be replaced one by one all the time,
    and a float that is the last object alive in an arena keeps a megabyte from the system.
    """

    __slots__ = ("_next", "_size", "_values")

    def __init__(self, size: int) -> None:
        self._size = size
        self._values = array("d")
        self._next = 0

    def add(self, value: float) -> None:
        if len(self._values) < self._size:
            self._values.append(value)
            return
        self._values[self._next] = value
        self._next = (self._next + 1) % self._size

    @property
    def values(self) -> Sequence[float]:
        return self._values

    def ordered(self) -> list[float]:
        return sorted(self._values)


class Pad:
    """The time that stored effects wait before they leave.

    It is the time of two commits, the one in progress when they arrived and their own, as long as
    commits take here now. After a quiet time, in which we have learned nothing, it is three of the
    quickest.

    It may follow only from commits that others can learn about. If a commit of a hidden move
    counted, or kept an old one from fading, everybody could see that there was one.
    """

    def __init__(self) -> None:
        self._ended = Samples(COMMITS)
        self._took = Samples(COMMITS)
        """When each commit ended, and how long it took."""
        self._seconds = 0.0
        self._until = math.inf
        """When to work it out again, because a commit is no longer fresh."""

    def note(self, seconds: float, now: float) -> None:
        self._ended.add(now)
        self._took.add(seconds)
        self._until = now

    def seconds(self, now: float) -> float:
        if now >= self._until:
            times = zip(self._ended.values, self._took.values, strict=True)
            fresh = [(ended, took) for ended, took in times if now < ended + FRESH_S]
            took = sorted([took for _, took in fresh])
            usual = (
                took[math.ceil(SHARE * len(took)) - 1] if took else 1.5 * min(self._took.values)
            )
            self._seconds = min(MOST_S, 2 * usual)
            self._until = min([ended for ended, _ in fresh], default=math.inf) + FRESH_S
        return self._seconds
