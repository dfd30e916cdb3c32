"""Challenges: is a clue one word? The dictionary decides (R-W-16, O-W-6 to O-W-8)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from parlour import Lexicon, MoveFault, Refused, Seat
from parlour_password.answers import close_window
from parlour_password.builder import Builder
from parlour_password.catalogue import _
from parlour_password.clues import fold
from parlour_password.heard import Challenged, Waived
from parlour_password.names import is_name
from parlour_password.play import end_word
from parlour_password.state import Outcome, State

PIECE: Final = 3
"""Letters of a piece of a run-together clue, for which any word of the dictionary will do."""
SHORT_WORDS: Final = (
    "ad ah am an as at ax be by do go ha he hi if in is it me my no of oh on or ow ox pa "
    "so to up us we"
)
SHORT: Final = frozenset(SHORT_WORDS.split())
"""The words of two letters that count as a piece: dictionaries have many that nobody says."""


def challenge(d: Builder, seat: Seat) -> None:
    """Give the points to the team that was right, and no answer out (O-W-7)."""
    state = d.state
    _check(state, seat)
    valid = is_one_word(state.clue, d.ctx.lexicon)
    d.tell(Challenged(seat, state.turn.giver, state.clue, not valid))
    rivals = state.opponents[1:]  # the other giver knows the word
    end_word(d, Outcome.CHALLENGE, state.turn.receivers if valid else tuple(rivals))


def waive(d: Builder, seat: Seat) -> None:
    """Note that an opponent accepts the clue. Once both have, nothing waits any more (O-W-6)."""
    _check(d.state, seat)
    d.state = replace(d.state, waived=d.state.waived | {seat})
    d.tell(Waived(seat))
    if d.state.waived.issuperset(d.state.opponents):
        close_window(d)


def is_one_word(clue: str, lexicon: Lexicon | None) -> bool:
    """Return whether *clue* is one word (O-W-8).

    It is if the dictionary has it, written as one word. If it was typed as one word, it also is
    unless it is several words of the dictionary written together. A name that we know is one word
    in any case (R-W-17): Churchill, Skywalker. Without a dictionary, it is one word if it was
    typed as one.
    """
    plain = fold(clue)
    if lexicon is None:
        return " " not in plain
    if " " in plain:
        return plain.replace(" ", "") in lexicon
    return plain in lexicon or is_name(plain) or not _is_run_together(plain, lexicon)


def _is_run_together(word: str, lexicon: Lexicon) -> bool:
    """Return whether *word* is two or more words of the dictionary written together.

    Each must be a word that a host deals, so that names we don't know rarely are.
    """

    def is_piece(piece: str) -> bool:
        if len(piece) < PIECE:
            return piece in SHORT
        return piece in lexicon and not lexicon.never_deal(piece)

    ends = {0}  # letters that are whole pieces so far
    for end in range(1, len(word) + 1):
        if any(is_piece(word[start:end]) for start in ends if end - start < len(word)):
            ends.add(end)
    return len(word) in ends


def is_open(state: State, clue: str, lexicon: Lexicon | None) -> bool:
    """Return whether anybody can challenge *clue* (O-W-6).

    Where the referee refuses two words anyway, only a clue that is not in the dictionary can be.
    """
    if state.terms.challenges or not state.opponents:
        return bool(state.opponents)
    return lexicon is not None and fold(clue) not in lexicon


def _check(state: State, seat: Seat) -> None:
    """Refuse what is no challenge now, in the same words whatever is hidden (G-2)."""
    if not (state.terms.challenges or state.opponents):
        text = _("You can't challenge clues at this table. The referee judges them.")
        raise Refused(MoveFault.ILLEGAL, text)
    if not state.open:
        raise Refused(MoveFault.ILLEGAL, _("There is no clue to challenge now."))
    if seat not in state.opponents:
        raise Refused(MoveFault.ILLEGAL, _("Only the other team can challenge this clue."))
    if seat in state.waived:
        raise Refused(MoveFault.ILLEGAL, _("You have already accepted this clue."))
