"""What words are and what they are worth: verdicts, crossing off, points, the reading-out."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, TypeAlias

from parlour import Context, Lexicon, MoveFault, Refused, Seat
from parlour_boggle.board import Board, paths
from parlour_boggle.catalogue import _
from parlour_boggle.options import Terms
from parlour_boggle.solver import find
from parlour_boggle.state import Graded, Group, Reading, Sheet, Verdict
from parlour_boggle.stored import LONGEST
from parlour_boggle.worth import BONUS, shortest, worth

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


class Judge:
    """Judges the words of one board."""

    def __init__(self, board: Board, lexicon: Lexicon) -> None:
        self._board = board
        self._lexicon = lexicon

    def verdict(self, word: str) -> Verdict:
        """Judge *word* by itself, no matter who has it (O-B-7)."""
        if len(word) < shortest(self._board.size):
            return Verdict.SHORT
        if next(paths(self._board, word), None) is None:
            return Verdict.NOT_ON_BOARD
        return Verdict.OK if word in self._lexicon else Verdict.NOT_A_WORD


def read_out(
    terms: Terms, board: Board, lexicon: Lexicon, sheets: Mapping[Seat, Sheet]
) -> Reading:
    """Judge all lists of a round. A word on two or more lists is crossed off (R-B-8)."""
    judge = Judge(board, lexicon)
    good = _good(board, lexicon, every=terms.challenge_path == "every")
    written = {seat: [each.word for each in sheet.words] for seat, sheet in sheets.items()}
    times = Counter(word for words in written.values() for word in words)
    bad: dict[str, _Worth] = {
        word: (judge.verdict(word), -terms.illegal_penalty, 0)
        for word in times
        if word not in good
    }

    def judged(word: str) -> _Worth:
        if word in bad:
            return bad[word]
        return good[word] if times[word] == 1 else (Verdict.CROSSED, 0, 0)

    lists: list[Graded] = []
    for seat, sheet in sheets.items():
        words = [(judged(word), word) for word in sorted(written[seat])]
        words += [((Verdict.REPEAT, 0, 0), word) for word in sorted(sheet.again)]
        words += [((Verdict.LATE, 0, 0), word) for word in sorted(sheet.late)]
        groups = _grouped(words)
        points = sum(group.points * len(group.words) for group in groups)
        lists.append(Graded(seat, points, groups))
    left = [word for word in good if word not in times and not lexicon.never_deal(word)]
    best = sorted(
        left, key=lambda word: (_rareness(word, lexicon), -good[word][1], -len(word), word)
    )[:MISSED]
    return Reading(
        lists=tuple(lists),
        missed=_grouped((good[word], word) for word in best),
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


def _grouped(words: Iterable[tuple[_Worth, str]]) -> tuple[Group, ...]:
    """Words with the same verdict and worth together, the best first."""
    groups: dict[_Worth, list[str]] = {}
    for worth_of, word in words:
        groups.setdefault(worth_of, []).append(word)
    order = sorted(groups, key=lambda key: (_ORDER.index(key[0]), -key[1], -key[2]))
    return tuple(Group(*key, tuple(groups[key])) for key in order)


def lengths_of(groups: Sequence[Group], counts: Sequence[int]) -> tuple[int, ...]:
    """*counts* (how many words by their letters) with the words that score added."""
    found = list(counts)
    for group in groups:
        if group.verdict is Verdict.OK:
            for word in group.words:
                found[len(word)] += 1
    return tuple(found)
