"""The position as a scene: the word, the dial, whose turn it is, the clues, the scores."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from parlour import (
    Meter,
    Reader,
    Run,
    Scene,
    Score,
    Scores,
    Seat,
    Sentence,
    Style,
    Text,
    Words,
    joined,
)
from parlour_password.catalogue import _
from parlour_password.phrases import (
    ending,
    listed,
    names,
    plea,
    points_of,
    to,
    told,
    who_to_whom,
    with_you,
    word_title,
)
from parlour_password.state import TOP, Answer, Given, Phase, Verdict
from parlour_password.views import DoneView, View

INDENT: Final = 4
"""Columns before each clue and each earlier word."""
_IN_PLAY: Final = (Phase.CLUE, Phase.GUESS, Phase.CHANCE)
_VERDICTS: Final = {
    Verdict.RIGHT: Run(_("right"), "good"),
    Verdict.WRONG: Run(_("no"), "bad"),
    Verdict.FORM: Run(_("a form of it"), "hot"),
}


def scene(view: View, reader: Reader) -> Scene:
    """Draw the word, the dial, whose turn it is, the clues, the scores and earlier words."""
    in_play = view.phase in _IN_PLAY
    dial = (Text(), Meter(_("Points to play for"), view.dial, TOP), Text()) if in_play else ()
    status = _turn(view, reader) if in_play else _pause(view, reader)
    facts = _in_play(view, reader, status) if in_play else _between(view, reader, status)
    done = Words(_("Words:"), tuple(_done(done, reader) for done in view.done), INDENT, ".", "dim")
    return Scene(
        (
            *dial,
            *facts,
            *(Text(tuple(_given(given, reader)), INDENT) for given in view.given),
            Scores(tuple(_points(view, reader)), _("Scores")),
            *((done,) if view.done else ()),
        ),
        title=_title(view),
        turn=_whose_turn(view) if in_play else None,
        status=status,
        waits=_waits(view),
    )


def _fact(text: str, style: Style = "", *, plain_only: bool = False, big: str = "") -> Text:
    return Text.of(text, style, indent=INDENT, plain_only=plain_only, big=big)


def _waits(view: View) -> tuple[Seat, ...]:
    """Return the seats that the game waits for, as far as the viewer knows.

    Who has answered, has let a clue stand, or decides about one, is not told: the viewer knows
    only that they did so themselves (O-W-6, O-W-15, O-W-17).
    """
    side = view.sides[view.turn]
    match view.phase:
        case Phase.CLUE:
            return (side.giver if view.plea is None else view.plea.judge,)
        case Phase.GUESS:
            speakers = () if view.terms.challenge_seconds else view.open_to
            done = view.me if view.answered or view.waived else None
            return tuple([seat for seat in (*side.receivers, *speakers) if seat != done])
        case Phase.CHANCE if view.chance is not None:
            return (view.chance,)
        case Phase.PAUSE:
            return _late(view)
        case _:
            return ()


def _late(view: View) -> tuple[Seat, ...]:
    return tuple([s for s in view.seats if s not in view.pressed and s not in view.gone])


def _whose_turn(view: View) -> Seat | None:
    """Return the seat whose turn it is, or None if two players answer the same clue."""
    side = view.sides[view.turn]
    if view.phase == Phase.CLUE:
        return side.giver
    if view.chance is not None:
        return view.chance
    return side.receivers[0] if len(side.receivers) == 1 else None


def _title(view: View) -> str:
    title = word_title(view.label, view.number, view.total, double=view.double)
    return _("{title}.", title=title)


def _in_play(view: View, reader: Reader, status: str) -> Iterator[Text]:
    """Say who gives clues to whom, whose turn it is, and what the reader alone knows."""
    if view.password is not None:
        word = view.password.upper()
        yield _fact(_("The password is {word}.", word=word), "mine", big=word)
    yield _fact(_("{who}.", who=who_to_whom(reader, view.sides, first=True)))
    yield _fact(status, "strong", plain_only=True)
    if view.plea is not None and view.plea.giver == view.me:
        text = _("{name} decides about {clue}.")
        name = reader.name(view.plea.judge)
        yield _fact(text.filled(name=name, clue=view.plea.clue), "mine")
    elif view.plea is not None:
        asked = plea(view.plea.giver, view.plea.clue, view.plea.kin, reader)
        yield _fact(asked, "hot", plain_only=True)  # the prompt says it, too
    if view.answered:
        answer = _("You pass.")
        if view.answer is not None:
            answer = _("Your answer is in: {answer}.", answer=view.answer)
        yield _fact(answer, "mine")
    if view.open_to:
        may = with_you(
            reader,
            view.open_to,
            _("You can challenge the clue."),
            _("You and {names} can challenge the clue."),
            _("{names} can challenge the clue."),
        )
        yield _fact(may)
    if view.waived:
        yield _fact(_("You accept the clue."), "mine")


def _turn(view: View, reader: Reader) -> Sentence:
    """Say whose turn it is: `Your turn to give cy a clue, for 8 points.`"""
    side = view.sides[view.turn]
    points = points_of(view.dial * (2 if view.double else 1))
    if view.phase == Phase.CLUE:
        others = _("{name}'s turn to give {receivers} a clue, for {points}.")
        if side.receivers == (view.me,):
            others = _("{name}'s turn to give you a clue, for {points}.")
        return told(
            reader,
            side.giver,
            _("Your turn to give {receivers} a clue, for {points}."),
            others,
            receivers=to(reader, side.receivers),
            points=points,
        )
    if view.chance is not None:
        return told(
            reader,
            view.chance,
            _("You have one chance to type the exact word, for {points}."),
            _("{name} has one chance to type the exact word, for {points}."),
            points=points,
        )
    turns = [
        told(reader, seat, _("your") if at else _("Your"), _("{name}'s"))
        for at, seat in enumerate(side.receivers)
    ]
    return _("{turns} turn to guess, for {points}.", turns=listed(turns), points=points)


def _between(view: View, reader: Reader, status: str) -> Iterator[Text]:
    """Say how the word ended, and what the game is waiting for."""
    if view.done:
        last = view.done[-1]
        yield _fact(ending(last.word, last.outcome, last.scorers, last.points, reader), "strong")
    yield _fact(status, "hot" if view.phase == Phase.WAITING else "", plain_only=True)
    if view.phase == Phase.WAITING and view.pressed:
        text = _("Ready to go on with three players: {names}.")
        yield _fact(text.filled(names=names(reader, view.pressed)))


def _pause(view: View, reader: Reader) -> Sentence:
    """Say what the game is waiting for between two words."""
    if view.phase == Phase.OVER:
        return _("The game is over.")
    if view.phase == Phase.WAITING:
        text = _("{names} has left. Waiting for a substitute.")
        return text.filled(names=names(reader, view.gone))
    text = _("The next word starts when all are ready. Waiting for {names}.")
    return text.filled(names=to(reader, _late(view)))


def _given(given: Given, reader: Reader) -> Iterator[Run]:
    """Show a clue with its answers: ` 8  ann: fortress - cy: tower, no`."""
    clue = _("(lost)") if given.text is None else given.text
    dial, name = f"{given.dial:>3}", reader.name(given.giver)
    yield Run(_("{dial}  {name}: {clue}", dial=dial, name=name, clue=clue))
    for at, answer in enumerate(given.answers):
        yield Run(_("; ") if at else " - ", "dim")
        yield from _answer(answer, reader)


def _answer(answer: Answer, reader: Reader) -> Iterator[Run]:
    name = reader.name(answer.seat)
    if answer.text is None:
        passed = answer.verdict is Verdict.PASSED
        silent = _("{name} passed") if passed else _("{name} ran out of time")
        yield Run(silent.filled(name=name), "dim")
    else:
        yield Run(_("{name}: {guess}, ", name=name, guess=answer.text))
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
    who: str = names(reader, done.scorers) if done.scorers else _("nobody")
    gain = joined((who, str(done.points) if done.scorers else ""))
    return _("{label} {word} ({gain})", label=done.label, word=done.word, gain=gain)
