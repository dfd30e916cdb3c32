"""Three programs that play Probe.

easy       forgets, and asks for common letters
medium     remembers, and weighs words, but now and then asks as easy does
sharp      remembers, weighs all words that fit, and hides hard ones
  asking · guessing · showing · laying      its decisions
  probability · known · columns · alphabet  what may lie on a rack
memory · open                               what is heard, and what is allowed
"""

from __future__ import annotations

from typing import Any, Final

from parlour import Bot
from parlour_probe.bots.easy import easy
from parlour_probe.bots.medium import medium
from parlour_probe.bots.sharp import sharp
from parlour_probe.heard import ProbeHeard
from parlour_probe.moves import Move
from parlour_probe.views import View

BOTS: Final[tuple[Bot[Move, View, ProbeHeard, Any], ...]] = (easy, medium, sharp)
"""The bots that a table may ask for, the weakest first."""
