"""Boggle, made to leak: each variant in the one place it is named for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from msgspec.structs import replace as changed

from parlour import Context, Game, MoveFault, Prompt, Refused, Seat, Step, Viewer
from parlour_boggle import BOGGLE
from parlour_boggle.heard import BoggleHeard, Came, Event, Noted, Taken
from parlour_boggle.judging import Judge
from parlour_boggle.moves import Move, Write
from parlour_boggle.rules import BoggleRules
from parlour_boggle.scoring import BoggleScoring
from parlour_boggle.state import State, Verdict
from parlour_boggle.views import BoggleViews, View

Boggle = Game[State, Move, Event, View, BoggleHeard]


class Heard(BoggleViews):
    """All hear of a word; whose and how many, but not which."""

    def hear(self, event: Event, viewer: Viewer) -> BoggleHeard | None:
        if isinstance(event, Noted):
            return event if viewer == event.seat else replace(event, groups=(), odd=())
        return super().hear(event, viewer)


class TakenHeard(BoggleViews):
    """All hear that somebody takes a word back."""

    def hear(self, event: Event, viewer: Viewer) -> BoggleHeard | None:
        if isinstance(event, Taken):
            return event if viewer == event.seat else replace(event, words=(), count=0)
        return super().hear(event, viewer)


class Counted(BoggleViews):
    """The position tells how many words have been found."""

    def look(self, state: State, viewer: Viewer) -> View:
        view = super().look(state, viewer)
        return replace(view, held=(sum(map(len, state.sheets)), 0, 0))


class Ordered(BoggleViews):
    """The position names the players in the order of their lists."""

    def look(self, state: State, viewer: Viewer) -> View:
        view = super().look(state, viewer)
        return replace(view, seats=tuple(sorted(state.seats, key=lambda s: -len(state.sheet(s)))))


class ShownToAll(BoggleViews):
    """`look` shows the first list to everybody who has none."""

    def look(self, state: State, viewer: Viewer) -> View:
        view = super().look(state, viewer)
        first = super().look(state, state.seats[0])
        return view if view.own or not state.in_round else replace(view, own=first.own)


class LookedUp(BoggleViews):
    """In a round one may look up what nobody has written yet."""

    def may_look_up(self, state: State, viewer: Viewer, word: str) -> bool:
        return not any(sheet.has(word) for sheet in state.sheets)


class HadAlready(BoggleRules):
    """A word that somebody else has is refused."""

    def apply(self, state: State, seat: Seat, move: Move, ctx: Context) -> Step[State, Event]:
        if isinstance(move, Write):
            others = (state.sheet(other) for other in state.seats if other != seat)
            if any(sheet.has(move.words[0]) for sheet in others):
                raise Refused(MoveFault.ILLEGAL, "Somebody has that already.")
        return super().apply(state, seat, move, ctx)


class PromptedAll(BoggleRules):
    """Everybody's prompt changes when somebody enters a word."""

    def prompts(self, state: State) -> Mapping[Seat, Prompt]:
        total = sum(map(len, state.sheets))
        return {
            seat: changed(prompt, due=(prompt.due or 0) + total)
            for seat, prompt in super().prompts(state).items()
        }


class EarlyEnd(BoggleRules):
    """The round ends a little earlier for each word."""

    def deadline(self, state: State) -> int | None:
        return None if state.due is None else state.due - sum(map(len, state.sheets))


class Full(BoggleRules):
    """No seat is free once much has been written."""

    def free(self, state: State) -> tuple[Seat, ...]:
        return () if sum(map(len, state.sheets)) > 3 else super().free(state)


class Welcomed(BoggleRules):
    """Who sits down is told how much has been written."""

    def joined(self, state: State, seat: Seat, ctx: Context) -> Step[State, Event]:
        step = super().joined(state, seat, ctx)
        (came,) = step.events
        assert isinstance(came, Came)
        total = sum(map(len, state.sheets))
        return Step(step.state, (replace(came, round=came.round + total),))


class Scored(BoggleScoring):
    """Each word on a list is a point at once."""

    def scores(self, state: State) -> Mapping[Seat, int]:
        totals = super().scores(state)
        return {seat: total + len(state.sheet(seat)) for seat, total in totals.items()}


class Echoed(BoggleRules):
    """Lists are not judged before time, but a good word is acknowledged otherwise."""

    def apply(self, state: State, seat: Seat, move: Move, ctx: Context) -> Step[State, Event]:
        step = super().apply(state, seat, move, ctx)
        if isinstance(move, Write) and ctx.lexicon is not None:
            judge = Judge(state.board, ctx.lexicon)
            if judge.verdict(move.words[0]) is Verdict.OK:
                (noted,) = step.events
                assert isinstance(noted, Noted)
                return Step(step.state, (replace(noted, count=noted.count + 100),))
        return step


class Timed(BoggleRules):
    """A word is looked up before it is noted, and takes as long as that takes."""

    def apply(self, state: State, seat: Seat, move: Move, ctx: Context) -> Step[State, Event]:
        if isinstance(move, Write) and ctx.lexicon is not None:
            ctx.lexicon.band(move.words[0])
        return super().apply(state, seat, move, ctx)


def variant(**parts: Any) -> Callable[[], Boggle]:
    """Boggle with another part."""
    return lambda: replace(BOGGLE, **parts)


VARIANTS: Mapping[str, Callable[[], Boggle]] = {
    "heard": variant(views=Heard()),
    "taken": variant(views=TakenHeard()),
    "count": variant(views=Counted()),
    "order": variant(views=Ordered()),
    "list": variant(views=ShownToAll()),
    "looked_up": variant(views=LookedUp()),
    "had_already": variant(rules=HadAlready()),
    "prompts": variant(rules=PromptedAll()),
    "deadline": variant(rules=EarlyEnd()),
    "free": variant(rules=Full()),
    "came": variant(rules=Welcomed()),
    "scores": variant(scoring=Scored()),
    "verdict": variant(rules=Echoed()),
    "time": variant(rules=Timed()),
}
