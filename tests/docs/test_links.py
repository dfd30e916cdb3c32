"""Every link from one of our pages to another leads somewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.docs.pages import ROOT, pages

_FENCED = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)")
_HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)


def _text(page: Path) -> str:
    return _FENCED.sub("", page.read_text("utf-8"))


def _anchors(page: Path) -> set[str]:
    """What a heading is called in links: small letters, blanks as hyphens, no other signs."""
    headings = _HEADING.findall(_text(page))
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", pages(), ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    for file, anchor in _LINK.findall(_text(page)):
        target = (page.parent / file).resolve() if file else page
        assert target.exists(), f"{page}: there is no {file}"
        assert not anchor or anchor in _anchors(target), f"{page}: there is no #{anchor}"


def test_the_index_lists_every_decision() -> None:
    """A record that no page lists is a record that nobody reads."""
    index = (ROOT / "docs" / "README.md").read_text("utf-8")
    for record in sorted((ROOT / "docs" / "decisions").glob("*.md")):
        number, title = record.read_text("utf-8").partition("\n")[0][2:].split(". ", 1)
        row = f"| [{int(number):04}](decisions/{record.name}) | {title}"
        assert row in index, f"docs/README.md has no row {row} |"
