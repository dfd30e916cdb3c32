"""What to type, and what was typed: prompts as lines, and moves read from lines."""

from __future__ import annotations

import string
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

from parlour import (
    ChoiceArg,
    MoveFault,
    MoveSpec,
    Prompt,
    Reader,
    Refused,
    Scene,
    SeatArg,
    Sentence,
    joined,
    plain,
    wrapped,
)
from parlour_probe.catalogue import _
from parlour_probe.decks import BLANK, CARDS, LETTERS, OWN_BLANK, QUESTION, SIDES, SPACES, a_card
from parlour_probe.hiding import accented, example, fold
from parlour_probe.moves import (
    ASK,
    GUESS,
    HIDE,
    RECITE,
    SHOW,
    Ask,
    Guess,
    Hide,
    Move,
    Recite,
    Show,
    card_word,
)
from parlour_probe.scene import racks, word_of
from parlour_probe.views import PendingView, View

# By the rack: an only one, of two the left one, the right one.
_HIDE: Final = _("hide {row}"), _("hide left {row}"), _("hide right {row}")
_GUESS: Final = (
    _("guess {player} {row}"),
    _("guess {player} left {row}"),
    _("guess {player} right {row}"),
)
_ASK: Final = _("ask {player} e")
ROW: Final = _("..WORD.")
"""A row of cards in examples of guesses, which are the same for everybody."""
_NEVER_LAID: Final = frozenset(("..WORD.", "..MOT."))
"""`ROW` in the languages of this game. Nobody hides it, so it is never the answer."""
_BLANKS: Final = ("BLANK", "BLANC")
_SIDE_WORDS: Final = (), ("left", "l", "gauche", "g"), ("right", "r", "droite", "droit", "d")
_AT: Final = ("AT", "ON", "SPACE", "EN", "PLACE", "CASE")
"""Words before the number of a space."""

_FRENCH: Final = _(
    "French words: nouns, adjectives, adverbs, infinitives. <<French: set lang fr>>"
)
_TWO_RACKS: Final = _("Each of you has two racks. A question names no rack, a word guess does.")
"""For two players, until a word is hidden (R-P-47, R-P-49, R-P-50)."""
# By the rack: an only one, of two the left one, the right one.
_WHICH: Final = (
    _("Turn up one of your cards for {name}<<: {choice}|.>>"),
    _("Turn up a card of your left rack for {name}<<: {choice}|.>>"),
    _("Turn up a card of your right rack for {name}<<: {choice}|.>>"),
)
_TYPED_MAX: Final = 24
"""The most characters of a word that are repeated as they were typed, with accents for example."""
_CACHED: Final = 256
"""Cached questions: each player has one or two."""


# --- what to do now -----------------------------------------------------------------------


def ask(prompt: Prompt, view: View, reader: Reader) -> Sequence[str]:
    """Say what the reader may do now. The last line says what to type.

    The example of a word to hide is theirs alone: somebody may hide it.
    """
    move, *others = prompt.moves
    named = _racks_of(move)
    match move.verb.name:
        case HIDE.name:
            text = (
                _("Hide two words of up to 12 cards. Dots are blanks<<: {usage}|.>>")
                if len(named) > 1
                else _("Hide a word of up to 12 cards. Dots are blanks<<: {usage}|.>>")
            )
            usage = _HIDE[_index(named)].filled(row=example(view.examples))
            lines = wrapped(text.filled(usage=usage), reader)
            if len(named) > 1:
                lines = (*wrapped(_TWO_RACKS, reader), *lines)
            return (*wrapped(_FRENCH, reader), *lines) if view.terms.french else lines
        case SHOW.name if view.pending is not None:
            return wrapped(_show_line(view.pending, reader), reader)
        case RECITE.name if view.recital is not None:
            word = word_of(reader, view.recital.owner, view.recital.index)
            text = _("Say {word} to score {bonus} more, without blanks<<: recite WORD|.>>")
            return wrapped(text.filled(word=word, bonus=view.recital.bonus), reader)
        case GUESS.name:
            text = (
                _("You can guess a whole word now<<: {usage}|.>>")
                if view.terms.french
                else _("You can guess a whole word at any time<<: {usage}|.>>")
            )
            guess = _guess(_first_target(move, reader), named[:1], reader.lang)
            return wrapped(text.filled(usage=guess), reader)
        case _:
            rack = _racks_of(others[0])[:1] if others else None
            player = _first_target(move, reader)
            question = wrapped(_question(player, rack, reader.lang, reader.taps), reader)
            if reader.taps:
                return question
            return (*plain(Scene((racks(view, reader),)), reader.width, reader.lang), *question)


@lru_cache(_CACHED)
def _question(player: str, rack: tuple[str, ...] | None, lang: str, taps: bool) -> str:
    """Say how to ask, for example *player*; and how to guess on *rack*, unless it is None."""
    ask = _ASK.filled(player=player)
    if rack is None:
        return _("Ask for a letter<< ({ask})>>.").read(lang, taps, ask=ask)
    text = _("Ask for a letter<< ({ask})>> or guess a word<< ({guess})>>.")
    return text.read(lang, taps, ask=ask, guess=_guess(player, rack, lang))


