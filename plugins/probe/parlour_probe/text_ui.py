"""Text for people: moves as they type them, positions and prompts as they read them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from parlour import (
    ChoiceArg,
    MoveSpec,
    Prompt,
    Reader,
    Scene,
    SeatArg,
    Sentence,
    TextUI,
    joined,
    plain,
    wrapped,
)
from parlour_probe import reading, wording
from parlour_probe.catalogue import _
from parlour_probe.heard import ProbeHeard
from parlour_probe.hiding import example
from parlour_probe.moves import GUESS, HIDE, RECITE, SHOW, Move, card_word
from parlour_probe.racks import racks
from parlour_probe.reading import ROW
from parlour_probe.scene import scene
from parlour_probe.state import Cause
from parlour_probe.views import PendingView, View
from parlour_probe.wording import a_card, word_of

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
        return reading.parse(verb, rest, view, reader)

    def draw(self, view: View, reader: Reader) -> Scene:
        """Draw the racks, then a line for each fact that matters now."""
        return scene(view, reader)

    def say(self, heard: ProbeHeard, reader: Reader) -> Sequence[str]:
        """Say what happened."""
        return wording.say(heard, reader)

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
