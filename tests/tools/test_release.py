"""What a release publishes: its page of the changelog, and the README for a package index."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Final

import pytest

from tools.hatch_metadata import page
from tools.release import ReleaseError, notes

ROOT: Final = Path(__file__).parents[2]


def test_the_notes_are_the_page_of_one_version() -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    changelog = (ROOT / "CHANGELOG.md").read_text("utf-8")
    assert f"## {version} (" in changelog
    assert "## 0." not in notes(changelog, version).replace("### ", "")
    text = "# All\n\n## 1.2.0 (today)\n\nNew.\n\n### More\n\n## 1.1.0 (before)\n\nOld.\n"
    assert notes(text, "1.2.0") == "New.\n\n### More\n"
    assert notes(text, "1.1.0") == "Old.\n"
    with pytest.raises(ReleaseError, match=r"no page for 1\.20"):
        notes(text, "1.20")


def test_links_of_the_readme_lead_to_the_tag_or_nowhere() -> None:
    text = "![A](docs/a.svg) [B](docs/b.md#c) [D](https://example.org) [E](#e)"
    led = page(text, "https://forge.example/us/p", "v1.2.0")
    assert led == (
        "![A](https://forge.example/us/p/raw/v1.2.0/docs/a.svg)"
        " [B](https://forge.example/us/p/blob/v1.2.0/docs/b.md#c)"
        " [D](https://example.org) [E](#e)"
    )
    assert page(text, "", "v1.2.0") == " B [D](https://example.org) [E](#e)"
    plain = page((ROOT / "README.md").read_text("utf-8"), "", "v1.2.0")
    assert not re.findall(r"\]\((?!https:|#)", plain)