def _guess(player: str, rack: tuple[str, ...], lang: str) -> str:
    return _GUESS[_index(rack)].read(lang, player=player, row=ROW)


def _first_target(move: MoveSpec, reader: Reader) -> str:
    """Name the first player that *move* may be aimed at, for an example."""
    player = move.args[0]
    assert isinstance(player, SeatArg), "questions and guesses begin with a player"
    return reader.name(player.choices[0])


def _racks_of(move: MoveSpec) -> tuple[str, ...]:
    """The racks that *move* may be about, if they are named."""
    # Not isinstance, which takes long to say no for a struct.
    return next((arg.choices for arg in move.args if type(arg) is ChoiceArg), ())


def _show_line(pending: PendingView, reader: Reader) -> Sentence:
    """Say why the reader must turn up a card, and what to type."""
    *others, last = [card_word(index, space) for index, space in pending.cards]
    if len(others) > 1:
        choice = _("show {cards} or {last}", cards=", ".join(others), last=last)
    elif others:
        choice = _("show {card} or show {last}", card=others[0], last=last)
    else:
        choice = _("show {card}", card=last)
    name = reader.name(pending.drawer)
    if pending.cause == QUESTION and pending.card is not None:
        question = _("{name} asks you for {card}.", name=name, card=a_card(pending.card))
        turn = _("Turn one up<<: {choice}|.>>") if others else _("Turn it up<<: {choice}|.>>")
        return joined((question, turn.filled(choice=choice)))
    if pending.cause == OWN_BLANK:
        blank = (
            _("You have a blank. Turn one up<<: {choice}|.>>")
            if others
            else _("You have a blank. Turn it up<<: {choice}|.>>")
        )
        return blank.filled(choice=choice)
    return _WHICH[pending.index].filled(name=name, choice=choice)


# --- what was typed ------------------------------------------------------------------------


def parse(verb: str, rest: str, view: View, reader: Reader) -> Move:
    """Read the move *verb* with its arguments. Raises Refused (MALFORMED, AMBIGUOUS)."""
    words = rest.split()
    match verb:
        case HIDE.name:
            return _parse_hide(words, view)
        case ASK.name:
            return _parse_ask(words, view, reader)
        case SHOW.name:
            return _parse_show(words, view)
        case RECITE.name:
            return _parse_recite(words)
        case _:
            return _parse_guess(words, view, reader)


def _malformed(text: Sentence, **fields: Any) -> Refused:
    """Say what is wrong, and what would be right: a field `usage`, for who types."""
    return Refused(MoveFault.MALFORMED, text.filled(**fields))


def _parse_hide(words: list[str], view: View) -> Hide:
    """Read a word to hide. Of two racks it is on the one that is named, or else the only free one
    (O-P-37); which of both is asked.
    """
    free = [rack.index for rack in view.racks if rack.owner == view.me and not rack.cards]
    racks = free or [int(view.paired)]
    usage = _HIDE[racks[0]].filled(row=example(view.examples))
    index = _side(words[0]) if words and view.paired else 0
    if len(racks) > 1 and not words:
        text = _("Say which rack, left or right<<, like this: {usage}|.>>")
        raise _malformed(text, usage=usage)
    words = words[1:] if index else words
    cards = _row(words, usage)
    if cards in _NEVER_LAID:
        text = _("That stands for a word of your own<<, like this: {usage}|.>>")
        raise _malformed(text, usage=usage)
    if view.paired and not index:
        if len(racks) > 1 and len(cards) <= SPACES:
            raise _which_rack(" ".join(words), cards)
        index = racks[0]
    typed = accented(_numbers(words)[1].strip(BLANK)) if view.terms.french else ""
    return Hide(cards, index, typed)


def _which_rack(typed: str, cards: str) -> Refused:
    """Ask on which of two racks a word is to be hidden, and offer the left one."""
    row = typed if len(typed) <= _TYPED_MAX else cards
    text = _("Which rack, left or right? <<Type: hide left {row} or hide right {row}>>", row=row)
    return Refused(MoveFault.AMBIGUOUS, text, enter=f"hide {SIDES[1]} {row}")


def _index(racks: Sequence[str]) -> int:
    """Return the first of the *racks* that are named, or 0 if none is."""
    return SIDES.index(racks[0]) if racks else 0


def _side(word: str) -> int:
    """Read which of two racks is meant: `left`, `L`, `gauche`. Returns 0 for any other word."""
    small = word.casefold()
    return next((at for at, words in enumerate(_SIDE_WORDS) if small in words), 0)


