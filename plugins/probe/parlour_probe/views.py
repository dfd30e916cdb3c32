"""Who may know what: the only door through which anything leaves (rules page, 1.7).

For the tests of blindness, also positions that one viewer cannot tell apart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import combinations
from random import Random
from typing import ClassVar, Final, get_args

import msgspec
from msgspec import structs

from parlour import Seat, Spectator, Viewer, Views
from parlour_probe.decks import BLANK, LETTERS, SPACES, VALUES
from parlour_probe.heard import (
    Event,
    Guessed,
    Hid,
    Laid,
    NoReply,
    ProbeHeard,
    Public,
    Recited,
    Turn,
    Waiting,
    Warned,
)
from parlour_probe.hiding import fault_of
from parlour_probe.moves import Hide, Move
from parlour_probe.options import Terms
from parlour_probe.state import Card, FinalView, Phase, Rack, Recital, Secretive, State

_PUBLIC: Final = frozenset(get_args(Public))
"""Events that everybody hears as they are. Nobody hears an event that is neither here nor in
`hear`."""
_CACHED: Final = 256
"""Faces of racks kept, so that the viewers of a position share them. More would mostly keep faces
that nobody sees again."""


class RackView(Secretive, msgspec.Struct, frozen=True, cache_hash=True, omit_defaults=True):
    """A rack as the viewer may know it."""

    secret: ClassVar[frozenset[str]] = frozenset({"own", "warned"})
    owner: Seat
    """Whose rack it is."""
    index: int
    """Which of the owner's racks: 0, the only one; of two 1, the left, or 2, the right."""
    cards: tuple[str, ...]
    """What all can read, from space 1: `?` face down, `.` a blank, else a letter."""
    own: tuple[str, ...] | None
    """For its owner alone: all their cards, including those face down. None for others."""
    warned: str | None = None
    """For its owner alone: the unknown word they were warned of for this rack while hiding."""
    fresh: tuple[int, ...] = ()
    """The spaces of the cards turned up last, until the next question."""


@dataclass(frozen=True, slots=True)
class PendingView:
    """Somebody turns up a card."""

    owner: Seat
    """Who turns up a card."""
    cause: str
    """`question`, `LEFT`, `RIGHT` or `OWN_BLANK`."""
    card: str | None
    """The card asked for; `.` for OWN_BLANK; null: any card that lies face down."""
    drawer: Seat
    """The player at turn, who asked or drew the card."""
    spaces: tuple[int, ...] | None = field(repr=False)
    """For the owner alone: the spaces they may show. None for others."""
    indexes: tuple[int, ...] | None = field(repr=False)
    """For the owner alone: on which of their racks each of `spaces` is: 0, the only one; of two
    1, the left, or 2, the right. None for others."""
    index: int
    """The rack that the card must come from, as in `RackView`; 0: any of the owner's."""

    @property
    def cards(self) -> Sequence[tuple[int, int]]:
        """For the owner alone: the rack and the space of each card they may show."""
        return list(zip(self.indexes or (), self.spaces or (), strict=True))


@dataclass(frozen=True, slots=True)
class HeldView:
    """The viewer's own word guess that waits for a card to be shown."""

    target: Seat
    """Whose word you guessed."""
    index: int
    """Which of their racks: 0, the only one; of two 1, the left, or 2, the right."""
    cards: str = field(repr=False)
    """Your guess."""


class View(Secretive, msgspec.Struct, frozen=True):
    """The position as one viewer may know it. It lists no earlier questions (R-P-13), unless the
    table allows notes.
    """

    secret: ClassVar[frozenset[str]] = frozenset({"examples", "warned"})
    me: Seat | None
    """The viewer's seat; None for a watcher."""
    phase: str
    """`hiding`, `asking`, `showing`, `reciting` or `over`."""
    seats: tuple[Seat, ...]
    """The players, in seat order."""
    racks: tuple[RackView, ...]
    """The racks, in seat order; of two, the left one first."""
    values: tuple[int, ...]
    """What the cards on spaces 1 to 12 are worth."""
    scores: tuple[int, ...]
    """The scores, in the order of `seats`."""
    turn: Seat
    """Whose turn it is; while words are being hidden, who will take the first turn."""
    activity: str | None
    """Code of the activity card on the table."""
    multiplier: int
    """What the next question's card is multiplied with; usually 1."""
    extra: int
    """Further activity cards the player at turn will draw after a miss."""
    deck_left: int
    """Activity cards face down."""
    hidden: tuple[Seat, ...]
    """The players who have hidden their word, or both."""
    pending: PendingView | None
    """Somebody has to turn up a card; else null."""
    recital: Recital | None
    """Somebody must say the word they completed (`fr_recite`); else null."""
    held: tuple[HeldView, ...]
    """The viewer's own waiting guesses."""
    warned: str | None
    """The unknown word that you were warned about while hiding. If you send it again, it is
    accepted. With two racks, `racks` has the word of each, and this is the first of them."""
    final: FinalView | None
    """The last two rounds, once they have begun; else null."""
    gone: tuple[Seat, ...]
    """The players who left for good."""
    terms: Terms
    """The options of the table."""
    examples: tuple[str, ...]
    """Rows that you may hide under these terms. No other player reads them; a watcher none."""
    denied: tuple[str, ...] = ()
    """With `notes=on`, the cards that each of `seats` has denied, in the order of the questions.
    Empty without it."""

    @property
    def paired(self) -> bool:
        """Has each player two racks?"""
        return len(self.racks) > len(self.seats)

    @property
    def in_play(self) -> bool:
        """Are all words hidden, and the game not over?"""
        return self.phase not in (Phase.HIDING, Phase.OVER)


