"""What a bot remembers, what it may do, and what `sharp` asks, guesses and shows.

A turn goes on until the first miss. If questions did not depend on each other, the best order
of them would be by gain when it hits times the chance of a hit, over the chance of a miss:
sure ones first, then what risks the turn for the most. That is the measure used here.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from math import prod
from random import Random
from string import digits
from typing import Final, TypeAlias, TypeVar

import msgspec
from msgspec.structs import replace

from parlour import ChoiceArg, Lexicon, MoveSpec, Prompt, Seat, SeatArg, Verb
from parlour_probe.bots.odds import Chance, Known, reckon, still_possible
from parlour_probe.bots.words import frequency
from parlour_probe.decks import BLANK, HIDDEN, SIDES, VALUES
from parlour_probe.heard import Asked, Guessed, ProbeHeard, Turn
from parlour_probe.moves import ASK, GUESS, HIDE, SHOW, Ask, Guess, Recite
from parlour_probe.options import Terms
from parlour_probe.turn import COMPLETED, NO_BLANK, RIGHT_GUESS, WRONG_GUESS
from parlour_probe.views import View

RackKey: TypeAlias = tuple[Seat, int]
"""A rack: its owner and its index."""
Moves: TypeAlias = Mapping[str, Sequence[MoveSpec]]
"""What a prompt offers, by the names of the verbs. A verb can have several specs."""
Card: TypeAlias = tuple[int, int]
"""A card of the bot's own: the index of the rack, and the space."""
_NOBODY: Final[tuple[Seat, ...]] = ()
_MARKS: Final = tuple(side[:1].upper() for side in SIDES)
"""The letter typed before the space of a card, by the index of the rack."""


def opened(prompt: Prompt) -> Moves:
    """The moves that are open by the names of their verbs; a verb can have several."""
    found: dict[str, list[MoveSpec]] = {}
    for spec in prompt.moves:
        found.setdefault(spec.verb.name, []).append(spec)
    return found


def asks(moves: Moves) -> tuple[tuple[Seat, ...], tuple[str, ...]]:
    """Who may be asked, and for what."""
    spec = _only(moves, ASK)
    return _seats(spec), _choices(spec)


def hides(moves: Moves) -> int:
    """The rack on which a word may be hidden, of two the left one first."""
    return _indexes(_only(moves, HIDE))[0]


def guesses(moves: Moves) -> tuple[RackKey, ...]:
    """The racks whose word may be named."""
    return tuple(
        (seat, index)
        for spec in moves.get(GUESS.name, ())
        for seat in _seats(spec)
        for index in _indexes(spec)
    )


def shows(moves: Moves) -> tuple[Card, ...]:
    """The cards that may be turned up."""
    found = [(word.rstrip(digits), word) for word in _choices(_only(moves, SHOW))]
    return tuple((_MARKS.index(side), int(word.removeprefix(side))) for side, word in found)


def faces(view: View) -> Mapping[RackKey, str]:
    """The racks as all can read them."""
    return {(rack.owner, rack.index): "".join(rack.cards) for rack in view.racks}


def recital(view: View) -> Recite | None:
    """Say the word that the bot has completed, if it must."""
    due = view.recital
    if due is None or due.seat != view.me:
        return None
    return Recite(faces(view)[due.owner, due.index].strip(BLANK))


def _only(moves: Moves, verb: Verb) -> MoveSpec | None:
    """The move *verb*, of which a prompt offers one at most."""
    return next(iter(moves.get(verb.name, ())), None)


def _seats(spec: MoveSpec | None) -> tuple[Seat, ...]:
    args = () if spec is None else spec.args
    return next((arg.choices for arg in args if isinstance(arg, SeatArg)), _NOBODY)


def _indexes(spec: MoveSpec | None) -> tuple[int, ...]:
    """The racks that a move may be about; an only rack is not named."""
    return tuple(map(SIDES.index, _choices(spec))) or (0,)


def _choices(spec: MoveSpec | None) -> tuple[str, ...]:
    args = () if spec is None else spec.args
    return next((arg.choices for arg in args if isinstance(arg, ChoiceArg)), ())


_Key = TypeVar("_Key", Seat, RackKey)
_NOTHING: Final[frozenset[str]] = frozenset()
WRONG_KEPT: Final = 32
"""Wrong guesses remembered for each rack, so that a stubborn guesser fills no memory."""
SHORT: Final = 3
"""How many vain questions a child remembers, and how many wrong guesses."""


