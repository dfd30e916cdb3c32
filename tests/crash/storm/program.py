"""A program that believes nothing: each answer once and in order, each event once and in order."""

from __future__ import annotations

import json
from collections import Counter, deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final, TypeAlias

from tests.crash.storm.floor import Floor, Wire, now

ADDED: Final = 200
"""As many moves as a long game of words has."""
Then: TypeAlias = "Callable[[str, Any, list[Any]], None]"
"""Gets `ok` or `no`, the object of the final answer, and the items before it."""


@dataclass
class Field:
    """What all who play share: the host, and what was found."""

    floor: Floor
    port: int
    rng: Random
    think_s: float
    found: list[str] = field(default_factory=list[str])
    """Everything that must not be."""
    counts: Counter[str] = field(default_factory=Counter[str])
    ending: bool = False
    """Nobody begins anything new."""
    names: int = 0
    kills: int = 0
    """Deaths so far."""
    say: Callable[[str], None] = print

    def wrong(self, who: str, what: str) -> None:
        """Note something that must not be."""
        self.found.append(f"{who}: {what}")
        self.say(f"FOUND after kill {self.kills}: {who}: {what}")

    def name(self, start: str) -> str:
        """A name that nobody has."""
        self.names += 1
        return f"{start}{self.names}"

    def pause(self, do: Callable[[], None], times: float = 1.0) -> None:
        """Do it after a while, as people do."""
        self.floor.after(self.rng.uniform(0.0, 2 * times * self.think_s), do)


@dataclass(eq=False)
class Asked:
    """A request that is not answered yet."""

    number: int
    text: str
    then: Then
    at: float
    items: list[Any] = field(default_factory=list[Any])


class Program:
    """A connection of a program. Its subclasses decide what it asks for."""

    hello = "HELLO 1 text view"

    def __init__(self, field: Field, name: str) -> None:
        self.field, self.name = field, name
        self.seq = 0
        self.ended = False
        self.asked: deque[Asked] = deque()
        self._number = 0
        self._tail = b""
        self._typed = False
        self._quits = False
        self.wire = Wire(field.floor, field.port, self.feed)
        self.wire.send(f"{self.hello}\n".encode())
        self.begin()

    def begin(self) -> None:
        """The first requests."""

    def ask(self, text: str, then: Then | None = None) -> None:
        """Send a request; *then* gets the answer, which must be `ok` if there is none."""
        self._number += 1
        self._quits |= text == "quit"
        self.asked.append(Asked(self._number, text, then or self._granted, now()))
        self.wire.send(f"#{self._number} {text}\n".encode())
        self.field.counts["requests"] += 1

    def hear(self, event: str, data: Any) -> None:
        """An event."""

    def over(self) -> None:
        """The connection ended after `quit`."""

    def wrong(self, what: str) -> None:
        """Note it with what is open."""
        waits = [f"#{each.number} {each.text}" for each in list(self.asked)[:3]]
        self.field.wrong(self.name, f"{what} (open: {waits})")

    def _granted(self, word: str, body: Any, items: Sequence[Any]) -> None:
        if word != "ok":
            self.wrong(f"refused: {body}")

    def feed(self, data: bytes) -> None:
        if not data:
            self._closed()
            return
        *lines, self._tail = (self._tail + data).split(b"\n")
        for raw in lines:
            line = raw.decode()
            if self._typed:
                self._read(line)
            elif line.startswith("#- "):
                self._typed = True

    def _closed(self) -> None:
        if self.ended:
            return
        self.ended = True
        if not self._quits:
            self.wrong("the connection was cut")
        elif self.asked:
            self.wrong("closed before everything was answered")
        self.over()

    def _read(self, line: str) -> None:
        try:
            mark, word, rest = line.split(" ", 2)
            if mark == "*":
                event, _, rest = rest.partition(" ")
                self._event(word, event, json.loads(rest))
            elif mark == "!":
                if not (word == "bye" and self._quits):
                    self.wrong(f"ended: {line}")
            else:
                self._answer(mark, word, json.loads(rest))
        except ValueError:
            self.wrong(f"no line of the protocol: {line!r}")

    def _event(self, number: str, event: str, data: Any) -> None:
        if number == "-":
            self.field.counts[f"* - {event} {data.get('kind', '')}"] += 1
            return
        if int(number) != self.seq + 1:
            self.wrong(f"event {number} after {self.seq}: {event}")
        self.seq = int(number)
        self.field.counts["events"] += 1
        self.hear(event, data)

    def _answer(self, mark: str, word: str, body: Any) -> None:
        if not self.asked or mark != f"#{self.asked[0].number}":
            self.wrong(f"{mark} {word} {body} answers nothing that is next")
            return
        if word == "+":
            self.asked[0].items.append(body)
            return
        asked = self.asked.popleft()
        self.field.counts["answers"] += 1
        asked.then(word, body, asked.items)


