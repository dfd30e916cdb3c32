"""Lists the modules that import each other in circles: python -m tools.circles

Every import counts, also those under `TYPE_CHECKING`: who reads a module reads what it names.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
PARENTS: Final = (
    "host",
    "kit",
    "clients",
    "plugins/boggle",
    "plugins/password",
    "plugins/probe",
    ".",
)
"""The folders in which packages are found; `tools` is in the last."""
PACKAGES: Final = ("parlour*", "tools")


def modules() -> dict[str, Path]:
    """Every module of ours, by the name under which it is imported."""
    found: dict[str, Path] = {}
    for parent in PARENTS:
        folder = ROOT / parent
        for path in (file for name in PACKAGES for file in folder.glob(f"{name}/**/*.py")):
            parts = path.relative_to(folder).with_suffix("").parts
            found[".".join(parts).removesuffix(".__init__")] = path
    return found


def imported(path: Path) -> Iterator[str]:
    """The names that the module in *path* imports, wherever in it that happens."""
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def imports(known: Mapping[str, Path]) -> dict[str, set[str]]:
    """What each module imports of the others."""
    found: dict[str, set[str]] = {}
    for module, path in known.items():
        names = {name if name in known else name.rpartition(".")[0] for name in imported(path)}
        found[module] = (names & known.keys()) - {module}
    return found


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
    print(*sorted(in_circles(imports(modules()))), sep="\n")


if __name__ == "__main__":
    main()
