"""Sentences for events, each addressed to its reader."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, Final

from parlour import Reader, Scene, Seat, Sentence, joined, plain, wrapped
from parlour_probe.catalogue import _
from parlour_probe.decks import BLANK, NORMAL, OWN_BLANK, place
from parlour_probe.guesses import NO_REPLY, NO_REPLY_OF_TWO
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
from parlour_probe.listed import REASONS
from parlour_probe.racks import laid

_WITH_AN: Final = "AEFHILMNORSX"
"""Letters whose names begin with a vowel."""

CARD_TEXTS: Final = {
    "NORMAL": _("take your normal turn"),
    "ADDITIONAL": _("take an additional turn"),
    "LEFT": _("player on the left shows a card"),
    "RIGHT": _("player on the right shows a card"),
    "OWN_BLANK": _("show a blank if you have one"),
    "X3": _("the first question scores triple"),
    "X4": _("the first question scores four times"),
    "X5": _("the first question scores five times"),
    "-10": _("lose 10 points"),
    "+15": _("add 15 points"),
    "+20": _("add 20 points"),
    "+25": _("add 25 points"),
}
"""Activity cards as they are read out."""
_OF_TWO: Final = (
    "",
    _("the opponent shows a card of the left rack"),
    _("the opponent shows a card of the right rack"),
)
"""LEFT and RIGHT if two play (R-P-48), by the rack."""

_ENDINGS: Final = {
    "all_up": _("All cards are face up. The game is over."),
    "final": _("The last turns have been played. The game is over."),
    "deserted": _("Only one player is left. The game is over."),
}
_ON_RACK: Final = ("", _(" on the left rack"), _(" on the right rack"))
OF_RACK: Final = ("", _(" of the left rack"), _(" of the right rack"))
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
"""By the rack: an only one, the left one, the right one."""
_REFEREE_SHOWS: Final = _("The referee shows {card} at {place} for {player}.")
_DRAWS: Final = _("Activity card: {card}.")
_DRAWS_POINTS: Final = _("Activity card: {card} (total {score}).")
_NO_EFFECT: Final = _("It has no effect.")
_NOBODY_LEFT: Final = _("There is nobody left to ask.")
_MUST_SHOW_ONE: Final = _("{name} must show one.")
_NOT_THE_WORD: Final = _("That isn't {word}: no points for the last card.")

# What the player themselves reads, and what all others read: see `told`.
_OUT_OF_TIME: Final = (_("You run out of time."), _("{name} runs out of time."))
_LOSES: Final = (
    _("You lose {points} (total {score})."),
    _("{name} loses {points} (total {score})."),
)
_SCORES: Final = (
    _("You score {points} (total {score})."),
    _("{name} scores {points} (total {score})."),
)
_ASKS: Final = (_("You ask {target} for {card}."), _("{name} asks {target} for {card}."))
_ASKS_YOU: Final = (_ASKS[0], _("{name} asks you for {card}."))
_HAS_NO: Final = (_("You have no {card}."), _("{name} has no {card}."))
_SHOWS: Final = (_("You show {card} at {place}."), _("{name} shows {card} at {place}."))
_SCORES_LAST: Final = (
    _("You score {points} (total {score}), {bonus} of it for the last card."),
    _("{name} scores {points} (total {score}), {bonus} of it for the last card."),
)
_TOO_SLOW: Final = (
    _("Too slow: you lose {points} (total {score})."),
    _("Too slow: {name} loses {points} (total {score})."),
)
_PLAYS_ON: Final = (_("You play on."), _("{name} plays on."))
_TURN: Final = (_("Your turn."), _("It's {name}'s turn."))
_CHOOSES: Final = (_("You choose."), _("{name} chooses."))
_IS_RIGHT: Final = (
    _("You guess {cards} as {word}: right!"),
    _("{name} guesses {cards} as {word}: right!"),
)
_IS_WRONG: Final = (
    _("You guess {cards} as {word}: wrong."),
    _("{name} guesses {cards} as {word}: wrong."),
)
_SAYS_NOTHING: Final = (_("You say nothing."), _("{name} says nothing."))
_SAYS_RIGHT: Final = (_("You say {word}: right!"), _("{name} says {word}: right!"))
_SAYS: Final = (_("You say {word}."), _("{name} says {word}."))
_LAST_TO_HIDE: Final = (
    _("Only you still have hidden cards. Turns to come: {turns}."),
    _("Only {name} still has hidden cards. Turns to come: {turns}."),
)
_TURNS_UP: Final = (
    _("You turn up what nobody found, at {where}."),
    _("{name} turns up what nobody found, at {where}."),
)
_KEEPS: Final = (
    _("You score {values} for the cards and {bonus} for keeping the word (total {score})."),
    _("{name} scores {values} for the cards and {bonus} for keeping the word (total {score})."),
)
_KEEPS_NONE: Final = (
    _("You score {values} for the cards (total {score})."),
    _("{name} scores {values} for the cards (total {score})."),
)
_WORD_OF: Final = (
    (_("your word"), _("{name}'s word")),
    (_("your left word"), _("{name}'s left word")),
    (_("your right word"), _("{name}'s right word")),
)
_WRITTEN: Final = (
    (_("Your word is written {printed}."), _("{name}'s word is written {printed}.")),
    (_("Your left word is written {printed}."), _("{name}'s left word is written {printed}.")),
    (_("Your right word is written {printed}."), _("{name}'s right word is written {printed}.")),
)


def say(heard: ProbeHeard, reader: Reader) -> Sequence[str]:
    """Return the lines for *heard*, or none if the next prompt says it all."""
    usual = _USUAL.get(type(heard))
    if usual is not None:
        text = usual(heard, reader)
        return wrapped(text, reader) if text else ()
    match heard:
        case Laid():
            return _laid(heard, reader)
        case Ended():
            return _ended(heard, reader)
        case _:
            return wrapped(_sentence(heard, reader), reader)


def _line(*parts: str) -> str:
    """Put sentences on one line. Empty ones are left out."""
    return " ".join(filter(None, parts))


def told(reader: Reader, seat: Seat, of: tuple[Sentence, Sentence], **fields: Any) -> str:
    """Return the first sentence if the reader is the player, or the other one with their name.

    It is in the reader's language.
    """
    you, others = of
    if seat == reader.viewer:
        return you.read(reader.lang, **fields)
    return others.read(reader.lang, name=reader.name(seat), **fields)


def card_name(card: str) -> str:
    """Name a card: `N`, `blank`."""
    return _("blank") if card == BLANK else card


@cache
def a_card(card: str) -> Sentence:
    """Name a card with its article: `an N`, `a B`, `a blank`."""
    if card == BLANK:
        return _("a blank")
    return _("an {card}", card=card) if card in _WITH_AN else _("a {card}", card=card)


def card_text(card: str, index: int) -> str:
    """Return what an activity card says; *index* is the rack that it means, or 0."""
    return _OF_TWO[index] if index else CARD_TEXTS[card]


def word_of(reader: Reader, seat: Seat, index: int) -> str:
    """Name a hidden word by its owner: `your word`, `bob's left word`."""
    return told(reader, seat, _WORD_OF[index])


def to(reader: Reader, seat: Seat) -> str:
    """Name the player as an object: `you`, or the name."""
    return _("you") if reader.is_me(seat) else reader.name(seat)


def _sentence(heard: ProbeHeard, reader: Reader) -> str:
    """Say in one paragraph what happened."""
    match heard:
        case Recited():
            return _recited(heard, reader)
        case Spelt():
            return _written(reader, heard.owner, heard.index, heard.printed)
        case Misspelt():
            loss = _loss(reader, heard.owner, heard.points, heard.score)
            return joined((REASONS[heard.flaw].filled(word=heard.word), loss))
        case Hid():
            return _.count(
                "{name} has hidden 1 card{where}.",
                "{name} has hidden {n} cards{where}.",
                heard.count,
                name=reader.name(heard.seat),
                where=_ON_RACK[heard.index],
            )
        case TimeUp():
            return told(reader, heard.seat, _OUT_OF_TIME)
        case FinalRounds():
            return final_text(heard.hider, heard.seats, heard.turns, reader)
        case Kept():
            return _kept(heard, reader)
        case Gone():
            return _(
                "{name} has left. The referee now answers for {name}'s rack.",
                name=reader.name(heard.seat),
            )
        case Reshuffled():
            return _(
                "No activity cards are left. The referee shuffles the {count} used cards.",
                count=heard.count,
            )
        case _:
            return _private(heard, reader)


def _private(heard: ProbeHeard, reader: Reader) -> str:
    """Say what one player alone reads."""
    match heard:
        case Warned():
            return joined(
                (
                    REASONS[heard.flaw].filled(word=heard.word),
                    _(
                        "Hide another word, or hide this one again to use it anyway. It will then "
                        "cost you 100 points once all of it is face up. If you run out of time, "
                        "the referee uses it."
                    ),
                )
            )
        case Waiting():
            return _(
                "Your guess {cards} for {target} will be judged once the card is shown.",
                cards=heard.cards,
                target=guessed(reader, heard.target, heard.index),
            )
        case NoReply():
            return NO_REPLY_OF_TWO if heard.index else NO_REPLY
        case _:
            raise TypeError(f"no sentence for {type(heard).__name__}")


def guessed(reader: Reader, seat: Seat, index: int) -> str:
    """Name what a guess is about: `bob`, or of two words `bob's left word`."""
    return word_of(reader, seat, index) if index else reader.name(seat)


def _loss(reader: Reader, seat: Seat, points: int, score: int) -> str:
    return told(
        reader,
        seat,
        _LOSES,
        points=-points,
        score=score,
    )


def _gain(reader: Reader, seat: Seat, points: int, score: int) -> str:
    return told(
        reader,
        seat,
        _SCORES,
        points=points,
        score=score,
    )


def _asked(heard: Asked, reader: Reader) -> str:
    """Say what was asked, and what came of it; nothing to a player whose next prompt says it."""
    mine = heard.target == reader.viewer
    if mine and heard.hit:
        return ""
    question = told(
        reader,
        heard.asker,
        _ASKS_YOU if mine else _ASKS,
        target=reader.name(heard.target),
        card=a_card(heard.card),
    )
    if heard.hit:
        return _line(question, _MUST_SHOW_ONE.read(reader.lang, name=reader.name(heard.target)))
    answer = told(
        reader,
        heard.target,
        _HAS_NO,
        card=card_name(heard.card),
    )
    loss = _loss(reader, heard.asker, heard.points, heard.score) if heard.points else ""
    return _line(question, answer, loss)


def _shown(heard: Shown, reader: Reader) -> str:
    where = {"card": a_card(heard.card), "place": place(heard.index, heard.space)}
    if heard.referee:
        text = _REFEREE_SHOWS.read(reader.lang, player=to(reader, heard.owner), **where)
    else:
        text = told(reader, heard.owner, _SHOWS, **where)
    gain = slow = ""
    if heard.to is not None and heard.bonus:
        gain = told(
            reader,
            heard.to,
            _SCORES_LAST,
            points=heard.points,
            score=heard.score,
            bonus=heard.bonus,
        )
    elif heard.to is not None:
        gain = _gain(reader, heard.to, heard.points, heard.score)
    if heard.penalty:
        slow = told(
            reader,
            heard.owner,
            _TOO_SLOW,
            points=-heard.penalty,
            score=heard.owner_score,
        )
    return _line(text, gain, slow)


def _turn(heard: Turn, reader: Reader) -> str:
    """Say whose turn it is. A card is read out only if it changes the turn."""
    parts = [told(reader, heard.seat, _PLAYS_ON if heard.again else _TURN)]
    if heard.card is not None and heard.card != NORMAL:
        card = card_text(heard.card, heard.index)
        text = _DRAWS_POINTS if heard.points else _DRAWS
        parts.append(text.read(reader.lang, card=card, score=heard.score))
    if heard.void:
        parts.append(_NO_EFFECT.read(reader.lang))
    elif heard.shows is not None and heard.card != OWN_BLANK:
        parts.append(told(reader, heard.shows, _CHOOSES))
    if heard.idle:
        parts.append(_NOBODY_LEFT.read(reader.lang))
    return _line(*parts)


def _guessed(heard: Guessed, reader: Reader) -> str:
    fields = {"cards": heard.cards, "word": word_of(reader, heard.target, heard.index)}
    if heard.right:
        text = told(
            reader,
            heard.guesser,
            _IS_RIGHT,
            **fields,
        )
        return _line(text, _gain(reader, heard.guesser, heard.points, heard.score))
    text = told(
        reader,
        heard.guesser,
        _IS_WRONG,
        **fields,
    )
    return _line(text, _loss(reader, heard.guesser, heard.points, heard.score))


def _recited(heard: Recited, reader: Reader) -> str:
    seat = heard.seat
    if not heard.word:
        said = told(reader, seat, _SAYS_NOTHING)
    elif heard.right:
        said = told(
            reader,
            seat,
            _SAYS_RIGHT,
            word=heard.word,
        )
        return _line(said, _gain(reader, seat, heard.points, heard.score))
    else:
        said = told(reader, seat, _SAYS, word=heard.word)
    word = word_of(reader, heard.owner, heard.index)
    return _line(said, _NOT_THE_WORD.read(reader.lang, word=word))


def _written(reader: Reader, seat: Seat, index: int, printed: str) -> str:
    return told(reader, seat, _WRITTEN[index], printed=printed)


def final_text(hider: Seat, seats: Sequence[Seat], numbers: Sequence[int], reader: Reader) -> str:
    """Say who alone has hidden cards, and how many turns the others have left."""
    turns = [
        _("{player} {number}", player=to(reader, seat), number=number)
        for seat, number in zip(seats, numbers, strict=True)
        if seat != hider
    ]
    return told(
        reader,
        hider,
        _LAST_TO_HIDE,
        turns=joined(turns, ", "),
    )


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
        _TURNS_UP,
        where=where,
    )
    score = told(
        reader,
        heard.hider,
        _KEEPS if heard.bonus else _KEEPS_NONE,
        values=heard.values,
        bonus=heard.bonus,
        score=heard.score,
    )
    return _line(found, score)


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
    for seat, row, index, word in zip(
        heard.seats, heard.rows, heard.indexes, printed, strict=True
    ):
        cards = f"{row} ({word})" if word else row or _("no word")
        lines += wrapped(_ROWS[index].filled(name=reader.name(seat), row=cards), reader)
    return lines


_USUAL: Final[Mapping[type[Any], Callable[[Any, Reader], str]]] = {
    Asked: _asked,
    Shown: _shown,
    Turn: _turn,
    Guessed: _guessed,
}
"""What nearly every move leads to, found at once."""
