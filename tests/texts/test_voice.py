"""What people read has none of the words that a native reader stumbles over."""

from __future__ import annotations

import pytest

from tests.docs.pages import ROOT
from tests.texts.voice import ALLOWED, BANNED, found_in, read_files


def test_every_file_is_plain() -> None:
    paths = list(read_files())
    assert len(paths) > 500
    assert "\n".join(str(found) for path in paths for found in found_in(path)) == ""


def test_an_exception_has_a_reason_and_is_needed() -> None:
    for (path, _), reason in ALLOWED.items():
        assert reason
        assert (ROOT / path).exists()


@pytest.mark.parametrize(
    ("path", "text", "lines"),
    [
        ("page.md", "Fine.\n\nWhoever comes\nfinds his seat.\n", [3, 4]),
        ("page.md", "She sees\nto it, then the line\ndrops.\n", [1, 2]),
        ("code.py", '"""It stands here."""\nhim = 1  # a name in code is not read\n', [1]),
        ("code.py", "x = f'{1} begins anew {2}'\n", [1]),
        ("code.py", "# Fine.\n\n# The player\n# who lost the\n# line.\n", [4]),
        ("code.py", "x = ('who lost ' f'the line')\ny = 'so\\nhe does\\nas well'\n", [1, 3, 3]),
        ("code.py", "understands = 'the theme, this, withstands'\n", []),
    ],
)
def test_banned_words_are_found(path: str, text: str, lines: list[int]) -> None:
    assert [found.line for found in sorted(found_in(path, text), key=lambda f: f.line)] == lines


def test_every_pattern_has_its_advice() -> None:
    assert all(BANNED.values())
