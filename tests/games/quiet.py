"""Quiet: Hunt without a word from those who still have to hide, and with a list for its numbers.

The highest number is that of the words in the list which `deck` names, or one of two that are
the game's own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from parlour import Context, Game, ListOption, Setup, Step, Viewer
from tests.games.hunt.game import HUNT
from tests.games.hunt.rules import HuntRules
from tests.games.hunt.state import Event, Move, State
from tests.games.hunt.views import HuntViews, View

DECK: Final = ListOption("deck", "whose words are counted", "easy", ("easy", "hard"))
TOPS: Final[Mapping[str, int]] = {"easy": 9, "hard": 90}


class QuietRules(HuntRules):
    """Hunt with as many numbers as there are words."""

    def start(self, setup: Setup, ctx: Context) -> Step[State, Event]:
        """As Hunt, with `top` after the deck."""
        named = ctx.lists.get("deck")
        top = TOPS[str(setup.options["deck"])] if named is None else len(named)
        return super().start(replace(setup, options={**setup.options, "top": top}), ctx)


class QuietViews(HuntViews):
    """Who has hidden their number may talk; that they have, all know."""

    def may_talk(self, state: State, viewer: Viewer) -> bool:
        """Not while they think."""
        return viewer in state.numbers or viewer not in state.active


QUIET: Final[Game[State, Move, Event, View, Event]] = replace(
    HUNT,
    id="quiet",
    title="Quiet",
    options=(DECK, *(option for option in HUNT.options if option.name != "top")),
    rules=QuietRules(),
    views=QuietViews(),
)
