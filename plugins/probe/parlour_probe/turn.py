"""A turn: the activity card, questions, cards turned up, guesses, the end (rules page, 1.6)."""

from __future__ import annotations

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
    QUESTION,
    RIGHT,
    SIDES,
    VALUES,
    dearest,
)
from parlour_probe.heard import (
    Asked,
    Ended,
    FinalRounds,
    Guessed,
    Kept,
    NoReply,
    Recited,
    Reshuffled,
    Shown,
    Turn,
    Waiting,
)
from parlour_probe.hiding import check_word
from parlour_probe.moves import Ask, Guess
from parlour_probe.state import Builder, FinalView, Pending, Phase, Rack, Recital

NO_BLANK: Final = -50
"""For asking for a blank that is not hidden there (R-P-31, O-P-47)."""
COMPLETED: Final = 50
"""For guessing a last hidden card (R-P-29)."""
RIGHT_GUESS: Final = 100
"""R-P-39, beside the values of the cards."""
WRONG_GUESS: Final = -50
"""R-P-40."""
FINAL_TURNS: Final = 2
"""R-P-42."""
KEPT: Final = 50
KEPT_MANY: Final = 100
MANY: Final = 5
"""R-P-44: 50 for having kept the word, 100 with so many cards still hidden."""

NO_REPLY: Final = _("That player has too few hidden cards for a word guess. Nothing has changed.")
"""The one line for a guess that comes too late, right or wrong (R-P-41, O-P-24)."""
NO_REPLY_OF_TWO: Final = _(
    "That rack has too few hidden cards for a word guess. Nothing has changed."
)
"""The same where the player has another rack, whose cards do not count (O-P-36)."""
NOT_YOURS: Final = _("You can guess a word in your own turn only. Nothing has changed.")
"""The one line for a guess in another player's turn under the French rules (O-P-24, O-P-42)."""


# --- whose turn it is ---------------------------------------------------------------------


def begin_play(d: Builder) -> None:
    """All words are hidden: the first turn begins (O-P-1)."""
    _begin_turn(d, _next_present(d, d.turn) if d.turn in d.gone else d.turn)


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
        _finish_final(d, d.final.hider)
    else:
        _begin_turn(d, _next_present(d, d.turn))


def _next_present(d: Builder, seat: Seat) -> Seat:
    """The next player in turn order; turns of those who have left are skipped (O-P-45)."""
    seat = d.after(seat)
    while seat in d.gone:
        seat = d.after(seat)
    return seat


def _begin_turn(d: Builder, seat: Seat) -> None:
    d.turn, d.extra, d.multiplier, d.cut = seat, 0, 1, False
    count_turn(d, seat)
    _draw(d, again=False)


def _draw(d: Builder, *, again: bool) -> None:
    """Draw the top activity card, read it out and obey it (R-P-14, R-P-21 to R-P-27)."""
    seat, idle = d.turn, d.has_nobody_to_ask(d.turn)
    card = d.activity = _top_card(d)
    points = BOOKED.get(card or "", 0)
    index = SIDES.index(card.lower()) if d.paired and card in (LEFT, RIGHT) and card else 0
    pending = _demanded(d, card, index)
    if card == ADDITIONAL or card in MULTIPLIERS:
        void = idle  # the hider of the final rounds asks nothing (O-P-32)
        if not idle:
            d.extra += card == ADDITIONAL
            d.multiplier = MULTIPLIERS.get(card or "", 1)
    else:
        void = pending is None and card in (LEFT, RIGHT, OWN_BLANK)
    shows = None if pending is None else pending.owner
    d.tell(Turn(seat, card, again, void, shows, points, d.book(seat, points), idle, index))
    if pending is not None:
        _demand(d, pending)
    if d.pending is None:
        go_on(d)


def _top_card(d: Builder) -> str | None:
    """Take the top activity card. If none is left, shuffle the used ones first (O-P-20)."""
    if not d.deck and d.used and d.terms.deck_exhausted == "reshuffle":
        cards = list(d.used)
        d.ctx.rng.shuffle(cards)
        d.deck, d.used = tuple(cards), ()
        d.tell(Reshuffled(len(cards)))
    if not d.deck:
        return None
    card = d.deck[-1]
    d.deck, d.used = d.deck[:-1], (*d.used, card)
    return card


