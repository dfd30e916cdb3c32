"""Text for people: sentences for events, each addressed to its reader, and the prompts."""

from __future__ import annotations

from collections.abc import (
    Callable,
    Mapping,
    Sequence,
)
from functools import (
    lru_cache,
)
from typing import (
    Any,
    Final,
)

from parlour import (
    ChoiceArg,
    MoveSpec,
    Prompt,
    Reader,
    Scene,
    Seat,
    SeatArg,
    Sentence,
    TextUI,
    joined,
    plain,
    wrapped,
)
from parlour_probe.catalogue import (
    _,
)
from parlour_probe.decks import (
    NORMAL,
    OWN_BLANK,
    place,
)
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
from parlour_probe.hiding import (
    REASONS,
    example,
)
from parlour_probe.moves import (
    GUESS,
    HIDE,
    RECITE,
    SHOW,
    Move,
    card_word,
)
from parlour_probe.phrases import (
    OF_RACK,
    a_card,
    card_name,
    card_text,
    final_text,
    guessed,
    to,
    told,
    word_of,
)
from parlour_probe.reading import (
    ROW,
    parse,
)
from parlour_probe.scene import (
    laid,
    racks,
    scene,
)
from parlour_probe.state import (
    Cause,
)
from parlour_probe.turn import (
    NO_REPLY,
    NO_REPLY_OF_TWO,
)
from parlour_probe.views import (
    PendingView,
    View,
)

_ENDINGS: Final = {
    "all_up": _("All cards are face up. The game is over."),
    "final": _("The last turns have been played. The game is over."),
    "deserted": _("Only one player is left. The game is over."),
}
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


_HIDE: Final = _("Hide a word of up to 12 cards. Dots are blanks<<: {usage}|.>>")
_HIDE_TWO: Final = _("Hide two words of up to 12 cards. Dots are blanks<<: {usage}|.>>")
_FRENCH: Final = _(
    "French words: nouns, adjectives, adverbs, infinitives. <<French: set lang fr>>"
)
_WHICH: Final = (
    _("Turn up one of your cards for {name}<<: {choice}|.>>"),
    _("Turn up a card of your left rack for {name}<<: {choice}|.>>"),
    _("Turn up a card of your right rack for {name}<<: {choice}|.>>"),
)
_ASK: Final = _("Ask for a letter<< ({ask})>>.")
_ASK_OR_GUESS: Final = _("Ask for a letter<< ({ask})>> or guess a word<< ({guess})>>.")
_CACHED: Final = 256
"""Cached questions: each player has one or two."""
_FEW: Final = 2
"""Up to this many choices are written out as commands."""


class ProbeTextUI(TextUI[Move, View, ProbeHeard]):
    """Text for people: moves, racks, questions and answers."""

    def parse(self, verb: str, rest: str, view: View, reader: Reader) -> Move:
        """Read a move. Raises Refused."""
        return parse(verb, rest, view, reader)

    def draw(self, view: View, reader: Reader) -> Scene:
        """Draw the racks, then a line for each fact that matters now."""
        return scene(view, reader)

    def say(self, heard: ProbeHeard, reader: Reader) -> Sequence[str]:
        """Say what happened."""
        return say(heard, reader)

    def ask(self, prompt: Prompt, view: View, reader: Reader) -> Sequence[str]:
        """Say what the reader may do now. The last line says what to type."""
        move = prompt.moves[0]
        if move.verb.name == HIDE.name:
            first = wrapped(_FRENCH, reader) if view.terms.french else ()
            return (*first, *wrapped(_hide_line(move, view), reader))
        if view.pending is not None and move.verb.name == SHOW.name:
            return wrapped(_show_line(view.pending, reader), reader)
        if view.recital is not None and move.verb.name == RECITE.name:
            word = word_of(reader, view.recital.owner, view.recital.index)
            text = _("Say {word} to score {bonus} more, without blanks<<: recite WORD|.>>")
            return wrapped(text.filled(word=word, bonus=view.recital.bonus), reader)
        if move.verb.name == GUESS.name:
            text = (
                _("You can guess a whole word now<<: {usage}|.>>")
                if view.terms.french
                else _("You can guess a whole word at any time<<: {usage}|.>>")
            )
            return wrapped(text.filled(usage=_guess_like(move, reader)), reader)
        guess = prompt.moves[1] if len(prompt.moves) > 1 else None
        rack = None if guess is None else _racks_of(guess)[:1]
        question = wrapped(
            _question(_first_target(move, reader), rack, reader.lang, reader.taps), reader
        )
        if reader.taps:
            return question
        return (*plain(Scene((racks(view, reader),)), reader.width, reader.lang), *question)


@lru_cache(_CACHED)
def _question(player: str, rack: tuple[str, ...] | None, lang: str, taps: bool) -> str:
    """Say how to ask, for example *player*; and how to guess on *rack*, unless it is None."""
    ask = f"ask {player} e"
    if rack is None:
        return _ASK.read(lang, taps, ask=ask)
    return _ASK_OR_GUESS.read(lang, taps, ask=ask, guess=_guess(player, rack, lang))


def _first_target(move: MoveSpec, reader: Reader) -> str:
    """Name the first player that *move* may be aimed at, for an example."""
    player = move.args[0]
    assert isinstance(player, SeatArg), "questions and guesses begin with a player"
    return reader.name(player.choices[0])


def _racks_of(move: MoveSpec) -> tuple[str, ...]:
    """Return the racks that *move* may be about, if they are named."""
    # Not isinstance, which takes long to say no for a struct.
    return next((arg.choices for arg in move.args if type(arg) is ChoiceArg), ())


def _hide_line(move: MoveSpec, view: View) -> Sentence:
    """Say that the reader must hide a word, or the next one of two.

    The example is theirs alone: somebody may hide it.
    """
    racks = _racks_of(move)
    like = " ".join(["hide", *racks[:1], example(view.examples)])
    return (_HIDE_TWO if len(racks) > 1 else _HIDE).filled(usage=like)


def _guess_like(move: MoveSpec, reader: Reader) -> str:
    """Return an example of a word guess."""
    return _guess(_first_target(move, reader), _racks_of(move)[:1], reader.lang)


def _guess(player: str, rack: tuple[str, ...], lang: str) -> str:
    return " ".join(["guess", player, *rack, ROW.read(lang)])


def _show_line(pending: PendingView, reader: Reader) -> Sentence:
    """Say why the reader must turn up a card, and what to type."""
    cards = zip(pending.indexes or (), pending.spaces or (), strict=True)
    words = [card_word(index, space) for index, space in cards]
    if len(words) > _FEW:
        choice = _("show {cards} or {last}", cards=", ".join(words[:-1]), last=words[-1])
    elif len(words) == _FEW:
        choice = _("show {card} or show {last}", card=words[0], last=words[1])
    else:
        choice = _("show {card}", card=words[0])
    only = len(words) == 1
    if pending.cause == Cause.QUESTION and pending.card is not None:
        question = _(
            "{name} asks you for {card}.",
            name=reader.name(pending.drawer),
            card=a_card(pending.card),
        )
        turn = _("Turn it up<<: {choice}|.>>") if only else _("Turn one up<<: {choice}|.>>")
        return joined((question, turn.filled(choice=choice)))
    if pending.cause == Cause.OWN_BLANK:
        blank = (
            _("You have a blank. Turn it up<<: {choice}|.>>")
            if only
            else _("You have a blank. Turn one up<<: {choice}|.>>")
        )
        return blank.filled(choice=choice)
    return _WHICH[pending.index].filled(name=reader.name(pending.drawer), choice=choice)
