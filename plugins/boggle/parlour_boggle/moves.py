"""What a player may do and ask, and who may do what now. Words are in lower case.

Prompts say no more than views do. A prompt depends on what its own player has sent and on nothing
of the others: it stays as it is when somebody else enters a word.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, TypeAlias

import msgspec

from parlour import MoveSpec, Prompt, Seat, TextArg, Verb
from parlour_boggle.catalogue import _
from parlour_boggle.state import LIST_MAX, Phase, State


class Write(msgspec.Struct, frozen=True, tag="word", omit_defaults=True):
    """Put words on your list, in this order.

    `odd` holds entries that can't be words, so that the answer can name them.
    """

    words: tuple[str, ...]
    """The words."""
    odd: tuple[str, ...] = ()
    """Parts of the line that cannot be words."""

    def __repr__(self) -> str:
        """A list is a secret until time is up, and does not print."""
        return "Write()"


class TakeBack(msgspec.Struct, frozen=True, tag="take"):
    """Take words off your list (O-B-15)."""

    words: tuple[str, ...]
    """The words to take off."""

    def __repr__(self) -> str:
        """As above."""
        return "TakeBack()"


class Next(msgspec.Struct, frozen=True, tag="next"):
    """Go on to the next round or, in a round without a clock, to the reading-out."""


Move: TypeAlias = Write | TakeBack | Next

WORD: Final = Verb(
    "word",
    "word WORD ...",
    _("add words to your list; you can also just type them"),
    label=_("Add"),
)
TAKE: Final = Verb(
    "take", "take back WORD", _("take a word off your list"), label=_("Take back"), weight="side"
)
NEXT: Final = Verb(
    "next",
    "next",
    _("say that you are done or ready for the next round"),
    label=_("Next round"),
)
DONE: Final = Verb(
    "next", "next", _("say that you have found enough words"), label=_("I am done"), weight="side"
)
"""The same in a round without a clock."""
VERBS: Final = (WORD, TAKE, NEXT)

PATH: Final = Verb("path", "path WORD", _("show where a word is on the board, after the round"))
QUESTIONS: Final = (PATH,)
"""Asked of the host; no moves."""


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
