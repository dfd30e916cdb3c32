"""Checks of bots: they make moves that the rules accept, in time, and the same again."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Final

from parlour.api import BotContext, Context, Prompt, Refused, Seat, Setup, Step, Thought
from parlour.engine.options import named_lists
from parlour_kit.checks.finding import Fault, NotChecked
from parlour_kit.checks.trial import CheckFailed, Trial
from parlour_kit.hidden import is_a
from parlour_kit.mind import AnyBot, Mind
from parlour_kit.playing import start_options, usual_options
from parlour_kit.values import frozen

GAMES: Final = 2
"""Games of each kind of bot against itself."""
STEPS: Final = 400
"""The most steps of such a game."""
AGAIN: Final = 8
"""One thought in so many is thought again."""


@dataclass
class Thinking:
    kind: str
    cpu_ms: float


def bots(trial: Trial) -> str:
    """Let the bots play against themselves."""
    thoughts = 0
    for bot in trial.game.bots:
        for seed in trial.seeds[:GAMES]:
            try:
                thoughts += sum(1 for _ in games_of(trial, bot, seed))
            except CheckFailed as failed:
                trial.keep(failed)
            except Exception as error:  # noqa: BLE001 - a fault of the game, which we tell
                trial.tell(error, seed=seed)
    if not trial.game.bots:
        return "it has no bots"
    if not thoughts:
        raise NotChecked("no bot was asked for a move")
    return f"{thoughts} thoughts of {len(trial.game.bots)} kinds of bots"


def games_of(trial: Trial, bot: AnyBot, seed: int) -> Iterator[Thinking]:
    """Play one game in which *bot* has every seat. Yield each thought's time."""
    game, rng = trial.game, Random(seed)
    rules = game.rules
    count = min(game.seats[-1], max(game.seats[0], 3))
    taken = tuple(Seat(number) for number in range(1, count + 1))
    values = start_options(game, usual_options(game))
    lists = named_lists(game.options, values, trial.lists)
    luck = rng.randbytes(32)
    now = number = 0

    def context() -> Context:
        return Context(now=now, seed=luck, number=number, lexicon=trial.lexicon, lists=lists)

    step = rules.start(Setup(taken, game.chosen(values)), context())
    minds = [Mind(game, bot, seat, step.state) for seat in taken]
    while number < STEPS:
        number += 1
        state = step.state
        if rules.is_over(state):
            return
        found: list[tuple[int, Seat, Thought[Any]]] = []
        for seat, prompt in sorted(rules.prompts(state).items()):
            view, luck_of_bot = game.views.look(state, seat), rng.getrandbits(32)
            mind = minds[seat - 1]
            given = mind.given(state, Random(luck_of_bot), context())
            thought, took = _think(bot, mind.memory, view, prompt, given, luck_of_bot)
            yield took
            if thought is not None:
                found.append((thought.after_ms, seat, thought))
            elif prompt.urgent:
                raise Fault(
                    f"The bot {bot.kind} returned None for a prompt that the game waits for.",
                    "return a Thought. None lets a prompt pass, and only a prompt that is not "
                    "urgent can pass.",
                )
        deadline = rules.deadline(state)
        first = min(found, default=None, key=lambda each: (each[0], each[1]))
        if first is None or (deadline is not None and now + first[0] >= deadline):
            if deadline is None:
                return
            now = max(now, deadline)
            step = rules.time_up(state, context())
        else:
            now += first[0]
            step = _move(bot, rules, state, first, context())
        for mind in minds:
            mind.hear(step)


def _move(
    bot: AnyBot, rules: Any, state: Any, first: tuple[int, Seat, Thought[Any]], ctx: Context
) -> Step[Any, Any]:
    _, seat, thought = first
    try:
        return rules.apply(state, seat, thought.move, ctx)  # type: ignore[no-any-return]
    except Refused as refused:
        raise Fault(
            f"The bot {bot.kind} made the move {thought.move!r}, and the rules refuse it: "
            f"{refused.text}",
            "let the bot choose among the moves of its prompt. On a host, a table whose bot makes "
            "a move that is refused freezes.",
        ) from None


def _think(
    bot: AnyBot, memory: Any, view: Any, prompt: Prompt, ctx: BotContext, luck: int
) -> tuple[Thought[Any] | None, Thinking]:
    before = frozen((memory, view))
    began = time.process_time()
    thought: Any = bot.think(memory, view, prompt, ctx)
    took = (time.process_time() - began) * 1000
    if thought is not None and not is_a(thought, Thought):
        raise Fault(
            f"The bot {bot.kind} returned {thought!r} from think.",
            "return Thought(move), or None to let an optional prompt pass.",
        )
    if thought is not None and (type(thought.after_ms) is not int or thought.after_ms < 0):
        raise Fault(
            f"The bot {bot.kind} wants to move after {thought.after_ms!r} ms.",
            "give Thought.after_ms a whole number of milliseconds, 0 or more.",
        )
    if frozen((memory, view)) != before:
        raise Fault(
            f"The bot {bot.kind} changes its memory or its view while it thinks.",
            "a bot remembers what Bot.hear returns. think may change nothing, because a thought "
            "can be dropped and thought again.",
            pair=(repr(before), repr(frozen((memory, view)))),
        )
    if luck % AGAIN == 0:
        again = bot.think(memory, view, prompt, replace(ctx, rng=Random(luck)))
        if frozen(again) != frozen(thought):
            raise Fault(
                f"The bot {bot.kind} thought twice about the same, with the same luck, and "
                "decided differently.",
                "use only the memory, the view, the prompt and the luck of ctx.rng.",
                pair=(repr(thought), repr(again)),
            )
    return thought, Thinking(bot.kind, took)
