"""Workers that die at any step: nobody notices, and what is planted wrong is found.

`python -m tests.crash.simulation --runs 10000` plays as many runs as you like.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.crash.simulation.__main__ import shortest
from tests.crash.simulation.faults import FAULTS
from tests.crash.simulation.life import Result, Run, Setting, Shared, shared
from tests.crash.simulation.world import Plan, Violation

RUNS = 250
FAULTY_RUNS = 400
"""A fault that is not found in so many runs would not be found."""


@pytest.fixture(scope="module")
def common() -> Iterator[Shared]:
    """What all runs use."""
    with shared() as common:
        yield common


def test_nobody_notices_that_workers_die(common: Shared) -> None:
    total = Result()
    for seed in range(RUNS):
        total.add(Run(Plan(seed), common).play())
    assert total.deaths > 2 * RUNS
    assert total.answers > 10 * RUNS


def test_a_run_is_the_same_every_time(common: Shared) -> None:
    stories = list[list[str]]()
    for _time in range(2):
        run = Run(Plan(7), common)
        run.play()
        stories.append(run.story)
    assert stories[0] == stories[1]


@pytest.mark.parametrize("name", FAULTS)
def test_a_planted_fault_is_found(common: Shared, name: str) -> None:
    assert first_failure(common, FAULTS[name]) is not None


def test_the_shortest_run_that_fails_is_short(common: Shared) -> None:
    fault = FAULTS["acks are noted after their answers have left"]
    run = first_failure(common, fault)
    assert run is not None
    short, _violation = shortest(run, common, fault)
    assert (short.plan.clients, short.plan.deaths) == (1, 1)


def first_failure(common: Shared, setting: Setting) -> Run | None:
    for seed in range(FAULTY_RUNS):
        run = Run(Plan(seed), common, setting)
        try:
            run.play()
        except Violation:
            return run
    return None
