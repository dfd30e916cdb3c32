"""Who may act now, with what. Prompts say no more than views do.

A prompt depends on what its own player has sent and on nothing of the others: it stays as it is
when somebody else enters a word.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from parlour import MoveSpec, Prompt, Seat, TextArg
from parlour_boggle.catalogue import _
from parlour_boggle.moves import DONE, NEXT, TAKE, WORD
from parlour_boggle.state import Phase, State
from parlour_boggle.writing import LIST_MAX

_WRITE: Final = MoveSpec(WORD, (TextArg("words", ("cat", "house"), label=_("Words")),))
"""The examples are no hints: they are the same on every board."""
_NEXT: Final = MoveSpec(NEXT)
_DONE: Final = MoveSpec(DONE)
_OFFERED: Final = 40
"""Words of a list that are offered to be taken back, the last ones: each word sends them again."""
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
            last = sheet.words[-_OFFERED:][::-1] if takes_back else ()
            own = tuple([each.word for each in last])
            may_go_on = state.ends is None and seat not in state.pressed
            found[seat] = _writing(len(sheet) < LIST_MAX, own, may_go_on, state.ends)
    return found


@lru_cache(_CACHED)
def _writing(room: bool, own: tuple[str, ...], may_go_on: bool, ends: int | None) -> Prompt:
    """A line without a slash is a list of words (`bare`), until the round is read out.

    *room*: the list is not full; *own*: its last words, the last one first, if they can be taken
    back. `due` stays the end of the round while words on their way are waited for.
    """
    moves: list[MoveSpec] = []
    if room:
        moves.append(_WRITE)
    if own:
        word = TextArg("word", own[:1], label=_("Word"), known=own, default=own[0])
        moves.append(MoveSpec(TAKE, (word,)))
    if may_go_on:
        moves.append(_DONE)
    return Prompt(tuple(moves), bare=WORD.name, due=ends, urgent=False)
