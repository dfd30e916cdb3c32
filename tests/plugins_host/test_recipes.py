"""docs/recipes.md is true: each block prints what the page says."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tests.docs.pages import ROOT, Block, blocks_of

PAGE = ROOT / "docs" / "recipes.md"
_BLOCKS = blocks_of(PAGE)
EXAMPLES = [pair for pair in pairwise(_BLOCKS) if pair[0].kind == "python"]


@pytest.mark.parametrize(("code", "shown"), EXAMPLES, ids=[code.where for code, _ in EXAMPLES])
def test_a_recipe_prints_what_the_page_shows(
    code: Block, shown: Block, capsys: pytest.CaptureFixture[str]
) -> None:
    assert shown.kind == "text"
    source = "\n".join(code.lines)
    block = compile(source, str(PAGE), "exec", dont_inherit=True)
    exec(block, {"__name__": "__main__"})
    assert capsys.readouterr().out.splitlines() == list(shown.lines)
