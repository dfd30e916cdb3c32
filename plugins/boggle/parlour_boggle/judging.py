"""Words on a list: how they come onto it and off it, what they are, and what they are worth.

Whether the board can spell a word is told at once: everybody sees the board. With
`verdicts=deferred` it is then noted without a look at the word list, so that neither the answer
nor the time it takes tells whether it is good. Other players' lists are looked at only when all
are read out.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Final, TypeAlias

from msgspec.structs import replace

from parlour import Context, Lexicon, MoveFault, Refused, Seat, Step
from parlour_boggle.automaton import LONGEST
from parlour_boggle.board import BONUS, Board, paths, shortest, worth
from parlour_boggle.catalogue import _
from parlour_boggle.heard import Event, Noted, Taken
from parlour_boggle.moves import TakeBack, Write
from parlour_boggle.options import Terms
from parlour_boggle.solver import find
from parlour_boggle.state import (
    LIST_MAX,
    SCORING,
    Graded,
    Group,
    Reading,
    Sheet,
    State,
    Verdict,
    Written,
)

MISSED: Final = 12
"""At most this many of the words that nobody found are read out: two lines of a screen."""
FAMILIAR: Final = (35, 50, 70)
"""Bands up to which words are common, less common and uncommon; beyond, they are rare.

Of the words that nobody found, players care about those that they knew."""

NO_LENGTHS: Final = (0,) * (LONGEST + 1)
"""How many words of 0, 1, 2 ... letters have scored for somebody who has not played yet."""
_ORDER: Final = tuple(Verdict)

_Worth: TypeAlias = tuple[Verdict, int, int]
"""What a word is, its points, and what they contain for the challenge cube: as in `Group`."""


def lexicon_of(ctx: Context) -> Lexicon:
    """The table's word list. Raises Refused if there is none: nobody could judge a word."""
    if ctx.lexicon is None:
        text = _("Boggle needs a word list, and this table has none.")
        raise Refused(MoveFault.ILLEGAL, text)
    return ctx.lexicon


def judged(terms: Terms, board: Board, lexicon: Lexicon | None, word: str) -> Written:
    """Judge *word* by itself, no matter who has it (O-B-7); without a *lexicon*, by the board."""
    if len(word) < shortest(board.size):
        return Written(word, Verdict.SHORT)
    ways = paths(board, word)
    first = next(ways, None)
    if first is None:
        return Written(word, Verdict.NOT_ON_BOARD)
    if lexicon is None:
        return Written(word, Verdict.NOTED)
    if word not in lexicon:
        return Written(word, Verdict.NOT_A_WORD)
    uses = (board.challenge in path for path in chain((first,), ways))
    challenge = board.challenge is not None
    every = terms.challenge_path == "every"
    bonus = BONUS if challenge and (all(uses) if every else any(uses)) else 0
    points = worth(word, challenge=challenge) + bonus
    return Written(word, Verdict.OK, points, bonus, lexicon.printed(word)[0])


def read_out(
    terms: Terms, board: Board, lexicon: Lexicon, sheets: Mapping[Seat, Sheet]
) -> Reading:
    """Judge all lists of a round. A word on two or more lists is crossed off (R-B-8).

    With `scoring=all` it counts, and a word on one list only counts twice.
    """
    good = _good(board, lexicon, every=terms.challenge_path == "every")
    written = {seat: [each.word for each in sheet.words] for seat, sheet in sheets.items()}
    times = Counter(word for words in written.values() for word in words)
    bad: dict[str, _Worth] = {
        word: (judged(terms, board, lexicon, word).verdict, -terms.illegal_penalty, 0)
        for word in times
        if word not in good
    }

    def worth_of(word: str) -> _Worth:
        if word in bad:
            return bad[word]
        verdict, points, bonus = good[word]
        if terms.scoring == "all" and len(sheets) > 1:
            twice = (verdict, 2 * points, 2 * bonus)
            return twice if times[word] == 1 else (Verdict.SHARED, points, bonus)
        return good[word] if times[word] == 1 else (Verdict.CROSSED, 0, 0)

    lists: list[Graded] = []
    for seat, sheet in sheets.items():
        words = [(worth_of(word), word) for word in sorted(written[seat])]
        words += [((Verdict.REPEAT, 0, 0), word) for word in sorted(sheet.again)]
        words += [((Verdict.LATE, 0, 0), word) for word in sorted(sheet.late)]
        groups = _grouped(words, lexicon)
        points = sum(group.points * len(group.words) for group in groups)
        lists.append(Graded(seat, points, groups))
    left = [word for word in good if word not in times and not lexicon.never_deal(word)]
    best = sorted(
        left, key=lambda word: (_rareness(word, lexicon), -good[word][1], -len(word), word)
    )[:MISSED]
    return Reading(
        lists=tuple(lists),
        missed=_grouped(((good[word], word) for word in best), lexicon),
        words=len(good),
        points=sum(points for _, points, _ in good.values()),
        found=len(times) - len(bad),
    )


