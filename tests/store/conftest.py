"""What the tests of the stores share."""

from __future__ import annotations

from itertools import count
from typing import Final

import pytest

HOUSES: Final = count(1)


@pytest.fixture
def house() -> str:
    """The name of a house that no other test has."""
    return f"house-{next(HOUSES)}"
