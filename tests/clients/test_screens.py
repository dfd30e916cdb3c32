"""Every moment looks as it was read and found good, at every size."""

from __future__ import annotations

import pytest

from tests.clients.moments import ALL, MOMENTS, path, shown


@pytest.mark.parametrize(("columns", "rows"), ALL, ids=lambda each: str(each))
@pytest.mark.parametrize("name", MOMENTS)
def test_a_moment_looks_as_it_is_written_down(name: str, columns: int, rows: int) -> None:
    """A changed screen shows here first; look at it before you accept it (see moments.py)."""
    text = shown(name)[columns, rows]
    assert text == path(name, columns, rows).read_text()
    lines = text.splitlines()
    assert len(lines) == rows
    assert max(map(len, lines)) <= columns
    assert text.isascii()
