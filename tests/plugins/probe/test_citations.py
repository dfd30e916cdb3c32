"""Every rule of the page that this game follows is named by a test."""

from __future__ import annotations

import re
from pathlib import Path

RULES = {f"R-P-{n}" for n in range(1, 51)}
NOT_YET = {44}
"""An open point of the party, which is the host's."""
OPEN = {f"O-P-{n}" for n in range(1, 48) if n not in NOT_YET}
CONTRADICTIONS = {f"C-P-{n}" for n in range(1, 9)}
"""C-P-9 is about the party, C-P-10 without effect."""
RANGE = re.compile(r"[RO]-P-\d+ to [RO]-P-\d+")


def test_every_rule_is_cited() -> None:
    """R-P-1 to R-P-50 and the points that concern them stand in a test's own words."""
    cited: set[str] = set()
    for path in Path(__file__).parent.glob("test_*.py"):
        if path.name != Path(__file__).name:
            text = RANGE.sub("", path.read_text())
            cited |= set(re.findall(r"[ROC]-P-\d+", text))
    assert cited >= RULES | OPEN | CONTRADICTIONS
