"""Challenges: is a clue one word? The dictionary decides (R-W-16, O-W-6 to O-W-8)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from parlour import Lexicon, MoveFault, Refused, Seat
from parlour_password.answers import close_window
from parlour_password.builder import Builder
from parlour_password.clues import fold
from parlour_password.heard import Challenged, Waived
from parlour_password.play import end_word
from parlour_password.state import Outcome, State

HALF: Final = 3
"""Letters that each half of two words written together has at least (O-W-8)."""


def challenge(d: Builder, seat: Seat) -> None:
    """The points go to the receiver of the team that was right; an answer stays unsaid (O-W-7)."""
    state = d.state
    _check(state, seat)
    lexicon = d.ctx.lexicon
    stands = is_one_word(state.clue, lexicon)
    if state.old and lexicon is not None:
        stands = fold(state.clue).replace(" ", "") in lexicon
    d.tell(Challenged(seat, state.turn.giver, state.clue, not stands))
    _, *rivals = state.opponents  # the other giver finds nothing
    end_word(d, Outcome.CHALLENGE, state.turn.receivers if stands else tuple(rivals))


def waive(d: Builder, seat: Seat) -> None:
    """One opponent lets the clue stand; once both have, nothing is held back any more (O-W-6)."""
    _check(d.state, seat)
    d.state = replace(d.state, waived=d.state.waived | {seat})
    d.tell(Waived(seat))
    if d.state.waived.issuperset(d.state.opponents):
        close_window(d)


def is_one_word(clue: str, lexicon: Lexicon | None) -> bool:
    """Is *clue* one word (O-W-8)?

    It is if the dictionary has it, written as one word. Typed as one word it is also if it cannot
    be two words of the dictionary written together; so names stand. Words that a host does not
    offer are no such halves: Hitchcock stands as well. Without a dictionary it is one word if it
    was typed as one.
    """
    plain = fold(clue)
    if lexicon is None:
        return " " not in plain
    return plain.replace(" ", "") in lexicon or (" " not in plain and not _is_two(plain, lexicon))


def _is_two(word: str, lexicon: Lexicon) -> bool:
    """Can *word* be split into two words of the dictionary?"""
    return any(
        all(half in lexicon and not lexicon.never_deal(half) for half in (word[:at], word[at:]))
        for at in range(HALF, len(word) - HALF + 1)
    )


def is_open(state: State, clue: str, lexicon: Lexicon | None) -> bool:
    """Can *clue* be challenged at all (O-W-6)?

    Where the referee refuses two words himself, only what is not in the dictionary can.
    """
    if state.terms.challenges or not state.opponents:
        return bool(state.opponents)
    return lexicon is not None and fold(clue) not in lexicon


def _check(state: State, seat: Seat) -> None:
    """Refuse what is no challenge now; the text is the same whatever is hidden (G-2)."""
    if not (state.terms.challenges or state.opponents):
        text = "You can't challenge clues at this table. The referee judges them."
        raise Refused(MoveFault.ILLEGAL, text)
    if state.window is None:
        raise Refused(MoveFault.ILLEGAL, "There is no clue to challenge now.")
    if seat not in state.opponents:
        raise Refused(MoveFault.ILLEGAL, "Only the other team can challenge this clue.")
    if seat in state.waived:
        raise Refused(MoveFault.ILLEGAL, "You have already accepted this clue.")
