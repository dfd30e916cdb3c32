"""Build the list of spellings that Password takes for one word (O-W-14).

    git clone https://github.com/en-wl/wordlist --branch rel-2020.12.07
    python -m tools.build_spellings wordlist/varcon

It takes a second. The list is from VarCon, which goes with SCOWL: the spellings of a word in
Britain, America, Canada and Australia, up to the size of words that dictionaries have. Archaic and
improper ones are left out, and what has anything but letters. The same input gives the same bytes.
`parlour_password.forms` reads it.
"""

from __future__ import annotations

import argparse
import gzip
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
DATA: Final = ROOT / "plugins" / "password" / "parlour_password" / "data"
LARGEST: Final = 70
"""The largest level of SCOWL taken: words that are found in a usual dictionary."""

_LEVEL: Final = re.compile(r"# .*\(level (?P<level>[0-9]+)\)")
_WORD: Final = re.compile("[a-z]+")
_UNUSED: Final = re.compile("[A-Z_][-x]")
"""A tag of a spelling that should not be used, or is taken for an error."""
_RARE: Final = "(-)"
"""Before a meaning that is archaic."""
_PLURAL: Final = "-- pl"
"""Beside a plural that is like the word: the line has both plurals, which are no two spellings."""


def read(text: str) -> Iterator[tuple[str, ...]]:
    """Yield the spellings of each word of VarCon that has several."""
    level = LARGEST + 1
    for line in text.splitlines():
        head = _LEVEL.match(line)
        if head is not None:
            level = int(head["level"])
        elif line and not line.startswith("#") and level <= LARGEST:
            entries, _, meaning = line.partition("#")[0].partition(" | ")
            counts = _RARE not in meaning and _PLURAL not in meaning
            found = dict.fromkeys(_spellings(entries)) if counts else {}
            if len(found) > 1:
                yield tuple(found)


def _spellings(entries: str) -> Iterator[str]:
    for entry in entries.split(" / "):
        tags, _, word = entry.partition(":")
        kinds = [tag for tag in tags.split() if not tag.isdigit()]  # a number is a column
        if not all(map(_UNUSED.fullmatch, kinds)) and _WORD.fullmatch(word.strip()):
            yield word.strip()


def build(varcon: Path, data: Path) -> str:
    """Write the list into the folder *data*; return a line about it."""
    found = sorted(set(read((varcon / "varcon.txt").read_text("latin-1"))))
    text = "".join(f"{' '.join(words)}\n" for words in found)
    packed = gzip.compress(text.encode("ascii"), mtime=0)
    (data / "varcon.gz").write_bytes(packed)
    return f"spellings: {len(found):,} words, {len(packed):,} bytes"


def main(arguments: Sequence[str]) -> int:
    """Build it; return the exit status."""
    parser = argparse.ArgumentParser(description="Build the list of spellings for Password.")
    parser.add_argument("varcon", type=Path, help="the folder with varcon.txt")
    parser.add_argument("--out", type=Path, default=DATA, help="the folder to write into")
    given = parser.parse_args(arguments)
    try:
        print(build(given.varcon, given.out))
    except OSError as error:
        print(f"build_spellings: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
