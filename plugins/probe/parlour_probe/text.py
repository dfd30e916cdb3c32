"""Text for people: sentences for events, each addressed to its reader, and the prompts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, assert_never

import msgspec
from msgspec.structs import asdict

from parlour import Prompt, Reader, Scene, Seat, Sentence, TextUI, joined, plain, wrapped
from parlour_probe.catalogue import _
from parlour_probe.decks import BLANK, NORMAL, OWN_BLANK, a_card, card_text, place
from parlour_probe.heard import (
    Asked,
    Ended,
    FinalRounds,
    Gone,
    Guessed,
    Hid,
    Kept,
    Laid,
    Misspelt,
    NoReply,
    ProbeHeard,
    Recited,
    Reshuffled,
    Shown,
    Spelt,
    TimeUp,
    Turn,
    Waiting,
    Warned,
)
from parlour_probe.hiding import REASONS
from parlour_probe.moves import Move
from parlour_probe.reading import ask, parse
from parlour_probe.scene import OF_RACK, final_text, guessed, laid, scene, to, told, word_of
from parlour_probe.turn import NO_REPLY, NO_REPLY_OF_TWO
from parlour_probe.views import View

_ENDINGS: Final = {
    "all_up": _("All cards are face up. The game is over."),
    "final": _("The last turns have been played. The game is over."),
    "deserted": _("Only one player is left. The game is over."),
}

# By the rack: an only one, of two the left one, the right one.
_ON_RACK: Final = ("", _(" on the left rack"), _(" on the right rack"))
_HIDDEN_FOR_YOU: Final = (
    _("The referee has hidden a word for you."),
    _("The referee has hidden a word on your left rack."),
    _("The referee has hidden a word on your right rack."),
)
_HIDDEN: Final = (
    _("Your word is hidden."),
    _("Your left word is hidden."),
    _("Your right word is hidden."),
)
_ROWS: Final = (_("{name}: {row}"), _("{name} left: {row}"), _("{name} right: {row}"))
_WRITTEN: Final = (
    (_("Your word is written {printed}."), _("{name}'s word is written {printed}.")),
    (_("Your left word is written {printed}."), _("{name}'s left word is written {printed}.")),
    (_("Your right word is written {printed}."), _("{name}'s right word is written {printed}.")),
)


class ProbeTextUI(TextUI[Move, View, ProbeHeard]):
    """Text for people: moves, racks, questions and answers."""

    def parse(self, verb: str, rest: str, view: View, reader: Reader) -> Move:
        """Read a move. Raises Refused."""
        return parse(verb, rest, view, reader)

    def highlights(self, view: View, reader: Reader) -> Sequence[str]:
        """Name the reader's word if it was hidden longest: then nobody else had cards hidden."""
        if view.paired or view.final is None or view.final.hider != view.me:
            return ()
        rack = next(rack for rack in view.racks if rack.owner == view.me)
        word = "".join(rack.cards).replace(BLANK, "")
        return (_("Your word was hidden longest: {word}.", word=word),)

    def draw(self, view: View, reader: Reader) -> Scene:
        """Draw the racks, then a line for each fact that matters now."""
        return scene(view, reader)

    def say(self, heard: ProbeHeard, reader: Reader) -> Sequence[str]:
        """Say what happened; nothing if the next prompt says it all."""
        text: str
        match heard:
            case Asked():
                text = _asked(heard, reader)
            case Shown():
                text = _shown(heard, reader)
            case Turn():
                text = _turn(heard, reader)
            case Laid():
                return _laid(heard, reader)
            case Ended():
                return _ended(heard, reader)
            case Guessed():
                word = word_of(reader, heard.target, heard.index)
                guess = _RIGHT if heard.right else _WRONG
                said = _said(heard, reader, heard.guesser, guess, word=word)
                text = f"{said} {_booked(heard, reader, heard.guesser)}"
            case Recited():
                text = _recited(heard, reader)
            case Spelt():
                text = _said(heard, reader, heard.owner, _WRITTEN[heard.index])
            case Misspelt():
                loss = _booked(heard, reader, heard.owner)
                text = joined((REASONS[heard.flaw].filled(word=heard.word), loss))
            case Hid():
                text = _.count(
                    "{name} has hidden 1 card{where}.",
                    "{name} has hidden {n} cards{where}.",
                    heard.count,
                    name=reader.name(heard.seat),
                    where=_ON_RACK[heard.index],
                )
            case TimeUp():
                text = _said(heard, reader, heard.seat, _LATE)
            case FinalRounds():
                text = final_text(heard.hider, heard.seats, heard.turns, reader)
            case Kept():
                text = _kept(heard, reader)
            case Gone():
                text = _("{name} has left. The referee now answers for {name}'s rack.")
                text = text.filled(name=reader.name(heard.seat))
            case Reshuffled():
                text = _(
                    "No activity cards are left. The referee shuffles the {count} used cards."
                )
                text = text.filled(count=heard.count)
            case Warned():
                text = joined((REASONS[heard.flaw].filled(word=heard.word), _AGAIN))
            case Waiting():
                text = _("Your guess {cards} for {target} will be judged once the card is shown.")
                target = guessed(reader, heard.target, heard.index)
                text = text.filled(cards=heard.cards, target=target)
            case NoReply():
                text = NO_REPLY_OF_TWO if heard.index else NO_REPLY
            case _:
                assert_never(heard)
        return wrapped(text, reader) if text else ()

    def ask(self, prompt: Prompt, view: View, reader: Reader) -> Sequence[str]:
        """Say what the reader may do now. The last line says what to type."""
        return ask(prompt, view, reader)


