"""Boggle, with one leak each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from msgspec.structs import replace as changed

from parlour import (
    SPECTATOR,
    Bot,
    Context,
    MoveFault,
    Prompt,
    Refused,
    Seat,
    Step,
    TextArg,
    Thought,
    Viewer,
)
from parlour_boggle import BOGGLE
from parlour_boggle.heard import Came, Gone, Noted, Pressed, Taken
from parlour_boggle.moves import DONE, NEXT, WORD, Move, Next, TakeBack, Write
from parlour_boggle.rules import BoggleRules
from parlour_boggle.state import Group, Phase, Sheet, State, Written
from parlour_boggle.views import View
from tests.secrecy.planted.leak import Peeped, Plants, peeping

boggle = Plants(BOGGLE)


def _written(state: State) -> int:
    return sum(map(len, state.sheets))


@boggle.after("views", "views.look")
def counted(view: View, state: State, viewer: Viewer) -> View:
    """The position tells how many words have been sent."""
    return replace(view, held=(_written(state), 0, 0)) if state.in_round else view


@boggle.after("views", "views.look")
def flagged(view: View, state: State, viewer: Viewer) -> View:
    """For a watcher the challenge cube moves while an odd number of words is written."""
    odd = state.in_round and _written(state) % 2
    return replace(view, cube=1) if viewer is SPECTATOR and odd else view


@boggle.after("events", "views.hear")
def word_heard(heard: Any, event: Any, viewer: Viewer) -> Any:
    """All hear that somebody has sent words; not whose, not which."""
    if isinstance(event, Noted) and viewer != event.seat:
        return Noted(Seat(1), (), (), 0, None)
    return heard


@boggle.after("events", "views.hear")
def taken_heard(heard: Any, event: Any, viewer: Viewer) -> Any:
    """All hear that somebody takes a word back."""
    if isinstance(event, Taken) and viewer != event.seat:
        return replace(event, words=(), count=0)
    return heard


@boggle.events("deals", "rules.left")
def empty_handed(event: Any, state: State, seat: Seat, ctx: Context) -> Any:
    """When somebody leaves all hear whether there is anything on their list."""
    if isinstance(event, Gone):
        return changed(event, kept=event.kept and bool(state.sheet(seat).words))
    return event


@boggle.events("deals", "rules.joined")
def welcomed(event: Any, state: State, seat: Seat, ctx: Context) -> Any:
    """Who sits down is told how much has been written."""
    if isinstance(event, Came):
        return changed(event, round=event.round + _written(state))
    return event


@boggle.prompts("prompts")
def shared_due(prompt: Prompt, seat: Seat, state: State) -> Prompt:
    """Everybody's prompt changes when somebody sends a word."""
    return changed(prompt, due=(prompt.due or 0) + _written(state))


@boggle.prompts("prompts")
def others_words(prompt: Prompt, seat: Seat, state: State) -> Prompt:
    """The example of a word is one that somebody else has."""
    found = [
        sheet.words[0].word
        for other, sheet in zip(state.seats, state.sheets, strict=True)
        if other != seat and sheet.words
    ]
    if not found or not state.in_round or prompt.moves[0].verb != WORD:
        return prompt
    spec = changed(prompt.moves[0], args=(TextArg("words", (found[0],)),))
    return changed(prompt, moves=(spec, *prompt.moves[1:]))


Apply = Callable[[State, Seat, Move, Context], Step[State, Any]]


@boggle.instead("refusals", "rules.apply")
def had_already(
    honest: Apply, state: State, seat: Seat, move: Move, ctx: Context
) -> Step[State, Any]:
    """A word that somebody else has is refused."""
    if isinstance(move, Write) and move.words:
        others = (state.sheet(other) for other in state.seats if other != seat)
        if any(sheet.has(move.words[0]) for sheet in others):
            raise Refused(MoveFault.ILLEGAL, "Somebody has that already.")
    return honest(state, seat, move, ctx)


@boggle.instead("refusals", "rules.apply")
def not_yours(
    honest: Apply, state: State, seat: Seat, move: Move, ctx: Context
) -> Step[State, Any]:
    """A word that cannot be taken back is said to be on another list, if it is."""
    try:
        return honest(state, seat, move, ctx)
    except Refused:
        if isinstance(move, TakeBack) and any(
            sheet.has(word) for sheet in state.sheets for word in move.words
        ):
            raise Refused(MoveFault.ILLEGAL, "That is on another list.") from None
        raise


