"""The position as a scene: the racks, then a line for each fact that matters now."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from parlour import Reader, Run, Scene, Seat, Text, joined
from parlour_probe.catalogue import _
from parlour_probe.decks import LEFT, NORMAL, RIGHT, SIDES
from parlour_probe.racks import racks
from parlour_probe.state import Cause, Phase
from parlour_probe.views import View
from parlour_probe.wording import (
    OF_RACK,
    a_card,
    card_text,
    final_text,
    guessed,
    to,
    told,
    word_of,
)

_LEGENDS: Final = (
    Text.of(_("? hidden  * yours, seen  . blank  - none"), "dim", plain_only=True),
    Text.of(
        _("? hidden  * yours, seen  . blank  - none  L left  R right"), "dim", plain_only=True
    ),
)
"""For one rack each, and for two."""

# What the player themselves reads, and what all others read: see `wording.told`.
_MUST_SAY: Final = (_("You must say {word}."), _("{name} must say {word}."))
_TO_ASK: Final = (_("It's your turn to ask."), _("It's {name}'s turn to ask."))
_MUST_SHOW: Final = (_("You must show a card."), _("{name} must show a card."))
_ASKED_FOR: Final = (_("You asked for {card}."), _("{name} asked for {card}."))
_SHOWS_FOR_CARD: Final = (
    _("You must show a card{rack} because of an activity card."),
    _("{name} must show a card{rack} because of an activity card."),
)


def scene(view: View, reader: Reader) -> Scene:
    """Draw the racks and the facts that matter now."""
    status = _phase(view, reader)
    facts = [Text((run,)) for run in _facts(view, reader)]
    playing = view.phase not in (Phase.HIDING, Phase.OVER)
    legend = _LEGENDS[len(view.racks) > len(view.seats)]
    return Scene(
        (racks(view, reader), legend, Text.of(status, plain_only=True), *facts),
        turn=view.turn if playing else None,
        status=status,
        waits=_waits(view),
    )


def _waits(view: View) -> tuple[Seat, ...]:
    """Return the seats that the game waits for. Everybody sees who has hidden their words."""
    if view.phase == Phase.HIDING:
        return tuple([s for s in view.seats if s not in view.hidden and s not in view.gone])
    if view.phase == Phase.OVER:
        return ()
    if view.recital is not None:
        return (view.recital.seat,)
    return (view.turn if view.pending is None else view.pending.owner,)


def _facts(view: View, reader: Reader) -> Iterator[Run]:
    """Yield a sentence for each fact that the racks and the status do not tell."""
    for word in filter(None, [rack.warned for rack in view.racks]):
        text = (
            _("{word} doesn't count. Hide it again to use it anyway.")
            if view.terms.french
            else _("{word} isn't in the word list. Hide it again to use it anyway.")
        )
        yield Run(text.filled(word=word), "hot")
    if view.phase in (Phase.HIDING, Phase.OVER):
        return
    if view.activity is not None:
        if view.activity != NORMAL:
            card = card_text(view.activity, _rack_meant(view))
            yield Run(_("Activity card: {card}.", card=card))
        yield Run(_("Activity cards left: {number}.", number=view.deck_left))
    if view.multiplier > 1:
        text = _("The next question scores {number} times its value.", number=view.multiplier)
        yield Run(text, "strong")
    if view.extra:
        yield Run(_("Additional turns left: {number}.", number=view.extra))
    for guess in view.held:
        target = guessed(reader, guess.target, guess.index)
        text = _("Your guess {cards} for {target} waits for the card.")
        yield Run(text.filled(cards=guess.cards, target=target), "mine")
    if view.final is not None:
        yield Run(final_text(view.final.hider, view.seats, view.final.turns, reader), "strong")


def _rack_meant(view: View) -> int:
    """Return the rack that the activity card means if each player has two, or 0."""
    paired = len(view.racks) > len(view.seats)
    return SIDES.index(view.activity.lower()) if paired and view.activity in (LEFT, RIGHT) else 0


def _phase(view: View, reader: Reader) -> str:
    """Say what the game is waiting for."""
    pending = view.pending
    if view.phase == Phase.OVER:
        return _("The game is over.")
    if view.phase == Phase.HIDING:
        late = [to(reader, seat) for seat in view.seats if seat not in view.hidden]
        return _("Players are hiding their words. Waiting for: {names}.", names=joined(late, ", "))
    if view.recital is not None:
        word = word_of(reader, view.recital.owner, view.recital.index)
        return told(reader, view.recital.seat, _MUST_SAY, word=word)
    if pending is None:
        return told(reader, view.turn, _TO_ASK)
    if pending.cause == Cause.QUESTION and pending.card is not None:
        must = told(reader, pending.owner, _MUST_SHOW)
        asked = told(reader, pending.drawer, _ASKED_FOR, card=a_card(pending.card))
        return joined((must, asked))
    return told(reader, pending.owner, _SHOWS_FOR_CARD, rack=OF_RACK[pending.index])
