"""Lists the modules that import each other in circles: python -m tools.circles

Every import counts, also those under `TYPE_CHECKING`: who reads a module reads what it names.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import grimp  # of import-linter

ROOT: Final = Path(__file__).parents[1]


def imports() -> dict[str, set[str]]:
    """What each module of ours imports of the others, wherever in it that happens."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    packages = settings["tool"]["importlinter"]["root_packages"]
    graph = grimp.build_graph("tools", *packages, cache_dir=None)
    return {each: graph.find_modules_directly_imported_by(each) for each in graph.modules}


def in_circles(graph: Mapping[str, set[str]]) -> set[str]:
    """The modules of *graph* that stand in a circle of imports, or between two circles."""
    left = set(graph)
    while True:
        importing = {module for module in left if graph[module] & left}
        wanted = set[str]().union(*(graph[module] & left for module in left))
        if left <= importing & wanted:
            return left
        left &= importing & wanted


def main() -> None:
    """Print them, one on a line."""
    print(*sorted(in_circles(imports())), sep="\n")


if __name__ == "__main__":
    main()
