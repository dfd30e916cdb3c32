"""While a round runs: words come onto a list and off it.

With `verdicts=deferred` a word is noted without a look at the board or the word list, so that
neither the answer nor the time it takes tells anything but its length. Other players' lists are
never looked at.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from parlour import Context, MoveFault, Refused, Seat, Step
from parlour_boggle.catalogue import _
from parlour_boggle.heard import Event, Noted, Taken
from parlour_boggle.judging import Judge, lexicon_of
from parlour_boggle.moves import TakeBack, Write
from parlour_boggle.state import Group, Sheet, State, Verdict, Written
from parlour_boggle.stored import LONGEST
from parlour_boggle.worth import shortest

LIST_MAX: Final = 400
"""Words a player may send in a round: more than anyone writes in three minutes, few enough that
the longest list fits into one line for a program (16 KiB)."""
FULL: Final = _(
    "Your list is full: it has room for {most} words. <<To remove one: /take back WORD>>",
    most=LIST_MAX,
)
TOO_LATE: Final = _("Time is up. You can't change your list.")

WORD: Final = re.compile(rf"[a-z]{{1,{LONGEST}}}")
"""What can stand on a list; a longer one could be on no board."""


def write(state: State, seat: Seat, move: Write, ctx: Context) -> Step[State, Event]:
    """Put words on the list of *seat*; what comes too late is only remembered as such (O-B-6)."""
    if not all(map(WORD.fullmatch, move.words)):
        raise Refused(MoveFault.MALFORMED, _("Words have only the letters a to z."))
    sheet = state.sheet(seat)
    fresh = [word for word in dict.fromkeys(move.words) if not sheet.has(word)]
    again = _again(sheet, move.words)
    if fresh and len(sheet) + len(fresh) > LIST_MAX:
        raise Refused(MoveFault.ILLEGAL, FULL)
    if in_time(state, ctx):
        written = tuple(_judged(state, fresh, ctx))
        new = Sheet((*sheet.words, *written), _union(sheet.again, again), sheet.late)
    else:
        written = tuple(Written(word, Verdict.LATE) for word in fresh)
        new = Sheet(sheet.words, sheet.again, _union(sheet.late, fresh))
    groups = tuple(grouped((*written, *(Written(word, Verdict.REPEAT) for word in again))))
    noted = Noted(seat, groups, move.odd, len(new.words))
    return Step(_with_sheet(state, seat, new), (noted,))


def take_back(state: State, seat: Seat, move: TakeBack, ctx: Context) -> Step[State, Event]:
    """Take words off the list of *seat*, as long as time is not up (O-B-15)."""
    sheet = state.sheet(seat)
    for word in move.words:
        if not sheet.has(word):
            raise Refused(MoveFault.ILLEGAL, _("{word} isn't on your list.", word=word))
    if not in_time(state, ctx):
        raise Refused(MoveFault.ILLEGAL, TOO_LATE)
    gone = frozenset(move.words)
    words = tuple(written for written in sheet.words if written.word not in gone)
    again = tuple(word for word in sheet.again if word not in gone)
    taken = Taken(seat, move.words, len(words))
    return Step(_with_sheet(state, seat, Sheet(words, again, sheet.late)), (taken,))


def in_time(state: State, ctx: Context) -> bool:
    """Return whether the player sent this line in time. It is credited `lag_credit` at most.

    The board reached the player half a round trip after it left, and their word takes the other
    half to arrive. So with a whole round trip they had as long as a player beside the host.
    """
    if state.ends is None:
        return True
    return ctx.now - min(ctx.lag, state.terms.lag_credit) <= state.ends


def grouped(words: Iterable[Written]) -> Iterator[Group]:
    """Words by what is known of them, in the order in which they came. Nothing counts yet."""
    by_verdict: dict[Verdict, list[str]] = {}
    for written in words:
        by_verdict.setdefault(written.verdict, []).append(written.word)
    for verdict, found in by_verdict.items():
        yield Group(verdict, 0, 0, tuple(found))


def _judged(state: State, words: Iterable[str], ctx: Context) -> Iterator[Written]:
    """*words* as they come onto the list. One that is too short is called so at once, which
    tells nothing but its own length (O-B-15).
    """
    if not state.terms.immediate:
        least = shortest(state.board.size)
        for word in words:
            yield Written(word, Verdict.NOTED if len(word) >= least else Verdict.SHORT)
        return
    judge = Judge(state.board, lexicon_of(ctx))
    for word in words:
        yield Written(word, judge.verdict(word))


def _again(sheet: Sheet, words: tuple[str, ...]) -> tuple[str, ...]:
    """Which of *words* are on the list already, or are twice in the line (O-B-5)."""
    seen = {written.word for written in sheet.words}
    found: dict[str, None] = {}
    for word in words:
        if word in seen:
            found[word] = None
        seen.add(word)
    return tuple(found)


def _union(one: Sequence[str], two: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*one, *two)))


def _with_sheet(state: State, seat: Seat, sheet: Sheet) -> State:
    at = state.seats.index(seat)
    return replace(state, sheets=(*state.sheets[:at], sheet, *state.sheets[at + 1 :]))
