"""Positions that one viewer cannot tell apart, for the tests of blindness.

Everything the viewer may not know is changed: the letters and blanks face down on the racks of
the others, the order of the activity cards, the others' waiting guesses and warnings. What the
position has shown stays true: an owner who must show an E still hides one.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations
from random import Random

from msgspec import structs

from parlour import Viewer
from parlour_probe.decks import BLANK, HIDDEN, LETTERS
from parlour_probe.moves import Hide, Move
from parlour_probe.options import Terms
from parlour_probe.state import Held, Phase, Rack, State

_OTHER_WORD = "XYZZYABCDEFG"
"""Begins as a word that somebody was warned of, or guessed, in a twin."""
_OTHER_LENGTH = 5


def resample(state: State, viewer: Viewer, rng: Random) -> State:
    """Return a position that looks the same to *viewer* and differs in what they can't see."""
    needy = _needy(state, rng)
    racks = tuple(
        rack if rack.owner == viewer else _other_rack(state, rack, needy == rack, rng)
        for rack in state.racks
    )
    return structs.replace(
        state,
        racks=racks,
        deck=_other_order(state.deck, rng),
        held=_other_guesses(state, viewer),
        warned=_other_warnings(state, viewer),
        examples=tuple(
            rows if seat == viewer else rows[1:] + rows[:1]
            for seat, rows in zip(state.seats, state.examples, strict=True)
        ),
    )


def other_words(move: Move, rng: Random) -> tuple[Move, ...]:
    """Moves that hide as many cards: other letters, with the blanks where they are and without."""
    if not isinstance(move, Hide):
        return ()
    letters = "".join(card if card == BLANK else rng.choice(LETTERS) for card in move.cards)
    plain = "".join(rng.choices(LETTERS, k=len(move.cards)))
    return Hide(letters, move.rack), Hide(plain, move.rack)


def _other_order(deck: tuple[str, ...], rng: Random) -> tuple[str, ...]:
    """The same cards in another order, if there is one."""
    cards = list(deck)
    while len(set(cards)) > 1 and tuple(cards) == deck:
        rng.shuffle(cards)
    return tuple(cards)


def _other_guesses(state: State, viewer: Viewer) -> tuple[Held, ...]:
    """The viewer's own waiting guesses; those of others vanish, or one appears."""
    own = tuple(held for held in state.held if held.guesser == viewer)
    others = [s for s in state.seats if s != viewer and s not in state.gone]
    if state.pending is None or len(own) < len(state.held) or not others:
        return own
    target = next(s for s in state.seats if s != others[0])
    return (*own, Held(others[0], target, state.racks[0].index, _OTHER_WORD[:_OTHER_LENGTH]))


def _other_warnings(state: State, viewer: Viewer) -> tuple[str, ...]:
    """Who was warned while hiding was not, and the other way round."""
    if state.phase is not Phase.HIDING or state.terms.word_check != "reveal":
        return state.warned
    other = _OTHER_WORD[: max(_OTHER_LENGTH, state.terms.min_word_length)]
    return tuple(
        row if rack.owner == viewer or rack.cards else ("" if row else other)
        for rack, row in zip(state.racks, state.warned, strict=True)
    )


def _needy(state: State, rng: Random) -> Rack | None:
    """The rack on which a card that is to be shown lies in the twin: of two, either (R-P-49)."""
    pending = state.pending
    if pending is None or pending.card is None:
        return None
    able = [
        rack
        for rack in state.racks
        if rack.owner == pending.owner
        and (rack.spaces_hiding(pending.card) or _can_hide(state.terms, rack, pending.card))
    ]
    return rng.choice(able)


def _can_hide(terms: Terms, rack: Rack, card: str) -> bool:
    """May *card* lie behind the face of *rack*?"""
    deck = terms.letter_cards
    if card != BLANK and rack.face.count(card) >= deck[card]:
        return False
    spots = combinations(range(len(rack.face) + 1), 2)
    return any(_may_stand(terms, rack.face, first, end, card) for first, end in spots)


def _other_rack(state: State, rack: Rack, needy: bool, rng: Random) -> Rack:
    """A rack with the same face and, unless the face leaves no choice, other cards behind it.

    If it is *needy*, one of them is the card that is to be shown.
    """
    need = state.pending.card if needy and state.pending is not None else None
    places = [
        (first, end)
        for first, end in combinations(range(len(rack.face) + 1), 2)
        if _may_stand(state.terms, rack.face, first, end, need)
    ]
    rng.shuffle(places)
    for first, end in places:
        cards = _filled(state.terms, rack, first, end, need, rng)
        if cards != rack.cards:
            return replace(rack, cards=cards, printed="")
    return rack


def _may_stand(terms: Terms, face: str, first: int, end: int, need: str | None) -> bool:
    """May a word fill [first, end) behind *face*, with *need* among the hidden cards?"""
    word, outside = face[first:end], face[:first] + face[end:]
    return (
        BLANK not in word
        and set(outside) <= {BLANK, HIDDEN}
        and len(outside) <= terms.blanks_per_deck
        and len(word) >= terms.min_word_length
        and (need is None or HIDDEN in (outside if need == BLANK else word))
    )


def _filled(terms: Terms, rack: Rack, first: int, end: int, need: str | None, rng: Random) -> str:
    """A row with a word at [first, end): other letters where hidden, *need* among them."""
    cards = list(BLANK * first + rack.face[first:end] + BLANK * (len(rack.face) - end))
    left = Counter(terms.letter_cards)
    left.subtract(card for card in cards if card in left)
    open_places = [at for at, card in enumerate(cards) if card == HIDDEN]
    if need is not None and need != BLANK:
        at = rng.choice(open_places)
        open_places.remove(at)
        cards[at] = need
        left[need] -= 1
    for at in open_places:
        others = [x for x in LETTERS if left[x] > 0 and x != rack.cards[at]]
        letter = rng.choice(others or [rack.cards[at]])
        cards[at] = letter
        left[letter] -= 1
    return "".join(cards)
