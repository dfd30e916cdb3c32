"""The position drawn for a person, in plain letters of one width."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from parlour import Reader, enumerated
from parlour_password.phrases import (
    ending,
    listed,
    names,
    plea,
    sentence,
    standing,
    to,
    who_to_whom,
    whose,
    wrapped,
)
from parlour_password.state import TOP, Answer, Given, Phase, Verdict
from parlour_password.views import DoneView, View

_CELL: Final = 4
"""Columns of a number of the dial: `[10]`, or ` 9 ` and a gap."""
_IN_PLAY: Final = (Phase.CLUE, Phase.GUESS, Phase.CHANCE)
_VERDICTS: Final = {
    Verdict.RIGHT: "right",
    Verdict.WRONG: "no",
    Verdict.FORM: "a form of it",
}


def picture(view: View, reader: Reader) -> list[str]:
    """The word, the dial, whose turn it is, the clues so far, the points, the words before."""
    lines = [*wrapped(_title(view), reader)]
    if view.phase in _IN_PLAY:
        lines += ["", dial(view.dial), ""]
    for text in _facts(view, reader):
        lines += wrapped(sentence(text), reader)
    return lines


def dial(at: int) -> str:
    """The numbers that are left to be played for, the present one in brackets."""
    cells = (f"[{n}]" if n == at else f"{n} " for n in range(TOP, 0, -1))
    return "".join(cell.rjust(_CELL) for cell in cells).rstrip()


def _title(view: View) -> str:
    twice = " (double)" if view.double else ""
    return f"Word {view.label}{twice}, {view.number} of {view.total}."


def _facts(view: View, reader: Reader) -> Iterator[str]:
    """What there is to know, each thing in a line."""
    if view.phase in _IN_PLAY:
        yield from _in_play(view, reader)
    else:
        yield from _between(view, reader)
    for given in view.given:
        yield _given(given, reader)
    yield f"Points: {standing(view.seats, view.scores, view.teams, reader)}."
    if view.done:
        yield f"Words: {enumerated(_done(done, reader) for done in view.done)}."


def _in_play(view: View, reader: Reader) -> Iterator[str]:
    """Who gives to whom, whose turn it is, and what the reader alone knows."""
    if view.password is not None:
        yield f"The password is {view.password.upper()}."
    yield f"{who_to_whom(reader, view.sides)}."
    yield _turn(view, reader)
    if view.plea is not None and view.plea.giver == view.me:
        yield f"{reader.name(view.plea.judge)} decides about {view.plea.clue}."
    elif view.plea is not None:
        yield plea(view.plea.giver, view.plea.clue, view.plea.kin, reader)
    if view.answered:
        yield f"Your answer is in: {view.answer}." if view.answer is not None else "You pass."
    if view.open_to:
        yield f"{to(reader, view.open_to)} may challenge the clue."
    if view.waived:
        yield "You let the clue stand."


def _turn(view: View, reader: Reader) -> str:
    """`Your turn: a clue for cy, for 8.`"""
    side = view.sides[view.turn]
    worth = f"for {view.dial * (2 if view.double else 1)}"
    if view.phase == Phase.CLUE:
        clue = f"a clue for {to(reader, side.receivers)}, {worth}"
        return f"{whose(reader, side.giver)} turn: {clue}."
    if view.chance is not None:
        return f"{whose(reader, view.chance)} turn: one chance for the exact word, {worth}."
    turns = listed([whose(reader, seat) for seat in side.receivers])
    return f"{turns} turn: a guess, {worth}."


def _between(view: View, reader: Reader) -> Iterator[str]:
    """How the word ended, and what is waited for."""
    if view.done:
        last = view.done[-1]
        yield ending(last.word, last.outcome, last.scorers, last.points, reader)
    if view.phase == Phase.OVER:
        yield "The game is over."
    elif view.phase == Phase.WAITING:
        yield f"{names(reader, view.gone)} has left, and a substitute is waited for."
        if view.pressed:
            yield f"Would go on with three: {names(reader, view.pressed)}."
    else:
        late = [s for s in view.seats if s not in view.pressed and s not in view.gone]
        yield f"The next word begins when all are ready. Waiting for {to(reader, late)}."


def _given(given: Given, reader: Reader) -> str:
    """` 8  ann: fortress - cy: tower, no`."""
    clue = "(lost)" if given.text is None else given.text
    answers = "; ".join(_answer(answer, reader) for answer in given.answers)
    text = f"{given.dial:>3}  {reader.name(given.giver)}: {clue}"
    return f"{text} - {answers}" if answers else text


def _answer(answer: Answer, reader: Reader) -> str:
    name = reader.name(answer.seat)
    if answer.text is None:
        return f"{name} {'passes' if answer.verdict is Verdict.PASSED else 'is silent'}"
    return f"{name}: {answer.text}, {_VERDICTS[answer.verdict]}"


def _done(done: DoneView, reader: Reader) -> str:
    """`A1 castle (cy 8)`."""
    gain = f"{names(reader, done.scorers)} {done.points}" if done.scorers else "nobody"
    return f"{done.label} {done.word} ({gain})"
