"""What the pages show of `parlour play --plain` is what it says."""

from __future__ import annotations

import pytest

from tests.docs.pages import Block, all_blocks
from tests.docs.plain import heard


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