class Tallier(Program):
    """Adds at a table of two: in the end the host has counted exactly what was answered `ok`.

    When they have added as often as there are moves in a game, they go, and two others come.
    """

    other: Tallier | None = None
    watcher: Watcher | None = None
    right = False
    """All was counted."""

    def __init__(self, field: Field, name: str, host: Tallier | None = None) -> None:
        self._host = host
        self.table = 0
        self.added = 0
        self.counted = 0
        self._mine: deque[str] = deque()
        field.counts["talliers"] += 1
        super().__init__(field, name)

    def begin(self) -> None:
        self.ask(f"name {self.name}")
        if self._host is None:
            self.ask("new doom", self._opened)
        else:
            self.ask(f"join {self._host.table}", self._sits)

    def _opened(self, word: str, body: Any, items: Sequence[Any]) -> None:
        self._granted(word, body, items)
        self.table = body["table"]
        self.other = Tallier(self.field, self.field.name("tally"), self)
        self.other.other = self

    def _sits(self, word: str, body: Any, items: Sequence[Any]) -> None:
        self._granted(word, body, items)
        assert self._host is not None
        self.table = self._host.table
        self.watcher = Watcher(self.field, self.field.name("look"), self.table)
        self._host.ask("start", self._both)

    def _both(self, word: str, body: Any, items: Sequence[Any]) -> None:
        assert self._host is not None
        self._granted(word, body, items)
        self.go_on()
        self._host.go_on()

    def go_on(self) -> None:
        """Add one, or several together; in the end compare."""
        assert self.other is not None
        if self.ended:
            return
        if self.field.ending or self.added + self.other.added >= ADDED:
            if any(each.text != "/look" for each in self.other.asked):
                self.field.floor.after(0.2, self.go_on)
            elif not self.asked:
                self.ask("/look", self._compare)
            return
        for _ in range(self.field.rng.choice((1, 1, 1, 2, 8))):
            self.added += 1
            what = f"{self.name} {self.added}"
            self._mine.append(what)
            self.ask(f"/do {what}")
        self.asked[-1].then = self._added

    def _added(self, word: str, body: Any, items: Sequence[Any]) -> None:
        self._granted(word, body, items)
        self.field.pause(self.go_on)

    def hear(self, event: str, data: Any) -> None:
        if event in {"fault", "paused"}:
            self.wrong(f"{event} {data}")
        if event != "doom.added":
            return
        self.counted += 1
        count, what = data["data"]["count"], data["data"]["what"]
        if count != self.counted:
            self.wrong(f"counted {count} where {self.counted} is next")
        if what.split()[0] == self.name and (not self._mine or self._mine.popleft() != what):
            self.wrong(f"counted {what} out of order")

    def _compare(self, word: str, body: Any, items: Sequence[Any]) -> None:
        assert self.other is not None
        self._granted(word, body, items)
        if self._mine:
            self.wrong(f"never counted: {list(self._mine)}")
        if body["view"]["count"] != self.added + self.other.added:
            self.wrong(f"counted {body['view']}, added {self.added} + {self.other.added}")
        else:
            self.right = True
            self.field.counts["counted right"] += 1
            self.field.counts["moves counted"] += self.added
            if self.other.right and not self.field.ending:
                Tallier(self.field, self.field.name("tally"))
                for one in (self, self.other):
                    one.ask("leave")
                    one.ask("quit")
                    if one.watcher is not None:
                        one.watcher.ask("quit")


class Watcher(Program):
    """Watches a table of talliers: hears every count once, in order."""

    hello = "HELLO 1"

    def __init__(self, field: Field, name: str, table: int) -> None:
        self._table = table
        self._counted = 0
        super().__init__(field, name)

    def begin(self) -> None:
        self.ask(f"name {self.name}")
        self.ask(f"watch {self._table}")

    def hear(self, event: str, data: Any) -> None:
        if event == "doom.added":
            self.field.counts["watched moves"] += 1
            if self._counted and data["data"]["count"] != self._counted + 1:
                self.wrong(f"watched {data['data']['count']} after {self._counted}")
            self._counted = data["data"]["count"]


class Victim(Program):
    """Opens a table of Doom, and lets the host die of a move."""

    def __init__(self, field: Field, ready: Callable[[Victim], None]) -> None:
        self._ready = ready
        super().__init__(field, field.name("doomed"))

    def begin(self) -> None:
        self.ask(f"name {self.name}")
        self.ask("new doom")
        self.ask("start", self._begun)

    def _begun(self, word: str, body: Any, items: Sequence[Any]) -> None:
        self._granted(word, body, items)
        self._ready(self)

    def die(self, how: str, then: Callable[[float], None]) -> None:
        """Ask for it; *then* gets the seconds until the one answer, which must be a refusal."""
        begun = now()

        def answered(word: str, body: Any, items: Sequence[Any]) -> None:
            self.field.counts[f"{how}: {word} {body.get('code', '')}"] += 1
            if word != "no":
                self.wrong(f"{how} was granted")
            then(now() - begun)
            self.ask("leave")
            self.ask("quit")

        self.ask(f"/do {how}", answered)


