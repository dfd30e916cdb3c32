"""The way a game came to a position: replayed, shortened, and told to the author."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from parlour.api import AnyGame, Refused, Seat
from parlour_kit.playing import Act, Moment, a_step, is_over, names_for, step_of, usual_options

STEPS: Final = 20_000
"""The most steps to take while shortening a game."""


@dataclass(frozen=True)
class Story:
    """Everything that a game follows from."""

    game: AnyGame
    first: Moment
    """The start of a game."""
    acts: tuple[Act, ...] = ()

    @classmethod
    def of(cls, game: AnyGame, moments: Sequence[Moment]) -> Story:
        """Return how *moments* came about. The first is the start of a game."""
        first, *others = moments
        return cls(game, first, tuple(Act(m.kind, m.seat, m.move, m.line, m.now) for m in others))

    def moments(self) -> Iterator[Moment]:
        """Play it again, and yield each moment. Raises Refused or Impossible where it cannot."""
        moment = self._start()
        yield moment
        for act in self.acts:
            moment = self._next(moment, act)
            yield moment

    def _start(self) -> Moment:
        step = self.game.rules.start(self.first.setup, self.first.context)
        return replace(self.first, state=a_step("start", step).state, step=step)

    def _next(self, moment: Moment, act: Act) -> Moment:
        rules, state = self.game.rules, moment.state
        deadline = rules.deadline(state)
        if is_over(self.game, moment):
            raise Impossible
        now = act.now if deadline is None else min(act.now, deadline - 1)
        match act:
            case Act("move", seat):
                possible = seat in rules.prompts(state)
            case Act("time_up"):
                possible = deadline is not None
                now = act.now if deadline is None else max(act.now, deadline)
            case Act("joined", seat):
                possible = seat in rules.free(state)
            case _:
                possible = act.kind == "left"
        if not possible:
            raise Impossible
        act = replace(act, now=now)
        return moment.after(act, step_of(rules, act, state, moment.then(now)))

    def playable(self) -> Story:
        """Return the story without the acts that cannot happen any more.

        It ends with the act over which the game fails, if it does.
        """
        moment = self._start()
        done: list[Act] = []
        for act in self.acts:
            try:
                moment = self._next(moment, act)
            except (Impossible, Refused):
                continue
            except Exception:  # noqa: BLE001 - the fault, or another one
                done.append(act)
                break
            done.append(act)
        return replace(self, acts=tuple(done))

    def told(self) -> list[str]:
        """Return the game in a few words a line."""
        names = names_for(tuple(Seat(n) for n in range(1, self.game.seats.stop)))
        usual = usual_options(self.game)
        chosen = [f"{k}={v}" for k, v in self.first.setup.options.items() if usual.get(k) != v]
        at_start = "" if self.acts else ", right after the start"
        lines = [players(self.first.setup.seats) + at_start]
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
