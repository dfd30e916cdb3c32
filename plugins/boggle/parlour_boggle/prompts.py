"""Who may act now, with what. Prompts say no more than views do.

A prompt depends on what its own player has sent and on nothing of the others: it stays as it is
when somebody else enters a word.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from parlour import MoveSpec, Prompt, Seat, TextArg
from parlour_boggle.moves import NEXT, TAKE, WORD
from parlour_boggle.state import Phase, State
from parlour_boggle.writing import LIST_MAX

_WRITE: Final = MoveSpec(WORD, (TextArg("words", ("cat", "house")),))
"""The examples are no hints: they are the same on every board."""
_NEXT: Final = MoveSpec(NEXT)
_CACHED: Final = 1024
"""Prompts kept for the next word: those of some fifty tables, each player's present one."""


def prompts(state: State) -> dict[Seat, Prompt]:
    """The open prompts by seat; empty when the game is over."""
    if state.phase is Phase.OVER:
        return {}
    if state.phase is Phase.PAUSE:
        prompt = Prompt((_NEXT,), due=state.due)
        return {seat: prompt for seat in state.present if seat not in state.pressed}
    takes_back = state.phase is Phase.FINDING
    found: dict[Seat, Prompt] = {}
    playing = state.waited_for
    for seat, sheet in zip(state.seats, state.sheets, strict=True):
        if seat in playing:
            last = sheet.words[-1].word if takes_back and sheet.words else None
            may_go_on = state.ends is None and seat not in state.pressed
            found[seat] = _writing(len(sheet) < LIST_MAX, last, may_go_on, state.ends)
    return found


@lru_cache(_CACHED)
def _writing(room: bool, last: str | None, may_go_on: bool, ends: int | None) -> Prompt:
    """A line without a slash is a list of words (`bare`), until the round is read out.

    *room*: the list is not full; *last*: its last word, if it can be taken back. `due` stays the
    end of the round while words on their way are waited for.
    """
    moves: list[MoveSpec] = []
    if room:
        moves.append(_WRITE)
    if last is not None:
        moves.append(MoveSpec(TAKE, (TextArg("word", (last,)),)))
    if may_go_on:
        moves.append(_NEXT)
    return Prompt(tuple(moves), bare=WORD.name, due=ends, urgent=False)
