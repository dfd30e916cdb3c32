"""Random play through the rules, using only the open prompts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Literal, TypeAlias

from parlour.api import (
    AnyGame,
    ChoiceOption,
    Context,
    Heard,
    Lexicon,
    ListOption,
    MoveSpec,
    NumberOption,
    OptionValue,
    Outcome,
    Prompt,
    Reader,
    Refused,
    Rules,
    Seat,
    SeatArg,
    SeatOption,
    Setup,
    Step,
    SwitchOption,
    TextArg,
    TextOption,
    Viewer,
)
from parlour.candidates import random_line, words
from parlour.engine.leaving import ends_game, result_without
from parlour.engine.options import named_lists
from parlour.engine.outcomes import result_of
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


Kind: TypeAlias = Literal["start", "move", "time_up", "left", "joined", "twin"]
"""What can lead to a moment of a game. A twin is put in its place by `parlour_kit.position`."""


@dataclass(frozen=True)
class Act:
    """One thing that happens in a game, or over which the game fails."""

    kind: Kind
    seat: Seat | None = None
    move: Any = None
    line: str = ""
    """What a player types for a move."""
    now: int = 0

    def __str__(self) -> str:
        """Describe it without the secrets of a move."""
        if self.kind == "move":
            return f"{type(self.move).__name__} of seat {self.seat}"
        return self.kind if self.seat is None else f"{self.kind} of seat {self.seat}"

    def instead(self, move: Any) -> Act:
        """Return the same with another move of that seat."""
        return replace(self, move=move)

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
    text = (
        f"Rules.{call} returned a value of the type {kind}. It must return a Step(state, events)."
    )
    raise Mishap("wrong", text)


def step_of(rules: Rules[Any, Any, Any], act: Act, state: Any, ctx: Context) -> Step[Any, Any]:
    """Return the step to which *act*, which is no start, leads. Raises Refused and Mishap.

    A game that ends when somebody leaves (`engine.leaving`) ends in the position before.
    """
    seat: Any = act.seat
    match act.kind:
        case "move":
            return a_step("apply", rules.apply(state, seat, act.move, ctx))
        case "time_up":
            return a_step("time_up", rules.time_up(state, ctx))
        case "left":
            if ends_game(rules):
                return Step(state)
            return a_step("left", rules.left(state, seat, ctx))
        case _:
            return a_step("joined", rules.joined(state, seat, ctx))


def heard_of(game: AnyGame, events: Iterable[Any], viewer: Viewer) -> Iterator[Heard]:
    """Yield what *viewer* hears of *events*."""
    for event in events:
        heard = game.views.hear(event, viewer)
        if heard is not None:
            yield heard


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
    gone: frozenset[Seat] = frozenset()
    """The seats whose players have left."""

    @property
    def present(self) -> tuple[Seat, ...]:
        """The seats that somebody holds now."""
        return tuple([seat for seat in self.seats if seat not in self.gone])

    @property
    def context(self) -> Context:
        """The time and luck of the step that led here: what its rules were given."""
        return self._context(self.now, self.number)

    def then(self, now: int) -> Context:
        """Return the time and luck of the next step, if it comes at *now*."""
        return self._context(now, self.number + 1)

    def _context(self, now: int, number: int) -> Context:
        lexicon, lists = self.lexicon, self.lists
        return Context(now=now, seed=self.seed, number=number, lexicon=lexicon, lists=lists)

    def after(self, act: Act, step: Step[Any, Any]) -> Moment:
        """Return the next moment, to which *act* has led by *step*."""
        came = () if act.kind != "joined" or act.seat is None else (act.seat,)
        went = () if act.kind != "left" or act.seat is None else (act.seat,)
        return replace(
            self,
            state=step.state,
            step=step,
            before=self.state,
            seat=act.seat,
            move=act.move,
            now=act.now,
            number=self.number + 1,
            seats=tuple(sorted({*self.seats, *came})) if came else self.seats,
            kind=act.kind,
            line=act.line,
            gone=self.gone.union(went).difference(came),
        )


def is_over(game: AnyGame, moment: Moment) -> bool:
    """Check whether the game is over at *moment*, by its rules or because somebody has left."""
    return _leaver(game, moment) is not None or game.rules.is_over(moment.state)


def result_at(game: AnyGame, moment: Moment) -> tuple[Outcome | None, tuple[Seat, ...]]:
    """Return the outcome of a game that is over at *moment*, and who has won it."""
    leaver = _leaver(game, moment)
    if leaver is not None:
        return result_without(game, moment.state, moment.seats, leaver)
    return result_of(game.scoring, moment.state, moment.seats, moment.gone)


def _leaver(game: AnyGame, moment: Moment) -> Seat | None:
    """Return who has just left, if that ends the game."""
    return moment.seat if moment.kind == "left" and ends_game(game.rules) else None


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


def typed_options(game: AnyGame, values: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
    """Return options as people type them, from those that the rules got (`start_options`)."""
    found = dict(values)
    for option in game.options:
        value = found.get(option.name)
        if isinstance(option, SeatOption) and isinstance(value, int):
            found[option.name] = f"seat{value}"
    return found


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
    setup = Setup(tuple(Seat(number) for number in range(1, seats + 1)), game.chosen(values))
    named = named_lists(game.options, values, lists or {})
    rates = (0.15, 0.05) if restless else (0.02, 0.002)
    seed = rng.randbytes(32)
    ctx = Context(now=0, seed=seed, number=0, lexicon=lexicon, lists=named)
    step = a_step("start", game.rules.start(setup, ctx))
    first = Moment(
        step.state, step, None, None, None, 0, 0, seed, setup.seats, named, setup, lexicon
    )
    going = _Going(game, rng, first, choose, bold, *rates, trying)
    yield going.last
    while not is_over(game, going.last):
        yield going.go_on()


@dataclass
class _Going:
    """A random game while it is played, as `play` says."""

    game: AnyGame
    rng: Random
    last: Moment
    choose: Choose
    bold: float
    silence: float
    """The chance that a deadline passes, at each step."""
    leaving: float
    """The chance that a player leaves, at each step."""
    trying: Callable[[Act], None]

    def __post_init__(self) -> None:
        self.present = set(self.last.seats)

    def go_on(self) -> Moment:
        """Let the next thing happen. Raises Mishap."""
        game, rng, state, now = self.game, self.rng, self.last.state, self.last.now
        if self.last.number + 1 >= MAX_STEPS:
            raise Mishap("endless", f"{game.id} does not end")
        prompts = game.rules.prompts(state)
        deadline = game.rules.deadline(state)
        free = [seat for seat in game.rules.free(state) if seat <= len(NAMES)]
        stuck = not prompts and deadline is None
        if stuck and not free:
            raise Mishap("stuck", f"nobody may act in {game.id}")
        if free and (stuck or rng.random() < NEWCOMERS):
            self.present.add(free[0])
            return self._happens(Act("joined", free[0], now=self._later(deadline)))
        if deadline is not None and (not prompts or rng.random() < self.silence):
            return self._happens(Act("time_up", now=max(now, deadline)))
        if len(self.present) > 2 and rng.random() < self.leaving:
            now = self._later(deadline)
            seat = rng.choice(sorted(self.present))
            self.present.discard(seat)
            return self._happens(Act("left", seat, now=now))
        return self._moved(prompts, self._later(deadline))

    def _later(self, deadline: int | None) -> int:
        """Let some time pass, but not the deadline: when that passes, it comes first."""
        then = self.last.now + self.rng.randrange(1000)
        return then if deadline is None else max(self.last.now, min(then, deadline - 1))

    def _happens(self, act: Act) -> Moment:
        self.trying(act)
        step = step_of(self.game.rules, act, self.last.state, self.last.then(act.now))
        self.last = self.last.after(act, step)
        return self.last

    def _moved(self, prompts: Mapping[Seat, Prompt], now: int) -> Moment:
        """Make a move. A bold one may be refused: then make a usual one."""
        game, rng, last, names = self.game, self.rng, self.last, names_for(self.last.seats)
        seat = rng.choice(sorted(prompts))
        prompt, view = prompts[seat], game.views.look(last.state, seat)

        def made(verb: str, rest: str) -> Moment:
            """Make the move that somebody types. Raises Refused."""
            act = Act("move", seat, None, f"{verb} {rest}".strip(), now)
            self.trying(act)
            reader = game.reading(Reader(seat, names), prompt)
            move = game.text_ui.parse(verb, rest, view, reader)
            return self._happens(act.instead(move))

        if rng.random() < self.bold:
            is_long = rng.random() < LONG
            bold = () if is_long else (bold_line(last.state, prompt, names, rng),)
            for daring in long_lines(prompt, names, last.lexicon, rng) if is_long else bold:
                with suppress(Refused):
                    return made(*daring)
        verb, rest = self.choose(prompt, names, rng)
        try:
            return made(verb, rest)
        except Refused as refused:
            text = f"offered, but refused: {verb} {rest}: {refused}"
            line = f"{verb} {rest}".strip()
            raise Mishap("refused", text, seat=seat, line=line, refusal=str(refused)) from None
