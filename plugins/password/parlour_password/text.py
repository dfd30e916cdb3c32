"""Sentences for events, each addressed to its reader, and the prompts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, assert_never

from parlour import Prompt, Reader, Scene, Sentence, TextUI, joined, wrapped
from parlour_password import reading
from parlour_password.catalogue import _
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
from parlour_password.moves import AGREE, CHALLENGE, CLUE, GUESS, NEXT, STOP, THREE, Move
from parlour_password.phrases import (
    ending,
    names,
    plea,
    points_of,
    standing,
    to,
    told,
    who_to_whom,
    word_title,
)
from parlour_password.results import ended
from parlour_password.scene import scene
from parlour_password.state import GOOD, Answer, Verdict
from parlour_password.views import View

HOW: Final = _("<<When you are asked, type one word. Commands start with a slash: /look, /pass>>")
_GUESS: Final = _("<<Type a one-word guess, or /pass|Guess the word.>>")
_CHALLENGE: Final = _(
    "<<If it's two words or hyphenated, type: challenge. To accept it: waive"
    "|Is it two words, or hyphenated?>>"
)
_KINS: Final = {
    "part": _("{clue} is part of the password."),
    "near": _("{clue} isn't a word and is spelled almost like the password."),
    "whole": _("{clue} contains the password."),
    "form": _("{clue} is a form of the password."),
    "same": _("{clue} is the password."),
    "malformed": _("{clue} isn't a single plain word."),
}
_VERDICTS: Final = {
    Verdict.RIGHT: _("right!"),
    Verdict.WRONG: _("no."),
    Verdict.FORM: _("a form of the password."),
}


def _sentences(heard: PasswordHeard, reader: Reader) -> Sequence[str]:
    """Say what happened, one paragraph for each fact."""
    match heard:
        case Begun():
            return _begun(heard, reader)
        case Secret():
            return (_("The password is {word}.", word=heard.word.upper()),)
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
            scores = standing(heard.seats, heard.scores, heard.teams, reader)
            return (over, _("Scores: {scores}.", scores=scores))
        case Ended():
            return ended(heard, reader)
        case Pleaded() | Objected() | Refuted() | Kept() | Waived() | Pressed() | Chance():
            return _to_few(heard, reader)
        case Gone() | Wants() | Seated() | OfThree():
            return _of_people(heard, reader)
        case _:
            assert_never(heard)


def _begun(heard: Begun, reader: Reader) -> Sequence[str]:
    title = word_title(heard.label, heard.number, heard.total, double=heard.double)
    text = _("{title}: {who}.", title=title, who=who_to_whom(reader, heard.sides))
    if len(heard.sides) > 1:
        giver = heard.sides[0].giver
        text = joined((text, told(reader, giver, _("You start."), _("{name} starts."))))
    if heard.number == 1 and reader.viewer in heard.addressees:
        return (*_together(heard, reader), text, HOW)
    return (text,)


def _together(heard: Begun, reader: Reader) -> Sequence[str]:
    """Say whom the reader plays with, and against whom: nobody in the game of three."""
    sides = [(side.giver, *side.receivers) for side in heard.sides]
    (mine,) = (side for side in sides if reader.viewer in side)
    if len(mine) > 2:
        return ()
    (partner,) = (seat for seat in mine if not reader.is_me(seat))
    name = reader.name(partner)
    rivals = [seat for side in sides if side is not mine for seat in side]
    if rivals:
        text = _("You play with {name}, against {names}.")
        return (text.filled(name=name, names=names(reader, rivals)),)
    text = _("You and {name} play together: {total} words, and you take turns to give clues.")
    good = _("{good} points is a good score.", good=GOOD)
    return (text.filled(name=name, total=heard.total), good)


def _clue(heard: ClueGiven, reader: Reader) -> Sequence[str]:
    points = points_of(heard.points)
    if reader.viewer not in heard.receivers:
        clue = told(
            reader,
            heard.giver,
            _("You give {receivers} a clue for {points}: {clue}"),
            _("{name} gives {receivers} a clue for {points}: {clue}"),
            receivers=to(reader, heard.receivers),
            points=points,
            clue=heard.clue,
        )
        return (clue, _CHALLENGE) if reader.viewer in heard.opponents else (clue,)
    clue = _("{name}'s clue for {points}: {clue}").filled(
        name=reader.name(heard.giver), points=points, clue=heard.clue
    )
    # If the answer is sealed, the game isn't waiting for one player, so no prompt is printed.
    sealed = heard.opponents or len(heard.receivers) > 1
    return (clue, _GUESS) if sealed else (clue,)


def _lost(heard: ClueLost, reader: Reader) -> Sentence:
    if heard.why == "time":
        return told(
            reader,
            heard.giver,
            _("You run out of time. The clue is lost."),
            _("{name} runs out of time. The clue is lost."),
        )
    return told(
        reader,
        heard.giver,
        _("Your clue wasn't allowed. It is lost."),
        _("{name}'s clue wasn't allowed. It is lost."),
    )


def _answer(answer: Answer, reader: Reader) -> Sentence:
    if answer.verdict is Verdict.PASSED:
        return told(reader, answer.seat, _("You pass."), _("{name} passes."))
    if answer.verdict is Verdict.SILENT:
        return told(reader, answer.seat, _("You run out of time."), _("{name} runs out of time."))
    return told(
        reader,
        answer.seat,
        _("You guess {guess}: {verdict}"),
        _("{name} guesses {guess}: {verdict}"),
        guess=answer.text,
        verdict=_VERDICTS[answer.verdict],
    )


def _challenged(heard: Challenged, reader: Reader) -> Sentence:
    you = _("You challenge {clue} and are wrong: it counts as one word.")
    others = _("{name} challenges {clue} and is wrong: it counts as one word.")
    if heard.right:
        you = _("You challenge {clue} and are right: it isn't one word.")
        others = _("{name} challenges {clue} and is right: it isn't one word.")
    return told(reader, heard.seat, you, others, clue=heard.clue)


def _to_few(
    heard: Pleaded | Objected | Refuted | Kept | Waived | Pressed | Chance, reader: Reader
) -> Sequence[str]:
    """Say what only one or two players read, or what they read in another way than the rest."""
    match heard:
        case Pleaded():
            if reader.is_me(heard.giver):
                text = _("{name} decides about {clue}. Wait, or give another clue meanwhile.")
                return (text.filled(name=reader.name(heard.judge), clue=heard.clue),)
            return (plea(heard.giver, heard.clue, heard.kin, reader),)
        case Objected():
            text = told(
                reader,
                heard.judge,
                _("You object to {clue}."),
                _("{name} objects to {clue}."),
                clue=heard.clue,
            )
            again = _("Give another clue.") if reader.is_me(heard.giver) else ""
            return (joined((text, again)),)
        case Refuted():
            return (_KINS[heard.kin].filled(clue=heard.clue),)
        case Kept():
            return (_("Your pass is in.") if heard.answer is None else _("Your answer is in."),)
        case Waived():
            return (_("You accept the clue."),)
        case Pressed():
            if not reader.is_me(heard.seat):
                return ()
            return (_("Waiting for {names}.", names=names(reader, heard.waiting)),)
        case Chance():
            if reader.is_me(heard.seat):
                return ()
            text = _("{name} has one chance to say the exact word.")
            return (text.filled(name=reader.name(heard.seat)),)
        case _:
            assert_never(heard)


def _of_people(heard: Gone | Wants | Seated | OfThree, reader: Reader) -> Sequence[str]:
    """Say how the game goes on after a player left. The host has said that they left."""
    match heard:
        case Gone():
            return _gone(heard, reader)
        case Wants():
            wants = told(
                reader,
                heard.seat,
                _("You want to go on with three players. Waiting for {names}."),
                _("{name} wants to go on with three players. Waiting for {names}."),
                names=names(reader, heard.waiting),
            )
            return (wants,)
        case Seated():
            takes = told(
                reader,
                heard.seat,
                _("You take over seat {seat} with its score."),
                _("{name} takes over seat {seat} with its score."),
                seat=heard.seat,
            )
            return (takes,)
        case OfThree():
            who = _("The game goes on with three players: {names}.")
            alone = _("Everybody plays alone and keeps their score.")
            return (joined((who.filled(names=names(reader, heard.seats)), alone)),)
        case _:
            assert_never(heard)


def _gone(heard: Gone, reader: Reader) -> Sequence[str]:
    if heard.seconds == 0:
        return ()
    name = reader.name(heard.seat)
    first = _("A substitute for {name} can join.", name=name)
    if heard.seconds is not None:
        first = _.count(
            "A substitute for {name} can join within 1 second.",
            "A substitute for {name} can join within {n} seconds.",
            heard.seconds,
            name=name,
        )
    ways: list[str] = []
    if heard.three:
        ways.append(
            _(
                "<<To go on with three players, everybody types: three"
                "|All can agree to go on with three players.>>"
            )
        )
    if heard.partner is None:
        ways.append(
            _("<<To stop the game, any player can type: stop|Any player can stop the game.>>")
        )
    else:
        you = _("<<To stop the game, you can type: stop|You can stop the game.>>")
        others = _("<<To stop the game, {name} can type: stop|{name} can stop the game.>>")
        ways.append(told(reader, heard.partner, you, others))
    return (first, *ways)


_WAYS: Final = (
    (THREE, _("<<To go on with three: three>>")),
    (STOP, _("<<To stop the game: stop>>")),
)
"""What the players who are left can do."""


class PasswordTextUI(TextUI[Move, View, PasswordHeard]):
    """Text for people: one word at a time. Every prompt says what to type."""

    def parse(self, verb: str, rest: str, view: View, reader: Reader) -> Move:
        """Read a move. Raises Refused. The rules decide whether a clue is allowed."""
        return reading.parse(verb, rest, bare=reader.bare, lang=reader.lang)

    def is_answer(self, text: str, view: View, reader: Reader) -> bool:
        """Check whether the line *text* is one plain word, or may be a clue of several words."""
        return reading.is_plain(text) or view.terms.challenges

    def highlights(self, view: View, reader: Reader) -> Sequence[str]:
        """Name the word that brought the reader most."""
        mine = [done for done in view.done if view.me in done.scorers]
        if not mine:
            return ()
        best = max(mine, key=lambda done: done.points)
        points = points_of(best.points)
        return (_("Your best word: {word}, {points}.", word=best.word.upper(), points=points),)

    def draw(self, view: View, reader: Reader) -> Scene:
        """Draw the dial, who gives clues to whom, the clues so far and the scores."""
        return scene(view, reader)

    def say(self, heard: PasswordHeard, reader: Reader) -> Sequence[str]:
        """Say what happened: nothing if the reader's next prompt says it all."""
        return [line for text in _sentences(heard, reader) for line in wrapped(text, reader)]

    def ask(self, prompt: Prompt, view: View, reader: Reader) -> Sequence[str]:
        """Say what the reader may do now."""
        verbs = {spec.verb for spec in prompt.moves}
        if CLUE in verbs:
            text: str = _for_a_clue(view, reader)
        elif GUESS in verbs:
            text = _for_a_guess(view)
        elif AGREE in verbs and view.plea is not None:
            text = plea(view.plea.giver, view.plea.clue, view.plea.kin, reader)
        elif CHALLENGE in verbs:
            text = _(
                "<<If {clue} is two words or hyphenated, type: challenge. To accept it: waive"
                "|Is {clue} two words, or hyphenated?>>",
                clue=_last_clue(view),
            )
        elif NEXT in verbs:
            text = _("Ready for the next word? <<Type: next>>")
        else:
            ways = joined([text for verb, text in _WAYS if verb in verbs], " - ")
            text = joined((_("Waiting for a substitute."), ways))
        return wrapped(text, reader)


def _worth(view: View) -> Sentence:
    return points_of(view.dial * (2 if view.double else 1))


def _for_a_clue(view: View, reader: Reader) -> Sentence:
    receivers = to(reader, view.sides[view.turn].receivers)
    assert view.password is not None, "who gives the clue knows the word"
    text = _(
        "{word} for {points}. "
        "<<Type a one-word clue for {receivers}:|Give {receivers} a one-word clue.>>"
    )
    return text.filled(word=view.password.upper(), points=_worth(view), receivers=receivers)


def _for_a_guess(view: View) -> Sentence:
    if view.chance is not None:
        text = _(
            "You have one chance to "
            "<<type the exact word, for {points}:|give the exact word, for {points}.>>"
        )
        return text.filled(points=_worth(view))
    return _(
        "<<Type a one-word guess for {clue}, or /pass:|Guess the word for {clue}.>>",
        clue=_last_clue(view),
    )


def _last_clue(view: View) -> str:
    """Return the last clue. Nobody answers a lost one."""
    return view.given[-1].text or ""
