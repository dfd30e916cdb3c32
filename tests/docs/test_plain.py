"""What the pages show of `parlour play --plain` is what it says."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.docs.pages import Block, all_blocks
from tests.docs.plain import heard, mend


@pytest.mark.parametrize("block", all_blocks("plain"), ids=lambda block: block.where)
def test_a_plain_evening_reads_as_documented(block: Block) -> None:
    """To accept what is read now: python -m tests.docs.update, then read the diff."""
    assert heard(block) == list(block.lines)


@pytest.mark.parametrize("block", all_blocks("plain"), ids=lambda block: block.where)
def test_it_reads_well_aloud(block: Block) -> None:
    """Plain letters in lines that fit, and nothing that moves a cursor or colours."""
    text = "\n".join(block.lines)
    assert text.replace("\n", "").isprintable()
    assert text.isascii()
    assert max(map(len, block.lines)) <= 79


def test_a_page_is_set_right(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# Page\n```plain\n> robin\nNonsense.\n> ping\n```\nEnd.\n", "utf-8")
    assert mend(page)
    lines = page.read_text("utf-8").splitlines()
    assert lines[:4] == ["# Page", "```plain", "Your name [ann]:", "> robin"]
    assert lines[-5:] == ["> ping", "pong", lines[-3], "```", "End."]
    assert lines[-3].startswith("Goodbye.")
    assert not mend(page)
