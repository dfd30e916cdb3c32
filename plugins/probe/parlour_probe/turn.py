"""A turn: the activity card, questions, cards turned up, guesses, the end (rules page, 1.6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from parlour import MoveFault, Refused, Seat
from parlour_probe.catalogue import _
from parlour_probe.decks import (
    ADDITIONAL,
    BLANK,
    BOOKED,
    LEFT,
    MULTIPLIERS,
    OWN_BLANK,
    RIGHT,
    SIDES,
    VALUES,
)
from parlour_probe.heard import (
    Asked,
    Ended,
    FinalRounds,
    Guessed,
    Kept,
    Misspelt,
    NoReply,
    Recited,
    Reshuffled,
    Shown,
    Spelt,
    Turn,
    Waiting,
)
from parlour_probe.hiding import flaw_of
from parlour_probe.moves import Ask, Guess
from parlour_probe.state import Builder, Cause, FinalView, Held, Pending, Phase, Rack, Recital

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
    d.final = FinalView(hider, tuple(turns.get(s, 0) for s in d.seats))
    d.tell(FinalRounds(hider, d.seats, d.final.turns))


def count_turn(d: Builder, seat: Seat, *, all_of_them: bool = False) -> None:
    """In the final rounds, take one turn (or all) off those that *seat* has to come."""
    if d.final is not None:
        turns = list(d.final.turns)
        at = d.seats.index(seat)
        turns[at] = 0 if all_of_them else max(0, turns[at] - 1)
        d.final = FinalView(d.final.hider, tuple(turns))


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


RIGHT_GUESS: Final = 100
"""R-P-39, beside the values of the cards."""
WRONG_GUESS: Final = -50
"""R-P-40."""
NO_REPLY: Final = _("That player has too few hidden cards for a word guess. Nothing has changed.")
"""The one line for a guess that comes too late, right or wrong (R-P-41, O-P-24)."""
NO_REPLY_OF_TWO: Final = _(
    "That rack has too few hidden cards for a word guess. Nothing has changed."
)
"""The same where the player has another rack, whose cards do not count (O-P-36)."""


NOT_YOURS: Final = _("You can guess a word in your own turn only. Nothing has changed.")
"""The one line for a guess in another player's turn under the French rules (O-P-24, O-P-42)."""


def allowed(d: Builder, target: Seat, index: int) -> bool:
    """May the word on that rack be guessed, as far as everybody knows (O-P-24)?"""
    return any(r.index == index and d.may_count(r) for r in d.racks_of(target))


def check_number(d: Builder, move: Guess) -> None:
    """Raise Refused if *move* has another number of cards than the rack that it is about.

    All can count them, so it cannot be right, and costs nothing (O-P-18).
    """
    number, spaces = len(move.cards), len(d.rack(move.seat, move.rack).cards)
    if number != spaces:
        text = _.count(
            "That is 1 card, and the rack has {spaces}, blanks included. Nothing has changed.",
            "That is {n} cards, and the rack has {spaces}, blanks included. Nothing has changed.",
            number,
            spaces=spaces,
        )
        raise Refused(MoveFault.ILLEGAL, text)


def hold(d: Builder, seat: Seat, move: Guess) -> None:
    """Keep a guess until the card being chosen is up, and tell its sender alone (O-P-23)."""
    d.held += (Held(seat, move.seat, move.rack, move.cards),)
    d.tell(Waiting(seat, move.seat, move.rack, move.cards))


def judge_held(d: Builder) -> None:
    """Judge what waited, in its order, each in the position then standing (O-P-22, O-P-23)."""
    while d.held:
        guess, *rest = d.held
        d.held = tuple(rest)
        if allowed(d, guess.target, guess.index):
            judge(d, guess.guesser, Guess(guess.target, guess.cards, guess.index))
        else:
            d.tell(NoReply(guess.guesser, guess.target, guess.index))


def judge(d: Builder, seat: Seat, move: Guess) -> None:
    """Book an allowed guess and announce it to all as it would be heard at a table (O-P-21)."""
    rack = d.rack(move.seat, move.rack)
    right = move.cards == rack.cards
    factor = _factor(d, seat)
    if right:
        spaces = rack.spaces_hiding(None)
        points = _reward(d, worth(spaces), factor)
        d.turn_up(rack, *spaces)
    else:
        points = WRONG_GUESS
        d.cut = d.cut or (d.terms.interrupt_wrong_ends_turn and seat == d.turn)
    score = d.book(seat, points)
    d.tell(Guessed(seat, move.seat, move.rack, move.cards, right, points, score))
    if right:
        check_word(d, rack.open())
        settle(d)


def _factor(d: Builder, seat: Seat) -> int:
    """The multiplier of a guess, used up by it; 1 unless an option says so (O-P-18)."""
    if not d.terms.multiplier_on_word_guess or seat != d.turn:
        return 1
    factor, d.multiplier = d.multiplier, 1
    return factor


