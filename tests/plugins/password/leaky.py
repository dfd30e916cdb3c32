"""Password, made to leak: each variant in the one place it is named for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, TypeAlias

from msgspec.structs import replace as changed

from parlour import (
    Context,
    Game,
    MoveFault,
    MoveSpec,
    Prompt,
    Refused,
    Seat,
    Step,
    TextArg,
    Viewer,
)
from parlour_password import PASSWORD
from parlour_password.answers import judged
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
from parlour_password.moves import GUESS, Agree, Clue, Guess, Move
from parlour_password.rules import PasswordRules
from parlour_password.scoring import PasswordScoring
from parlour_password.state import Phase, State, Verdict
from parlour_password.views import PasswordViews, View

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

    def __init__(self, kind: type[Event]) -> None:
        self._kind = kind

    def hear(self, event: Event, viewer: Viewer) -> PasswordHeard | None:
        return event if isinstance(event, self._kind) else super().hear(event, viewer)


class Somebody(PasswordViews):
    """All hear that an answer is in, but neither whose nor which."""

    def hear(self, event: Event, viewer: Viewer) -> PasswordHeard | None:
        if isinstance(event, Kept) and viewer != event.seat:
            return Kept(Seat(1), None)
        return super().hear(event, viewer)


# --- who sees -------------------------------------------------------------------------------


class Partner(PasswordViews):
    """`look` shows the word to everybody at the table."""

    def look(self, state: State, viewer: Viewer) -> View:
        view = super().look(state, viewer)
        return replace(view, password=state.word.word) if state.in_play else view


class Length(PasswordViews):
    """`look` shows how long the word is."""

    def look(self, state: State, viewer: Viewer) -> View:
        view = super().look(state, viewer)
        return replace(view, label="?" * len(state.word.word)) if state.in_play else view


class Presence(PasswordViews):
    """`look` shows that there is an answer."""

    def look(self, state: State, viewer: Viewer) -> View:
        return replace(super().look(state, viewer), answered=bool(state.sealed))


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


class Hinted(Seen):
    """A receiver's prompt is as long as the word."""

    def prompts(self, state: State) -> Mapping[Seat, Prompt]:
        example = (MoveSpec(GUESS, (TextArg("word", ("x" * len(state.word.word),)),)),)
        return {
            seat: changed(prompt, moves=(*example, *prompt.moves[1:]))
            if prompt.bare == "guess"
            else prompt
            for seat, prompt in super().prompts(state).items()
        }


class Waiting(Seen):
    """The game waits for all whom it asks, whatever for."""

    def prompts(self, state: State) -> Mapping[Seat, Prompt]:
        prompts = super().prompts(state)
        return {seat: changed(prompt, urgent=True) for seat, prompt in prompts.items()}


class Early(Seen):
    """The clock shows that an answer is in."""

    def deadline(self, state: State) -> int | None:
        due = super().deadline(state)
        return None if due is None else due - len(state.sealed)


class Stopped(Seen):
    """The clock of a clue stands while the other giver decides."""

    def deadline(self, state: State) -> int | None:
        return None if state.plea else super().deadline(state)


class Announced(Seen):
    """That a clue was refused is told to the table."""

    def apply(self, state: State, seat: Seat, move: Move, ctx: Context) -> Step[State, Event]:
        try:
            return super().apply(state, seat, move, ctx)
        except Refused:
            if isinstance(move, Clue) and state.phase is Phase.CLUE and seat == state.turn.giver:
                return Step(state, (ClueLost(seat, "illegal", state.dial),))
            raise


class Closer(Seen):
    """A guess of another length than the word's is refused."""

    def apply(self, state: State, seat: Seat, move: Move, ctx: Context) -> Step[State, Event]:
        step = super().apply(state, seat, move, ctx)
        if isinstance(move, Guess) and len(move.text) > len(state.word.word) + 3:
            raise Refused(MoveFault.ILLEGAL, "Your guess is too long.")
        return step


class Deciding(Seen):
    """Who may not decide about a clue is told whether somebody has to."""

    def apply(self, state: State, seat: Seat, move: Move, ctx: Context) -> Step[State, Event]:
        if isinstance(move, Agree) and state.plea is not None and seat != state.voter:
            raise Refused(MoveFault.NOT_YOUR_TURN, "That is for the other giver.")
        return super().apply(state, seat, move, ctx)


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


def variant(**parts: Any) -> Callable[[], Password]:
    """Password with another part."""
    return lambda: replace(PASSWORD, **{"rules": Seen(), **parts})


FAITHFUL = variant()
VARIANTS: Mapping[str, Callable[[], Password]] = {
    "secret": variant(views=ToAll(Secret)),
    "refuted": variant(views=ToAll(Refuted)),
    "pleaded": variant(views=ToAll(Pleaded)),
    "kept": variant(views=ToAll(Kept)),
    "kept_somewhere": variant(views=Somebody()),
    "waived": variant(views=ToAll(Waived)),
    "partner": variant(views=Partner()),
    "length": variant(views=Length()),
    "presence": variant(views=Presence()),
    "plea": variant(views=Plea()),
    "waived_seen": variant(views=WaivedToo()),
    "to_come": variant(views=ToCome()),
    "looked_up": variant(views=LookedUp()),
    "talk": variant(views=Talking()),
    "prompt": variant(rules=Hinted()),
    "urgent": variant(rules=Waiting()),
    "deadline": variant(rules=Early()),
    "stopped": variant(rules=Stopped()),
    "announced": variant(rules=Announced()),
    "closer": variant(rules=Closer()),
    "deciding": variant(rules=Deciding()),
    "praised": variant(rules=Praised()),
    "impatient": variant(rules=Impatient()),
    "scores": variant(scoring=Counted()),
}
