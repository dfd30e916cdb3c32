"""The words of Password, cards of five, and the words of a whole game (R-W-2, R-W-14, O-W-20).

The deck is our own list in three difficulties, `data/deck.txt`. If you edit it, read
docs/games/password-deck.md. A table may use one of the host's word lists instead (`pool_of`).
All words are dealt when the game begins, those for a tie too.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from hashlib import sha256
from importlib import resources
from itertools import accumulate, chain, filterfalse, islice, permutations
from random import Random
from typing import Final, Literal, Protocol, TypeAlias, get_args

import msgspec

from parlour import Context, Lexicon, MoveFault, Refused, Seat, Setup
from parlour_password.catalogue import _
from parlour_password.forms import judge
from parlour_password.options import ALL, AUTO, DECK, FIRST, Terms
from parlour_password.state import Side, Word

Difficulty: TypeAlias = Literal["easy", "medium", "hard"]
DIFFICULTIES: Final[tuple[Difficulty, ...]] = get_args(Difficulty)

DIGEST: Final = "3e5c722470e0594c4e97482cd930a3ee7c1f49b6c7f2769a74532bac020371d1"
"""What `digest` gives for the deck as it is shipped: the game's version names it, for other
words are another game. A test fails when the words change and this does not."""

SIZE: Final = 5
"""Words of a card; the fifth is starred (R-W-2)."""
MIXED: Final[Mapping[Difficulty, int]] = {"easy": 2, "medium": 2, "hard": 1}
"""Words of each difficulty on a card of all three, the starred one being the hard one."""
SHORTEST: Final = 3
LONGEST: Final = 12
"""Letters of a word. Of one or two there is little to clue; longer ones are rarely common."""
TRIES: Final = 200
"""Deals thrown away because a card has two words that are kin, before giving up. Of the deck,
less than one deal in fifty is thrown away."""

Card: TypeAlias = tuple[str, ...]
Kin: TypeAlias = Callable[[str, str], bool]
"""Is the second word a part or a form of the first?"""


class Pool(Protocol):
    """Words to deal from, all different: a tuple, or what `pool_of` gives."""

    def __len__(self) -> int: ...
    def __getitem__(self, index: int, /) -> str: ...


# --- the words --------------------------------------------------------------------------


def words(difficulty: Difficulty) -> tuple[str, ...]:
    """All words of that difficulty: lower case, in alphabetical order."""
    return _deck()[difficulty]


def digest() -> str:
    """SHA-256, hexadecimal, over the words of the deck and their difficulties."""
    lines = (f"{difficulty}: {' '.join(words(difficulty))}\n" for difficulty in DIFFICULTIES)
    return sha256("".join(lines).encode()).hexdigest()


@cache
def _deck() -> Mapping[str, tuple[str, ...]]:
    """The words by difficulty, read when first asked for."""
    text = resources.files("parlour_password").joinpath("data", "deck.txt").read_text("ascii")
    by_difficulty: dict[str, list[str]] = {difficulty: [] for difficulty in DIFFICULTIES}
    for line in text.splitlines():
        if not line.startswith("#"):
            word, difficulty = line.split()
            by_difficulty[difficulty].append(word)
    return {difficulty: tuple(sorted(found)) for difficulty, found in by_difficulty.items()}


def pool_of(lexicon: Lexicon) -> Pool:
    """The words of *lexicon* that are neither too short nor too long for a card.

    Deal from them with `barred=lexicon.never_deal`. A list may have 300,000 words, and to look
    at each takes seconds; so they are read one by one, when they are drawn.
    """
    return _Listed([lexicon.words(length) for length in range(SHORTEST, LONGEST + 1)])


class _Listed:
    """Several sequences of words as if they were one."""

    def __init__(self, parts: Sequence[Sequence[str]]) -> None:
        self._parts = parts
        self._ends = list(accumulate(map(len, parts)))

    def __len__(self) -> int:
        return self._ends[-1]

    def __getitem__(self, index: int, /) -> str:
        part = bisect_right(self._ends, index)
        return self._parts[part][index - self._ends[part]]


# --- dealing ----------------------------------------------------------------------------


def deal_cards(
    rng: Random,
    pool: Pool,
    cards: int,
    *,
    size: int = SIZE,
    barred: Callable[[str], bool] = lambda word: False,
    kin: Kin = lambda one, other: False,
) -> tuple[Card, ...]:
    """Deal *cards* cards of *size* words, all ways equally likely.

    No word comes twice, none is *barred*, and no two words of a card are *kin*, one way or the
    other. Raises ValueError if the pool has too few words, or too few that are not kin.
    """
    return _deal(rng, [(pool, size)], cards, barred, kin)


def deal_mixed(
    rng: Random, cards: int, *, kin: Kin = lambda one, other: False
) -> tuple[Card, ...]:
    """As `deal_cards`, from all difficulties: each card begins easy and ends hard (`MIXED`)."""
    draws = [(words(difficulty), number) for difficulty, number in MIXED.items()]
    return _deal(rng, draws, cards, lambda word: False, kin)


def _deal(
    rng: Random,
    draws: Sequence[tuple[Pool, int]],
    cards: int,
    barred: Callable[[str], bool],
    kin: Kin,
) -> tuple[Card, ...]:
    """Deal cards with so many words of each pool.

    If a card is bad we deal all of them again. To change only that card would make some deals more
    likely than others.
    """
    for _attempt in range(TRIES):
        drawn = [_draw(rng, pool, cards * number, barred) for pool, number in draws]
        dealt = tuple(
            tuple(chain.from_iterable(part[card::cards] for part in drawn))
            for card in range(cards)
        )
        if not any(kin(*pair) for card in dealt for pair in permutations(card, 2)):
            return dealt
    text = _("its words are too similar; {tries} deals all put two alike on one card", tries=TRIES)
    raise ValueError(text)


def _draw(rng: Random, pool: Pool, number: int, barred: Callable[[str], bool]) -> list[str]:
    """Draw *number* words that are not *barred*, all orders equally likely."""
    drawn = list(islice(filterfalse(barred, _shuffled(rng, pool)), number))
    if len(drawn) < number:
        text = _("the game needs {number} words, and it has only {has}")
        raise ValueError(text.filled(number=number, has=len(drawn)))
    return drawn


def _shuffled(rng: Random, pool: Pool) -> Iterator[str]:
    """Yield all words in random order. We shuffle only as far as somebody reads."""
    number = len(pool)
    moved: dict[int, int] = {}  # by place: the word there, if not its own
    for at in range(number):
        taken = rng.randrange(at, number)
        yield pool[moved.get(taken, taken)]
        moved[taken] = moved.get(at, at)


Sides: TypeAlias = tuple[Side, ...]
Teams: TypeAlias = tuple[tuple[Seat, Seat], ...]


class Deal(msgspec.Struct, frozen=True):
    """What a game begins with; fields as in `State`."""

    teams: Teams
    words: tuple[Word, ...]
    extra: tuple[Word, ...]


def deal(terms: Terms, setup: Setup, ctx: Context) -> Deal:
    """Set up a game for four, three or two. Raises Refused if it cannot be played like this."""
    teams = _teams(setup)
    if len(teams) == 2:
        lists = _lists_of_four(terms, teams, ctx)
    elif teams:
        lists = _lists_of_two(terms, setup.seats, ctx)
    else:
        lists = _lists_of_three(terms, setup.seats, ctx)
    number = len(lists) + (terms.tiebreak == "extra_word")
    cards = _cards(terms, ctx, number, first=setup.version == FIRST)
    played = [
        [Word(f"{name}{row}", word, row == SIZE, sides) for row, word in enumerate(card, 1)]
        for (name, sides), card in zip(lists, cards, strict=False)
    ]
    extra = [
        Word(f"{name}{SIZE + 1}", word, False, sides)
        for card in cards[len(lists) :]
        for (name, sides), word in zip(lists, card, strict=False)
    ]
    return Deal(
        teams=teams,
        words=tuple(chain(*zip(*played, strict=True)) if teams else chain(*played)),
        extra=tuple(extra),
    )


def _teams(setup: Setup) -> Teams:
    """Who plays together: none of three. The team of the first seat is the first.

    Two people with two bots are partners, unless the table or the version of the rules says that
    only seats count.
    """
    seats = setup.seats
    if len(seats) == 2:
        return ((seats[0], seats[1]),)
    if len(seats) == 3:
        return ()
    first, second, third, fourth = seats
    by_seats = setup.version == FIRST or setup.options["teams"] != AUTO
    partner = third
    if not by_seats and len(setup.bots) == 2:
        partner = next(s for s in seats[1:] if (s in setup.bots) == (first in setup.bots))
    one, other = (seat for seat in (second, third, fourth) if seat != partner)
    return ((first, partner), (one, other))


def _lists_of_four(terms: Terms, teams: Teams, ctx: Context) -> Sequence[tuple[str, Sides]]:
    """Lists A and B, who gives and who leads (R-W-3, R-W-10, O-W-1, O-W-2)."""
    (a, c), (b, d) = teams
    first = terms.starting_team
    if first == "random":
        first = ctx.rng.choice(("1", "2"))
    of_a = (Side(a, (c,)), Side(b, (d,)))
    of_b = (Side(c, (a,)), Side(d, (b,)))
    if first == "2":
        of_a = of_a[::-1]
    if (first == "2") == (terms.lead == "same"):
        of_b = of_b[::-1]
    return [("A", of_a), ("B", of_b)]


def _lists_of_two(
    terms: Terms, seats: tuple[Seat, ...], ctx: Context
) -> Sequence[tuple[str, Sides]]:
    """Lists A and B: both give one and receive the other."""
    giver = _giver(terms, seats, ctx)
    (other,) = (seat for seat in seats if seat != giver)
    return [("A", (Side(giver, (other,)),)), ("B", (Side(other, (giver,)),))]


def _lists_of_three(
    terms: Terms, seats: tuple[Seat, ...], ctx: Context
) -> Sequence[tuple[str, Sides]]:
    """One gives and two compete; or three games of which each gives one (O-W-26)."""
    at = seats.index(_giver(terms, seats, ctx))
    if not terms.rotate_giver:
        return [("", _gives(seats[at], seats))]
    givers = (*seats[at:], *seats[:at])
    return [(f"{game}-", _gives(giver, seats)) for game, giver in enumerate(givers, 1)]


def _giver(terms: Terms, seats: tuple[Seat, ...], ctx: Context) -> Seat:
    if terms.giver == "random":
        return ctx.rng.choice(seats)
    giver = Seat(int(terms.giver))
    if giver not in seats:
        text = _("giver={giver} is an empty seat. Choose a taken seat or random.", giver=giver)
        raise Refused(MoveFault.ILLEGAL, text)
    return giver


def _gives(giver: Seat, seats: Sequence[Seat]) -> Sides:
    """*giver* gives to all others (R-W-24)."""
    return (Side(giver, tuple(seat for seat in seats if seat != giver)),)


def as_three(to_come: Sequence[Word], seats: tuple[Seat, ...], first: Seat) -> tuple[Word, ...]:
    """Words of a game of four as the three at *seats* play them (O-W-22).

    The giver goes round word by word, *first* beginning.
    """
    at = seats.index(first)
    return tuple(
        replace(word, sides=_gives(seats[(at + number) % len(seats)], seats))
        for number, word in enumerate(to_come)
    )


def _cards(terms: Terms, ctx: Context, number: int, *, first: bool) -> Sequence[Card]:
    """So many cards; no word comes twice (O-W-20). *first*: by the first version of the rules."""
    lexicon = ctx.lists.get(DECK)
    kin = partial(_are_kin, first=first)
    try:
        if lexicon is not None:
            own, barred = pool_of(lexicon), lexicon.never_deal
            return deal_cards(ctx.rng, own, number, barred=barred, kin=kin)
        if terms.deck == ALL:
            return deal_mixed(ctx.rng, number, kin=kin)
        pool = next(words(each) for each in DIFFICULTIES if each == terms.deck)
        return deal_cards(ctx.rng, pool, number, kin=kin)
    except ValueError as error:
        text = _("You can't use deck={deck}: {error}.", deck=terms.deck, error=str(error))
        raise Refused(MoveFault.ILLEGAL, text) from None


def _are_kin(one: str, other: str, *, first: bool) -> bool:
    return judge(one, other, first=first) is not None
