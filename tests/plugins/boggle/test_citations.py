"""Every rule of the page is named by a test."""

from __future__ import annotations

import re
from pathlib import Path

RULES = {f"R-B-{n}" for n in range(1, 19)}
OPEN = {f"O-B-{n}" for n in range(1, 23)}
CONTRADICTIONS = {"C-B-2"}
"""C-B-1 and C-B-3 are without effect."""
RANGE = re.compile(r"[RO]-B-\d+ to [RO]-B-\d+")


def test_every_rule_is_cited() -> None:
    """R-B-1 to R-B-18 and all open points stand in a test's own words."""
    cited: set[str] = set()
    for path in Path(__file__).parent.glob("test_*.py"):
        if path.name != Path(__file__).name:
            text = RANGE.sub("", path.read_text())
            cited |= set(re.findall(r"[ROC]-B-\d+", text))
    assert cited >= RULES | OPEN | CONTRADICTIONS
