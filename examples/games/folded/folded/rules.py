"""What may happen: everybody writes at the same time, then the papers go round."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from folded.state import (
    LONGEST,
    Event,
    FoldedOptions,
    Line,
    Passed,
    State,
    Unfolded,
    Write,
    Wrote,
)
from parlour import (
    Catalogue,
    Context,
    MoveSpec,
    Nobody,
    Prompt,
    Rules,
    Scoring,
    Seat,
    Setup,
    Step,
    TextArg,
    Verb,
    illegal,
)
from parlour.parts import SecretChoice

_: Final = Catalogue()
WRITE: Final = Verb("write", "write LINE", "write the next line of the story in your hand")
OPENINGS: Final = ("It was a quiet night.", "Nobody had seen the cat.", "And then the lamp spoke.")
LINE: Final = TextArg("line", OPENINGS, label="your line", secret=True, least=1, most=LONGEST)


class FoldedRules(Rules[State, Write, Event]):
    """Everybody writes on the paper in their hand, and passes it on."""

    def start(self, setup: Setup[FoldedOptions], ctx: Context) -> Step[State, Event]:
        """Give everybody a blank paper."""
        seats, options = setup.seats, setup.options
        lines = SecretChoice[str](seats)
        state = State(seats, options.lines, options.seconds * 1000, ((),) * len(seats), lines)
        return Step(replace(state, due=_due(state, ctx)))

    def prompts(self, state: State) -> Mapping[Seat, Prompt]:
        """Ask all who have not written in this round."""
        ask = Prompt((MoveSpec(WRITE, (LINE,)),), bare=WRITE.name, due=state.due)
        return {} if state.over else dict.fromkeys(state.lines.waiting, ask)

    def apply(self, state: State, seat: Seat, move: Write, ctx: Context) -> Step[State, Event]:
        """Write a line, and pass the papers on if it was the last of the round."""
        line = " ".join(move.line.split())
        if not line:
            text = _("Write a line<<, such as: {line}|.>>", line=OPENINGS[0])
            raise illegal(text)
        if len(line) > LONGEST:
            text = _("Your line has {n} characters. Write at most {most}.")
            raise illegal(text.filled(n=len(line), most=LONGEST))
        after = replace(state, lines=state.lines.choose(seat, line))
        return _settled(after, (Wrote(seat, line),), ctx)

    def time_up(self, state: State, ctx: Context) -> Step[State, Event]:
        """Pass the papers on without the lines of those who were too slow."""
        return _passed(state, (), ctx)

    def left(self, state: State, seat: Seat, ctx: Context) -> Step[State, Event]:
        """Write on without a player: the papers pass their empty chair."""
        return _settled(replace(state, lines=state.lines.leave(seat)), (), ctx)


class FoldedScoring(Scoring[State]):
    """There is nothing to win."""

    def outcome(self, state: State) -> Nobody:
        """Say that there is a story instead."""
        return Nobody(_("The stories are told."))


def _due(state: State, ctx: Context) -> int | None:
    return ctx.now + state.turn_ms if state.turn_ms else None


def _settled(state: State, events: tuple[Event, ...], ctx: Context) -> Step[State, Event]:
    """Pass the papers on if everybody who is here has written."""
    return _passed(state, events, ctx) if state.lines.done or state.over else Step(state, events)


def _passed(state: State, events: tuple[Event, ...], ctx: Context) -> Step[State, Event]:
    papers = [*state.papers]
    for seat, line in state.lines.made.items():
        papers[state.in_hand(seat)] += (Line(seat, line),)
    after = replace(
        state,
        papers=tuple(papers),
        lines=SecretChoice[str](state.lines.seats),
        round=state.round + 1,
        due=_due(state, ctx),
    )
    news = Unfolded(after.papers) if after.over else Passed(after.round + 1)
    return Step(after, (*events, news))
