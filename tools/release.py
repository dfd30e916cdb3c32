"""Put together what a release publishes, in dist/: `python -m tools.release v0.1.0`.

    dist/packages/      the wheel and the source, for the package index
    dist/NAME.pyz       one file that runs on every python3 from 3.11 on
    dist/SHA256SUMS     of all three
    dist/notes.md       the page of the changelog

It refuses if the version, the changelog and the tag do not fit together. The workflow `release`
runs it and publishes the result: docs/releasing.md.
"""

from __future__ import annotations

import hashlib
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tools import build_pyz

ROOT: Final = Path(__file__).resolve().parent.parent


class ReleaseError(Exception):
    """What does not fit; the text says what to do."""


def notes(changelog: str, version: str) -> str:
    """Return the page of *version* in the changelog. Raises ReleaseError if there is none."""
    found = re.search(
        rf"^## {re.escape(version)} \(.*?\)\n+(.*?)(?=^## |\Z)", changelog, re.M | re.S
    )
    if found is None:
        raise ReleaseError(f"CHANGELOG.md has no page for {version}: run towncrier build.")
    return found[1].strip() + "\n"


def main(tag: str) -> None:
    """Build the release *tag* in dist/."""
    version = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    if tag != f"v{version}":
        raise ReleaseError(f"pyproject.toml has version {version}, so the tag is v{version}.")
    page = notes((ROOT / "CHANGELOG.md").read_text("utf-8"), version)
    dist = ROOT / "dist"
    packages = dist / "packages"
    shutil.rmtree(dist, ignore_errors=True)
    build = (sys.executable, "-m", "hatchling", "build", "--directory", str(packages))
    subprocess.run(build, cwd=ROOT, check=True)
    (packages / "commit.txt").unlink(missing_ok=True)
    (wheel,) = packages.glob("*.whl")
    build_pyz.main([str(wheel)])
    pyz = wheel.with_name(f"parlour-{version}.pyz").rename(dist / f"parlour-{version}.pyz")
    sums = (
        f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n"
        for file in (*sorted(packages.iterdir()), pyz)
    )
    (dist / "SHA256SUMS").write_text("".join(sums), "utf-8")
    (dist / "notes.md").write_text(page, "utf-8")


def run(arguments: Sequence[str]) -> None:
    """Run the command line."""
    if len(arguments) != 1:
        sys.exit("usage: python -m tools.release TAG")
    try:
        main(arguments[0])
    except ReleaseError as error:
        sys.exit(f"release: {error}")


if __name__ == "__main__":
    run(sys.argv[1:])
