"""The rules of a game and its scoring, with what the host hands to them."""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from inspect import isabstract
from random import Random
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, Literal, TypeAlias, TypeVar, cast

import msgspec

from parlour.api.outcome import Outcome, Ranks
from parlour.api.seats import Seat
from parlour.structs import Struct

if TYPE_CHECKING:
    from typing_extensions import TypeVar as TypeVarWithDefault

    from parlour.api.lists import Lexicon
    from parlour.api.options import OptionValue
    from parlour.api.prompts import Prompt

    Chosen = TypeVarWithDefault(
        "Chosen",
        bound=Mapping[str, OptionValue],
        default=Mapping[str, OptionValue],
        covariant=True,
    )
else:
    Chosen = TypeVar("Chosen", covariant=True)
S = TypeVar("S")
M = TypeVar("M")
E = TypeVar("E")

Ending: TypeAlias = Literal["finished", "aborted", "deserted"]
"""The reason for a game's end: it was played out, it was called off, or no player was left."""

_NO_LISTS: Final[Mapping[str, Lexicon]] = MappingProxyType({})
_NOTHING: Final[Mapping[str, Any]] = MappingProxyType({})


class Context:
    """Time and chance for one step.

    * `now`: table time in ms.
    * `rng`: a random generator for this step only. Each entry of the record gets a fresh one,
      derived from the table's seed and the entry's number. So a refused move uses up no
      luck, and a rebuilt game has the same luck (G-5).
    * `lexicon`: the table's word list, or None if the game asked for none.
    * `lists`: the word lists that the table's `ListOption`s name, and the decks that its
      `DeckOption`s name, by option. An option set to one of the game's own words is not included.
    * `lag`: the mover's measured round-trip time in ms; 0 if the host has not measured it, and
      in steps that no player caused. A game may use it to be fair to slow connections.
      It is part of the record, so that a ruling can be repeated.
    * `given`: what a test or a trial chose in place of luck, by the name of a part, such as
      `{"hands": {1: ["QS"]}}`. It is empty in every game on a host. `parlour.parts.deal` follows
      it.
    """

    __slots__ = ("_number", "_rng", "_seed", "given", "lag", "lexicon", "lists", "now")

    def __init__(
        self,
        *,
        now: int,
        seed: bytes,
        number: int,
        lexicon: Lexicon | None = None,
        lag: int = 0,
        lists: Mapping[str, Lexicon] = _NO_LISTS,
        given: Mapping[str, Any] = _NOTHING,
    ):
        self.now = now
        self.given = given
        self.lexicon = lexicon
        self.lists = lists
        self.lag = lag
        self._seed = seed
        self._number = number
        self._rng: Random | None = None

    @property
    def rng(self) -> Random:
        """The random generator of this step, made on first use."""
        if self._rng is None:
            digest = hashlib.sha256(self._seed + self._number.to_bytes(8, "big")).digest()
            self._rng = Random(int.from_bytes(digest, "big"))
        return self._rng


class Result(Struct, frozen=True):
    """The result of an earlier game at the table, by the seats that its players have now.

    Players who have no seat now are left out.
    """

    scores: dict[Seat, int]
    winners: tuple[Seat, ...]


@dataclass(frozen=True)
class Setup(Generic[Chosen]):
    """The seats, options and rules version a game starts from.

    `seats` are the taken seats in ascending order. `options` holds a checked value
    for every option the game declares. A `SeatOption` that names a player or a seat
    arrives as that seat's number, and one of its words as that word. They are what `Game.options`
    is: an instance of its class, or a mapping. `Setup[MyOptions]` tells type checkers the class.

    `version` is the version of the rules to play by. It is the game's own, or one of
    `Game.older` for a game that began before an upgrade. If it is empty, as in tests, play
    by the game's own.

    `bots` are the seats whose players are bots. So a game can have other defaults for somebody who
    plays alone with them.

    `ratings` and `earlier` are empty unless `Game.wants` asks for them. Ratings are in points, by
    seat, of those who have one. `earlier` are the results of the games that were played to their
    end at this table, the oldest first. The names of players are not here: a game knows
    seats, and the host matches people to them.
    """

    seats: tuple[Seat, ...]
    options: Chosen
    version: str = ""
    ratings: Mapping[Seat, int] = field(default_factory=dict[Seat, int])
    earlier: tuple[Result, ...] = ()
    bots: frozenset[Seat] = frozenset()


class Step(Struct, Generic[S, E], frozen=True):
    """The result of one entry: the new state, and the events in order.

    `sealed` maps a seat to what it has hidden in this step, as a value that encodes to
    JSON. The host publishes a salted commitment to it. Anyone who checks the game later then
    knows that the value has not changed since. Everybody learns at once *that* the seat
    has hidden something. So seal only what everybody knows has happened, and no earlier
    than they know it.
    """

    state: S
    events: tuple[E, ...] = ()
    sealed: Mapping[Seat, Any] = msgspec.field(default_factory=dict[Seat, Any])

    def __repr__(self) -> str:
        """Leave out what is sealed."""
        return f"Step(state={self.state!r}, events={self.events!r})"


