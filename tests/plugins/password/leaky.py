"""Password, made to leak: each variant in the one place it is named for.

The planted leaks that tests/secrecy looks for in every run are not among them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import new_class
from typing import Any, TypeAlias, cast

from msgspec.structs import replace as changed

from parlour import (
    Context,
    Game,
    Prompt,
    Refused,
    Seat,
    Step,
    Viewer,
)
from parlour_password import PASSWORD
from parlour_password.heard import (
    ClueLost,
    Event,
    Kept,
    PasswordHeard,
    Pleaded,
    Refuted,
    Secret,
    Waived,
)
from parlour_password.moves import Clue, Move
from parlour_password.rules import PasswordRules, PasswordScoring
from parlour_password.state import Phase, State, Verdict
from parlour_password.turn import judged
from parlour_password.views import PasswordViews, View
from tests.secrecy.planted.in_password import deciding, presence, stopped, waits_for_all

Password: TypeAlias = Game[State, Move, Event, View, PasswordHeard]


class Seen(PasswordRules):
    """The rules, which remember what they were asked about last: so a random player knows more
    than he may, and finds words.
    """

    state: State

    def prompts(self, state: State) -> Mapping[Seat, Prompt]:
        self.state = state
        return super().prompts(state)


# --- who hears ------------------------------------------------------------------------------


class ToAll(PasswordViews):
    """Everybody hears of one kind of thing that is not for all."""

    def __init__(self, kind: type[PasswordHeard]) -> None:
        self._kind = kind

    def hear(self, event: Event, viewer: Viewer) -> PasswordHeard | None:
        return event if isinstance(event, self._kind) else super().hear(event, viewer)


# --- who sees -------------------------------------------------------------------------------


class Partner(PasswordViews):
    """`look` shows the word to everybody at the table."""

    def look(self, state: State, viewer: Viewer) -> View:
        view = super().look(state, viewer)
        return replace(view, password=state.word.word) if state.in_play else view


class Plea(PasswordViews):
    """`look` shows a refused clue to a receiver."""

    def look(self, state: State, viewer: Viewer) -> View:
        view = super().look(state, viewer)
        giver = super().look(state, state.word.sides[0].giver)
        return replace(view, plea=giver.plea)


class WaivedToo(PasswordViews):
    """`look` shows that an opponent lets the clue stand."""

    def look(self, state: State, viewer: Viewer) -> View:
        view = super().look(state, viewer)
        return replace(view, open_to=tuple(s for s in view.open_to if s not in state.waived))


class ToCome(PasswordViews):
    """`look` names a word to come."""

    def look(self, state: State, viewer: Viewer) -> View:
        view = super().look(state, viewer)
        return replace(view, label=f"{view.label} {state.words[-1].word}")


class LookedUp(PasswordViews):
    """One may look up any word but one that looks like the password."""

    def may_look_up(self, state: State, viewer: Viewer, word: str) -> bool:
        return not state.in_play or word[0] != state.word.word[0]


class Talking(PasswordViews):
    """Who has answered may talk."""

    def may_talk(self, state: State, viewer: Viewer) -> bool:
        return super().may_talk(state, viewer) or any(s.seat == viewer for s in state.sealed)


# --- what may be done, and when -------------------------------------------------------------


class Announced(Seen):
    """That a clue was refused is told to the table."""

    def apply(self, state: State, seat: Seat, move: Move, ctx: Context) -> Step[State, Event]:
        try:
            return super().apply(state, seat, move, ctx)
        except Refused:
            if isinstance(move, Clue) and state.phase is Phase.CLUE and seat == state.turn.giver:
                return Step(state, (ClueLost(seat, "illegal", state.dial),))
            raise


class Praised(Seen):
    """A sealed answer that is right is acknowledged otherwise."""

    def apply(self, state: State, seat: Seat, move: Move, ctx: Context) -> Step[State, Event]:
        step = super().apply(state, seat, move, ctx)
        return changed(step, events=tuple(_praised(event, step.state) for event in step.events))


def _praised(event: Event, state: State) -> Event:
    if isinstance(event, Kept) and event.answer == state.word.word:
        return replace(event, answer=f"{event.answer}!")
    return event


class Impatient(Seen):
    """A right answer is given out at once, before the other one is in."""

    def apply(self, state: State, seat: Seat, move: Move, ctx: Context) -> Step[State, Event]:
        step = super().apply(state, seat, move, ctx)
        new = step.state
        if any(judged(each, new.word.word).verdict is Verdict.RIGHT for each in new.sealed):
            late = Context(now=new.due or 0, seed=b"", number=0)
            more = self.time_up(replace(new, open=False), late)
            return Step(more.state, (*step.events, *more.events))
        return step


class Counted(PasswordScoring):
    """A sealed answer that is right is a point at once."""

    def scores(self, state: State) -> Mapping[Seat, int]:
        scores = dict(super().scores(state))
        for sealed in state.sealed:
            scores[sealed.seat] += sealed.text is not None
        return scores


def seeing(rules: type[PasswordRules]) -> Seen:
    """Return the *rules*, which remember like `Seen`."""
    return cast("Seen", new_class(rules.__name__, (rules, Seen))())


def variant(**parts: Any) -> Callable[[], Password]:
    return lambda: replace(PASSWORD, **{"rules": Seen(), **parts})


FAITHFUL = variant()
VARIANTS: Mapping[str, Callable[[], Password]] = {
    "secret": variant(views=ToAll(Secret)),
    "refuted": variant(views=ToAll(Refuted)),
    "pleaded": variant(views=ToAll(Pleaded)),
    "kept": variant(views=ToAll(Kept)),
    "waived": variant(views=ToAll(Waived)),
    "partner": variant(views=Partner()),
    "presence": variant(views=presence()),
    "plea": variant(views=Plea()),
    "waived_seen": variant(views=WaivedToo()),
    "to_come": variant(views=ToCome()),
    "looked_up": variant(views=LookedUp()),
    "talk": variant(views=Talking()),
    "urgent": variant(rules=seeing(waits_for_all)),
    "stopped": variant(rules=seeing(stopped)),
    "announced": variant(rules=Announced()),
    "deciding": variant(rules=seeing(deciding)),
    "praised": variant(rules=Praised()),
    "impatient": variant(rules=Impatient()),
    "scores": variant(scoring=Counted()),
}
