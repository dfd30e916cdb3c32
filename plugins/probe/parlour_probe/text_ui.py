"""Text for people: moves as they type them, positions and prompts as they read them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from parlour import (
    ChoiceArg,
    MoveSpec,
    Prompt,
    Reader,
    Scene,
    SeatArg,
    TextUI,
    plain,
    wrapped,
)
from parlour_probe import reading, wording
from parlour_probe.decks import SIDES
from parlour_probe.heard import ProbeHeard
from parlour_probe.moves import GUESS, HIDE, RECITE, SHOW, Move, card_word
from parlour_probe.racks import racks
from parlour_probe.scene import scene
from parlour_probe.state import Cause
from parlour_probe.views import PendingView, View
from parlour_probe.wording import a_card, does, word_of

_HIDE: Final = "Hide a word of up to 12 cards. Dots are blanks:"
_HIDE_TWO: Final = "Hide two words of up to 12 cards. Dots are blanks:"
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
            return wrapped(_hide_line(move), reader)
        if view.pending is not None and move.verb.name == SHOW.name:
            return wrapped(_show_line(view.pending, reader), reader)
        if view.recital is not None and move.verb.name == RECITE.name:
            word = word_of(reader, view.recital.owner, view.recital.index)
            text = f"Say {word} to score {view.recital.bonus} more, without blanks: recite WORD"
            return wrapped(text, reader)
        if move.verb.name == GUESS.name:
            when = "now" if view.terms.french else "at any time"
            text = f"You can guess a whole word {when}: {_guess_like(move, reader)}"
            return wrapped(text, reader)
        text = f"Ask for a letter (ask {_first_target(move, reader)} e)"
        if len(prompt.moves) > 1:
            text += f" or guess a word ({_guess_like(prompt.moves[1], reader)})"
        return (*plain(Scene((racks(view, reader),)), reader.width), *wrapped(f"{text}.", reader))


def _first_target(move: MoveSpec, reader: Reader) -> str:
    """Name the first player that *move* may be aimed at, for an example."""
    return reader.name(next(arg for arg in move.args if isinstance(arg, SeatArg)).choices[0])


def _racks_of(move: MoveSpec) -> tuple[str, ...]:
    """Return the racks that *move* may be about, if they are named."""
    return next((arg.choices for arg in move.args if isinstance(arg, ChoiceArg)), ())


def _hide_line(move: MoveSpec) -> str:
    """Say that the reader must hide a word, or the next one of two."""
    racks = _racks_of(move)
    like = " ".join(["hide", *racks[:1], "..LANTERN"])
    return f"{_HIDE_TWO if len(racks) > 1 else _HIDE} {like}"


def _guess_like(move: MoveSpec, reader: Reader) -> str:
    """Return an example of a word guess."""
    return " ".join(["guess", _first_target(move, reader), *_racks_of(move)[:1], "..LANTERN"])


def _show_line(pending: PendingView, reader: Reader) -> str:
    """Say why the reader must turn up a card, and what to type."""
    cards = zip(pending.indexes or (), pending.spaces or (), strict=True)
    words = [card_word(index, space) for index, space in cards]
    if len(words) > _FEW:
        choice = f"show {', '.join(words[:-1])} or {words[-1]}"
    else:
        choice = " or ".join(f"show {word}" for word in words)
    one = "it" if len(words) == 1 else "one"
    if pending.cause == Cause.QUESTION and pending.card is not None:
        question = f"{does(reader, pending.drawer, 'ask')} you for {a_card(pending.card)}."
        return f"{question} Turn {one} up: {choice}"
    if pending.cause == Cause.OWN_BLANK:
        return f"You have a blank. Turn {one} up: {choice}"
    which = f"a card of your {SIDES[pending.index]} rack" if pending.index else "one of your cards"
    return f"Turn up {which} for {reader.name(pending.drawer)}: {choice}"
