"""A word from its beginning to its end, and its answers.

What the sender of an answer reads does not tell whether it is right. Everybody learns that when
the answers are given out. With three players, a right one is given out as soon as no other answer
can be equally fast.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import msgspec

from parlour import Context, MoveFault, Refused, Seat, Step
from parlour_password.catalogue import _
from parlour_password.clues import read_guess
from parlour_password.forms import are_spellings, is_form
from parlour_password.heard import (
    Answered,
    Begun,
    Chance,
    Closes,
    ClueLost,
    Ended,
    Event,
    Kept,
    Pressed,
    Secret,
    WordOver,
)
from parlour_password.state import (
    TOP,
    Answer,
    Done,
    Given,
    Outcome,
    Phase,
    Sealed,
    State,
    Verdict,
)

BOTTOM: Final = 1
"""What the dial shows for the tenth clue (R-W-8)."""
MS_PER_S: Final = 1000


class Builder:
    """The position while one entry is worked out, with the time, the luck and the events.

    The rules give it one frozen state after the other. It never outlives the step, and a refused
    move drops it unused.
    """

    __slots__ = ("ctx", "events", "state")

    def __init__(self, state: State, ctx: Context) -> None:
        self.state = state
        self.ctx = ctx
        self.events: list[Event] = []

    def step(self) -> Step[State, Event]:
        """The next state and what happened on the way."""
        return Step(self.state, tuple(self.events))

    def tell(self, event: Event) -> None:
        """Add *event* to what happened."""
        self.events.append(event)

    def after(self, seconds: int) -> int | None:
        """The table time in so many *seconds*; 0 means no clock (G-6)."""
        return self.ctx.now + seconds * MS_PER_S if seconds else None


def begin(d: Builder, at: int) -> None:
    """The word number *at* is played; its givers see it, nobody else (R-W-3, O-W-15)."""
    state = d.state = replace(d.state, at=at, dial=TOP, side=0, given=())
    word = state.word
    d.tell(Begun(word.label, at + 1, len(state.words), word.double, word.sides, TOP))
    d.tell(Secret(word.label, word.word, word.givers))
    _ask_for_clue(d)


def turn_to(d: Builder, phase: Phase, due: int | None) -> None:
    """Wait for something else until *due*; of what was waited for before nothing is left."""
    d.state = replace(
        d.state,
        phase=phase,
        plea=None,
        sealed=(),
        waived=frozenset(),
        chance=None,
        pressed=frozenset(),
        due=due,
        open=False,
        window=None,
        closing=None,
    )


def _ask_for_clue(d: Builder) -> None:
    turn_to(d, Phase.CLUE, d.after(d.state.terms.clue_seconds))


def next_clue(d: Builder) -> None:
    """Nobody has guessed it: lower the dial and let the other side play (R-W-6, R-W-8)."""
    state = d.state
    if state.dial == BOTTOM:
        end_word(d, Outcome.DIAL)
        return
    side = (state.side + 1) % len(state.word.sides)
    d.state = replace(state, dial=state.dial - 1, side=side)
    _ask_for_clue(d)


def lose_clue(d: Builder, why: str) -> None:
    """Take the clue from the giver, because of the `time` or as `illegal` (O-W-5, O-W-11)."""
    state = d.state
    giver = state.turn.giver
    d.state = replace(state, given=(*state.given, Given(giver, state.dial, None)))
    d.tell(ClueLost(giver, why, state.dial))
    next_clue(d)


def worth(state: State) -> int:
    """Return what the word is worth now: the dial, twice if it is starred (R-W-7, R-W-11)."""
    return state.dial * 2 if state.word.double else state.dial


def end_word(d: Builder, outcome: Outcome, scorers: tuple[Seat, ...] = ()) -> None:
    """End the word, book the points (R-W-12), and show it to all (O-W-21)."""
    state, word = d.state, d.state.word
    points = worth(state) if scorers else 0
    scores = tuple(
        score + points if seat in scorers else score
        for seat, score in zip(state.seats, state.scores, strict=True)
    )
    done = (*state.done, Done(word, outcome, scorers, points))
    state = d.state = _with_extra(replace(state, scores=scores, done=done))
    d.tell(
        WordOver(
            label=word.label,
            word=word.word,
            outcome=outcome,
            scorers=scorers,
            points=points,
            seats=state.seats,
            scores=state.scores,
            teams=state.teams,
        )
    )
    if state.is_last:
        end_game(d, "played")
    else:
        pause(d)


def _with_extra(state: State) -> State:
    """One more word each way if all have been played and nobody is ahead (O-W-18)."""
    tie = state.is_last and not state.gone and len(state.leaders) > 1
    return replace(state, words=(*state.words, *state.extra), extra=()) if tie else state


def pause(d: Builder) -> None:
    """The next word begins when all are ready, or time is up."""
    turn_to(d, Phase.PAUSE, d.after(d.state.terms.pause_seconds))


def press(d: Builder, seat: Seat) -> None:
    """A player is ready for the next word."""
    if d.state.in_play:
        raise Refused(MoveFault.ILLEGAL, _("You can't skip a word in play."))
    if d.state.phase is not Phase.PAUSE:
        text = _("The next word can't start until there are enough players.")
        raise Refused(MoveFault.ILLEGAL, text)
    if seat in d.state.pressed:
        text = _("You have already <<typed next|said so>>. Wait for the others.")
        raise Refused(MoveFault.ILLEGAL, text)
    state = d.state = replace(d.state, pressed=d.state.pressed | {seat})
    if state.waited_for:
        d.tell(Pressed(seat, state.waited_for))
    else:
        begin(d, state.at + 1)


def end_game(d: Builder, reason: str) -> None:
    """The game is over, and what it has hidden is shown (R-W-13, G-8)."""
    turn_to(d, Phase.OVER, None)
    state = d.state
    hidden = (*state.words[len(state.done) :], *state.extra)
    unplayed = tuple(word.word for word in hidden)
    d.tell(Ended(reason, state.teams, state.seats, state.scores, unplayed))


def guess(d: Builder, seat: Seat, text: str) -> None:
    """Say what the password is. Raises Refused for what is no word: that costs nothing."""
    _check_turn(d.state, seat)
    _answer(d, seat, read_guess(text))


def decline(d: Builder, seat: Seat) -> None:
    """Guess nothing, which is as wrong as a wrong guess (O-W-10)."""
    _check_turn(d.state, seat)
    _answer(d, seat, None)


def _check_turn(state: State, seat: Seat) -> None:
    if seat == state.chance:
        return
    if state.phase is Phase.CLUE:
        text = (
            _("Give a clue first<<: clue WORD|.>>")
            if seat == state.turn.giver
            else _("There is nothing to guess now. Wait for a clue.")
        )
        raise Refused(MoveFault.NOT_YOUR_TURN, text)
    if state.phase is not Phase.GUESS:
        raise Refused(MoveFault.NOT_YOUR_TURN, _("There is nothing to guess now."))
    if seat not in state.turn.receivers:
        raise Refused(MoveFault.NOT_YOUR_TURN, _("It isn't your turn to guess."))
    if state.has_answered(seat):
        text = _("You have already answered this clue. Wait for the next one.")
        raise Refused(MoveFault.ILLEGAL, text)


def _answer(d: Builder, seat: Seat, text: str | None) -> None:
    """Seal an answer, and give it out at once if nothing is waited for (O-W-6, O-W-17)."""
    sealed = Sealed(seat, text, d.ctx.now)
    if seat == d.state.chance:
        _end_chance(d, judged(sealed, d.state.word.word, first=d.state.first))
        return
    d.state = replace(d.state, sealed=(*d.state.sealed, sealed))
    if d.state.is_answered and not d.state.open:
        _give_out(d)
        return
    d.tell(Kept(seat, text))
    if judged(sealed, d.state.word.word, first=d.state.first).verdict is Verdict.RIGHT:
        _close_soon(d)


def _close_soon(d: Builder) -> None:
    """Nothing that comes later than `simultaneous_ms` can score: the word closes then (O-W-17).

    With four players a sealed answer waits only for challenges, which keep their time.
    """
    if d.state.of_three:
        soon = d.ctx.now + d.state.terms.simultaneous_ms
        d.state = replace(d.state, closing=soon if d.state.due is None else min(d.state.due, soon))
        d.tell(Closes())


def close_window(d: Builder) -> None:
    """Accept the clue: give the answer out, or wait for it (O-W-6)."""
    d.state = replace(d.state, open=False, window=None, waived=frozenset())
    if d.state.is_answered:
        _give_out(d)


def time_up(d: Builder) -> None:
    """End the time for challenges, or for answers: a player who is silent is wrong (O-W-10)."""
    state = d.state
    if state.chance is not None:
        _end_chance(d, Answer(state.chance, None, Verdict.SILENT))
        return
    if state.open:
        close_window(d)
    due = state.due if state.closing is None else state.closing
    if d.state.phase is Phase.GUESS and due is not None and d.ctx.now >= due:
        _give_out(d)


def judged(sealed: Sealed, word: str, *, first: bool = False) -> Answer:
    """What an answer is: right, a form, or wrong (O-W-13).

    Another spelling of *word* (`colour`) is as right as the same letters (O-W-14). *first*: by
    the first version of the rules, which knew fewer of them.
    """
    if sealed.text is None:
        verdict = Verdict.PASSED
    elif sealed.text == word or are_spellings(sealed.text, word, first=first):
        verdict = Verdict.RIGHT
    else:
        is_kin = is_form(word, sealed.text, first=first)
        verdict = Verdict.FORM if is_kin else Verdict.WRONG
    return Answer(sealed.seat, sealed.text, verdict)


def _give_out(d: Builder) -> None:
    """Show all answers in the order of arrival, and see what they lead to (R-W-26)."""
    state = d.state
    answers = [judged(sealed, state.word.word, first=state.first) for sealed in state.sealed]
    answers += [
        Answer(seat, None, Verdict.SILENT)
        for seat in state.turn.receivers
        if not state.has_answered(seat)
    ]
    _show(d, *answers)
    forms = [answer.seat for answer in answers if answer.verdict is Verdict.FORM]
    scorers = _scorers(state, answers)
    if scorers:
        end_word(d, Outcome.FOUND, scorers)
    elif forms:
        _begin_chance(d, forms[0])
    else:
        next_clue(d)


def _scorers(state: State, answers: list[Answer]) -> tuple[Seat, ...]:
    """Who was right first, or at the same time as the first (O-W-17); the exact word (O-W-23)."""
    right = {answer.seat for answer in answers if answer.verdict is Verdict.RIGHT}
    found = [sealed for sealed in state.sealed if sealed.seat in right]
    return tuple(
        sealed.seat for sealed in found if sealed.at - found[0].at <= state.terms.simultaneous_ms
    )


def _show(d: Builder, *answers: Answer) -> None:
    """Everybody sees them, beside the clue they answer."""
    *before, last = d.state.given
    last = msgspec.structs.replace(last, answers=(*last.answers, *answers))
    d.state = replace(d.state, given=(*before, last))
    d.tell(Answered(answers))


def _begin_chance(d: Builder, seat: Seat) -> None:
    """A form was said: its player says the exact word, at the same dial (R-W-22, O-W-12)."""
    turn_to(d, Phase.CHANCE, d.after(d.state.terms.guess_seconds))
    d.state = replace(d.state, chance=seat)
    d.tell(Chance(seat, d.state.dial, worth(d.state)))


def _end_chance(d: Builder, answer: Answer) -> None:
    """The exact word scores; anything else, and the word is thrown out (R-W-22)."""
    _show(d, answer)
    if answer.verdict is Verdict.RIGHT:
        end_word(d, Outcome.FOUND, (answer.seat,))
    else:
        end_word(d, Outcome.FORM)
