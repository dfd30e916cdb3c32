"""Password, with one leak each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from msgspec.structs import replace as changed

from parlour import (
    SPECTATOR,
    Context,
    MoveFault,
    MoveSpec,
    Prompt,
    Refused,
    Seat,
    Step,
    TextArg,
    Thought,
    Viewer,
)
from parlour_password import PASSWORD
from parlour_password.heard import Begun, Kept, Waived
from parlour_password.moves import GUESS, Agree, Guess, Move, Pass
from parlour_password.state import Phase, State, Word
from parlour_password.views import View
from tests.secrecy.planted.leak import Plants

password = Plants(PASSWORD)


@password.after("views", "views.look")
def length(view: View, state: State, viewer: Viewer) -> View:
    """The position shows how long the word is."""
    return replace(view, label="?" * len(state.word.word)) if state.in_play else view


@password.after("views", "views.look")
def presence(view: View, state: State, viewer: Viewer) -> View:
    """A watcher sees that there is an answer."""
    return replace(view, answered=bool(state.sealed)) if viewer is SPECTATOR else view


@password.after("events", "views.hear")
def kept_heard(heard: Any, event: Any, viewer: Viewer) -> Any:
    """All hear that an answer is in, but neither whose nor which."""
    return Kept(Seat(1), None) if isinstance(event, Kept) and viewer != event.seat else heard


@password.after("events", "views.hear")
def waived_heard(heard: Any, event: Any, viewer: Viewer) -> Any:
    """Everybody hears who lets a clue stand."""
    return event if isinstance(event, Waived) else heard


def _numbered(step: Step[State, Any]) -> Step[State, Any]:
    more = len(step.state.word.word)
    return changed(
        step,
        events=tuple(
            changed(event, number=event.number * 100 + more) if isinstance(event, Begun) else event
            for event in step.events
        ),
    )


@password.after("deals", "rules.time_up")
def later_deals(step: Step[State, Any], *_: Any) -> Step[State, Any]:
    """When a pause is over everybody hears how long the next word is."""
    return _numbered(step)


@password.after("deals", "rules.start")
def first_deal(step: Step[State, Any], *_: Any) -> Step[State, Any]:
    """At the start everybody hears how long the first word is."""
    return _numbered(step)


@password.prompts("prompts")
def hinted(prompt: Prompt, seat: Seat, state: State) -> Prompt:
    """An example of a guess is as long as the word."""
    if prompt.bare != "guess":
        return prompt
    example = MoveSpec(GUESS, (TextArg("word", ("x" * len(state.word.word),)),))
    return changed(prompt, moves=(example, *prompt.moves[1:]))


@password.prompts("prompts")
def waits_for_all(prompt: Prompt, seat: Seat, state: State) -> Prompt:
    """The game waits for all whom it asks, whatever for."""
    return changed(prompt, urgent=True)


@password.after("refusals", "rules.apply")
def too_long(
    step: Step[State, Any], state: State, seat: Seat, move: Move, ctx: Context
) -> Step[State, Any]:
    """A guess that is much longer than the word is refused."""
    if isinstance(move, Guess) and len(move.text) > len(state.word.word) + 1:
        raise Refused(MoveFault.ILLEGAL, "Your guess is too long.")
    return step


@password.instead("refusals", "rules.apply")
def deciding(
    honest: Callable[..., Step[State, Any]], state: State, seat: Seat, move: Move, ctx: Context
) -> Step[State, Any]:
    """Who may not decide about a clue is told whether somebody has to."""
    if isinstance(move, Agree) and state.plea is not None and seat != state.voter:
        raise Refused(MoveFault.NOT_YOUR_TURN, "That is for the other giver.")
    return honest(state, seat, move, ctx)


@password.after("word list", "views.may_look_up")
def only_the_password(allowed: bool, state: State, viewer: Viewer, word: str) -> bool:
    """`why` is answered for the password, and for no other word."""
    return allowed or word == state.word.word


@password.after("word list", "views.may_look_up")
def not_to_come(allowed: bool, state: State, viewer: Viewer, word: str) -> bool:
    """`why` is not answered for words to come."""
    to_come = {each.word for each in (*state.words[state.at + 1 :], *state.extra)}
    return allowed and word not in to_come


@password.bot
def knows(thought: Thought[Any], view: View, state: State, ctx: Any) -> Thought[Any]:
    if isinstance(thought.move, Guess | Pass) and ctx.rng.random() < 0.5:
        return Thought(Guess(state.word.word), thought.after_ms)
    return thought


@password.bot
def hurries(thought: Thought[Any], view: View, state: State, ctx: Any) -> Thought[Any]:
    if isinstance(thought.move, Guess) and ctx.rng.random() < 0.5:
        return Thought(Pass(), 500)  # it knows nothing, and does not wait
    return thought


@dataclass(frozen=True)
class LoudState(State):
    """A position that prints its words by their length."""

    words: tuple[Word, ...] = field(repr=False)

    def __repr__(self) -> str:
        return f"State({[len(word.word) for word in self.words]})"


@password.after("repr", "rules.start")
def state_(step: Step[State, Any], *_: Any) -> Step[State, Any]:
    """The lengths of all words print with the position."""
    values = {name: getattr(step.state, name) for name in State.__dataclass_fields__}
    return changed(step, state=LoudState(**values))


class LoudGuess(Guess, frozen=True, tag="guess"):
    """A move that prints the answer."""

    def __repr__(self) -> str:
        return f"Guess({self.text!r})"


@password.after("repr", "text_ui.parse")
def move_(move: Move, *_: Any) -> Move:
    """Moves that are read print."""
    return LoudGuess(move.text) if isinstance(move, Guess) else move


@password.prompts("order")
def moves(prompt: Prompt, seat: Seat, state: State) -> Prompt:
    """What a receiver may do stands in another order if the word is long."""
    if prompt.bare == "guess" and len(state.word.word) > 6:
        return changed(prompt, moves=prompt.moves[::-1])
    return prompt


@password.after("order", "views.look")
def open_to(view: View, state: State, viewer: Viewer) -> View:
    """Who may challenge is named in another order once somebody has let the clue stand."""
    return replace(view, open_to=tuple(sorted(view.open_to, key=state.waived.__contains__)))


@password.after("time", "rules.deadline")
def early(due: int | None, state: State) -> int | None:
    """The clock shows that an answer is in."""
    return None if due is None else due - len(state.sealed)


@password.after("time", "rules.deadline")
def stopped(due: int | None, state: State) -> int | None:
    """The clock of a clue stands while the other giver decides."""
    return None if state.plea is not None and state.phase is Phase.CLUE else due
