"""The last measurements of something."""

from __future__ import annotations

from parlour.server._samples import Samples


def test_the_last_ones_are_kept_and_given_in_order_of_size() -> None:
    samples = Samples(3)
    assert samples.ordered() == []
    for value in (5.0, 1.0):
        samples.add(value)
    assert samples.ordered() == [1.0, 5.0]
    for value in (4.0, 3.0, 2.0):
        samples.add(value)
    assert samples.ordered() == [2.0, 3.0, 4.0]
