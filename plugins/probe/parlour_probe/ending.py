"""What follows when cards are face up: spelling, final rounds, the end (R-P-42 to R-P-45)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from parlour import Seat
from parlour_probe.builder import Builder
from parlour_probe.decks import VALUES
from parlour_probe.heard import Ended, FinalRounds, Kept, Misspelt, Spelt
from parlour_probe.listed import flaw_of
from parlour_probe.state import FinalTurns, Phase, Rack

MISSPELT: Final = -100
"""R-P-32."""
FINAL_TURNS: Final = 2
"""R-P-42."""
KEPT: Final = 50
KEPT_MANY: Final = 100
MANY: Final = 5
"""R-P-44: 50 for having kept the word, 100 with so many cards still hidden."""


def worth(spaces: tuple[int, ...]) -> int:
    """The values of *spaces* together."""
    return sum(VALUES[space - 1] for space in spaces)


def check_word(d: Builder, rack: Rack) -> None:
    """Once *rack* is fully face up, say how its word is written, and book R-P-32 if the word
    does not count (O-P-3, O-P-41).
    """
    if rack.hidden:
        return
    if rack.printed:
        d.tell(Spelt(rack.owner, rack.index, rack.word, rack.printed))
    if d.terms.word_check != "reveal":
        return
    flaw = flaw_of(d.terms, d.ctx.lexicon, rack.word)
    if flaw is not None:
        score = d.book(rack.owner, MISSPELT)
        d.tell(Misspelt(rack.owner, rack.index, rack.word, MISSPELT, score, flaw))


def settle(d: Builder) -> None:
    """After an exposure: the end if all cards are up, final rounds if one player hides (1.6)."""
    hiders = [seat for seat in d.seats if d.hides(seat)]
    if not hiders:
        _close(d, "all_up")
    elif len(hiders) == 1 and d.final is None:
        _begin_final(d, hiders[0])


def _begin_final(d: Builder, hider: Seat) -> None:
    """Two more turns for each opponent; the running turn is none of them (R-P-42, O-P-29)."""
    turns = {s: FINAL_TURNS for s in d.present() if s != hider}
    if d.terms.final_current_turn_counts and d.turn in turns:
        turns[d.turn] -= 1
    d.final = FinalTurns(hider, tuple(turns.get(s, 0) for s in d.seats))
    d.tell(FinalRounds(hider, d.seats, d.final.turns))


def count_turn(d: Builder, seat: Seat, *, all_of_them: bool = False) -> None:
    """In the final rounds, take one turn (or all) off those that *seat* has to come."""
    if d.final is not None:
        turns = list(d.final.turns)
        at = d.seats.index(seat)
        turns[at] = 0 if all_of_them else max(0, turns[at] - 1)
        d.final = FinalTurns(d.final.hider, tuple(turns))


def finish_final(d: Builder, hider: Seat) -> None:
    """End the final rounds: the hider scores for the cards that are left (R-P-44)."""
    kept = [rack for rack in d.racks_of(hider) if rack.hidden]
    for rack in kept:
        spaces = rack.spaces_hiding(None)
        values = worth(spaces)
        bonus = _bonus(d, kept, rack)
        score = d.book(hider, values + bonus)
        d.turn_up(rack, *spaces)
        d.tell(Kept(hider, rack.index, spaces, rack.cards, values, bonus, score))
    for rack in kept:
        check_word(d, rack.open())
    _close(d, "final")


def _bonus(d: Builder, kept: Sequence[Rack], rack: Rack) -> int:
    """What keeping the cards of *rack* pays, or all *kept* together, with the last (O-P-35)."""
    if d.terms.final_bonus_per == "rack":
        hidden = rack.hidden
    elif rack is kept[-1]:
        hidden = sum(each.hidden for each in kept)
    else:
        return 0
    return KEPT_MANY if hidden >= MANY else KEPT


def stop(d: Builder) -> None:
    """One player is left: no more points, and the words are shown (O-P-45, G-8)."""
    for rack in d.racks:
        d.turn_up(rack, *rack.spaces_hiding(None))
    _close(d, "deserted")


def _close(d: Builder, reason: str) -> None:
    """The game is over; guesses that still wait have become pointless with it."""
    d.phase = Phase.OVER
    d.pending = None
    d.recital = None
    d.held = ()
    d.due = None
    owners, rows, indexes = zip(*((r.owner, r.cards, r.index) for r in d.racks), strict=True)
    printed = tuple(r.printed for r in d.racks) if d.terms.french else ()
    d.tell(Ended(reason, owners, rows, indexes, printed))
