"""What may happen: hint, hang, drop."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

import parlour
from lanterns import state as s
from lanterns.state import Event, Gone, Hint, Lantern, Move, State, Table, Took
from parlour import ChoiceArg, Context, IntArg, MoveSpec, Prompt, Seat, SeatArg, Setup, Step, Verb
from parlour.parts import Turns, deal

HINT: Final = Verb("hint", "hint PLAYER COLOUR_OR_NUMBER", "tell a player about their lanterns")
HANG: Final = Verb("hang", "hang PLACE", "hang one of your lanterns")
DROP: Final = Verb("drop", "drop PLACE", "drop one of your lanterns, for oil")


class LanternRules(parlour.Rules[State, Move, Event]):
    """Two to five players, all on one side."""

    def start(self, setup: Setup, ctx: Context) -> Step[State, Event]:
        """Deal five lanterns to each of two or three players, else four."""
        seats = setup.seats
        dealt, pile = deal(ctx, s.DECK, seats, 5 if len(seats) < 4 else 4, sort=False)
        hands = {seat: tuple(map(Lantern, cards)) for seat, cards in dealt.items()}
        turns, rows = Turns(seats, ctx.rng.choice(seats)), dict.fromkeys(s.LETTERS, 0)
        return Step(State(Table(turns, rows, len(pile), turns_left=len(seats)), hands, pile))

    def prompts(self, state: State) -> Mapping[Seat, Prompt]:
        """Offer every hint that is true of a lantern, and the own lanterns."""
        table, me = state.table, state.table.turns.now
        if table.over:
            return {}
        place = IntArg("place", 1, len(state.hands[me]))
        specs = [MoveSpec(HANG, (place,))]
        if table.oil < s.OIL:
            specs.append(MoveSpec(DROP, (place,)))
        for seat, held in state.hands.items():
            signs = {sign for each in held for sign in each.card}
            abouts = tuple(each for each in s.ABOUTS if s.sign_of(each) in signs)
            if table.oil and seat != me:
                about = ChoiceArg("about", abouts, label="Colour or number")
                specs.append(MoveSpec(HINT, (SeatArg("player", (seat,)), about)))
        return {me: Prompt(tuple(specs))}

    def apply(self, state: State, seat: Seat, move: Move, ctx: Context) -> Step[State, Event]:
        """Hint, or hang or drop a lantern and take a new one."""
        table, held = state.table, [*state.hands[seat]]
        table.turns.check(seat)
        if isinstance(move, Hint):
            return _hinted(state, seat, move)
        if not 1 <= move.place <= len(held):
            raise _no(f"Your lanterns have the places 1 to {len(held)}.")
        card, fits = held.pop(move.place - 1).card, None
        if isinstance(move, s.Drop):
            if table.oil == s.OIL:
                raise _no("All eight drops of oil are there. Give a hint, or hang a lantern.")
            table = replace(table, oil=table.oil + 1, lost=(*table.lost, card))
        elif fits := table.next_of(card):
            number, full = int(card[1]), card[1] == s.NUMBERS[-1] and table.oil < s.OIL
            table = replace(table, rows={**table.rows, card[0]: number}, oil=table.oil + full)
        else:
            table = replace(table, mistakes=table.mistakes + 1, lost=(*table.lost, card))
        drawn, pile = state.pile.draw()
        hands = {**state.hands, seat: (*held, *map(Lantern, drawn))}
        gone = Gone(seat, move.place, card, fits, table.mistakes)
        took = (Took(seat, each, len(pile)) for each in drawn)
        table = replace(table.passed_on(), pile=len(pile))
        return Step(State(table, hands, pile), (gone, *took))


class LanternScoring(parlour.Scoring[State]):
    """All have the same points."""

    def outcome(self, state: State) -> parlour.Together:
        """Return what hangs, of 25."""
        return parlour.Together(state.table.points, s.BEST)


def _hinted(state: State, seat: Seat, move: Hint) -> Step[State, Event]:
    table, player, about = state.table, move.player, move.about
    if not table.oil:
        raise _no("There is no oil left for a hint. Drop a lantern to get some.")
    held, sign = state.hands.get(player, ()), s.sign_of(about)
    places = tuple(place for place, each in enumerate(held, 1) if sign in each.card)
    if player == seat or about not in s.ABOUTS or not places:
        raise _no("Name another player, and a colour or a number that they have.")
    hands = {**state.hands, player: tuple(each.told(about) for each in held)}
    table = replace(table.passed_on(), oil=table.oil - 1)
    return Step(State(table, hands, state.pile), (s.Hinted(seat, player, about, places),))


def _no(text: str) -> parlour.Refused:
    return parlour.Refused(parlour.MoveFault.ILLEGAL, text)
