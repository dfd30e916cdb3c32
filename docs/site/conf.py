"""Builds the pages of docs/ as a site (`./dev docs`): Sphinx, MyST for Markdown, docstrings."""

from __future__ import annotations

import re
import shutil
from importlib import import_module
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"

project = "Parlour"
version = release = re.findall(
    r'^version = "(.+)"$', (ROOT / "pyproject.toml").read_text("utf-8"), re.MULTILINE
)[0]
extensions = ["myst_parser", "sphinx.ext.autodoc"]
root_doc = "README"
"""The one page of contents. The navigation is made from its tables."""
html_theme = "furo"
html_title = "Parlour"
html_copy_source = False
html_show_sphinx = False

myst_heading_anchors = 6
"""Headings have the anchors that tests/docs/test_links.py knows."""
default_role = "code"
autodoc_member_order = "bysource"
autodoc_default_options = {"members": True, "show-inheritance": True}
python_use_unqualified_type_names = True

OURS = ("session", "plain", "record")
"""Blocks that the tests run, and no highlighter knows."""
_LINK = re.compile(r"\[([^\]]*)\]\((?!https?:)([^)#\s]+)(#[^)\s]*)?\)")
_SECTION = re.compile(r"^#+ (.+)$", re.MULTILINE)
_FROM_SOURCE = tuple(f"site/{name}" for name in ("contract", "scenes", "checks", "hooks"))
"""Pages of docstrings, which only the site has."""
_CODE = re.compile(r"(?<!`)`([^`]+)`(?!`)(\w?)")


def navigation(text: str) -> dict[str, list[str]]:
    """The pages that docs/README.md links to, below its headings; each where it comes first."""
    found: dict[str, list[str]] = {}
    seen: set[str] = set()
    for heading, section in _sections(text):
        links = [file for _, file, _ in _LINK.findall(section)]
        pages = [file[:-3] for file in links if file.endswith(".md") and ".." not in file]
        found[heading] = [page for page in dict.fromkeys(pages) if page not in seen]
        seen.update(pages)
    found["Reference"] += _FROM_SOURCE
    return {heading: pages for heading, pages in found.items() if pages}


def pages_below(page: str) -> list[str]:
    """The pages in the folder with the name of *page*, such as `netcat/` of netcat.md."""
    links = [file for _, file, _ in _LINK.findall((DOCS / f"{page}.md").read_text("utf-8"))]
    folder = Path(page).name
    return list(dict.fromkeys(link[:-3] for link in links if link.startswith(f"{folder}/")))


def _sections(text: str) -> list[tuple[str, str]]:
    """Headings of *text*, each with what is below it."""
    parts = _SECTION.split(text)
    return list(zip(parts[1::2], parts[2::2], strict=True))


def _tree(caption: str, pages: list[str]) -> str:
    options = ":hidden:\n" + (f":caption: {caption}\n" if caption else ":glob:\n")
    return "\n```{toctree}\n" + options + "\n" + "\n".join(pages) + "\n```\n"


def _read(app: Any, page: str, source: list[str]) -> None:
    """Name files that are not on the site in place of linking them, and add the navigation."""
    folder = (DOCS / page).parent

    def inside(link: re.Match[str]) -> str:
        target = (folder / link[2]).resolve()
        if target.is_relative_to(DOCS):
            return link[0]
        return f"{link[1]} (`{target.relative_to(ROOT)}`)"

    text = _LINK.sub(inside, source[0])
    if page == root_doc:
        text += "".join(_tree(caption, pages) for caption, pages in navigation(text).items())
    elif page == "decisions/README":
        text += _tree("", ["0*"])
    elif below := pages_below(page):
        text += _tree("", below)
    source[0] = text


def _finished(app: Any, error: Exception | None) -> None:
    """A site begins at index.html."""
    if error is None and app.builder.format == "html":
        made = Path(app.outdir)
        shutil.copy(made / f"{root_doc}.html", made / "index.html")


def _docstring(app: Any, what: str, name: str, found: Any, options: Any, lines: list[str]) -> None:
    """Let a letter follow a name, as in "`Seat`s"."""
    lines[:] = [_CODE.sub(r"``\1``\\ \2", line) for line in lines]


def setup(app: Any) -> None:
    """Say what is ours."""
    plain = import_module("pygments.lexers.special").TextLexer
    for name in OURS:
        app.add_lexer(name, plain)
    app.connect("source-read", _read)
    app.connect("build-finished", _finished)
    app.connect("autodoc-process-docstring", _docstring)
