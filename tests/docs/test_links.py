"""Every link from one of our pages to another leads somewhere."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Set
from pathlib import Path

import pytest

from tests.docs.pages import ROOT, pages

DECISIONS = ROOT / "docs" / "decisions"
_FENCED = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)")
_HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
_MODULE = re.compile(r"`(\w+\.py|\w+(?:/\w+)+(?:\.py)?)`")
_NAME = re.compile(r"`([A-Za-z_][\w.]*)`")
_FOLDERS = (
    "",
    "host/parlour",
    "kit/parlour_kit",
    "host/parlour/wire/messages",
    "clients/parlour_client",
    "plugins/probe",
    "plugins/probe/parlour_probe",
)
"""Where the page on the architecture looks for a file that it names."""


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
    index = (DECISIONS / "README.md").read_text("utf-8")
    for record in sorted(DECISIONS.glob("0*.md")):
        number, title = record.read_text("utf-8").partition("\n")[0][2:].split(". ", 1)
        row = f"| [{int(number):04}]({record.name}) | {title}"
        assert row in index, f"docs/decisions/README.md has no row {row} |"


def test_the_architecture_names_files_that_exist() -> None:
    """Somebody who wants to change a thing is sent to the right place."""
    page = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    named = set(_MODULE.findall(page))
    assert {"engine/folding", "scene.py", "tests/docs/reference.py"} <= named
    places = {name: [ROOT / folder / name for folder in _FOLDERS] for name in named}
    assert [
        name
        for name, paths in sorted(places.items())
        if not any(path.exists() or path.with_suffix(".py").exists() for path in paths)
    ] == []


def test_the_architecture_names_what_is_defined() -> None:
    """Somebody who looks for a thing finds it under the name that the map gives it."""
    page = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    where = page.partition("## Where is it?")[2].partition("\n## ")[0]
    named = set(_NAME.findall(where + page.partition("Ann types")[2].partition("\n## ")[0]))
    assert {"check_name", "Room.add", "flood_burst"} <= named
    wanted = {part for name in named for part in name.split(".")}
    for path in (each for folder in ("host", "kit") for each in (ROOT / folder).rglob("*.py")):
        if not wanted:
            break
        wanted.difference_update(_known(path, wanted))
    assert wanted == set()


def _known(path: Path, wanted: Set[str]) -> Iterator[str]:
    """A module, what it defines, and names that people type, such as those of options.

    Nothing of a module that seems to define none of the *wanted* names: parsing it takes long.
    """
    yield from (path.stem, path.suffix[1:])
    text = path.read_text("utf-8")
    names = "|".join(map(re.escape, sorted(wanted)))
    defined = re.search(
        rf"(?:def|class) (?:{names})\b|\b(?:{names})\b *[:=,]|[\"'](?:{names})[\"']", text
    )
    for node in ast.walk(ast.parse(text if defined else "")):
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                yield node.name
            case ast.Name(ctx=ast.Store()):
                yield node.id
            case ast.Constant(value=str(value)):
                yield value
            case _:
                pass
