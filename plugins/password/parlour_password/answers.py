"""Answers: sealed, given out together, judged; the chance after a form.

What the sender of an answer reads does not tell whether it is right. Everybody learns that when
the answers are given out. With three players, a right one is given out as soon as no other answer
can be equally fast.
"""

from __future__ import annotations

from dataclasses import replace

import msgspec

from parlour import MoveFault, Refused, Seat
from parlour_password.builder import Builder
from parlour_password.catalogue import _
from parlour_password.clues import read_guess
from parlour_password.forms import is_form
from parlour_password.heard import Answered, Chance, Closes, Kept
from parlour_password.lemmas import are_spellings
from parlour_password.play import end_word, next_clue, turn_to, worth
from parlour_password.state import Answer, Outcome, Phase, Sealed, State, Verdict


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
        _end_chance(d, judged(sealed, d.state.word.word))
        return
    d.state = replace(d.state, sealed=(*d.state.sealed, sealed))
    if d.state.is_answered and not d.state.open:
        _give_out(d)
        return
    d.tell(Kept(seat, text))
    if judged(sealed, d.state.word.word).verdict is Verdict.RIGHT:
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


def judged(sealed: Sealed, word: str) -> Answer:
    """What an answer is: right, a form, or wrong (O-W-13).

    Another spelling of *word* (`colour`) is as right as the same letters (O-W-14).
    """
    if sealed.text is None:
        verdict = Verdict.PASSED
    elif sealed.text == word or are_spellings(sealed.text, word):
        verdict = Verdict.RIGHT
    else:
        verdict = Verdict.FORM if is_form(word, sealed.text) else Verdict.WRONG
    return Answer(sealed.seat, sealed.text, verdict)


def _give_out(d: Builder) -> None:
    """Show all answers in the order of arrival, and see what they lead to (R-W-26)."""
    state = d.state
    answers = [judged(sealed, state.word.word) for sealed in state.sealed]
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
