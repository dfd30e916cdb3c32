"""Probe, with one leak each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from msgspec.structs import replace as changed

from parlour import (
    SPECTATOR,
    Context,
    MoveFault,
    Prompt,
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
from parlour_probe.state import Phase, Rack, State
from parlour_probe.views import View
from tests.secrecy.planted.leak import Plants

probe = Plants(PROBE)
of_two = Plants(PROBE)
"""Leaks that there can only be where each player has two racks."""
Apply = Callable[[State, Seat, Move, Context], Step[State, Any]]


@probe.after("views", "views.look")
def next_card(view: View, state: State, viewer: Viewer) -> View:
    """One more card is counted if the next activity card is a multiplier."""
    is_good = bool(state.deck) and state.deck[-1] in MULTIPLIERS
    return changed(view, deck_left=view.deck_left + is_good)


@probe.after("views", "views.look")
def warned_watcher(view: View, state: State, viewer: Viewer) -> View:
    """A watcher sees of what word somebody was warned."""
    if viewer is not SPECTATOR:
        return view
    return changed(view, warned=next((r.warned for r in state.racks if r.warned), None))


@of_two.after("views", "views.look")
def which_rack(view: View, state: State, viewer: Viewer) -> View:
    """Of two racks, everybody sees on which a card lies before it is turned up (R-P-49)."""
    if state.pending is None or view.pending is None:
        return view
    index = state.pending.cards(state.racks)[0][0]
    return changed(view, pending=replace(view.pending, index=index))


@probe.after("events", "views.hear")
def waiting_heard(heard: Any, event: Any, viewer: Viewer) -> Any:
    """The owner of the word hears that a guess at it waits."""
    if isinstance(event, Waiting) and viewer == event.target:
        return replace(event, cards="")
    return heard


@probe.after("events", "views.hear")
def warning_heard(heard: Any, event: Any, viewer: Viewer) -> Any:
    """Everybody hears that somebody was warned, not of what."""
    if isinstance(event, Warned) and viewer != event.seat:
        return replace(event, word="")
    return heard


@probe.after("deals", "rules.start")
def deck_told(step: Step[State, Any], setup: Setup, ctx: Context) -> Step[State, Any]:
    """At the start everybody hears where the first LEFT lies in the activity deck."""
    deck = step.state.deck
    at = deck.index(LEFT) if LEFT in deck else 0
    return changed(step, events=(*step.events, Reshuffled(at)))


@probe.after("deals", "views.hear")
def referee_heard(heard: Any, event: Any, viewer: Viewer) -> Any:
    """What the referee lays for somebody silent is heard by all, with its first card."""
    if isinstance(event, Laid) and event.referee and viewer != event.seat:
        rest = "?" * (len(event.cards) - 1)
        return Laid(event.seat, event.cards[0] + rest, True, event.index)
    return heard


@probe.prompts("prompts")
def sorted_targets(prompt: Prompt, seat: Seat, state: State) -> Prompt:
    """Whom one may ask stands in the order of how many vowels they hide."""

    def vowels(seat: Seat) -> int:
        cards = "".join(rack.cards for rack in state.racks if rack.owner == seat)
        return sum(cards.count(vowel) for vowel in "AEIOU")

    def ordered(arg: Any) -> Any:
        if not isinstance(arg, SeatArg):
            return arg
        return SeatArg(arg.name, tuple(sorted(arg.choices, key=vowels)))

    moves = (changed(spec, args=tuple(map(ordered, spec.args))) for spec in prompt.moves)
    return changed(prompt, moves=tuple(moves))


@probe.prompts("prompts")
def no_choice(prompt: Prompt, seat: Seat, state: State) -> Prompt:
    """The game does not wait for an owner who has only one card to show."""
    pending = state.pending
    if pending is None or pending.owner != seat:
        return prompt
    return changed(prompt, urgent=len(pending.cards(state.racks)) > 1)


@probe.instead("refusals", "rules.apply")
def good_question(
    honest: Apply, state: State, seat: Seat, move: Move, ctx: Context
) -> Step[State, Any]:
    """A question out of turn is refused in other words if the letter is there."""
    try:
        return honest(state, seat, move, ctx)
    except Refused:
        if isinstance(move, Ask) and any(
            rack.owner == move.seat and move.card in rack.cards for rack in state.racks
        ):
            raise Refused(MoveFault.NOT_YOUR_TURN, "Good question, wrong time.") from None
        raise


@probe.instead("refusals", "rules.apply")
def nearly_right(
    honest: Apply, state: State, seat: Seat, move: Move, ctx: Context
) -> Step[State, Any]:
    """A guess that does not count is refused with the word, if it has the right length."""
    try:
        return honest(state, seat, move, ctx)
    except Refused as refused:
        if isinstance(move, Guess):
            for rack in state.racks:
                if rack.word and rack.word[0] == move.cards.strip(".")[:1]:
                    raise Refused(refused.fault, refused.text, near="close") from None
        raise


@probe.after("word list", "views.may_look_up")
def not_yours(allowed: bool, state: State, viewer: Viewer, word: str) -> bool:
    """In play one may look up any word but those that are hidden."""
    return allowed or all(rack.word != word.upper() for rack in state.racks)


@probe.instead("word list", "rules.apply")
def looked_up_first(
    honest: Apply, state: State, seat: Seat, move: Move, ctx: Context
) -> Step[State, Any]:
    """A guess is looked up before it is judged, and takes as long as that takes."""
    if isinstance(move, Guess) and ctx.lexicon is not None:
        ctx.lexicon.band(move.cards.strip(".").lower())
    return honest(state, seat, move, ctx)


@probe.bot
def peeping(thought: Thought[Any], view: View, state: State, ctx: Any) -> Thought[Any]:
    if isinstance(thought.move, Ask):
        cards = next(r.cards for r in state.racks if r.owner == thought.move.seat).replace(".", "")
        if cards:
            return Thought(Ask(thought.move.seat, cards[0]))
    return thought


@probe.bot
def shows_slowly(thought: Thought[Any], view: View, state: State, ctx: Any) -> Thought[Any]:
    pending = view.pending
    if pending is not None and pending.spaces is not None:
        return Thought(thought.move, 300 * len(pending.spaces))
    return thought


@dataclass(frozen=True, slots=True)
class LoudRack(Rack):
    """A rack whose cards print."""

    cards: str = field(default="")


@probe.after("repr", "rules.apply")
def state_(step: Step[State, Any], *_: Any) -> Step[State, Any]:
    """What lies on the racks prints with the position."""
    racks = tuple(
        LoudRack(r.owner, r.index, r.cards, r.face, warned=r.warned) for r in step.state.racks
    )
    return changed(step, state=changed(step.state, racks=racks))


class LoudHide(Hide, frozen=True, tag="hide"):
    """A move that prints the word."""

    def __repr__(self) -> str:
        return f"Hide({self.cards})"


@probe.after("repr", "text_ui.parse")
def move_(move: Move, *_: Any) -> Move:
    """Moves that are read print."""
    return LoudHide(move.cards) if isinstance(move, Hide) else move


@probe.after("order", "views.look")
def racks(view: View, state: State, viewer: Viewer) -> View:
    """The view names the racks in the order of their words."""
    words = {(rack.owner, rack.index): rack.cards for rack in state.racks}
    by_word = sorted(view.racks, key=lambda r: words[r.owner, r.index])
    return changed(view, racks=tuple(by_word))


@probe.after("order", "rules.time_up")
def hiding(step: Step[State, Any], state: State, ctx: Context) -> Step[State, Any]:
    """The words that the referee lays are told in the order of the alphabet."""
    laid = sorted((e for e in step.events if isinstance(e, Laid)), key=lambda e: e.cards)
    rest = (event for event in step.events if not isinstance(event, Laid))
    return changed(step, events=(*laid, *rest))


@probe.after("time", "rules.deadline")
def slow_choice(due: int | None, state: State) -> int | None:
    """Who must show one of several cards has longer to think."""
    if due is None or state.pending is None:
        return due
    return due + 1000 * len(state.pending.cards(state.racks))


@of_two.after("time", "rules.deadline")
def slow_right(due: int | None, state: State) -> int | None:
    """Who has the card on the right rack alone has longer to find it (R-P-49)."""
    if due is None or state.pending is None:
        return due
    indexes = {index for index, _ in state.pending.cards(state.racks)}
    return due + 500 * (indexes == {SIDES.index("right")})


@probe.after("time", "rules.deadline")
def long_hiding(due: int | None, state: State) -> int | None:
    """While words are hidden the clock runs longer if somebody was warned."""
    if due is None or state.phase is not Phase.HIDING:
        return due
    return due + 500 * sum(bool(rack.warned) for rack in state.racks)
