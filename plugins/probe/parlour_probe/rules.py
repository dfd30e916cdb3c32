"""Probe for two to six players after the English sheet of 1964: the rules as the host asks.

The work is done in `hiding` and `turn`, on a `Builder`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, assert_never

from parlour import Context, Deck, MoveFault, Prompt, Refused, Rules, Scoring, Seat, Setup, Step
from parlour_probe.catalogue import _
from parlour_probe.decks import ADDITIONAL, CARDS, QUESTION, activity_cards, all_cards, place
from parlour_probe.heard import Event, Gone, TimeUp
from parlour_probe.hiding import example, examples, hide, lay_for
from parlour_probe.moves import Ask, Guess, Hide, Move, Recite, Show, card_word, prompts
from parlour_probe.options import ACTIVITY_DECK, Terms
from parlour_probe.state import Builder, Phase, Rack, Recital, State
from parlour_probe.turn import (
    NO_REPLY,
    NO_REPLY_OF_TWO,
    NOT_YOURS,
    allowed,
    ask,
    begin_play,
    count_turn,
    end_turn,
    expose,
    go_on,
    guess,
    recite,
    show_for_owner,
    stop,
)

MOST_ACTIVITIES: Final = 99
"""Activity cards of a kind, at most."""
PAIR: Final = 2
"""So many players have two racks each (R-P-47)."""
NOT_SAID: Final = _("The word that is face up must be said first.")
HIDE_FIRST: Final = (
    _("Hide your word first<<: hide {row}|.>>"),
    _("Hide a word on your left rack first<<: hide left {row}|.>>"),
    _("Hide a word on your right rack first<<: hide right {row}|.>>"),
)
"""By the rack: an only one, of two the left one, the right one."""


class ProbeScoring(Scoring[State]):
    """Scores are booked by the rules as they fall; here they are read."""

    def scores(self, state: State) -> Mapping[Seat, int]:
        """The running totals, public at all times (R-P-12)."""
        return dict(zip(state.seats, state.scores, strict=True))

    def winners(self, state: State) -> frozenset[Seat]:
        """The highest score wins, equals share (O-P-39); who left is not ranked (O-P-45)."""
        ranked = {s: points for s, points in self.scores(state).items() if s not in state.gone}
        best = max(ranked.values(), default=0)
        return frozenset(s for s, points in ranked.items() if points == best)


class ProbeRules(Rules[State, Move, Event]):
    """What may happen in a game of Probe."""

    def start(self, setup: Setup, ctx: Context) -> Step[State, Event]:
        """Shuffle the activity cards (R-P-4) and let everybody hide a word."""
        terms, seats = Terms.from_options(setup.options, ctx.lists), setup.seats
        first = setup.options["first_player"]
        if first == "random":
            first = ctx.rng.choice(seats)
        if first not in seats:
            text = _("first_player={seat} is an empty seat. Choose a taken seat or random.")
            raise _illegal(text.filled(seat=first))
        _check_options(terms, len(seats))
        cards = ctx.lists.get(ACTIVITY_DECK)
        if isinstance(cards, Deck):
            deck = list(all_cards(cards.cards, most=MOST_ACTIVITIES))
        else:
            deck = list(activity_cards(terms.activity_deck))
        _check_decks(terms, deck)
        ctx.rng.shuffle(deck)
        indexes = (1, 2) if len(seats) == PAIR and terms.racks > 1 else (0,)
        racks = tuple(Rack(seat, index) for seat in seats for index in indexes)
        state = State(
            terms=terms,
            seats=seats,
            examples=tuple([examples(terms, ctx.lexicon, ctx.rng) for _seat in seats]),
            phase=Phase.HIDING,
            racks=racks,
            scores=(0,) * len(seats),
            turn=Seat(int(first)),
            deck=tuple(deck),
            denied=("",) * len(seats) if terms.notes else (),
        )
        d = Builder.of(state, ctx)
        d.wait(terms.hide_seconds)
        return d.step()

    def prompts(self, state: State) -> Mapping[Seat, Prompt]:
        """Who may act now, with what."""
        return prompts(state)

    def deadline(self, state: State) -> int | None:
        """When the present wait ends."""
        return state.due

    def apply(self, state: State, seat: Seat, move: Move, ctx: Context) -> Step[State, Event]:
        """Make *move*, or raise Refused."""
        if state.over:
            raise _illegal(_("The game is over."))
        d = Builder.of(state, ctx)
        if d.phase is Phase.HIDING and not isinstance(move, Hide):
            raise _not_yours(_to_hide(d, seat))
        match move:
            case Ask():
                _ask(d, seat, move)
            case Show():
                _show(d, seat, move)
            case Guess():
                _guess(d, seat, move)
            case Hide():
                if d.phase is not Phase.HIDING:
                    raise _illegal(_("Your word is already hidden. You can't change it."))
                hide(d, seat, move)
                _begin_if_ready(d)
            case Recite():
                if d.recital is None or d.recital.seat != seat:
                    raise _not_yours(_("You don't have to say a word now."))
                recite(d, d.recital, move.word)
                go_on(d)
            case _:
                assert_never(move)
        return d.step()

    def time_up(self, state: State, ctx: Context) -> Step[State, Event]:
        """Silence: the referee lays a word, ends the turn (O-P-11) or shows a card (O-P-7)."""
        d = Builder.of(state, ctx)
        if d.phase is Phase.HIDING:
            lay_for(d, d.seats)
            begin_play(d)
        elif d.pending is not None:
            asked = d.pending.cause == QUESTION  # R-P-33 is about guessed cards only
            show_for_owner(d, d.pending, d.terms.choice_timeout_penalty if asked else 0)
            go_on(d)
        elif d.recital is not None:
            recite(d, d.recital, "")
            go_on(d)
        else:
            d.tell(TimeUp(d.turn))
            end_turn(d)
        return d.step()

    def left(self, state: State, seat: Seat, ctx: Context) -> Step[State, Event]:
        """Keep the rack of *seat* in play. The referee answers for them (O-P-45)."""
        d = Builder.of(state, ctx)
        if d.over:
            return d.step()
        d.gone |= {seat}
        d.tell(Gone(seat))
        count_turn(d, seat, all_of_them=True)
        if len(d.present()) == 1:
            stop(d)
        elif d.phase is Phase.HIDING:
            lay_for(d, (seat,))
            _begin_if_ready(d)
        elif d.pending is not None and d.pending.owner == seat:
            show_for_owner(d, d.pending)
            go_on(d)
        elif d.pending is None and d.turn == seat:
            if d.recital is None:
                end_turn(d)
            else:
                recite(d, d.recital, "")
                go_on(d)
        return d.step()

    def is_over(self, state: State) -> bool:
        """Are all cards face up, or is one player left?"""
        return state.over


def _illegal(text: str) -> Refused:
    return Refused(MoveFault.ILLEGAL, text)


def _not_yours(text: str) -> Refused:
    return Refused(MoveFault.NOT_YOUR_TURN, text)


def _check_options(terms: Terms, players: int) -> None:
    """Raise Refused if an option asks for other rules or another number of players.

    Options that only have no occasion are let be: nobody expects a skip where no cards are drawn.
    """
    if terms.fr_recite and not terms.french:
        text = _("fr_recite=on needs the French rules. Add edition=fr, or use fr_recite=off.")
    elif players == PAIR and terms.neighbour_skip:
        text = _("neighbour_skip=on needs three players: two have no other neighbour to skip to.")
    elif terms.final_bonus_per == "rack" and (players > PAIR or terms.racks == 1):
        text = _("final_bonus_per=rack is for two players with two racks each.")
    else:
        return
    raise _illegal(text)


def _check_decks(terms: Terms, activities: Sequence[str]) -> None:
    """Raise Refused if no game is possible with these decks."""
    letters = sum(terms.letter_cards.values()) - terms.blanks_per_deck
    if terms.letter_limits and letters < terms.min_word_length:
        text = _.count(
            "letter_deck={deck} has 1 letter. Lower min_word_length, or use letter_limits=off.",
            "letter_deck={deck} has {n} letters. Lower min_word_length, or use letter_limits=off.",
            letters,
            deck=terms.letter_deck,
        )
        raise _illegal(text)
    if terms.deck_exhausted == "reshuffle" and set(activities) == {ADDITIONAL}:
        text = _("With activity_deck={deck} no turn would end. Use deck_exhausted=none.")
        raise _illegal(text.filled(deck=terms.activity_deck))


def _begin_if_ready(d: Builder) -> None:
    if all(rack.cards for rack in d.racks):
        begin_play(d)


def _to_hide(d: Builder, seat: Seat) -> str:
    """Say what comes before anything else that *seat* may want while words are hidden."""
    free = [rack.index for rack in d.racks_of(seat) if not rack.cards]
    if not free:
        return _("Wait: other players are still hiding their words.")
    return HIDE_FIRST[free[0]].filled(row=example(d.examples_for(seat)))


def _ask(d: Builder, seat: Seat, move: Ask) -> None:
    """Refuse what O-P-9 lists, else ask."""
    if d.pending is not None and d.pending.owner == seat:
        card = card_word(*d.pending.cards(d.racks)[0])
        raise _not_yours(_("Turn up one of your cards first<<: show {card}|.>>", card=card))
    if d.pending is not None:
        raise _not_yours(_("You can't ask now: wait until the card is shown."))
    if d.recital is not None:
        raise _not_yours(_not_said(d.recital, seat))
    if seat != d.turn:
        raise _not_yours(_("It isn't your turn to ask."))
    if move.seat == seat:
        raise _illegal(_("You can't ask yourself. Ask another player."))
    if not d.hides(move.seat):
        raise _illegal(_("That player has no hidden cards. Ask somebody else."))
    if move.card not in CARDS:
        raise _illegal(_("Ask for a letter from A to Z, or a dot for a blank."))
    ask(d, move)


def _not_said(recital: Recital, seat: Seat) -> str:
    if recital.seat == seat:
        return _("Say the word that is face up first<<: recite WORD|.>>")
    return NOT_SAID


def _show(d: Builder, seat: Seat, move: Show) -> None:
    pending = d.pending
    if pending is None or pending.owner != seat:
        raise _not_yours(_("You don't have to show a card now."))
    cards = pending.cards(d.racks)
    if (move.rack, move.space) not in cards:
        text = _("You can't show {place}. Choose from: {choice}.")
        choice = ", ".join(card_word(*card) for card in cards)
        raise _illegal(text.filled(place=place(move.rack, move.space), choice=choice))
    expose(d, pending, (move.rack, move.space))
    go_on(d)


def _guess(d: Builder, seat: Seat, move: Guess) -> None:
    """Refuse a guess that does not count. That is decided by what is public, before it is looked
    at (O-P-24).
    """
    if move.seat == seat:
        raise _illegal(_("You can't guess your own word."))
    if d.paired and not move.rack:
        raise _illegal(_("Say which word you mean: left or right."))
    if d.terms.french and seat != d.turn:
        raise _not_yours(NOT_YOURS)
    if d.recital is not None:
        raise _not_yours(_not_said(d.recital, seat))
    if not allowed(d, move.seat, move.rack):
        # Cards being chosen can only make it fewer, so such a guess need not wait for them.
        raise _illegal(NO_REPLY_OF_TWO if d.paired else NO_REPLY)
    guess(d, seat, move)