def _reward(d: Builder, values: int, factor: int) -> int:
    """The points of a right guess: values and 100 (R-P-39), by the options O-P-16 and O-P-26."""
    bonus = RIGHT_GUESS + (COMPLETED if d.terms.completion_bonus_with_word_guess else 0)
    if d.terms.multiplier_scope == "card_and_bonus":
        return (values + bonus) * factor
    return values * factor + bonus


COMPLETED: Final = 50
"""For guessing a last hidden card (R-P-29)."""


def demand(d: Builder, pending: Pending) -> None:
    """Let the owner choose a card. They are asked even if only one matches (O-P-8).

    For an owner who has left the referee chooses at once (O-P-45); the stage is the same to all.
    """
    d.pending = pending
    d.phase = Phase.SHOWING
    d.wait(d.terms.choice_seconds)
    if pending.owner in d.gone:
        show_for_owner(d, pending)


def show_for_owner(d: Builder, pending: Pending, penalty: int = 0) -> None:
    """The referee turns up the card worth most, of equals the lowest space (O-P-7), the left
    rack before the right.
    """
    cards = pending.cards(d.racks)
    card = max(cards, key=lambda c: (VALUES[c[1] - 1], -c[1], -c[0]))
    expose(d, pending, card, referee=True, penalty=penalty)


def expose(
    d: Builder, pending: Pending, card: tuple[int, int], *, referee: bool = False, penalty: int = 0
) -> None:
    """Turn up *card*, then do all that follows an exposure (1.6, step 4).

    *card* is the index of the rack and the space. What comes next in the turn is not decided
    here. *penalty* is what silence costs the owner.
    """
    index, space = card
    rack = d.turn_up(d.rack(pending.owner, index), space)
    d.pending = None
    points, bonus = _pay(d, pending.cause, VALUES[space - 1], last=not rack.hidden)
    to = None if pending.cause is Cause.OWN_BLANK else pending.drawer
    withheld = bonus if d.terms.fr_recite and pending.cause is Cause.QUESTION else 0
    owner_score = d.book(pending.owner, -penalty)
    d.tell(
        Shown(
            owner=rack.owner,
            index=rack.index,
            space=space,
            card=rack.face[space - 1],
            cause=pending.cause,
            to=to,
            points=points - withheld,
            bonus=bonus - withheld,
            score=0 if to is None else d.book(to, points - withheld),
            referee=referee,
            penalty=-penalty,
            owner_score=owner_score,
        )
    )
    if withheld:
        d.recital = Recital(pending.drawer, rack.owner, index, withheld)
        d.phase = Phase.RECITING
        d.wait(d.terms.choice_seconds)
        if pending.drawer in d.gone:
            recite(d, d.recital, "")
    else:
        _follow(d, rack)


def recite(d: Builder, recital: Recital, word: str) -> None:
    """The player says the completed *word*; the bonus is lost if it is another one, or none
    (R-P-30, O-P-43). What comes next in the turn is not decided here.
    """
    rack = d.rack(recital.owner, recital.index)
    d.recital = None
    right = word == rack.word
    points = recital.bonus if right else 0
    score = d.book(recital.seat, points)
    d.tell(Recited(recital.seat, rack.owner, rack.index, word, right, points, score))
    _follow(d, rack)


def _follow(d: Builder, rack: Rack) -> None:
    """What comes after a card of *rack* was paid for (1.6, step 4)."""
    check_word(d, rack)
    settle(d)
    judge_held(d)


def _pay(d: Builder, cause: Cause, value: int, *, last: bool) -> tuple[int, int]:
    """What a card pays, and how much of it is for the last card of a word."""
    if cause is Cause.OWN_BLANK:
        return 0, 0  # R-P-34, O-P-15
    if cause is not Cause.QUESTION:
        bonus = COMPLETED if last and d.terms.completion_bonus_on_activity else 0
        return value + bonus, bonus
    factor, d.multiplier = d.multiplier, 1  # the first question after the card (R-P-25, O-P-17)
    bonus = COMPLETED if last else 0
    if d.terms.multiplier_scope == "card_and_bonus":  # O-P-16
        bonus *= factor
    return value * factor + bonus, bonus


NO_BLANK: Final = -50
"""For asking for a blank that is not hidden there (R-P-31, O-P-47)."""
_RACKS: Final[Mapping[str, int]] = {side.upper(): at for at, side in enumerate(SIDES) if at}
"""The rack of the opponent that an activity card means if two play."""
_DEMANDING: Final = (LEFT, RIGHT, OWN_BLANK)
"""Activity cards that have a card turned up."""