def _demanded(d: Builder, card: str | None, index: int) -> Pending | None:
    """Whose card an activity card has turned up: of two racks (R-P-48), of the one at *index*.

    None also if that is impossible.
    """
    if card not in (OWN_BLANK, LEFT, RIGHT):
        return None
    seat = owner = d.turn
    if card != OWN_BLANK:  # which is of either rack (O-P-38)
        step = 1 if card == LEFT else -1
        owner = d.after(seat, step)
        while d.terms.neighbour_skip and owner != seat and not d.hides(owner):
            owner = d.after(owner, step)
        if owner == seat:
            return None  # O-P-14
    pending = Pending(owner, card, BLANK if card == OWN_BLANK else None, seat, index)
    return pending if pending.cards(d.racks) else None


# --- questions ----------------------------------------------------------------------------


def ask(d: Builder, move: Ask) -> None:
    """The player at turn has asked, rightly; the answer is always true (R-P-15 to R-P-19).

    At the first No, a continuation begins if one is due (R-P-22, O-P-13), or the turn ends.
    """
    pending = Pending(move.seat, QUESTION, move.card, d.turn)
    hit = bool(pending.cards(d.racks))
    points = NO_BLANK if move.card == BLANK and not hit else 0
    d.fresh = ()
    d.tell(Asked(d.turn, move.seat, move.card, hit, points, d.book(d.turn, points)))
    if hit:
        _demand(d, pending)
        if d.pending is None:
            go_on(d)
        return
    if d.terms.notes:
        d.deny(move.seat, move.card)
    d.multiplier = 1  # a first miss loses it (O-P-17)
    if d.extra:
        d.extra -= 1
        _draw(d, again=True)
    else:
        end_turn(d)


def _demand(d: Builder, pending: Pending) -> None:
    """Let the owner choose a card. They are asked even if only one matches (O-P-8).

    For an owner who has left the referee chooses at once (O-P-45); the stage is the same to all.
    """
    d.pending, d.phase = pending, Phase.SHOWING
    d.wait(d.terms.choice_seconds)
    if pending.owner in d.gone:
        show_for_owner(d, pending)


def show_for_owner(d: Builder, pending: Pending, penalty: int = 0) -> None:
    """The referee turns up a card (O-P-7)."""
    expose(d, pending, dearest(pending.cards(d.racks)), referee=True, penalty=penalty)


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
    to = None if pending.cause == OWN_BLANK else pending.drawer
    withheld = bonus if d.terms.fr_recite and pending.cause == QUESTION else 0
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
    if not withheld:
        _follow(d, rack)
        return
    d.recital, d.phase = Recital(pending.drawer, rack.owner, index, withheld), Phase.RECITING
    d.wait(d.terms.choice_seconds)
    if pending.drawer in d.gone:
        recite(d, d.recital, "")


def _pay(d: Builder, cause: str, value: int, *, last: bool) -> tuple[int, int]:
    """What a card pays, and how much of it is for the last card of a word."""
    if cause == OWN_BLANK:
        return 0, 0  # R-P-34, O-P-15
    if cause != QUESTION:
        bonus = COMPLETED if last and d.terms.completion_bonus_on_activity else 0
        return value + bonus, bonus
    factor, d.multiplier = d.multiplier, 1  # the first question after the card (R-P-25, O-P-17)
    bonus = COMPLETED if last else 0
    if d.terms.multiplier_scope == "card_and_bonus":  # O-P-16
        bonus *= factor
    return value * factor + bonus, bonus


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
    """What comes after a card of *rack* was paid for (1.6, step 4).

    Guesses that waited are judged in their order, each in the position then standing (O-P-22,
    O-P-23).
    """
    check_word(d, rack)
    _settle(d)
    while d.held:
        guess, *rest = d.held
        d.held = tuple(rest)
        if allowed(d, guess.target, guess.index):
            judge(d, guess)
        else:
            d.tell(NoReply(guess.guesser, guess.target, guess.index))


# --- guesses at any moment: the interruptive rule (R-P-35 to R-P-41) ----------------------


def allowed(d: Builder, target: Seat, index: int) -> bool:
    """May the word on that rack be guessed, as far as everybody knows (O-P-24)?"""
    return any(r.index == index and d.may_count(r) for r in d.racks_of(target))


