"""Guests of a house, and what they know of it: only what they have read on their connections.

A guest holds every line against the protocol as it comes: answers in the order of the
requests and one for each, events without a gap, and an event that comes again the same as before.
"""

from __future__ import annotations

import re
from collections import deque
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

import msgspec

from parlour_kit.host import Client
from tests.house.shaky import Shaky

WAY_BACK: Final = re.compile(r"resume ([0-9a-z]{5}(?:-[0-9a-z]{5})+)")
PASSWORD: Final = "correct horse"
GONE: Final = {"left", "kicked", "absent", "silent"}
"""What may become of a seat that somebody gives up."""
TOKEN: Final = re.compile(r"\b(?:hush|talk)[0-9]+\b")
"""Words that stand in one line of one guest, and in nobody else's."""


@dataclass(frozen=True)
class Asked:
    """A request that waits for its answer: its id and the line."""

    mark: str
    line: str
    late: bool
    """The host waited for its store, or was about to: events may come before the answer."""


@dataclass(frozen=True)
class Answer:
    """The last line of an answer."""

    asked: Asked
    word: str
    body: dict[str, Any]
    items: list[dict[str, Any]]


@dataclass
class Guest:
    """A name, and what its owner knows. With an empty *hello* it is a person at netcat."""

    host: Shaky
    name: str
    hello: str
    client: Client | None = None
    token: str = ""
    asked: deque[Asked] = field(default_factory=deque[Asked])
    stream: dict[int, str] = field(default_factory=dict[int, str])
    """Every event that was ever sent to this player, by its number."""
    read: int | None = 0
    """The last event that they have seen; None: they came back without a number."""
    resumed: int = 0
    """The highest number that they came back with: nobody goes back behind that."""
    table: int | None = None
    seat: int | None = None
    sure: bool = True
    """They know where they sit; after they came back without a number they may not."""
    watching: set[int] = field(default_factory=set[int])
    ignored: set[str] = field(default_factory=set[str])
    in_doubt: set[str] = field(default_factory=set[str])
    """Names that they asked to ignore, or no longer to, and never read the answer."""
    account: bool = False
    prompt: dict[str, Any] | None = None
    left_at: float = 0.0
    """When the connection was lost."""
    words: set[str] = field(default_factory=set[str])
    """The words of `TOKEN` that they have read."""
    _count: int = 0
    _items: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])

    @property
    def here(self) -> bool:
        return self.client is not None

    @property
    def program(self) -> bool:
        """Do they read the typed protocol?"""
        return bool(self.hello)

    @property
    def waited_for(self) -> bool:
        """Does their game wait for them?"""
        return self.prompt is not None and self.prompt["urgent"]

    # --- coming and going ---------------------------------------------------------------

    def come(self, *, unread: int = 0, numbered: bool = True) -> str | None:
        """Come in or back, the last *unread* events never read; the code of a refusal."""
        self.client = self.host.connect()
        if self.hello:
            self.client.send(self.hello)
        self.client.take()
        if not self.token:
            return self._enter(f"name {self.name}")
        if not self.program:
            code = self._enter(f"resume {self.token}")
            if code is None or not self.account:
                return code  # an account that is asleep has no code
            return self._enter(f"name {self.name} {PASSWORD}")
        if numbered and self.read is not None:
            self.read = self.resumed = max(self.resumed, self.read - unread)
            code = self._enter(f"resume {self.token} {self.read}")
            if code != "unavailable":
                return code
            tables = self.host.house.tables
            held = any(b'"suspended"' in b"".join(room.record) for room in tables.rooms.values())
            assert held or len(tables.rooms) < tables.last_table or self.account, "nothing is lost"
        self.sure, self.read = False, None
        return self._enter(f"resume {self.token}")

    def _enter(self, line: str) -> str | None:
        before = self.token
        self.ask(line)
        answers = self.hear()
        if not self.program:  # who comes with a code gets another one
            return None if self.here and self.token != before else "unavailable"
        ((word, body),) = ((answer.word, answer.body) for answer in answers)
        if word == "no":
            return str(body["code"])
        self.token = body["token"]
        if line.startswith("resume"):
            assert self.read in {body["seq"], None}, "all that was announced has come"
            self.read = body["seq"]
        self.ask("/ignore")
        self.hear()
        return None

    def forget(self) -> None:
        """The name was free again: whoever comes under it is a new player."""
        self.token, self.read, self.resumed, self.table, self.seat = "", 0, 0, None, None
        self.stream.clear()
        self.ignored.clear()

    def lose(self) -> None:
        assert self.client is not None
        if not self.client.closed:
            self.client.lose()
        self.hear()
        self.gone()

    def gone(self) -> None:
        """There is no connection any more; what was not answered never will be."""
        self.client = None
        self.left_at = self.host.now
        self.watching.clear()
        for asked in self.asked:
            verb, _, name = asked.line.partition(" ")
            if verb == "/ignore" and name:
                self.in_doubt.add(name)
        self.asked.clear()
        self._items.clear()
        self.prompt = None

    # --- requests -----------------------------------------------------------------------

    def ask(self, line: str) -> None:
        """Type *line*; a person types `ping` behind it, which tells when it was dealt with."""
        assert self.client is not None
        self._count += 1
        if self.program:
            self.asked.append(Asked(f"#{self._count}", line, self.host.stuck))
            self._send(f"#{self._count} {line}")
        else:
            self.asked.append(Asked(f"pong {self._count}", line, self.host.stuck))
            self._send(line, f"/ping {self._count}")

    def _send(self, *lines: str) -> None:
        assert self.client is not None
        unread = self.client.read
        self.client.send(*lines)
        self.client.read = unread

    def move(self, rng: Random, word: str) -> str:
        """A move that the open prompt offers, with *word* for what they note down: nothing while
        their move may have to wait, for they may sit elsewhere then.
        """
        assert self.prompt is not None
        moves = self.prompt["moves"]
        if self.host.stuck:
            moves = [spec for spec in moves if spec["verb"] != "note"] or [
                {"verb": "x", "args": ()}
            ]
        spec = rng.choice(moves)
        args = [word if spec["verb"] == "note" else _pick(arg, rng) for arg in spec["args"]]
        quoted = f"@{self.prompt['prompt']} " * (rng.random() < 0.3)
        return " ".join([f"{quoted}/{spec['verb']}", *args])

    # --- reading ------------------------------------------------------------------------

    def hear(self) -> list[Answer]:
        """Read all that has come; the requests that were answered."""
        if self.client is None:
            return []
        found: list[Answer] = []
        for line in self.client.take():
            self.words.update(TOKEN.findall(line))
            answer = self._typed(line) if self.program else self._plain(line)
            if answer is not None:
                found.append(answer)
                self._learn(answer)
        if self.client.closed:
            self.gone()
        return found

    def _plain(self, line: str) -> Answer | None:
        if way_back := WAY_BACK.search(line):
            self.token = way_back[1]
        if not line.startswith("pong "):
            return None
        asked = self.asked.popleft()
        assert line == asked.mark, "answered in order, and once"
        return Answer(asked, "ok", {}, [])

    def _typed(self, line: str) -> Answer | None:
        mark, word, rest = line.split(" ", 2)
        if mark == "!":
            return None
        if mark == "*":
            name, _, text = rest.partition(" ")
            if word != "-":
                self._event(int(word), name, line, msgspec.json.decode(text))
            return None
        assert self.asked, line
        assert mark == self.asked[0].mark, "answered in order, and once"
        if word == "+":
            self._items.append(msgspec.json.decode(rest))
            return None
        asked, items, self._items = self.asked.popleft(), self._items, []
        return Answer(asked, word, msgspec.json.decode(rest), items)

    def _learn(self, answer: Answer) -> None:
        """What the guest knows from an answer."""
        if answer.word != "ok":
            return
        verb, _, rest = answer.asked.line.partition(" ")
        body = answer.body
        match verb:
            case "/new" | "/join" if self.program:
                self.table, self.seat = body["table"], body["seat"]
                self.watching.discard(self.table or 0)
            case "/register":
                self.account, self.token = True, body.get("token", self.token)
            case "/watch" if self.program:
                self.watching.add(body["table"])
            case "/leave" if rest and int(rest) != self.table:
                self.watching.discard(int(rest))
            case "/ignore" if rest:
                self.ignored ^= {rest}
            case "/ignore" if body.get("text"):
                names = body["text"][0].removeprefix("You ignore ").removesuffix(".")
                told: set[str] = set() if names == "nobody" else set(names.split(", "))
                assert self.ignored ^ told <= self.in_doubt
                self.ignored = told
                self.in_doubt.clear()
            case "/end" if int(rest) == self.table:  # everybody else reads that it has closed
                self.table = self.seat = self.prompt = None
            case _:
                pass

    def _event(self, seq: int, name: str, line: str, body: dict[str, Any]) -> None:
        late = bool(self.asked) and self.asked[0].late
        assert late or not self.asked, "an answer comes before the events that its request led to"
        last = max(self.stream, default=0)
        assert seq == self.read + 1 if self.read is not None else seq > last, "without a gap"
        self.read = seq
        assert self.stream.setdefault(seq, line) == line, "the same as when it was sent first"
        match name:
            case "welcome":
                self.table, self.sure = body["table"], True
            case "seat" if body["name"] == self.name:
                if body["change"] in {"sat", "back"}:
                    self.table, self.seat = body["table"], body["seat"]
                elif body["change"] in {*GONE, "away"} and body["table"] == self.table:
                    self.table = self.seat = self.prompt = None
            case "notice" if (
                body["kind"] in {"adjourned", "table_gone"} and body["table"] == self.table
            ):
                self.table = self.seat = self.prompt = None
            case "prompt":
                self.prompt = body
            case "unprompt" | "over":
                self.prompt = None
            case _:
                pass


def _pick(arg: dict[str, Any], rng: Random) -> str:
    known = arg.get("choices") or arg.get("examples")
    return str(rng.choice(known)) if known else str(rng.randint(arg["min"], arg["max"]))
