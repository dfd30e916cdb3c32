"""Probe for two to six players after the English sheet of 1964: the rules as the host asks.

The work is done in `hiding` and `turn`, on a `Builder`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, assert_never

from parlour import Context, Deck, MoveFault, Prompt, Refused, Rules, Scoring, Seat, Setup, Step
from parlour_probe.catalogue import _
from parlour_probe.decks import ADDITIONAL, CARDS, activity_cards, all_cards, place
from parlour_probe.heard import Event, Gone, TimeUp
from parlour_probe.hiding import examples, hide, lay_for
from parlour_probe.moves import Ask, Guess, Hide, Move, Recite, Show, card_word
from parlour_probe.options import ACTIVITY_DECK, Terms
from parlour_probe.prompts import prompts
from parlour_probe.state import Builder, Cause, Phase, Rack, State
from parlour_probe.turn import (
    NO_REPLY,
    NO_REPLY_OF_TWO,
    NOT_YOURS,
    allowed,
    ask,
    begin_play,
    check_number,
    count_turn,
    end_turn,
    expose,
    go_on,
    hold,
    judge,
    recite,
    show_for_owner,
    stop,
    turn_is_over,
)


class ProbeScoring(Scoring[State]):
    """Scores are booked by the rules as they fall; here they are read."""

    def scores(self, state: State) -> Mapping[Seat, int]:
        """The running totals, public at all times."""
        return dict(zip(state.seats, state.scores, strict=True))

    def winners(self, state: State) -> frozenset[Seat]:
        """The highest score wins, equals share (O-P-39); who left is not ranked (O-P-45)."""
        ranked = {s: points for s, points in self.scores(state).items() if s not in state.gone}
        best = max(ranked.values(), default=0)
        return frozenset(s for s, points in ranked.items() if points == best)


MOST_ACTIVITIES: Final = 99
"""Activity cards of a kind, at most."""
PAIR: Final = 2
"""So many players have two racks each (R-P-47)."""
NOT_SAID: Final = _("The word that is face up must be said first.")


class ProbeRules(Rules[State, Move, Event]):
    """What may happen in a game of Probe."""

    def start(self, setup: Setup, ctx: Context) -> Step[State, Event]:
        """Shuffle the activity cards (R-P-4) and let everybody hide a word."""
        terms = Terms.from_options(setup.options, ctx.lists)
        first = setup.options["first_player"]
        if first == "random":
            first = ctx.rng.choice(setup.seats)
        if first not in setup.seats:
            text = _(
                "first_player={seat} is an empty seat. Choose a taken seat or random.", seat=first
            )
            raise Refused(MoveFault.ILLEGAL, text)
        _check_options(terms, len(setup.seats))
        deck = _activity_cards(terms, ctx)
        _check_decks(terms, deck)
        ctx.rng.shuffle(deck)
        indexes = (1, 2) if len(setup.seats) == PAIR else (0,)
        racks = tuple(Rack(seat, index) for seat in setup.seats for index in indexes)
        d = Builder.of(
            State(
                terms=terms,
                seats=setup.seats,
                examples=tuple([examples(terms, ctx.lexicon, ctx.rng) for _ in setup.seats]),
                phase=Phase.HIDING,
                racks=racks,
                scores=(0,) * len(setup.seats),
                turn=Seat(int(first)),
                deck=tuple(deck),
                warned=("",) * len(racks),
            ),
            ctx,
        )
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
        if state.phase is Phase.OVER:
            raise Refused(MoveFault.ILLEGAL, _("The game is over."))
        d = Builder.of(state, ctx)
        match move:
            case Ask():
                _ask(d, seat, move)
            case Show():
                _show(d, seat, move)
            case Guess():
                _guess(d, seat, move)
            case Hide():
                _hide(d, seat, move)
            case Recite():
                _recite(d, seat, move)
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
            asked = d.pending.cause is Cause.QUESTION  # R-P-33 is about guessed cards only
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
        return state.phase is Phase.OVER


def _activity_cards(terms: Terms, ctx: Context) -> list[str]:
    """The activity cards of a printed deck or of one of the host, not shuffled."""
    deck = ctx.lists.get(ACTIVITY_DECK)
    if isinstance(deck, Deck):
        return list(all_cards(deck.cards, most=MOST_ACTIVITIES))
    return list(activity_cards(terms.activity_deck))


def _check_options(terms: Terms, players: int) -> None:
    """Raise Refused if an option asks for other rules or another number of players.

    Options that only have no occasion are let be: nobody expects a skip where no cards are drawn.
    """
    if terms.fr_recite and not terms.french:
        text = _("fr_recite=on needs the French rules. Add edition=fr, or use fr_recite=off.")
    elif players == PAIR and terms.neighbour_skip:
        text = _("neighbour_skip=on needs three players: two have no other neighbour to skip to.")
    elif players > PAIR and terms.final_bonus_per == "rack":
        text = _("final_bonus_per=rack is for two players. With more, each has only one rack.")
    else:
        return
    raise Refused(MoveFault.ILLEGAL, text)


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
        raise Refused(MoveFault.ILLEGAL, text)
    if terms.deck_exhausted == "reshuffle" and set(activities) == {ADDITIONAL}:
        text = _(
            "With activity_deck={deck} no turn would end. Use deck_exhausted=none.",
            deck=terms.activity_deck,
        )
        raise Refused(MoveFault.ILLEGAL, text)


def _begin_if_ready(d: Builder) -> None:
    if all(rack.cards for rack in d.racks):
        begin_play(d)


def _hide(d: Builder, seat: Seat, move: Hide) -> None:
    if d.phase is not Phase.HIDING:
        text = _("Your word is already hidden. You can't change it.")
        raise Refused(MoveFault.ILLEGAL, text)
    hide(d, seat, move)
    _begin_if_ready(d)


def _ask(d: Builder, seat: Seat, move: Ask) -> None:
    """Refuse what O-P-9 lists, else ask."""
    if d.phase is Phase.HIDING:
        text = _("You can't ask yet: players are still hiding their words.")
        raise Refused(MoveFault.NOT_YOUR_TURN, text)
    if d.pending is not None:
        text = _("You can't ask now: wait until the card is shown.")
        raise Refused(MoveFault.NOT_YOUR_TURN, text)
    if d.recital is not None:
        raise Refused(MoveFault.NOT_YOUR_TURN, NOT_SAID)
    if seat != d.turn:
        raise Refused(MoveFault.NOT_YOUR_TURN, _("It isn't your turn to ask."))
    if move.seat == seat:
        raise Refused(MoveFault.ILLEGAL, _("You can't ask yourself. Ask another player."))
    if not d.hides(move.seat):
        text = _("That player has no hidden cards. Ask somebody else.")
        raise Refused(MoveFault.ILLEGAL, text)
    if move.card not in CARDS:
        raise Refused(MoveFault.ILLEGAL, _("Ask for a letter from A to Z, or a dot for a blank."))
    ask(d, move)


def _show(d: Builder, seat: Seat, move: Show) -> None:
    pending = d.pending
    if pending is None or pending.owner != seat:
        raise Refused(MoveFault.NOT_YOUR_TURN, _("You don't have to show a card now."))
    cards = pending.cards(d.racks)
    if (move.rack, move.space) not in cards:
        choice = ", ".join(card_word(*card) for card in cards)
        text = _(
            "You can't show {place}. Choose from: {choice}.",
            place=place(move.rack, move.space),
            choice=choice,
        )
        raise Refused(MoveFault.ILLEGAL, text)
    expose(d, pending, (move.rack, move.space))
    go_on(d)


def _recite(d: Builder, seat: Seat, move: Recite) -> None:
    recital = d.recital
    if recital is None or recital.seat != seat:
        raise Refused(MoveFault.NOT_YOUR_TURN, _("You don't have to say a word now."))
    recite(d, recital, move.word)
    go_on(d)


def _guess(d: Builder, seat: Seat, move: Guess) -> None:
    """Hold a guess while a card is being chosen, refuse one that does not count, judge others.

    Every refusal is decided by what is public, before the guess is looked at (O-P-24).
    """
    if d.phase is Phase.HIDING:
        text = _("You can't guess yet: players are still hiding their words.")
        raise Refused(MoveFault.ILLEGAL, text)
    if move.seat == seat:
        raise Refused(MoveFault.ILLEGAL, _("You can't guess your own word."))
    if d.paired and not move.rack:
        text = _("Say which word you mean: left or right.")
        raise Refused(MoveFault.ILLEGAL, text)
    if d.terms.french and seat != d.turn:
        raise Refused(MoveFault.NOT_YOUR_TURN, NOT_YOURS)
    if d.recital is not None:
        raise Refused(MoveFault.NOT_YOUR_TURN, NOT_SAID)
    if not allowed(d, move.seat, move.rack):
        # Cards being chosen can only make it fewer, so such a guess need not wait for them.
        text = NO_REPLY_OF_TWO if d.paired else NO_REPLY
        raise Refused(MoveFault.ILLEGAL, text)
    check_number(d, move)
    if d.pending is not None:
        hold(d, seat, move)
        return
    judge(d, seat, move)
    if not d.over and turn_is_over(d):
        end_turn(d)  # otherwise the clock of the question runs on (O-P-27)
