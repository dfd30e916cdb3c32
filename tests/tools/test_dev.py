"""`./dev` says what it installs, and nothing of what pip says unless pip fails."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Final

from tools.lock import ROOT, pins

PATIENCE_S: Final = 300
"""The scripts take moments, and on a busy computer as long as they must wait for others."""
PYTHON: Final = """#!/bin/sh
# Plays python3 and pip: nothing is fetched.
case "$*" in
    "-m venv"*) mkdir -p .venv/bin && cp "$0" .venv/bin/python && cp "$0" .venv/bin/parlour ;;
    "-m pip --no-color install"*) echo "Collecting one==1"; . ./pip ;;
    "-m pip check" | -c*) ;;
    *) echo "parlour $*" ;;
esac
"""


def _checkout(path: Path, pip: str) -> Path:
    """Make a checkout whose pip runs *pip*, a line of sh."""
    shutil.copytree(ROOT / "locks", path / "locks")
    for name in ("dev", "pyproject.toml"):
        shutil.copy(ROOT / name, path / name)
    (path / "python").write_text(PYTHON, "utf-8")
    (path / "python").chmod(0o755)
    (path / "pip").write_text(pip, "utf-8")
    return path


def _dev(path: Path) -> subprocess.CompletedProcess[str]:
    env = {"PYTHON": str(path / "python"), "PATH": "/usr/bin:/bin"}
    command = [str(path / "dev"), "parlour", "--version"]
    return subprocess.run(
        command, capture_output=True, text=True, timeout=PATIENCE_S, env=env, check=False
    )


def test_each_step_of_the_setup_is_one_line(tmp_path: Path) -> None:
    path = _checkout(tmp_path, "echo noise >&2")
    needed = {pin.package for name in ("host", "build") for pin in pins(name)}
    first, again = _dev(path), _dev(path)
    assert first.stderr.splitlines() == [
        "./dev: setting up .venv, once (some minutes on a slow computer)",
        f"./dev: installing what Parlour needs: {len(needed)} packages",
        "./dev: installing Parlour from this checkout",
    ]
    assert (again.stdout, again.stderr) == (first.stdout, "") == ("parlour --version\n", "")


def test_what_pip_said_is_shown_if_it_fails(tmp_path: Path) -> None:
    path = _checkout(tmp_path, "echo ERROR: no such host; exit 1")
    failed, again = _dev(path), _dev(path)
    assert failed.returncode == 1
    assert failed.stderr.splitlines()[-3:] == [
        "Collecting one==1",
        "ERROR: no such host",
        f"./dev: pip failed. All that it said is in {path}/.venv/pip.txt",
    ]
    assert again.stderr == failed.stderr, "the setup begins again"
