"""The site that `./dev docs` builds has every page in its navigation. Links: test_links.py."""

from __future__ import annotations

import re

from tests.docs.pages import ROOT

DOCS = ROOT / "docs"
LISTED_ELSEWHERE = {"README.md", "index.md"}
"""The list of pages for people who read files, and the one of the site."""
_TREE = re.compile(r"^```\{toctree\}\n(.*?)^```", re.MULTILINE | re.DOTALL)
_ENTRY = re.compile(r"(?:.* <)?([^<>:\s]+)>?")


def _listed() -> list[str]:
    """Every page in a table of contents, as often as it is there."""
    found: list[str] = []
    for page in (DOCS / "index.md", *sorted((DOCS / "site").glob("*.md"))):
        for tree in _TREE.findall(page.read_text("utf-8")):
            lines = [line for line in tree.splitlines() if line and not line.startswith(":")]
            for entry in filter(None, map(_ENTRY.fullmatch, lines)):
                name = (page.parent / entry[1]).resolve().relative_to(DOCS)
                found += [str(each.relative_to(DOCS)) for each in DOCS.glob(f"{name}.md")]
                assert "*" in entry[1] or found[-1] == f"{name}.md", f"there is no {name}.md"
    return found


def test_every_page_is_in_the_navigation_once() -> None:
    pages = {str(page.relative_to(DOCS)) for page in DOCS.rglob("*.md")}
    assert sorted(_listed()) == sorted(pages - LISTED_ELSEWHERE)
