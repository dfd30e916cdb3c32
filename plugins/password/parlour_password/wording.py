"""What happened, in plain sentences that speak to the reader."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, assert_never

from parlour import Reader, enumerated
from parlour_password.heard import (
    Answered,
    Begun,
    Challenged,
    Chance,
    ClueGiven,
    ClueLost,
    Ended,
    Gone,
    Kept,
    Objected,
    OfThree,
    PasswordHeard,
    Pleaded,
    Pressed,
    Refuted,
    Seated,
    Secret,
    Waived,
    Wants,
    WordOver,
)
from parlour_password.phrases import (
    does,
    ending,
    names,
    plea,
    points_of,
    sentence,
    standing,
    to,
    who_to_whom,
    whose,
    wrapped,
)
from parlour_password.state import Answer, Verdict

HOW: Final = "When you are asked, type one word. For all else a slash: /look, /pass"
_GUESS: Final = "Your guess, in one word, or /pass"
_CHALLENGE: Final = "If it is two words or hyphenated: challenge - If not: waive"
_KINS: Final = {
    "part": "is a part of the password",
    "near": "is no word and is spelt nearly like the password",
    "whole": "contains the password",
    "form": "is a form of the password",
    "same": "is the password",
    "malformed": "is not one plain word",
}
_VERDICTS: Final = {
    Verdict.RIGHT: "right!",
    Verdict.WRONG: "no.",
    Verdict.FORM: "a form of the password.",
}


def say(heard: PasswordHeard, reader: Reader) -> Sequence[str]:
    """The lines for *heard*; none if it is not for him, or if his prompt says it all."""
    lines: list[str] = []
    for text in _sentences(heard, reader):
        lines += wrapped(sentence(text), reader)
    return lines


def _sentences(heard: PasswordHeard, reader: Reader) -> Sequence[str]:
    """What happened, each thing in a paragraph."""
    match heard:
        case Begun():
            return _begun(heard, reader)
        case Secret():
            return (f"The password is {heard.word.upper()}.",)
        case ClueGiven():
            return _clue(heard, reader)
        case ClueLost():
            return (_lost(heard, reader),)
        case Answered():
            return [_answer(answer, reader) for answer in heard.answers]
        case Challenged():
            return (_challenged(heard, reader),)
        case WordOver():
            over = ending(heard.word, heard.outcome, heard.scorers, heard.points, reader)
            points = standing(heard.seats, heard.scores, heard.teams, reader)
            return (over, f"Points: {points}.")
        case Ended():
            return _ended(heard, reader)
        case Pleaded() | Objected() | Refuted() | Kept() | Waived() | Pressed() | Chance():
            return _to_few(heard, reader)
        case Gone() | Wants() | Seated() | OfThree():
            return _of_people(heard, reader)
        case _:
            assert_never(heard)


def _begun(heard: Begun, reader: Reader) -> Sequence[str]:
    begins = does(reader, heard.sides[0].giver, "begin") if len(heard.sides) > 1 else ""
    twice = " (double)" if heard.double else ""
    who = who_to_whom(reader, heard.sides) + (f"; {begins}" if begins else "")
    text = f"Word {heard.label}{twice}, {heard.number} of {heard.total}: {who}."
    if heard.number == 1 and reader.viewer in heard.addressees:
        return (text, HOW)
    return (text,)


def _clue(heard: ClueGiven, reader: Reader) -> Sequence[str]:
    if reader.viewer not in heard.receivers:
        who = f"{to(reader, (heard.giver,))} to {to(reader, heard.receivers)}"
        clue = f"{who}, for {heard.points}: {heard.clue}"
        return (clue, _CHALLENGE) if reader.viewer in heard.opponents else (clue,)
    clue = f"{reader.name(heard.giver)}'s clue for {points_of(heard.points)}: {heard.clue}"
    # Where the answer is sealed the game does not wait for him alone, and no prompt is printed.
    sealed = heard.opponents or len(heard.receivers) > 1
    return (clue, _GUESS) if sealed else (clue,)


def _lost(heard: ClueLost, reader: Reader) -> str:
    if heard.why == "time":
        return f"{whose(reader, heard.giver)} time is up: the clue is lost."
    return f"{whose(reader, heard.giver)} clue was not allowed, and is lost."


def _answer(answer: Answer, reader: Reader) -> str:
    if answer.verdict is Verdict.PASSED:
        return f"{does(reader, answer.seat, 'pass', 'passes')}."
    if answer.verdict is Verdict.SILENT:
        return f"{does(reader, answer.seat, 'say')} nothing in time."
    guess = f"{does(reader, answer.seat, 'guess', 'guesses')} {answer.text}"
    return f"{guess}: {_VERDICTS[answer.verdict]}"


def _challenged(heard: Challenged, reader: Reader) -> str:
    is_ = "are" if reader.is_me(heard.seat) else "is"
    verdict = (
        "right: by the word list it is not" if heard.right else "wrong: by the word list it is"
    )
    return f"{does(reader, heard.seat, 'challenge')} {heard.clue} and {is_} {verdict} one word."


def _to_few(
    heard: Pleaded | Objected | Refuted | Kept | Waived | Pressed | Chance, reader: Reader
) -> Sequence[str]:
    """What is said to one or two players alone, or otherwise to him whom it concerns."""
    match heard:
        case Pleaded():
            if reader.is_me(heard.giver):
                judge = reader.name(heard.judge)
                return (
                    f"{judge} decides about {heard.clue}; meanwhile you may give another clue.",
                )
            return (plea(heard.giver, heard.clue, heard.kin, reader),)
        case Objected():
            again = " Give another clue." if reader.is_me(heard.giver) else ""
            return (f"{does(reader, heard.judge, 'object')} to {heard.clue}.{again}",)
        case Refuted():
            return (f"{heard.clue} {_KINS[heard.kin]}.",)
        case Kept():
            return ("Your pass is in." if heard.answer is None else "Your answer is in.",)
        case Waived():
            return ("You let the clue stand.",)
        case Pressed():
            if not reader.is_me(heard.seat):
                return ()
            return (f"Waiting for {names(reader, heard.waiting)}.",)
        case Chance():
            if reader.is_me(heard.seat):
                return ()
            return (f"{reader.name(heard.seat)} has one chance to say the exact word.",)
        case _:
            assert_never(heard)


def _of_people(heard: Gone | Wants | Seated | OfThree, reader: Reader) -> Sequence[str]:
    """How it goes on when somebody has left; that he has, the host says."""
    match heard:
        case Gone():
            return _gone(heard, reader)
        case Wants():
            wants = f"{does(reader, heard.seat, 'want')} to go on with three"
            return (f"{wants}. Waiting for {names(reader, heard.waiting)}.",)
        case Seated():
            goes = does(reader, heard.seat, "go", "goes")
            return (f"{goes} on with the points of seat {heard.seat}.",)
        case OfThree():
            who = names(reader, heard.seats)
            return (f"The game goes on with three, each alone: {who}. Points are kept.",)
        case _:
            assert_never(heard)


def _gone(heard: Gone, reader: Reader) -> Sequence[str]:
    if not heard.seconds:
        return ()
    first = f"A substitute for {reader.name(heard.seat)} may join within {heard.seconds} s."
    ways: list[str] = []
    if heard.three:
        ways.append("To go on with three players, all of them type: three")
    if heard.partner is None:
        ways.append("To stop the game, any player types: stop")
    else:
        ways.append(f"To stop the game, {to(reader, (heard.partner,))} may type: stop")
    return (first, *ways)


def _ended(heard: Ended, reader: Reader) -> Sequence[str]:
    unplayed = (f"Not played: {enumerated(heard.unplayed)}.",) if heard.unplayed else ()
    if heard.reason == "stopped":
        return ("The game is stopped, and nobody wins.", *unplayed)
    if not heard.teams:
        return ("That was the last word.", *unplayed)
    return (_winners(heard, reader), *unplayed)


def _winners(heard: Ended, reader: Reader) -> str:
    score = dict(zip(heard.seats, heard.scores, strict=True))
    ranked = sorted(((score[a] + score[b], (a, b)) for a, b in heard.teams), reverse=True)
    (most, best), (least, _) = ranked
    if most == least:
        return f"{most} to {least}: the teams share the win."
    mine = reader.viewer in best
    first, second = sorted(best, key=lambda seat: not reader.is_me(seat))
    who = f"you and {reader.name(second)}" if mine else names(reader, (first, second))
    return f"{who} win, {most} to {least}."
