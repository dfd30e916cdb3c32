"""Boggle, with one leak each."""

from __future__ import annotations

from collections.abc import Mapping
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
from parlour_boggle.moves import NEXT, WORD, Move, Next, TakeBack, Write
from parlour_boggle.rules import BoggleRules
from parlour_boggle.state import Group, Phase, Sheet, State, Written
from parlour_boggle.views import BoggleViews, View
from tests.secrecy.planted.leak import (
    Peeped,
    peeping,
    planted,
    retold,
    reworded,
    with_rules,
    with_views,
)


def _written(state: State) -> int:
    return sum(map(len, state.sheets))


# --- views ------------------------------------------------------------------------------


class Counted(BoggleViews):
    """The position tells how many words have been sent."""

    def look(self, state: State, viewer: Viewer) -> View:
        view = super().look(state, viewer)
        return replace(view, held=(_written(state), 0, 0)) if state.in_round else view


class Flagged(BoggleViews):
    """For a watcher the challenge cube moves while an odd number of words is written."""

    def look(self, state: State, viewer: Viewer) -> View:
        view = super().look(state, viewer)
        odd = state.in_round and _written(state) % 2
        return replace(view, cube=1) if viewer is SPECTATOR and odd else view


# --- events -----------------------------------------------------------------------------


class WordHeard(BoggleViews):
    """All hear that somebody has sent words; not whose, not which."""

    def hear(self, event: Any, viewer: Viewer) -> Any:
        if isinstance(event, Noted) and viewer != event.seat:
            return Noted(Seat(1), (), (), 0)
        return super().hear(event, viewer)


class TakenHeard(BoggleViews):
    """All hear that somebody takes a word back."""

    def hear(self, event: Any, viewer: Viewer) -> Any:
        if isinstance(event, Taken) and viewer != event.seat:
            return replace(event, words=(), count=0)
        return super().hear(event, viewer)


# --- deals ------------------------------------------------------------------------------


class Welcomed(BoggleRules):
    """Who sits down is told how much has been written."""

    def joined(self, state: State, seat: Seat, ctx: Context) -> Step[State, Any]:
        def change(event: Any) -> Any:
            if isinstance(event, Came):
                return changed(event, round=event.round + _written(state))
            return event

        return retold(super().joined(state, seat, ctx), change)


class EmptyHanded(BoggleRules):
    """When somebody leaves all hear whether there is anything on their list."""

    def left(self, state: State, seat: Seat, ctx: Context) -> Step[State, Any]:
        def change(event: Any) -> Any:
            if isinstance(event, Gone):
                return changed(event, kept=event.kept and bool(state.sheet(seat).words))
            return event

        return retold(super().left(state, seat, ctx), change)


# --- prompts ----------------------------------------------------------------------------


class SharedDue(BoggleRules):
    """Everybody's prompt changes when somebody sends a word."""

    def prompts(self, state: State) -> Mapping[Seat, Prompt]:
        return reworded(
            super().prompts(state),
            lambda seat, prompt: changed(prompt, due=(prompt.due or 0) + _written(state)),
        )


class OthersWords(BoggleRules):
    """The example of a word is one that somebody else has."""

    def prompts(self, state: State) -> Mapping[Seat, Prompt]:
        def change(seat: Seat, prompt: Prompt) -> Prompt:
            found = [
                sheet.words[0].word
                for other, sheet in zip(state.seats, state.sheets, strict=True)
                if other != seat and sheet.words
            ]
            if not found or not state.in_round or prompt.moves[0].verb != WORD:
                return prompt
            spec = changed(prompt.moves[0], args=(TextArg("words", (found[0],)),))
            return changed(prompt, moves=(spec, *prompt.moves[1:]))

        return reworded(super().prompts(state), change)


# --- refusals ---------------------------------------------------------------------------


class HadAlready(BoggleRules):
    """A word that somebody else has is refused."""

    def apply(self, state: State, seat: Seat, move: Move, ctx: Context) -> Step[State, Any]:
        if isinstance(move, Write) and move.words:
            others = (state.sheet(other) for other in state.seats if other != seat)
            if any(sheet.has(move.words[0]) for sheet in others):
                raise Refused(MoveFault.ILLEGAL, "Somebody has that already.")
        return super().apply(state, seat, move, ctx)


class NotYours(BoggleRules):
    """A word that cannot be taken back is said to be on another list, if it is."""

    def apply(self, state: State, seat: Seat, move: Move, ctx: Context) -> Step[State, Any]:
        try:
            return super().apply(state, seat, move, ctx)
        except Refused:
            if isinstance(move, TakeBack) and any(
                sheet.has(word) for sheet in state.sheets for word in move.words
            ):
                raise Refused(MoveFault.ILLEGAL, "That is on another list.") from None
            raise


# --- word list --------------------------------------------------------------------------


