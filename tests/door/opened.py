"""`parlour door` as an owner starts it, beside a host: a process of its own, and its ports."""

from __future__ import annotations

import re
import signal
import subprocess
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.e2e.serving import HOST, PATIENCE_S
from tests.warm import Warm

KINDS = ("ssh", "telnet", "web")


@dataclass(frozen=True)
class Opened:
    """A running door."""

    process: Warm
    ports: Mapping[str, int]
    fingerprint: str
    log: Path

    def close(self) -> str:
        """End it as service managers do, and see that it ends in order; what it has logged."""
        self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(PATIENCE_S)
        log = self.log.read_text("utf-8")
        assert code == 0, log
        return log


@contextmanager
def opened(folder: Path, *where: str, kinds: tuple[str, ...] = KINDS) -> Generator[Opened]:
    """A door for the host on the data directory *folder*."""
    ports = [word for kind in kinds for word in (f"--{kind}", "0")]
    log = folder / "door.log"
    with (
        log.open("w") as errors,
        Warm(
            *("door", *ports, "--bind", HOST, "--data", str(folder), *where),
            stdout=subprocess.PIPE,
            stderr=errors,
        ) as process,
    ):
        try:
            said = _until_ready(process)
            assert said.endswith("Ctrl-C closes the door.\n"), said + log.read_text("utf-8")
            key = re.search(r"SHA256:\S+", said)
            yield Opened(process, _ports(said), key[0] if key else "", log)
        finally:
            process.kill()


def _until_ready(process: Warm) -> str:
    assert process.stdout is not None
    said = ""
    for line in process.stdout:
        said += line
        if line.startswith("Ctrl-C"):
            break
    return said


def _ports(said: str) -> Mapping[str, int]:
    forms = {"ssh": r"ssh -p (\d+)", "telnet": r"telnet \S+ (\d+)", "web": r"http://\S+:(\d+)/"}
    found = {kind: re.search(form, said) for kind, form in forms.items()}
    return {kind: int(each[1]) for kind, each in found.items() if each}