def _row(words: list[str], usage: str) -> str:
    """Read a row of cards: `..LANTERN.`, or a word with numbers of blanks (O-P-4)."""
    before, word, behind = _numbers(words)
    cards = fold(word)
    if not cards:
        text = _("<<Type a word, like this: {usage}|Hide a word.>>")
        raise _malformed(text, usage=usage)
    if not set(cards) <= set(CARDS):
        text = _("Use only letters, and dots for blanks<<, like this: {usage}|.>>")
        raise _malformed(text, usage=usage)
    return BLANK * before + cards + BLANK * behind


def _numbers(words: list[str]) -> tuple[int, str, int]:
    """Split into blanks before, word and blanks after. Anything else is returned as the word."""
    match [_number(word) for word in words]:
        case [int(before), None]:
            return before, words[1], 0
        case [None, int(behind)]:
            return 0, words[0], behind
        case [int(before), None, int(behind)]:
            return before, words[1], behind
        case _:
            return 0, " ".join(words), 0


def _number(word: str) -> int | None:
    """Read a small number in digits. A number too big for a rack becomes one too many."""
    if not (word.isascii() and word.isdigit()):
        return None
    return SPACES + 1 if len(word) > len(str(SPACES)) else min(int(word), SPACES + 1)


def _parse_ask(words: list[str], view: View, reader: Reader) -> Ask:
    usage = _ASK.filled(player=_somebody(view, reader))
    if "à" in words:  # `demander un e à bob`
        at = words.index("à")
        words = [*words[at + 1 : at + 2], *words[:at], *words[at + 2 :]]
    if len(words) < 2:
        text = _("Name a player and a letter<<, like this: {usage}|.>>")
        raise _malformed(text, usage=usage)
    seat = reader.seat(words[0], view.seats)
    rest = words[1:]
    for filler in (("FOR", "POUR"), ("A", "AN", "UN", "UNE", "LA", "LE"), ("LETTRE",)):
        if len(rest) > 1 and rest[0].upper() in filler:
            rest = rest[1:]
    if view.terms.french:
        rest = _without_place(rest)
    card = BLANK if rest[0].upper() in _BLANKS else fold(rest[0])
    if len(rest) > 1 or card not in CARDS:
        text = _("Ask for one letter, or a dot for a blank<<, like this: {usage}|.>>")
        raise _malformed(text, usage=usage)
    return Ask(seat, card)


def _without_place(words: list[str]) -> list[str]:
    """Leave out the space that may be named in French play, which has no effect (R-P-15)."""
    first, *others = words
    if len(others) == 2 and others[0].upper() in _AT:
        others = others[1:]
    place = _number(others[0]) if len(others) == 1 else None
    return [first] if place is not None and 1 <= place <= SPACES else words


def _parse_show(words: list[str], view: View) -> Show:
    """Read a card: `5`, or of two racks `L5` or `left 5`; without a rack, of the one meant."""
    text = "".join(words) if view.paired else " ".join(words)
    side = text.rstrip(string.digits) if view.paired else ""
    index, space = _side(side), _number(text.removeprefix(side))
    if space is None or not 1 <= space <= SPACES or (side and not index):
        raise _malformed(
            _("Name one of your cards<<, like this: show L5|.>>")
            if view.paired
            else _("Name one space from 1 to 12<<, like this: show 5|.>>")
        )
    cards = view.pending.cards if view.pending is not None and not index else ()
    found = [rack for rack, at in cards if at == space]
    if len(found) > 1:
        which = _("Space {space} of which rack? <<Type: show L{space} or show R{space}>>")
        raise Refused(MoveFault.AMBIGUOUS, which.filled(space=space))
    return Show(space, found[0] if found else index)


def _parse_guess(words: list[str], view: View, reader: Reader) -> Guess:
    usage = _GUESS[int(view.paired)].filled(player=_somebody(view, reader), row=ROW)
    if len(words) < 2:
        text = _("Name a player and their whole word<<, like this: {usage}|.>>")
        raise _malformed(text, usage=usage)
    seat = reader.seat(words[0], view.seats)
    index = _side(words[1]) if view.paired else 0
    if view.paired and not index:
        text = _("Say which word you mean, left or right<<, like this: {usage}|.>>")
        raise _malformed(text, usage=usage)
    cards = _row(words[1 + view.paired :], usage)
    word = cards.strip(BLANK)
    if not word or BLANK in word:
        text = _("Blanks go before or after the word<<, like this: {usage}|.>>")
        raise _malformed(text, usage=usage)
    if len(cards) > SPACES:
        text = _("That is {number} cards. A rack has {spaces} spaces, blanks included.")
        raise _malformed(text, number=len(cards), spaces=SPACES)
    return Guess(seat, cards, index)


def _parse_recite(words: list[str]) -> Recite:
    word = fold("".join(words)).strip(BLANK)
    if not word or len(word) > SPACES or not set(word) <= set(LETTERS):
        text = _(
            "<<Type the word, without blanks, like this: recite WORD"
            "|Say the word, without blanks.>>"
        )
        raise _malformed(text)
    return Recite(word)


def _somebody(view: View, reader: Reader) -> str:
    """Name another player, for an example."""
    return next(reader.name(seat) for seat in view.seats if seat != view.me)
