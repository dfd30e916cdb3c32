"""What the pages show is what a host says: every session is played over a real socket."""

from __future__ import annotations

import pytest

from tests.docs.conform import complaints
from tests.docs.pages import blocks_of, pages
from tests.docs.play import play
from tests.docs.script import Story, stories


def _stories() -> list[Story]:
    return [
        story
        for page in pages()
        for story in stories(block for block in blocks_of(page) if block.kind == "session")
    ]


@pytest.mark.parametrize("story", _stories(), ids=lambda story: story.scripts[0].block.where)
def test_a_session_reads_as_documented(story: Story) -> None:
    """To accept what is read now: python -m tests.docs.update, then read the diff."""
    steps = play(story)
    wrong = [played.report(name) for played in steps for name in played.wrong]
    assert not wrong, "\n\n".join(wrong)
    assert complaints(story, steps) == []  # what programs send and read fits the schema
