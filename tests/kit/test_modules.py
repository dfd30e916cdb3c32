"""The kit says truly what is in it."""

from __future__ import annotations

import re
from importlib import import_module
from pkgutil import iter_modules

import pytest


@pytest.mark.parametrize(
    "name", ["parlour_kit", "parlour_kit.checks", "parlour_kit.cockpit", "parlour_kit.conformance"]
)
def test_a_package_lists_its_modules_and_no_others(name: str) -> None:
    package = import_module(name)
    listed = re.findall(r"^ *(\w+)(?:\.py)?  +\S", package.__doc__ or "", re.M)
    assert sorted(listed) == sorted(each.name for each in iter_modules(package.__path__))
