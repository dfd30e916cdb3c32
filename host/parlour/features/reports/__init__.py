"""Reports: a player tells the operator about another one, and nobody else reads it.

The answer is the same for every name, whether anybody has it or not. The operator reads reports,
marks them as done, and warns players. Open ones are never dropped for new ones.
"""

from __future__ import annotations

from typing import Final

from parlour.commands.feature import Feature, hear, kept
from parlour.features.reports.commands import COMMANDS, count
from parlour.features.reports.state import SHELF, Reports
from parlour.tables.happened import Counting

FEATURE: Final = Feature(
    name="reports",
    state=Reports,
    commands=COMMANDS,
    notices={
        "reported": "for the operator only, a player reports another one",
        "warned": "the operator warns you",
    },
    on=(*kept(SHELF, Reports), hear(Counting, count)),
)
