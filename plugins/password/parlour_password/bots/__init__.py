"""Two programs that play Password.

table_bot           what they do when they are asked, and how long they take over it
giving · guessing   the clue for a word, the word for clues
belief · table        which words go with which
"""

from __future__ import annotations

from typing import Any, Final

from parlour import Bot
from parlour_password.bots.belief import Belief
from parlour_password.bots.table_bot import Pace, TableBot
from parlour_password.heard import PasswordHeard
from parlour_password.moves import Move
from parlour_password.views import View

BELIEF: Final = Belief()
"""What both know."""

BOTS: Final[tuple[Bot[Move, View, PasswordHeard, Any], ...]] = (
    TableBot(
        "easy",
        "gives common clues and soon forgets earlier ones",
        BELIEF,
        Pace(3_000, 9_000),
        sharp=False,
    ),
    TableBot(
        "sharp",
        "weighs all clues together and gives clues its partner will understand",
        BELIEF,
        Pace(2_000, 6_000),
        sharp=True,
    ),
)
"""The bots that a table may ask for, the first if it does not say which."""
