"""Every game that comes with Parlour brings a drawing for the terminal client."""

from __future__ import annotations

import importlib
from pathlib import Path

import tomli

from parlour_client.drawings import GROUP, Drawing

PROJECT = Path(__file__).parents[2] / "pyproject.toml"


def test_every_game_has_one() -> None:
    points = tomli.loads(PROJECT.read_text("utf-8"))["project"]["entry-points"]
    assert points[GROUP].keys() == points["parlour"].keys()
    for module in points[GROUP].values():
        assert Drawing(importlib.import_module(module)).draw({}, {}, 80) == []
