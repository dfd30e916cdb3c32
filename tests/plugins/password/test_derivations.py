"""How well forms are judged on words that nobody tuned the table for (R-W-18, R-W-22, O-W-4).

The samples say how their pairs were drawn and marked.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final, TypeAlias

import pytest

from parlour_password.forms import is_form

SAMPLES: Final = {
    "derivations": (0.98, 0.98),
    "derivations_first": (0.98, 0.98),
    "derivations_second": (0.97, 0.96),
    "derivations_third": (0.97, 0.97),
    "derivations_outside_first": (0.95, 0.97),
    "derivations_outside_second": (0.92, 0.94),
}
"""Files beside this one, and what recall and precision must be at least.
The judge was mended for what it got wrong in the first two."""
SEALED: Final = ("derivations_second", "derivations_third", "derivations_outside_second")
"""The samples for whose failures nobody may mend, so they are not shown."""
Pair: TypeAlias = tuple[str, str]


def sample(name: str) -> tuple[list[Pair], list[Pair]]:
    """Return the pairs of the sample with that *name*: forms, and others."""
    forms: list[Pair] = []
    others: list[Pair] = []
    for line in Path(__file__).with_name(f"{name}.txt").read_text(encoding="ascii").splitlines():
        word, _, marked = line.partition("#")[0].partition(":")
        yes, _, no = marked.partition("-")
        forms += ((word, clue) for clue in yes.split())
        others += ((word, clue) for clue in no.split())
    return forms, others


def test_the_samples_are_large_enough() -> None:
    """Hundreds of pairs each way, each once."""
    pairs = [pair for name in SAMPLES for part in sample(name) for pair in part]
    assert len({*pairs}) == len(pairs)
    assert sum(len(sample(name)[0]) for name in SAMPLES) > 500
    assert all(len(sample(name)[1]) > 900 for name in SAMPLES)


@pytest.mark.sweep
@pytest.mark.parametrize("name", SAMPLES)
def test_forms_are_found_and_others_are_not_accused(name: str) -> None:
    """O-W-4: nearly all forms are found (recall), and hardly anything else is called one."""
    forms, others = sample(name)
    missed = [pair for pair in forms if not is_form(*pair)]
    accused = [pair for pair in others if is_form(*pair)]
    found = len(forms) - len(missed)
    recall, precision = found / len(forms), found / (found + len(accused))
    shown = f"{recall:.3f} {precision:.3f} {'' if name in SEALED else (missed, accused)}"
    assert recall >= SAMPLES[name][0], shown
    assert precision >= SAMPLES[name][1], shown
