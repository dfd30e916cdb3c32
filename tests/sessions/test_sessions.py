"""Every block of the pages in this folder is a test: who sends what, and what everybody reads.

The form is that of the sessions in the docs. A heading says what the block shows.
"""

from __future__ import annotations

import re

import pytest

from tests.docs.conform import complaints
from tests.docs.pages import blocks_of, session_pages
from tests.docs.play import play
from tests.docs.script import Story, stories


def _stories() -> list[tuple[str, Story]]:
    """Every story with its page and the heading above it."""
    found: list[tuple[str, Story]] = []
    for page in session_pages():
        lines = page.read_text("utf-8").splitlines()
        for story in stories(blocks_of(page)):
            above = lines[: story.scripts[0].block.line - 1]
            headings = [line.lstrip("# ") for line in above if re.match("##+ ", line)]
            found.append((f"{page.stem}: {headings[-1] if headings else '?'}", story))
    return found


STORIES = _stories()


@pytest.mark.parametrize(("title", "story"), STORIES, ids=[title for title, _ in STORIES])
def test_everybody_reads_what_the_page_says(title: str, story: Story) -> None:
    """To accept what is read now: python -m tests.docs.update, then read the diff."""
    steps = play(story)
    wrong = [played.report(name) for played in steps for name in played.wrong]
    assert not wrong, "\n\n".join(wrong)
    assert complaints(story, steps) == []  # what programs send and read fits the schema


def test_every_story_has_a_heading_of_its_own() -> None:
    """It says what would be lost without the story."""
    titles = [title for title, _ in STORIES]
    assert sorted(set(titles)) == sorted(titles)
