"""Drive a game without a host: state in, move in, events out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Generic, TypeVar

from parlour.api import (
    SPECTATOR,
    Context,
    Game,
    Heard,
    Lexicon,
    OptionValue,
    Outcome,
    Prompt,
    Reader,
    Refused,
    Result,
    Seat,
    Setup,
    Step,
    Viewer,
)
from parlour.engine.leaving import ends_game, result_without
from parlour.engine.outcomes import result_of
from parlour.rendering import drawn
from parlour_kit.playing import heard_of, names_for, usual_options

State = TypeVar("State")
Move = TypeVar("Move")
Event = TypeVar("Event")
View = TypeVar("View")
Told = TypeVar("Told", bound=Heard)


class GameDriver(Generic[State, Move, Event, View, Told]):
    """A game that your test drives step by step.

    * `state`: the current state of the game.
    * `events`: the events of the last step.
    * `now`: table time in ms. Set it to let time pass.
    * `number`: the count of steps. Each step has its own luck.
    * `names`: the players' names by seat.

    Derive your own driver from this class, with a method for each move of your game.
    """

    def __init__(
        self,
        game: Game[State, Move, Event, View, Told],
        seats: int | Sequence[Seat],
        *,
        options: Mapping[str, OptionValue] | None = None,
        lexicon: Lexicon | None = None,
        lists: Mapping[str, Lexicon] | None = None,
        number: int = 0,
        version: str = "",
        ratings: Mapping[Seat, int] | None = None,
        earlier: Sequence[Result] = (),
        bots: Iterable[Seat] = (),
        given: Mapping[str, Any] | None = None,
    ) -> None:
        """Start a game at the first *seats* seats, or at the seats you name.

        *options* replace defaults. Another *number* gives the game other luck. *ratings*,
        *earlier* and *bots* are as in `Setup`. *given* is `Context.given` at the start, such as
        `{"hands": {1: ["QS", "TH"]}}`.
        """
        self.game = game
        self.lexicon = lexicon
        self.lists = dict(lists or {})
        self.now = 0
        self.lag = 0
        self.number = number
        self.names = names_for(tuple(map(Seat, range(1, game.seats.stop))))
        taken = [Seat(n + 1) for n in range(seats)] if isinstance(seats, int) else seats
        usual = usual_options(game)
        unknown = {*(options or {})} - {*usual}
        if unknown:
            raise ValueError(f"{game.id} has no option {', '.join(sorted(unknown))}")
        setup = Setup(
            tuple(taken),
            game.chosen({**usual, **(options or {})}),
            version,
            ratings or {},
            tuple(earlier),
            frozenset(bots),
        )
        self._seats = setup.seats
        self._left: Seat | None = None
        self._gone = frozenset[Seat]()
        self.state: State
        self.events: list[Event]
        self.take(game.rules.start(setup, self.context(given)))

    def context(self, given: Mapping[str, Any] | None = None) -> Context:
        """Return the time and chance of the next step."""
        return Context(
            given=given or {},
            now=self.now,
            seed=b"a seed for tests",
            number=self.number,
            lexicon=self.lexicon,
            lag=self.lag,
            lists=self.lists,
        )

    def take(self, step: Step[State, Event]) -> list[Event]:
        """Continue from this step, and return its events."""
        self.state = step.state
        self.events = list(step.events)
        self.number += 1
        return self.events

    # --- doing --------------------------------------------------------------------------

    def move(self, seat: Seat, move: Move) -> list[Event]:
        """Make a move that the rules must accept, and return its events."""
        return self.take(self.game.rules.apply(self.state, seat, move, self.context()))

    def refused(self, seat: Seat, move: Move) -> Refused:
        """Make a move that the rules must refuse, and return the refusal. Nothing may change."""
        before = self.state
        try:
            self.game.rules.apply(self.state, seat, move, self.context())
        except Refused as refusal:
            assert self.state == before, "a refused move has changed the position"
            return refusal
        raise AssertionError(f"{move!r} was accepted")

    def parsed(self, seat: Seat, verb: str, rest: str) -> Move:
        """Return the move that the game reads in a typed line."""
        reader = self.game.reading(self.reader(seat), self.prompts().get(seat))
        return self.game.text_ui.parse(verb, rest, self.look(seat), reader)

    def time_up(self) -> list[Event]:
        """Let the clock run out, and return the events."""
        due = self.deadline
        assert due is not None, "no clock runs"
        self.now = max(self.now, due)
        return self.take(self.game.rules.time_up(self.state, self.context()))

    def leave(self, seat: Seat) -> list[Event]:
        """Make a player leave for good, and return the events. It may be the end of the game."""
        if ends_game(self.game.rules):
            self._left = seat
            return self.take(Step(self.state))
        self._gone |= {seat}
        return self.take(self.game.rules.left(self.state, seat, self.context()))

    def take_back(self, seat: Seat, earlier: State) -> list[Event]:
        """Take back what happened since *earlier*, the state before a move of *seat*."""
        rules = self.game.rules
        return self.take(rules.taken_back(self.state, seat, earlier, self.context()))

    def join(self, seat: Seat) -> list[Event]:
        """Seat a newcomer at a seat that the game offers, and return the events."""
        assert seat in self.free, f"seat {seat} is not free"
        self._seats = tuple({*self._seats, seat})
        self._gone -= {seat}
        return self.take(self.game.rules.joined(self.state, seat, self.context()))

    # --- looking -------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """Check whether the game is over."""
        return self._left is not None or self.game.rules.is_over(self.state)

    @property
    def deadline(self) -> int | None:
        """The table time in ms at which the clock runs out, or None."""
        return self.game.rules.deadline(self.state)

    @property
    def free(self) -> Sequence[Seat]:
        """The seats that a newcomer may take now."""
        return self.game.rules.free(self.state)

    @property
    def winners(self) -> frozenset[Seat]:
        """The winners, once the game is over."""
        return frozenset(self._result[1])

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, once it is over. None: points say it."""
        return self._result[0]

    @property
    def _result(self) -> tuple[Outcome | None, tuple[Seat, ...]]:
        if self._left is not None:
            return result_without(self.game, self.state, self._seats, self._left)
        return result_of(self.game.scoring, self.state, self._seats, self._gone)

    def prompts(self) -> Mapping[Seat, Prompt]:
        """Open prompts, by seat."""
        return {} if self._left is not None else self.game.rules.prompts(self.state)

    def verbs(self, seat: Seat) -> list[str]:
        """Return the verbs of the moves open to a seat, each once."""
        prompt = self.prompts().get(seat)
        return [] if prompt is None else [*dict.fromkeys(move.verb.name for move in prompt.moves)]

    def look(self, viewer: Viewer = SPECTATOR) -> View:
        """Return the view of *viewer*."""
        return self.game.views.look(self.state, viewer)

    def reader(self, viewer: Viewer, width: int = 79) -> Reader:
        """Return *viewer* as a reader, with the names at the table."""
        return Reader(viewer, self.names, width)

    def shown(self, viewer: Viewer, width: int = 79) -> list[str]:
        """Return the lines of `look`."""
        scene = self.game.text_ui.draw(self.look(viewer), self.reader(viewer, width))
        return drawn(scene, width)

    def asked(self, seat: Seat, width: int = 79) -> list[str]:
        """Return the lines that a player reads about the open prompt."""
        reader = self.reader(seat, width)
        return list(self.game.text_ui.ask(self.prompts()[seat], self.look(seat), reader))

    def heard(self, viewer: Viewer) -> list[Any]:
        """Return what a viewer heard of the last step."""
        return list(heard_of(self.game, self.events, viewer))

    def told(self, viewer: Viewer, width: int = 79) -> list[str]:
        """Return the lines that a viewer read about the last step."""
        reader, say = self.reader(viewer, width), self.game.text_ui.say
        return [line for heard in self.heard(viewer) for line in say(heard, reader)]

    def of(self, kind: type[Any]) -> list[Any]:
        """Return the events of one kind in the last step."""
        return [event for event in self.events if isinstance(event, kind)]

    def one(self, kind: type[Any]) -> Any:
        """Return the only event of that kind in the last step."""
        (event,) = self.of(kind)
        return event
