"""The host that is measured, and an older one beside it, each with the limits it knows."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from tools.bench.servers import AWAY_S, CHECKOUT, CONFIG, settings

OLDER = '''
class Limits:
    """Everything that keeps one from using up what all share."""

    connections: int = 10_000
    """Open lines in all: more than
    any family has."""
    away_s: int = 900
'''


@pytest.mark.parametrize("package", ["core", "house"])
def test_an_older_host_gets_only_the_limits_that_it_knows(tmp_path: Path, package: str) -> None:
    limits = tmp_path / "host/parlour" / package / "limits.py"
    limits.parent.mkdir(parents=True)
    limits.write_text(OLDER)
    assert tomllib.loads(settings(tmp_path, away_s=7)) == {
        "limits": {"connections": 20_000, "away_s": 7},
        "log": {"level": "error"},
    }


def test_our_own_host_gets_them_all() -> None:
    assert tomllib.loads(settings(CHECKOUT)) == tomllib.loads(CONFIG.format(away_s=AWAY_S))
