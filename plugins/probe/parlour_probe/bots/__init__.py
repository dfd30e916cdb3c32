"""Three programs that play Probe.

players   easy: forgets, and asks for common letters; medium: remembers, and weighs words, but
          now and then asks as easy does; sharp: weighs all words that fit, and hides hard ones
choices   what they remember, what they may do, and what sharp does
odds      what may lie on a rack
words     the words they know, and those they hide
"""

from __future__ import annotations

from typing import Any, Final

from parlour import Bot
from parlour_probe.bots.players import easy, medium, sharp
from parlour_probe.heard import ProbeHeard
from parlour_probe.moves import Move
from parlour_probe.views import View

BOTS: Final[tuple[Bot[Move, View, ProbeHeard, Any], ...]] = (easy, medium, sharp)
"""The bots that a table may ask for, the weakest first."""