class LookedUp(BoggleViews):
    """In a round one may look up what nobody has written yet."""

    def may_look_up(self, state: State, viewer: Viewer, word: str) -> bool:
        return not any(sheet.has(word) for sheet in state.sheets)


class Timed(BoggleRules):
    """A word is looked up before it is noted, and takes as long as that takes."""

    def apply(self, state: State, seat: Seat, move: Move, ctx: Context) -> Step[State, Any]:
        if isinstance(move, Write) and ctx.lexicon is not None and not state.terms.immediate:
            ctx.lexicon.band(move.words[0] if move.words else "")
        return super().apply(state, seat, move, ctx)


# --- bots -------------------------------------------------------------------------------


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
    if NEXT in verbs:
        return Thought(Next(), 200 * len(words) if view.phase == Phase.FINDING else 0)
    return Thought(Write(("house",)), 2000) if WORD in verbs else None


# --- repr -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LoudSheet(Sheet):
    words: tuple[Written, ...] = field(default=())


class Printing(BoggleRules):
    """Lists print with the position: not the words, but how many and what they were judged."""

    def apply(self, state: State, seat: Seat, move: Move, ctx: Context) -> Step[State, Any]:
        step = super().apply(state, seat, move, ctx)
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


class PrintingEvents(BoggleRules):
    """What is noted prints with its event."""

    def apply(self, state: State, seat: Seat, move: Move, ctx: Context) -> Step[State, Any]:
        def change(event: Any) -> Any:
            if isinstance(event, Noted):
                return LoudNoted(event.seat, event.groups, event.odd, event.count)
            return event

        return retold(super().apply(state, seat, move, ctx), change)


# --- order ------------------------------------------------------------------------------


class Ordered(BoggleViews):
    """The position names the players in the order of their lists."""

    def look(self, state: State, viewer: Viewer) -> View:
        view = super().look(state, viewer)
        return replace(view, seats=tuple(sorted(state.seats, key=lambda s: -len(state.sheet(s)))))


class OrderedWaiting(BoggleRules):
    """Who is waited for is told in the order of their lists."""

    def apply(self, state: State, seat: Seat, move: Move, ctx: Context) -> Step[State, Any]:
        def change(event: Any) -> Any:
            if isinstance(event, Pressed) and state.in_round:
                order = sorted(event.waiting, key=lambda s: -len(state.sheet(s)))
                return changed(event, waiting=tuple(order))
            return event

        return retold(super().apply(state, seat, move, ctx), change)


# --- time -------------------------------------------------------------------------------


class EarlyEnd(BoggleRules):
    """The round ends a little earlier for each word."""

    def deadline(self, state: State) -> int | None:
        return None if state.due is None else state.due - _written(state)


class LongClosing(BoggleRules):
    """Words on their way are waited for a little longer if lists are long."""

    def time_up(self, state: State, ctx: Context) -> Step[State, Any]:
        step = super().time_up(state, ctx)
        new = step.state
        if new.phase is not Phase.CLOSING or new.due is None:
            return step
        return changed(step, state=changed(new, due=new.due + _written(state)))


PLANTED = (
    planted(BOGGLE, "views", "counted", with_views(Counted)),
    planted(BOGGLE, "views", "flagged", with_views(Flagged)),
    planted(BOGGLE, "events", "word_heard", with_views(WordHeard)),
    planted(BOGGLE, "events", "taken_heard", with_views(TakenHeard)),
    planted(BOGGLE, "deals", "empty_handed", with_rules(EmptyHanded)),
    planted(BOGGLE, "deals", "welcomed", with_rules(Welcomed)),
    planted(BOGGLE, "prompts", "shared_due", with_rules(SharedDue)),
    planted(BOGGLE, "prompts", "others_words", with_rules(OthersWords)),
    planted(BOGGLE, "refusals", "had_already", with_rules(HadAlready)),
    planted(BOGGLE, "refusals", "not_yours", with_rules(NotYours)),
    planted(BOGGLE, "word list", "looked_up", with_views(LookedUp)),
    planted(BOGGLE, "word list", "timed", with_rules(Timed)),
    planted(BOGGLE, "bots", "copies", lambda: _with_bot(Peeped(), _copies)),
    planted(BOGGLE, "bots", "goes_on_late", lambda: _with_bot(Peeped(), _goes_on_late)),
    planted(BOGGLE, "repr", "state", with_rules(Printing)),
    planted(BOGGLE, "repr", "event", with_rules(PrintingEvents)),
    planted(BOGGLE, "order", "seats", with_views(Ordered)),
    planted(BOGGLE, "order", "waiting", with_rules(OrderedWaiting)),
    planted(BOGGLE, "time", "early_end", with_rules(EarlyEnd)),
    planted(BOGGLE, "time", "long_closing", with_rules(LongClosing)),
)
