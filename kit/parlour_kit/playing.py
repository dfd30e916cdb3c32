"""Random play through the rules, using only the open prompts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from typing import Any, Literal, TypeAlias

from parlour.api import (
    AnyGame,
    ChoiceOption,
    Context,
    Lexicon,
    ListOption,
    MoveSpec,
    NumberOption,
    OptionValue,
    Prompt,
    Reader,
    Refused,
    Seat,
    SeatArg,
    SeatOption,
    Setup,
    Step,
    SwitchOption,
    TextArg,
    TextOption,
)
from parlour.candidates import random_line, words
from parlour.engine.options import named_lists
from parlour_kit.hidden import is_a, texts_of
from parlour_kit.longest import long_lines
from parlour_kit.variety import settled

Choose: TypeAlias = Callable[[Prompt, Mapping[Seat, str], Random], tuple[str, str]]
"""A function that picks a move a prompt offers, as its verb and the words after it."""
NAMES = ("ann", "bob", "cy", "dee", "eve", "fay", "gus", "hal", "ida", "jo")
"""The names of players in tests, by seat."""
LONG = 0.25
"""The share of bold moves that have a text at its longest, in place of one from the position."""
NEWCOMERS = 0.05
"""The chance of taking a free seat at each step: soon enough for the newcomer to play, too."""
MAX_STEPS = 20_000
"""A game with more steps than this counts as endless: no parlour game has so many moves."""


Kind: TypeAlias = Literal["start", "move", "time_up", "left", "joined"]
"""What can lead to a moment of a game."""


@dataclass(frozen=True)
class Act:
    """One thing that happens in a game, or over which the game fails."""

    kind: Kind
    seat: Seat | None = None
    move: Any = None
    line: str = ""
    """What a player types for a move."""
    now: int = 0

    def told(self, names: Mapping[Seat, str]) -> str:
        """Return it in a few words."""
        who = "" if self.seat is None else names.get(self.seat, f"seat {self.seat}")
        match self.kind:
            case "move":
                return f"{who}: {self.line}"
            case "left":
                return f"{who} leaves"
            case "joined":
                return f"{who} sits down"
            case _:
                return f"the time is up ({self.now / 1000:g} s)"


class Mishap(AssertionError):
    """A random game cannot go on.

    * `refused`: the game refuses a move that its prompt offers.
    * `stuck`: nobody may act, and no clock runs.
    * `endless`: the game has had `MAX_STEPS` steps.
    * `unplayable`: it does not start.
    * `wrong`: a method returns something else than it must.
    """

    def __init__(
        self,
        kind: Literal["refused", "stuck", "endless", "unplayable", "wrong"],
        text: str,
        *,
        seat: Seat | None = None,
        line: str = "",
        refusal: str = "",
    ) -> None:
        super().__init__(text)
        self.kind = kind
        self.seat = seat
        self.line = line
        self.refusal = refusal


def open_prompts(game: AnyGame, state: Any) -> Mapping[Seat, Prompt]:
    """Return the open prompts of a position, none if the game is over."""
    return {} if game.rules.is_over(state) else game.rules.prompts(state)


def a_step(call: str, step: Any) -> Step[Any, Any]:
    """Return *step*, which the method *call* of the rules has returned. Raises Mishap."""
    if is_a(step, Step):
        found: Step[Any, Any] = step
        return found
    kind = type(step).__name__
    raise Mishap("wrong", f"Rules.{call} returned a {kind}. It must return a Step(state, events).")


@dataclass(frozen=True)
class Moment:
    """One moment of a game: the state, and what led to it.

    `seat` and `move` are None for the start and for a deadline that passed. `move` is also
    None for a player who left or sat down. `seats` are those that somebody has held.
    """

    state: Any
    step: Step[Any, Any]
    before: Any
    seat: Seat | None
    move: Any
    now: int
    number: int
    seed: bytes
    seats: tuple[Seat, ...]
    lists: Mapping[str, Lexicon]
    """The word lists that options name, by option."""
    setup: Setup
    """The setup that the game started from."""
    lexicon: Lexicon | None
    """The word list of the table."""
    kind: Kind = "start"
    line: str = ""
    """The line that a player typed for the move."""

    @property
    def context(self) -> Context:
        """The time and luck of the step that led here: what its rules were given."""
        return Context(
            now=self.now,
            seed=self.seed,
            number=self.number,
            lexicon=self.lexicon,
            lists=self.lists,
        )


def names_for(seats: tuple[Seat, ...]) -> Mapping[Seat, str]:
    """Return a name for each seat."""
    most = len(NAMES)
    return {seat: f"{NAMES[(seat - 1) % most]}{(seat - 1) // most or ''}" for seat in seats}


def usual_options(game: AnyGame) -> dict[str, OptionValue]:
    """Return the default of every option."""
    return {option.name: option.default for option in game.options}


def random_options(game: AnyGame, rng: Random) -> dict[str, OptionValue]:
    """Return a value for every option. Each default is as likely as all other values together."""
    values = usual_options(game)
    for option in game.options:
        if rng.random() < 0.5:
            continue
        match option:
            case ChoiceOption():
                values[option.name] = rng.choice(option.choices)
            case NumberOption():
                values[option.name] = rng.randint(option.min, option.max)
            case SwitchOption():
                values[option.name] = rng.random() < 0.5
            case SeatOption():
                values[option.name] = rng.choice([*option.words, "seat1"])
            case ListOption():
                values[option.name] = rng.choice([option.default, *option.words])
            case TextOption():
                letters = option.letters or "abc"
                length = rng.randint(1, option.longest)
                values[option.name] = "".join(rng.choices(letters, k=length))
    return values


def bold_line(
    state: Any, prompt: Prompt, names: Mapping[Seat, str], rng: Random
) -> tuple[str, str]:
    """Return a move with words from the position, whether its player knows them or not.

    With such moves, a random game reaches positions where somebody finds a hidden word. The game
    may refuse the move.
    """
    spec = rng.choice(prompt.moves)
    texts = texts_of(state)
    given = list(words(spec, names, rng))
    for at, arg in enumerate(spec.args):
        if isinstance(arg, TextArg) and texts:
            text = rng.choice(texts)
            given[at] = rng.choice((text, text, text, f"{text}s", text[::-1]))
    return spec.verb.name, " ".join(given)


def shaped_line(
    spec: MoveSpec, texts: Sequence[str], names: Mapping[Seat, str], rng: Random
) -> tuple[str, str]:
    """Return a line shaped like *spec*, allowed or not, with any player's name or text."""
    given = list(words(spec, names, rng))
    for at, arg in enumerate(spec.args):
        if isinstance(arg, SeatArg):
            given[at] = rng.choice(sorted(names.values()))
        elif isinstance(arg, TextArg) and texts:
            given[at] = rng.choice(texts)
    return spec.verb.name, " ".join(given)