def guess(d: Builder, seat: Seat, move: Guess) -> None:
    """Judge an allowed guess, or keep it until the card being chosen is up (O-P-23).

    Raises Refused for another number of cards than the rack has. All can count them, so it cannot
    be right, and costs nothing (O-P-18).
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
    waiting = Waiting(seat, move.seat, move.rack, move.cards)
    if d.pending is not None:
        d.held += (waiting,)
        d.tell(waiting)
        return
    judge(d, waiting)
    if not d.over and turn_is_over(d):
        end_turn(d)  # otherwise the clock of the question runs on (O-P-27)


def judge(d: Builder, guess: Waiting) -> None:
    """Book an allowed guess and announce it to all as it would be heard at a table (O-P-21)."""
    seat, rack = guess.guesser, d.rack(guess.target, guess.index)
    right = guess.cards == rack.cards
    factor = 1
    if d.terms.multiplier_on_word_guess and seat == d.turn:
        factor, d.multiplier = d.multiplier, 1  # O-P-18
    if right:
        spaces = rack.spaces_hiding(None)
        bonus = RIGHT_GUESS
        if d.terms.completion_bonus_with_word_guess:  # O-P-26
            bonus += COMPLETED
        if d.terms.multiplier_scope == "card_and_bonus":  # O-P-16
            bonus *= factor
        points = _worth(spaces) * factor + bonus
        rack = d.turn_up(rack, *spaces)
    else:
        points = WRONG_GUESS
        d.cut = d.cut or (d.terms.interrupt_wrong_ends_turn and seat == d.turn)
    score = d.book(seat, points)
    d.tell(Guessed(seat, guess.target, guess.index, guess.cards, right, points, score))
    if right:
        check_word(d, rack)
        _settle(d)


# --- spelling, final rounds, the end (R-P-42 to R-P-45) ------------------------------------


def _worth(spaces: tuple[int, ...]) -> int:
    """The values of *spaces* together."""
    return sum(VALUES[space - 1] for space in spaces)


def _settle(d: Builder) -> None:
    """After an exposure: the end if all cards are up, final rounds if one player hides (1.6).

    The hider's opponents have two more turns; the running turn is none of them (R-P-42, O-P-29).
    """
    hiders = [seat for seat in d.seats if d.hides(seat)]
    if not hiders:
        _close(d, "all_up")
    elif len(hiders) == 1 and d.final is None:
        turns = {s: FINAL_TURNS for s in d.present() if s != hiders[0]}
        if d.terms.final_current_turn_counts and d.turn in turns:
            turns[d.turn] -= 1
        d.final = FinalView(hiders[0], tuple(turns.get(s, 0) for s in d.seats))
        d.tell(FinalRounds(hiders[0], d.seats, d.final.turns))


def count_turn(d: Builder, seat: Seat, *, all_of_them: bool = False) -> None:
    """In the final rounds, take one turn (or all) off those that *seat* has to come."""
    if d.final is not None:
        turns = list(d.final.turns)
        at = d.seats.index(seat)
        turns[at] = 0 if all_of_them else max(0, turns[at] - 1)
        d.final = FinalView(d.final.hider, tuple(turns))


def _finish_final(d: Builder, hider: Seat) -> None:
    """End the final rounds: the hider scores for the cards that are left (R-P-44).

    For keeping them there is a bonus for each rack, or one for all with the last (O-P-35).
    """
    kept = [rack for rack in d.racks_of(hider) if rack.hidden]
    opened: list[Rack] = []
    for rack in kept:
        hidden = rack.hidden if d.terms.final_bonus_per == "rack" else sum(r.hidden for r in kept)
        bonus = KEPT_MANY if hidden >= MANY else KEPT
        if d.terms.final_bonus_per != "rack" and rack is not kept[-1]:
            bonus = 0
        spaces = rack.spaces_hiding(None)
        values = _worth(spaces)
        score = d.book(hider, values + bonus)
        opened.append(d.turn_up(rack, *spaces))
        d.tell(Kept(hider, rack.index, spaces, rack.cards, values, bonus, score))
    for rack in opened:
        check_word(d, rack)
    _close(d, "final")


def stop(d: Builder) -> None:
    """One player is left: no more points, and the words are shown (O-P-45, G-8)."""
    for rack in d.racks:
        d.turn_up(rack, *rack.spaces_hiding(None))
    _close(d, "deserted")


def _close(d: Builder, reason: str) -> None:
    """The game is over; guesses that still wait have become pointless with it."""
    d.phase, d.held = Phase.OVER, ()
    d.pending = d.recital = d.due = None
    owners, rows, indexes = zip(*((r.owner, r.cards, r.index) for r in d.racks), strict=True)
    printed = tuple(r.printed for r in d.racks) if d.terms.french else ()
    d.tell(Ended(reason, owners, rows, indexes, printed))
