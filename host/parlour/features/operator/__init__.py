"""The operator: how the host is, announcements, stopping it; tables and finished games.

All that the operator does goes into the audit trail (`commands.trail`), also what is refused.
Nothing here shows what a game hides, or talk.
"""

from __future__ import annotations

from typing import Final

from parlour.commands.feature import Feature
from parlour.features.operator.commands import COMMANDS

FEATURE: Final = Feature(name="operator", commands=COMMANDS)