class ProbeViews(Views[State, Event, View, ProbeHeard]):
    """Faces, scores, the card on the table: public. What lies face down: its owner's."""

    def look(self, state: State, viewer: Viewer) -> View:
        """The position as *viewer* may know it; a player who has left is a watcher."""
        me = None if isinstance(viewer, Spectator) or viewer in state.gone else viewer
        racks = tuple(
            [
                _own_rack(rack, _fresh(rack, state.fresh))
                if rack.owner == me
                else _face(rack.owner, rack.index, rack.face, _fresh(rack, state.fresh))
                for rack in state.racks
            ]
        )
        empty = {rack.owner for rack in state.racks if not rack.face}
        return View(
            me=me,
            phase=state.phase,
            seats=state.seats,
            racks=racks,
            values=VALUES,
            scores=state.scores,
            turn=state.turn,
            activity=state.activity,
            multiplier=state.multiplier,
            extra=state.extra,
            deck_left=len(state.deck),
            hidden=tuple([seat for seat in state.seats if seat not in empty]),
            pending=_pending(state, me),
            recital=state.recital,
            held=tuple(
                [HeldView(h.target, h.index, h.cards) for h in state.held if h.guesser == me]
            ),
            warned=next((rack.warned for rack in racks if rack.warned), None),
            final=state.final,
            gone=tuple(sorted(state.gone)),
            terms=state.terms,
            examples=() if me is None else state.examples_for(me),
            denied=state.denied,
        )

    def hear(self, event: Event, viewer: Viewer) -> ProbeHeard | None:
        """What *viewer* learns of *event*."""
        if type(event) in _PUBLIC:
            return event
        if isinstance(event, Laid):
            others = Hid(event.seat, len(event.cards), event.index)
            return event if viewer == event.seat else others
        if isinstance(event, Warned):
            return event if viewer == event.seat else None
        if isinstance(event, (Waiting, NoReply)) and viewer == event.guesser:
            return event
        return None

    def may_look_up(self, state: State, viewer: Viewer, word: str) -> bool:
        """While words are chosen and after the end; in play only a word that is up (R-P-11)."""
        in_play = state.phase not in (Phase.HIDING, Phase.OVER)
        words = [rack.word for rack in state.racks if not rack.hidden]
        return not in_play or word.upper() in words

    def resample(self, state: State, viewer: Viewer, rng: Random) -> State:
        """Change everything that *viewer* may not know: letters and blanks face down, the order of
        the activity cards, waiting guesses and warnings of others. What the position has shown
        stays true: an owner who must show an E still hides one, and none who has denied it with
        `notes=on` does.
        """
        pending, racks = state.pending, list(state.racks)
        others = [at for at, rack in enumerate(racks) if rack.owner != viewer]
        rng.shuffle(others)
        need = None if pending is None else pending.card
        for at in others:
            # Of two racks, the card to be shown may lie on either in the twin (R-P-49).
            needy = need if pending is not None and racks[at].owner == pending.owner else None
            racks[at] = twin = _other_rack(state, racks[at], needy, rng)
            if needy is not None and twin.spaces_hiding(needy):
                need = None
        examples = [
            rows if seat == viewer else rows[1:] + rows[:1]
            for seat, rows in zip(state.seats, state.examples, strict=True)
        ]
        return structs.replace(
            state,
            racks=tuple(racks),
            deck=_other_order(state.deck, rng),
            held=_other_guesses(state, viewer),
            examples=tuple(examples),
        )

    def variants(self, state: State, seat: Seat, move: Move, rng: Random) -> Sequence[Move]:
        """Other words with as many cards, with the blanks where they are and without."""
        if not isinstance(move, Hide):
            return ()
        letters = "".join(card if card == BLANK else rng.choice(LETTERS) for card in move.cards)
        plain = "".join(rng.choices(LETTERS, k=len(move.cards)))
        return Hide(letters, move.rack), Hide(plain, move.rack)

    def reveals(self, event: Event, viewer: Viewer) -> object:
        """Activity cards, of which the view has the last one of a step, and what is said aloud.

        A wrong guess leaves nothing but the points it cost. One that waited was a secret until
        the card was up.
        """
        if isinstance(event, Turn):
            return event.card
        if isinstance(event, Guessed):
            return event.guesser, event.target, event.index, event.cards
        if isinstance(event, Recited):
            return event.seat, event.word
        return None


