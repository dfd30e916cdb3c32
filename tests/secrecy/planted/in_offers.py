"""Leaks in what players are offered: notes, verdicts at once, and what Enter stands for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from msgspec.structs import replace as changed

from parlour import SPECTATOR, Context, OptionValue, Prompt, Refused, Seat, Step, Viewer
from parlour_boggle import BOGGLE
from parlour_boggle.heard import Noted
from parlour_boggle.judging import grouped
from parlour_boggle.moves import Move as BoggleMove
from parlour_boggle.state import State as BoggleState
from parlour_boggle.views import View as BoggleView
from parlour_probe import PROBE
from parlour_probe.decks import LETTERS
from parlour_probe.moves import Guess, Move
from parlour_probe.state import Phase, State
from parlour_probe.views import View
from tests.secrecy.planted.leak import Plants

OPTIONS: Final[Mapping[str, Mapping[str, OptionValue]]] = {
    "probe": {"notes": True},
    "boggle": {"verdicts": "immediate"},
}
"""Of the tables at which there is something to leak."""
noted = Plants(PROBE)
at_once = Plants(BOGGLE)
Apply = Callable[[State, Seat, Move, Context], Step[State, Any]]


def _hidden(state: State, seat: Seat) -> set[str]:
    """The letters that *seat* hides."""
    racks = [rack for rack in state.racks if rack.owner == seat]
    return {card for card in LETTERS if any(rack.spaces_hiding(card) for rack in racks)}


@noted.after("views", "views.look")
def denied_unasked(view: View, state: State, viewer: Viewer) -> View:
    """Notes have a letter that nobody has asked for yet, and that is not there."""
    if not view.denied or state.phase is Phase.HIDING:
        return view
    more = (next(c for c in LETTERS if c not in _hidden(state, seat)) for seat in state.seats)
    denied = (cards + card for cards, card in zip(view.denied, more, strict=True))
    return changed(view, denied=tuple(denied))


@noted.prompts("prompts")
def enter_asks(prompt: Prompt, seat: Seat, state: State) -> Prompt:
    """Enter stands for a letter that the next player hides."""
    other = state.seats[seat % len(state.seats)]
    card = min(_hidden(state, other), default="")
    return changed(prompt, enter=f"ask {other} {card}") if card else prompt


@noted.instead("refusals", "rules.apply")
def enter_guesses(
    honest: Apply, state: State, seat: Seat, move: Move, ctx: Context
) -> Step[State, Any]:
    """After a word guess that is refused, Enter stands for the right one."""
    try:
        return honest(state, seat, move, ctx)
    except Refused as refused:
        if isinstance(move, Guess):
            word = next(rack.word for rack in state.racks if rack.owner != seat)
            raise Refused(refused.fault, refused.text, enter=f"guess {word}") from None
        raise


@at_once.after("events", "views.hear")
def good_heard(heard: Any, event: Any, viewer: Viewer) -> Any:
    """All hear at once that a word was good; not which."""
    if isinstance(event, Noted) and viewer != event.seat and event.total:
        return Noted(event.seat, (), (), 0, None)
    return heard


@at_once.events("events", "rules.apply")
def had_by_others(
    event: Any, state: BoggleState, seat: Seat, move: BoggleMove, ctx: Context
) -> Any:
    """The running total is one less if others have written anything."""
    if isinstance(event, Noted) and event.total is not None:
        others = any(state.sheet(other).words for other in state.seats if other != seat)
        return replace(event, total=event.total - others)
    return event


@at_once.after("views", "views.look")
def watched_list(view: BoggleView, state: BoggleState, viewer: Viewer) -> BoggleView:
    """A watcher sees the list of the first player with its points."""
    if viewer is not SPECTATOR or not state.in_round:
        return view
    return replace(view, own=tuple(grouped(state.sheets[0].words)))
