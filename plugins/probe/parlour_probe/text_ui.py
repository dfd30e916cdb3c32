"""Text for people: moves as they type them, positions and prompts as they read them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from parlour import MoveSpec, Prompt, Reader, Scene, SeatArg, TextUI, plain, wrapped
from parlour_probe import reading, wording
from parlour_probe.heard import ProbeHeard
from parlour_probe.moves import GUESS, HIDE, SHOW, Move
from parlour_probe.racks import racks
from parlour_probe.scene import scene
from parlour_probe.state import Cause
from parlour_probe.views import PendingView, View
from parlour_probe.wording import a_card, does

_HIDE: Final = "Hide a word of up to 12 cards. Dots are blanks: hide ..LANTERN"
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
        if move.verb == HIDE:
            return wrapped(_HIDE, reader)
        if view.pending is not None and move.verb == SHOW:
            return wrapped(_show_line(view.pending, reader), reader)
        if move.verb == GUESS:
            target = _first_target(move, reader)
            text = f"You can guess a whole word at any time: guess {target} ..LANTERN"
            return wrapped(text, reader)
        text = f"Ask for a letter (ask {_first_target(move, reader)} e)"
        if len(prompt.moves) > 1:
            target = _first_target(prompt.moves[1], reader)
            text += f" or guess a word (guess {target} ..LANTERN)"
        return (*plain(Scene((racks(view, reader),)), reader.width), *wrapped(f"{text}.", reader))


def _first_target(move: MoveSpec, reader: Reader) -> str:
    """Name the first player that *move* may be aimed at, for an example."""
    return reader.name(next(arg for arg in move.args if isinstance(arg, SeatArg)).choices[0])


def _show_line(pending: PendingView, reader: Reader) -> str:
    """Say why the reader must turn up a card, and what to type."""
    spaces = [str(space) for space in pending.spaces or ()]
    if len(spaces) > _FEW:
        choice = f"show {', '.join(spaces[:-1])} or {spaces[-1]}"
    else:
        choice = " or ".join(f"show {space}" for space in spaces)
    one = "it" if len(spaces) == 1 else "one"
    if pending.cause == Cause.QUESTION and pending.card is not None:
        question = f"{does(reader, pending.drawer, 'ask')} you for {a_card(pending.card)}."
        return f"{question} Turn {one} up: {choice}"
    if pending.cause == Cause.OWN_BLANK:
        return f"You have a blank. Turn {one} up: {choice}"
    return f"Turn up one of your cards for {reader.name(pending.drawer)}: {choice}"
