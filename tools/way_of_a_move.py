"""Show the way of a line through the house: the files and functions that it enters.

python -m tools.way_of_a_move [--list] [LINE ...]

Ann types in small letters, at a table of Probe with three programs, and it is her turn. Counted
is what happens from the bytes to what is to be stored and sent, in the house and in the game; the
server and the store are not part of it. A comprehension counts as part of its function.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from types import CodeType, FrameType
from typing import Final

import parlour
import parlour_probe
from parlour.core.effects import Received
from parlour.core.limits import Limits
from parlour_kit.host import WALL, Client, Host
from parlour_kit.words import SmallList
from parlour_probe import PROBE

LINES: Final = ("ask bob z", "bob z", "say hello")
HOUSE: Final = Path(parlour.__file__).parent
GAME: Final = Path(parlour_probe.__file__).parent
WORDS: Final = ("candle", "kitchen", "lantern", "window")


def table() -> Client:
    """Return Ann's connection. She is asked whom she wants to ask for a letter."""
    limits = Limits(bot_pause_ms=0, password_cost=1)
    host = Host({"probe": PROBE}, {"en": SmallList(WORDS)}, limits)
    ann = host.person("ann")
    others = [host.program(name, "view") for name in ("bob", "cyd", "dan")]
    ann.send("new probe activity_deck=none")
    for other in others:
        other.send("#j join 1")
    ann.send("start")
    ann.send("hide candle")
    for other, word in zip(others, WORDS[1:], strict=True):
        other.send(f"#h hide {word}")
    letters = iter("qxjvup")
    while "Ask for a letter" not in "\n".join(ann.take()):
        for other in others:
            other.send(f"#a ask ann {next(letters)}")
    return ann


def entered(client: Client, line: str) -> Counter[CodeType]:
    """Return how often *line*, typed there, enters each function."""
    host = client.host
    found: Counter[CodeType] = Counter()

    def note(frame: FrameType, event: str, _what: object) -> None:
        if event == "call" and not frame.f_code.co_name.endswith(("comp>", "genexpr>")):
            found[frame.f_code] += 1

    received = Received(client.conn, line.encode() + b"\n", host.now)
    sys.setprofile(note)
    try:
        host.house.tick([received], host.now, WALL + host.now)
    finally:
        sys.setprofile(None)
    return found


def below(folder: Path, found: Counter[CodeType]) -> Counter[CodeType]:
    """Return the functions in that folder."""
    return Counter(
        {code: count for code, count in found.items() if folder in Path(code.co_filename).parents}
    )


def report(line: str, found: Counter[CodeType], *, listed: bool) -> list[str]:
    """Return what there is to say of the way of *line*."""
    said = [line]
    for name, folder in (("house", HOUSE), ("game", GAME)):
        here = below(folder, found)
        files = {code.co_filename for code in here}
        said.append(f"  {name}: {len(files)} files, {len(here)} functions, {here.total()} calls")
        for path in sorted(files) if listed else ():
            said.append(f"    {Path(path).relative_to(folder)}")
            codes = [code for code in here if code.co_filename == path]
            codes.sort(key=lambda code: code.co_firstlineno)
            said += [f"      {here[code]:4} {code.co_qualname}" for code in codes]
    return said


def main(arguments: Sequence[str], say: Callable[[str], None] = print) -> None:
    """Say the way of each line that was asked for."""
    options = argparse.ArgumentParser(prog="python -m tools.way_of_a_move", description=__doc__)
    options.add_argument("--list", action="store_true", help="name all that is entered")
    options.add_argument("lines", nargs="*", metavar="LINE", default=list(LINES))
    chosen = options.parse_args(arguments)
    for line in chosen.lines:
        for row in report(line, entered(table(), line), listed=chosen.list):
            say(row)


if __name__ == "__main__":
    main(sys.argv[1:])
