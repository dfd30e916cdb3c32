"""Guessing a whole word at any moment: the interruptive rule (R-P-35 to R-P-41)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from parlour import MoveFault, Refused, Seat
from parlour_probe.builder import Builder
from parlour_probe.catalogue import _
from parlour_probe.ending import check_word, settle, worth
from parlour_probe.heard import Guessed, NoReply, Waiting
from parlour_probe.moves import Guess
from parlour_probe.options import Terms
from parlour_probe.state import Held, Pending, Rack

RIGHT: Final = 100
"""R-P-39, beside the values of the cards."""
WRONG: Final = -50
"""R-P-40."""
COMPLETED: Final = 50
"""R-P-29; paid for a guessed word only under an option (O-P-26)."""
NO_REPLY: Final = _("That player has too few hidden cards for a word guess. Nothing has changed.")
"""The one line for a guess that comes too late, right or wrong (R-P-41, O-P-24)."""
NO_REPLY_OF_TWO: Final = _(
    "That rack has too few hidden cards for a word guess. Nothing has changed."
)
"""The same where the player has another rack, whose cards do not count (O-P-36)."""


NOT_YOURS: Final = _("You can guess a word in your own turn only. Nothing has changed.")
"""The one line for a guess in another player's turn under the French rules (O-P-24, O-P-42)."""


def allowed(d: Builder, target: Seat, index: int) -> bool:
    """Tell whether a guess counts now, or could once a card that is being chosen is up (O-P-23).

    It follows from public facts, before the guess is looked at.
    """
    return any(
        rack.owner == target
        and rack.index == index
        and may_count(d.terms, rack, d.pending, d.racks)
        for rack in d.racks
    )


def may_count(terms: Terms, rack: Rack, pending: Pending | None, racks: Sequence[Rack]) -> bool:
    """Tell whether *rack* hides enough cards, less the one that it is certain to turn up."""
    least = terms.interrupt_min_hidden
    if pending is not None and pending.owner == rack.owner:
        least += [each.index for each in racks if pending.may_be_on(each)] == [rack.index]
    return rack.hidden >= least


def check_number(d: Builder, move: Guess) -> None:
    """Raise Refused if *move* has another number of cards than the rack that it is about.

    All can count them, so it cannot be right, and costs nothing (O-P-18).
    """
    number, spaces = len(move.cards), len(d.rack(move.seat, move.rack).cards)
    if number != spaces:
        text = _.count(
            "That is 1 card, and the rack has {spaces}, blanks included. Nothing has changed.",
            "That is {n} cards, and the rack has {spaces}, blanks included. Nothing has changed.",
            number,
            spaces=spaces,
        )
        raise Refused(MoveFault.ILLEGAL, text)


def hold(d: Builder, seat: Seat, move: Guess) -> None:
    """Keep a guess until the card being chosen is up, and tell its sender alone (O-P-23)."""
    d.held += (Held(seat, move.seat, move.rack, move.cards),)
    d.tell(Waiting(seat, move.seat, move.rack, move.cards))


def judge_held(d: Builder) -> None:
    """Judge what waited, in its order, each in the position then standing (O-P-22, O-P-23)."""
    while d.held:
        guess, *rest = d.held
        d.held = tuple(rest)
        if allowed(d, guess.target, guess.index):
            judge(d, guess.guesser, Guess(guess.target, guess.cards, guess.index))
        else:
            d.tell(NoReply(guess.guesser, guess.target, guess.index))


def judge(d: Builder, seat: Seat, move: Guess) -> None:
    """Book an allowed guess and announce it to all as it would be heard at a table (O-P-21)."""
    rack = d.rack(move.seat, move.rack)
    right = move.cards == rack.cards
    factor = _factor(d, seat)
    if right:
        spaces = rack.spaces_hiding(None)
        points = _reward(d, worth(spaces), factor)
        d.turn_up(rack, *spaces)
    else:
        points = WRONG
        d.cut = d.cut or (d.terms.interrupt_wrong_ends_turn and seat == d.turn)
    score = d.book(seat, points)
    d.tell(Guessed(seat, move.seat, move.rack, move.cards, right, points, score))
    if right:
        check_word(d, rack.open())
        settle(d)


def _factor(d: Builder, seat: Seat) -> int:
    """The multiplier of a guess, used up by it; 1 unless an option says so (O-P-18)."""
    if not d.terms.multiplier_on_word_guess or seat != d.turn:
        return 1
    factor, d.multiplier = d.multiplier, 1
    return factor


def _reward(d: Builder, values: int, factor: int) -> int:
    """The points of a right guess: values and 100 (R-P-39), by the options O-P-16 and O-P-26."""
    bonus = RIGHT + (COMPLETED if d.terms.completion_bonus_with_word_guess else 0)
    if d.terms.multiplier_scope == "card_and_bonus":
        return (values + bonus) * factor
    return values * factor + bonus
