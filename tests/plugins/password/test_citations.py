"""Every rule of the page is named by a test."""

from __future__ import annotations

import re
from pathlib import Path

RULES = {f"R-W-{n}" for n in range(1, 28)}
OPEN = {f"O-W-{n}" for n in range(1, 28)}
CONTRADICTIONS = {f"C-W-{n}" for n in range(1, 5)}
"""C-W-5 is about words for the same thing."""
RANGE = re.compile(r"[RO]-W-\d+ to [RO]-W-\d+")


def test_every_rule_is_cited() -> None:
    """R-W-1 to R-W-27 and all open points stand in a test's own words."""
    cited: set[str] = set()
    for path in Path(__file__).parent.glob("test_*.py"):
        if path.name != Path(__file__).name:
            text = RANGE.sub("", path.read_text())
            cited |= set(re.findall(r"[ROC]-W-\d+", text))
    assert cited >= RULES | OPEN | CONTRADICTIONS
