"""The vectors that the language model all-MiniLM-L6-v2 gives to words and explanations.

The model is small: six layers of the transformer BERT. We do its arithmetic in NumPy, so building
the table needs neither torch nor transformers. See J. Devlin and others,
`BERT: Pre-training of Deep Bidirectional Transformers`, 2019.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, Final

np: Any = import_module("numpy")
"""Not in the project's environment, and so without types."""

LAYERS: Final = 6
HEADS: Final = 12
WIDTH: Final = 384
TINY: Final = 1e-12
"""Added to a variance before it divides, as the model was trained."""
BATCH: Final = 128
"""Texts at a time: more do not make it faster."""
LONGEST: Final = 48
"""Pieces that are read of a text."""

FIRST: Final = "[CLS]"
LAST: Final = "[SEP]"
UNKNOWN: Final = "[UNK]"
INSIDE: Final = "##"
"""Before a piece that does not begin a word."""
_LETTERS: Final = re.compile("[a-z]+")


def encode(texts: Sequence[str], folder: Path) -> Any:
    """An array with a row of length 1 for each of *texts*, of which only a to z are read.

    *folder* is that of the model. The same numbers everywhere but for the last few digits.
    """
    weights = _weights((folder / "model.safetensors").read_bytes())
    names = (folder / "vocab.txt").read_text(encoding="utf-8").splitlines()
    numbers = {piece: number for number, piece in enumerate(names)}
    by_length: dict[int, list[tuple[int, list[int]]]] = {}
    for at, text in enumerate(texts):
        pieces = [piece for word in _LETTERS.findall(text) for piece in _pieces(word, numbers)]
        row = [numbers[piece] for piece in (FIRST, *pieces[: LONGEST - 2], LAST)]
        by_length.setdefault(len(row), []).append((at, row))
    found = np.zeros((len(texts), WIDTH))
    for rows in by_length.values():
        for start in range(0, len(rows), BATCH):
            batch = rows[start : start + BATCH]
            found[[at for at, _ in batch]] = _read(np.array([row for _, row in batch]), weights)
    return found


def _pieces(word: str, numbers: Mapping[str, int]) -> Iterator[str]:
    """*word* in the longest pieces that the model knows, from left to right."""
    start = 0
    while start < len(word):
        before = INSIDE if start else ""
        ends = (end for end in range(len(word), start, -1) if before + word[start:end] in numbers)
        end = next(ends, None)
        if end is None:
            yield UNKNOWN
            return
        yield before + word[start:end]
        start = end


def _weights(data: bytes) -> Mapping[str, Any]:
    """The arrays of a file in the form safetensors: a head in JSON, then all numbers."""
    start = 8 + int.from_bytes(data[:8], "little")
    weights: dict[str, Any] = {}
    for name, about in json.loads(data[8:start]).items():
        if about.get("dtype") == "F32":
            first, last = about["data_offsets"]
            numbers = np.frombuffer(data[start + first : start + last], dtype="<f4")
            weights[name] = numbers.reshape(about["shape"]).astype("f8")
    return weights


# --- the arithmetic ---------------------------------------------------------------------


def _read(rows: Any, weights: Mapping[str, Any]) -> Any:
    """A vector for each of *rows*, which are equally many numbers of pieces."""
    words = weights["embeddings.word_embeddings.weight"][rows]
    places = weights["embeddings.position_embeddings.weight"][: rows.shape[1]]
    kind = weights["embeddings.token_type_embeddings.weight"][0]
    x = _even(words + places + kind, "embeddings.LayerNorm", weights)
    for layer in range(LAYERS):
        name = f"encoder.layer.{layer}"
        seen = _attend(x, f"{name}.attention.self", weights)
        seen = _linear(seen, f"{name}.attention.output.dense", weights)
        x = _even(x + seen, f"{name}.attention.output.LayerNorm", weights)
        thought = _gelu(_linear(x, f"{name}.intermediate.dense", weights))
        thought = _linear(thought, f"{name}.output.dense", weights)
        x = _even(x + thought, f"{name}.output.LayerNorm", weights)
    mean = x.mean(axis=1)
    return mean / np.linalg.norm(mean, axis=1, keepdims=True)


def _linear(x: Any, name: str, weights: Mapping[str, Any]) -> Any:
    """One product of two matrices, which is many times faster than one for each row of *x*."""
    flat = np.ascontiguousarray(x).reshape(-1, x.shape[-1])
    found = flat @ weights[f"{name}.weight"].T + weights[f"{name}.bias"]
    return found.reshape(*x.shape[:-1], -1)


def _even(x: Any, name: str, weights: Mapping[str, Any]) -> Any:
    """Normalise the layer."""
    x = x - x.mean(axis=-1, keepdims=True)
    x = x / np.sqrt((x * x).mean(axis=-1, keepdims=True) + TINY)
    return x * weights[f"{name}.weight"] + weights[f"{name}.bias"]


def _attend(x: Any, name: str, weights: Mapping[str, Any]) -> Any:
    many, length, width = x.shape

    def heads(what: str) -> Any:
        found = _linear(x, f"{name}.{what}", weights)
        return found.reshape(many, length, HEADS, width // HEADS).transpose(0, 2, 1, 3)

    near = heads("query") @ heads("key").transpose(0, 1, 3, 2) / (width // HEADS) ** 0.5
    near = np.exp(near - near.max(axis=-1, keepdims=True))
    near = near / near.sum(axis=-1, keepdims=True)
    return (near @ heads("value")).transpose(0, 2, 1, 3).reshape(many, length, width)


def _gelu(x: Any) -> Any:
    """x times the chance that a normal number is below it.

    The chance after M. Abramowitz and I. A. Stegun, Handbook of Mathematical Functions,
    7.1.26: right to seven digits.
    """
    z = np.abs(x) * 0.5**0.5
    t = 1 / (1 + 0.3275911 * z)
    p = 1.061405429
    for factor in (-1.453152027, 1.421413741, -0.284496736, 0.254829592):
        p = p * t + factor
    erf = np.copysign(1 - p * t * np.exp(-z * z), x)
    return x * (1 + erf) * 0.5
