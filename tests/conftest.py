"""What holds for all tests."""

from __future__ import annotations

import gc
import os
from collections.abc import Generator, Sequence
from itertools import count, groupby
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from tests.postgres import Server

settings.register_profile(
    "gate",
    max_examples=40,
    derandomize=True,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("gate")
"""The same examples in every run, and none fails because the computer is busy with other work."""
settings.register_profile(
    "long",
    max_examples=2_000,
    deadline=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
"""For `./dev test --long`: other examples in every run, and many of them. What fails is printed
with a line (`@reproduce_failure`) that makes it fail again."""

HOMES: Final = count(1)
TESTS: Final = Path(__file__).parent
TRACED: Final = frozenset(
    {
        "core",
        "engine",
        "features",
        "house",
        "plugins",
        "records",
        "server/test_must_seal.py",
        "server/test_pace.py",
        "sessions",
        "web",
        "wire",
    }
)
"""The folders and files whose tests must reach every line and branch that the coverage gate asks
for.

Tracing makes a test two to four times as slow, so all other tests run without it: whether they
pass by a line says little about what they check there.
"""
UNTRACED: Final = frozenset(
    {
        "house/test_bursts.py",
        "house/test_clock.py",
        "house/test_coming_back.py",
        "house/test_lists.py",
        "house/test_offers.py",
        "house/test_words.py",
        "records/test_changes.py",
        "records/test_forgeries.py",
        "records/test_password.py",
        "records/test_verify.py",
    }
)
"""Slow files of these folders whose tests reach no line that no other test reaches."""


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Do not import modules of which no test is to run, where only one kind of tests is."""
    match config.option.markexpr:
        case "traced":
            apart = collection_path.parent == TESTS and collection_path.name not in {
                traced.partition("/")[0] for traced in TRACED
            }
        case "not traced":
            apart = _is_traced(collection_path) and "sweep" not in collection_path.read_text(
                "utf-8"
            )
        case _:
            apart = False
    return apart or None


def pytest_collection_modifyitems(items: Sequence[pytest.Item]) -> None:
    """Mark the tests whose coverage `./dev test` measures."""
    for path, found in groupby(items, lambda item: item.path):
        if _is_traced(path):
            for item in found:
                if item.get_closest_marker("sweep") is None:
                    item.add_marker("traced")


def pytest_collection_finish() -> None:
    """Let the collector of garbage pass over what lives as long as the run: modules and tests.

    There is so much of it that the collector takes a tenth of the time of the tests otherwise.
    """
    gc.collect()
    gc.freeze()


def _is_traced(path: Path) -> bool:
    if path.suffix != ".py" or not path.is_relative_to(TESTS):
        return False
    file = path.relative_to(TESTS)
    name = file.as_posix()
    traced = file.parts[0] in TRACED or name in TRACED
    return traced and name not in UNTRACED and "bots" not in file.parts  # as the gate does


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Name what failed, and when, where `./dev test` reads it to say it last."""
    if place := os.environ.get("PARLOUR_FAILED"):
        stats = terminalreporter.stats
        failed = "".join(
            _failed(report) for report in stats.get("error", []) + stats.get("failed", [])
        )
        with Path(place).open("a", encoding="utf-8") as file:
            file.write(failed)


def _failed(report: pytest.TestReport | pytest.CollectReport) -> str:
    when = getattr(
        report, "stop", 0.0
    )  # a module that cannot be read has no time: before all tests
    said = str(report.longrepr).rstrip().splitlines()
    crash = getattr(report.longrepr, "reprcrash", None)
    why = crash.message.splitlines() if crash else said[-1:]
    return f"{when:.3f} {report.nodeid}: {''.join(why[:1])}\n"


@pytest.fixture(scope="session")
def database() -> Generator[Server]:
    """A PostgreSQL server that does not wait for the disk."""
    from tests import postgres

    with postgres.server() as server:
        yield server


@pytest.fixture(autouse=True)
def own_places(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test, and no host that a test starts, sees or leaves anything of the user's.

    The folder of each test is made when something is kept in it, which is seldom.
    """
    home = tmp_path_factory.getbasetemp() / f"home-{next(HOMES)}"
    for what in ("DATA", "CONFIG", "STATE"):
        monkeypatch.setenv(f"XDG_{what}_HOME", str(home / what.lower()))
