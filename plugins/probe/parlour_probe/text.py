"""Text for people: sentences for events, each addressed to its reader, and the prompts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, assert_never

from parlour import Prompt, Reader, Scene, Seat, TextUI, joined, plain, wrapped
from parlour_probe.catalogue import _
from parlour_probe.decks import BLANK, NORMAL, OWN_BLANK, place
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
from parlour_probe.phrases import (
    OF_RACK,
    a_card,
    card_text,
    final_text,
    guessed,
    to,
    told,
    word_of,
)
from parlour_probe.reading import ask, parse
from parlour_probe.scene import laid, scene
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

    def draw(self, view: View, reader: Reader) -> Scene:
        """Draw the racks, then a line for each fact that matters now."""
        return scene(view, reader)

    def say(self, heard: ProbeHeard, reader: Reader) -> Sequence[str]:
        """Say what happened; nothing if the next prompt says it all."""
        text: str
        match heard:
            case Laid():
                return _laid(heard, reader)
            case Ended():
                return _ended(heard, reader)
            case Asked():
                text = _asked(heard, reader)
            case Shown():
                text = _shown(heard, reader)
            case Turn():
                text = _turn(heard, reader)
            case Guessed():
                text = _guessed(heard, reader)
            case Recited():
                text = _recited(heard, reader)
            case Spelt():
                text = _written(reader, heard.owner, heard.index, heard.printed)
            case Misspelt():
                loss = _booked(reader, heard.owner, heard.points, heard.score)
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
                out, others = _("You run out of time."), _("{name} runs out of time.")
                text = told(reader, heard.seat, out, others)
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
                again = _(
                    "Hide another word, or hide this one again to use it anyway. It will then "
                    "cost you 100 points once all of it is face up. If you run out of time, "
                    "the referee uses it."
                )
                text = joined((REASONS[heard.flaw].filled(word=heard.word), again))
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


def _line(*parts: str) -> str:
    """Put sentences on one line. Empty ones are left out."""
    return " ".join(filter(None, parts))


def _booked(reader: Reader, seat: Seat, points: int, score: int) -> str:
    """Say what somebody has scored or lost."""
    if points < 0:
        you, others = (
            _("You lose {points} (total {score})."),
            _("{name} loses {points} (total {score})."),
        )
    else:
        you, others = (
            _("You score {points} (total {score})."),
            _("{name} scores {points} (total {score})."),
        )
    return told(reader, seat, you, others, points=abs(points), score=score)


def _asked(heard: Asked, reader: Reader) -> str:
    """Say what was asked, and what came of it; nothing to a player whose next prompt says it."""
    mine, target = heard.target == reader.viewer, reader.name(heard.target)
    if mine and heard.hit:
        return ""
    question = told(
        reader,
        heard.asker,
        _("You ask {target} for {card}."),
        _("{name} asks you for {card}.") if mine else _("{name} asks {target} for {card}."),
        target=target,
        card=a_card(heard.card),
    )
    if heard.hit:
        return _line(question, _("{name} must show one.").read(reader.lang, name=target))
    card = _("blank") if heard.card == BLANK else heard.card
    has_none = _("You have no {card}."), _("{name} has no {card}.")
    answer = told(reader, heard.target, *has_none, card=card)
    loss = _booked(reader, heard.asker, heard.points, heard.score) if heard.points else ""
    return _line(question, answer, loss)


def _shown(heard: Shown, reader: Reader) -> str:
    where = {"card": a_card(heard.card), "place": place(heard.index, heard.space)}
    if heard.referee:
        shows = _("The referee shows {card} at {place} for {player}.")
        text = shows.read(reader.lang, player=to(reader, heard.owner), **where)
    else:
        you, others = _("You show {card} at {place}."), _("{name} shows {card} at {place}.")
        text = told(reader, heard.owner, you, others, **where)
    gain = slow = ""
    if heard.to is not None and heard.bonus:
        gain = told(
            reader,
            heard.to,
            _("You score {points} (total {score}), {bonus} of it for the last card."),
            _("{name} scores {points} (total {score}), {bonus} of it for the last card."),
            points=heard.points,
            score=heard.score,
            bonus=heard.bonus,
        )
    elif heard.to is not None:
        gain = _booked(reader, heard.to, heard.points, heard.score)
    if heard.penalty:
        slow = told(
            reader,
            heard.owner,
            _("Too slow: you lose {points} (total {score})."),
            _("Too slow: {name} loses {points} (total {score})."),
            points=-heard.penalty,
            score=heard.owner_score,
        )
    return _line(text, gain, slow)


def _turn(heard: Turn, reader: Reader) -> str:
    """Say whose turn it is. A card is read out only if it changes the turn."""
    if heard.again:
        parts = [told(reader, heard.seat, _("You play on."), _("{name} plays on."))]
    else:
        parts = [told(reader, heard.seat, _("Your turn."), _("It's {name}'s turn."))]
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


def _guessed(heard: Guessed, reader: Reader) -> str:
    if heard.right:
        you, others = (
            _("You guess {cards} as {word}: right!"),
            _("{name} guesses {cards} as {word}: right!"),
        )
    else:
        you, others = (
            _("You guess {cards} as {word}: wrong."),
            _("{name} guesses {cards} as {word}: wrong."),
        )
    word = word_of(reader, heard.target, heard.index)
    text = told(reader, heard.guesser, you, others, cards=heard.cards, word=word)
    return _line(text, _booked(reader, heard.guesser, heard.points, heard.score))


def _recited(heard: Recited, reader: Reader) -> str:
    seat, word = heard.seat, heard.word
    if heard.right:
        said = told(
            reader, seat, _("You say {word}: right!"), _("{name} says {word}: right!"), word=word
        )
        return _line(said, _booked(reader, seat, heard.points, heard.score))
    if word:
        said = told(reader, seat, _("You say {word}."), _("{name} says {word}."), word=word)
    else:
        said = told(reader, seat, _("You say nothing."), _("{name} says nothing."))
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
    found = told(
        reader,
        heard.hider,
        _("You turn up what nobody found, at {where}."),
        _("{name} turns up what nobody found, at {where}."),
        where=where,
    )
    if heard.bonus:
        you = _(
            "You score {values} for the cards and {bonus} for keeping the word (total {score})."
        )
        others = _(
            "{name} scores {values} for the cards and {bonus} for keeping the word "
            "(total {score})."
        )
    else:
        you = _("You score {values} for the cards (total {score}).")
        others = _("{name} scores {values} for the cards (total {score}).")
    fields = {"values": heard.values, "bonus": heard.bonus, "score": heard.score}
    return _line(found, told(reader, heard.hider, you, others, **fields))


def _written(reader: Reader, seat: Seat, index: int, printed: str) -> str:
    return told(reader, seat, *_WRITTEN[index], printed=printed)


def _laid(heard: Laid, reader: Reader) -> Sequence[str]:
    if heard.referee or reader.taps:
        first = wrapped((_HIDDEN_FOR_YOU if heard.referee else _HIDDEN)[heard.index], reader)
    else:
        first = ()  # they see the rack
    grid = plain(Scene((laid(heard.cards, heard.index),)), reader.width, reader.lang)
    if not heard.printed:
        return (*first, *grid)
    written = _written(reader, heard.seat, heard.index, heard.printed)
    return (*first, *grid, *wrapped(written, reader))


def _ended(heard: Ended, reader: Reader) -> Sequence[str]:
    lines = list(wrapped(_ENDINGS[heard.reason], reader))
    printed = heard.printed or ("",) * len(heard.rows)
    rows = zip(heard.seats, heard.rows, heard.indexes, printed, strict=True)
    for seat, row, index, word in rows:
        cards = f"{row} ({word})" if word else row or _("no word")
        lines += wrapped(_ROWS[index].filled(name=reader.name(seat), row=cards), reader)
    return lines
