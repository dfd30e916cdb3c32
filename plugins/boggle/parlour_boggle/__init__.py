"""Boggle, the game of words on a grid of letter cubes, for the Parlour host.

options     the terms of a table; dice (the cubes, and a board drawn from them)
state       the position; moves (what players do, and who may now), heard (what happens)
rules       what may happen, and who wins; judging (lists, and what words on them are)
board       the letters as they lie, the ways to spell a word on them, what a word scores
solver      every word of a list on a board; automaton (a word list as the solver reads it)
views       who may know what
text        sentences for what happens; reading (what was typed)
scene       the position as a picture
help        the rules for players; catalogue (the translations)
bots        three programs that play
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from parlour import Game, hookimpl
from parlour_boggle.automaton import prepare
from parlour_boggle.bots import BOTS
from parlour_boggle.catalogue import _
from parlour_boggle.heard import BoggleHeard, Event
from parlour_boggle.help import GROUPS, TEXT, TOPICS
from parlour_boggle.moves import QUESTIONS, VERBS, Move
from parlour_boggle.options import FIRST, OPTIONS
from parlour_boggle.rules import SEATS, BoggleRules, BoggleScoring
from parlour_boggle.state import State
from parlour_boggle.text import BoggleTextUI
from parlour_boggle.views import BoggleViews, View

__all__ = ["BOGGLE", "register_games"]

BOGGLE: Game[State, Move, Event, View, BoggleHeard] = Game(
    id="boggle",
    title="Boggle",
    version="2",
    older=(FIRST,),
    seats=SEATS,
    verbs=VERBS,
    questions=QUESTIONS,
    options=OPTIONS,
    rules_text=TEXT,
    aim=_(
        "Find words on the board: letters must touch, and no cube counts twice.\n"
        "Longer words score more."
    ),
    topics=TOPICS,
    option_groups=GROUPS,
    rated_apart=("dice",),
    daily=(),
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
