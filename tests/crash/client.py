"""A program that plays one game of Probe and comes back as often as its host is killed.

It is a line without its socket: what arrives goes into `feed`, what it sends is in
`out`. It keeps all it was told, and raises Broken at once if it was told something twice,
if something was left out, or if a move that was acknowledged is asked for again.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

from tests.crash.rule import Rule

SEATS: Final = 4
SHOWN: Final = 12
"""Lines of what was said last that a Broken shows."""
Kind: TypeAlias = Literal["lost", "duplicated", "other"]


class Broken(Exception):
    """The host has lost something, done something twice, or broken the protocol."""

    def __init__(self, kind: Kind, text: str) -> None:
        super().__init__(f"{kind}: {text}")
        self.kind = kind


@dataclass(frozen=True)
class Heard:
    """An event as it was read: its name, and its object as it was on the line."""

    name: str
    body: bytes

    @property
    def data(self) -> Any:
        return json.loads(self.body)


class Client:
    """The player at *place* of a party; the first one opens the table, at `table` 0."""

    def __init__(self, base: str, place: int, rule: Rule, hello: str = "HELLO 1 text") -> None:
        self.base, self.place, self.rule, self.hello = base, place, rule, hello
        self.names = 0
        self.token = ""
        self.table = self.seat = 0
        self.stream: list[Heard] = []
        """Event number n stands at n - 1."""
        self.acknowledged: dict[int, str] = {}
        """The moves that were answered with `ok`, by the number of the prompt."""
        self.connections = 0
        self.waits: list[str] = []
        """What was said when the host began to wait for its store."""
        self.went_on = 0
        """How often it said that it goes on."""
        self.over: Any = None
        self.out = b""
        self.log: list[str] = []
        """All that was said, both ways."""
        self._present: set[str] = set()
        self._hidden: set[int] = set()
        self._started = False
        self._prompt: Any = None
        self._requests = 0
        self._hang_up()

    @property
    def name(self) -> str:
        """Another one each time: who was not told that they have it cannot come back under it."""
        return f"{self.base}{self.names:02}"

    @property
    def seq(self) -> int:
        """The number of the last event."""
        return len(self.stream)

    @property
    def made(self) -> int:
        """How many moves are acknowledged."""
        return len(self.acknowledged)

    @property
    def finished(self) -> bool:
        """Is the game over, and nothing left to be answered?"""
        return self.over is not None and not self._request

    # --- the line -----------------------------------------------------------------------

    def _hang_up(self) -> None:
        self._tail = b""
        self._typed = self._known = False
        self._request = ""
        self._until = 0

    def connect(self) -> None:
        """A new line: nothing that was half read or not answered on the old one counts."""
        self._hang_up()
        self.went_on = len(self.waits)
        self.connections += 1
        self.log.append(f"-- connection {self.connections}")
        self.out = f"{self.hello}\n".encode()

    def take(self) -> bytes:
        """What is to be sent, once."""
        out, self.out = self.out, b""
        return out

    def feed(self, data: bytes) -> None:
        """Read what has come, and answer what it asks for."""
        *lines, self._tail = (self._tail + data).split(b"\n")
        for line in lines:
            self.log.append(f"< {line.decode()}")
            if self._typed:
                self._read(line)
            elif line.startswith(b"#- "):
                self._must(line.startswith(b"#- ok "), "HELLO was refused")
                self._typed = True
                self._come_in()
        if self._known and not self._request and self.seq >= self._until:
            self._go_on()

    def _must(self, good: object, what: str, kind: Kind = "other") -> None:
        if not good:
            said = "\n  ".join(self.log[-SHOWN:])
            raise Broken(kind, f"{self.name}: {what}\n  {said}")

    def _ask(self, request: str) -> None:
        self._requests += 1
        self._request = request
        line = f"#{self._requests} {request}"
        self.log.append(f"> {line}")
        self.out += f"{line}\n".encode()

    def _come_in(self) -> None:
        self._ask(f"resume {self.token} {self.seq}" if self.token else f"name {self.name}")

    # --- what is read -------------------------------------------------------------------

    def _read(self, line: bytes) -> None:
        mark, word, rest = line.split(b" ", 2)
        if mark == b"*" and word == b"-":
            self._note(rest)
        elif mark == b"*":
            name, _, body = rest.partition(b" ")
            self._hear(int(word), Heard(name.decode(), body))
        else:
            self._must(mark == f"#{self._requests}".encode(), "that answers nothing")
            self._answered(word == b"ok", json.loads(rest))

    def _note(self, rest: bytes) -> None:
        name, _, body = rest.partition(b" ")
        said = json.loads(body)
        self._must(name == b"notice", "news that nobody asked for")
        if said["kind"] == "waiting":
            self._must(len(self.waits) == self.went_on, "it waits already")
            self.waits.append(" ".join(" ".join(said.get("text", ())).split()))
        else:
            self.went_on += 1
            self._must(len(self.waits) == self.went_on, "it has not waited")

    def _answered(self, good: bool, body: Any) -> None:
        request, self._request = self._request, ""
        verb, *rest = request.split(" ")
        if verb == "name" and not good and body["code"] == "name_taken":
            self.names += 1
            self._come_in()
            return
        self._must(good, "refused", "lost" if verb == "resume" else "other")
        if verb in {"name", "resume"}:
            self.token, self._known, self._until = body["token"], True, body["seq"]
        elif verb in {"new", "join"}:
            self.table, self.seat = body["table"], body["seat"]
        elif verb == "start":
            self._started = True
        else:
            self.acknowledged[int(verb.removeprefix("@"))] = " ".join(rest)

    def _hear(self, number: int, heard: Heard) -> None:
        self._must(number > self.seq, "an event once more", "duplicated")
        self._must(number == self.seq + 1, f"no event {self.seq + 1}", "lost")
        self.stream.append(heard)
        data = heard.data
        match heard.name:
            case "seat" if data["change"] == "sat":
                self._present.add(data["name"])
                if data["name"] == self.name:
                    self.table, self.seat = data["table"], data["seat"]
            case "started":
                self._started = True
            case "probe.hid" | "probe.laid":
                self._hidden.add(data["data"]["seat"])
            case "prompt":
                self._prompted(data)
            case "unprompt":
                self._prompt = None
            case "over":
                self._must(data["reason"] == "finished", "the game was ended")
                self.over = data
            case _:
                pass

    def _prompted(self, data: Any) -> None:
        number = data["prompt"]
        text = f"prompt {number} once more: the move was acknowledged"
        self._must(number not in self.acknowledged, text, "lost")
        if self._prompt is not None and self._prompt["prompt"] == number:
            self._must(self._prompt == data, f"prompt {number} has changed")
        self._prompt = data

    # --- what is done -------------------------------------------------------------------

    def _go_on(self) -> None:
        """The next request, if it is ours to do something."""
        prompt = self._prompt
        if not self.table and self.place == 1:
            self._ask(f"new probe {self.rule.options}")
        elif not self.table:
            self._must(self.party_table, "there is no table to sit down at")
            self._ask(f"join {self.party_table}")
        elif not self._started:
            if self.place == 1 and len(self._present) == SEATS:
                self._ask("start")
        elif prompt and prompt["urgent"] and prompt["prompt"] not in self.acknowledged:
            move = self.rule.move(self.place, prompt)
            # All are asked to hide at the same time; seat by seat, every run has one order.
            later = range(self.seat + 1, SEATS + 1)
            if not move.startswith("/hide") or self._hidden.issuperset(later):
                self._ask(f"@{prompt['prompt']} {move}")

    party_table = 0
    """Where a guest is to sit down; set before they connect."""
