"""The position as a scene: the word, the dial, whose turn it is, the clues, the points."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from parlour import Meter, Reader, Run, Scene, Score, Scores, Seat, Text, Words
from parlour_password.phrases import (
    INDENT,
    ending,
    listed,
    names,
    plea,
    sentence,
    to,
    who_to_whom,
    whose,
)
from parlour_password.state import TOP, Answer, Given, Phase, Verdict
from parlour_password.views import DoneView, View

_IN_PLAY: Final = (Phase.CLUE, Phase.GUESS, Phase.CHANCE)
_VERDICTS: Final = {
    Verdict.RIGHT: Run("right", "good"),
    Verdict.WRONG: Run("no", "bad"),
    Verdict.FORM: Run("a form of it", "hot"),
}


def scene(view: View, reader: Reader) -> Scene:
    """The word, the dial, whose turn it is, the clues so far, the points, the words before."""
    in_play = view.phase in _IN_PLAY
    dial = (Text(), Meter("Points to play for", view.dial, TOP), Text()) if in_play else ()
    facts = _in_play(view, reader) if in_play else _between(view, reader)
    done = Words(
        "Words:", tuple(_done(done, reader) for done in view.done), len(INDENT), ".", "dim"
    )
    return Scene(
        (
            *dial,
            *(Text((run,), len(INDENT)) for run in facts),
            *(Text(tuple(_given(given, reader)), len(INDENT)) for given in view.given),
            Scores(tuple(_points(view, reader))),
            *((done,) if view.done else ()),
        ),
        title=_title(view),
        turn=_whose_turn(view) if in_play else None,
    )


def _whose_turn(view: View) -> Seat | None:
    """None if two answer the same clue."""
    side = view.sides[view.turn]
    if view.phase is Phase.CLUE:
        return side.giver
    if view.chance is not None:
        return view.chance
    return side.receivers[0] if len(side.receivers) == 1 else None


def _title(view: View) -> str:
    twice = " (double)" if view.double else ""
    return f"Word {view.label}{twice}, {view.number} of {view.total}."


def _in_play(view: View, reader: Reader) -> Iterator[Run]:
    """Who gives to whom, whose turn it is, and what the reader alone knows."""
    if view.password is not None:
        yield Run(f"The password is {view.password.upper()}.", "mine")
    yield Run(sentence(f"{who_to_whom(reader, view.sides)}."))
    yield Run(sentence(_turn(view, reader)), "strong")
    if view.plea is not None and view.plea.giver == view.me:
        yield Run(f"{reader.name(view.plea.judge)} decides about {view.plea.clue}.", "mine")
    elif view.plea is not None:
        yield Run(plea(view.plea.giver, view.plea.clue, view.plea.kin, reader), "hot")
    if view.answered:
        answer = f"Your answer is in: {view.answer}." if view.answer is not None else "You pass."
        yield Run(answer, "mine")
    if view.open_to:
        yield Run(sentence(f"{to(reader, view.open_to)} may challenge the clue."))
    if view.waived:
        yield Run("You let the clue stand.", "mine")


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


def _between(view: View, reader: Reader) -> Iterator[Run]:
    """How the word ended, and what is waited for."""
    if view.done:
        last = view.done[-1]
        yield Run(ending(last.word, last.outcome, last.scorers, last.points, reader), "strong")
    if view.phase == Phase.OVER:
        yield Run("The game is over.")
    elif view.phase == Phase.WAITING:
        yield Run(f"{names(reader, view.gone)} has left, and a substitute is waited for.", "hot")
        if view.pressed:
            yield Run(f"Would go on with three: {names(reader, view.pressed)}.")
    else:
        late = [s for s in view.seats if s not in view.pressed and s not in view.gone]
        yield Run(f"The next word begins when all are ready. Waiting for {to(reader, late)}.")


def _given(given: Given, reader: Reader) -> Iterator[Run]:
    """` 8  ann: fortress - cy: tower, no`."""
    clue = "(lost)" if given.text is None else given.text
    yield Run(f"{given.dial:>3}  {reader.name(given.giver)}: {clue}")
    for at, answer in enumerate(given.answers):
        yield Run("; " if at else " - ", "dim")
        yield from _answer(answer, reader)


def _answer(answer: Answer, reader: Reader) -> Iterator[Run]:
    name = reader.name(answer.seat)
    if answer.text is None:
        silent = "passes" if answer.verdict is Verdict.PASSED else "is silent"
        yield Run(f"{name} {silent}", "dim")
    else:
        yield Run(f"{name}: {answer.text}, ")
        yield _VERDICTS[answer.verdict]


def _points(view: View, reader: Reader) -> Iterator[Score]:
    """The teams with what each of the two has; where all play alone the best first."""
    score = dict(zip(view.seats, view.scores, strict=True))
    for a, b in view.teams:
        each = f"{score[a]} + {score[b]}"
        yield Score((a, b), names(reader, (a, b)), score[a] + score[b], each)
    if not view.teams:
        for seat in sorted(view.seats, key=lambda seat: (-score[seat], seat)):
            yield Score((seat,), reader.name(seat), score[seat])


def _done(done: DoneView, reader: Reader) -> str:
    """`A1 castle (cy 8)`."""
    gain = f"{names(reader, done.scorers)} {done.points}" if done.scorers else "nobody"
    return f"{done.label} {done.word} ({gain})"
