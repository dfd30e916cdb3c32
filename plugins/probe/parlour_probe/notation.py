"""How people type moves and read what a view already shows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from parlour import Notation, Prompt, Reader, SeatArg, wrapped
from parlour_probe import reading, wording
from parlour_probe.drawing import LEGEND, racks
from parlour_probe.heard import ProbeHeard
from parlour_probe.moves import GUESS, HIDE, SHOW, Move
from parlour_probe.state import Cause, Phase
from parlour_probe.views import PendingView, View
from parlour_probe.wording import CARD_TEXTS, a_card, does, final_text, to

_HIDE: Final = "Hide a word of 1 to 12 cards, a dot for a blank: hide ..LANTERN."
_FEW: Final = 2
"""So many cards to choose from are named one by one."""


class ProbeNotation(Notation[Move, View, ProbeHeard]):
    """Moves as people type them; racks, questions and answers as they read them."""

    def parse(self, verb: str, rest: str, view: View, reader: Reader) -> Move:
        """Read a move, or raise Refused."""
        return reading.parse(verb, rest, view, reader)

    def show(self, view: View, reader: Reader) -> Sequence[str]:
        """The position: the racks, then a line for each thing that matters now."""
        lines = [*racks(view, reader), *wrapped(LEGEND, reader)]
        for text in _facts(view, reader):
            lines += wrapped(text, reader)
        return lines

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
        return (*racks(view, reader), *wrapped(text, reader))


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


def _facts(view: View, reader: Reader) -> Iterator[str]:
    """What else there is to know, each thing in a sentence."""
    yield _phase(view, reader)
    if view.warned is not None:
        yield f"You were warned of {view.warned}; hidden once more it is taken."
    if view.phase in (Phase.HIDING, Phase.OVER):
        return
    if view.activity is not None:
        yield f"Activity card: {CARD_TEXTS[view.activity]}. {view.deck_left} are left to draw."
    if view.multiplier > 1:
        yield f"The next question counts {view.multiplier} times."
    if view.extra:
        yield f"Further activity cards after a miss: {view.extra}."
    for guess in view.held:
        yield f"Your guess {guess.cards} for {reader.name(guess.target)} waits."
    if view.final is not None:
        yield final_text(view.final.hider, view.seats, view.final.turns, reader)


def _phase(view: View, reader: Reader) -> str:
    """What the game waits for."""
    pending = view.pending
    if view.phase == Phase.OVER:
        return "The game is over."
    if view.phase == Phase.HIDING:
        late = [to(reader, seat) for seat in view.seats if seat not in view.hidden]
        return f"Words are being hidden. Not ready: {', '.join(late)}."
    if pending is None:
        return f"{does(reader, view.turn, 'ask')}."
    chooses = f"{does(reader, pending.owner, 'choose')} a card to show"
    if pending.cause == Cause.QUESTION and pending.card is not None:
        return f"{chooses}: {reader.name(pending.drawer)} asked for {a_card(pending.card)}."
    return f"{chooses}, because of an activity card."
