"""Folded paper: everybody writes a line, sees only the line above, and nobody knows the story."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from folded.bot import Magpie
from folded.rules import WRITE, FoldedRules, FoldedScoring
from folded.state import FoldedOptions, Write
from folded.text import FoldedText
from folded.views import FoldedViews
from parlour import AnyGame, Game, Topic, hookimpl

parlour_contract = "1.3"

RULES_TEXT: Final = """\
Everybody gets a blank paper and writes the first line of a story. Then the papers go round: you
get another one, folded so that you can read only its last line. Write what comes next.

All write at the same time. When everybody has written, the papers go round again. After four
lines, or as many as the table has chosen, all stories are read out.

Nobody wins. If your time is up, the paper goes on without your line. A player who leaves leaves
an empty chair: the papers pass it.
"""

FOLDED: Final = Game(
    id="folded",
    title="Folded paper",
    seats=range(2, 7),
    verbs=(WRITE,),
    options=FoldedOptions,
    rules_text=RULES_TEXT,
    rules=FoldedRules(),
    views=FoldedViews(),
    scoring=FoldedScoring(),
    text_ui=FoldedText(),
    move_type=Write,
    bots=(Magpie(),),
    aim="Write a story together, though each of you sees only the line above.\nNobody wins.",
    topics=(
        Topic(("paper", "fold"), "Each paper has a story. You see only the last line of it."),
        Topic(("line", "lines"), "A line has at most 90 characters. Your next one comes below."),
    ),
)


@hookimpl
def register_games() -> Sequence[AnyGame]:
    """Offer Folded paper."""
    return (FOLDED,)
