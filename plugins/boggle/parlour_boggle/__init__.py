"""Boggle, the game of words on a grid of letter cubes, for the Parlour host.

rules       what may happen: writing (lists), rounds (boards and clocks), prompts
judging     what words are; the reading-out of all lists
state       the position; moves (what players do), heard (what happens)
views       who may know what; resample (positions that look alike)
scoring     points and winners
text_ui     text: reading (moves), wording (events), scene and grids (positions)
options     the terms of a table; rules_text (for players)
bots        programs that play: easy, medium, hard

catalogue   the translations
dice        the cubes, and a board drawn from them
board       the letters as they lie, and the ways to spell a word on them
worth       what a word scores, and how short it may be
solver      every word of a list on a board
automaton   a word list as the solver reads it; packing (how its nodes share room)
stored      automata that come with the game, and those made while it runs
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from parlour import Game, hookimpl
from parlour_boggle.bots import BOTS
from parlour_boggle.catalogue import _
from parlour_boggle.heard import BoggleHeard, Event
from parlour_boggle.moves import QUESTIONS, VERBS, Move
from parlour_boggle.options import OPTIONS
from parlour_boggle.rules import SEATS, BoggleRules
from parlour_boggle.rules_text import TEXT
from parlour_boggle.scoring import BoggleScoring
from parlour_boggle.state import State
from parlour_boggle.stored import prepare
from parlour_boggle.text_ui import BoggleTextUI
from parlour_boggle.topics import GROUPS, TOPICS
from parlour_boggle.views import BoggleViews, View

__all__ = ["BOGGLE", "register_games"]

BOGGLE: Game[State, Move, Event, View, BoggleHeard] = Game(
    id="boggle",
    title="Boggle",
    version="1",
    seats=SEATS,
    verbs=VERBS,
    questions=QUESTIONS,
    options=OPTIONS,
    rules_text=TEXT,
    topics=TOPICS,
    option_groups=GROUPS,
    rated_apart=("dice",),
    rules=BoggleRules(),
    views=BoggleViews(),
    scoring=BoggleScoring(),
    text_ui=BoggleTextUI(),
    move_type=Move,
    lexicon="en",
    prepare=prepare,
    bots=BOTS,
    calls=(60, 30, 10),
    catalogue=_,
)


@hookimpl
def register_games() -> Sequence[Game[Any, Any, Any, Any, Any]]:
    """Boggle."""
    return (BOGGLE,)
