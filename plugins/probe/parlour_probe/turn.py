"""A turn: draw, settle the card, ask until the first No (rules page, 1.6)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from parlour import Seat
from parlour_probe.builder import Builder
from parlour_probe.decks import (
    ADDITIONAL,
    BLANK,
    BOOKED,
    LEFT,
    MULTIPLIERS,
    OWN_BLANK,
    RIGHT,
    SIDES,
)
from parlour_probe.ending import count_turn, finish_final
from parlour_probe.exposure import demand
from parlour_probe.heard import Asked, Reshuffled, Turn
from parlour_probe.moves import Ask
from parlour_probe.state import Cause, Pending, Phase

NO_BLANK: Final = -50
"""For asking for a blank that is not hidden there (R-P-31, O-P-47)."""
_RACKS: Final[Mapping[str, int]] = {side.upper(): at for at, side in enumerate(SIDES) if at}
"""The rack of the opponent that an activity card means if two play."""
_DEMANDING: Final = (LEFT, RIGHT, OWN_BLANK)
"""Activity cards that have a card turned up."""


def begin_play(d: Builder) -> None:
    """All words are hidden: the first turn begins (O-P-1)."""
    first = d.turn
    _begin_turn(d, _next_present(d, first) if first in d.gone else first)


def ask(d: Builder, move: Ask) -> None:
    """The player at turn has asked, rightly; the answer is always true (R-P-15 to R-P-19)."""
    asker = d.turn
    pending = Pending(move.seat, Cause.QUESTION, move.card, asker)
    hit = bool(pending.cards(d.racks))
    points = NO_BLANK if move.card == BLANK and not hit else 0
    score = d.book(asker, points)
    d.fresh = ()
    d.tell(Asked(asker, move.seat, move.card, hit, points, score))
    if hit:
        demand(d, pending)
        if d.pending is None:
            go_on(d)
    else:
        d.multiplier = 1  # a first miss loses it (O-P-17)
        _miss(d)


def _miss(d: Builder) -> None:
    """The first No: a continuation if one is due (R-P-22, O-P-13), else the end of the turn."""
    if d.extra:
        d.extra -= 1
        _draw(d, again=True)
    else:
        end_turn(d)


def go_on(d: Builder) -> None:
    """Go on when nothing is left to settle: the player asks, or the turn is over."""
    if d.over or d.recital is not None:
        return
    if turn_is_over(d):
        end_turn(d)
    else:
        d.phase = Phase.ASKING
        d.wait(d.terms.turn_seconds)


def turn_is_over(d: Builder) -> bool:
    """Can the player at turn ask no more: cut short, gone, or nobody left to ask?"""
    return d.cut or d.turn in d.gone or d.has_nobody_to_ask(d.turn)


def end_turn(d: Builder) -> None:
    """Give the turn to the player at left, or end the final rounds (R-P-19, O-P-33)."""
    if d.final is not None and not any(d.final.turns):
        finish_final(d, d.final.hider)
    else:
        _begin_turn(d, _next_present(d, d.turn))


def _next_present(d: Builder, seat: Seat) -> Seat:
    """The next player in turn order; turns of those who have left are skipped (O-P-45)."""
    seat = d.after(seat)
    while seat in d.gone:
        seat = d.after(seat)
    return seat


def _begin_turn(d: Builder, seat: Seat) -> None:
    d.turn = seat
    d.extra = 0
    d.multiplier = 1
    d.cut = False
    count_turn(d, seat)
    _draw(d, again=False)


def _draw(d: Builder, *, again: bool) -> None:
    """Draw the top activity card, read it out and obey it (R-P-14, R-P-21 to R-P-27)."""
    seat = d.turn
    idle = d.has_nobody_to_ask(seat)
    card = d.activity = _take(d)
    points = BOOKED.get(card or "", 0)
    pending = _demanded(d, card)
    if card == ADDITIONAL or card in MULTIPLIERS:
        void = idle  # the hider of the final rounds asks nothing (O-P-32)
        if not idle:
            d.extra += card == ADDITIONAL
            d.multiplier = MULTIPLIERS.get(card or "", 1)
    else:
        void = pending is None and card in _DEMANDING
    shows = None if pending is None else pending.owner
    score = d.book(seat, points)
    d.tell(Turn(seat, card, again, void, shows, points, score, idle, _rack_meant(d, card)))
    if pending is not None:
        demand(d, pending)
    if d.pending is None:
        go_on(d)


def _take(d: Builder) -> str | None:
    """Take the top activity card. If none is left, shuffle the used ones first (O-P-20)."""
    if not d.deck and d.used and d.terms.deck_exhausted == "reshuffle":
        cards = list(d.used)
        d.ctx.rng.shuffle(cards)
        d.deck, d.used = tuple(cards), ()
        d.tell(Reshuffled(len(cards)))
    if not d.deck:
        return None
    card = d.deck[-1]
    d.deck = d.deck[:-1]
    d.used += (card,)
    return card


def _demanded(d: Builder, card: str | None) -> Pending | None:
    """Whose card is to be turned up by an activity card; None also if that is impossible."""
    seat = d.turn
    if card == OWN_BLANK:
        pending = Pending(seat, Cause.OWN_BLANK, BLANK, seat)  # of either rack (O-P-38)
    elif card in (LEFT, RIGHT):
        step = 1 if card == LEFT else -1
        owner = d.after(seat, step)
        while d.terms.neighbour_skip and owner != seat and not d.hides(owner):
            owner = d.after(owner, step)
        if owner == seat:
            return None  # O-P-14
        pending = Pending(owner, Cause(card), None, seat, _rack_meant(d, card))
    else:
        return None
    return pending if pending.cards(d.racks) else None


def _rack_meant(d: Builder, card: str | None) -> int:
    """The rack that LEFT and RIGHT mean where players have two (R-P-48); else 0."""
    return _RACKS.get(card or "", 0) if d.paired else 0
