"""docs/record-format.md: its example is a real file, and nothing is missing on it."""

from __future__ import annotations

import re
from typing import get_args

import pytest

from parlour.engine import record as r
from parlour.records import export, read, verify
from parlour.records._format import Header
from tests.docs.pages import ROOT, blocks_of
from tests.docs.sticks import STICKS
from tests.records.example import EXAMPLE

PAGE = ROOT / "docs" / "record-format.md"
TEXT = PAGE.read_text("utf-8")
BETWEEN_GAMES = {"opened", "optioned", "closed"}
"""Entries that are in no record of a game."""


def shown() -> bytes:
    """The file that the page shows."""
    (block,) = (block for block in blocks_of(PAGE) if block.kind == "record")
    return "".join(f"{line}\n" for line in block.lines).encode()


def test_the_example_is_a_good_file() -> None:
    """It is read, and the game can be played again."""
    assert read(shown()) == EXAMPLE
    assert export(EXAMPLE) == shown()
    assert verify(shown(), {"sticks": STICKS}, {}).verdict == "good"


def test_every_member_of_the_header_is_explained() -> None:
    table = TEXT.partition("### The header")[2].partition("###")[0]
    for name in Header.__struct_fields__:
        assert f"`{name}`" in table, name


@pytest.mark.parametrize("kind", get_args(r.Entry), ids=lambda kind: kind.__name__)
def test_every_entry_of_a_game_is_explained(kind: type[r.Entry]) -> None:
    """With all its members; entries between games have no row."""
    tag = str(kind.__struct_config__.tag)
    rows = re.findall(rf"^\| `{tag}` \| (.*?) \|", TEXT, re.MULTILINE)
    if tag in BETWEEN_GAMES:
        assert rows == []
    else:
        members = ", ".join(f"`{name}`" for name in kind.__struct_fields__)
        assert rows == [members], f"give docs/record-format.md a row: | `{tag}` | {members} | … |"
