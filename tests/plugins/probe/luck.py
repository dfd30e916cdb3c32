"""Random games of Probe, played from prompts alone as any program could."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random

from parlour import SPECTATOR, OptionValue, Seat, Viewer
from parlour.candidates import words
from parlour_kit.playing import random_options, start_options
from parlour_probe import PROBE
from parlour_probe.rules import PAIR
from tests.plugins.probe.playbook import NAMES, Play

NOTHING: Mapping[str, OptionValue] = {}
CALM = 0.9
"""How often the player who must act is the one who does."""


def options(rng: Random, players: int) -> dict[str, OptionValue]:
    """A value for every option, but none without effect."""
    found = start_options(PROBE, random_options(PROBE, rng))
    found["fr_recite"] = found["fr_recite"] and found["edition"] == "fr"
    found["neighbour_skip"] = found["neighbour_skip"] and players > PAIR
    if players > PAIR:
        found["final_bonus_per"] = "player"
    return found


def choose(play: Play, rng: Random) -> tuple[Seat, str, str]:
    """A seat and what it types, from the open prompts."""
    prompts = play.prompts()
    urgent = [seat for seat, prompt in prompts.items() if prompt.urgent]
    seat = rng.choice(urgent if urgent and rng.random() < CALM else list(prompts))
    moves = prompts[seat].moves
    spec = moves[0] if rng.random() < CALM else rng.choice(moves)
    return seat, spec.verb.name, " ".join(words(spec, NAMES, rng))


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
            play.move(seat, play.parsed(seat, verb, rest))
        yield play
    raise AssertionError("the game does not end")


def viewers(play: Play) -> tuple[Viewer, ...]:
    """Every seat and the watcher."""
    return (*play.state.seats, SPECTATOR)