def _fresh(rack: Rack, fresh: tuple[Card, ...]) -> tuple[int, ...]:
    """Return the spaces of *rack* among the cards turned up last."""
    return tuple([s for owner, at, s in fresh if owner == rack.owner and at == rack.index])


@lru_cache(_CACHED)
def _face(owner: Seat, index: int, face: str, fresh: tuple[int, ...]) -> RackView:
    """A rack as others see it."""
    return RackView(owner, index, tuple(face), None, fresh=fresh)


def _own_rack(rack: Rack, fresh: tuple[int, ...]) -> RackView:
    """A rack as its owner sees it. They read the word they were warned of without its blanks."""
    word = rack.warned.strip(BLANK) or None
    return RackView(rack.owner, rack.index, tuple(rack.face), tuple(rack.cards), word, fresh)


def _pending(state: State, me: Seat | None) -> PendingView | None:
    """Who turns up a card; the spaces that would do are the owner's to know (O-P-8)."""
    pending = state.pending
    if pending is None:
        return None
    spaces = indexes = None
    if me == pending.owner:
        indexes, spaces = zip(*pending.cards(state.racks), strict=True)
    owner, drawer = pending.owner, pending.drawer
    return PendingView(owner, pending.cause, pending.card, drawer, spaces, indexes, pending.index)


# --- positions that look the same to a viewer, for the tests of blindness -----------------

_OTHER_WORD: Final = "XYZZYABCDEFG"
"""Begins as a word that somebody was warned of, or guessed, in a twin."""
_OTHER_LENGTH: Final = 5
_TRIES: Final = 4
"""Rows that are tried for each place that a word may have behind a face."""


def _other_order(deck: tuple[str, ...], rng: Random) -> tuple[str, ...]:
    """The same cards in another order, if there is one."""
    cards = list(deck)
    while len(set(cards)) > 1 and tuple(cards) == deck:
        rng.shuffle(cards)
    return tuple(cards)


def _other_guesses(state: State, viewer: Viewer) -> tuple[Waiting, ...]:
    """The viewer's own waiting guesses; those of others vanish, or one appears."""
    own = tuple(held for held in state.held if held.guesser == viewer)
    others = [s for s in state.seats if s != viewer and s not in state.gone]
    if state.pending is None or len(own) < len(state.held) or not others:
        return own
    target = next(s for s in state.seats if s != others[0])
    return (*own, Waiting(others[0], target, state.racks[0].index, _OTHER_WORD[:_OTHER_LENGTH]))


def _other_rack(state: State, rack: Rack, need: str | None, rng: Random) -> Rack:
    """A rack with the same face and, unless the face leaves no choice, other cards behind it,
    with *need* among them if that is possible. Who was warned while hiding was not, and the other
    way round.
    """
    terms, size = state.terms, len(rack.face)
    if state.phase is Phase.HIDING and not rack.cards and terms.word_check == "reveal":
        other = _OTHER_WORD[: max(_OTHER_LENGTH, terms.min_word_length)]
        return replace(rack, warned="" if rack.warned else other)
    hidden = rack.spaces_hiding(None)
    denied = dict(zip(state.seats, state.denied, strict=True))[rack.owner] if terms.notes else ""
    deck = Counter(terms.letter_cards if terms.letter_limits else LETTERS * SPACES)
    known = BLANK + denied
    pool = [card for card in (deck - Counter(rack.face)).elements() if card not in known]
    words = list(combinations(range(size + 1), 2)) * _TRIES if hidden else []
    rng.shuffle(words)
    for first, end in words:
        cards = list(rack.face)
        for space, letter in zip(hidden, rng.sample(pool, min(size, len(pool))), strict=False):
            cards[space - 1] = letter if first < space <= end else BLANK
        if any(cards[space - 1] in denied for space in hidden):
            continue
        if need is not None:
            cards[rng.choice(hidden) - 1] = need
        twin = replace(rack, cards="".join(cards), printed="")
        if twin.cards != rack.cards and fault_of(terms, twin.cards) is None:
            return twin
    return (
        rack if need is None or rack.spaces_hiding(need) else _other_rack(state, rack, None, rng)
    )