def _rareness(word: str, lexicon: Lexicon) -> int:
    """Return 0 for a word that everybody knows, and more for rarer ones.

    In a list without bands all words are equally common.
    """
    return bisect_left(FAMILIAR, lexicon.band(word) or 0)


def _good(board: Board, lexicon: Lexicon, *, every: bool) -> dict[str, _Worth]:
    """What each word of *board* brings if nobody else has it (R-B-9, R-B-17, R-B-18)."""
    found = find(board, lexicon)
    extra = found.bonus(every=every)
    challenge = board.challenge is not None
    worths: dict[str, _Worth] = {}
    for word in found.words:
        bonus = BONUS if word in extra else 0
        worths[word] = Verdict.OK, worth(word, challenge=challenge) + bonus, bonus
    return worths


def _grouped(words: Iterable[tuple[_Worth, str]], lexicon: Lexicon) -> tuple[Group, ...]:
    """Words with the same verdict and worth together, the best first."""
    groups: dict[_Worth, list[str]] = {}
    for worth_of, word in words:
        groups.setdefault(worth_of, []).append(word)
    order = sorted(groups, key=lambda key: (_ORDER.index(key[0]), -key[1], -key[2]))
    return tuple(
        _group(key, groups[key], [lexicon.printed(word)[0] for word in groups[key]])
        for key in order
    )


def _group(worth_of: _Worth, words: Sequence[str], printed: Sequence[str]) -> Group:
    """Return the group of *words*, and how they are *printed*; an empty one reads as it is."""
    shown = tuple([own or word for own, word in zip(printed, words, strict=True)])
    return Group(*worth_of, tuple(words), () if shown == (*words,) else shown)


def lengths_of(groups: Sequence[Group], counts: Sequence[int]) -> tuple[int, ...]:
    """*counts* (how many words by their letters) with the words that score added."""
    found = list(counts)
    for group in groups:
        if group.verdict in SCORING:
            for word in group.words:
                found[len(word)] += 1
    return tuple(found)


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
    if fresh and len(sheet) + len(fresh) > LIST_MAX:
        raise Refused(MoveFault.ILLEGAL, FULL)
    if in_time(state, ctx):
        lexicon = lexicon_of(ctx) if state.terms.immediate else None
        written = [judged(state.terms, state.board, lexicon, word) for word in fresh]
        words = (*sheet.words, *written)
        again = _again(sheet, words, move.words)
        new = Sheet(words, _union(sheet.again, again), sheet.late)
    else:
        written = [Written(word, Verdict.LATE) for word in fresh]
        again = _again(sheet, sheet.words, move.words)
        new = Sheet(sheet.words, sheet.again, _union(sheet.late, fresh))
    repeated = [Written(word, Verdict.REPEAT) for word in again]
    bad = [each for each in sheet.words if each.word in move.words and not each.may_score]
    groups = tuple(grouped((*written, *repeated, *bad)))
    noted = Noted(seat, groups, move.odd, new.count, _total(state, new))
    return Step(_with_sheet(state, seat, new), (noted,))


def _total(state: State, sheet: Sheet) -> int | None:
    return sheet.points if state.terms.immediate else None


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
    new = Sheet(words, again, sheet.late)
    taken = Taken(seat, move.words, new.count, _total(state, new))
    return Step(_with_sheet(state, seat, new), (taken,))


def in_time(state: State, ctx: Context) -> bool:
    """Return whether the player sent this line in time. It is credited `lag_credit` at most.

    The board reached the player half a round trip after it left, and their word takes the other
    half to arrive. So with a whole round trip they had as long as a player beside the host.
    """
    if state.ends is None:
        return True
    return ctx.now - min(ctx.lag, state.terms.lag_credit) <= state.ends


def grouped(words: Iterable[Written]) -> Iterator[Group]:
    """Words by what is known of them, in the order in which they came."""
    groups: dict[_Worth, list[Written]] = {}
    for each in words:
        groups.setdefault((each.verdict, each.points, each.bonus), []).append(each)
    for worth_of, found in groups.items():
        yield _group(worth_of, [each.word for each in found], [each.printed for each in found])


def _again(before: Sheet, now: Iterable[Written], words: tuple[str, ...]) -> tuple[str, ...]:
    """Which of *words* were on the list *before*, or are twice in the line (O-B-5). Those of them
    that are known to score nothing are not called so: what they are is told once more.
    """
    seen = {written.word for written in before.words}
    scoring = {written.word for written in now if written.may_score}
    found: dict[str, None] = {}
    for word in words:
        if word in seen and word in scoring:
            found[word] = None
        seen.add(word)
    return tuple(found)


def _union(one: Sequence[str], two: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*one, *two)))


def _with_sheet(state: State, seat: Seat, sheet: Sheet) -> State:
    at = state.seats.index(seat)
    return replace(state, sheets=(*state.sheets[:at], sheet, *state.sheets[at + 1 :]))
