"""A person at netcat who plays one game of Probe and comes back with their short code.

They are told nothing of what they missed. So before each question they look at the table, and
what they ask for follows from what they see there: the same again if the question before
was not put, and what they would have asked in any case if it was.
"""

from __future__ import annotations

import re
from random import Random
from typing import Final

from tests.crash.client import SHOWN, Broken
from tests.crash.rule import Rule

WAY_BACK: Final = re.compile(r"If you are disconnected, type: resume ([\w-]+)")
SEATED: Final = re.compile(r"Table (\d+): .* You sit at seat (\d+)\.")
STILL_SEATED: Final = re.compile(r"You already sit at table (\d+),")
TO_SHOW: Final = re.compile(r"Turn .*: show (\d+)")
TO_ASK: Final = re.compile(r"Ask for a letter \(ask (\S+) e\)")
NAME: Final = re.compile(r"\b([a-z]{3})[0-9]{2}\b")
SILENT: Final = re.compile(
    r"\w+ is (disconnected\. Seat \d is kept|back)\.|Again: .*|\d+ s left\."
    r"|Find the words that .*|Each card you turn up .*"
)
"""Lines that a kill adds, and lines that a replay leaves out, such as the aim of the game."""
ABSENT: Final = re.compile(r"\n[^\n]* (is|are) disconnected\. To go on [^\n]*(\n  [^\n]*)*")
"""Who is not back yet, in the answer to `look` where no clock runs."""
ASIDE: Final = re.compile(r" ?\((Enter: [^(),]+)?(, )?(\d+ s)?\)$")
"""What Enter stands for and the time left, behind a question. A replay leaves both out, and a
program reads nothing of Enter."""


class Person:
    """The guest at *place*, who sits there at table `party_table`."""

    def __init__(self, base: str, place: int, rule: Rule) -> None:
        self.base, self.place, self.rule = base, place, rule
        self.names = 0
        self.token = ""
        self.table = self.seat = 0
        self.party_table = 0
        self.made = 0
        """Moves of which they know that they were read: a ping behind them was answered."""
        self.game: list[str] = []
        """What they read of the game, without answers and without what a return repeats."""
        self.waits: list[str] = []
        """Nothing is said of that: they play where there is room."""
        self.over = ""
        self.out = b""
        self.log: list[str] = []
        self._hang_up()

    @property
    def name(self) -> str:
        """As for programs."""
        return f"{self.base}{self.names:02}"

    @property
    def finished(self) -> bool:
        """Is the game over, and nothing left to be answered?"""
        return bool(self.over) and not self._request

    def _hang_up(self) -> None:
        self._tail = b""
        self._request = ""
        self._pings = 0
        self._answer: list[str] = []
        self._todo = self._looked_for = ""
        self._here = False
        """Has all been read that answers their coming back and their sitting down?"""

    def connect(self) -> None:
        self._hang_up()
        self.log.append("-- a connection")
        self.out = b""

    def take(self) -> bytes:
        """What is typed, once."""
        out, self.out = self.out, b""
        return out

    def feed(self, data: bytes) -> None:
        """Read what has come, and type what it asks for."""
        *lines, self._tail = (self._tail + data).split(b"\n")
        for raw in lines:
            line = raw.decode()
            self.log.append(f"< {line}")
            self._read(line)
        if not self._request:
            self._go_on()

    def _type(self, request: str) -> None:
        self._pings += 1
        self._request, self._answer, self._looked_for = request, [], self._todo
        self.log.append(f"> {request}")
        self.out += f"{request}\nping {self._pings}\n".encode()

    # --- what is read -------------------------------------------------------------------

    def _read(self, line: str) -> None:
        if line.startswith("Your name?"):
            self._type(f"resume {self.token}" if self.token else f"name {self.name}")
        elif self._request and line == f"pong {self._pings}":
            self._answered()
        elif self._request == "look":
            self._hear(line)  # something may happen before the answer comes
            self._answer += [] if SILENT.fullmatch(line) else [line]
        else:
            self._hear(line)
            if self._here:
                self.game.append(line)

    def _hear(self, line: str) -> None:
        if found := WAY_BACK.search(line):
            self.token = found[1]
        elif found := SEATED.match(line):
            self.table, self.seat = int(found[1]), int(found[2])
        elif found := STILL_SEATED.match(line):
            self.table, self.seat = int(found[1]), self.place
        elif line.startswith("Hide a word"):
            self._todo = "hide"
        elif found := TO_SHOW.search(line):
            self._todo = f"/show {found[1]}"
        elif found := TO_ASK.search(line):
            self._todo = f"/ask {found[1]}"
        elif line.startswith("Game over"):
            self.over = NAME.sub(r"\1", line)

    def _answered(self) -> None:
        request, self._request = self._request, ""
        if request.startswith("name") and not self.token:
            self.names += 1
            self._type(f"name {self.name}")
        elif request.startswith("resume"):
            # They may have been told that the game is over while nobody was on the line.
            self._type("look")
        elif request == "look":
            self._looked(ABSENT.sub("", "\n".join(self._answer)))
        elif request.startswith("/"):
            self.made += 1
        self._here = bool(self.table)

    def _looked(self, seen: str) -> None:
        if "The game is over." in seen:
            self.over = self.over or "missed"
        elif self._todo.startswith("/ask") and self._todo == self._looked_for:
            letter = self._luck(NAME.sub(r"\1", seen)).choice(self.rule.letters)
            self._type(f"{self._todo} {letter}")
            self._todo = ""

    # --- what is done -------------------------------------------------------------------

    def _luck(self, about: str) -> Random:
        return Random(f"{self.rule.seed}/{self.place}/{about}")

    def _go_on(self) -> None:
        if not self.token:
            return
        if not self.table:
            self._type(f"join {self.party_table}")
        elif self._todo.startswith("/ask"):
            self._type("look")
        elif self._todo:
            todo, self._todo = self._todo, ""
            word = "".join(self._luck("word").choices(self.rule.letters, k=3))
            self._type(f"/hide {word}" if todo == "hide" else todo)

    # --- was it right? ------------------------------------------------------------------

    def must_stand_in(self, replay: list[str]) -> None:
        """Check that *replay* has all that they read of the game, in that order. Raises Broken."""
        lines = iter(replay)
        for said in self.game:
            line = ASIDE.sub("", said)
            if line and not SILENT.fullmatch(line) and line not in lines:
                said = "\n  ".join(self.log[-SHOWN:])
                raise Broken("other", f"{self.name} read {line!r}, which is not kept\n  {said}")
