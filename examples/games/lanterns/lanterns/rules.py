"""What may happen: hint, hang, drop."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

import parlour
from lanterns import state as s
from lanterns.state import Event, Gone, Hint, Lantern, Move, State, Table, Took
from parlour import ChoiceArg, Context, IntArg, MoveSpec, Prompt, Seat, Step, Verb, illegal
from parlour.parts import Turns, deal

HINT: Final = Verb("hint", "hint PLAYER COLOUR_OR_NUMBER", "tell a player about their lanterns")
HANG: Final = Verb("hang", "hang PLACE", "hang one of your lanterns")
DROP: Final = Verb("drop", "drop PLACE", "drop one of your lanterns, for oil")


class LanternRules(parlour.Rules[State, Move, Event]):
    """Two to five players, all on one side."""

    def start(self, setup: parlour.Setup, ctx: Context) -> Step[State, Event]:
        """Deal five lanterns to each of two or three players, else four."""
        seats = setup.seats
        hands, pile = deal(ctx, s.DECK, seats, 5 if len(seats) < 4 else 4, sort=False)
        held = (Lantern(card, seat) for seat, cards in hands.items() for card in cards)
        table = Table(Turns(seats, ctx.rng.choice(seats)), len(pile), turns_left=len(seats))
        return Step(State(table, (*held, *map(Lantern, pile.cards[::-1]))))

    def prompts(self, state: State) -> Mapping[Seat, Prompt]:
        """Offer every hint that is true of a lantern, and the own lanterns."""
        table, me = state.table, state.table.turn
        if me is None:
            return {}
        place = IntArg("place", 1, len(state.held(me)))
        verbs = (HANG, DROP) if table.oil < s.OIL else (HANG,)
        specs = [MoveSpec(verb, (place,)) for verb in verbs]
        for seat in table.turns.order:
            signs = {sign for each in state.held(seat) for sign in each.card}
            abouts = tuple(each for each, sign in s.SIGNS.items() if sign in signs)
            if table.oil and seat != me:
                about = ChoiceArg("about", abouts, label="Colour or number")
                specs.append(MoveSpec(HINT, (parlour.SeatArg("player", (seat,)), about)))
        return {me: Prompt(tuple(specs))}

    def apply(self, state: State, seat: Seat, move: Move, ctx: Context) -> Step[State, Event]:
        """Hint, or hang or drop a lantern and take a new one."""
        table, held = state.table, state.held(seat)
        table.turns.check(seat)
        if isinstance(move, Hint):
            return _hinted(state, seat, move)
        if not 1 <= move.place <= len(held):
            raise illegal(f"Your lanterns have the places 1 to {len(held)}.")
        gone, fits = held[move.place - 1], None
        card = gone.card
        if isinstance(move, s.Drop):
            if table.oil == s.OIL:
                raise illegal("All eight drops of oil are there. Give a hint, or hang a lantern.")
            table = replace(table, oil=table.oil + 1, lost=(*table.lost, card))
        elif fits := table.next_of(card):
            number, full = int(card[1]), card[1] == s.NUMBERS[-1] and table.oil < s.OIL
            table = replace(table, rows={**table.rows, card[0]: number}, oil=table.oil + full)
        else:
            table = replace(table, mistakes=table.mistakes + 1, lost=(*table.lost, card))
        events: list[Event] = [Gone(seat, move.place, card, fits, table.mistakes)]
        lanterns = [each for each in state.lanterns if each is not gone]
        table = table.passed_on()
        if table.pile:
            drawn = lanterns[-table.pile]
            lanterns[-table.pile] = replace(drawn, seat=seat)
            table = replace(table, pile=table.pile - 1)
            events.append(Took(seat, drawn.card, table.pile))
        return Step(State(table, tuple(lanterns)), tuple(events))


class LanternScoring(parlour.Scoring[State]):
    """All have the same points."""

    def outcome(self, state: State) -> parlour.Together:
        """Return what hangs, of 25."""
        return parlour.Together(state.table.points, s.BEST)


def _hinted(state: State, seat: Seat, move: Hint) -> Step[State, Event]:
    table, player, about = state.table, move.player, move.about
    if not table.oil:
        raise illegal("There is no oil left for a hint. Drop a lantern to get some.")
    held, sign = state.held(player), s.SIGNS.get(about, "?")
    places = tuple(place for place, each in enumerate(held, 1) if sign in each.card)
    if player == seat or not places:
        raise illegal("Name another player, and a colour or a number that they have.")
    told = (each.told(about) if each.seat == player else each for each in state.lanterns)
    table = replace(table.passed_on(), oil=table.oil - 1)
    return Step(State(table, tuple(told)), (s.Hinted(seat, player, about, places),))