def start_options(game: AnyGame, options: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
    """Return options as the rules get them: a `seatN` becomes the number of the seat."""
    values = dict(options)
    for option in game.options:
        if isinstance(option, SeatOption):
            word = str(values[option.name])
            if word not in option.words:
                values[option.name] = int(word.removeprefix("seat"))
    return values


def play(
    game: AnyGame,
    rng: Random,
    *,
    seats: int,
    options: Mapping[str, OptionValue] | None = None,
    lexicon: Lexicon | None = None,
    lists: Mapping[str, Lexicon] | None = None,
    choose: Choose = random_line,
    bold: float = 0.0,
    restless: bool = False,
    trying: Callable[[Act], None] = lambda act: None,
) -> Iterator[Moment]:
    """Play a whole game at random, and yield every moment of it, including the start.

    *options* are those that somebody names; others have their default, or what a choice brings.
    *lists* are further word lists of the host, by name. An option that names one of them gets it,
    and a choice may bring one in place of *lexicon*.
    *trying* is told what happens next, before the game has dealt with it.

    Now and then a deadline passes instead of a move, or a newcomer takes a seat that the game
    offers, if there is a name for it. Once in a long while a player leaves. *bold* is how
    often a player uses words from the position, or long ones (`bold_line`, `long_lines`). With
    *restless*, players often leave and miss deadlines. Raises AssertionError if a move from a
    prompt is refused, if nobody may act in a game that is not over, or if the game does not end.
    """
    chosen, lexicon = settled(game, options or {}, lexicon, lists or {})
    values = start_options(game, chosen)
    setup = Setup(tuple(Seat(number) for number in range(1, seats + 1)), values)
    named = named_lists(game.options, values, lists or {})
    rates = (0.15, 0.05) if restless else (0.02, 0.002)
    going = _Going(game, rng, setup, lexicon, named, choose, bold, *rates, trying)
    yield going.start()
    while not game.rules.is_over(going.state):
        yield going.go_on()


@dataclass
class _Going:
    """A random game while it is played, as `play` says."""

    game: AnyGame
    rng: Random
    setup: Setup
    lexicon: Lexicon | None
    lists: Mapping[str, Lexicon]
    choose: Choose
    bold: float
    silence: float
    """The chance that a deadline passes, at each step."""
    leaving: float
    """The chance that a player leaves, at each step."""
    trying: Callable[[Act], None]

    def start(self) -> Moment:
        self.seats = self.setup.seats
        self.present = set(self.seats)
        self.seed = self.rng.randbytes(32)
        self.now = self.number = 0
        self.state: Any = None
        step = self.game.rules.start(self.setup, self._context())
        return self._moment("start", a_step("start", step))

    def go_on(self) -> Moment:
        """Let the next thing happen. Raises Mishap."""
        game, rng, state = self.game, self.rng, self.state
        self.number += 1
        if self.number >= MAX_STEPS:
            raise Mishap("endless", f"{game.id} does not end")
        prompts = game.rules.prompts(state)
        deadline = game.rules.deadline(state)
        free = [seat for seat in game.rules.free(state) if seat <= len(NAMES)]
        stuck = not prompts and deadline is None
        if stuck and not free:
            raise Mishap("stuck", f"nobody may act in {game.id}")
        if free and (stuck or rng.random() < NEWCOMERS):
            self._wait(deadline)
            return self._joined(free[0])
        if deadline is not None and (not prompts or rng.random() < self.silence):
            self.now = max(self.now, deadline)
            return self._time_up()
        if len(self.present) > 2 and rng.random() < self.leaving:
            self._wait(deadline)
            return self._left()
        self._wait(deadline)
        return self._moved(prompts)

    def _context(self) -> Context:
        return Context(
            now=self.now,
            seed=self.seed,
            number=self.number,
            lexicon=self.lexicon,
            lists=self.lists,
        )

    def _moment(
        self,
        kind: Kind,
        step: Step[Any, Any],
        seat: Seat | None = None,
        move: Any = None,
        line: str = "",
    ) -> Moment:
        before, self.state = self.state, step.state
        return Moment(
            state=step.state,
            step=step,
            before=before,
            seat=seat,
            move=move,
            now=self.now,
            number=self.number,
            seed=self.seed,
            seats=self.seats,
            lists=self.lists,
            setup=self.setup,
            lexicon=self.lexicon,
            kind=kind,
            line=line,
        )

    def _wait(self, deadline: int | None) -> None:
        """Let some time pass, but not the deadline: when that passes, it comes first."""
        then = self.now + self.rng.randrange(1000)
        self.now = then if deadline is None else max(self.now, min(then, deadline - 1))

    def _joined(self, seat: Seat) -> Moment:
        self.present.add(seat)
        self.seats = tuple(sorted({*self.seats, seat}))
        self.trying(Act("joined", seat, now=self.now))
        step = a_step("joined", self.game.rules.joined(self.state, seat, self._context()))
        return self._moment("joined", step, seat)

    def _time_up(self) -> Moment:
        self.trying(Act("time_up", now=self.now))
        step = a_step("time_up", self.game.rules.time_up(self.state, self._context()))
        return self._moment("time_up", step)

    def _left(self) -> Moment:
        seat = self.rng.choice(sorted(self.present))
        self.present.discard(seat)
        self.trying(Act("left", seat, now=self.now))
        step = a_step("left", self.game.rules.left(self.state, seat, self._context()))
        return self._moment("left", step, seat)

    def _moved(self, prompts: Mapping[Seat, Prompt]) -> Moment:
        """Make a move. A bold one may be refused: then make a usual one."""
        rng, names = self.rng, names_for(self.seats)
        seat = rng.choice(sorted(prompts))
        prompt, view = prompts[seat], self.game.views.look(self.state, seat)
        reader = Reader(seat, names)
        if rng.random() < self.bold:
            is_long = rng.random() < LONG
            bold = () if is_long else (bold_line(self.state, prompt, names, rng),)
            for daring in long_lines(prompt, names, self.lexicon, rng) if is_long else bold:
                with suppress(Refused):
                    return self._made(seat, reader, view, *daring)
        verb, rest = self.choose(prompt, names, rng)
        try:
            return self._made(seat, reader, view, verb, rest)
        except Refused as refused:
            text = f"offered, but refused: {verb} {rest}: {refused}"
            line = f"{verb} {rest}".strip()
            raise Mishap("refused", text, seat=seat, line=line, refusal=str(refused)) from None

    def _made(self, seat: Seat, reader: Reader, view: Any, verb: str, rest: str) -> Moment:
        """Make the move that somebody types. Raises Refused."""
        game, line = self.game, f"{verb} {rest}".strip()
        self.trying(Act("move", seat, None, line, self.now))
        move = game.text_ui.parse(verb, rest, view, reader)
        self.trying(Act("move", seat, move, line, self.now))
        step = a_step("apply", game.rules.apply(self.state, seat, move, self._context()))
        return self._moment("move", step, seat, move, line)