class Reader(Program):
    """Asks for what is long, again and again; a long answer may be lost, and says so."""

    hello = "HELLO 1"
    LONG: Final = ("help all", "games", "history", "rules probe", "tables", "who", "replay 1")

    def begin(self) -> None:
        self.ask(f"name {self.name}")
        self._again()

    def _again(self) -> None:
        if self.field.ending:
            self.ask("quit")
        else:
            self.ask(self.field.rng.choice(self.LONG), self._read_it)

    def _read_it(self, word: str, body: Any, items: Sequence[Any]) -> None:
        code = "" if word == "ok" else body["code"]
        self.field.counts[f"long answers {word} {code}".strip()] += 1
        if code not in {"", "unavailable", "no_such_record", "usage"}:
            self.wrong(f"a long answer was refused: {body}")
        count = body.get("count", len(items)) if word == "ok" else len(items)
        if count != len(items):
            self.wrong(f"{len(items)} items of {count}")
        self.field.pause(self._again, 0.3)


class Registrar(Program):
    """Registers, goes, and comes back with the password; then with a wrong one."""

    hello = "HELLO 1"
    WORD: Final = "open sesame 17"

    def __init__(self, field: Field, name: str, stage: int = 0) -> None:
        self._stage = stage
        super().__init__(field, name)

    def begin(self) -> None:
        match self._stage:
            case 0:
                self.ask(f"name {self.name}")
                self.ask(f"register {self.WORD}")
            case 1:
                self.ask(f"name {self.name} {self.WORD}", self._back)
            case _:
                self.ask(f"name {self.name} not {self.WORD}", self._refused)
        self.ask("ping", self._soon)

    def _soon(self, word: str, body: Any, items: Sequence[Any]) -> None:
        self._granted(word, body, items)
        self.field.pause(self._go, 0.3)

    def _go(self) -> None:
        self.ask("quit")

    def _back(self, word: str, body: Any, items: Sequence[Any]) -> None:
        self._granted(word, body, items)
        self.seq = body["seq"] - 1  # the welcome comes next

    def _refused(self, word: str, body: Any, items: Sequence[Any]) -> None:
        if word == "ok" or body["code"] != "bad_password":
            self.wrong(f"a wrong password was answered {word} {body}")

    def over(self) -> None:
        self.field.counts[("registered", "logged in", "kept out")[self._stage]] += 1
        if not self.field.ending:
            stage = (self._stage + 1) % 3
            Registrar(self.field, self.name if stage else self.field.name("reg"), stage)


class Opener(Program):
    """Opens a table, talks there, leaves, and goes: the table closes."""

    hello = "HELLO 1 text"
    GAMES: Final = ("boggle", "password", "probe", "doom")

    def begin(self) -> None:
        self.ask(f"name {self.name}")
        self.ask(f"new {self.field.rng.choice(self.GAMES)}")
        self.ask("say nobody hears this")
        self.ask("ping", self._soon)

    def _soon(self, word: str, body: Any, items: Sequence[Any]) -> None:
        self._granted(word, body, items)
        self.field.pause(self._leave, 0.5)

    def _leave(self) -> None:
        self.ask("leave")
        self.ask("tables")
        self.ask("quit")

    def over(self) -> None:
        self.field.counts["tables closed"] += 1
        if not self.field.ending:
            self.field.pause(self._another, 0.5)

    def _another(self) -> None:
        Opener(self.field, self.field.name("open"))


class Newcomer(Program):
    """Connects, asks one thing, goes."""

    hello = "HELLO 1"

    def begin(self) -> None:
        self.ask("ping")
        self.ask("quit")

    def over(self) -> None:
        self.field.counts["newcomers served"] += 1


class Organizer(Program):
    """Holds parties of bots, one after the other, and hears of each round."""

    hello = "HELLO 1"

    def begin(self) -> None:
        self._rounds = 0
        self.ask(f"name {self.name}")
        self._hold()

    def _hold(self) -> None:
        if self.field.ending:
            self.ask("quit")
            return
        self.ask("party new hunt top=9 rounds=2")
        self.ask("party bot 8")
        self.ask("party start")

    def hear(self, event: str, data: Any) -> None:
        if event == "party" and data["change"] == "round":
            self._rounds += 1
        elif event == "party" and data["change"] == "over":
            if self._rounds != 2:
                self.wrong(f"a party of two rounds had {self._rounds}")
            self._rounds = 0
            self.field.counts["parties played"] += 1
            self._hold()
