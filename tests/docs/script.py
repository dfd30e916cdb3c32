"""Documented sessions as scripts. The form is described in docs/netcat.md.

    ann> new probe          what ann sends
    ann< Table 1: ...       what ann reads because of it, line for line
    op> parlour status      what the operator types, and below it what is printed
    -- ann and bob are here     a stage direction

A character U+2026 in what is read stands for anything; alone, for any lines.

Blocks of the kind `session` are played on a real socket, and only readers who are shown are
compared. Blocks of the kind `house` (`tests/sessions`) are played on the house alone, and
every reader is compared, so a line that nobody expects is an error; `only=bob,cy` names those
who matter.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, TypeAlias

from parlour.core.limits import Limits
from tests.docs.pages import Block

ELLIPSIS: Final = "\u2026"
OPERATOR: Final = "op"
"""Whose lines are typed at a shell beside the host and read there."""
AT_THE_SOCKET: Final = "operator"
"""In place of an address: the operator's socket, beside the host."""
CLOSED: Final = "(the line is closed)"
"""Stands in the script where the host has closed the line."""
KINDS: Final[Mapping[str, tuple[tuple[str, ...], Mapping[str, int]]]] = {
    "session": (("probe",), {"bot_pause_ms": 0, "password_cost": 1}),
    "house": (("hunt", "brittle"), {"bot_pause_ms": 0, "password_cost": 1}),
}
"""The kinds of blocks that are scripts: their games and limits if the fence names no others."""

_LINE: Final = re.compile(r"(?P<actor>[a-z][a-z0-9]*)(?P<way>[<>])(?: (?P<text>.*))?\Z")
_NAMES: Final = r"(?P<names>[a-z][a-z0-9]*(?:(?:, | and )[a-z][a-z0-9]*)*)"


class ScriptError(Exception):
    """A block that is no script; says where and why."""


@dataclass(frozen=True)
class Send:
    """Somebody sends bytes; a line that was typed ends with LF."""

    actor: str
    data: bytes


@dataclass(frozen=True)
class Connect:
    """Somebody connects and reads the greeting. With *address* from afar, or as the operator."""

    actor: str
    address: str | None = None


@dataclass(frozen=True)
class Enter:
    """Each of *actors* connects and gives the label as a name; what they read is not compared.

    With *hello* they are programs, and it is their first line. Without *named* they stop before
    the name.
    """

    actors: tuple[str, ...]
    hello: str | None = None
    named: bool = True


@dataclass(frozen=True)
class Sit:
    """The first of *actors* opens a table, the others join it; what is read is not compared.

    Who has not connected yet comes in as a person. With *starts* the game has begun, too.
    """

    actors: tuple[str, ...]
    table: str
    game: str
    starts: bool


@dataclass(frozen=True)
class Drop:
    """Somebody's line drops."""

    actor: str


@dataclass(frozen=True)
class Wait:
    """Time passes."""

    seconds: float


@dataclass(frozen=True)
class Stop:
    """The host is stopped, as by Ctrl-C."""


@dataclass(frozen=True)
class Restart:
    """The host is killed and started again on what it kept; all lines are gone.

    With *game* it has another *version* of that game from then on.
    """

    game: str | None = None
    version: str | None = None


@dataclass(frozen=True)
class Operate:
    """The operator runs a command: the words behind `parlour`."""

    words: tuple[str, ...]


Action: TypeAlias = Send | Connect | Enter | Sit | Drop | Wait | Stop | Restart | Operate
Words: TypeAlias = Mapping[str, str]
"""The parts of a direction, by name."""


@dataclass
class Step:
    """An action, and what is read because of it: for each reader the lines, in order.

    `line` is where the action stands on its page, `last` where the last line read stands,
    `places` where each reader's lines stand.
    """

    line: int
    last: int
    text: str
    action: Action
    reads: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    places: dict[str, list[int]] = field(default_factory=dict[str, list[int]])


@dataclass(frozen=True)
class Script:
    """One block. `compared` are those of whom at least one line is shown."""

    block: Block
    steps: tuple[Step, ...]
    compared: frozenset[str]


@dataclass(frozen=True)
class Story:
    """Blocks that follow on each other on one host with these games and limits.

    `kind` is that of the first block. `only` are the readers who are compared in a story of the
    house; if it is empty, all are.
    """

    scripts: tuple[Script, ...]
    games: tuple[str, ...]
    limits: Limits
    kind: str = "session"
    only: frozenset[str] = frozenset()

    def compares(self, reader: str, script: Script) -> bool:
        """Must what *reader* reads be what *script* shows?"""
        if self.kind == "session":
            return reader in script.compared
        return not self.only or reader in self.only


# --- blocks to stories --------------------------------------------------------------


def stories(blocks: Iterable[Block]) -> list[Story]:
    """The stories of a page: a block opens one, or continues the one before it."""
    found: list[Story] = []
    for block in blocks:
        words = block.info.split()[1:]
        if words == ["continued"]:
            if not found:
                raise ScriptError(f"{block.where}: there is nothing to continue")
            before = found.pop()
            found.append(replace(before, scripts=(*before.scripts, read(block))))
        else:
            found.append(_opening(block, words))
    return found


