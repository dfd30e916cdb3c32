"""The form of a record is the oldest that has all its entries, so that older programs read it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, get_args

import pytest

from parlour.api import OptionValue
from parlour.engine import record as r
from parlour.records._format import header_of
from tests.store.samples import finished

SUSPENDED = r.Suspended(at=1, why="the game hunt is not here")
ADJOURNED = r.Adjourned(at=1, wall_s=1_790_000_000)


@pytest.mark.parametrize(
    ("options", "happened", "form"),
    [
        ({}, (), 1),
        ({"bank": 0, "increment": 0}, (), 1),
        ({}, (SUSPENDED,), 3),
        ({}, (SUSPENDED, ADJOURNED), 4),
        ({"bank": 60}, (), 4),
        ({"increment": 5}, (), 4),
    ],
)
def test_the_form_follows_from_the_entries_and_the_clock(
    options: Mapping[str, OptionValue], happened: Sequence[r.Entry], form: int
) -> None:
    """A program that knows no banks would call the moves of such a game too late."""
    assert header_of(finished(1, options=options, happened=happened)).record_version == form


LATER: Final = {"suspended", "adjourned"}
"""Kinds of entries that not every form has: `_form_of` looks for them."""
ALWAYS: Final = {
    *("opened", "optioned", "sat", "joined", "stood", "ready", "presence", "started", "moved"),
    *("time_up", "called", "proposed", "answered", "lapsed", "said", "ended", "faulted"),
    *("restarted", "continued", "closed"),
}
"""Kinds that every form has."""


def test_every_kind_of_entry_has_a_form() -> None:
    """A program from before a kind cannot read a record that has it."""
    kinds = {str(kind.__struct_config__.tag) for kind in get_args(r.Entry)}
    new = kinds - ALWAYS - LATER
    assert not new, (
        f"{new}: raise RECORD_VERSION in engine/record.py, look for them in _form_of in"
        " records/_format.py, and name them in LATER and in a case above"
    )
    assert kinds == ALWAYS | LATER
