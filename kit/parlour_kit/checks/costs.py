"""Checks of what a game costs a host: the time of a move and of a thought, the size of a state."""

from __future__ import annotations

import time
from itertools import islice
from random import Random
from typing import Any, Final

import msgspec

from parlour_kit.checks.finding import Fault
from parlour_kit.checks.minds import games_of
from parlour_kit.checks.trial import Trial, eyes_of, show
from parlour_kit.playing import Moment
from parlour_kit.values import weight

MOVE_MS: Final = 100
"""The host logs a slower call (`slow_call_ms`), and everybody on it waits meanwhile."""
THOUGHT_MS: Final = 50
STATE_BYTES: Final = 2_000_000
MOVE_BYTES: Final = 16_000
THOUGHTS: Final = 60
"""Thoughts of each kind of bot to time."""
REPEATS: Final = 3
"""A slow move counts only if it is slow each time."""


def cost(trial: Trial) -> str:
    """Time moves, with all that a host asks for them, and thoughts, in processor time."""
    worst = [0.0]

    def examine(trial: Trial, moment: Moment, _: Random) -> None:
        took = min(_move_ms(trial, moment) for _ in range(REPEATS))
        worst[0] = max(worst[0], took)
        if took > MOVE_MS:
            raise Fault(
                f"This step takes the host more than {MOVE_MS} ms of processor time. Meanwhile "
                "everybody on the host waits.",
                "compute once, when the module is imported or in Game.prepare, what does not "
                "change. Keep in the state what you would compute again and again.",
            )

    trial.each_moment(examine, each=8)
    own = [bot for bot in trial.game.bots if not bot.searches]  # those count steps, not time
    slowest = max((_thought_ms(trial, bot) for bot in own), default=0.0)
    told = f"a move takes {worst[0]:.1f} ms at most"
    return told + (f", a thought {slowest:.1f} ms" if own else "")


def _move_ms(trial: Trial, moment: Moment) -> float:
    game, state, ctx = trial.game, moment.state, moment.context
    began = time.process_time()
    if moment.kind == "move" and moment.seat is not None:
        game.rules.apply(moment.before, moment.seat, moment.move, ctx)
    if not game.rules.is_over(state):
        game.rules.prompts(state)
    game.scoring.scores(state)
    for eyes in eyes_of(trial, moment):
        show(trial, moment, eyes)
    return (time.process_time() - began) * 1000


def _thought_ms(trial: Trial, bot: Any) -> float:
    """Return the processor time of a usual thought. Raises CheckFailed if it is too long."""
    times = [each.cpu_ms for each in islice(games_of(trial, bot, trial.seeds[0]), THOUGHTS)]
    usual = sorted(times)[len(times) // 2] if times else 0.0
    if usual > THOUGHT_MS:
        raise trial.found(
            Fault(
                f"The bot {bot.kind} usually thinks for more than {THOUGHT_MS} ms of "
                "processor time.",
                "look at fewer moves. Bots share the processor with everybody on the host.",
            )
        )
    return usual


def memory(trial: Trial) -> str:
    heaviest = [0]

    def examine(trial: Trial, moment: Moment, _: Random) -> None:
        size = weight(moment.state)
        heaviest[0] = max(heaviest[0], size)
        if size > STATE_BYTES:
            raise Fault(
                f"The state takes more than {STATE_BYTES // 1000} kB of memory.",
                "keep in the state only what the moves change. Word lists, boards and tables that "
                "never change belong in the module.",
            )
        if moment.kind == "move" and len(msgspec.json.encode(moment.move)) > MOVE_BYTES:
            raise Fault(
                f"The move of '{moment.line.split()[0]}' takes more than {MOVE_BYTES // 1000} kB "
                "in the record.",
                "let a move hold only what the player chose.",
            )

    trial.each_moment(examine)
    return f"a state takes {heaviest[0] / 1000:.0f} kB at most"
