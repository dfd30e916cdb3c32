"""The way a game came to a position: replayed, shortened, and told to the author."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from parlour.api import SPECTATOR, AnyGame, Reader, Refused, Seat, Viewer
from parlour_kit.playing import (
    Act,
    Moment,
    a_step,
    is_over,
    names_for,
    open_prompts,
    step_of,
    typed_options,
    usual_options,
)
from parlour_kit.position import LINE_MOST, WATCHER, Position, acts_of

STEPS: Final = 20_000
"""The most steps to take while shortening a game."""
SMALL: Final = 4
"""Acts in a row to leave out wherever they begin: a round may need all of them, or none."""
LOOK: Final = 200
"""The steps that it counts as to look at a position."""


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
        moment = self.begun()
        yield moment
        for act in self.acts:
            moment = self.next(moment, act)
            yield moment

    def begun(self) -> Moment:
        """Return the start of the game."""
        step = self.game.rules.start(self.first.setup, self.first.context)
        return replace(self.first, state=a_step("start", step).state, step=step)

    def read(self, moment: Moment, act: Act) -> Act:
        """Return *act* as its line means it in *moment*. Raises Refused."""
        if act.kind != "move" or not act.line or act.seat is None:
            return act
        view = self.game.views.look(moment.state, act.seat)
        verb, _, rest = act.line.partition(" ")
        prompt = open_prompts(self.game, moment.state).get(act.seat)
        reader = self.game.reading(Reader(act.seat, names_for(moment.seats)), prompt)
        return act.instead(self.game.text_ui.parse(verb, rest, view, reader))

    def next(self, moment: Moment, act: Act) -> Moment:
        """Return the moment to which *act* leads. Raises Refused or Impossible."""
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

    def position(self, about: str, viewer: Viewer | None) -> Position:
        """Return its last position as a file keeps it, for a finding *about* it.

        *viewer* is to whom a leak tells something, or None.
        """
        first, usual = self.first, usual_options(self.game)
        options = typed_options(self.game, first.setup.options).items()
        return Position(
            game=self.game.id,
            version=self.game.version,
            seats=len(first.setup.seats),
            options={name: value for name, value in options if usual.get(name) != value},
            seed=first.seed.hex(),
            lexicon=None if first.lexicon is None else first.lexicon.name,
            acts=tuple(acts_of((first, *self.acts))),
            viewer=WATCHER if viewer is SPECTATOR else viewer,
            about=about[:LINE_MOST],
        )

    def told(self) -> list[str]:
        """Return the game in a few words a line."""
        names = names_for(tuple(Seat(n) for n in range(1, self.game.seats.stop)))
        usual = usual_options(self.game)
        chosen = [f"{k}={v}" for k, v in self.first.setup.options.items() if usual.get(k) != v]
        at_start = "" if self.acts else AT_START
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


AT_START: Final = ", right after the start"
"""What a told game says in which nothing has happened yet."""

Fails: TypeAlias = Callable[[Moment, BaseException | None], bool]
"""Checks whether a game still fails: in its last moment, or by what its last act raised."""


def shortest(story: Story, fails: Fails, look: int = LOOK) -> Story:
    """Return the shortest game we find that still *fails*.

    It leaves out parts of the game, first large ones and then single acts (delta debugging), and
    what then cannot happen any more. Players type their lines again, so that each means what it
    means in the new position. What it costs is counted, not timed: the same game always becomes
    the same shorter one.
    """
    search = _Search(story, fails, look)
    search.begin()
    search.reduce()
    return replace(story, acts=tuple(search.acts))


class _Search:
    """A search for a shorter game.

    It keeps the moments of the shortest game so far, and plays another one from where they part.
    """

    def __init__(self, story: Story, fails: Fails, look: int) -> None:
        self._story = story
        self._fails = fails
        self._steps = STEPS
        self._look = look
        self.acts = list(story.acts)
        self._moments: list[Moment] = []
        self._by_lines = True

    @property
    def _is_tired(self) -> bool:
        return self._steps <= 0

    def begin(self) -> None:
        """Look for the fault at the beginning of the game: soon, and then ever later.

        A fault that shows in most positions needs no game at all.
        """
        if not self._replayed():
            return
        acts = self.acts
        length = 0
        while length < len(acts) and not self._is_tired:
            if self._try(length, ()) or self._try(length, acts[-1:]):
                return
            length += max(1, length // 4)

    def reduce(self) -> None:
        """Leave out half of the acts, then quarters and so on, and at last each act, while it can.

        What was left out makes more possible, so it begins again until nothing can go.
        """
        shorter = True
        while shorter and self._moments and not self._is_tired:
            shorter = False
            size = len(self.acts) // 2
            while size:
                shorter |= self._cut(size)
                size = size // 2 if size > 2 * SMALL else min(size - 1, SMALL)

    def _cut(self, size: int) -> bool:
        """Leave out parts of *size* acts, wherever it still fails. Return whether any."""
        at, cut = 0, False
        while at < len(self.acts) and not self._is_tired:
            if self._try(at, self.acts[at + size :]):
                cut = True
            else:
                at += size if size > SMALL else 1
        return cut

    def _replayed(self) -> bool:
        """Play the whole game again: by its lines, or by its moves if they mean another game."""
        for self._by_lines in (True, False):
            full = self._played(0, self.acts)
            if full is not None and len(full[0]) == len(self.acts):
                self._moments = full[1]
                return True
        return False

    def _try(self, kept: int, then: Sequence[Act]) -> bool:
        """Play the first *kept* acts and *then* others. Take that game if it fails."""
        if kept + len(then) >= len(self.acts):
            return False
        found = self._played(kept, then)
        if found is None:
            return False
        acts, moments, stopped = found
        self._steps -= self._look
        if not self._fails(moments[-1], stopped):
            return False
        self.acts, self._moments = acts, moments
        return True

    def _played(
        self, kept: int, then: Sequence[Act]
    ) -> tuple[list[Act], list[Moment], BaseException | None] | None:
        """Play on after *kept* acts, without what cannot happen any more. None: it fails over it.

        It ends with the act over which the game fails, if it does.
        """
        story, stopped = self._story, None
        try:
            moments = self._moments[: kept + 1] or [story.begun()]
        except Exception:  # noqa: BLE001 - another fault of the game is not the one we look for
            return None
        acts = self.acts[:kept] if self._moments else []
        for act in then:
            self._steps -= 1
            try:
                now = story.read(moments[-1], act) if self._by_lines else act
                moments.append(story.next(moments[-1], now))
            except (Impossible, Refused):
                continue
            except Exception as error:  # noqa: BLE001 - the fault, or another one
                acts.append(act)
                stopped = error
                break
            acts.append(now)
        return acts, moments, stopped
