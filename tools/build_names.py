"""Build the table of names that Password allows as clues, whatever they look like.

    apt-get install scowl wordnet-base
    python -m tools.build_names

It takes a second. The names are those of one word in SCOWL up to the size of our word list
(people, places, peoples, brands), the capitalised words of WordNet 3.0, and those that are kept by
hand in `tools/password/names.txt`. Accents are dropped.
The same input gives the same bytes. `parlour_password.clues` reads the table.
"""

from __future__ import annotations

import argparse
import gzip
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from parlour.lexicons import fold, is_word
from tools.sources import MAX_SIZE, SCOWL, BuildError
from tools.wordnet import WORDNET, WordNetError, names

ROOT: Final = Path(__file__).resolve().parent.parent
BY_HAND: Final = ROOT / "tools" / "password" / "names.txt"
DATA: Final = ROOT / "plugins" / "password" / "parlour_password" / "data"

FILE_NAME: Final = re.compile(r"[a-z0-9_]+-(proper-names|upper)\.(?P<size>[0-9]+)")
"""The files of SCOWL with names, and with other words that have a capital."""
SHORTEST: Final = 3


def read_scowl(folder: Path) -> Iterator[str]:
    """The names in *folder*, as they are written. Raises BuildError if there are none."""
    files = [file for file in sorted(folder.glob("*")) if FILE_NAME.fullmatch(file.name)]
    if not files:
        raise BuildError(f"no SCOWL files in {folder}; apt-get install scowl")
    for file in files:
        if int(file.suffix[1:]) <= MAX_SIZE:
            yield from file.read_text(encoding="utf-8").split()


def read_by_hand(file: Path) -> Iterator[str]:
    """The names in *file*; what follows a # on a line is not read."""
    for line in file.read_text("utf-8").splitlines():
        yield from line.partition("#")[0].split()


def build(scowl: Path, wordnet: Path, by_hand: Path, data: Path) -> str:
    """Write the table into the folder *data*; return a line about it."""
    written = (*read_scowl(scowl), *names(wordnet), *read_by_hand(by_hand))
    folded = {fold(name) for name in written if name[0].isupper()}
    found = sorted(name for name in folded if is_word(name) and len(name) >= SHORTEST)
    packed = gzip.compress("\n".join(["", *found, ""]).encode("ascii"), mtime=0)
    data.mkdir(parents=True, exist_ok=True)
    (data / "names.gz").write_bytes(packed)
    return f"names: {len(found):,} names, {len(packed):,} bytes"


def main(arguments: Sequence[str]) -> int:
    """Build it; return the exit status."""
    parser = argparse.ArgumentParser(description="Build the table of names for Password.")
    parser.add_argument("--out", type=Path, default=DATA, help="the folder to write into")
    given = parser.parse_args(arguments)
    try:
        print(build(SCOWL, WORDNET, BY_HAND, given.out))
    except (BuildError, WordNetError, OSError) as error:
        print(f"build_names: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
