"""Three programs that play Boggle: `easy`, `medium` and `hard`.

finder      what they do when they are asked, and how long they take over it
sight       which words of a board a player sees, and how soon
"""

from __future__ import annotations

from typing import Any, Final

from parlour import Bot
from parlour_boggle.bots.finder import Finder
from parlour_boggle.bots.sight import EASY, HARD, MEDIUM
from parlour_boggle.catalogue import _
from parlour_boggle.heard import BoggleHeard
from parlour_boggle.moves import Move
from parlour_boggle.views import View

BOTS: Final[tuple[Bot[Move, View, BoggleHeard, Any], ...]] = (
    Finder("easy", _("finds a few short, common words"), EASY),
    Finder("medium", _("finds common words, as an adult does"), MEDIUM),
    Finder("hard", _("finds most words, so it crosses off most of yours"), HARD),
)
"""The bots that a table may ask for, the first if it does not say which."""
