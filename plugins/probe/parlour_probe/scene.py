"""The position as a scene: the racks, then a line for each thing that matters now."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from parlour import Reader, Run, Scene, Text
from parlour_probe.racks import racks
from parlour_probe.state import Cause, Phase
from parlour_probe.views import View
from parlour_probe.wording import CARD_TEXTS, a_card, does, final_text, to

_LEGEND: Final = Text.of("? hidden  * yours, seen  . blank  - none", "dim")


def scene(view: View, reader: Reader) -> Scene:
    """The racks and what else there is to know."""
    facts = [Text((run,)) for run in _facts(view, reader)]
    playing = view.phase in (Phase.ASKING, Phase.SHOWING)
    return Scene((racks(view, reader), _LEGEND, *facts), turn=view.turn if playing else None)


def _facts(view: View, reader: Reader) -> Iterator[Run]:
    """What else there is to know, each thing in a sentence."""
    yield Run(_phase(view, reader))
    if view.warned is not None:
        yield Run(f"You were warned of {view.warned}; hidden once more it is taken.", "hot")
    if view.phase in (Phase.HIDING, Phase.OVER):
        return
    if view.activity is not None:
        left = f"{view.deck_left} are left to draw."
        yield Run(f"Activity card: {CARD_TEXTS[view.activity]}. {left}")
    if view.multiplier > 1:
        yield Run(f"The next question counts {view.multiplier} times.", "strong")
    if view.extra:
        yield Run(f"Further activity cards after a miss: {view.extra}.")
    for guess in view.held:
        yield Run(f"Your guess {guess.cards} for {reader.name(guess.target)} waits.", "mine")
    if view.final is not None:
        text = final_text(view.final.hider, view.seats, view.final.turns, reader)
        yield Run(text, "strong")


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
