"""`parlour serve` as people start it: a process of its own, and its port."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

HOST: Final = "127.0.0.1"
PATIENCE_S: Final = 120
"""No answer takes that long, even on a busy computer: after it the host is taken to hang."""


@dataclass(frozen=True)
class Serving:
    """A running host. `said` is what it printed until it was ready."""

    process: subprocess.Popen[str]
    said: str
    port: int
    log: Path

    def stop(self) -> str:
        """End it as service managers do, and see that it ends in order; its whole log."""
        self.process.terminate()
        code = self.process.wait(PATIENCE_S)
        log = self.log.read_text("utf-8")
        assert code == 0, f"exit code {code}\n{log}"
        return log


def command(*args: str) -> list[str]:
    """The command line of a host on a free port of this computer."""
    where = ("--host", HOST, "--port", "0", "--name", "kitchen-pc")
    return [sys.executable, "-m", "parlour", "serve", *where, *args]


@contextmanager
def serving(config: str = "", *args: str, folder: Path | None = None) -> Generator[Serving]:
    """A host with *config* (TOML) that runs in *folder*."""
    with TemporaryDirectory() as own:
        (Path(own) / "config.toml").write_text(config, "utf-8")
        log = Path(own) / "log"
        with (
            log.open("w") as errors,
            subprocess.Popen(
                command("--config", f"{own}/config.toml", "--data", f"{own}/data", *args),
                stdout=subprocess.PIPE,
                stderr=errors,
                cwd=folder or own,
                text=True,
            ) as process,
        ):
            try:
                said = _until_ready(process)
                found = re.search(r"nc localhost (\d+)", said)
                assert found, f"it did not start: {said}{log.read_text('utf-8')}"
                yield Serving(process, said, int(found[1]), log)
            finally:
                process.kill()


def _until_ready(process: subprocess.Popen[str]) -> str:
    said = ""
    for line in process.stdout or ():
        said += line
        if line.startswith("Ctrl-C"):
            break
    return said
