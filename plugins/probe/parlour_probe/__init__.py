"""Probe, the game of hidden words, for the Parlour host.

options     the terms of a table; decks (the printed cards)
state       the position; moves (what players do, and who may now), heard (what happens)
rules       what may happen, and what it is worth; hiding, turn
views       who may know what
text        sentences for what happens; reading (what to type, and what was typed)
scene       the position as a picture
help        the rules for players; catalogue (the translations)
bots        three programs that play
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import msgspec

from parlour import Game, Section, SwitchOption, hookimpl
from parlour_probe.bots import BOTS
from parlour_probe.catalogue import _
from parlour_probe.heard import Event, ProbeHeard
from parlour_probe.help import GROUPS, TEXT, TOPICS
from parlour_probe.moves import VERBS, Move
from parlour_probe.options import OPTIONS
from parlour_probe.rules import ProbeRules, ProbeScoring
from parlour_probe.state import State
from parlour_probe.text import ProbeTextUI
from parlour_probe.views import ProbeViews, View

__all__ = ["PROBE", "register_games"]

PROBE: Game[State, Move, Event, View, ProbeHeard] = Game(
    id="probe",
    title="Probe",
    version="1",
    seats=range(2, 7),
    verbs=VERBS,
    options=OPTIONS,
    rules_text=TEXT,
    aim=_(
        "Find the words that the others hide, letter by letter.\n"
        "Each card you turn up scores. The highest score wins."
    ),
    topics=TOPICS,
    option_groups=GROUPS,
    rated_apart=("edition", "racks"),
    rated_apart_for=(2,),
    rules=ProbeRules(),
    views=ProbeViews(),
    scoring=ProbeScoring(),
    text_ui=ProbeTextUI(),
    move_type=Move,
    lexicon="en",
    bots=BOTS,
    catalogue=_,
    forgets={"asked": ("asked", "prompt")},
    # Nobody may keep a list of the letters that were asked (R-P-13): each question leaves a
    # client's log when the next one comes, with the prompt that repeats it. It does not leave
    # with its turn: a miss ends the turn at once, and nobody would ever read it.
)


class Settings(msgspec.Struct):
    """What the operator may set below `[plugins.probe]`."""

    notes: bool = False
    """Whether tables allow notes unless their players say otherwise."""


_settings = Settings()


@hookimpl
def configure(section: Section) -> None:
    """Read the settings."""
    global _settings
    _settings = section.read(Settings)


@hookimpl
def register_games() -> Sequence[Game[Any, Any, Any, Any, Any]]:
    """Probe, with the defaults of the house."""
    options = [
        replace(option, default=_settings.notes)
        if isinstance(option, SwitchOption) and option.name == "notes"
        else option
        for option in PROBE.options
    ]
    return (replace(PROBE, options=tuple(options)),)
