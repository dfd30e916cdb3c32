"""Build the automata that the Boggle solver reads, from the word lists that come with Parlour.

    python tools/build_boggle.py en
    python tools/build_boggle.py fr

To be run whenever a list has changed; a test says so if it was forgotten. The same list
gives the same bytes. The game works without the file, after a second's work at run time.
"""

from __future__ import annotations

import argparse
import gzip
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from parlour.lexicons import BUILTIN, LexiconError, load_builtin
from parlour_boggle.automaton import build, playable, write

ROOT: Final = Path(__file__).resolve().parent.parent
DATA: Final = ROOT / "plugins" / "boggle" / "parlour_boggle" / "data"


def packed(name: str) -> bytes:
    """The data file of the list *name*; nothing in it tells the time or the system."""
    lexicon = load_builtin(name)
    return gzip.compress(write(build(playable(lexicon)), lexicon.hash), mtime=0)


def main(arguments: Sequence[str]) -> int:
    """Build what *arguments* ask for; return the exit status."""
    parser = argparse.ArgumentParser(description="Build the automaton of a word list for Boggle.")
    parser.add_argument("list", choices=BUILTIN)
    parser.add_argument("--out", type=Path, default=DATA, help="the folder to write into")
    given = parser.parse_args(arguments)
    name: str = given.list
    try:
        given.out.mkdir(parents=True, exist_ok=True)
        data = packed(name)
        (given.out / f"{name}.gz").write_bytes(data)
    except (LexiconError, OSError) as error:
        print(f"build_boggle: {error}", file=sys.stderr)
        return 1
    print(f"{name}: {len(data):,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
