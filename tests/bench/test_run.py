"""The bench runs from end to end; how fast anything was is not asserted."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

CHECKOUT = Path(__file__).parents[2]


def bench(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the benchmark as a user does."""
    return subprocess.run(
        [sys.executable, "-m", "bench", *arguments],
        cwd=CHECKOUT,
        capture_output=True,
        text=True,
        timeout=60,
    )


def test_quick_run_against_the_bare_servers(tmp_path: Path) -> None:
    """Both loops give moves, four lines for each, and a report of at most 79 columns."""
    figures = tmp_path / "figures.json"
    quick = ("--quick", "--tables", "3", "--seconds", "0.2", "--json", str(figures))
    done = bench(*quick, "idiom", "selector")
    assert done.returncode == 0, done.stderr
    assert max(map(len, done.stdout.splitlines())) <= 79
    found = json.loads(figures.read_text())
    assert found["sizes"]["tables"] == 3
    for loop in ("closed", "open"):
        for name in ("idiom", "selector"):
            (result,) = found["outcome"][loop][name]["rounds"]
            assert result["moves"] > 0
            assert result["lines"] > 0
            assert result["lost"] == 0
            if loop == "closed":
                under_way = 3 * 4 * 4  # lines of at most four moves a table, at either end
                assert abs(result["lines"] - 4 * result["moves"]) <= 2 * under_way


def test_quick_run_against_the_host() -> None:
    """People talk and programs play Probe, in both loops, and the host has no complaint."""
    done = bench("--quick", "--tables", "2", "--seconds", "0.2", "talk", "probe-notext")
    assert done.returncode == 0, done.stderr
    assert "Probe, notext" in done.stdout


def test_an_unknown_scenario_is_refused_with_what_there_is() -> None:
    done = bench("proeb")
    assert done.returncode == 2
    assert "there is no proeb" in done.stderr
    assert "probe-notext" in done.stderr


def test_quick_run_with_the_journal(tmp_path: Path) -> None:
    """A host that keeps everything plays, starts again, and lists a long archive."""
    figures = tmp_path / "figures.json"
    quick = ("--quick", "--tables", "2", "--seconds", "0.2", "--json", str(figures))
    done = bench(*quick, "journal")
    assert done.returncode == 0, done.stderr
    assert max(map(len, done.stdout.splitlines())) <= 79
    found = json.loads(figures.read_text())["outcome"]["journal"]
    for loop in ("closed", "open"):
        for name in ("ephemeral", "durable"):
            (result,) = found[loop][name]["rounds"]
            assert result["moves"] > 0
            assert result["lost"] == 0
    assert found["archive"]["moves"] >= 2_000
    assert min(found["commit_ms"] + found["restart_s"] + found["archive"]["history_ms"]) > 0
