"""Games whose players are cut off again and again, and what they read all the same."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final, TypeAlias

from parlour.api import AnyGame, Seat
from parlour.candidates import random_line
from parlour.core.limits import Limits
from parlour.core.output import Output
from parlour.core.sessions import Player, rendered
from parlour.engine.match import Match
from parlour.house import House
from parlour.lexicons import load_english
from parlour.tables.start import SEED_BYTES
from parlour.wire.encoding import EncodedEvent as Told
from parlour_kit.host import Client, Host
from parlour_password import PASSWORD
from parlour_probe import PROBE
from tests.games.hunt.game import HUNT
from tests.games.open_hunt import OPEN_HUNT

Script: TypeAlias = Sequence[tuple[str, str]]
"""Who types what; nobody: so many seconds pass."""
Line: TypeAlias = tuple[Seat, str]

PLAYERS: Final = ("ann", "bob", "cy")
HUNTING: Final[Script] = (
    ("ann", "new hunt top=9 seconds=30"),
    ("bob", "join 1"),
    ("cy", "join 1"),
    ("ann", "options answers=cold"),
    ("bob", "/ready"),
    ("ann", "start"),
    ("bob", "/hide 4"),
    ("ann", "/hide 7"),
    ("cy", "/say wait"),
    ("bob", "/note seven"),
    ("cy", "/hide 2"),
    ("cy", "note bob has 4"),
    ("ann", "tell bob hello"),
    ("ann", "try bob 5"),
    ("bob", "try ann 6"),
    ("", "15"),
    ("", "25"),
    ("ann", "cheer loudly"),
    ("ann", "try cy 2"),
    ("ann", "say lucky"),
    ("bob", "try ann 7"),
    ("cy", "rematch"),
    ("ann", "rematch"),
    ("bob", "rematch"),
    ("bob", "/hide 1"),
    ("ann", "/hide 1"),
    ("cy", "/hide 1"),
    ("cy", "/leave yes"),
    ("ann", "try bob 1"),
)
"""Two games of hunt, with talk, a turn that is let pass, and a player who leaves."""


JOINING: Final[Script] = (
    ("ann", "new hunt top=9 seconds=30"),
    ("bob", "join 1"),
    ("ann", "start"),
    ("ann", "/hide 7"),
    ("cy", "join 1"),
    ("bob", "/hide 4"),
    ("cy", "/say hello"),
    ("cy", "/hide 2"),
    ("ann", "try bob 5"),
    ("bob", "note seven"),
    ("bob", "/leave yes"),
    ("cy", "try ann 6"),
    ("bob", "join 1"),
    ("ann", "/bot"),
    ("", "15"),
    ("ann", "try cy 2"),
    ("bob", "try ann 7"),
    ("", "15"),
    ("bob", "/say not me"),
    ("", "30"),
    ("cy", "leave yes"),
)
"""A game of `OPEN_HUNT`: cy joins it, bob leaves and comes back, and a bot comes."""


def probing(seed: int) -> Script:
    """A whole game of Probe, as random moves made it."""

    def choose(match: Match, rng: Random) -> Line | None:
        seat = rng.choice([s for s, asked in match.prompts.items() if asked.prompt.urgent])
        verb, rest = _random_line(match, seat, rng)
        if verb == "guess" and rng.random() < 0.9:
            return None  # a guessed word would soon end the game
        return seat, f"/{verb} {rest}"

    return _played("probe", seed, choose)


def guessing(seed: int) -> Script:
    """A whole game of Password, as random moves made it; half of the guesses are right."""

    def choose(match: Match, rng: Random) -> Line | None:
        seat = rng.choice(list(match.prompts))
        verb, rest = _random_line(match, seat, rng)
        if verb == "guess" and rng.random() < 0.7:
            rest = match.state.word.word + rng.choice(("", "", "s"))
        return seat, f"/{verb} {rest}"

    return _played("password", seed, choose)


def _random_line(match: Match, seat: Seat, rng: Random) -> tuple[str, str]:
    names = dict(zip((Seat(1), Seat(2), Seat(3)), PLAYERS, strict=True))
    return random_line(match.prompts[seat].prompt, names, rng)


def _played(game: str, seed: int, choose: Callable[[Match, Random], Line | None]) -> Script:
    host = host_of(game)
    clients = {name: host.person(name) for name in PLAYERS}
    script = [("ann", f"new {game}"), ("bob", "join 1"), ("cy", "join 1"), ("ann", "start")]
    for name, line in script:
        clients[name].send(line)
    rng, room = Random(seed), host.house.tables.rooms[1]
    while room.table.playing:
        chosen = choose(room.table.last_match, rng)
        if chosen is not None:
            seat, line = chosen
            script.append((room.table.name(seat), line))
            clients[room.table.name(seat)].send(line)
    return script


class Telling(House):
    """Keeps what everybody was sent, event by event, in his voice. All games have the same luck,
    also after a restart.
    """

    def way_out(self, limits: Limits) -> Output:
        """What everybody is sent is kept there."""
        self._kept = _Kept(limits)
        return self._kept

    @property
    def told(self) -> dict[str, list[bytes]]:
        """By name: one piece of bytes for each event."""
        return self._kept.told

    def listen(self) -> None:
        """From now on the luck is the same."""
        self._luck: Callable[[int], bytes] = self.people.entropy
        self.people.entropy = self._steady

    def _steady(self, size: int) -> bytes:
        return bytes(size) if size == SEED_BYTES else self._luck(size)


class _Kept(Output):
    def __init__(self, limits: Limits) -> None:
        super().__init__(limits)
        self.told: dict[str, list[bytes]] = {name: [] for name in PLAYERS}

    def send(self, player: Player, lines: Sequence[Told], data: bytes) -> None:
        """Keep *data*: one piece of bytes for each event."""
        if player.session is not None and data:
            numbered = enumerate(lines, player.seq + 1)
            pieces = [rendered(player.session, (line,), seq) for seq, line in numbered]
            assert b"".join(pieces) == data
            self.told[player.name] += pieces
        super().send(player, lines, data)


def host_of(game: str) -> Host:
    games: dict[str, Mapping[str, AnyGame]] = {
        "probe": {"probe": PROBE},
        "password": {"password": PASSWORD},
        "hunt": {"hunt": HUNT},
        "open": {"hunt": OPEN_HUNT},
    }
    lexicons = {"en": load_english()} if game in {"probe", "password"} else {}
    host = Host(games[game], lexicons, Limits(backlog_events=10_000), house_type=Telling)
    telling(host).listen()
    return host


def telling(host: Host) -> Telling:
    """The house, which keeps what it tells."""
    assert isinstance(host.house, Telling)
    return host.house


@dataclass
class Played:
    """What each player was told, without what he was told again."""

    told: dict[str, list[bytes]]
    cuts: int = 0
    most: int = 0
    """How many events one tick told one player at most."""


class Cutter:
    """Plays a script and cuts lines after each tick; checks what comes again.

    Everybody has read what was sent before; of what the last tick sent he has read *kept*
    events and half of the next one, if it sent so many.
    """

    def __init__(self, game: str, script: Script, hello: str) -> None:
        self.host = host_of(game)
        self.script = script
        self.hello = hello
        self.clients: dict[str, Client] = {}
        self.played = Played({name: [] for name in PLAYERS})
        for name in PLAYERS:
            client = self.clients[name] = self.host.connect()
            client.send(*([hello] if hello else []), f"name {name}")
            self._taken(name)

    def steps(self) -> Iterator[None]:
        """Play line after line; between two of them lines can be cut."""
        for name, line in self.script:
            if name:
                self.clients[name].send(line)
            else:
                self.host.wait(float(line))
            yield

    def whole(self) -> Played:
        for _ in self.steps():
            for name in PLAYERS:
                self._taken(name)
        return self.played

    def cut(self, victim: str, kept: int, every: int = 1) -> Played:
        """Cut the line of one player after *every* tick, or every so many, that told something."""
        told = 0
        for _ in self.steps():
            for name in PLAYERS:
                pieces = self._taken(name)
                if name != victim or not pieces or self._proposed():
                    continue
                told += 1
                if told % every == kept % every:
                    seq = self._seq(name)
                    self.clients[name].lose()
                    self._back(name, seq, pieces[kept:])
        return self.played

    def kill(self, kept: int, every: int = 1) -> Played:
        """Kill the host after every tick, or every so many, and start it again."""
        for index, _ in enumerate(self.steps()):
            pieces = {name: self._taken(name) for name in PLAYERS}
            if index % every == kept % every:
                seqs = {name: self._seq(name) for name in PLAYERS}
                self.host.restart()
                telling(self.host).listen()
                for name in PLAYERS:
                    self._back(name, seqs[name], pieces[name][kept:])
        return self.played

    def _proposed(self) -> bool:
        """Who is away has no say, so nobody is cut off while something is proposed."""
        return any(room.table.proposals for room in self.host.house.tables.rooms.values())

    def _taken(self, name: str) -> list[bytes]:
        """What he was told since, piece by piece; it goes into the story."""
        told = telling(self.host).told
        pieces, told[name] = told[name], []
        self.played.told[name] += pieces
        self.played.most = max(self.played.most, len(pieces))
        return pieces

    def _seq(self, name: str) -> int:
        """How many events he has been sent."""
        return self.host.house.people.register.by_key[name].seq

    def _back(self, name: str, seq: int, unread: list[bytes]) -> None:
        """He comes back, *unread* being the last of *seq* events, and gets them to the byte."""
        player = self.host.house.people.register.by_key[name]
        read = seq - len(unread)
        client = self.clients[name] = self.host.connect()
        if self.hello:
            client.send(self.hello)
        before = len(client.data)
        client.send(f"#b resume {player.token} {read}" if self.hello else _typed(player, read))
        data = client.data[before:]
        if self.hello:
            answer, _, data = data.partition(b"\n")
            assert answer.startswith(b"#b ok"), answer
        missed = b"".join(unread)
        assert data.startswith(missed), (name, data[:200], missed[:200])
        # What else comes is that the others are back, and what he is told anew: that he is,
        # the position, his prompt.
        told = telling(self.host).told
        assert data.endswith(b"".join(told[name]))
        for other in PLAYERS:
            told[other].clear()
        self.played.cuts += 1


def _typed(player: Player, read: int) -> str:
    return f"resume {player.token} {read}"
