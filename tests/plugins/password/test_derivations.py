"""How well forms are judged on words that nobody tuned the table for (R-W-18, R-W-22, O-W-4).

    python -m tests.plugins.password.test_derivations

prints the share of forms found, the share of verdicts that are right, and every failure.
`derivations.txt` says how its pairs were drawn and marked.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeAlias

from parlour_password.forms import is_form

SAMPLE: Final = Path(__file__).with_name("derivations.txt")
RECALL: Final = 0.93
PRECISION: Final = 0.965
"""What they must be at least. The aim is 0.97 for both."""
Pair: TypeAlias = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Measured:
    """What the judge made of the sample."""

    found: int
    """Forms called forms."""
    missed: Sequence[Pair]
    """Forms called something else."""
    accused: Sequence[Pair]
    """Other words called forms."""

    @property
    def recall(self) -> float:
        """The share of the forms that is found."""
        return self.found / (self.found + len(self.missed))

    @property
    def precision(self) -> float:
        """The share of what is called a form that is one."""
        return self.found / (self.found + len(self.accused))


def sample() -> tuple[list[Pair], list[Pair]]:
    """Return the pairs of the sample: forms, and others."""
    forms: list[Pair] = []
    others: list[Pair] = []
    for line in SAMPLE.read_text(encoding="ascii").splitlines():
        word, _, marked = line.partition("#")[0].partition(":")
        yes, _, no = marked.partition("-")
        forms += ((word, clue) for clue in yes.split())
        others += ((word, clue) for clue in no.split())
    return forms, others


def measured() -> Measured:
    """Judge the sample."""
    forms, others = sample()
    missed = [pair for pair in forms if not is_form(*pair)]
    accused = [pair for pair in others if is_form(*pair)]
    return Measured(len(forms) - len(missed), missed, accused)


def test_the_sample_is_large_enough() -> None:
    """Hundreds of pairs each way, each once."""
    forms, others = sample()
    assert len({*forms, *others}) == len(forms) + len(others)
    assert len(forms) > 300
    assert len(others) > 1_000


def test_forms_are_found_and_others_are_not_accused() -> None:
    """O-W-4: nearly all forms are found, and hardly anything else is called one."""
    result = measured()
    assert result.recall >= RECALL, result.missed
    assert result.precision >= PRECISION, result.accused


def main() -> None:
    """Print the figures and every failure."""
    result = measured()
    forms, others = sample()
    lines = [
        f"{len(forms)} forms: {result.recall:.1%} found; precision {result.precision:.1%}",
        "missed:  " + ", ".join(map("-".join, result.missed)),
        f"accused of {len(others)}: " + ", ".join(map("-".join, result.accused)),
    ]
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
