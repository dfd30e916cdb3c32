"""Random games of Probe, played from prompts alone as any program could."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random

from parlour import (
    SPECTATOR,
    ChoiceArg,
    ChoiceOption,
    MoveSpec,
    NumberOption,
    OptionValue,
    Reader,
    Seat,
    SeatArg,
    SwitchOption,
    TextArg,
    Viewer,
)
from parlour_probe import PROBE
from parlour_probe.moves import Move
from parlour_probe.rules import PAIR
from tests.plugins.probe.playbook import NAMES, Play

NOTHING: Mapping[str, OptionValue] = {}
CALM = 0.9
"""How often the player who must act is the one who does."""


def options(rng: Random, players: int) -> dict[str, OptionValue]:
    """A value for every option, each with the same chance, but none without effect."""
    found: dict[str, OptionValue] = {}
    for option in PROBE.options:
        match option:
            case ChoiceOption():
                found[option.name] = rng.choice(option.choices)
            case NumberOption():
                found[option.name] = rng.randint(option.min, option.max)
            case SwitchOption():
                found[option.name] = rng.random() < 0.5
            case _:
                found[option.name] = 1 if rng.random() < 0.5 else "random"
    found["fr_recite"] = found["fr_recite"] and found["edition"] == "fr"
    found["neighbour_skip"] = found["neighbour_skip"] and players > PAIR
    if players > PAIR:
        found["final_bonus_per"] = "player"
    return found


def typed(spec: MoveSpec, rng: Random) -> str:
    """What a player could type for a move, arguments chosen by luck."""
    words: list[str] = []
    for arg in spec.args:
        match arg:
            case SeatArg():
                words.append(NAMES[rng.choice(arg.choices)])
            case ChoiceArg():
                words.append(rng.choice(arg.choices))
            case TextArg():
                words.append(rng.choice(arg.examples))
            case _:
                raise AssertionError(f"{arg} is not used in this game")
    return " ".join(words)


def read(play: Play, seat: Seat, verb: str, rest: str) -> Move:
    """The move that a player typed."""
    return PROBE.text_ui.parse(verb, rest, play.look(seat), Reader(seat, NAMES))


def choose(play: Play, rng: Random) -> tuple[Seat, str, str]:
    """A seat and what it types, from the open prompts."""
    prompts = play.prompts()
    urgent = [seat for seat, prompt in prompts.items() if prompt.urgent]
    seat = rng.choice(urgent if urgent and rng.random() < CALM else list(prompts))
    moves = prompts[seat].moves
    spec = moves[0] if rng.random() < CALM else rng.choice(moves)
    return seat, spec.verb.name, typed(spec, rng)


def game(
    rng: Random,
    *,
    seats: int = 0,
    longest: int = 10_000,
    leaving: float = 0.0,
    fixed: Mapping[str, OptionValue] = NOTHING,
) -> Iterator[Play]:
    """The same game again and again, once after every step, until it is over.

    Its options come by luck, but for those that are *fixed*.
    """
    players = seats or rng.randint(2, 6)
    play = Play(seats=players, options=options(rng, players) | dict(fixed))
    yield play
    for _ in range(longest):
        if play.over:
            return
        luck = rng.random()
        if luck < leaving:
            play.leave(rng.choice([s for s in play.state.seats if s not in play.state.gone]))
        elif luck > 0.99 and PROBE.rules.deadline(play.state) is not None:
            play.time_up()
        else:
            seat, verb, rest = choose(play, rng)
            play.move(seat, read(play, seat, verb, rest))
        yield play
    raise AssertionError("the game does not end")


def viewers(play: Play) -> tuple[Viewer, ...]:
    """Every seat and the watcher."""
    return (*play.state.seats, SPECTATOR)
