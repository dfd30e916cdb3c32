"""What the tests of the stores share."""

from __future__ import annotations

from collections.abc import Generator
from itertools import count
from typing import Final

import pytest

from tests import postgres

HOUSES: Final = count(1)


@pytest.fixture(scope="session")
def database() -> Generator[postgres.Server]:
    """A PostgreSQL server that does not wait for the disk."""
    with postgres.server() as server:
        yield server


@pytest.fixture
def house() -> str:
    """The name of a house that no other test has."""
    return f"house-{next(HOUSES)}"
