"""The position as a scene: the word, the dial, whose turn it is, the clues, the scores."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from parlour import Meter, Reader, Run, Scene, Score, Scores, Seat, Text, Words
from parlour_password.phrases import (
    INDENT,
    does,
    ending,
    listed,
    names,
    plea,
    points_of,
    sentence,
    to,
    who_to_whom,
    whose,
    word_title,
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
    """Draw the word, the dial, whose turn it is, the clues, the scores and earlier words."""
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
    """Return the seat whose turn it is, or None if two players answer the same clue."""
    side = view.sides[view.turn]
    if view.phase is Phase.CLUE:
        return side.giver
    if view.chance is not None:
        return view.chance
    return side.receivers[0] if len(side.receivers) == 1 else None


def _title(view: View) -> str:
    return f"{word_title(view.label, view.number, view.total, double=view.double)}."


def _in_play(view: View, reader: Reader) -> Iterator[Run]:
    """Say who gives clues to whom, whose turn it is, and what the reader alone knows."""
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
        yield Run(sentence(f"{to(reader, view.open_to)} can challenge the clue."))
    if view.waived:
        yield Run("You accept the clue.", "mine")


def _turn(view: View, reader: Reader) -> str:
    """Say whose turn it is: `Your turn to give cy a clue, for 8 points.`"""
    side = view.sides[view.turn]
    worth = f"for {points_of(view.dial * (2 if view.double else 1))}"
    if view.phase == Phase.CLUE:
        clue = f"turn to give {to(reader, side.receivers)} a clue, {worth}"
        return f"{whose(reader, side.giver)} {clue}."
    if view.chance is not None:
        has = does(reader, view.chance, "have", "has")
        return f"{has} one chance to type the exact word, {worth}."
    turns = listed([whose(reader, seat) for seat in side.receivers])
    return f"{turns} turn to guess, {worth}."


def _between(view: View, reader: Reader) -> Iterator[Run]:
    """Say how the word ended, and what the game is waiting for."""
    if view.done:
        last = view.done[-1]
        yield Run(ending(last.word, last.outcome, last.scorers, last.points, reader), "strong")
    if view.phase == Phase.OVER:
        yield Run("The game is over.")
    elif view.phase == Phase.WAITING:
        yield Run(f"{names(reader, view.gone)} has left. Waiting for a substitute.", "hot")
        if view.pressed:
            yield Run(f"Ready to go on with three players: {names(reader, view.pressed)}.")
    else:
        late = [s for s in view.seats if s not in view.pressed and s not in view.gone]
        yield Run(f"The next word starts when all are ready. Waiting for {to(reader, late)}.")


def _given(given: Given, reader: Reader) -> Iterator[Run]:
    """Show a clue with its answers: ` 8  ann: fortress - cy: tower, no`."""
    clue = "(lost)" if given.text is None else given.text
    yield Run(f"{given.dial:>3}  {reader.name(given.giver)}: {clue}")
    for at, answer in enumerate(given.answers):
        yield Run("; " if at else " - ", "dim")
        yield from _answer(answer, reader)


def _answer(answer: Answer, reader: Reader) -> Iterator[Run]:
    name = reader.name(answer.seat)
    if answer.text is None:
        silent = "passed" if answer.verdict is Verdict.PASSED else "ran out of time"
        yield Run(f"{name} {silent}", "dim")
    else:
        yield Run(f"{name}: {answer.text}, ")
        yield _VERDICTS[answer.verdict]


def _points(view: View, reader: Reader) -> Iterator[Score]:
    """Show the teams with each player's score. If everybody plays alone, best first."""
    score = dict(zip(view.seats, view.scores, strict=True))
    for a, b in view.teams:
        each = f"{score[a]} + {score[b]}"
        yield Score((a, b), names(reader, (a, b)), score[a] + score[b], each)
    if not view.teams:
        for seat in sorted(view.seats, key=lambda seat: (-score[seat], seat)):
            yield Score((seat,), reader.name(seat), score[seat])


def _done(done: DoneView, reader: Reader) -> str:
    """Show a word that is over: `A1 castle (cy 8)`."""
    gain = f"{names(reader, done.scorers)} {done.points}" if done.scorers else "nobody"
    return f"{done.label} {done.word} ({gain})"