# The pairs are a sentence for who is meant, and one for all others.
_LATE: Final = _("You run out of time."), _("{name} runs out of time.")
_ASKS: Final = _("You ask {target} for {card}."), _("{name} asks {target} for {card}.")
_ASKS_YOU: Final = _ASKS[0], _("{name} asks you for {card}.")
_MUST_SHOW: Final = _("{name} must show one.")
_HAS_NONE: Final = _("You have no {card}."), _("{name} has no {card}.")
_BLANK: Final = _("blank")
_SHOWS: Final = _("You show {card} at {place}."), _("{name} shows {card} at {place}.")
_BEGINS: Final = _("Your turn."), _("It's {name}'s turn.")
_GOES_ON: Final = _("You play on."), _("{name} plays on.")
_SCORES: Final = (
    _("You score {points} (total {score})."),
    _("{name} scores {points} (total {score})."),
)
_LOSES: Final = (
    _("You lose {points} (total {score})."),
    _("{name} loses {points} (total {score})."),
)
_COMPLETES: Final = (
    _("You score {points} (total {score}), {bonus} of it for the last card."),
    _("{name} scores {points} (total {score}), {bonus} of it for the last card."),
)
_SLOW: Final = (
    _("Too slow: you lose {points} (total {score})."),
    _("Too slow: {name} loses {points} (total {score})."),
)
_RIGHT: Final = (
    _("You guess {cards} as {word}: right!"),
    _("{name} guesses {cards} as {word}: right!"),
)
_WRONG: Final = (
    _("You guess {cards} as {word}: wrong."),
    _("{name} guesses {cards} as {word}: wrong."),
)
_FOUND: Final = (
    _("You turn up what nobody found, at {where}."),
    _("{name} turns up what nobody found, at {where}."),
)
_KEPT: Final = (
    _("You score {values} for the cards and {bonus} for keeping the word (total {score})."),
    _("{name} scores {values} for the cards and {bonus} for keeping the word (total {score})."),
)
_CARDS: Final = (
    _("You score {values} for the cards (total {score})."),
    _("{name} scores {values} for the cards (total {score})."),
)
_AGAIN: Final = _(
    "Hide another word, or hide this one again to use it anyway. It will then cost you 100 points "
    "once all of it is face up. If you run out of time, the referee uses it."
)


def _said(
    heard: msgspec.Struct, reader: Reader, seat: Seat, pair: tuple[Sentence, Sentence], **more: Any
) -> str:
    """The sentence of *pair* about *seat*, filled with the fields of *heard* and *more*."""
    return told(reader, seat, *pair, **{**asdict(heard), **more})


def _line(*parts: str) -> str:
    """Put sentences on one line. Empty ones are left out."""
    return " ".join(filter(None, parts))


def _booked(
    heard: Asked | Shown | Guessed | Recited | Misspelt, reader: Reader, seat: Seat
) -> str:
    """Say what *seat* has scored or lost."""
    pair = _LOSES if heard.points < 0 else _SCORES
    return told(reader, seat, *pair, points=abs(heard.points), score=heard.score)


