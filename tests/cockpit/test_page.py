"""The page about `parlour try` shows what is really read."""

from __future__ import annotations

import re
from pathlib import Path

from parlour_kit.cockpit.running import by_lines
from parlour_probe import PROBE
from tests.cockpit.watching import cockpit

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "try.md"
TYPED = re.compile(r"(?:ann|bob|cy)> (.+)")


def test_the_lines_of_the_page() -> None:
    (block,) = re.findall(r"```text\n(.*?)```", PAGE.read_text("utf-8"), re.S)
    shown = block.splitlines()
    typed = [found[1] for found in map(TYPED.fullmatch, shown) if found is not None]
    told = list(by_lines(cockpit(PROBE, 3), typed))
    first = told.index("ann> ")
    lines = iter(typed)
    read = [f"{line}{next(lines, '')}".rstrip() if line.endswith("> ") else line for line in told]
    assert "\n".join(read[first:-1]) + "\n" == block
