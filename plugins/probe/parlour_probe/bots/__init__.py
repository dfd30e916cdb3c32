"""Two programs that play Probe.

novice     forgets, and asks for common letters
sharp      remembers, and weighs all words that fit
  asking · guessing · showing · laying      its decisions
  probability · known · columns · alphabet  what may lie on a rack
memory · open                               what is heard, and what is allowed
"""

from __future__ import annotations

from typing import Any, Final

from parlour import Bot
from parlour_probe.bots.novice import novice
from parlour_probe.bots.sharp import sharp
from parlour_probe.heard import ProbeHeard
from parlour_probe.moves import Move
from parlour_probe.views import View

BOTS: Final[tuple[Bot[Move, View, ProbeHeard, Any], ...]] = (novice, sharp)
"""The bots that a table may ask for."""
