"""Three programs that play Password: `easy`, `medium` and `sharp`.

table_bot           what they do when they are asked, and how long they take over it
giving · guessing   the clue for a word, the word for clues
mind                how well each of them thinks
belief · table      which words go with which
"""

from __future__ import annotations

from typing import Any, Final

from parlour import Bot
from parlour_password.bots.belief import Belief
from parlour_password.bots.mind import EASY, MEDIUM, SHARP
from parlour_password.bots.table_bot import Pace, TableBot
from parlour_password.catalogue import _
from parlour_password.heard import PasswordHeard
from parlour_password.moves import Move
from parlour_password.views import View

BELIEF: Final = Belief()
"""What all know."""

BOTS: Final[tuple[Bot[Move, View, PasswordHeard, Any], ...]] = (
    TableBot(
        "easy",
        _("says what comes to mind first and soon forgets earlier clues"),
        BELIEF,
        EASY,
        Pace(3_000, 9_000),
    ),
    TableBot(
        "medium",
        _("remembers all clues and thinks a little of what its partner will answer"),
        BELIEF,
        MEDIUM,
        Pace(2_500, 7_500),
    ),
    TableBot(
        "sharp",
        _("weighs all clues together and gives clues its partner will understand"),
        BELIEF,
        SHARP,
        Pace(2_000, 6_000),
    ),
)
"""The bots that a table may ask for, the first if it does not say which."""
