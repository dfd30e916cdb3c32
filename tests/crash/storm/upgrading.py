"""`parlour upgrade` to changed code of the host and of a game, again and again."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from tests.crash.storm.floor import now
from tests.crash.storm.program import Field, Program

PARTS: Final = ("clients", "host", "kit", "plugins", "tests")
CHANGED: Final = (
    (
        "host/parlour/commands/about.py",
        re.compile(r'Pong\(pong=("\d+ " \+ )?'),
        'Pong(pong="{} " + ',
    ),
    ("tests/crash/storm/doom.py", re.compile(r"Add, or die( \d+)?\."), "Add, or die {}."),
)
"""What is changed, and into what: the answer to `ping` and the rules of a game have a number."""
BETWEEN_S: Final = 1.0
LOOK_S: Final = 0.02


def copy_of(root: Path, folder: Path) -> Path:
    """A copy of what a host is made of, which may be changed. New hosts come from there."""
    for part in PARTS:
        ignored = shutil.ignore_patterns("__pycache__", "node_modules")
        shutil.copytree(root / part, folder / part, ignore=ignored)
    plugins = sorted(each for each in (folder / "plugins").iterdir() if each.is_dir())
    packages = (folder, folder / "clients", folder / "kit", folder / "host", *plugins)
    os.environ["PYTHONPATH"] = os.pathsep.join(map(str, packages))
    return folder


def change(root: Path, number: int) -> None:
    """Write *number* into the code."""
    for name, old, new in CHANGED:
        path = root / name
        text, changes = old.subn(new.format(number), path.read_text("utf-8"))
        assert changes == 1, name
        path.write_text(text, "utf-8")
        # Compiled code counts as that of a file with its length and its time in seconds.
        os.utime(path, (1_000_000 + number, 1_000_000 + number))


class Asker(Program):
    """Asks `ping` all the time, and knows the longest time between two answers."""

    hello = "HELLO 1 text"

    def begin(self) -> None:
        self.longest = 0.0
        self._last = now()
        self.ask(f"name {self.name}")
        self._ping()

    def _ping(self) -> None:
        if not self.field.ending:
            self.ask("ping up", self._pong)

    def _pong(self, word: str, body: Any, items: Sequence[Any]) -> None:
        self._granted(word, body, items)
        self.longest = max(self.longest, now() - self._last)
        self._last = now()
        self.field.floor.after(0.005, self._ping)


class Upgrader:
    """So many upgrades, one after the other."""

    def __init__(self, field: Field, upgrades: int, root: Path, data: Path) -> None:
        self._field, self._left, self._root, self._data = field, upgrades, root, data
        self._number = 0
        self._begun = 0.0
        self.took: dict[str, list[float]] = defaultdict(list)
        self.done = False
        self._asker = Asker(field, field.name("asker"))
        field.floor.after(BETWEEN_S, self._next)

    def _next(self) -> None:
        if not self._left:
            self.done = True
            return
        self._left -= 1
        self._number += 1
        change(self._root, self._number)
        self._begun, self._asker.longest = now(), 0.0
        self._field.kills += 1
        upgrade = [sys.executable, "-m", "parlour", "upgrade", "--data", str(self._data)]
        process = subprocess.Popen(
            upgrade, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=self._root
        )
        self._look(process)

    def _look(self, process: subprocess.Popen[str]) -> None:
        if process.poll() is None:
            self._field.floor.after(LOOK_S, lambda: self._look(process))
            return
        said = process.communicate()[0]
        if process.returncode:
            self._field.wrong("upgrade", f"{process.returncode}: {said}")
        self.took["parlour upgrade, whole command"].append(now() - self._begun)
        self._field.floor.after(0.5, self._check)

    def _check(self) -> None:
        self._asker.ask("ping up", self._ponged)

    def _ponged(self, word: str, body: Any, items: Sequence[Any]) -> None:
        self.took["upgrade: longest pause"].append(self._asker.longest)
        if body["pong"] != f"{self._number} up":
            self._field.wrong("upgrade", f"{body['pong']!r}, not number {self._number}")
        self._asker.ask("rules doom", self._ruled)

    def _ruled(self, word: str, body: Any, items: Sequence[Any]) -> None:
        if f"die {self._number}." not in str((body, items)):
            self._field.wrong("upgrade", f"the game is not number {self._number}: {body} {items}")
        self._field.counts["upgrades"] += 1
        self._field.pause(self._next, BETWEEN_S)
