"""Put into a wheel the commit that it is built from, for `parlour --version`, and the example
games, for `parlour new-game --from`.
"""

import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CommitHook(BuildHookInterface[Any]):
    """The commit comes from PARLOUR_COMMIT, else from git; a wheel from a bare folder has none."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add them to a wheel; an editable install finds them in the checkout."""
        if version == "editable":
            return
        games = Path(self.root, "examples", "games")
        build_data["force_include"][str(games)] = "parlour_kit/data/games"
        found = os.environ.get("PARLOUR_COMMIT") or commit_of(self.root)
        if found:
            folder = Path(self.directory)
            folder.mkdir(parents=True, exist_ok=True)
            file = folder / "commit.txt"
            file.write_text(found, "utf-8")
            build_data["force_include"][str(file)] = "parlour/data/commit.txt"


def commit_of(root: str | Path) -> str:
    """Return the commit of the checkout *root*, or "" if git is missing or does not know it."""
    if shutil.which("git") is None:
        return ""
    command = ("git", "-C", root, "describe", "--always", "--dirty", "--exclude=*")
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()
