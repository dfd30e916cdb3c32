"""Check that the work of a move tells nobody what is hidden: a slow answer is an answer too."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from types import CodeType
from typing import Any, Final

from parlour.api import SPECTATOR, Reader, Viewer
from parlour.candidates import random_line
from parlour.plugins.blame import is_authors
from parlour_kit.checks.finding import Fault
from parlour_kit.checks.trial import Trial
from parlour_kit.effort import Effort, effort_of
from parlour_kit.impressions import Impression
from parlour_kit.inquiry import Inquiry, Outcome
from parlour_kit.leaks import name_of
from parlour_kit.playing import Act, Moment, bold_line, heard_of

EACH: Final = 10
"""Moments of each game to ask about."""
STEPS: Final = 50_000
"""Steps of Python that nobody can measure over a network: some 2 ms."""
MEMORY: Final = 4_000_000
"""Bytes, likewise."""
OTHERS: Final = 2
"""Other moves to compare with a secret one."""
_MEND: Final = (
    "players can measure how long an answer takes. Do the same work whatever is hidden: work it "
    "out in every case, or once, when the module is imported or in Game.prepare."
)


def work(trial: Trial) -> str:
    """Count the work of steps that look the same to somebody. It must be about the same."""
    most = [0]

    def examine(trial: Trial, moment: Moment, rng: Random) -> None:
        ask = Inquiry.at(moment, trial.game, rng)
        viewer = rng.choice(ask.viewers)
        twin = ask.twin(moment.state, viewer)
        for what in _happenings(ask, moment.state):
            for one, other in _alike(ask, what, moment.state, twin, viewer):
                most[0] = max(most[0], _compare(ask, what, viewer, one, other))

    told = trial.each_moment(examine, each=EACH)
    return f"{told}: at most {most[0]} steps of Python apart"


def _happenings(ask: Inquiry, state: Any) -> Iterator[Act]:
    """Yield what may happen next: a move of somebody, silence, a player who leaves."""
    game, rng = ask.game, ask.rng
    if game.rules.is_over(state):
        return
    prompts = game.rules.prompts(state)
    if prompts:
        seat = rng.choice(sorted(prompts))
        prompt, names = prompts[seat], ask.names
        bold = rng.random() < 0.5
        line = bold_line(state, prompt, names, rng) if bold else random_line(prompt, names, rng)
        yield from ask.parsed(seat, *line, state)
    if game.rules.deadline(state) is not None:
        yield Act("time_up")
    yield Act("left", rng.choice(ask.moment.present))


def _alike(
    ask: Inquiry, what: Act, state: Any, twin: Any, viewer: Viewer
) -> Iterator[tuple[Outcome, Outcome]]:
    """Yield pairs of outcomes that *viewer* cannot tell apart."""
    base = ask.attempt(what, state, salt=0)
    others = [ask.attempt(what, twin, salt=0)] if twin != state else []
    if what.move is not None and what.seat is not None and what.seat != viewer:
        moves = list(ask.game.views.variants(state, what.seat, what.move, ask.rng))
        some = ask.rng.sample(moves, min(OTHERS, len(moves)))
        others += [ask.attempt(what.instead(move), state, salt=0) for move in some]
    for other in others:
        if base.step is None or other.step is None:
            if base.refusal == other.refusal:
                yield base, other
        elif Impression(ask, base, viewer).same_view(other) is not None:
            yield base, other


def _compare(ask: Inquiry, what: Act, viewer: Viewer, *pair: Outcome) -> int:
    """Return by how many steps the work of two outcomes differs. Raises Fault if it shows."""
    less, more = sorted((_effort(ask, each) for each in pair), key=lambda one: one.total)
    steps = more.total - less.total
    memory = abs(more.memory - less.memory)
    if steps > STEPS or memory > MEMORY:
        told = f"{less.total} and {more.total} steps of Python"
        if steps <= STEPS:
            low, high = sorted((less.memory, more.memory))
            told = f"{low // 1000} and {high // 1000} kB of memory"
        whom = name_of(viewer)
        if viewer is not SPECTATOR:
            whom = f"{whom}, {ask.names[viewer]},"
        raise Fault(
            f"The work of {what} gives away to {whom} what is hidden from them. Two "
            f"positions look the same to them, but it takes {told}.{_place(less, more)}",
            _MEND,
        )
    return steps


def _effort(ask: Inquiry, outcome: Outcome) -> Effort:
    """Return the work of a step, with all that the host asks for it."""
    game = ask.game

    def take() -> None:
        step = outcome.again().step
        state = outcome.state if step is None else step.state
        game.rules.deadline(state)
        if not game.rules.is_over(state):
            game.rules.prompts(state)
        game.scoring.scores(state)
        for viewer in ask.viewers:
            reader = Reader(viewer, ask.names)
            game.text_ui.draw(game.views.look(state, viewer), reader)
            for heard in heard_of(game, () if step is None else step.events, viewer):
                game.text_ui.say(heard, reader)

    return effort_of(take)


def _place(less: Effort, more: Effort) -> str:
    """Return the function of the author that works most in one of the two only."""
    extra: Counter[CodeType] = more.steps - less.steps
    own = [(count, code) for code, count in extra.items() if is_authors(code.co_filename)]
    if not own:
        return ""
    count, code = max(own, key=lambda each: each[0])
    if count < STEPS // 2:
        return ""
    file = code.co_filename.rpartition("/")[2]
    return f" The difference is made in {code.co_qualname}, {file} line {code.co_firstlineno}."