def _asked(heard: Asked, reader: Reader) -> str:
    mine, target = reader.is_me(heard.target), reader.name(heard.target)
    if mine and heard.hit:
        return ""
    pair = _ASKS_YOU if mine else _ASKS
    question = told(reader, heard.asker, *pair, target=target, card=a_card(heard.card))
    if heard.hit:
        return f"{question} {_MUST_SHOW.read(reader.lang, name=target)}"
    card = _BLANK if heard.card == BLANK else heard.card
    answer = told(reader, heard.target, *_HAS_NONE, card=card)
    return _line(question, answer, _booked(heard, reader, heard.asker) if heard.points else "")


def _shown(heard: Shown, reader: Reader) -> str:
    where = {"card": a_card(heard.card), "place": place(heard.index, heard.space)}
    if heard.referee:
        shows = _("The referee shows {card} at {place} for {player}.")
        text = shows.read(reader.lang, player=to(reader, heard.owner), **where)
    else:
        text = told(reader, heard.owner, *_SHOWS, **where)
    gain = slow = ""
    if heard.to is not None and heard.bonus:
        gain = _said(heard, reader, heard.to, _COMPLETES)
    elif heard.to is not None:
        gain = _booked(heard, reader, heard.to)
    if heard.penalty:
        loss = {"points": -heard.penalty, "score": heard.owner_score}
        slow = told(reader, heard.owner, *_SLOW, **loss)
    return _line(text, gain, slow)


def _turn(heard: Turn, reader: Reader) -> str:
    """Say whose turn it is. A card is read out only if it changes the turn."""
    parts = [told(reader, heard.seat, *(_GOES_ON if heard.again else _BEGINS))]
    if heard.card is not None and heard.card != NORMAL:
        card = card_text(heard.card, heard.index)
        with_score = _("Activity card: {card} (total {score}).")
        text = with_score if heard.points else _("Activity card: {card}.")
        parts.append(text.read(reader.lang, card=card, score=heard.score))
    if heard.void:
        parts.append(_("It has no effect.").read(reader.lang))
    elif heard.shows is not None and heard.card != OWN_BLANK:
        parts.append(told(reader, heard.shows, _("You choose."), _("{name} chooses.")))
    if heard.idle:
        parts.append(_("There is nobody left to ask.").read(reader.lang))
    return _line(*parts)


def _recited(heard: Recited, reader: Reader) -> str:
    if heard.right:
        right = _("You say {word}: right!"), _("{name} says {word}: right!")
        return _line(_said(heard, reader, heard.seat, right), _booked(heard, reader, heard.seat))
    says = _("You say {word}."), _("{name} says {word}.")
    nothing = _("You say nothing."), _("{name} says nothing.")
    said = _said(heard, reader, heard.seat, says if heard.word else nothing)
    wrong = _("That isn't {word}: no points for the last card.")
    due = word_of(reader, heard.owner, heard.index)
    return _line(said, wrong.read(reader.lang, word=due))


def _kept(heard: Kept, reader: Reader) -> str:
    where = _.count(
        "space {spaces}{rack}",
        "spaces {spaces}{rack}",
        len(heard.spaces),
        spaces=", ".join(map(str, heard.spaces)),
        rack=OF_RACK[heard.index],
    )
    found = told(reader, heard.hider, *_FOUND, where=where)
    return _line(found, _said(heard, reader, heard.hider, _KEPT if heard.bonus else _CARDS))


def _laid(heard: Laid, reader: Reader) -> Sequence[str]:
    lines: list[str] = []
    if heard.referee or reader.taps:  # the others see the rack
        lines += wrapped((_HIDDEN_FOR_YOU if heard.referee else _HIDDEN)[heard.index], reader)
    lines += plain(Scene((laid(heard.cards, heard.index),)), reader.width, reader.lang)
    if heard.printed:
        written = told(reader, heard.seat, *_WRITTEN[heard.index], printed=heard.printed)
        lines += wrapped(written, reader)
    return lines


def _ended(heard: Ended, reader: Reader) -> Sequence[str]:
    lines = list(wrapped(_ENDINGS[heard.reason], reader))
    printed = heard.printed or ("",) * len(heard.rows)
    rows = zip(heard.seats, heard.rows, heard.indexes, printed, strict=True)
    for seat, row, index, word in rows:
        cards = f"{row} ({word})" if word else row or _("no word")
        lines += wrapped(_ROWS[index].filled(name=reader.name(seat), row=cards), reader)
    return lines
