"""The way a game came to a position: replayed, shortened, and told to the author."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from parlour.api import AnyGame, Context, Lexicon, Seat, Setup, Step
from parlour.testing.playing import Kind, Moment, names_for, usual_options

STEPS: Final = 4_000
"""The most steps to take while shortening a game."""


@dataclass(frozen=True)
class Act:
    """One thing that happened in a game."""

    kind: Kind
    seat: Seat | None
    move: Any
    line: str
    now: int


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
    def of(cls, game: AnyGame, lexicon: Lexicon | None, moments: Sequence[Moment]) -> Story:
        """Return how *moments* came about. The first is the start of a game."""
        first = moments[0]
        acts = tuple(Act(m.kind, m.seat, m.move, m.line, m.now) for m in moments[1:])
        return cls(game, first.setup, first.seed, lexicon, first.lists, acts)

    def moments(self) -> Iterator[Moment]:
        """Play it again, and yield each moment. Raises Refused or Impossible where it cannot."""
        rules, seats = self.game.rules, self.setup.seats
        step = rules.start(self.setup, self._context(0, 0))
        yield self._moment(step, None, Act("start", None, None, "", 0), 0, seats)
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
        if act.kind == "move" and act.seat is not None and act.seat in rules.prompts(state):
            return rules.apply(state, act.seat, act.move, self._context(now, number)), now, seats
        if act.kind == "time_up" and deadline is not None:
            now = max(act.now, deadline)
            return rules.time_up(state, self._context(now, number)), now, seats
        if act.kind == "left" and act.seat is not None:
            return rules.left(state, act.seat, self._context(now, number)), now, seats
        if act.kind == "joined" and act.seat is not None and act.seat in rules.free(state):
            step = rules.joined(state, act.seat, self._context(now, number))
            return step, now, tuple(sorted({*seats, act.seat}))
        raise Impossible

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
            act.kind,
            act.line,
        )

    def told(self) -> list[str]:
        """Return the game in a few words a line."""
        seats = self.setup.seats
        names = names_for(tuple(Seat(n) for n in range(1, self.game.seats.stop)))
        usual = usual_options(self.game)
        chosen = [f"{k}={v}" for k, v in self.setup.options.items() if usual.get(k) != v]
        players = ", ".join(names[seat] for seat in seats)
        lines = [f"{len(seats)} players: {players}" if len(seats) > 1 else f"1 player: {players}"]
        if chosen:
            lines.append(f"options: {' '.join(chosen)}")
        for act in self.acts:
            who = names[act.seat] if act.seat is not None else ""
            match act.kind:
                case "move":
                    lines.append(f"{who}: {act.line}")
                case "left":
                    lines.append(f"{who} leaves")
                case "joined":
                    lines.append(f"{who} sits down")
                case _:
                    lines.append(f"the time is up ({act.now / 1000:g} s)")
        return lines


class Impossible(Exception):
    """That cannot happen in this position."""


def shortest(story: Story, fails: Callable[[Moment], bool]) -> Story:
    """Return the shortest game we find in which *fails* says so of the last moment.

    It leaves out parts of the game, first large ones and then single acts, and keeps what still
    fails. The number of steps is limited, so a long game may not become as short as it could.
    """
    left = STEPS

    def still_fails(acts: Sequence[Act]) -> bool:
        nonlocal left
        left -= len(acts) + 1
        try:
            moment = None
            for moment in replace(story, acts=tuple(acts)).moments():  # noqa: B007 - the last
                pass
            return moment is not None and fails(moment)
        except Exception:  # noqa: BLE001 - another fault of the game is not the one we look for
            return False

    acts = list(story.acts)
    for length in range(min(len(acts), 8)):
        if still_fails(acts[:length]):
            acts = acts[:length]
            break
    size = max(1, len(acts) // 2)
    while acts and left > 0:
        at, cut = 0, False
        while at < len(acts) and left > 0:
            shorter = acts[:at] + acts[at + size :]
            if still_fails(shorter):
                acts, cut = shorter, True
            else:
                at += size
        if size == 1 and not cut:
            break
        size = max(1, size // 2)
    return replace(story, acts=tuple(acts))
