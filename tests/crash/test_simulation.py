"""Workers that die at any step, nodes that freeze: nobody notices, and planted faults are found.

`python -m tests.crash.simulation --runs 10000 --nodes 1000` plays as many runs as you like.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.crash.simulation import database
from tests.crash.simulation.__main__ import shortest, smaller_of
from tests.crash.simulation.faults import FAULTS
from tests.crash.simulation.life import Run, Setting, Shared, shared
from tests.crash.simulation.nodes import Nodes, modelled
from tests.crash.simulation.world import Plan, Violation
from tests.sizes import sized

RUNS = sized(30, 250)
"""The planted faults are found in the first eleven."""
NODES = sized(5, 40)
"""The planted faults are found in the first two."""
FAULTY_RUNS = 400
"""A fault that is not found in so many runs would not be found."""


@pytest.fixture(scope="module")
def common() -> Iterator[Shared]:
    """What all runs use."""
    with shared() as common:
        yield common


def test_nobody_notices_that_workers_die(common: Shared) -> None:
    total = Counter[str]()
    for seed in range(RUNS):
        run = Run(Plan(seed), common)
        run.play()
        total.update(run.figures)
    assert total["deaths"] > 2 * RUNS
    assert total["answers"] > 10 * RUNS
    assert total["refused"] > RUNS // 50, "workers died of them twice"


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
    failed = first_failure(common, fault)
    assert failed is not None
    short, _violation = shortest(smaller_of(common, fault, sized(10, 40))(failed[0]), *failed)
    assert (short.plan.clients, short.plan.deaths) == (1, 1)


def first_failure(common: Shared, setting: Setting) -> tuple[Run, Violation] | None:
    for seed in range(FAULTY_RUNS):
        run = Run(Plan(seed), common, setting)
        try:
            run.play()
        except Violation as violation:
            return run, violation
    return None


def test_two_nodes_lose_and_double_nothing(tmp_path: Path) -> None:
    """Nodes are killed and frozen, machines are lost, questions to the database, too."""
    total = Counter[str]()
    with modelled():
        for seed in range(NODES):
            run = Nodes(seed, tmp_path)
            run.play()
            total.update(run.figures)
    assert total["owners"] > 2 * NODES
    assert total["failed commits"] > NODES


@pytest.mark.parametrize("fault", ["Unfenced", "Hopeful"])
def test_a_planted_fault_of_the_log_is_found(tmp_path: Path, fault: str) -> None:
    def play_all() -> None:
        for seed in range(FAULTY_RUNS):
            Nodes(seed, tmp_path).play()

    with modelled(getattr(database, fault)), pytest.raises(Violation):
        play_all()
