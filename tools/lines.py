"""Count lines of code: those of a game here, and those of its like elsewhere.

python -m tools.lines FOLDER ...

A line counts if it is not empty, not only a comment and not part of a docstring. Tests and bots
are counted apart, by the names of their files. docs/decisions/0051-six-games.md has the figures.
"""

from __future__ import annotations

import ast
import re
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Final

CURLY: Final = (".cc", ".h", ".js", ".jsx", ".ts", ".tsx")
_NO_CODE: Final = re.compile(
    r"""("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)|/\*.*?\*/|//[^\n]*""",
    re.DOTALL,
)
_TEST: Final = re.compile(r"test|mocks")
_BOT: Final = re.compile(r"(^|[-/])(bots?|ai)\.")


def code_lines(name: str, text: str) -> int:
    """Return how many lines of the file *name* are code."""
    if name.endswith(".py"):
        skipped = set(_docstrings(ast.parse(text)))
        rows = enumerate(text.splitlines(), 1)
        return sum(
            number not in skipped and bool(row.strip()) and not row.strip().startswith("#")
            for number, row in rows
        )
    bare = _NO_CODE.sub(lambda found: found[1] or "\n" * found[0].count("\n"), text)
    return sum(bool(row.strip()) for row in bare.splitlines())


def _docstrings(tree: ast.Module) -> Iterable[int]:
    """Yield the lines of texts that stand alone: docstrings, of fields too."""
    for node in ast.walk(tree):
        match node:
            case ast.Expr(value=ast.Constant(value=str())):
                yield from range(node.lineno, (node.end_lineno or node.lineno) + 1)
            case _:
                pass


def kind_of(name: str) -> str:
    """Return what a file counts as."""
    if _TEST.search(name):
        return "tests"
    return "bots" if _BOT.search(name) else "code"


def counted(folder: Path) -> Counter[str]:
    """Return the lines of code below *folder*, by kind."""
    found: Counter[str] = Counter()
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.suffix in {".py", *CURLY}:
            name = path.relative_to(folder).as_posix()
            found[kind_of(name)] += code_lines(name, path.read_text("utf-8"))
    return found


if __name__ == "__main__":
    for word in sys.argv[1:]:
        print(word, dict(counted(Path(word))))
