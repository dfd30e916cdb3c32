"""Small scenes for the tests of the house: hosts, tables with people, and what they read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import msgspec

from parlour.api import AnyGame, Lexicon
from parlour.core.limits import Limits
from parlour.core.persistence import Finished
from parlour.core.sessions import Player
from parlour.engine import record as r
from parlour.house import House
from parlour.tables.rooms import Room
from parlour_kit.host import Client, Host
from tests.games.brittle import BRITTLE
from tests.games.hunt.game import HUNT
from tests.house.shaky import Shaky

GAMES: Final[Mapping[str, AnyGame]] = {"hunt": HUNT, "brittle": BRITTLE}


def held(house: House) -> dict[int, str]:
    """Why each table waits that does, by its number."""
    tables = [room.table for room in house.tables.rooms.values() if room.table.state == "held"]
    return {table.number: table.suspended.why for table in tables if table.suspended is not None}


class Words(Lexicon):
    name = "en"
    hash = "5" * 64

    def __contains__(self, word: object) -> bool:
        return word in {"ant", "bee", "cat"}

    def __len__(self) -> int:
        return 3

    def words(self, length: int, *, band: int | None = None) -> Sequence[str]:
        return ("ant", "bee", "cat") if length == 3 else ()

    def band(self, word: str) -> int | None:
        return 10 if word in self else None

    def never_deal(self, word: str) -> bool:
        return False

    def why(self, word: str) -> str:
        return f"{word}: {'listed' if word in self else 'not listed'} in en."


class Family(Words):
    name = "family"
    hash = "7" * 64


class Edited(Words):
    """The same after the operator has changed it."""

    name = "family"
    hash = "8" * 64


LISTS: Final[Mapping[str, Lexicon]] = {"family": Family(), "en": Words()}
"""For the games that let their players choose a list."""


def new_host(
    games: Mapping[str, AnyGame] = GAMES,
    lexicons: Mapping[str, Lexicon] | None = None,
    *,
    run_jobs: bool = True,
    seed: int = 1,
    **limits: int,
) -> Shaky:
    """A host with both games; limits are usual unless they are named."""
    return Shaky(
        games,
        lexicons or {},
        Limits(**{"bot_pause_ms": 0, "password_cost": 1, **limits}),
        seed=seed,
        run_jobs=run_jobs,
    )


@dataclass(frozen=True)
class Answer:
    """The answer to a request of a program: items, and the final word with its object."""

    word: str
    body: dict[str, Any]
    items: list[dict[str, Any]]

    @property
    def code(self) -> str | None:
        return self.body.get("code") if self.word == "no" else None

    @property
    def text(self) -> str:
        """What a person reads of the final word."""
        return " / ".join(self.body["text"])


def ask(client: Client, line: str) -> Answer:
    """A program's request `#q line` and its answer, the one final word of that tick."""
    items: list[dict[str, Any]] = []
    finals: list[Answer] = []
    for got in client.send(f"#q {line}"):
        if not got.startswith("#"):
            continue
        asked, word, body = got.split(" ", 2)
        assert asked == "#q", got
        if word == "+":
            items.append(msgspec.json.decode(body))
        else:
            finals.append(Answer(word, msgspec.json.decode(body), items))
    (final,) = finals
    return final


def ok(client: Client, *lines: str) -> Answer:
    """Requests of a program that must be granted; the last answer."""
    answer = None
    for line in lines:
        answer = ask(client, line)
        assert answer.word == "ok", f"{line}: {answer.body}"
    assert answer is not None
    return answer


def refused(client: Client, line: str) -> str:
    """The code with which a program's request is refused."""
    answer = ask(client, line)
    assert answer.word == "no", f"{line}: {answer.body}"
    assert answer.body["text"], "a refusal says why"
    return str(answer.code)


def why_not(client: Client, line: str) -> str:
    """The sentence with which a program's request is refused."""
    answer = ask(client, line)
    assert answer.word == "no", f"{line}: {answer.body}"
    return answer.text


def heard(client: Client, line: str = "") -> list[str]:
    """What one more line (or nothing) brings on this connection."""
    return client.send(line) if line else client.take()


def events(lines: Sequence[str]) -> list[tuple[int, str, dict[str, Any]]]:
    """The events among *lines*: number (0: none, for news), name, object."""
    found: list[tuple[int, str, dict[str, Any]]] = []
    for line in lines:
        if line.startswith("* "):
            _, seq, name, body = line.split(" ", 3)
            found.append((0 if seq == "-" else int(seq), name, msgspec.json.decode(body)))
    return found


def names(lines: Sequence[str]) -> list[str]:
    return [name for _, name, _ in events(lines)]


def nameless(
    host: Host, *capabilities: str, address: str = "127.0.0.1", near: bool = True
) -> Client:
    """A program that has given no name yet."""
    client = host.connect(address=address, near=near)
    client.send(" ".join(["HELLO 1 text", *capabilities]))
    return client


def known(host: Host, name: str) -> Player:
    """The player of that name, whom the host must know."""
    player = host.house.people.find(name)
    assert player is not None, name
    return player


def archived(host: Host, record: str = "g1") -> Finished:
    """A finished game, which must be in the archive."""
    finished = host.archive.get(record)
    assert finished is not None, record
    return finished


class Party:
    """A table with people; those named in *programs* speak the typed protocol."""

    def __init__(
        self,
        *players: str,
        host: Host | None = None,
        options: str = "",
        game: str = "hunt",
        programs: Sequence[str] = (),
        watchers: Sequence[str] = (),
        start: bool = True,
    ) -> None:
        self.host = host or new_host()
        self.clients: dict[str, Client] = {}
        for name in (*players, *watchers):
            enter = self.host.program if name in programs else self.host.person
            self.clients[name] = enter(name)
        self[players[0]].send(f"new {game} {options}".strip())
        self.number = max(self.host.house.tables.rooms)
        for name in players[1:]:
            self[name].send(f"join {self.number}")
        for name in watchers:
            self[name].send(f"watch {self.number}")
        if start:
            self[players[0]].send("start")
        for client in self.clients.values():
            client.take()

    def __getitem__(self, name: str) -> Client:
        return self.clients[name]

    @property
    def room(self) -> Room:
        return self.host.house.tables.rooms[self.number]

    @property
    def state(self) -> str:
        return self.room.table.state

    @property
    def record(self) -> list[r.Entry]:
        return [r.decode(body) for body in self.room.record]

    def restart(
        self,
        games: Mapping[str, AnyGame] | None = None,
        lexicons: Mapping[str, Lexicon] | None = None,
    ) -> Host:
        """The host is killed and comes back, perhaps with other games or word lists."""
        self.host.games = self.host.games if games is None else games
        self.host.lexicons = self.host.lexicons if lexicons is None else lexicons
        self.host.restart()
        return self.host

    def hide(self, *numbers: int) -> None:
        """Seat 1 and on hide these numbers."""
        for name, number in zip(self.clients, numbers, strict=False):
            self[name].send(f"/hide {number}")
        for client in self.clients.values():
            client.take()

    def come_back(
        self, name: str, *capabilities: str, program: bool = False, seq: int | None = None
    ) -> Client:
        """A new line for a player who has lost theirs; with *capabilities* as a program."""
        player = known(self.host, name)
        client = self.clients[name] = self.host.connect()
        if program or capabilities:
            client.send(" ".join(["HELLO 1 text", *capabilities]))
        client.take()
        client.send(f"resume {player.token}" + ("" if seq is None else f" {seq}"))
        return client