def _opening(block: Block, words: Sequence[str]) -> Story:
    games, usual = KINDS[block.kind]
    limits: dict[str, Any] = dict(usual)
    only: frozenset[str] = frozenset()
    for word in words:
        key, sign, value = word.partition("=")
        if key == "games" and value:
            games = tuple(value.split(","))
        elif key == "only" and value and block.kind == "house":
            only = frozenset(value.split(","))
        elif key in Limits.__dataclass_fields__ and sign and value.isdigit():
            limits[key] = int(value)
        else:
            raise ScriptError(f"{block.where}: {word} is neither `continued` nor a limit")
    return Story((read(block),), games, Limits(**limits), block.kind, only)


def read(block: Block) -> Script:
    """The script in *block*. Raises ScriptError."""
    steps: list[Step] = []
    compared: set[str] = set()
    page = block.where.rpartition(":")[0]
    for number, line in enumerate(block.lines, block.line):
        where = f"{page}:{number}"
        if not line.strip():
            continue
        match = _LINE.match(line)
        if match is None and not line.startswith("-- "):
            raise ScriptError(f"{where}: neither sent, nor read, nor a direction: {line}")
        if match is None or match["way"] == ">":
            steps.append(Step(number, number, line, _action(line, match, where)))
        elif not steps:
            raise ScriptError(f"{where}: nothing has happened yet that anybody could read")
        else:
            actor = match["actor"]
            compared.add(actor)
            steps[-1].reads.setdefault(actor, []).append(match["text"] or "")
            steps[-1].places.setdefault(actor, []).append(number)
            steps[-1].last = number
    return Script(block, tuple(steps), frozenset(compared))


def _action(line: str, match: re.Match[str] | None, where: str) -> Action:
    if match is not None and match["actor"] == OPERATOR:
        program, *words = shlex.split(match["text"] or "") or [""]
        if program != "parlour":
            raise ScriptError(f"{where}: the operator types parlour and a command: {line}")
        return Operate(tuple(words))
    if match is not None:
        return Send(match["actor"], (match["text"] or "").encode() + b"\n")
    direction = line.removeprefix("-- ")
    for pattern, make in _DIRECTIONS.items():
        found = re.fullmatch(pattern, direction)
        if found is not None:
            return make(found.groupdict())
    raise ScriptError(f"{where}: no such direction: {direction}")


def _enter(words: Words) -> Enter:
    hello = None
    if "programs" in words:
        hello = " ".join(["HELLO 1", *(words["capabilities"] or "").strip("( )").split()])
    return Enter(_names(words), hello, words.get("nameless") is None)


def _sit(words: Words) -> Sit:
    return Sit(_names(words), words["table"], words["game"], words["what"] == "play")


def _names(words: Words) -> tuple[str, ...]:
    return tuple(re.split(r", | and ", words["names"]))


_DIRECTIONS: Final[Mapping[str, Callable[[Words], Action]]] = {
    r"(?P<actor>[a-z][a-z0-9]*) connects to the operator's socket": (
        lambda w: Connect(w["actor"], AT_THE_SOCKET)
    ),
    r"(?P<actor>[a-z][a-z0-9]*) connects(?: from (?P<address>[0-9.]+))?": (
        lambda w: Connect(w["actor"], w["address"])
    ),
    rf"{_NAMES} (?:is|are) here": _enter,
    rf"{_NAMES} (?:is|are) (?P<nameless>connected)": _enter,
    rf"{_NAMES} (?:is a program|are (?P<programs>programs))(?P<capabilities> \(.*\))?"
    r"(?P<nameless> without a name)?": (lambda w: _enter({**w, "programs": "yes"})),
    rf"{_NAMES} (?P<what>sit|sits|play) at table (?P<table>[0-9]+): (?P<game>.+)": _sit,
    r"(?P<actor>[a-z][a-z0-9]*)'s line drops": lambda w: Drop(w["actor"]),
    r"(?P<actor>[a-z][a-z0-9]*) sends the bytes (?P<hex>[0-9a-f ]+)": lambda w: Send(
        w["actor"], bytes.fromhex(w["hex"])
    ),
    r"(?P<actor>[a-z][a-z0-9]*) sends a line of (?P<count>[0-9]+) letters": lambda w: Send(
        w["actor"], b"x" * int(w["count"]) + b"\n"
    ),
    r"(?P<seconds>[0-9]+(?:\.[0-9]+)?) s pass": lambda w: Wait(float(w["seconds"])),
    r"the host is stopped": lambda _: Stop(),
    r"the host is killed and started again"
    r"(?: with version (?P<version>\S+) of (?P<game>\S+))?": (
        lambda w: Restart(w["game"], w["version"])
    ),
}
"""Stage directions, and what each of them is."""


# --- comparing ----------------------------------------------------------------------


def agrees(expected: Sequence[str], got: Sequence[str]) -> bool:
    """Is *got* what the page says, line for line?"""
    if [*expected] == [*got]:
        return True
    pattern = "".join(_pattern(line) for line in expected)
    return re.fullmatch(pattern, "".join(f"{line}\n" for line in got)) is not None


def _pattern(line: str) -> str:
    if line == ELLIPSIS:
        return r"(?:[^\n]*\n)*?"
    return r"[^\n]*".join(map(re.escape, line.split(ELLIPSIS))) + r"\n"


def disagreement(expected: Sequence[str], got: Sequence[str]) -> int:
    """The index of the first expected line from which on the two differ."""
    for count in range(len(expected), -1, -1):
        if agrees([*expected[:count], ELLIPSIS], got):
            return count
    return 0
