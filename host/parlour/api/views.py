"""Which viewer may know what."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Collection, Sequence
from functools import cache
from random import Random
from typing import Any, ClassVar, Final, Generic, TypeVar, cast

from parlour.api.seats import Seat, Viewer

S = TypeVar("S")
E = TypeVar("E")
V = TypeVar("V")
H = TypeVar("H", bound="Heard")


_HUMP: Final = re.compile("(?<=[a-z0-9])(?=[A-Z])")


@cache
def _named(class_name: str) -> str:
    return _HUMP.sub("_", class_name).lower()


class _OfClass:
    """The name of the class, for an event that has no other one."""

    def __get__(self, event: object, cls: type) -> str:
        return _named(cls.__name__)


class Heard:
    """An event as one viewer may know it. A game's own events are frozen dataclasses based on it.

    `name` is the second half of the event's name on the wire (`probe.asked`). By default it is the
    name of the class in lower case: `Asked` is `asked`, and `HandOver` is `hand_over`. The fields
    are the event's `data`: numbers, words, lists, None, and seats as numbers.

    `addressed_in` names the fields with the seats, one or several, that read their own wording
    ("you"). All other viewers who hear the same value read the same sentence, so the host makes
    it only once. None: the host makes a sentence for each viewer.
    """

    name: ClassVar[str] = cast("str", _OfClass())

    addressed_in: ClassVar[tuple[str, ...] | None] = None

    @property
    def addressees(self) -> Collection[Seat] | None:
        """The seats in the fields `addressed_in`, or None. Say here if they are elsewhere."""
        if self.addressed_in is None:
            return None
        found: list[Seat] = []
        for name in self.addressed_in:
            seats = getattr(self, name)
            found += seats if isinstance(seats, tuple) else () if seats is None else (seats,)
        return found


class Views(ABC, Generic[S, E, V, H]):
    """Which viewer may know what. There is no default: viewers see only what this class shows.

    A game that hides nothing says so with `OpenViews`.
    """

    @abstractmethod
    def look(self, state: S, viewer: Viewer) -> V:
        """Return the position as *viewer* may know it: plain values, which programs read as is."""

    @abstractmethod
    def hear(self, event: E, viewer: Viewer) -> H | None:
        """Return what *viewer* learns of *event*. None: not even that it happened."""

    def may_look_up(self, state: S, viewer: Viewer, word: str) -> bool:
        """Check whether *viewer* may ask the word list about *word* at this moment of the game.

        A game with a word list must say it. By default, in a game without one, they may.
        """
        return True

    def may_talk(self, state: S, viewer: Viewer) -> bool:
        """Check whether the seat *viewer* may talk at this moment, and receive private messages.

        While it may not, the host refuses what its player says and what others say to them, and
        nothing from outside the game reaches them: no other table, no list of players. The
        host asks about seats only: players never hear watchers. Anyone who sends such a private
        message notices the refusal. So the answer must follow from public facts, and be the
        same for every twin of `resample`.
        """
        return True

    def may_tell(self, state: S, viewer: Viewer) -> bool:
        """Check whether the seat *viewer* may send and receive private messages at this moment.

        By default they may while they may talk. A game in which everything must be said at the
        table closes private messages alone. While it does, nothing from outside the game
        reaches the seat either. The answer must follow from public facts, like that of
        `may_talk`.
        """
        return self.may_talk(state, viewer)

    def channel(self, state: S, seat: Seat, name: str) -> Collection[Seat]:
        """Return the seats that hear what *seat* says in the channel *name* (`Game.channels`) now.

        *seat* is among them. Empty: the seat may not use the channel now. Only they learn that
        something is said, and *seat* learns whether they may use it. So the answer must follow
        from what *seat* knows. `may_talk` does not matter here.
        """
        return ()

    @abstractmethod
    def resample(self, state: S, viewer: Viewer, rng: Random) -> S:
        """Return a twin: it looks the same to *viewer*, and differs wherever something is hidden.

        Only tests use it: two games that look alike must stay alike to the byte.
        """

    def variants(self, state: S, seat: Seat, move: Any, rng: Random) -> Sequence[Any]:
        """Return other moves with the same public part, which only the mover can tell from *move*.

        *seat* makes *move* in the position *state*. So the others may be moves that it could make
        there, such as cards of its own hand. Only tests use it. Three or four are enough. Empty:
        nothing about *move* is secret.
        """
        return ()

    def reveals(self, event: E, viewer: Viewer) -> Any:
        """Return what the rules let *viewer* learn from *event*, if `look` does not keep it.

        Only tests use it, with any value that compares. Two positions for which it differs
        may rightly be told apart. None: `look` shows everything that *event* reveals.
        """
        return None


class OpenViews(Views[S, H, S, H]):
    """The views of a game that hides nothing: everybody sees the state and hears every event.

    The state is then what programs read, so it has plain values, and the events are based on
    `Heard`.
    """

    def look(self, state: S, viewer: Viewer) -> S:
        """Return the state."""
        return state

    def hear(self, event: H, viewer: Viewer) -> H:
        """Return the event."""
        return event

    def resample(self, state: S, viewer: Viewer, rng: Random) -> S:
        """Return the state itself, because nothing is hidden."""
        return state
