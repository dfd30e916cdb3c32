"""Follow docs/tutorial.md in a fresh virtual environment, from its own text.

    python -m tools.follow_tutorial dist/parlour-0.1.0-py3-none-any.whl

The environment is that of the smoke test, which comes first (tools/smoke_wheel.py). Everything
that the page types is typed, everything that it changes is changed, and what it shows must be what
is seen. At the end a game as step 2 makes it is played on two screens, as with nc.
"""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TextIO

from tools.smoke_wheel import ROOT, check, run, stranger

PAGE: Final = ROOT / "docs" / "tutorial.md"
HOST: Final = "127.0.0.1"
PATIENCE_S: Final = 60
_BLOCK: Final = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_CHANGE: Final = re.compile(r"^<!-- change: (\S+) -->$", re.MULTILINE)


class TutorialError(Exception):
    """The page does not lead where it says; the text says what was seen."""


@dataclass(frozen=True)
class Command:
    """A line behind a `$`, and what the page shows below it."""

    line: str
    shown: str


@dataclass(frozen=True)
class Change:
    """A line of a file that the reader replaces."""

    file: str
    old: str
    new: str

    def make(self, folder: Path) -> None:
        """Change the file below *folder*."""
        path = folder / self.file
        text = path.read_text("utf-8")
        if text.count(self.old) != 1:
            raise TutorialError(f"{self.file} has {text.count(self.old)} times: {self.old}")
        path.write_text(text.replace(self.old, self.new), "utf-8")


def steps(text: str) -> Iterator[Command | Change]:
    """Yield what the page tells the reader to do, in order."""
    marks = {mark.start(): mark[1] for mark in _CHANGE.finditer(text)}
    file, old = "", ""
    at = 0
    for block in _BLOCK.finditer(text):
        named = [marks[start] for start in marks if at <= start < block.start()]
        at = block.end()
        kind, body = block[1], block[2]
        if kind == "console":
            for part in re.split(r"^\$ ", body, flags=re.MULTILINE)[1:]:
                line, _, shown = part.partition("\n")
                yield Command(line, shown)
        elif named:
            file, old = named[0], body.strip()
        elif file:
            yield Change(file, old, body.strip())
            file = ""


def agrees(shown: str, seen: str) -> bool:
    """Check whether *seen* is what the page shows. `...` stands for anything."""
    parts = [re.escape(part) for part in re.split(r"^\.\.\.\n|\.\.\.", shown, flags=re.MULTILINE)]
    return re.fullmatch("(?s:.*)".join(parts) + r"\n*", seen) is not None


def environment(programs: Path) -> dict[str, str]:
    """Return the environment of somebody who has activated the virtual environment."""
    path = f"{programs}{os.pathsep}{os.environ['PATH']}"
    # The game's wheel is built with what is installed: nothing is fetched.
    return stranger() | {"PATH": path, "PIP_NO_BUILD_ISOLATION": "0", "PYTHONUNBUFFERED": "1"}


def follow(folder: Path, env: Mapping[str, str]) -> None:
    """Do what the page says in *folder*."""
    for step in steps(PAGE.read_text("utf-8")):
        if isinstance(step, Change):
            step.make(folder)
            print(f"changed {step.file}")
            continue
        began = time.monotonic()
        done = subprocess.run(
            step.line,
            shell=True,
            cwd=folder,
            env=dict(env),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        print(f"$ {step.line}  ({time.monotonic() - began:.1f} s)")
        if step.shown and not agrees(step.shown, done.stdout):
            raise TutorialError(f"$ {step.line}\n{done.stdout}\nThe page shows:\n{step.shown}")
        if not step.shown and done.returncode:
            raise TutorialError(f"$ {step.line}\n{done.stdout}")


@contextmanager
def host(folder: Path, env: Mapping[str, str], *words: str) -> Generator[int]:
    """Run `parlour serve` with *words*, and yield its port."""
    where = ("--host", HOST, "--port", "0", "--ephemeral")
    with subprocess.Popen(
        ["parlour", "serve", *where, *words],
        cwd=folder,
        env=dict(env),
        stdout=subprocess.PIPE,
        text=True,
    ) as server:
        try:
            said = ""
            for line in server.stdout or ():
                said += line
                if line.startswith("Ctrl-C"):
                    break
            found = re.search(r"nc localhost (\d+)", said)
            if found is None:
                raise TutorialError(f"the host did not start: {said}")
            yield int(found[1])
        finally:
            server.terminate()


@dataclass(frozen=True)
class Said:
    """A line of the page that somebody types, or reads."""

    who: str
    types: bool
    text: str


def said(text: str) -> list[Said]:
    """Return what the page types and reads on the screens of its players, in order."""
    blocks = [body for kind, body in _BLOCK.findall(text) if kind == "text"]
    lines = [line for body in blocks for line in body.splitlines()]
    found = [re.fullmatch(r"(\w+)([<>]) ?(.*)", line) for line in lines]
    return [Said(line[1], line[2] == ">", line[3]) for line in found if line]


def play(folder: Path, env: Mapping[str, str], *words: str) -> str:
    """Play as the page says, by the sockets that nc would open. Return what was read."""
    read: list[str] = []
    with host(folder, env, *words) as port, ExitStack() as stack:
        lines: dict[str, TextIO] = {}
        for step in said(PAGE.read_text("utf-8")):
            if step.who not in lines:
                sock = stack.enter_context(socket.create_connection((HOST, port), PATIENCE_S))
                lines[step.who] = stack.enter_context(sock.makefile("rw", encoding="utf-8"))
            line = lines[step.who]
            if step.types:
                line.write(f"{step.text}\n")
                line.flush()
            else:
                _until(line, step.text)
                read.append(f"{step.who}: {step.text}")
    return "\n".join(read)


def _until(lines: Iterable[str], words: str) -> None:
    read = ""
    ends = time.monotonic() + PATIENCE_S
    for line in lines:
        read += line
        if line.rstrip("\n") == words:
            return
        if time.monotonic() > ends:
            break
    raise TutorialError(f"never read: {words}\n{read}")


def main(arguments: Sequence[str]) -> None:
    """Follow the page with the wheel of *arguments*."""
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="parlour-tutorial-") as name:
        outside = Path(name)
        parlour = check(Path(arguments[0]), outside)
        pip = (parlour.parent / "pip", "install", "--quiet", "--no-deps", "--require-hashes")
        run(outside, *pip, "-r", ROOT / "locks" / "build.txt")
        print(f"a fresh environment with Parlour ({time.monotonic() - began:.1f} s)")
        env = environment(parlour.parent)
        fresh = outside / "fresh"  # the game as the second step makes it
        fresh.mkdir()
        run(fresh, parlour, "new-game", "hilo")
        print(play(fresh, env, "--plugin", "./hilo"))
        follow(outside, env)  # this installs the game, so that its name is taken
    print(f"the whole tutorial: {time.monotonic() - began:.0f} s")


if __name__ == "__main__":
    main(sys.argv[1:])
