"""What may happen: hint, hang, drop."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from lanterns.state import (
    BEST,
    COLOURS,
    DECK,
    LETTERS,
    NUMBERS,
    OIL,
    Drop,
    Event,
    Gone,
    Hint,
    Hinted,
    Marks,
    Move,
    State,
    Table,
    Took,
    sign_of,
)
from parlour import (
    Catalogue,
    ChoiceArg,
    Context,
    IntArg,
    MoveFault,
    MoveSpec,
    Prompt,
    Refused,
    Rules,
    Scoring,
    Seat,
    SeatArg,
    Setup,
    Step,
    Together,
    Verb,
)
from parlour.parts import Turns, deal

_: Final = Catalogue()
HINT: Final = Verb("hint", "hint PLAYER COLOUR_OR_NUMBER", "tell a player about their lanterns")
HANG: Final = Verb("hang", "hang PLACE", "hang one of your lanterns")
DROP: Final = Verb("drop", "drop PLACE", "drop one of your lanterns, for oil")


class LanternRules(Rules[State, Move, Event]):
    """Two to five players, all on one side."""

    def start(self, setup: Setup, ctx: Context) -> Step[State, Event]:
        """Deal five lanterns to each of two or three players, else four."""
        seats = setup.seats
        each = 5 if len(seats) < 4 else 4
        hands, pile = deal(ctx, DECK, seats, each, sort=False)
        turns = Turns(seats, ctx.rng.choice(seats))
        marks = dict.fromkeys(seats, (Marks(),) * each)
        table = Table(turns, marks, dict.fromkeys(LETTERS, 0), pile=len(pile))
        return Step(State(table, hands, pile))

    def prompts(self, state: State) -> Mapping[Seat, Prompt]:
        """Offer every hint that is true of a lantern, and the own lanterns."""
        table, seat = state.table, state.table.turns.now
        if table.over:
            return {}
        place = IntArg("place", 1, len(state.hands[seat]))
        specs = [MoveSpec(HANG, (place,))]
        if table.oil < OIL:
            specs.append(MoveSpec(DROP, (place,)))
        if table.oil:
            for other, cards in state.hands.items():
                signs = {sign for card in cards for sign in card}
                abouts = tuple(a for a in (*COLOURS, *NUMBERS) if sign_of(a) in signs)
                if other != seat and abouts:
                    args = SeatArg("player", (other,)), ChoiceArg("about", abouts)
                    specs.append(MoveSpec(HINT, args))
        return {seat: Prompt(tuple(specs))}

    def apply(self, state: State, seat: Seat, move: Move, ctx: Context) -> Step[State, Event]:
        """Hint, hang or drop."""
        table = state.table
        table.turns.check(seat)
        if isinstance(move, Hint):
            return _hinted(state, seat, move)
        if not 1 <= move.place <= len(state.hands[seat]):
            text = _("Your lanterns have the places 1 to {most}.")
            raise Refused(MoveFault.ILLEGAL, text.filled(most=len(state.hands[seat])))
        card, fits = state.hands[seat][move.place - 1], None
        if isinstance(move, Drop):
            if table.oil == OIL:
                text = _("All eight drops of oil are there. <<Type|Choose>> hint or hang.")
                raise Refused(MoveFault.ILLEGAL, text)
            table = replace(table, oil=table.oil + 1, lost=(*table.lost, card))
        elif fits := table.next_of(card):
            back = card[1] == NUMBERS[-1] and table.oil < OIL
            rows = {**table.rows, card[0]: int(card[1])}
            table = replace(table, rows=rows, oil=table.oil + back)
        else:
            table = replace(table, mistakes=table.mistakes + 1, lost=(*table.lost, card))
        gone = Gone(seat, move.place, card, fits)
        return _took(replace(state, table=table), seat, gone)


class LanternScoring(Scoring[State]):
    """All have the same points."""

    def scores(self, state: State) -> Mapping[Seat, int]:
        """Return nothing: points are those of all."""
        return {}

    def outcome(self, state: State) -> Together:
        """Return what hangs, of 25."""
        return Together(state.table.points, BEST)


def _hinted(state: State, seat: Seat, move: Hint) -> Step[State, Event]:
    table, other, about = state.table, move.player, move.about
    if other == seat or other not in state.hands:
        raise Refused(MoveFault.ILLEGAL, _("Name another player."))
    if about not in COLOURS and about not in NUMBERS:
        text = _("Name a colour or a number: {all}", all=", ".join((*COLOURS, *NUMBERS)))
        raise Refused(MoveFault.MALFORMED, text)
    if not table.oil:
        text = _("There is no oil for a hint. <<Type|Choose>> hang or drop.")
        raise Refused(MoveFault.ILLEGAL, text)
    has = [sign_of(about) in card for card in state.hands[other]]
    if not any(has):
        raise Refused(MoveFault.ILLEGAL, _("They have none of that."))
    marks = tuple(
        mark.told(about, has=each) for mark, each in zip(table.marks[other], has, strict=True)
    )
    table = replace(table, oil=table.oil - 1, marks={**table.marks, other: marks})
    places = tuple(place for place, each in enumerate(has, 1) if each)
    return _passed_on(replace(state, table=table), Hinted(seat, other, about, places))


def _took(state: State, seat: Seat, gone: Gone) -> Step[State, Event]:
    """Take a new lantern in place of the one that is gone."""
    table, at = state.table, gone.place - 1
    cards, marks = [*state.hands[seat]], [*table.marks[seat]]
    del cards[at], marks[at]
    drawn, pile = state.pile.draw()
    cards += drawn
    marks += [Marks() for _ in drawn]
    hands = state.hands.refilled(seat, {seat: cards})
    table = replace(table, marks={**table.marks, seat: tuple(marks)}, pile=len(pile))
    events: list[Event] = [gone, *(Took(seat, card, len(pile)) for card in drawn)]
    if drawn and not pile:  # one more turn for everybody, after this one
        table = replace(table, turns_left=len(table.turns.order) + 1)
    return _passed_on(State(table, hands, pile), *events)


def _passed_on(state: State, *events: Event) -> Step[State, Event]:
    table = state.table
    left = None if table.turns_left is None else table.turns_left - 1
    return Step(
        replace(state, table=replace(table, turns=table.turns.next(), turns_left=left)), events
    )
