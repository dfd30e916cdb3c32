"""Many random players at many tables, served by one thread."""

from __future__ import annotations

import selectors
import socket
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Any, Final

from tests.e2e.random_player import Broken, Player, life
from tests.e2e.serving import HOST, PATIENCE_S

RECEIVE_BYTES: Final = 1 << 18
HURRIED: Final = {
    "seconds": 1,
    "pause_seconds": 1,
    "max_rounds": 3,
    "clue_seconds": 1,
    "guess_seconds": 1,
    "challenge_seconds": 1,
    "call_seconds": 1,
    "order_seconds": 2,
    "bank": 1,
    "increment": 1,
    "delay": 1,
}
"""Options that would make a game long, and the most they are."""
ROUND: Final = "seconds"
"""A game with this option has rounds that nobody ends before their clock does. Over days, a second
of it is 24 minutes."""
NEEDY: Final = ("neighbour_skip", "final_bonus_per", "fr_recite")
"""Options that are refused where they would have no effect."""
RECITING: Final = ("edition=fr", "fr_recite=on")
"""Where the first is chosen, the second has an effect."""
TYPED: Final = (
    *("eat", "tea ate", "seat", "east", "teas", "tie toe", "tone note", "not ton", "star", "ride"),
    *("rat tar art", "rate tear", "rest", "sit its", "list slit silt", "lie line nil", "den end"),
    *("tea, eat; TEAS", "lie oil soil", "an it", "xyz qua", "don't tie", "ra\u00efl"),
)
"""What guests type where lines are words: some stand on most boards, and some are none."""
WHISPERED: Final = "password.password"
"""Who hears this event is told a word that their friends are to find."""
TOLD: Final = 0.6
"""How often he who must find it has been told."""
WATCHED: Final = 0.25
"""How many of the games have somebody watching."""


@dataclass(frozen=True)
class Played:
    """A game that came to its end, and the `started` event of its host."""

    number: int
    moves: int
    started: Mapping[str, Any]


@dataclass
class Figures:
    """What a crowd has done."""

    games: list[Played] = field(default_factory=list[Played])
    counts: Counter[str] = field(default_factory=Counter[str])

    def report(self, seconds: float) -> str:
        """For people."""
        counts, games = self.counts, self.games
        moves = sorted(game.moves for game in games)
        seen = ("refused", "notices")
        refused = {name: counts[name] for name in sorted(counts) if name.startswith(seen)}
        longest = max(games, key=lambda game: game.moves)
        sizes = sorted(Counter(len(game.started["seats"]) for game in games).items())
        return "\n".join(
            [
                f"{len(games)} games, {sum(moves)} moves of players, {counts['lines']} lines,"
                f" {counts['replays']} replays equal, {counts['verified']} records good",
                "seats: " + ", ".join(f"{number} games of {size}" for size, number in sizes),
                f"{seconds:.1f} s: {len(games) / seconds:.1f} games/s,"
                f" {sum(moves) / seconds:.0f} moves/s",
                f"refusals and notices: {refused or 'none'}",
                f"moves in a game: {moves[0]} to {moves[-1]}, median {moves[len(moves) // 2]}",
                f"the longest was game {longest.number}: {longest.started}",
            ]
        )


class Guest(Player):
    """A random player who is in a hurry, knows words, and has friends who whisper."""

    whispered: dict[str, str]
    """The word that was whispered last, among all of a party."""
    fixed: Sequence[str]
    """Options of every table."""
    seats: int
    """How many sit at every table; 0: a random number."""

    def size(self, least: int, most: int) -> int:
        """As a random player, unless all tables are of one size."""
        return self.seats or super().size(least, most)

    def terms(self, options: Any) -> list[str]:
        """As a random player, but for what would take long; bots need a clock to end a round."""
        fixed = {word.partition("=")[0] for word in self.fixed}
        left_out = {*HURRIED, *NEEDY, *fixed}
        if any(option["name"] == ROUND for option in options):
            left_out.add("pace")
        others = [option for option in options if option["name"] not in left_out]
        hurried = [
            option | {"min": max(option["min"], self.bots > 0), "max": HURRIED[option["name"]]}
            for option in options
            if option["name"] in HURRIED.keys() - fixed
        ]
        words = super().terms(others) + [f"{o['name']}={self.pick(o)}" for o in hurried]
        chosen, brought = RECITING
        if chosen in (*words, *self.fixed) and self.rng.random() < TOLD:
            words.append(brought)
        return [*words, *self.fixed]

    def hear(self, event: str, body: Any) -> None:
        """As a random player; what their friends are to find they tell them."""
        if event == WHISPERED:
            self.whispered["word"] = body["data"]["word"]
        super().hear(event, body)

    def pick(self, arg: Any) -> str:
        """As a random player, but for lines of words, and for a word that they were told."""
        bare = self.prompt and self.prompt["bare"]
        if bare and arg["name"] == "words":
            return self.rng.choice(TYPED)
        if bare == "guess" and self.whispered and self.rng.random() < TOLD:
            return self.whispered["word"] + self.rng.choice(("", "", "s"))
        return super().pick(arg)


