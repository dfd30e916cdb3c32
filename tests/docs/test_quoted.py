"""Programs that stand on a page are the files that the tests run."""

from __future__ import annotations

import pytest

from tests.docs.pages import ROOT, Block, all_blocks
from tests.docs.quoted import file_of

QUOTED = [block for block in all_blocks("python") if file_of(block) is not None]


def test_programs_are_quoted() -> None:
    assert {file.name for block in QUOTED if (file := file_of(block))} >= {"random_player.py"}


@pytest.mark.parametrize("block", QUOTED, ids=lambda block: block.where)
def test_a_program_is_the_file_that_is_run(block: Block) -> None:
    """To set it right: python -m tests.docs.update."""
    file = file_of(block)
    assert file is not None
    assert file.is_relative_to(ROOT / "examples"), "only those are run"
    assert "\n".join(block.lines) + "\n" == file.read_text("utf-8")
