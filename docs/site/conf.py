"""Builds the pages of docs/ as a site (`./dev docs`): Sphinx, MyST for Markdown, docstrings."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]

project = "Parlour"
version = release = re.findall(
    r'^version = "(.+)"$', (ROOT / "pyproject.toml").read_text("utf-8"), re.MULTILINE
)[0]
extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["README.md"]
"""The list of pages for people who read them as files. The site has index.md."""
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
_OUTSIDE = re.compile(
    r"\[([^\]]*)\]\((?:\.\./)+((?:README|examples|tests|tools)[^)#]*)(?:#[^)]*)?\)"
)
"""A link to a file that is not on the site."""
_CODE = re.compile(r"(?<!`)`([^`]+)`(?!`)(\w?)")


def _read(app: Any, page: str, source: list[str]) -> None:
    """Name files that are not on the site in place of linking them."""
    text = source[0].replace("](README.md#decisions)", "](site/decisions.md)")
    source[0] = _OUTSIDE.sub(r"\1 (`\2`)", text)


def _docstring(app: Any, what: str, name: str, found: Any, options: Any, lines: list[str]) -> None:
    """Let a letter follow a name, as in "`Seat`s"."""
    lines[:] = [_CODE.sub(r"``\1``\\ \2", line) for line in lines]


def setup(app: Any) -> None:
    """Say what is ours."""
    plain = import_module("pygments.lexers.special").TextLexer
    for name in OURS:
        app.add_lexer(name, plain)
    app.connect("source-read", _read)
    app.connect("autodoc-process-docstring", _docstring)
