"""The pages for authors are true: each block runs, and prints what the page says."""

from __future__ import annotations

from itertools import zip_longest

import pytest

from tests.docs.pages import ROOT, Block, blocks_of

DOCS = ROOT / "docs"
PAGES = [
    *sorted((DOCS / "how-to").glob("*.md")),
    *sorted((DOCS / "reference").glob("*.md")),
    *(DOCS / name for name in ("secrets.md", "host-hooks.md")),
]


def _examples() -> list[tuple[Block, tuple[str, ...]]]:
    """Every block of Python, with the lines of the block of text behind it."""
    found: list[tuple[Block, tuple[str, ...]]] = []
    for page in PAGES:
        blocks = blocks_of(page)
        for code, shown in zip_longest(blocks, blocks[1:]):
            if code.kind == "python":
                found.append((code, shown.lines if shown and shown.kind == "text" else ()))
    return found


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("code", "shown"), _examples(), ids=[code.where for code, _ in _examples()]
)
def test_a_block_prints_what_the_page_shows(
    code: Block, shown: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    """In a folder with `toss.py`, the game of reference/game.md."""
    source = "\n" * (code.line - 1) + "\n".join(code.lines)
    block = compile(source, code.where, "exec", dont_inherit=True)
    exec(block, {"__name__": "__main__", "__file__": str(code.page)})
    assert capsys.readouterr().out.splitlines() == list(shown)
