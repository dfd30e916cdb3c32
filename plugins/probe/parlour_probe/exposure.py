"""Turning up one card: who must, what it pays, and what follows (R-P-16, R-P-23, R-P-28)."""

from __future__ import annotations

from typing import Final

from parlour_probe.builder import Builder
from parlour_probe.decks import VALUES
from parlour_probe.ending import check_word, settle
from parlour_probe.guesses import judge_held
from parlour_probe.heard import Recited, Shown
from parlour_probe.state import Cause, Pending, Phase, Rack, Recital

COMPLETED: Final = 50
"""For guessing a last hidden card (R-P-29)."""


def demand(d: Builder, pending: Pending) -> None:
    """Let the owner choose a card. They are asked even if only one matches (O-P-8).

    For an owner who has left the referee chooses at once (O-P-45); the stage is the same to all.
    """
    d.pending = pending
    d.phase = Phase.SHOWING
    d.wait(d.terms.choice_seconds)
    if pending.owner in d.gone:
        show_for_owner(d, pending)


def show_for_owner(d: Builder, pending: Pending, penalty: int = 0) -> None:
    """The referee turns up the card worth most, of equals the lowest space (O-P-7), the left
    rack before the right.
    """
    cards = pending.cards(d.racks)
    card = max(cards, key=lambda c: (VALUES[c[1] - 1], -c[1], -c[0]))
    expose(d, pending, card, referee=True, penalty=penalty)


def expose(
    d: Builder,
    pending: Pending,
    card: tuple[int, int],
    *,
    referee: bool = False,
    penalty: int = 0,
) -> None:
    """Turn up *card*, then do all that follows an exposure (1.6, step 4).

    *card* is the index of the rack and the space. What comes next in the turn is not decided
    here. *penalty* is what silence costs the owner.
    """
    index, space = card
    rack = d.turn_up(d.rack(pending.owner, index), space)
    d.pending = None
    points, bonus = _pay(d, pending.cause, VALUES[space - 1], last=not rack.hidden)
    to = None if pending.cause is Cause.OWN_BLANK else pending.drawer
    withheld = bonus if d.terms.fr_recite and pending.cause is Cause.QUESTION else 0
    owner_score = d.book(pending.owner, -penalty)
    d.tell(
        Shown(
            owner=rack.owner,
            index=rack.index,
            space=space,
            card=rack.face[space - 1],
            cause=pending.cause,
            to=to,
            points=points - withheld,
            bonus=bonus - withheld,
            score=0 if to is None else d.book(to, points - withheld),
            referee=referee,
            penalty=-penalty,
            owner_score=owner_score,
        )
    )
    if withheld:
        d.recital = Recital(pending.drawer, rack.owner, index, withheld)
        d.phase = Phase.RECITING
        d.wait(d.terms.choice_seconds)
        if pending.drawer in d.gone:
            recite(d, d.recital, "")
    else:
        _follow(d, rack)


def recite(d: Builder, recital: Recital, word: str) -> None:
    """The player says the completed *word*; the bonus is lost if it is another one, or none
    (R-P-30, O-P-43). What comes next in the turn is not decided here.
    """
    rack = d.rack(recital.owner, recital.index)
    d.recital = None
    right = word == rack.word
    points = recital.bonus if right else 0
    score = d.book(recital.seat, points)
    d.tell(Recited(recital.seat, rack.owner, rack.index, word, right, points, score))
    _follow(d, rack)


def _follow(d: Builder, rack: Rack) -> None:
    """What comes after a card of *rack* was paid for (1.6, step 4)."""
    check_word(d, rack)
    settle(d)
    judge_held(d)


def _pay(d: Builder, cause: Cause, value: int, *, last: bool) -> tuple[int, int]:
    """What a card pays, and how much of it is for the last card of a word."""
    if cause is Cause.OWN_BLANK:
        return 0, 0  # R-P-34, O-P-15
    if cause is not Cause.QUESTION:
        bonus = COMPLETED if last and d.terms.completion_bonus_on_activity else 0
        return value + bonus, bonus
    factor, d.multiplier = d.multiplier, 1  # the first question after the card (R-P-25, O-P-17)
    bonus = COMPLETED if last else 0
    if d.terms.multiplier_scope == "card_and_bonus":  # O-P-16
        bonus *= factor
    return value * factor + bonus, bonus
