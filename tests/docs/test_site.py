"""The site that `./dev docs` builds has every page in its navigation. Links: test_links.py."""

from __future__ import annotations

from itertools import chain
from runpy import run_path

from tests.docs.pages import ROOT

DOCS = ROOT / "docs"
CONTENTS = DOCS / "README.md"


def test_every_page_is_in_the_one_page_of_contents() -> None:
    """A page without a row there would be on no reader's way."""
    site = run_path(str(DOCS / "site" / "conf.py"))
    navigation = site["navigation"](CONTENTS.read_text("utf-8"))
    listed = list(chain.from_iterable(navigation.values()))
    listed += chain.from_iterable(map(site["pages_below"], list(listed)))
    pages = {str(page.relative_to(DOCS).with_suffix("")) for page in DOCS.rglob("*.md")}
    decisions = {page for page in pages if page.startswith("decisions/0")}
    assert sorted(listed) == sorted(pages - decisions - {"README"})
