"""The word of the evening: the operator sees and changes it while the host runs.

What the operator has said last counts, also after a restart, until the config says another word
than it did then. Only the operator's answer and links to the page show the word.
"""

from __future__ import annotations

from typing import Final

from parlour.commands.feature import Feature, hear
from parlour.features.entry.commands import COMMANDS
from parlour.features.entry.state import restore
from parlour.tables.happened import Restoring

FEATURE: Final = Feature(name="entry", commands=COMMANDS, on=(hear(Restoring, restore),))
