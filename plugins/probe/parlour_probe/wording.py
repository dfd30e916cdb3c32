"""What happened, in plain sentences that speak to the reader."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from parlour import Reader, Scene, Seat, count, plain, wrapped
from parlour_probe.decks import BLANK, OWN_BLANK
from parlour_probe.guesses import NO_REPLY
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
    Reshuffled,
    Shown,
    TimeUp,
    Turn,
    Waiting,
    Warned,
)
from parlour_probe.racks import laid

_WITH_AN: Final = "AEFHILMNORSX"
"""Letters whose names begin with a vowel."""

CARD_TEXTS: Final = {
    "NORMAL": "take your normal turn",
    "ADDITIONAL": "take an additional turn",
    "LEFT": "opponent at left shows a card",
    "RIGHT": "opponent at right shows a card",
    "OWN_BLANK": "show a blank if you have one",
    "X3": "the first question counts three times",
    "X4": "the first question counts four times",
    "X5": "the first question counts five times",
    "-10": "lose 10 points",
    "+15": "add 15 points",
    "+20": "add 20 points",
    "+25": "add 25 points",
}
"""What is read out for an activity card."""

_ENDINGS: Final = {
    "all_up": "All cards are face up. The game is over.",
    "final": "The last turns are played. The game is over.",
    "deserted": "Only one player is left. The game is over.",
}


def say(heard: ProbeHeard, reader: Reader) -> Sequence[str]:
    """The lines for *heard*; none if the prompt that follows says it all."""
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
    """`N`, `blank`."""
    return "blank" if card == BLANK else card


def a_card(card: str) -> str:
    """`an N`, `a B`, `a blank`."""
    return f"{'an' if card in _WITH_AN else 'a'} {card_name(card)}"


def does(reader: Reader, seat: Seat, verb: str, others: str | None = None) -> str:
    """How a sentence begins: `You ask` for the reader, `Bea asks` about others."""
    if reader.is_me(seat):
        return f"You {verb}"
    return f"{reader.name(seat)} {others or verb + 's'}"


def to(reader: Reader, seat: Seat) -> str:
    """The player as an object: `you`, or his name."""
    return "you" if reader.is_me(seat) else reader.name(seat)


def _sentence(heard: ProbeHeard, reader: Reader) -> str:
    """What happened, in one paragraph."""
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
            return f"The word list does not have {heard.word}: {loss}."
        case Hid():
            return f"{reader.name(heard.seat)} has hidden {count(heard.count, 'card')}."
        case TimeUp():
            whose = "Your" if reader.is_me(heard.seat) else f"{reader.name(heard.seat)}'s"
            return f"{whose} time is up."
        case FinalRounds():
            return final_text(heard.hider, heard.seats, heard.turns, reader)
        case Kept():
            return _kept(heard, reader)
        case Gone():
            return f"{reader.name(heard.seat)} has left; the referee answers for that rack now."
        case Reshuffled():
            return f"The {heard.count} used activity cards are shuffled and used again."
        case _:
            return _private(heard, reader)


def _private(heard: ProbeHeard, reader: Reader) -> str:
    """What is said to one player alone."""
    match heard:
        case Warned():
            return (
                f"The word list does not have {heard.word}. Hide it again and it is taken, "
                "but costs you 100 once all of it is seen; or hide another word. If you hide "
                "nothing more in time, this one is laid."
            )
        case Waiting():
            target = reader.name(heard.target)
            return f"Your guess {heard.cards} for {target} waits until the card is shown."
        case NoReply():
            return NO_REPLY
        case _:
            raise TypeError(f"no sentence for {type(heard).__name__}")


def _loss(reader: Reader, seat: Seat, points: int, score: int) -> str:
    who = "you lose" if reader.is_me(seat) else f"{reader.name(seat)} loses"
    return f"{who} {-points} ({score})"


def _asked(heard: Asked, reader: Reader) -> str:
    question = (
        f"{does(reader, heard.asker, 'ask')} {to(reader, heard.target)} for {a_card(heard.card)}."
    )
    if heard.hit:
        return f"{question} {reader.name(heard.target)} must show one."
    answer = f"{does(reader, heard.target, 'have', 'has')} no {card_name(heard.card)}"
    if heard.points:
        loss = _loss(reader, heard.asker, heard.points, heard.score)
        return f"{question} {answer}: {loss}."
    return f"{question} {answer}."


def _shown(heard: Shown, reader: Reader) -> str:
    where = f"{a_card(heard.card)} at space {heard.space}"
    if heard.referee:
        text = f"The referee shows {where} for {to(reader, heard.owner)}"
    else:
        text = f"{does(reader, heard.owner, 'show')} {where}"
    if heard.to is not None:
        text += f": {count(heard.points, 'point')} for {to(reader, heard.to)} ({heard.score})"
    if heard.bonus:
        text += f", {heard.bonus} of them for the last card"
    if heard.penalty:
        text += f"; {_loss(reader, heard.owner, heard.penalty, heard.owner_score)} for silence"
    return text + "."


def _turn(heard: Turn, reader: Reader) -> str:
    if heard.again:
        text = f"{does(reader, heard.seat, 'go', 'goes')} on."
    elif reader.is_me(heard.seat):
        text = "Your turn."
    else:
        text = f"The turn goes to {reader.name(heard.seat)}."
    if heard.card is not None:
        text += f" The card says: {CARD_TEXTS[heard.card]}"
        text += f" ({heard.score})." if heard.points else "."
    if heard.void:
        text += " It is void."
    elif heard.shows is not None and heard.card != OWN_BLANK:
        text += f" {does(reader, heard.shows, 'choose')}."
    if heard.idle:
        text += " There is nobody left to ask."
    return text


def _guessed(heard: Guessed, reader: Reader) -> str:
    text = f"{does(reader, heard.guesser, 'guess', 'guesses')} {heard.cards} for "
    text += to(reader, heard.target)
    if heard.right:
        return f"{text}: right, {count(heard.points, 'point')} ({heard.score})."
    return f"{text}: wrong, {_loss(reader, heard.guesser, heard.points, heard.score)}."


def final_text(hider: Seat, seats: Sequence[Seat], numbers: Sequence[int], reader: Reader) -> str:
    """Who alone hides cards, and how many turns the others have to come."""
    who = "you hide" if reader.is_me(hider) else f"{reader.name(hider)} hides"
    turns = ", ".join(
        f"{to(reader, seat)} {number}"
        for seat, number in zip(seats, numbers, strict=True)
        if seat != hider
    )
    return f"Only {who} cards now. Turns to come: {turns}."


def _kept(heard: Kept, reader: Reader) -> str:
    spaces = ", ".join(map(str, heard.spaces))
    return (
        f"{does(reader, heard.hider, 'turn')} up what nobody found, at {spaces}: "
        f"{heard.values} for the cards and {heard.bonus} for keeping the word ({heard.score})."
    )


def _laid(heard: Laid, reader: Reader) -> Sequence[str]:
    first = ("The referee has laid a word for you.",) if heard.referee else ()
    return (*first, *plain(Scene((laid(heard.cards),)), reader.width))


def _ended(heard: Ended, reader: Reader) -> Sequence[str]:
    rows = (
        f"{reader.name(seat)}: {row or 'no word'}"
        for seat, row in zip(heard.seats, heard.rows, strict=True)
    )
    return (*wrapped(_ENDINGS[heard.reason], reader), *rows)
