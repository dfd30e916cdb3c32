"""Sentences for events, each addressed to its reader."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, assert_never

from parlour import Reader, count, enumerated
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
    word_title,
    wrapped,
)
from parlour_password.state import Answer, Verdict

HOW: Final = "When you are asked, type one word. Commands start with a slash: /look, /pass"
_GUESS: Final = "Type a one-word guess, or /pass"
_CHALLENGE: Final = "If it's two words or hyphenated, type: challenge. To accept it: waive"
_KINS: Final = {
    "part": "is part of the password",
    "near": "isn't a word and is spelled almost like the password",
    "whole": "contains the password",
    "form": "is a form of the password",
    "same": "is the password",
    "malformed": "isn't a single plain word",
}
_VERDICTS: Final = {
    Verdict.RIGHT: "right!",
    Verdict.WRONG: "no.",
    Verdict.FORM: "a form of the password.",
}


def say(heard: PasswordHeard, reader: Reader) -> Sequence[str]:
    """Return the lines for *heard*, or none if the reader's next prompt says it all."""
    lines: list[str] = []
    for text in _sentences(heard, reader):
        lines += wrapped(sentence(text), reader)
    return lines


def _sentences(heard: PasswordHeard, reader: Reader) -> Sequence[str]:
    """Say what happened, one paragraph for each fact."""
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
            return (over, f"Scores: {points}.")
        case Ended():
            return _ended(heard, reader)
        case Pleaded() | Objected() | Refuted() | Kept() | Waived() | Pressed() | Chance():
            return _to_few(heard, reader)
        case Gone() | Wants() | Seated() | OfThree():
            return _of_people(heard, reader)
        case _:
            assert_never(heard)


def _begun(heard: Begun, reader: Reader) -> Sequence[str]:
    text = f"{word_title(heard.label, heard.number, heard.total, double=heard.double)}: "
    text += f"{who_to_whom(reader, heard.sides)}."
    if len(heard.sides) > 1:
        text += f" {sentence(does(reader, heard.sides[0].giver, 'start'))}."
    if heard.number == 1 and reader.viewer in heard.addressees:
        return (text, HOW)
    return (text,)


def _clue(heard: ClueGiven, reader: Reader) -> Sequence[str]:
    if reader.viewer not in heard.receivers:
        who = f"{does(reader, heard.giver, 'give')} {to(reader, heard.receivers)}"
        clue = f"{who} a clue for {points_of(heard.points)}: {heard.clue}"
        return (clue, _CHALLENGE) if reader.viewer in heard.opponents else (clue,)
    clue = f"{reader.name(heard.giver)}'s clue for {points_of(heard.points)}: {heard.clue}"
    # If the answer is sealed, the game isn't waiting for one player, so no prompt is printed.
    sealed = heard.opponents or len(heard.receivers) > 1
    return (clue, _GUESS) if sealed else (clue,)


def _lost(heard: ClueLost, reader: Reader) -> str:
    if heard.why == "time":
        return f"{does(reader, heard.giver, 'run')} out of time. The clue is lost."
    return f"{whose(reader, heard.giver)} clue wasn't allowed. It is lost."


def _answer(answer: Answer, reader: Reader) -> str:
    if answer.verdict is Verdict.PASSED:
        return f"{does(reader, answer.seat, 'pass', 'passes')}."
    if answer.verdict is Verdict.SILENT:
        return f"{does(reader, answer.seat, 'run')} out of time."
    guess = f"{does(reader, answer.seat, 'guess', 'guesses')} {answer.text}"
    return f"{guess}: {_VERDICTS[answer.verdict]}"


def _challenged(heard: Challenged, reader: Reader) -> str:
    is_ = "are" if reader.is_me(heard.seat) else "is"
    verdict = "right: it isn't one word" if heard.right else "wrong: it counts as one word"
    return f"{does(reader, heard.seat, 'challenge')} {heard.clue} and {is_} {verdict}."


def _to_few(
    heard: Pleaded | Objected | Refuted | Kept | Waived | Pressed | Chance, reader: Reader
) -> Sequence[str]:
    """Say what only one or two players read, or what they read in another way than the rest."""
    match heard:
        case Pleaded():
            if reader.is_me(heard.giver):
                judge = reader.name(heard.judge)
                return (
                    f"{judge} decides about {heard.clue}. Wait, or give another clue meanwhile.",
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
            return ("You accept the clue.",)
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
    """Say how the game goes on after a player left. The host has said that they left."""
    match heard:
        case Gone():
            return _gone(heard, reader)
        case Wants():
            wants = f"{does(reader, heard.seat, 'want')} to go on with three players"
            return (f"{wants}. Waiting for {names(reader, heard.waiting)}.",)
        case Seated():
            takes = does(reader, heard.seat, "take")
            return (f"{takes} over seat {heard.seat} with its score.",)
        case OfThree():
            who = names(reader, heard.seats)
            alone = "Everybody plays alone and keeps their score"
            return (f"The game goes on with three players: {who}. {alone}.",)
        case _:
            assert_never(heard)


def _gone(heard: Gone, reader: Reader) -> Sequence[str]:
    if heard.seconds == 0:
        return ()
    time = "" if heard.seconds is None else f" within {count(heard.seconds, 'second')}"
    first = f"A substitute for {reader.name(heard.seat)} can join{time}."
    ways: list[str] = []
    if heard.three:
        ways.append("To go on with three players, everybody types: three")
    if heard.partner is None:
        ways.append("To stop the game, any player can type: stop")
    else:
        ways.append(f"To stop the game, {to(reader, (heard.partner,))} can type: stop")
    return (first, *ways)


def _ended(heard: Ended, reader: Reader) -> Sequence[str]:
    unplayed = (f"Words not played: {enumerated(heard.unplayed)}.",) if heard.unplayed else ()
    if heard.reason == "stopped":
        return ("The game was stopped. Nobody wins.", *unplayed)
    if not heard.teams:
        return ("That was the last word.", *unplayed)
    return (_winners(heard, reader), *unplayed)


def _winners(heard: Ended, reader: Reader) -> str:
    score = dict(zip(heard.seats, heard.scores, strict=True))
    ranked = sorted(((score[a] + score[b], (a, b)) for a, b in heard.teams), reverse=True)
    (most, best), (least, _) = ranked
    if most == least:
        return f"It's a tie, {most} to {least}. The teams share the win."
    mine = reader.viewer in best
    first, second = sorted(best, key=lambda seat: not reader.is_me(seat))
    who = f"you and {reader.name(second)}" if mine else names(reader, (first, second))
    return f"{who} win, {most} to {least}."
