"""Password, with one leak each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from msgspec.structs import replace as changed

from parlour import (
    SPECTATOR,
    Context,
    MoveFault,
    MoveSpec,
    Prompt,
    Reader,
    Refused,
    Seat,
    Setup,
    Step,
    TextArg,
    Thought,
    Viewer,
)
from parlour_password import PASSWORD
from parlour_password.heard import Begun, Kept, Waived
from parlour_password.moves import GUESS, Agree, Guess, Move, Pass
from parlour_password.rules import PasswordRules
from parlour_password.state import Phase, State, Word
from parlour_password.text import PasswordTextUI
from parlour_password.views import PasswordViews, View
from tests.secrecy.planted.leak import (
    planted,
    retold,
    reworded,
    with_bot,
    with_rules,
    with_views,
)

# --- views ------------------------------------------------------------------------------


class Length(PasswordViews):
    """The position shows how long the word is."""

    def look(self, state: State, viewer: Viewer) -> View:
        view = super().look(state, viewer)
        return replace(view, label="?" * len(state.word.word)) if state.in_play else view


class Presence(PasswordViews):
    """A watcher sees that there is an answer."""

    def look(self, state: State, viewer: Viewer) -> View:
        view = super().look(state, viewer)
        return replace(view, answered=bool(state.sealed)) if viewer is SPECTATOR else view


# --- events -----------------------------------------------------------------------------


class KeptHeard(PasswordViews):
    """All hear that an answer is in, but neither whose nor which."""

    def hear(self, event: Any, viewer: Viewer) -> Any:
        if isinstance(event, Kept) and viewer != event.seat:
            return Kept(Seat(1), None)
        return super().hear(event, viewer)


class WaivedHeard(PasswordViews):
    """Everybody hears who lets a clue stand."""

    def hear(self, event: Any, viewer: Viewer) -> Any:
        return event if isinstance(event, Waived) else super().hear(event, viewer)


# --- deals ------------------------------------------------------------------------------


def _numbered(step: Step[State, Any]) -> Step[State, Any]:
    def change(event: Any) -> Any:
        if isinstance(event, Begun):
            return changed(event, number=event.number * 100 + len(step.state.word.word))
        return event

    return retold(step, change)


class FirstDeal(PasswordRules):
    """At the start everybody hears how long the first word is."""

    def start(self, setup: Setup, ctx: Context) -> Step[State, Any]:
        return _numbered(super().start(setup, ctx))


class LaterDeals(PasswordRules):
    """When a pause is over everybody hears how long the next word is."""

    def time_up(self, state: State, ctx: Context) -> Step[State, Any]:
        return _numbered(super().time_up(state, ctx))


# --- prompts ----------------------------------------------------------------------------


class Hinted(PasswordRules):
    """An example of a guess is as long as the word."""

    def prompts(self, state: State) -> Mapping[Seat, Prompt]:
        example = MoveSpec(GUESS, (TextArg("word", ("x" * len(state.word.word),)),))

        def change(seat: Seat, prompt: Prompt) -> Prompt:
            if prompt.bare != "guess":
                return prompt
            return changed(prompt, moves=(example, *prompt.moves[1:]))

        return reworded(super().prompts(state), change)


class WaitsForAll(PasswordRules):
    """The game waits for all whom it asks, whatever for."""

    def prompts(self, state: State) -> Mapping[Seat, Prompt]:
        return reworded(super().prompts(state), lambda seat, prompt: changed(prompt, urgent=True))


# --- refusals ---------------------------------------------------------------------------


class TooLong(PasswordRules):
    """A guess that is much longer than the word is refused."""

    def apply(self, state: State, seat: Seat, move: Move, ctx: Context) -> Step[State, Any]:
        step = super().apply(state, seat, move, ctx)
        if isinstance(move, Guess) and len(move.text) > len(state.word.word) + 1:
            raise Refused(MoveFault.ILLEGAL, "Your guess is too long.")
        return step


class Deciding(PasswordRules):
    """Who may not decide about a clue is told whether somebody has to."""

    def apply(self, state: State, seat: Seat, move: Move, ctx: Context) -> Step[State, Any]:
        if isinstance(move, Agree) and state.plea is not None and seat != state.voter:
            raise Refused(MoveFault.NOT_YOUR_TURN, "That is for the other giver.")
        return super().apply(state, seat, move, ctx)


# --- word list --------------------------------------------------------------------------


class OnlyThePassword(PasswordViews):
    """`why` is answered for the password, and for no other word."""

    def may_look_up(self, state: State, viewer: Viewer, word: str) -> bool:
        return super().may_look_up(state, viewer, word) or word == state.word.word


class NotToCome(PasswordViews):
    """`why` is not answered for words to come."""

    def may_look_up(self, state: State, viewer: Viewer, word: str) -> bool:
        to_come = {each.word for each in (*state.words[state.at + 1 :], *state.extra)}
        return super().may_look_up(state, viewer, word) and word not in to_come


# --- bots -------------------------------------------------------------------------------


def _knows(thought: Thought[Any], view: View, state: State, ctx: Any) -> Thought[Any]:
    if isinstance(thought.move, Guess | Pass) and ctx.rng.random() < 0.5:
        return Thought(Guess(state.word.word), thought.after_ms)
    return thought


def _hurries(thought: Thought[Any], view: View, state: State, ctx: Any) -> Thought[Any]:
    if isinstance(thought.move, Guess) and ctx.rng.random() < 0.5:
        return Thought(Pass(), 500)  # it knows nothing, and does not wait
    return thought


# --- repr -------------------------------------------------------------------------------


class LoudGuess(Guess, frozen=True, tag="guess"):
    """A move that prints the answer."""

    def __repr__(self) -> str:
        return f"Guess({self.text!r})"


class LoudTextUI(PasswordTextUI):
    """Reads moves that print."""

    def parse(self, verb: str, rest: str, view: View, reader: Reader) -> Move:
        move = super().parse(verb, rest, view, reader)
        return LoudGuess(move.text) if isinstance(move, Guess) else move


@dataclass(frozen=True)
class LoudState(State):
    """A position that prints its words by their length."""

    words: tuple[Word, ...] = field(repr=False)

    def __repr__(self) -> str:
        return f"State({[len(word.word) for word in self.words]})"


class Printing(PasswordRules):
    """The lengths of all words print with the position."""

    def start(self, setup: Setup, ctx: Context) -> Step[State, Any]:
        step = super().start(setup, ctx)
        values = {name: getattr(step.state, name) for name in State.__dataclass_fields__}
        return changed(step, state=LoudState(**values))


# --- order ------------------------------------------------------------------------------


class OrderedOpen(PasswordViews):
    """Who may challenge is named in another order once somebody has let the clue stand."""

    def look(self, state: State, viewer: Viewer) -> View:
        view = super().look(state, viewer)
        return replace(view, open_to=tuple(sorted(view.open_to, key=state.waived.__contains__)))


class OrderedMoves(PasswordRules):
    """What a receiver may do stands in another order if the word is long."""

    def prompts(self, state: State) -> Mapping[Seat, Prompt]:
        def change(seat: Seat, prompt: Prompt) -> Prompt:
            if prompt.bare == "guess" and len(state.word.word) > 6:
                return changed(prompt, moves=prompt.moves[::-1])
            return prompt

        return reworded(super().prompts(state), change)


# --- time -------------------------------------------------------------------------------


class Early(PasswordRules):
    """The clock shows that an answer is in."""

    def deadline(self, state: State) -> int | None:
        due = super().deadline(state)
        return None if due is None else due - len(state.sealed)


class Stopped(PasswordRules):
    """The clock of a clue stands while the other giver decides."""

    def deadline(self, state: State) -> int | None:
        due = super().deadline(state)
        return None if state.plea is not None and state.phase is Phase.CLUE else due


PLANTED = (
    planted(PASSWORD, "views", "length", with_views(Length)),
    planted(PASSWORD, "views", "presence", with_views(Presence)),
    planted(PASSWORD, "events", "kept_heard", with_views(KeptHeard)),
    planted(PASSWORD, "events", "waived_heard", with_views(WaivedHeard)),
    planted(PASSWORD, "deals", "later_deals", with_rules(LaterDeals)),
    planted(PASSWORD, "deals", "first_deal", with_rules(FirstDeal)),
    planted(PASSWORD, "prompts", "hinted", with_rules(Hinted)),
    planted(PASSWORD, "prompts", "waits_for_all", with_rules(WaitsForAll)),
    planted(PASSWORD, "refusals", "too_long", with_rules(TooLong)),
    planted(PASSWORD, "refusals", "deciding", with_rules(Deciding)),
    planted(PASSWORD, "word list", "only_the_password", with_views(OnlyThePassword)),
    planted(PASSWORD, "word list", "not_to_come", with_views(NotToCome)),
    planted(PASSWORD, "bots", "knows", with_bot(PASSWORD, _knows)),
    planted(PASSWORD, "bots", "hurries", with_bot(PASSWORD, _hurries)),
    planted(PASSWORD, "repr", "state", with_rules(Printing)),
    planted(PASSWORD, "repr", "move", lambda: {"text_ui": LoudTextUI()}),
    planted(PASSWORD, "order", "moves", with_rules(OrderedMoves)),
    planted(PASSWORD, "order", "open_to", with_views(OrderedOpen)),
    planted(PASSWORD, "time", "early", with_rules(Early)),
    planted(PASSWORD, "time", "stopped", with_rules(Stopped)),
)
