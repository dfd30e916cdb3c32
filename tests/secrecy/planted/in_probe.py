"""Probe, with one leak each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from msgspec.structs import replace as changed

from parlour import (
    SPECTATOR,
    Context,
    MoveFault,
    Prompt,
    Reader,
    Refused,
    Seat,
    SeatArg,
    Setup,
    Step,
    Thought,
    Viewer,
)
from parlour_probe import PROBE
from parlour_probe.decks import LEFT, MULTIPLIERS, SIDES
from parlour_probe.heard import Laid, Reshuffled, Waiting, Warned
from parlour_probe.moves import Ask, Guess, Hide, Move
from parlour_probe.rules import ProbeRules
from parlour_probe.state import Phase, Rack, State
from parlour_probe.text import ProbeTextUI
from parlour_probe.views import ProbeViews, View
from tests.secrecy.planted.leak import planted, reworded, with_bot, with_rules, with_views

# --- views ------------------------------------------------------------------------------


class NextCard(ProbeViews):
    """One more card is counted if the next activity card is a multiplier."""

    def look(self, state: State, viewer: Viewer) -> View:
        view = super().look(state, viewer)
        is_good = bool(state.deck) and state.deck[-1] in MULTIPLIERS
        return changed(view, deck_left=view.deck_left + is_good)


class WarnedWatcher(ProbeViews):
    """A watcher sees of what word somebody was warned."""

    def look(self, state: State, viewer: Viewer) -> View:
        view = super().look(state, viewer)
        if viewer is not SPECTATOR:
            return view
        return changed(view, warned=next((r.warned for r in state.racks if r.warned), None))


class WhichRack(ProbeViews):
    """Of two racks, everybody sees on which a card lies before it is turned up (R-P-49)."""

    def look(self, state: State, viewer: Viewer) -> View:
        view = super().look(state, viewer)
        if state.pending is None or view.pending is None:
            return view
        index = state.pending.cards(state.racks)[0][0]
        return changed(view, pending=replace(view.pending, index=index))


# --- events -----------------------------------------------------------------------------


class WarningHeard(ProbeViews):
    """Everybody hears that somebody was warned, not of what."""

    def hear(self, event: Any, viewer: Viewer) -> Any:
        if isinstance(event, Warned) and viewer != event.seat:
            return replace(event, word="")
        return super().hear(event, viewer)


class WaitingHeard(ProbeViews):
    """The owner of the word hears that a guess at it waits."""

    def hear(self, event: Any, viewer: Viewer) -> Any:
        if isinstance(event, Waiting) and viewer == event.target:
            return replace(event, cards="")
        return super().hear(event, viewer)


# --- deals ------------------------------------------------------------------------------


class DeckTold(ProbeRules):
    """At the start everybody hears where the first LEFT lies in the activity deck."""

    def start(self, setup: Setup, ctx: Context) -> Step[State, Any]:
        step = super().start(setup, ctx)
        deck = step.state.deck
        at = deck.index(LEFT) if LEFT in deck else 0
        return changed(step, events=(*step.events, Reshuffled(at)))


class RefereeHeard(ProbeViews):
    """What the referee lays for somebody silent is heard by all, with its first card."""

    def hear(self, event: Any, viewer: Viewer) -> Any:
        if isinstance(event, Laid) and event.referee and viewer != event.seat:
            rest = "?" * (len(event.cards) - 1)
            return Laid(event.seat, event.cards[0] + rest, True, event.index)
        return super().hear(event, viewer)


# --- prompts ----------------------------------------------------------------------------


class SortedTargets(ProbeRules):
    """Whom one may ask stands in the order of how many vowels they hide."""

    def prompts(self, state: State) -> Mapping[Seat, Prompt]:
        def vowels(seat: Seat) -> int:
            cards = "".join(rack.cards for rack in state.racks if rack.owner == seat)
            return sum(cards.count(vowel) for vowel in "AEIOU")

        def change(seat: Seat, prompt: Prompt) -> Prompt:
            moves = tuple(
                changed(
                    spec,
                    args=tuple(
                        SeatArg(arg.name, tuple(sorted(arg.choices, key=vowels)))
                        if isinstance(arg, SeatArg)
                        else arg
                        for arg in spec.args
                    ),
                )
                for spec in prompt.moves
            )
            return changed(prompt, moves=moves)

        return reworded(super().prompts(state), change)


class NoChoice(ProbeRules):
    """The game does not wait for an owner who has only one card to show."""

    def prompts(self, state: State) -> Mapping[Seat, Prompt]:
        def change(seat: Seat, prompt: Prompt) -> Prompt:
            pending = state.pending
            if pending is None or pending.owner != seat:
                return prompt
            return changed(prompt, urgent=len(pending.cards(state.racks)) > 1)

        return reworded(super().prompts(state), change)


# --- refusals ---------------------------------------------------------------------------


class GoodQuestion(ProbeRules):
    """A question out of turn is refused in other words if the letter is there."""

    def apply(self, state: State, seat: Seat, move: Move, ctx: Context) -> Step[State, Any]:
        try:
            return super().apply(state, seat, move, ctx)
        except Refused:
            if isinstance(move, Ask) and any(
                rack.owner == move.seat and move.card in rack.cards for rack in state.racks
            ):
                raise Refused(MoveFault.NOT_YOUR_TURN, "Good question, wrong time.") from None
            raise


class NearlyRight(ProbeRules):
    """A guess that does not count is refused with the word, if it has the right length."""

    def apply(self, state: State, seat: Seat, move: Move, ctx: Context) -> Step[State, Any]:
        try:
            return super().apply(state, seat, move, ctx)
        except Refused as refused:
            if isinstance(move, Guess):
                for rack in state.racks:
                    if rack.word and rack.word[0] == move.cards.strip(".")[:1]:
                        raise Refused(refused.fault, refused.text, near="close") from None
            raise


# --- word list --------------------------------------------------------------------------


class NotYours(ProbeViews):
    """In play one may look up any word but those that are hidden."""

    def may_look_up(self, state: State, viewer: Viewer, word: str) -> bool:
        allowed = super().may_look_up(state, viewer, word)
        return allowed or all(rack.word != word.upper() for rack in state.racks)


class LookedUpFirst(ProbeRules):
    """A guess is looked up before it is judged, and takes as long as that takes."""

    def apply(self, state: State, seat: Seat, move: Move, ctx: Context) -> Step[State, Any]:
        if isinstance(move, Guess) and ctx.lexicon is not None:
            ctx.lexicon.band(move.cards.strip(".").lower())
        return super().apply(state, seat, move, ctx)


# --- bots -------------------------------------------------------------------------------


def _asks_what_is_there(thought: Thought[Any], view: View, state: State, ctx: Any) -> Thought[Any]:
    if isinstance(thought.move, Ask):
        cards = next(r.cards for r in state.racks if r.owner == thought.move.seat).replace(".", "")
        if cards:
            return Thought(Ask(thought.move.seat, cards[0]))
    return thought


def _shows_slowly(thought: Thought[Any], view: View, state: State, ctx: Any) -> Thought[Any]:
    pending = view.pending
    if pending is not None and pending.spaces is not None:
        return Thought(thought.move, 300 * len(pending.spaces))
    return thought


# --- repr -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LoudRack(Rack):
    """A rack whose cards print."""

    cards: str = field(default="")


class Printing(ProbeRules):
    """What lies on the racks prints with the position."""

    def apply(self, state: State, seat: Seat, move: Move, ctx: Context) -> Step[State, Any]:
        step = super().apply(state, seat, move, ctx)
        racks = tuple(
            LoudRack(r.owner, r.index, r.cards, r.face, warned=r.warned) for r in step.state.racks
        )
        return changed(step, state=changed(step.state, racks=racks))


class LoudHide(Hide, frozen=True, tag="hide"):
    """A move that prints the word."""

    def __repr__(self) -> str:
        return f"Hide({self.cards})"


class LoudTextUI(ProbeTextUI):
    """Reads moves that print."""

    def parse(self, verb: str, rest: str, view: View, reader: Reader) -> Move:
        move = super().parse(verb, rest, view, reader)
        return LoudHide(move.cards) if isinstance(move, Hide) else move


# --- order ------------------------------------------------------------------------------


class SortedRacks(ProbeViews):
    """The view names the racks in the order of their words."""

    def look(self, state: State, viewer: Viewer) -> View:
        view = super().look(state, viewer)
        words = {(rack.owner, rack.index): rack.cards for rack in state.racks}
        by_word = sorted(view.racks, key=lambda r: words[r.owner, r.index])
        return changed(view, racks=tuple(by_word))


class SortedHiding(ProbeRules):
    """The words that the referee lays are told in the order of the alphabet."""

    def time_up(self, state: State, ctx: Context) -> Step[State, Any]:
        step = super().time_up(state, ctx)
        laid = sorted((e for e in step.events if isinstance(e, Laid)), key=lambda e: e.cards)
        rest = (event for event in step.events if not isinstance(event, Laid))
        return changed(step, events=(*laid, *rest))


# --- time -------------------------------------------------------------------------------


class SlowChoice(ProbeRules):
    """Who must show one of several cards has longer to think."""

    def deadline(self, state: State) -> int | None:
        due = super().deadline(state)
        if due is None or state.pending is None:
            return due
        return due + 1000 * len(state.pending.cards(state.racks))


class SlowRight(ProbeRules):
    """Who has the card on the right rack alone has longer to find it (R-P-49)."""

    def deadline(self, state: State) -> int | None:
        due = super().deadline(state)
        if due is None or state.pending is None:
            return due
        indexes = {index for index, _ in state.pending.cards(state.racks)}
        return due + 500 * (indexes == {SIDES.index("right")})


class LongHiding(ProbeRules):
    """While words are hidden the clock runs longer if somebody was warned."""

    def deadline(self, state: State) -> int | None:
        due = super().deadline(state)
        if due is None or state.phase is not Phase.HIDING:
            return due
        return due + 500 * sum(bool(rack.warned) for rack in state.racks)


PLANTED = (
    planted(PROBE, "views", "next_card", with_views(NextCard)),
    planted(PROBE, "views", "warned_watcher", with_views(WarnedWatcher)),
    planted(PROBE, "events", "waiting_heard", with_views(WaitingHeard)),
    planted(PROBE, "events", "warning_heard", with_views(WarningHeard)),
    planted(PROBE, "deals", "deck_told", with_rules(DeckTold)),
    planted(PROBE, "deals", "referee_heard", with_views(RefereeHeard)),
    planted(PROBE, "prompts", "sorted_targets", with_rules(SortedTargets)),
    planted(PROBE, "prompts", "no_choice", with_rules(NoChoice)),
    planted(PROBE, "refusals", "good_question", with_rules(GoodQuestion)),
    planted(PROBE, "refusals", "nearly_right", with_rules(NearlyRight)),
    planted(PROBE, "word list", "not_yours", with_views(NotYours)),
    planted(PROBE, "word list", "looked_up_first", with_rules(LookedUpFirst)),
    planted(PROBE, "bots", "peeping", with_bot(PROBE, _asks_what_is_there)),
    planted(PROBE, "bots", "shows_slowly", with_bot(PROBE, _shows_slowly)),
    planted(PROBE, "repr", "state", with_rules(Printing)),
    planted(PROBE, "repr", "move", lambda: {"text_ui": LoudTextUI()}),
    planted(PROBE, "order", "racks", with_views(SortedRacks)),
    planted(PROBE, "order", "hiding", with_rules(SortedHiding)),
    planted(PROBE, "time", "slow_choice", with_rules(SlowChoice)),
    planted(PROBE, "time", "long_hiding", with_rules(LongHiding)),
)
OF_TWO = (
    planted(PROBE, "views", "which_rack", with_views(WhichRack)),
    planted(PROBE, "time", "slow_right", with_rules(SlowRight)),
)
"""Leaks that there can only be where each player has two racks."""
