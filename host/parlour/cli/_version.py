"""`parlour --version`: the release, and the commit that it was made from."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Final

import click

PACKAGE: Final = Path(__file__).parents[1]


def print_version(context: click.Context, _: click.Parameter, asked: bool) -> None:
    """Print the version and end, if *asked*. The callback of `--version`."""
    if asked:
        from importlib.metadata import version

        commit = commit_of(PACKAGE)
        click.echo(f"parlour {version('parlour')}" + (f" ({commit})" if commit else ""))
        context.exit()


def commit_of(package: Path) -> str:
    """Return the commit that *package* was made from, or "" if that is unknown.

    A wheel has it in a file (tools/hatch_build.py), a checkout in git.
    """
    file = package / "data" / "commit.txt"
    if file.is_file():
        return file.read_text("utf-8")
    root = package.parents[1]
    if not (root / "tools" / "hatch_build.py").is_file():
        return ""  # a repository around an installed package is somebody else's
    git = shutil.which("git") or "true"  # without git, nothing is printed either
    command = (git, "-C", root, "describe", "--always", "--dirty", "--exclude=*")
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()
