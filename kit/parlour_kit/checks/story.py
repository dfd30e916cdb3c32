"""The way a game came to a position: replayed, shortened, and told to the author."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from parlour.api import AnyGame, Context, Lexicon, Refused, Seat, Setup, Step
from parlour_kit.playing import Act, Moment, a_step, names_for, usual_options

STEPS: Final = 20_000
"""The most steps to take while shortening a game."""


@dataclass(frozen=True)
class Story:
    """Everything that a game follows from."""

    game: AnyGame
    setup: Setup
    seed: bytes
    lexicon: Lexicon | None
    lists: Mapping[str, Lexicon]
    acts: tuple[Act, ...] = ()

    @classmethod
    def of(cls, game: AnyGame, moments: Sequence[Moment]) -> Story:
        """Return how *moments* came about. The first is the start of a game."""
        first = moments[0]
        acts = tuple(Act(m.kind, m.seat, m.move, m.line, m.now) for m in moments[1:])
        return cls(game, first.setup, first.seed, first.lexicon, first.lists, acts)

    def moments(self) -> Iterator[Moment]:
        """Play it again, and yield each moment. Raises Refused or Impossible where it cannot."""
        rules, seats = self.game.rules, self.setup.seats
        step = a_step("start", rules.start(self.setup, self._context(0, 0)))
        yield self._moment(step, None, Act("start"), 0, seats)
        for number, act in enumerate(self.acts, 1):
            before = step.state
            step, now, seats = self._next(before, act, number, seats)
            yield self._moment(step, before, replace(act, now=now), number, seats)

    def _next(
        self, state: Any, act: Act, number: int, seats: tuple[Seat, ...]
    ) -> tuple[Step[Any, Any], int, tuple[Seat, ...]]:
        rules, deadline = self.game.rules, self.game.rules.deadline(state)
        if rules.is_over(state):
            raise Impossible
        now = act.now if deadline is None else min(act.now, deadline - 1)
        if act.kind == "time_up" and deadline is not None:
            now = max(act.now, deadline)
        ctx = self._context(now, number)
        match act:
            case Act("move", int(seat), move) if seat in rules.prompts(state):
                step = rules.apply(state, seat, move, ctx)
            case Act("time_up") if deadline is not None:
                step = rules.time_up(state, ctx)
            case Act("left", int(seat)):
                step = rules.left(state, seat, ctx)
            case Act("joined", int(seat)) if seat in rules.free(state):
                step = rules.joined(state, seat, ctx)
                seats = tuple(sorted({*seats, seat}))
            case _:
                raise Impossible
        return a_step({"move": "apply"}.get(act.kind, act.kind), step), now, seats

    def _context(self, now: int, number: int) -> Context:
        return Context(
            now=now, seed=self.seed, number=number, lexicon=self.lexicon, lists=self.lists
        )

    def _moment(
        self,
        step: Step[Any, Any],
        before: Any,
        act: Act,
        number: int,
        seats: tuple[Seat, ...],
    ) -> Moment:
        return Moment(
            step.state,
            step,
            before,
            act.seat,
            act.move,
            act.now,
            number,
            self.seed,
            seats,
            self.lists,
            self.setup,
            self.lexicon,
            act.kind,
            act.line,
        )

    def playable(self) -> Story:
        """Return the story without the acts that cannot happen any more.

        It ends with the act over which the game fails, if it does.
        """
        rules, seats = self.game.rules, self.setup.seats
        state = a_step("start", rules.start(self.setup, self._context(0, 0))).state
        done: list[Act] = []
        for act in self.acts:
            try:
                step, _, seats = self._next(state, act, len(done) + 1, seats)
            except (Impossible, Refused):
                continue
            except Exception:  # noqa: BLE001 - the fault, or another one
                done.append(act)
                break
            state = step.state
            done.append(act)
        return replace(self, acts=tuple(done))

    def told(self) -> list[str]:
        """Return the game in a few words a line."""
        names = names_for(tuple(Seat(n) for n in range(1, self.game.seats.stop)))
        usual = usual_options(self.game)
        chosen = [f"{k}={v}" for k, v in self.setup.options.items() if usual.get(k) != v]
        at_start = "" if self.acts else ", right after the start"
        lines = [players(self.setup.seats) + at_start]
        if chosen:
            lines.append(f"options: {' '.join(chosen)}")
        return lines + [act.told(names) for act in self.acts]


def players(seats: Sequence[Seat]) -> str:
    """Return the first line of a told game: who plays."""
    names = ", ".join(names_for(tuple(seats)).values())
    return f"{len(seats)} players: {names}" if len(seats) > 1 else f"1 player: {names}"


class Impossible(Exception):
    """That cannot happen in this position."""


def last(story: Story) -> Moment:
    """Return the last moment. Raises whatever the game raises, or Impossible."""
    (moment,) = deque(story.moments(), maxlen=1)
    return moment


def shortest(story: Story, fails: Callable[[Story], bool]) -> Story:
    """Return the shortest game we find of which *fails* says so.

    It leaves out parts of the game, first large ones and then single acts, and what then cannot
    happen any more. It keeps what still fails. The number of steps is limited, so a long game may
    not become as short as it could.
    """
    search = _Search(story, fails)
    acts = list(story.acts)
    beginnings = (acts[:length] for length in range(min(len(acts), 8)))
    for shorter in (each for some in beginnings for each in (some, some + acts[-1:])):
        found = search.tried(shorter) if len(shorter) < len(acts) else None
        if found is not None:
            acts = found
            break
    size = max(1, len(acts) // 2)
    while acts and search.left > 0:
        at, cut = 0, False
        while at < len(acts) and search.left > 0:
            found = search.tried(acts[:at] + acts[at + size :])
            if found is not None:
                acts, cut = found, True
            else:
                at += size
        if size == 1 and not cut:
            break
        size = max(1, size // 2)
    return replace(story, acts=tuple(acts))


@dataclass
class _Search:
    """A search for a shorter game."""

    story: Story
    fails: Callable[[Story], bool]
    left: int = STEPS

    def tried(self, acts: Sequence[Act]) -> list[Act] | None:
        """Return what of *acts* can be played, if that still fails."""
        shorter = replace(self.story, acts=tuple(acts))
        self.left -= 2 * len(acts) + 1
        try:
            shorter = shorter.playable()
            return list(shorter.acts) if self.fails(shorter) else None
        except Exception:  # noqa: BLE001 - another fault of the game is not the one we look for
            return None