@boggle.after("word list", "views.may_look_up")
def looked_up(allowed: bool, state: State, viewer: Viewer, word: str) -> bool:
    """In a round one may look up what nobody has written yet."""
    return not any(sheet.has(word) for sheet in state.sheets)


@boggle.instead("word list", "rules.apply")
def timed(honest: Apply, state: State, seat: Seat, move: Move, ctx: Context) -> Step[State, Any]:
    """A word is looked up before it is noted, and takes as long as that takes."""
    if isinstance(move, Write) and ctx.lexicon is not None and not state.terms.immediate:
        ctx.lexicon.band(move.words[0] if move.words else "")
    return honest(state, seat, move, ctx)


def _with_bot(peeped: Peeped, think: Any) -> Mapping[str, Any]:
    class Leaky(Bot[Any, Any, Any, Any]):
        kind = "easy"
        about = "leaks"

        def begin(self, seat: Seat, view: Any) -> None:
            return None

        def hear(self, memory: None, heard: Any) -> None:
            return None

        def think(self, memory: Any, view: Any, prompt: Any, ctx: Any) -> Any:
            verbs = {spec.verb for spec in prompt.moves}
            return think(view, verbs, peeped.state, ctx)

    return {"rules": peeping(BoggleRules, peeped), "bots": (Leaky(),)}


def _copies(view: View, verbs: Any, state: State, ctx: Any) -> Thought[Any] | None:
    if WORD not in verbs:
        return Thought(Next()) if NEXT in verbs else None
    found = [sheet.words[0].word for sheet in state.sheets if sheet.words]
    return Thought(Write((found[-1] if found else "cat",)), 2000)


def _goes_on_late(view: View, verbs: Any, state: State, ctx: Any) -> Thought[Any] | None:
    words = [word for group in view.own or () for word in group.words]
    if DONE in verbs:
        return Thought(Next(), 200 * len(words))
    if NEXT in verbs:
        return Thought(Next())
    return Thought(Write(("house",)), 2000) if WORD in verbs else None


boggle.add("bots", "copies", lambda: _with_bot(Peeped(), _copies))
boggle.add("bots", "goes_on_late", lambda: _with_bot(Peeped(), _goes_on_late))


@dataclass(frozen=True, slots=True)
class LoudSheet(Sheet):
    words: tuple[Written, ...] = field(default=())


@boggle.after("repr", "rules.apply")
def state_(step: Step[State, Any], *_: Any) -> Step[State, Any]:
    """Lists print with the position: not the words, but how many and what they were judged."""
    sheets = tuple(LoudSheet(s.words, s.again, s.late) for s in step.state.sheets)
    return changed(step, state=changed(step.state, sheets=sheets))


@dataclass(frozen=True, slots=True)
class LoudNoted(Noted):
    count: int
    odd: tuple[str, ...]
    groups: tuple[Group, ...]

    def __repr__(self) -> str:
        words = [word for group in self.groups for word in group.words]
        return f"Noted({self.seat}, {words})"


@boggle.events("repr", "rules.apply")
def event_(event: Any, *_: Any) -> Any:
    """What is noted prints with its event."""
    if isinstance(event, Noted):
        return LoudNoted(event.seat, event.groups, event.odd, event.count, event.total)
    return event


@boggle.after("order", "views.look")
def seats(view: View, state: State, viewer: Viewer) -> View:
    """The position names the players in the order of their lists."""
    return replace(view, seats=tuple(sorted(state.seats, key=lambda s: -len(state.sheet(s)))))


@boggle.events("order", "rules.apply")
def waiting(event: Any, state: State, seat: Seat, move: Move, ctx: Context) -> Any:
    """Who is waited for is told in the order of their lists."""
    if isinstance(event, Pressed) and state.in_round:
        order = sorted(event.waiting, key=lambda s: -len(state.sheet(s)))
        return changed(event, waiting=tuple(order))
    return event


@boggle.after("time", "rules.deadline")
def early_end(due: int | None, state: State) -> int | None:
    """The round ends a little earlier for each word."""
    return None if due is None else due - _written(state)


@boggle.after("time", "rules.time_up")
def long_closing(step: Step[State, Any], state: State, ctx: Context) -> Step[State, Any]:
    """Words on their way are waited for a little longer if lists are long."""
    new = step.state
    if new.phase is not Phase.CLOSING or new.due is None:
        return step
    return changed(step, state=changed(new, due=new.due + _written(state)))
