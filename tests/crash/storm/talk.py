"""Tables at which everybody talks: each line is heard once by each, in order."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from typing import Any, Final

from tests.crash.storm.floor import ToolWire, Wire
from tests.crash.storm.program import Field, Program
from tests.e2e.terminals import Pty, terminal
from tests.e2e.tools import Tool, nc, telnet

SAID: Final = re.compile(r"([a-z]+\d+): \1-(\d+)$")
EXPECTED: Final = re.compile(
    r"Parlour on |Pour jouer|Your name|Hello |If you are disconnected, |Type games|Table |Options|"
    r"With you|\w+ sits down|"
)
HALVES: Final = 0.3
"""How many lines are typed in two halves, with a pause between them."""
LOOK_S: Final = 0.3


class Table:
    """Who talks at a table, and what each of them has heard."""

    def __init__(self, field: Field) -> None:
        self.field = field
        self.number = 0
        self.said: dict[str, int] = {}
        """How many lines each speaker has begun to send."""
        self.heard: dict[str, dict[str, int]] = {}
        """The number of the last line, by listener and speaker."""

    def seat(self, name: str) -> None:
        """Somebody sits here from now on."""
        self.said[name] = 0
        self.heard[name] = {}

    def next(self, name: str) -> str:
        """What *name* says next."""
        self.said[name] += 1
        self.field.counts["lines said"] += 1
        return f"say {name}-{self.said[name]}"

    def hear(self, listener: str, speaker: str, number: int) -> None:
        """Somebody reads a line."""
        last = self.heard[listener].get(speaker, 0)
        if number != last + 1:
            self.field.wrong(listener, f"heard {speaker}-{number} after {last}")
        self.heard[listener][speaker] = number
        self.field.counts["lines heard"] += 1

    @property
    def missing(self) -> list[str]:
        """Lines that somebody has not heard."""
        return [
            f"{listener} has not heard {speaker}-{heard.get(speaker, 0) + 1} to {said}"
            for listener, heard in self.heard.items()
            for speaker, said in self.said.items()
            if heard.get(speaker, 0) != said
        ]


class Chatter(Program):
    """A program that opens the table and talks."""

    hello = "HELLO 1"

    def __init__(self, field: Field, table: Table, opened: Callable[[], None]) -> None:
        self._table, self._opened = table, opened
        name = field.name("prog")
        table.seat(name)
        super().__init__(field, name)

    def begin(self) -> None:
        self.ask(f"name {self.name}")
        self.ask("new boggle", self._sits)

    def _sits(self, word: str, body: Any, items: Sequence[Any]) -> None:
        self._granted(word, body, items)
        self._table.number = body["table"]
        self._opened()

    def talk(self) -> None:
        """Say something, sometimes several lines together."""
        if self.field.ending:
            return
        for _ in range(self.field.rng.choice((1, 1, 2, 5))):
            self.ask(self._table.next(self.name))
        self.field.pause(self.talk)

    def hear(self, event: str, data: Any) -> None:
        if event == "said":
            speaker, _, number = data["what"].rpartition("-")
            self._table.hear(self.name, speaker, int(number))
        elif event == "seat" and data["change"] != "sat":
            self.wrong(f"news of a seat: {data}")


class Person:
    """Somebody who types: by a socket, by nc or by telnet."""

    def __init__(
        self, field: Field, table: Table, tool: Tool | None, enter: bytes, sits: Callable[[], None]
    ) -> None:
        self._field, self._table, self._enter = field, table, enter
        self.name = field.name(("lf" if enter == b"\n" else "crlf") if tool is None else "tool")
        self._tail = b""
        self._sits: Callable[[], None] | None = sits
        table.seat(self.name)
        if tool is None:
            self.wire: Wire | ToolWire = Wire(field.floor, field.port, self._hear)
        else:
            self.wire = ToolWire(field.floor, tool, self._hear)

    def _type(self, text: str) -> None:
        self.wire.send(text.encode() + self._enter)

    def talk(self) -> None:
        """Say something, sometimes in two halves."""
        if self._field.ending:
            return
        line = self._table.next(self.name).encode() + self._enter
        if self._field.rng.random() < HALVES:
            cut = self._field.rng.randint(1, len(line) - 1)
            kills = self._field.kills
            self.wire.send(line[:cut])
            self._field.pause(lambda: self._other_half(line[cut:], kills), 0.7)
        else:
            self.wire.send(line)
            self._field.pause(self.talk)

    def _other_half(self, rest: bytes, kills: int) -> None:
        self.wire.send(rest)
        self._field.counts["lines in two halves"] += 1
        self._field.counts["halves across a kill"] += self._field.kills > kills
        self._field.pause(self.talk)

    def _hear(self, data: bytes) -> None:
        if not data:
            self._field.wrong(self.name, "the connection was cut")
            return
        *lines, self._tail = (self._tail + data).split(b"\n")
        for raw in lines:
            self._read(re.sub(rb"\xff[\xfb-\xfe].", b"", raw).decode().rstrip("\r"))

    def _read(self, line: str) -> None:
        if found := SAID.match(line):
            self._table.hear(self.name, found[1], int(found[2]))
        elif line.startswith("Your name?"):
            self._type(self.name)
        elif line.startswith(f"Hello {self.name}."):
            self._type(f"join {self._table.number}")
        elif self._sits is not None and "You sit at seat" in line:
            sits, self._sits = self._sits, None
            sits()
        else:
            self._field.counts[f"read: {re.sub('[0-9]+', '9', line)[:60]}"] += 1


class Screen:
    """The terminal client. What it reads is not checked; the others hear what it says."""

    def __init__(
        self, field: Field, table: Table, opened: ExitStack, sits: Callable[[], None]
    ) -> None:
        self._field, self._table = field, table
        self.name = field.name("screen")
        table.said[self.name] = 0
        self._sits: Callable[[], None] | None = sits
        self._asked = False
        found = opened.enter_context(terminal(Pty))
        assert isinstance(found, Pty)
        self._pty = found
        self._enter(f"parlour play 127.0.0.1:{field.port} --name {self.name}")
        self._look()

    def _enter(self, text: str) -> None:
        self._pty.type(text)
        self._field.floor.after(0.1, lambda: self._pty.press("Enter"))

    def _look(self) -> None:
        rows = self._pty.screen()
        self._field.floor.after(LOOK_S, self._look)
        if rows is None:
            return
        if any("OFFLINE" in row or "Traceback" in row for row in rows):
            self._field.wrong(self.name, "\n".join(rows))
        if not self._asked and "Lobby" in rows[0]:
            self._asked = True
            self._enter(f"join {self._table.number}")
        elif self._sits is not None and f"table {self._table.number}" in rows[0]:
            sits, self._sits = self._sits, None
            sits()

    def talk(self) -> None:
        """Say something."""
        if not self._field.ending:
            self._enter(self._table.next(self.name))
            self._field.counts["lines by the client"] += 1
            self._field.floor.after(1.0 + 2 * self._field.think_s, self.talk)


def talk_table(
    field: Field, opened: ExitStack, *, people: int, tools: bool, screen: bool
) -> Table:
    """A table of a program and *people*, one of whom ends lines with CR LF, and perhaps more:
    nc and telnet (*tools*), the terminal client (*screen*). All talk once all sit there."""
    table = Table(field)
    waiting: list[Callable[[Callable[[], None]], Callable[[], None]]] = []
    talks: list[Callable[[], None]] = []

    def person(tool: Callable[[int], Tool] | None, enter: bytes) -> None:
        def come(then: Callable[[], None]) -> Callable[[], None]:
            return Person(field, table, tool and tool(field.port), enter, then).talk

        waiting.append(come)

    for number in range(people):
        person(None, (b"\n", b"\r\n")[number % 2])
    if tools:
        person(nc, b"\n")
        person(telnet, b"\n")
    if screen:
        waiting.append(lambda then: Screen(field, table, opened, then).talk)

    def next_one() -> None:
        if waiting:
            talks.append(waiting.pop(0)(next_one))
        else:
            for talk in talks:
                field.pause(talk)

    program = Chatter(field, table, next_one)
    talks.append(program.talk)
    return table
