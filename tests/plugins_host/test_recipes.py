"""The pages for authors are true: each block prints what the page says."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tests.docs.pages import ROOT, Block, blocks_of

NAMES = ("how-to.md", "recipes.md", "secrets.md", "host-hooks.md")
PAGES = [ROOT / "docs" / name for name in NAMES]
EXAMPLES = [
    (code, shown)
    for page in PAGES
    for code, shown in pairwise(blocks_of(page))
    if code.kind == "python" and shown.kind == "text"
]


@pytest.mark.parametrize(("code", "shown"), EXAMPLES, ids=[code.where for code, _ in EXAMPLES])
def test_a_recipe_prints_what_the_page_shows(
    code: Block, shown: Block, capsys: pytest.CaptureFixture[str]
) -> None:
    source = "\n".join(code.lines)
    block = compile(source, code.where, "exec", dont_inherit=True)
    exec(block, {"__name__": "__main__"})
    assert capsys.readouterr().out.splitlines() == list(shown.lines)