def begin_play(d: Builder) -> None:
    """All words are hidden: the first turn begins (O-P-1)."""
    first = d.turn
    _begin_turn(d, _next_present(d, first) if first in d.gone else first)


def ask(d: Builder, move: Ask) -> None:
    """The player at turn has asked, rightly; the answer is always true (R-P-15 to R-P-19)."""
    asker = d.turn
    pending = Pending(move.seat, Cause.QUESTION, move.card, asker)
    hit = bool(pending.cards(d.racks))
    points = NO_BLANK if move.card == BLANK and not hit else 0
    score = d.book(asker, points)
    d.fresh = ()
    d.tell(Asked(asker, move.seat, move.card, hit, points, score))
    if hit:
        demand(d, pending)
        if d.pending is None:
            go_on(d)
    else:
        d.multiplier = 1  # a first miss loses it (O-P-17)
        _miss(d)


def _miss(d: Builder) -> None:
    """The first No: a continuation if one is due (R-P-22, O-P-13), else the end of the turn."""
    if d.extra:
        d.extra -= 1
        _draw(d, again=True)
    else:
        end_turn(d)


def go_on(d: Builder) -> None:
    """Go on when nothing is left to settle: the player asks, or the turn is over."""
    if d.over or d.recital is not None:
        return
    if turn_is_over(d):
        end_turn(d)
    else:
        d.phase = Phase.ASKING
        d.wait(d.terms.turn_seconds)


def turn_is_over(d: Builder) -> bool:
    """Can the player at turn ask no more: cut short, gone, or nobody left to ask?"""
    return d.cut or d.turn in d.gone or d.has_nobody_to_ask(d.turn)


def end_turn(d: Builder) -> None:
    """Give the turn to the player at left, or end the final rounds (R-P-19, O-P-33)."""
    if d.final is not None and not any(d.final.turns):
        finish_final(d, d.final.hider)
    else:
        _begin_turn(d, _next_present(d, d.turn))


def _next_present(d: Builder, seat: Seat) -> Seat:
    """The next player in turn order; turns of those who have left are skipped (O-P-45)."""
    seat = d.after(seat)
    while seat in d.gone:
        seat = d.after(seat)
    return seat


def _begin_turn(d: Builder, seat: Seat) -> None:
    d.turn = seat
    d.extra = 0
    d.multiplier = 1
    d.cut = False
    count_turn(d, seat)
    _draw(d, again=False)


def _draw(d: Builder, *, again: bool) -> None:
    """Draw the top activity card, read it out and obey it (R-P-14, R-P-21 to R-P-27)."""
    seat = d.turn
    idle = d.has_nobody_to_ask(seat)
    card = d.activity = _take(d)
    points = BOOKED.get(card or "", 0)
    pending = _demanded(d, card)
    if card == ADDITIONAL or card in MULTIPLIERS:
        void = idle  # the hider of the final rounds asks nothing (O-P-32)
        if not idle:
            d.extra += card == ADDITIONAL
            d.multiplier = MULTIPLIERS.get(card or "", 1)
    else:
        void = pending is None and card in _DEMANDING
    shows = None if pending is None else pending.owner
    score = d.book(seat, points)
    d.tell(Turn(seat, card, again, void, shows, points, score, idle, _rack_meant(d, card)))
    if pending is not None:
        demand(d, pending)
    if d.pending is None:
        go_on(d)


def _take(d: Builder) -> str | None:
    """Take the top activity card. If none is left, shuffle the used ones first (O-P-20)."""
    if not d.deck and d.used and d.terms.deck_exhausted == "reshuffle":
        cards = list(d.used)
        d.ctx.rng.shuffle(cards)
        d.deck, d.used = tuple(cards), ()
        d.tell(Reshuffled(len(cards)))
    if not d.deck:
        return None
    card = d.deck[-1]
    d.deck = d.deck[:-1]
    d.used += (card,)
    return card


def _demanded(d: Builder, card: str | None) -> Pending | None:
    """Whose card is to be turned up by an activity card; None also if that is impossible."""
    seat = d.turn
    if card == OWN_BLANK:
        pending = Pending(seat, Cause.OWN_BLANK, BLANK, seat)  # of either rack (O-P-38)
    elif card in (LEFT, RIGHT):
        step = 1 if card == LEFT else -1
        owner = d.after(seat, step)
        while d.terms.neighbour_skip and owner != seat and not d.hides(owner):
            owner = d.after(owner, step)
        if owner == seat:
            return None  # O-P-14
        pending = Pending(owner, Cause(card), None, seat, _rack_meant(d, card))
    else:
        return None
    return pending if pending.cards(d.racks) else None


def _rack_meant(d: Builder, card: str | None) -> int:
    """The rack that LEFT and RIGHT mean where players have two (R-P-48); else 0."""
    return _RACKS.get(card or "", 0) if d.paired else 0
