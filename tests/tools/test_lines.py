"""Lines of code are counted alike in all languages."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.lines import code_lines, counted, kind_of

PYTHON = '''"""A module.

It has a long text.
"""

# a comment
A = 1  # not only a comment


class Spot:
    """A spot."""

    at: int
    """Where it is."""
'''
CURLY = """/* A licence,
   in two lines. */
// a comment
const a = "// no comment"; // but this

const b = `/* nor
this */`;
"""


def test_comments_docstrings_and_empty_lines_do_not_count() -> None:
    """In Python, and in what has curly brackets."""
    assert code_lines("spot.py", PYTHON) == 3
    assert code_lines("spot.ts", CURLY) == 3


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("rules.py", "code"),
        ("salvo/bot.py", "bots"),
        ("advanced-ai.js", "bots"),
        ("robots.py", "code"),
        ("test_salvo.py", "tests"),
        ("mocks.ts", "tests"),
        ("board.test.tsx", "tests"),
    ],
)
def test_a_file_is_known_by_its_name(name: str, kind: str) -> None:
    """Bots and tests are counted apart."""
    assert kind_of(name) == kind


def test_a_folder_is_counted_as_a_whole(tmp_path: Path) -> None:
    """With what is below it, and without pictures."""
    (tmp_path / "spot").mkdir()
    (tmp_path / "spot" / "rules.py").write_text(PYTHON)
    (tmp_path / "bot.py").write_text("A = 1\n")
    (tmp_path / "board.svg").write_text("<svg/>\n")
    assert counted(tmp_path) == {"code": 3, "bots": 1}