class Crowd:
    """Plays a game for each of *numbers* at the host on *port*, *at_once* at the same time.

    All tables have *options*, and *seats* if that is not 0. What each player does follows from
    *seed*, the number and what they hear.
    """

    def __init__(
        self,
        port: int,
        numbers: range,
        *,
        seed: int,
        at_once: int,
        options: Sequence[str] = (),
        seats: int = 0,
    ) -> None:
        self.options = options
        self.seats = seats
        self.figures = Figures()
        self.port = port
        self.seed = seed
        self.selector = selectors.DefaultSelector()
        self._numbers = iter(numbers)
        self._at_once = at_once

    def play(self) -> Figures:
        """Play all games. Raises Broken at the first fault of the host."""
        for _ in range(self._at_once):
            self.begin()
        with self.selector:
            while self.selector.get_map():
                ready = self.selector.select(PATIENCE_S)
                if not ready:
                    raise Broken(f"nobody hears anything: a game hangs\n{self._connected()}")
                for key, _ in ready:
                    key.data()
        return self.figures

    def _connected(self) -> str:
        """Each player who is still here: what they have asked for, and what they are offered."""
        players = [key.data.args[1] for key in self.selector.get_map().values()]
        return "\n".join(
            f"{player.name}, table {player.table}: {player.request or 'waits'!r}, offered"
            f" {player.prompt}, last {player.live[-1:]}"
            for player in players
        )

    def begin(self) -> None:
        """Play the next game, if there is another one."""
        number = next(self._numbers, None)
        if number is not None:
            Party(self, number).call()


class Party:
    """The friends of one game: who opens the table, perhaps a watcher, the others."""

    kind: type[Guest] = Guest

    def __init__(self, crowd: Crowd, number: int) -> None:
        self._crowd = crowd
        self._number = number
        self._players: list[Player] = []
        self._whispered: dict[str, str] = {}
        self._present = 0
        self._watched = self._rng("party").random() < WATCHED

    def _rng(self, who: object) -> Random:
        return Random(f"{self._crowd.seed}/{self._number}/{who}")

    def call(self, _: Player | None = None) -> None:
        """Let the next friend come, now that the one before them is there."""
        players, way = self._players, ""
        if players:
            self._watched &= players[0].friends > 0  # who waits for nobody has begun by then
            if len(players) > players[0].friends + self._watched:
                return
            verb = "watch" if self._watched and len(players) == 1 else "join"
            way = f"{verb} {players[0].table}"
        name = f"p{self._number}-{len(players)}"
        player = self.kind(name, self._rng(name), partial(life, arrived=self.call, way=way))
        player.whispered = self._whispered
        player.fixed, player.seats = self._crowd.options, self._crowd.seats
        players.append(player)
        self._present += 1
        line = socket.create_connection((HOST, self._crowd.port), PATIENCE_S)
        line.sendall(take(player))
        self._crowd.selector.register(
            line, selectors.EVENT_READ, partial(self._serve, line, player)
        )

    def _serve(self, line: socket.socket, player: Player) -> None:
        """Something has come for *player*."""
        data = line.recv(RECEIVE_BYTES)
        player.feed(data)
        if player.out:
            line.sendall(take(player))
        if data:
            return
        self._crowd.selector.unregister(line)
        line.close()
        self._present -= 1
        if not self._present:
            self._over()

    def _over(self) -> None:
        """All have left: count, and make room for the next game."""
        figures = self._crowd.figures
        for player in self._players:
            figures.counts += player.counts
        moves = sum(player.counts["moves"] for player in self._players)
        figures.games.append(Played(self._number, moves, self._players[0].live[0][1]))
        self._crowd.begin()


def take(player: Player) -> bytes:
    """What *player* wants to send, once."""
    out, player.out = player.out, b""
    return out
