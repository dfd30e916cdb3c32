"""Boggle, made to leak: each variant in the one place it is named for.

The planted leaks that tests/secrecy looks for in every run are not among them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from parlour import Context, Game, Seat, Step, Viewer
from parlour_boggle import BOGGLE
from parlour_boggle.heard import BoggleHeard, Event, Noted
from parlour_boggle.judging import judged
from parlour_boggle.moves import Move, Write
from parlour_boggle.rules import BoggleRules, BoggleScoring
from parlour_boggle.state import State, Verdict
from parlour_boggle.views import BoggleViews, View
from tests.secrecy.planted.in_boggle import taken_heard, timed, welcomed

Boggle = Game[State, Move, Event, View, BoggleHeard]


class ShownToAll(BoggleViews):
    """`look` shows the first list to everybody who has none."""

    def look(self, state: State, viewer: Viewer) -> View:
        view = super().look(state, viewer)
        first = super().look(state, state.seats[0])
        return view if view.own or not state.in_round else replace(view, own=first.own)


class Full(BoggleRules):
    """No seat is free once much has been written."""

    def free(self, state: State) -> tuple[Seat, ...]:
        return () if sum(map(len, state.sheets)) > 3 else super().free(state)


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
            word = judged(state.terms, state.board, ctx.lexicon, move.words[0])
            if word.verdict is Verdict.OK:
                (noted,) = step.events
                assert isinstance(noted, Noted)
                return Step(step.state, (replace(noted, count=noted.count + 100),))
        return step


def variant(**parts: Any) -> Callable[[], Boggle]:
    return lambda: replace(BOGGLE, **parts)


VARIANTS: Mapping[str, Callable[[], Boggle]] = {
    "taken": variant(views=taken_heard()),
    "list": variant(views=ShownToAll()),
    "free": variant(rules=Full()),
    "came": variant(rules=welcomed()),
    "scores": variant(scoring=Scored()),
    "verdict": variant(rules=Echoed()),
    "time": variant(rules=timed()),
}
