"""Renew the locks: `./dev lock` for everything, `./dev lock NAME ...` for some packages.

    locks/host.txt       what the host needs at run time
    locks/build.txt      what builds it, without build isolation
    locks/extras.txt     what the host needs with the extras "door", "lan" and "postgresql"
    locks/test.txt       the extra "test", which holds all of the above
    locks/docs.txt       the extra "docs"
    locks/requires.json  what each pinned package requires, as its own metadata says

Each lock pins every package by version and by the hashes of all its files, so the same lock
serves x86-64, arm64 and every Python from 3.11 on. It is installed without a resolver, so a new
release of any package changes nothing. That asks for locks without a gap: tests/tools/test_locks
proves them complete from requires.json.

It asks only the index that pip is set up for, and does not write its address down. It needs the
network, and no other command of ./dev runs it.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
import tomllib
import venv
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).resolve().parent.parent
LOCKS: Final = ROOT / "locks"
NAMES: Final = ("host", "build", "extras", "test", "docs")
EXTRAS: Final = ("door", "lan", "postgresql")
"""The extras that players and owners of a host may ask for."""
_PIN: Final = re.compile(r"^([A-Za-z0-9._-]+)==([^\s;]+)(?: ; (.*?))?(?: \\)?$", re.MULTILINE)
# What only Windows or PyPy asks for is left out: ./dev does not run there.
_ELSEWHERE: Final = ("colorama",)
_TRIO_ELSEWHERE: Final = ("cffi", "pycparser")
"""What trio needs only there. With the extra "door" it is needed here, too."""


class Pin(NamedTuple):
    """One version of a package that a lock holds, where *marker* is true ("": everywhere)."""

    package: str
    version: str
    marker: str


def pins(name: str) -> list[Pin]:
    """Return what the lock *name* holds; a package can be there once for each marker."""
    return [Pin(*found) for found in _PIN.findall((LOCKS / f"{name}.txt").read_text("utf-8"))]


def lock(tools: Path, only: Sequence[str]) -> None:
    """Renew the locks, or only the packages *only*, with the programs in *tools*."""
    upgrade = [word for name in only for word in ("--upgrade-package", name)] or ["--upgrade"]
    index = _said(tools / "pip", "config", "get", "global.index-url").strip()
    env = os.environ | ({"UV_DEFAULT_INDEX": index} if index else {})
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    builds, docs = tools / "build.in", tools / "docs.in"
    builds.write_text("\n".join(project["build-system"]["requires"]), "utf-8")
    docs.write_text("\n".join(project["project"]["optional-dependencies"]["docs"]), "utf-8")
    constraint = ("--constraint", "locks/test.txt")
    extras = [word for name in EXTRAS for word in ("--extra", name)]
    for name, source in (
        ("test", ("pyproject.toml", "--extra", "test", *extras)),
        ("host", ("pyproject.toml", *constraint)),
        ("extras", ("pyproject.toml", *extras, *constraint)),
        ("build", (str(builds), *constraint)),
        ("docs", (str(docs), *constraint)),
    ):
        command = (tools / "uv", "pip", "compile", "--quiet", "--universal")
        form = ("--python-version", "3.11", "--generate-hashes", "--no-header", "--no-annotate")
        unused = _ELSEWHERE if "--extra" in source else (*_ELSEWHERE, *_TRIO_ELSEWHERE)
        without = [word for package in unused for word in ("--no-emit-package", package)]
        output = ("--no-emit-index-url", *without, "--output-file", f"locks/{name}.txt")
        subprocess.run(
            (*command, *form, *output, *upgrade, *source),
            cwd=ROOT,
            env=env,
            stdout=subprocess.DEVNULL,
            check=True,
        )


def describe(tools: Path) -> None:
    """Write what each pinned version of a package requires, with the pip in *tools*."""
    versions: dict[str, set[str]] = {}
    for pin in (pin for name in NAMES for pin in pins(name)):
        versions.setdefault(pin.package, set()).add(pin.version)
    requires: dict[str, dict[str, object]] = {}
    while versions:  # pip looks at one version of a package at a time
        once = [f"{package}=={found.pop()}" for package, found in versions.items()]
        requires |= _described(tools, once)
        versions = {package: found for package, found in versions.items() if found}
    text = json.dumps(requires, indent=1, sort_keys=True)
    (LOCKS / "requires.json").write_text(text + "\n", "utf-8")


def _described(tools: Path, wanted: Sequence[str]) -> dict[str, dict[str, object]]:
    report = tools / "report.json"
    _run(
        *(tools / "pip", "install", "--quiet", "--dry-run", "--ignore-installed", "--no-deps"),
        *("--ignore-requires-python", "--report", report),
        *wanted,
    )
    found = [item["metadata"] for item in json.loads(report.read_text("utf-8"))["install"]]
    return {
        f"{re.sub(r'[-_.]+', '-', item['name']).lower()}=={item['version']}": {
            "python": item.get("requires_python", ""),
            "requires": sorted(item.get("requires_dist", [])),
        }
        for item in found
    }


def _run(*command: str | Path) -> None:
    subprocess.run(command, cwd=ROOT, check=True)


def _said(*command: str | Path) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout


def main(only: Iterable[str]) -> None:
    """Renew the locks with tools of our own, which are gone afterwards."""
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        tools = Path(folder) / "bin"
        _run(tools / "pip", "install", "--quiet", "--upgrade", "pip", "uv")
        lock(tools, list(only))
        describe(tools)


if __name__ == "__main__":
    main(sys.argv[1:])