class Rules(ABC, Generic[S, M, E]):
    """The rules. Every method is pure: the same arguments always give the same result.

    A game without a clock needs neither `deadline` nor `time_up`. A class with `deadline` alone
    raises TypeError when Python reads it.
    """

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if isabstract(cls):
            return  # what is missing may be in a class below it
        own, base = cast("Any", cls), cast("Any", Rules)
        if own.deadline is not base.deadline and own.time_up is base.time_up:
            raise TypeError(
                f"{cls.__name__} has deadline() and no time_up(self, state, ctx). Write it, and "
                "return the Step that is made when the time is up."
            )

    @abstractmethod
    def start(self, setup: Setup[Any], ctx: Context) -> Step[S, E]:
        """Return the first state. Raises Refused if these seats or options cannot be played."""

    @abstractmethod
    def prompts(self, state: S) -> Mapping[Seat, Prompt]:
        """Return the open prompts by seat. They are empty when the game is over."""

    def deadline(self, state: S) -> int | None:
        """Return the table time at which `time_up` is due, or None.

        By default it is the earliest `Prompt.due`, or None in a game without `time_up`. Write it
        if a clock runs while nobody is asked, or if it may ring before the time that players are
        told.

        While somebody is asked, players are told the earliest `Prompt.due` instead, and no time if
        no prompt has one. So a wait may end sooner for a reason that is still hidden.
        """
        if cast("Any", type(self)).time_up is cast("Any", Rules).time_up:
            return None
        dues = (prompt.due for prompt in self.prompts(state).values())
        return min((due for due in dues if due is not None), default=None)

    @abstractmethod
    def apply(self, state: S, seat: Seat, move: M, ctx: Context) -> Step[S, E]:
        """Make *move*, or raise Refused, in which case nothing has changed."""

    def time_up(self, state: S, ctx: Context) -> Step[S, E]:
        """Decide what happens now that the deadline has passed."""
        raise NotImplementedError(f"{type(self).__name__} has no clock")

    def left(self, state: S, seat: Seat, ctx: Context) -> Step[S, E]:
        """Continue or end the game without the player of *seat*, who has left for good.

        A game that does not have this method ends when somebody leaves. Those who stay have won,
        but for the side of the player who left. The host does that, so do not call this default.
        """
        raise NotImplementedError(f"{type(self).__name__} has no left(): the game ends")

    def is_over(self, state: S) -> bool:
        """Check whether the game has ended. By default: nobody is asked, and no clock runs.

        Write it if `prompts` or `deadline` ask it.
        """
        try:
            return not self.prompts(state) and self.deadline(state) is None
        except RecursionError:
            raise TypeError(
                f"{type(self).__name__} needs is_over() if prompts() or deadline() ask it: "
                "without one, the game is over when nobody is asked and no clock runs."
            ) from None

    def chapter(self, state: S) -> int:
        """Return the number of the chapter, such as a deal or a round, from 1 on. It never falls.

        A game with this method says: when a chapter has ended, nothing that was hidden in it
        matters to anybody any more. So a table may let everybody there see an ended chapter with
        all hands. Everybody may learn the number. Moves of an ended chapter cannot be taken back.

        By default a game has no chapters.
        """
        return 0

    def free(self, state: S) -> tuple[Seat, ...]:
        """Return the seats that a newcomer may take now, in the order of offering them.

        The host asks while the game is running. Everybody may learn the answer, even people who
        are not at the table. A newcomer at once sees what the seat sees and hears what it hears,
        so never offer a seat that knows what a newcomer must not know.
        """
        return ()

    def taken_back(self, state: S, seat: Seat, earlier: S, ctx: Context) -> Step[S, E]:
        """Return to *earlier*, the position before the last move of *seat*. All have agreed.

        Times in *earlier* are of then: set its deadlines again. Say in an event what has happened.
        What players have learned since then they still know.
        """
        return Step(earlier)

    def joined(self, state: S, seat: Seat, ctx: Context) -> Step[S, E]:
        """Seat a newcomer at *seat*, one of the `free` ones. They may leave again (`left`)."""
        raise NotImplementedError(f"{type(self).__name__} offers seats, and has no joined()")


class Scoring(Generic[S]):
    """Points and winners. Scores are whole numbers, and public (G-7)."""

    lower_wins: ClassVar[bool] = False
    """Fewer points are better, as in Hearts or golf. Ratings and parties then rank so."""

    def scores(self, state: S) -> Mapping[Seat, int]:
        """Return the points by seat, as everybody may know them now.

        By default a game has no points, at any time: `outcome` or `winners` say the result.
        """
        return {}

    def winners(self, state: S) -> frozenset[Seat]:
        """Return the winners. The host asks when the game is over. Equal winners share.

        By default they have the most points, or the fewest if `lower_wins`. Then the host leaves
        out who has left, unless nobody else is there.
        """
        return self.best(self.scores(state))

    def best(self, scores: Mapping[Seat, int]) -> frozenset[Seat]:
        """Return the seats with the most of *scores*, or the fewest if `lower_wins`."""
        best = (min if self.lower_wins else max)(scores.values(), default=0)
        return frozenset([seat for seat, points in scores.items() if points == best])

    def outcome(self, state: S) -> Outcome | None:
        """Return the result if points do not say it: `Together`, `Nobody` or `Ranks`.

        The host asks when the game is over, and everybody reads the answer. By default, and if
        it is None, `winners` have won. Otherwise the host does not ask for them: `Together` says
        whether all have won, with `Nobody` nobody has, and with `Ranks` the first place.

        A bot that searches asks at any moment. If the answer is `Together`, it plays for these
        points. What else a game that is not over answers does not matter.
        """
        return None

    def sides(self, state: S) -> Sequence[Sequence[Seat]]:
        """Return who played together, for the ratings. The host asks when the game is over.

        A bot that searches asks at any moment, so that it plays for its side. By default
        everybody plays alone. A game with teams returns the teams. Seats that played for nothing
        can be left out.
        """
        scores, outcome = self.scores(state), self.outcome(state)
        if not scores and isinstance(outcome, Ranks):
            return tuple((seat,) for place in outcome.places for seat in place)
        return tuple((seat,) for seat in scores)
