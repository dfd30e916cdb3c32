"""Sentences for events, each addressed to its reader."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from parlour import Reader, Scene, Seat, count, plain, wrapped
from parlour_probe.decks import BLANK, NORMAL, OWN_BLANK, SIDES, place
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
    "NORMAL": "take your normal turn",
    "ADDITIONAL": "take an additional turn",
    "LEFT": "player on the left shows a card",
    "RIGHT": "player on the right shows a card",
    "OWN_BLANK": "show a blank if you have one",
    "X3": "the first question scores triple",
    "X4": "the first question scores four times",
    "X5": "the first question scores five times",
    "-10": "lose 10 points",
    "+15": "add 15 points",
    "+20": "add 20 points",
    "+25": "add 25 points",
}
"""Activity cards as they are read out."""
_OF_TWO: Final = "the opponent shows a card of the {} rack"
"""LEFT and RIGHT if two play (R-P-48)."""

_ENDINGS: Final = {
    "all_up": "All cards are face up. The game is over.",
    "final": "The last turns have been played. The game is over.",
    "deserted": "Only one player is left. The game is over.",
}


def say(heard: ProbeHeard, reader: Reader) -> Sequence[str]:
    """Return the lines for *heard*, or none if the next prompt says it all."""
    match heard:
        case Laid():
            return _laid(heard, reader)
        case Ended():
            return _ended(heard, reader)
        case Asked(hit=True) if reader.is_me(heard.target):
            return ()
        case _:
            return wrapped(_sentence(heard, reader), reader)


def card_name(card: str) -> str:
    """Name a card: `N`, `blank`."""
    return "blank" if card == BLANK else card


def a_card(card: str) -> str:
    """Name a card with its article: `an N`, `a B`, `a blank`."""
    return f"{'an' if card in _WITH_AN else 'a'} {card_name(card)}"


def card_text(card: str, index: int) -> str:
    """Return what an activity card says; *index* is the rack that it means, or 0."""
    return _OF_TWO.format(SIDES[index]) if index else CARD_TEXTS[card]


def word_of(reader: Reader, seat: Seat, index: int) -> str:
    """Name a hidden word by its owner: `your word`, `bob's left word`."""
    whose = "your" if reader.is_me(seat) else f"{reader.name(seat)}'s"
    return f"{whose} {SIDES[index]} word" if index else f"{whose} word"


def does(reader: Reader, seat: Seat, verb: str, others: str | None = None) -> str:
    """Begin a sentence: `You ask` for the reader, `Bea asks` about others."""
    if reader.is_me(seat):
        return f"You {verb}"
    return f"{reader.name(seat)} {others or verb + 's'}"


def to(reader: Reader, seat: Seat) -> str:
    """Name the player as an object: `you`, or the name."""
    return "you" if reader.is_me(seat) else reader.name(seat)


def _sentence(heard: ProbeHeard, reader: Reader) -> str:
    """Say in one paragraph what happened."""
    match heard:
        case Asked():
            return _asked(heard, reader)
        case Shown():
            return _shown(heard, reader)
        case Turn():
            return _turn(heard, reader)
        case Guessed():
            return _guessed(heard, reader)
        case Misspelt():
            loss = _loss(reader, heard.owner, heard.points, heard.score)
            return f"{REASONS[heard.flaw].format(heard.word)} {loss}"
        case Spelt():
            return _written(reader, heard.owner, heard.index, heard.printed)
        case Recited():
            return _recited(heard, reader)
        case Hid():
            where = f" on the {SIDES[heard.index]} rack" if heard.index else ""
            return f"{reader.name(heard.seat)} has hidden {count(heard.count, 'card')}{where}."
        case TimeUp():
            return f"{does(reader, heard.seat, 'run', 'runs')} out of time."
        case FinalRounds():
            return final_text(heard.hider, heard.seats, heard.turns, reader)
        case Kept():
            return _kept(heard, reader)
        case Gone():
            name = reader.name(heard.seat)
            return f"{name} has left. The referee now answers for {name}'s rack."
        case Reshuffled():
            return (
                f"No activity cards are left. The referee shuffles the {heard.count} used cards."
            )
        case _:
            return _private(heard, reader)


def _private(heard: ProbeHeard, reader: Reader) -> str:
    """Say what one player alone reads."""
    match heard:
        case Warned():
            return (
                f"{REASONS[heard.flaw].format(heard.word)} Hide another word, or hide this one "
                "again to use it anyway. It will then cost you 100 points once all of it is face "
                "up. If you run out of time, the referee uses it."
            )
        case Waiting():
            target = guessed(reader, heard.target, heard.index)
            return f"Your guess {heard.cards} for {target} will be judged once the card is shown."
        case NoReply():
            return NO_REPLY_OF_TWO if heard.index else NO_REPLY
        case _:
            raise TypeError(f"no sentence for {type(heard).__name__}")


def guessed(reader: Reader, seat: Seat, index: int) -> str:
    """Name what a guess is about: `bob`, or of two words `bob's left word`."""
    return word_of(reader, seat, index) if index else reader.name(seat)


def _loss(reader: Reader, seat: Seat, points: int, score: int) -> str:
    return f"{does(reader, seat, 'lose')} {-points} (total {score})."


def _gain(reader: Reader, seat: Seat, points: int, score: int) -> str:
    return f"{does(reader, seat, 'score')} {points} (total {score})"


def _asked(heard: Asked, reader: Reader) -> str:
    question = (
        f"{does(reader, heard.asker, 'ask')} {to(reader, heard.target)} for {a_card(heard.card)}."
    )
    if heard.hit:
        return f"{question} {reader.name(heard.target)} must show one."
    answer = f"{does(reader, heard.target, 'have', 'has')} no {card_name(heard.card)}."
    if heard.points:
        return f"{question} {answer} {_loss(reader, heard.asker, heard.points, heard.score)}"
    return f"{question} {answer}"


def _shown(heard: Shown, reader: Reader) -> str:
    where = f"{a_card(heard.card)} at {place(heard.index, heard.space)}"
    if heard.referee:
        text = f"The referee shows {where} for {to(reader, heard.owner)}."
    else:
        text = f"{does(reader, heard.owner, 'show')} {where}."
    if heard.to is not None:
        text += f" {_gain(reader, heard.to, heard.points, heard.score)}"
        text += f", {heard.bonus} of it for the last card." if heard.bonus else "."
    if heard.penalty:
        loss = _loss(reader, heard.owner, heard.penalty, heard.owner_score)
        text += f" Too slow: {loss[0].lower() + loss[1:] if reader.is_me(heard.owner) else loss}"
    return text


def _turn(heard: Turn, reader: Reader) -> str:
    """Say whose turn it is. A card is read out only if it changes the turn."""
    if heard.again:
        text = f"{does(reader, heard.seat, 'play')} on."
    elif reader.is_me(heard.seat):
        text = "Your turn."
    else:
        text = f"It's {reader.name(heard.seat)}'s turn."
    if heard.card is not None and heard.card != NORMAL:
        text += f" Activity card: {card_text(heard.card, heard.index)}"
        text += f" (total {heard.score})." if heard.points else "."
    if heard.void:
        text += " It has no effect."
    elif heard.shows is not None and heard.card != OWN_BLANK:
        text += f" {does(reader, heard.shows, 'choose')}."
    if heard.idle:
        text += " There is nobody left to ask."
    return text


def _guessed(heard: Guessed, reader: Reader) -> str:
    word = word_of(reader, heard.target, heard.index)
    text = f"{does(reader, heard.guesser, 'guess', 'guesses')} {heard.cards} as {word}"
    if heard.right:
        return f"{text}: right! {_gain(reader, heard.guesser, heard.points, heard.score)}."
    return f"{text}: wrong. {_loss(reader, heard.guesser, heard.points, heard.score)}"


def _recited(heard: Recited, reader: Reader) -> str:
    word = word_of(reader, heard.owner, heard.index)
    if not heard.word:
        said = f"{does(reader, heard.seat, 'say')} nothing"
    else:
        said = f"{does(reader, heard.seat, 'say')} {heard.word}"
    if heard.right:
        return f"{said}: right! {_gain(reader, heard.seat, heard.points, heard.score)}."
    return f"{said}. That isn't {word}: no points for the last card."


def final_text(hider: Seat, seats: Sequence[Seat], numbers: Sequence[int], reader: Reader) -> str:
    """Say who alone has hidden cards, and how many turns the others have left."""
    who = "you still have" if reader.is_me(hider) else f"{reader.name(hider)} still has"
    turns = ", ".join(
        f"{to(reader, seat)} {number}"
        for seat, number in zip(seats, numbers, strict=True)
        if seat != hider
    )
    return f"Only {who} hidden cards. Turns left: {turns}."


def _kept(heard: Kept, reader: Reader) -> str:
    spaces = ", ".join(map(str, heard.spaces))
    where = f"space {spaces}" if len(heard.spaces) == 1 else f"spaces {spaces}"
    if heard.index:
        where += f" of the {SIDES[heard.index]} rack"
    score = f"{does(reader, heard.hider, 'score')} {heard.values} for the cards"
    if heard.bonus:
        score += f" and {heard.bonus} for keeping the word"
    return (
        f"{does(reader, heard.hider, 'turn')} up what nobody found, at {where}. "
        f"{score} (total {heard.score})."
    )


def _laid(heard: Laid, reader: Reader) -> Sequence[str]:
    where = f" on your {SIDES[heard.index]} rack" if heard.index else " for you"
    first = (f"The referee has hidden a word{where}.",) if heard.referee else ()
    grid = plain(Scene((laid(heard.cards, heard.index),)), reader.width)
    if not heard.printed:
        return (*first, *grid)
    return (*first, *grid, _written(reader, heard.seat, heard.index, heard.printed))


def _written(reader: Reader, seat: Seat, index: int, printed: str) -> str:
    word = word_of(reader, seat, index)
    return f"{word[0].upper() if reader.is_me(seat) else word[0]}{word[1:]} is written {printed}."


def _ended(heard: Ended, reader: Reader) -> Sequence[str]:
    printed = heard.printed or ("",) * len(heard.rows)
    rows = (
        f"{reader.name(seat)} {SIDES[index]}".rstrip()
        + f": {row or 'no word'}"
        + (f" ({word})" if word else "")
        for seat, row, index, word in zip(
            heard.seats, heard.rows, heard.indexes, printed, strict=True
        )
    )
    return (*wrapped(_ENDINGS[heard.reason], reader), *rows)
