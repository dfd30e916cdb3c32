"""A row of a shelf may hold what players wrote, so a log does not show it."""

from __future__ import annotations

from parlour.core.persistence import RowKept


def test_a_row_that_is_kept_shows_its_key_and_not_its_words() -> None:
    said = repr(RowKept("reports", "[7]", b'{"text":"she said lantern"}'))
    assert said == "RowKept(shelf='reports', key='[7]')"
