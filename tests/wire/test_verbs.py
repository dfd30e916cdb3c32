"""What people type, in their own words."""

from __future__ import annotations

import pytest

from parlour.language import _, translated
from parlour.wire.verbs import typed_line


@pytest.mark.parametrize(
    ("line", "usage", "lang", "read"),
    [
        ("quit", False, "fr", "quitter"),
        ("quit", False, "en", "quit"),
        ("tell PLAYER TEXT", True, "fr", "chuchoter JOUEUR TEXTE"),
    ],
)
def test_a_line_to_type_is_read_in_the_words_of_its_reader(
    line: str, usage: bool, lang: str, read: str
) -> None:
    assert translated(typed_line(line, _, usage=usage), lang) == read
