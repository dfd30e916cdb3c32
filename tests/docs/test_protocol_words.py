"""The page of the protocol names every word that the code can say in these places."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Final, get_args, get_type_hints

import pytest

from parlour.engine.happenings import SeatChanged
from parlour.wire.codes import Code

PAGE: Final = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text("utf-8")


def section(heading: str) -> str:
    """What stands below a heading, up to the next one."""
    return PAGE.split(f"\n{heading}\n", 1)[1].split("\n#", 1)[0]


def test_every_change_of_a_seat_is_named() -> None:
    """In the row `change` of the event `seat`."""
    (row,) = re.findall(r"^\| `change` \| (.*) \|$", section("### `seat`"), re.M)
    changes: Any = get_type_hints(SeatChanged)["change"]
    assert [change for change in get_args(changes) if f"`{change}`" not in row] == []


def test_every_code_of_a_refusal_has_its_row() -> None:
    """And no other has one."""
    rows = re.findall(r"^\| `(\w+)` \| (?:asker|moment|host) \|", section("## 9 Refusals"), re.M)
    assert sorted(rows) == sorted(code.value for code in Code)


@pytest.mark.parametrize("verb", ["options [OPTION=VALUE ...]", "scores [TABLE]"])
def test_what_may_be_refused_is_told(verb: str) -> None:
    """With codes that there are."""
    found = re.search(r"Refused: (.*?)\n\n", section(f"#### `{verb}`"), re.S)
    assert found is not None
    assert "not_at_table" in found[1]
