"""How people type moves and read what a view already shows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from parlour import Prompt, Reader, Scene, SeatArg, TextUI, plain, wrapped
from parlour_probe import reading, wording
from parlour_probe.heard import ProbeHeard
from parlour_probe.moves import GUESS, HIDE, SHOW, Move
from parlour_probe.racks import racks
from parlour_probe.scene import scene
from parlour_probe.state import Cause
from parlour_probe.views import PendingView, View
from parlour_probe.wording import a_card, does

_HIDE: Final = "Hide a word of 1 to 12 cards, a dot for a blank: hide ..LANTERN."
_FEW: Final = 2
"""So many cards to choose from are named one by one."""


class ProbeTextUI(TextUI[Move, View, ProbeHeard]):
    """Moves as people type them; racks, questions and answers as they read them."""

    def parse(self, verb: str, rest: str, view: View, reader: Reader) -> Move:
        """Read a move, or raise Refused."""
        return reading.parse(verb, rest, view, reader)

    def draw(self, view: View, reader: Reader) -> Scene:
        """The position: the racks, then a line for each thing that matters now."""
        return scene(view, reader)

    def say(self, heard: ProbeHeard, reader: Reader) -> Sequence[str]:
        """What happened."""
        return wording.say(heard, reader)

    def ask(self, prompt: Prompt, view: View, reader: Reader) -> Sequence[str]:
        """What the reader may do now; the line that says what to type stands last."""
        move = prompt.moves[0]
        if move.verb == HIDE:
            return wrapped(_HIDE, reader)
        if view.pending is not None and move.verb == SHOW:
            return wrapped(_show_line(view.pending, reader), reader)
        targets = next(arg.choices for arg in move.args if isinstance(arg, SeatArg))
        name = reader.name(targets[0])
        if move.verb == GUESS:
            text = f"You may guess at any time: guess PLAYER ..WORD. (guess {name} ..LANTERN.)"
            return wrapped(text, reader)
        text = f"Your turn: ask PLAYER LETTER (ask {name} e)"
        if len(prompt.moves) > 1:
            text += ", or guess PLAYER ..WORD."
        return (*plain(Scene((racks(view, reader),)), reader.width), *wrapped(text, reader))


def _show_line(pending: PendingView, reader: Reader) -> str:
    """Why the reader turns up a card, and what he may type."""
    spaces = [str(space) for space in pending.spaces or ()]
    choice = " or ".join(f"show {space}" for space in spaces)
    if len(spaces) > _FEW:
        choice = "show SPACE"
    where = ", ".join(spaces)
    if pending.cause == Cause.QUESTION and pending.card is not None:
        question = f"{does(reader, pending.drawer, 'ask')} you for {a_card(pending.card)}."
        return f"{question} You hold it at {where}: {choice}"
    if pending.cause == Cause.OWN_BLANK:
        return f"The card says: show a blank. You hold one at {where}: {choice}"
    return f"{reader.name(pending.drawer)}'s card: you show one of {where}: {choice}"
