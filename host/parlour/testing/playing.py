"""Random play through the rules alone, from nothing but the open prompts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from parlour.api import (
    AnyGame,
    ChoiceArg,
    ChoiceOption,
    Context,
    IntArg,
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
)
from parlour.engine.options import named_lists

NAMES = ("ann", "bob", "cy", "dee", "eve", "fay", "gus", "hal", "ida", "jo")
"""Who plays in tests, by seat."""
NEWCOMERS = 0.05
"""How often a free seat is taken: soon enough for the newcomer to play, too."""
MAX_STEPS = 20_000
"""A game that takes longer than this does not end: no parlour game has so many moves."""


@dataclass(frozen=True)
class Moment:
    """One moment of a game: the state, and what led to it.

    `seat` and `move` are None for the start and for a deadline that passed, and `move`
    is None for a player who left or sat down. `seats` are those that somebody has held.
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


def names_for(seats: tuple[Seat, ...]) -> Mapping[Seat, str]:
    """A name for each seat."""
    return {seat: NAMES[seat - 1] for seat in seats}


def usual_options(game: AnyGame) -> dict[str, OptionValue]:
    """The default of every option."""
    return {option.name: option.default for option in game.options}


def random_options(game: AnyGame, rng: Random) -> dict[str, OptionValue]:
    """A value for every option, each usual one as likely as all others together."""
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
    return values


def random_line(prompt: Prompt, names: Mapping[Seat, str], rng: Random) -> tuple[str, str]:
    """A move that *prompt* offers, as its verb and the words after it."""
    spec = rng.choice(prompt.moves)
    return spec.verb.name, " ".join(words(spec, names, rng))


def words(spec: MoveSpec, names: Mapping[Seat, str], rng: Random) -> Iterator[str]:
    """An argument for each place of the move."""
    for arg in spec.args:
        match arg:
            case SeatArg():
                yield names[rng.choice(arg.choices)]
            case ChoiceArg():
                yield rng.choice(arg.choices)
            case IntArg():
                yield str(rng.randint(arg.min, arg.max))
            case TextArg():
                yield rng.choice(arg.examples)


def start_options(game: AnyGame, options: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
    """Options as the rules get them: a `seatN` is the number of the seat."""
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
    choose: Callable[[Prompt, Mapping[Seat, str], Random], tuple[str, str]] = random_line,
) -> Iterator[Moment]:
    """Play a whole game at random; every moment of it, the start included.

    *lists* are what a host may have besides, by name: an option that names one of them gets it.

    Now and then a deadline passes instead of a move, or somebody sits down where the game
    offers a seat and there is a name for it; once in a long while a player leaves. Raises
    AssertionError if a move from a prompt is refused, if nobody may act in a game that is not
    over, or if the game does not end.
    """
    taken = tuple(Seat(number) for number in range(1, seats + 1))
    names = names_for(taken)
    seed = rng.randbytes(32)
    values = start_options(game, usual_options(game) | dict(options or {}))
    named = named_lists(game.options, values, lists or {})
    now = number = 0

    def context() -> Context:
        return Context(now=now, seed=seed, number=number, lexicon=lexicon, lists=named)

    step = game.rules.start(Setup(taken, values), context())
    yield Moment(step.state, step, None, None, None, now, number, seed, taken, named)
    present = set(taken)
    while not game.rules.is_over(step.state):
        number += 1
        assert number < MAX_STEPS, f"{game.id} does not end"
        before = step.state
        prompts = game.rules.prompts(before)
        deadline = game.rules.deadline(before)
        free = [seat for seat in game.rules.free(before) if seat <= len(NAMES)]
        stuck = not prompts and deadline is None
        assert free or not stuck, f"nobody may act in {game.id}"
        seat: Seat | None = None
        move: Any = None
        if free and (stuck or rng.random() < NEWCOMERS):
            now += rng.randrange(1000)
            seat = free[0]
            present.add(seat)
            taken = tuple(sorted({*taken, seat}))
            names = names_for(taken)
            step = game.rules.joined(before, seat, context())
        elif deadline is not None and (not prompts or rng.random() < 0.02):
            now = max(now, deadline)
            step = game.rules.time_up(before, context())
        elif len(present) > 2 and rng.random() < 0.002:
            now += rng.randrange(1000)
            seat = rng.choice(sorted(present))
            present.discard(seat)
            step = game.rules.left(before, seat, context())
        else:
            now += rng.randrange(1000)
            seat = rng.choice(sorted(prompts))
            verb, rest = choose(prompts[seat], names, rng)
            reader = Reader(seat, names)
            view = game.views.look(before, seat)
            try:
                move = game.notation.parse(verb, rest, view, reader)
                step = game.rules.apply(before, seat, move, context())
            except Refused as refused:
                raise AssertionError(f"offered, but refused: {verb} {rest}: {refused}") from None
        yield Moment(step.state, step, before, seat, move, now, number, seed, taken, named)
