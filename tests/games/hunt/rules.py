"""Hunt: what may happen, and what it is worth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from parlour import (
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
    TextArg,
)
from tests.games.hunt.state import (
    CHEER,
    HIDE,
    MOODS,
    NOTE,
    TRY,
    Cheer,
    Cheered,
    Event,
    Hid,
    Hide,
    Move,
    Note,
    Noted,
    Passed,
    State,
    Tried,
    Try,
)


class HuntRules(Rules[State, Move, Event]):
    def start(self, setup: Setup, ctx: Context) -> Step[State, Event]:
        """Everybody is to hide a number."""
        options = setup.options
        first = options["first"]
        if first == "draw":
            first = ctx.rng.choice(setup.seats)
        seconds = int(options["seconds"])
        if int(options["top"]) < len(setup.seats):
            raise Refused(MoveFault.ILLEGAL, "There must be a number for each: raise top.")
        return Step(
            State(
                seats=setup.seats,
                top=int(options["top"]),
                seconds=seconds,
                warm=options["answers"] == "warm",
                cheers=bool(options["cheers"]),
                turn=setup.seats[0] if first == "lowest" else Seat(int(first)),
                due=ctx.now + seconds * 1000,
                numbers={},
                notes={},
                ruled_out={seat: frozenset() for seat in setup.seats},
                points=dict.fromkeys(setup.seats, 0),
            )
        )

    def prompts(self, state: State) -> Mapping[Seat, Prompt]:
        """All hide at once, and need no verb for it; then one after the other tries."""
        if self.is_over(state):
            return {}
        number = IntArg("number", 1, state.top)
        if state.hiding:
            own = IntArg("number", 1, state.top, secret=True)
            hide = Prompt((MoveSpec(HIDE, (own,)),), bare="hide", due=state.due)
            return {seat: hide for seat in state.active if seat not in state.numbers}
        others = tuple(seat for seat in state.active if seat != state.turn)
        beside = [MoveSpec(NOTE, (TextArg("words", ("not 7", "ask bob")),))]
        if state.cheers:
            beside.append(MoveSpec(CHEER, (ChoiceArg("mood", MOODS),)))
        found = {seat: Prompt(tuple(beside), urgent=False) for seat in state.active}
        search = MoveSpec(TRY, (SeatArg("player", others), number))
        found[state.turn] = Prompt((search, *beside), due=state.due)
        return found

    def deadline(self, state: State) -> int | None:
        """The end of the hiding, or of the turn."""
        return state.due

    def apply(self, state: State, seat: Seat, move: Move, ctx: Context) -> Step[State, Event]:
        match move:
            case Hide():
                return self._hide(state, seat, move.number, ctx)
            case Try():
                return self._try(state, seat, move, ctx)
            case Note():
                if state.hiding:
                    raise Refused(MoveFault.ILLEGAL, "There is nothing to note yet.")
                notes = {**state.notes, seat: move.words}
                return Step(replace(state, notes=notes), (Noted(seat, move.words),))
            case Cheer():
                if state.hiding or not state.cheers or seat in state.out:
                    raise Refused(MoveFault.ILLEGAL, "There is no cheering now.")
                return Step(state, (Cheered(seat, move.mood),))

    def _hide(self, state: State, seat: Seat, number: int, ctx: Context) -> Step[State, Event]:
        if seat in state.numbers:
            raise Refused(MoveFault.ILLEGAL, "You have hidden a number already.")
        if not 1 <= number <= state.top:
            raise Refused(MoveFault.ILLEGAL, f"Hide a number from 1 to {state.top}.")
        new = replace(state, numbers={**state.numbers, seat: number})
        return Step(*self._on(new, ctx, Hid(seat, number)))

    def _try(self, state: State, seat: Seat, move: Try, ctx: Context) -> Step[State, Event]:
        if state.hiding or seat != state.turn:
            raise Refused(MoveFault.NOT_YOUR_TURN, "It is not your turn.")
        if move.target == seat or move.target not in state.active:
            raise Refused(MoveFault.ILLEGAL, "Try a player who is still in the game, not you.")
        hidden = state.numbers[move.target]
        found = hidden == move.number
        new = self._ruled_out(state, move.target, move.number, hidden)
        answer = "found" if found else "missed"
        if found:
            points = {**state.points, seat: state.points[seat] + 1}
            new = replace(new, out=state.out | {move.target}, points=points)
        elif state.warm:
            answer = "higher" if hidden > move.number else "lower"
        new = replace(new, turn=self._after(new, seat))
        return Step(*self._on(new, ctx, Tried(seat, move.target, move.number, answer)))

    def _ruled_out(self, state: State, target: Seat, number: int, hidden: int) -> State:
        not_it = {number}
        if state.warm:
            wrong = range(1, number) if hidden > number else range(number + 1, state.top + 1)
            not_it.update(wrong)
        known = state.ruled_out[target] | not_it
        return replace(state, ruled_out={**state.ruled_out, target: known})

    def _after(self, state: State, seat: Seat) -> Seat:
        order = [*state.seats, *state.seats]
        later = order[order.index(seat) + 1 :]
        return next((other for other in later if other in state.active), seat)

    def _on(self, state: State, ctx: Context, *events: Event) -> tuple[State, tuple[Event, ...]]:
        """The game goes on; who has the turn has their time from now."""
        if state.hiding or self.is_over(state):
            return state, events
        if state.turn in state.out:
            state = replace(state, turn=self._after(state, state.turn))
        return replace(state, due=ctx.now + state.seconds * 1000), (*events, Passed(state.turn))

    def time_up(self, state: State, ctx: Context) -> Step[State, Event]:
        """Luck hides what was not hidden in time; a turn that was not used is gone."""
        if not state.hiding:
            passed = replace(state, turn=self._after(state, state.turn))
            return Step(*self._on(passed, ctx))
        missing = [seat for seat in state.active if seat not in state.numbers]
        drawn = {seat: ctx.rng.randint(1, state.top) for seat in missing}
        new = replace(state, numbers={**state.numbers, **drawn})
        return Step(*self._on(new, ctx, *(Hid(seat, drawn[seat]) for seat in missing)))

    def left(self, state: State, seat: Seat, ctx: Context) -> Step[State, Event]:
        was_hiding = state.hiding
        new = replace(state, out=state.out | {seat})
        if was_hiding or seat == state.turn:
            return Step(*self._on(new, ctx))
        return Step(new)

    def is_over(self, state: State) -> bool:
        return len(state.active) < 2


class HuntScoring(Scoring[State]):
    """A point for each number found."""

    def scores(self, state: State) -> Mapping[Seat, int]:
        return state.points

    def winners(self, state: State) -> frozenset[Seat]:
        return frozenset(state.active)