class Notes(msgspec.Struct, frozen=True):
    """What was asked for in vain, by seat, and rows guessed in vain, by rack."""

    denied: tuple[tuple[Seat, frozenset[str]], ...]
    wrong: tuple[tuple[RackKey, frozenset[str]], ...]

    def denied_by(self, seat: Seat) -> frozenset[str]:
        """The cards that *seat* did not hide when asked, and so does not hide now."""
        return next((cards for owner, cards in self.denied if owner == seat), _NOTHING)

    def wrong_for(self, key: RackKey) -> frozenset[str]:
        """The rows that the rack at *key* is not."""
        return next((rows for rack, rows in self.wrong if rack == key), _NOTHING)


def no_notes(seats: Iterable[Seat], keys: Iterable[RackKey]) -> Notes:
    """The notes at the start of a game of *seats* with racks at *keys*."""
    return Notes(tuple((seat, _NOTHING) for seat in seats), tuple((key, _NOTHING) for key in keys))


def noted(notes: Notes, heard: ProbeHeard) -> Notes:
    """The notes after *heard*; the same ones if it says nothing of hidden cards."""
    if isinstance(heard, Asked) and not heard.hit:
        return replace(notes, denied=_with(notes.denied, heard.target, heard.card))
    if isinstance(heard, Guessed) and not heard.right:
        key = heard.target, heard.index
        if len(notes.wrong_for(key)) >= WRONG_KEPT:
            return notes
        return replace(notes, wrong=_with(notes.wrong, key, heard.cards))
    return notes


def _with(
    lists: tuple[tuple[_Key, frozenset[str]], ...], key: _Key, item: str
) -> tuple[tuple[_Key, frozenset[str]], ...]:
    return tuple((owner, items | {item} if owner == key else items) for owner, items in lists)


class Glimpse(msgspec.Struct, frozen=True):
    """The last few vain questions and wrong guesses, and who has guessed in this turn."""

    vain: tuple[tuple[Seat, str], ...] = ()
    """Who was asked, and for what."""
    wrong: tuple[tuple[RackKey, str], ...] = ()
    """Of which rack it was not the word, and the row."""
    guessed: frozenset[Seat] = frozenset()
    """Who has named a word since the turn began."""

    def denied_by(self, seat: Seat) -> frozenset[str]:
        """The cards that *seat* has just denied."""
        return frozenset(card for owner, card in self.vain if owner == seat)

    def wrong_for(self, key: RackKey) -> frozenset[str]:
        """The rows that the rack at *key* is not."""
        return frozenset(row for rack, row in self.wrong if rack == key)


def glimpsed(glimpse: Glimpse, heard: ProbeHeard) -> Glimpse:
    """What a child remembers after *heard*."""
    match heard:
        case Asked(hit=False):
            return replace(glimpse, vain=(*glimpse.vain, (heard.target, heard.card))[-SHORT:])
        case Guessed():
            spoken = replace(glimpse, guessed=glimpse.guessed | {heard.guesser})
            if heard.right:
                return spoken
            wrong = (heard.target, heard.index), heard.cards
            return replace(spoken, wrong=(*glimpse.wrong, wrong)[-SHORT:])
        case Turn(again=False):
            return replace(glimpse, guessed=frozenset()) if glimpse.guessed else glimpse
        case _:
            return glimpse


_TURN: Final = 25.0
"""What the rest of a turn is worth, in points; used when the first question counts more."""
_DOUBT: Final = 0.02
"""Added to the chance of a miss: nothing is quite sure, and nobody divides by 0."""
_NEARER: Final = 0.5
"""For each card still hidden behind the one asked for, the 50 for the last card counts so
much less."""
_KNOWING: Final = 4.0
"""What seeing a card is worth beside its points."""


def best_question(
    known_of: Mapping[RackKey, Known],
    cards: Sequence[str],
    multiplier: int,
    lexicon: Lexicon | None,
    rng: Random,
) -> Ask:
    """The question worth most to the owner of any rack of *known_of*; equal ones by luck."""
    offers: list[tuple[float, float, float, Ask]] = []
    shares = frequency(any(known.french for known in known_of.values()))
    for seat, group in groupby(known_of.items(), key=lambda item: item[0][0]):
        racks = [(reckon(lexicon, known), known.face.count(HIDDEN) - 1) for _, known in group]
        for card in cards:
            found = [(reckoning.of(card), _NEARER**behind) for reckoning, behind in racks]
            worth = _worth(*_either(found), card, multiplier)
            offers.append((worth, shares.get(card, 0.0), rng.random(), Ask(seat, card)))
    return max(offers, key=lambda offer: offer[:3])[-1]


