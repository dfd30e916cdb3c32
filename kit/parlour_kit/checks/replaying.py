"""Check that a record leads to the same game: on a host, and on the next one after a restart."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from parlour.api import Seat
from parlour.candidates import random_line
from parlour_kit.checks.finding import Fault, NotChecked
from parlour_kit.checks.trial import Trial
from parlour_kit.playing import names_for
from parlour_kit.rebuild import Checked
from parlour_kit.two_hosts import OneHost
from parlour_kit.values import difference

GAMES: Final = 3
"""Games to play on a host."""
MOVES: Final = 60
BACK: Final = 0.15
"""How often a move is taken back, in games that allow it."""
SEATS: Final = 4
"""The most players there, unless the game needs more."""


def replay(trial: Trial) -> str:
    """Play on a whole host, which rebuilds the table from its record after every entry."""
    trial.needs_host()
    entries = 0
    for seed in trial.seeds[:GAMES]:
        entries += _one(trial, seed)
    if not entries:
        raise NotChecked("it has not begun on a host")
    return f"{entries} entries of records"


def _one(trial: Trial, seed: int) -> int:
    game = trial.game
    seats = min(game.seats[-1], max(game.seats[0], SEATS))
    lexicons = {} if trial.lexicon is None else {game.lexicon or trial.lexicon.name: trial.lexicon}
    one = OneHost(game, seats=seats, lexicons=lexicons, seed=seed, house_type=Checked)
    room = one.host.house.tables.rooms.get(1)
    if room is None or room.table.match is None:
        return 0  # `seats` tells that it does not start
    story: list[str] = []
    try:
        _play(trial, one, Random(seed), story)
    except AssertionError as error:
        fault = Fault(
            f"On a host, the table that was rebuilt from its record is not the live one: {error}.",
            "let everything follow from the record: the moves, the time and the luck of each "
            "step. Make states and moves frozen dataclasses, so that they compare by value.",
        )
        raise trial.found(fault, seed=seed, told=story) from error
    _restart(trial, one, seed, story)
    return len(one.host.entries)


def _play(trial: Trial, one: OneHost, rng: Random, story: list[str]) -> None:
    for _ in range(MOVES):
        match = one.match
        if match.ended is not None:
            return
        if trial.game.takeback and rng.random() < BACK:
            _take_back(one, rng.choice(match.seats), story)
        elif rng.random() < 0.2 or not match.prompts:
            one.host.wait(rng.choice((1.0, 20.0)))
            story.append("time passes")
        else:
            seat = rng.choice(sorted(match.prompts))
            names = names_for(match.seats)
            verb, rest = random_line(match.prompts[seat].prompt, names, rng)
            story.append(f"{names[seat]}: {verb} {rest}".rstrip())
            one.clients[names[seat]].send(f"/{verb} {rest}")
        _check_reports(trial, one, story)


def _take_back(one: OneHost, seat: Seat, story: list[str]) -> None:
    """Let *seat* propose to take its last move back, and everybody agree."""
    names = names_for(one.match.seats)
    story.append(f"{names[seat]} takes a move back")
    one.clients[names[seat]].send("/propose takeback")
    for other in one.match.seats:
        if other != seat:
            one.clients[names[other]].send("/accept")


def _check_reports(trial: Trial, one: OneHost, story: Sequence[str]) -> None:
    """Raise Found if the host has reported an error of the game."""
    for report in one.host.reports:
        if isinstance(report.error, AssertionError):
            raise report.error
        if report.error is not None:
            cause = report.error.__cause__
            if isinstance(cause, Exception):
                raise trial.found(cause, told=story)
            fault = Fault(
                f"A host reports: {report.text}.",
                "no part of a game may raise anything but Refused, or return something else than "
                "what its method promises. On a host, the table freezes.",
            )
            raise trial.found(fault, told=story)


def _restart(trial: Trial, one: OneHost, seed: int, story: Sequence[str]) -> None:
    before = one.match
    one.host.restart()
    room = one.host.house.tables.rooms.get(1)
    after = None if room is None else room.table.match
    if after is None or after.state != before.state:
        state = None if after is None else after.state
        fault = Fault(
            f"A host was restarted, and another position came back: it differs in "
            f"{difference(before.state, state)}.",
            "let everything follow from the record: the moves, the time and the luck of "
            "each step.",
            pair=(repr(before.state), repr(state)),
        )
        raise trial.found(fault, seed=seed, told=story)
