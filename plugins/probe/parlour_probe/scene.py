"""The position as a scene: the racks, then a line for each fact that matters now."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from parlour import Reader, Run, Scene, Text
from parlour_probe.decks import LEFT, NORMAL, RIGHT, SIDES
from parlour_probe.racks import racks
from parlour_probe.state import Cause, Phase
from parlour_probe.views import View
from parlour_probe.wording import a_card, card_text, does, final_text, guessed, to, word_of

_LEGEND: Final = "? hidden  * yours, seen  . blank  - none"
_LEGENDS: Final = (
    Text.of(_LEGEND, "dim"),
    Text.of(f"{_LEGEND}  L left  R right", "dim"),
)
"""For one rack each, and for two."""


def scene(view: View, reader: Reader) -> Scene:
    """Draw the racks and the facts that matter now."""
    facts = [Text((run,)) for run in _facts(view, reader)]
    playing = view.phase not in (Phase.HIDING, Phase.OVER)
    legend = _LEGENDS[len(view.racks) > len(view.seats)]
    return Scene((racks(view, reader), legend, *facts), turn=view.turn if playing else None)


def _facts(view: View, reader: Reader) -> Iterator[Run]:
    """Yield a sentence for each fact that the racks do not show."""
    yield Run(_phase(view, reader))
    for word in filter(None, [rack.warned for rack in view.racks]):
        why = "doesn't count" if view.terms.french else "isn't in the word list"
        yield Run(f"{word} {why}. Hide it again to use it anyway.", "hot")
    if view.phase in (Phase.HIDING, Phase.OVER):
        return
    if view.activity is not None:
        if view.activity != NORMAL:
            yield Run(f"Activity card: {card_text(view.activity, _rack_meant(view))}.")
        yield Run(f"Activity cards left: {view.deck_left}.")
    if view.multiplier > 1:
        yield Run(f"The next question scores {view.multiplier} times its value.", "strong")
    if view.extra:
        yield Run(f"Additional turns left: {view.extra}.")
    for guess in view.held:
        target = guessed(reader, guess.target, guess.index)
        yield Run(f"Your guess {guess.cards} for {target} waits for the card.", "mine")
    if view.final is not None:
        text = final_text(view.final.hider, view.seats, view.final.turns, reader)
        yield Run(text, "strong")


def _rack_meant(view: View) -> int:
    """Return the rack that the activity card means if each player has two, or 0."""
    paired = len(view.racks) > len(view.seats)
    return SIDES.index(view.activity.lower()) if paired and view.activity in (LEFT, RIGHT) else 0


def _phase(view: View, reader: Reader) -> str:
    """Say what the game is waiting for."""
    pending = view.pending
    if view.phase == Phase.OVER:
        return "The game is over."
    if view.phase == Phase.HIDING:
        late = [to(reader, seat) for seat in view.seats if seat not in view.hidden]
        return f"Players are hiding their words. Waiting for: {', '.join(late)}."
    if view.recital is not None:
        word = word_of(reader, view.recital.owner, view.recital.index)
        return f"{does(reader, view.recital.seat, 'must', 'must')} say {word}."
    if pending is None:
        whose = "your" if reader.is_me(view.turn) else f"{reader.name(view.turn)}'s"
        return f"It's {whose} turn to ask."
    must = f"{does(reader, pending.owner, 'must', 'must')} show a card"
    if pending.index:
        must += f" of the {SIDES[pending.index]} rack"
    if pending.cause == Cause.QUESTION and pending.card is not None:
        asked = does(reader, pending.drawer, "asked", "asked")
        return f"{must}. {asked} for {a_card(pending.card)}."
    return f"{must} because of an activity card."
