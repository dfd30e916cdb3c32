"""Challenges: is a clue one word? The dictionary decides (R-W-16, O-W-6 to O-W-8)."""

from __future__ import annotations

from dataclasses import replace

from parlour import Lexicon, MoveFault, Refused, Seat
from parlour_password.answers import close_window
from parlour_password.clues import fold
from parlour_password.draft import Draft
from parlour_password.heard import Challenged, Waived
from parlour_password.play import end_word
from parlour_password.state import Outcome, State


def challenge(d: Draft, seat: Seat) -> None:
    """The points go to the receiver of the team that was right; an answer stays unsaid (O-W-7)."""
    state = d.state
    _check(state, seat)
    stands = is_one_word(state.clue, d.ctx.lexicon)
    d.tell(Challenged(seat, state.turn.giver, state.clue, not stands))
    _, *rivals = state.opponents  # the other giver finds nothing
    end_word(d, Outcome.CHALLENGE, state.turn.receivers if stands else tuple(rivals))


def waive(d: Draft, seat: Seat) -> None:
    """One opponent lets the clue stand; once both have, nothing is held back any more (O-W-6)."""
    _check(d.state, seat)
    d.state = replace(d.state, waived=d.state.waived | {seat})
    d.tell(Waived(seat))
    if d.state.waived.issuperset(d.state.opponents):
        close_window(d)


def is_one_word(clue: str, lexicon: Lexicon | None) -> bool:
    """Is *clue*, written as one word, in the dictionary (O-W-8)?

    Without a dictionary it is one word if it was written as one.
    """
    plain = fold(clue)
    return " " not in plain if lexicon is None else plain.replace(" ", "") in lexicon


def _check(state: State, seat: Seat) -> None:
    """Refuse what is no challenge now; the text is the same whatever is hidden (G-2)."""
    if not state.terms.challenges:
        text = "Nobody challenges at this table: the referee judges the clues."
        raise Refused(MoveFault.ILLEGAL, text)
    if state.window is None:
        raise Refused(MoveFault.ILLEGAL, "There is no clue to challenge now.")
    if seat not in state.opponents:
        raise Refused(MoveFault.ILLEGAL, "Only the opponents of its giver may challenge a clue.")
    if seat in state.waived:
        raise Refused(MoveFault.ILLEGAL, "You have let this clue stand.")