def _either(found: Sequence[tuple[Chance, float]]) -> tuple[Chance, float]:
    """Of the chances on two racks, with how near each is to its last card: that of a hit on any,
    and what it shows then on the average, for the owner chooses the rack (R-P-49).
    """
    if len(found) == 1:
        return found[0]
    sure = sum(chance.hit for chance, _ in found) or 1.0
    value = sum(chance.hit * chance.value for chance, _ in found) / sure
    near = sum(chance.hit * near for chance, near in found) / sure
    return Chance(1 - prod(1 - chance.hit for chance, _ in found), value), near


def _worth(chance: Chance, near: float, card: str, multiplier: int) -> float:
    """How good a question is; only to be compared with others of the same moment.

    *near* is 1 if no card stays hidden behind it after a hit, and less the more there are.
    """
    gain = chance.value * multiplier + _KNOWING + COMPLETED * near
    loss = -NO_BLANK if card == BLANK else 0
    if multiplier > 1:  # the order matters less than that this question hits
        return chance.hit * (gain + _TURN) - (1 - chance.hit) * loss
    return chance.hit * gain / (1 - chance.hit + _DOUBT) - loss


_READ: Final = 2
"""With fewer cards to read no rack is clear enough to guess; so no time is spent on it."""
_LIKELY: Final = 0.5
"""The chance from which one guesses although more could be learnt first."""
_LAST_CALL: Final = 0.36
"""And if the next card shown may take the right to guess away."""


def best_guess(
    known_of: Mapping[RackKey, Known], terms: Terms, lexicon: Lexicon | None
) -> Guess | None:
    """The guess that is worth most, if it is worth making."""
    if lexicon is None:
        return None
    offers = [
        (worth, place, row)
        for place, known in known_of.items()
        for worth, row in _offer(known, terms, lexicon)
    ]
    if not offers:
        return None
    _, (seat, index), row = max(offers)
    return Guess(seat, row, index)


def _offer(known: Known, terms: Terms, lexicon: Lexicon) -> Iterator[tuple[float, str]]:
    """The likeliest row with what a guess gains on the average, if it is likely enough.

    Words that the host must not offer are not said aloud by a bot either.
    """
    hidden = known.face.count(HIDDEN)
    if len(known.face) - hidden < _READ:
        return
    rows = reckon(lexicon, known).rows
    if not rows or lexicon.never_deal(rows[0][0].strip(BLANK).lower()):
        return
    row, chance = rows[0]
    worth = chance * _prize(known, terms) + (1 - chance) * WRONG_GUESS
    needed = _LAST_CALL if hidden <= terms.interrupt_min_hidden else _LIKELY
    if chance >= needed and worth > 0:
        yield worth, row


def _prize(known: Known, terms: Terms) -> int:
    """What a right guess pays, a multiplier left aside."""
    values = sum(VALUES[at] for at, card in enumerate(known.face) if card == HIDDEN)
    return values + RIGHT_GUESS + (COMPLETED if terms.completion_bonus_with_word_guess else 0)


_TELLING: Final = 3.0
"""Points that it costs to make what is still possible e times less."""


def cheapest(cards: Sequence[Card]) -> Card:
    """The card worth least, of equal ones the first."""
    return min(cards, key=lambda card: (VALUES[card[1] - 1], card[1]))


def least_telling(
    choice: Sequence[Card],
    known_of: Mapping[int, Known],
    own: Mapping[int, Sequence[str]],
    lexicon: Lexicon | None,
) -> Card:
    """The card that gives the others least, in points and in what they learn.

    *known_of* is what they know of each rack by its index, *own* what lies on it.
    """
    before = {
        index: _told(lexicon, known) if len(known_of) > 1 else 0.0
        for index, known in known_of.items()
    }

    def cost(card: Card) -> tuple[float, int]:
        index, space = card
        known, cards = known_of[index], own[index]
        face = known.face[: space - 1] + cards[space - 1] + known.face[space:]
        told = _told(lexicon, replace(known, face=face)) - before[index]
        return VALUES[space - 1] - _TELLING * told, space

    return choice[0] if len(choice) == 1 else min(choice, key=cost)


def _told(lexicon: Lexicon | None, known: Known) -> float:
    """The logarithm of what is still possible; of different racks only changes compare."""
    return math.log(max(still_possible(lexicon, known), 1e-300))
