"""What to type, and what was typed: prompts as lines, and moves read from lines."""

from __future__ import annotations

import string
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

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
from parlour_probe.decks import BLANK, LETTERS, SIDES, SPACES
from parlour_probe.hiding import accented, example, fold
from parlour_probe.moves import (
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
from parlour_probe.phrases import a_card, word_of
from parlour_probe.scene import racks
from parlour_probe.state import Cause
from parlour_probe.views import PendingView, View

ROW: Final = _("..WORD.")
"""A row of cards in examples of guesses, which are the same for everybody."""
_NEVER_LAID: Final = frozenset(("..WORD.", "..MOT."))
"""`ROW` in the languages of this game. Nobody hides it, so it is never the answer."""
_AT: Final = ("AT", "ON", "SPACE", "EN", "PLACE")
"""Words before the number of a space."""

# By the rack: an only one, of two the left one, the right one.
_WHICH: Final = (
    _("Turn up one of your cards for {name}<<: {choice}|.>>"),
    _("Turn up a card of your left rack for {name}<<: {choice}|.>>"),
    _("Turn up a card of your right rack for {name}<<: {choice}|.>>"),
)
_CACHED: Final = 256
"""Cached questions: each player has one or two."""


# --- what to do now -----------------------------------------------------------------------


def ask(prompt: Prompt, view: View, reader: Reader) -> Sequence[str]:
    """Say what the reader may do now. The last line says what to type."""
    move = prompt.moves[0]
    match move.verb.name:
        case HIDE.name:
            return _ask_to_hide(move, view, reader)
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
            usage = _guess(_first_target(move, reader), _racks_of(move)[:1], reader.lang)
            return wrapped(text.filled(usage=usage), reader)
        case _:
            return _ask_to_ask(prompt, view, reader)


def _ask_to_hide(move: MoveSpec, view: View, reader: Reader) -> Sequence[str]:
    """Say that the reader must hide a word, or the next one of two.

    The example is theirs alone: somebody may hide it.
    """
    racks = _racks_of(move)
    like = " ".join(["hide", *racks[:1], example(view.examples)])
    text = (
        _("Hide two words of up to 12 cards. Dots are blanks<<: {usage}|.>>")
        if len(racks) > 1
        else _("Hide a word of up to 12 cards. Dots are blanks<<: {usage}|.>>")
    )
    lines = wrapped(text.filled(usage=like), reader)
    if not view.terms.french:
        return lines
    french = _("French words: nouns, adjectives, adverbs, infinitives. <<French: set lang fr>>")
    return (*wrapped(french, reader), *lines)


def _ask_to_ask(prompt: Prompt, view: View, reader: Reader) -> Sequence[str]:
    ask, *guess = prompt.moves
    rack = _racks_of(guess[0])[:1] if guess else None
    player = _first_target(ask, reader)
    question = wrapped(_question(player, rack, reader.lang, reader.taps), reader)
    if reader.taps:
        return question
    return (*plain(Scene((racks(view, reader),)), reader.width, reader.lang), *question)


@lru_cache(_CACHED)
def _question(player: str, rack: tuple[str, ...] | None, lang: str, taps: bool) -> str:
    """Say how to ask, for example *player*; and how to guess on *rack*, unless it is None."""
    ask = f"ask {player} e"
    if rack is None:
        return _("Ask for a letter<< ({ask})>>.").read(lang, taps, ask=ask)
    text = _("Ask for a letter<< ({ask})>> or guess a word<< ({guess})>>.")
    return text.read(lang, taps, ask=ask, guess=_guess(player, rack, lang))


def _guess(player: str, rack: tuple[str, ...], lang: str) -> str:
    return " ".join(["guess", player, *rack, ROW.read(lang)])


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
    cards = zip(pending.indexes or (), pending.spaces or (), strict=True)
    *others, last = [card_word(index, space) for index, space in cards]
    if len(others) > 1:
        choice = _("show {cards} or {last}", cards=", ".join(others), last=last)
    elif others:
        choice = _("show {card} or show {last}", card=others[0], last=last)
    else:
        choice = _("show {card}", card=last)
    name = reader.name(pending.drawer)
    if pending.cause == Cause.QUESTION and pending.card is not None:
        question = _("{name} asks you for {card}.", name=name, card=a_card(pending.card))
        turn = _("Turn one up<<: {choice}|.>>") if others else _("Turn it up<<: {choice}|.>>")
        return joined((question, turn.filled(choice=choice)))
    if pending.cause == Cause.OWN_BLANK:
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
    if verb == "hide":
        return _parse_hide(words, view)
    if verb == "ask":
        return _parse_ask(words, view, reader)
    if verb == "show":
        return _parse_show(words, view)
    if verb == "recite":
        return _parse_recite(words)
    return _parse_guess(words, view, reader)


def _malformed(text: str, near: str | None = None) -> Refused:
    return Refused(MoveFault.MALFORMED, text, near=near)


def _parse_hide(words: list[str], view: View) -> Hide:
    usage, index = f"hide {example(view.examples)}", 0
    if _paired(view):
        usage = f"hide left {example(view.examples)}"
        index = _side(words[0]) if words else 0
        if not index:
            raise _malformed(
                _("Say which rack, left or right<<, like this: {usage}|.>>", usage=usage)
            )
        words = words[1:]
    cards = _row(words, usage)
    if cards in _NEVER_LAID:
        raise _malformed(
            _("That stands for a word of your own<<, like this: {usage}|.>>", usage=usage)
        )
    typed = accented(_numbers(words)[1].strip(BLANK)) if view.terms.french else ""
    return Hide(cards, index, typed)


def _paired(view: View) -> bool:
    """Has each player two racks?"""
    return len(view.racks) > len(view.seats)


def _side(word: str) -> int:
    """Read which of two racks is meant: `left`, `L`. Returns 0 for any other word."""
    small = word.casefold()
    return next((at for at, side in enumerate(SIDES) if at and small in (side, side[0])), 0)


def _row(words: list[str], usage: str) -> str:
    """Read a row of cards: `..LANTERN.`, or a word with numbers of blanks (O-P-4)."""
    before, word, behind = _numbers(words)
    cards = fold(word)
    if not cards:
        raise _malformed(_("<<Type a word, like this: {usage}|Hide a word.>>", usage=usage))
    if not set(cards) <= {*LETTERS, BLANK}:
        raise _malformed(
            _("Use only letters, and dots for blanks<<, like this: {usage}|.>>", usage=usage)
        )
    return BLANK * before + cards + BLANK * behind


def _numbers(words: list[str]) -> tuple[int, str, int]:
    """Split into blanks before, word and blanks after. Anything else is returned as the word."""
    counts = [_number(word) for word in words]
    match counts:
        case [None]:
            return 0, words[0], 0
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
    if len(words) < 2:
        raise _malformed(
            _(
                "Name a player and a letter<<, like this: {usage}|.>>",
                usage=_like_ask(view, reader),
            )
        )
    seat = reader.seat(words[0], view.seats)
    rest = words[1:]
    for filler in (("FOR",), ("A", "AN")):
        if len(rest) > 1 and rest[0].upper() in filler:
            rest = rest[1:]
    if view.terms.french:
        rest = _without_place(rest)
    card = BLANK if rest[0].upper() == "BLANK" else fold(rest[0])
    if len(rest) > 1 or len(card) != 1 or card not in LETTERS + BLANK:
        raise _malformed(
            _(
                "Ask for one letter, or a dot for a blank<<, like this: {usage}|.>>",
                usage=_like_ask(view, reader),
            )
        )
    return Ask(seat, card)


def _without_place(words: list[str]) -> list[str]:
    """Leave out the space that may be named in French play, which has no effect (R-P-15)."""
    first, *others = words
    if len(others) == 2 and others[0].upper() in _AT:
        others = others[1:]
    place = _number(others[0]) if len(others) == 1 else None
    return [first] if place is not None and 1 <= place <= SPACES else words


def _like_ask(view: View, reader: Reader) -> str:
    return f"ask {_somebody(view, reader)} e"


def _parse_show(words: list[str], view: View) -> Show:
    side, digits = _card_words(words) if _paired(view) else ("", " ".join(words))
    index, space = _side(side), _number(digits)
    if space is None or not 1 <= space <= SPACES or (side and not index):
        if _paired(view):
            raise _malformed(_("Name one of your cards<<, like this: show L5|.>>"))
        raise _malformed(_("Name one space from 1 to 12<<, like this: show 5|.>>"))
    if _paired(view) and not index:
        index = _rack_with(space, view)
    return Show(space, index)


def _card_words(words: list[str]) -> tuple[str, str]:
    """Split the name of a card into the rack and the space: `L5`, `left 5`, `5`."""
    text = "".join(words)
    side = text.rstrip(string.digits)
    return side, text.removeprefix(side)


def _rack_with(space: int, view: View) -> int:
    """Return the rack on which *space* may be shown now, or 0. Raises Refused if both do."""
    pending = view.pending
    cards = zip(pending.indexes or (), pending.spaces or (), strict=True) if pending else ()
    found = [index for index, at in cards if at == space]
    if len(found) > 1:
        text = _(
            "Space {space} of which rack? <<Type: show L{space} or show R{space}>>", space=space
        )
        raise Refused(MoveFault.AMBIGUOUS, text)
    return found[0] if found else 0


def _parse_guess(words: list[str], view: View, reader: Reader) -> Guess:
    paired = _paired(view)
    name = _somebody(view, reader)
    usage = joined(["guess", name, *(SIDES[1:2] if paired else ()), ROW])
    if len(words) < 2:
        raise _malformed(
            _("Name a player and their whole word<<, like this: {usage}|.>>", usage=usage)
        )
    seat = reader.seat(words[0], view.seats)
    index = _side(words[1]) if paired else 0
    if paired and not index:
        raise _malformed(
            _("Say which word you mean, left or right<<, like this: {usage}|.>>", usage=usage)
        )
    cards = _row(words[2:] if paired else words[1:], usage)
    word = cards.strip(BLANK)
    if not word or BLANK in word:
        raise _malformed(
            _("Blanks go before or after the word<<, like this: {usage}|.>>", usage=usage)
        )
    if len(cards) > SPACES:
        raise _malformed(
            _(
                "That is {number} cards. A rack has {spaces} spaces, blanks included.",
                number=len(cards),
                spaces=SPACES,
            )
        )
    return Guess(seat, cards, index)


def _parse_recite(words: list[str]) -> Recite:
    word = fold("".join(words)).strip(BLANK)
    if not word or len(word) > SPACES or not set(word) <= set(LETTERS):
        raise _malformed(
            _(
                "<<Type the word, without blanks, like this: recite WORD"
                "|Say the word, without blanks.>>"
            )
        )
    return Recite(word)


def _somebody(view: View, reader: Reader) -> str:
    """Name another player, for an example."""
    return next(reader.name(seat) for seat in view.seats if seat != view.me)
