"""Two hosts that differ only in what is hidden from one viewer, compared line by line.

`blindness` checks the game, and this checks the whole host. Everything the host can send
(answers, refusals, lists, `look`, resuming) must be equal to the byte, for people and for
programs, and so must the log. `compare_scripts` plays the same script with two secrets.
`compare_now` exchanges what is hidden in the middle of a game, and `compare_newcomer` does
so just before a newcomer takes a seat.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from random import Random
from typing import Final

from msgspec.structs import replace

from parlour.api import SPECTATOR, AnyGame, Lexicon, Seat, Viewer
from parlour.candidates import random_line
from parlour.engine.match import Match, Open
from parlour.engine.table import free_seats
from parlour.house import House
from parlour_kit.host import Client, Host
from parlour_kit.inquiry import listening
from parlour_kit.leaks import Leak
from parlour_kit.playing import NAMES

WATCHER = "wat"
"""The name of the watcher on every host."""
STRANGER = "zoe"
"""The name of a player in the lobby."""
PROBES: tuple[str, ...] = (
    "/look",
    "/scores",
    "/tables",
    "/who",
    "/games",
    "/options",
    "/commands",
    "/help",
    "/history",
)
"""Requests that anyone may make, and that must get the same answer. The slash makes them
commands even where bare words are answers."""
_SIGHTS: Final = ("view", "scene taps")
"""The forms in which programs receive positions: some in one, some, who tap, in the other."""


class OneHost:
    """A host with one table, its players, a watcher, and a stranger in the lobby.

    Every second client is a program, and the others are people. *bots* take the next seats.
    """

    def __init__(
        self,
        game: AnyGame,
        *,
        seats: int,
        options: str = "",
        lexicons: Mapping[str, Lexicon] | None = None,
        seed: int = 1,
        programs: int = 0,
        bots: Sequence[str] = (),
        house_type: type[House] = House,
    ) -> None:
        self.game = game
        self.log: list[str] = []
        self.host = Host({game.id: game}, dict(lexicons or {}), seed=seed, house_type=house_type)
        self.clients: dict[str, Client] = {}
        for index, name in enumerate((*NAMES[:seats], WATCHER, STRANGER)):
            if (index + programs) % 2:
                self.clients[name] = self.host.program(name, *_SIGHTS[index // 2 % 2].split())
            else:
                self.clients[name] = self.host.person(name)
        host = NAMES[0]
        self.clients[host].send(f"new {game.id} {options}".strip())
        for name in NAMES[1:seats]:
            self.clients[name].send("join 1")
        for kind in bots:
            self.clients[host].send(f"bot {kind}")
        self.clients[WATCHER].send("watch 1")
        self.clients[host].send("start")

    def enter(self, name: str) -> None:
        """Connect a program of that name, unless it is connected already."""
        if name not in self.clients:
            self.clients[name] = self.host.program(name, "view")

    @property
    def match(self) -> Match:
        """The game being played."""
        match = self.host.house.tables.rooms[1].table.match
        assert match is not None, "the game has not begun"
        return match

    def send(self, name: str, line: str) -> None:
        """Send a line as *name*, and keep what the host or the game logs or prints."""
        with self.listening():
            self.clients[name].send(line)

    @contextmanager
    def listening(self) -> Generator[None]:
        """Keep what the host or the game logs or prints in the block."""
        with listening(self.log):
            yield
        self.log.extend(report.text for report in self.host.reports)
        self.host.reports.clear()

    def read(self, name: str) -> bytes:
        """Return everything the host has sent to *name*."""
        return self.clients[name].data

    def blurred(self, name: str) -> bytes:
        """Return everything sent to *name*, with a mark in place of each commitment.

        A commitment to what a seat has hidden differs in the twin. This is the only place where
        a twin may differ. The mark names the seat and a count, so the comparison still covers when
        commitments appear, whose they are, how many there are, and every other byte.
        """
        data = self.read(name)
        for seat, made in self.match.seals.items():
            for count, commitment in enumerate(made):
                data = data.replace(commitment.encode(), b"<seal %d of seat %d>" % (count, seat))
        return data


def compare_scripts(
    make: Callable[[], OneHost],
    script: Sequence[tuple[str, str]],
    other: Sequence[tuple[str, str]],
    *,
    blind: Sequence[str],
) -> int:
    """Play two scripts that differ only in the secrets of some seats.

    After every line, each of the names *blind* must have read the same on both hosts, including
    the answers to `PROBES`. The log must be the same too. The only exception is the one in
    `OneHost.blurred`. Returns the number of comparisons. Raises Leak.
    """
    one, two = make(), make()
    compared = 0
    for (name, line), (also, secret) in zip(script, other, strict=True):
        assert name == also, "the scripts must name the same players in the same order"
        one.send(name, line)
        two.send(name, secret)
        for viewer in blind:
            for probe in PROBES:
                one.send(viewer, probe)
                two.send(viewer, probe)
            _same(f"after '{line}'", viewer, one.blurred(viewer), two.blurred(viewer))
            compared += 1
        if one.log != two.log:
            raise Leak(f"after '{line}' the log tells: {first_difference(one.log, two.log)}")
        due = one.host.house.next_due, two.host.house.next_due
        if due[0] != due[1]:
            raise Leak(f"after '{line}' the host waits for another time: {due}")
    return compared


def compare_now(one: OneHost, two: OneHost, viewer: Viewer, rng: Random) -> None:
    """Exchange in *two* what is hidden from *viewer*, and make every request as them.

    Both hosts must have played alike. Raises Leak.
    """
    name = WATCHER if viewer is SPECTATOR else NAMES[viewer - 1]
    _exchange(two, viewer, rng)
    lines = list(PROBES)
    for _ in range(3):
        verb = rng.choice((*one.game.verbs, *one.game.questions)).name
        lines.append(f"/{verb} {rng.choice(NAMES)} {chr(rng.randrange(97, 123))}")
    marks = len(one.read(name)), len(two.read(name))
    for line in lines:
        if _is_open(one, viewer, line) or _is_open(two, viewer, line):
            continue
        one.send(name, line)
        two.send(name, line)
        _same(f"'{line}'", name, one.read(name)[marks[0] :], two.read(name)[marks[1] :])
    for scene in (one, two):
        player = scene.host.house.people.find(name)
        assert player is not None, "nobody forgets a player in the middle of a game"
        scene.clients[name].lose()
        scene.clients[name] = scene.host.connect()
        scene.send(name, f"resume {player.token}")
        scene.send(name, "/look 1" if viewer is SPECTATOR else "/look")
    _same("coming back", name, one.read(name), two.read(name))


def compare_newcomer(one: OneHost, two: OneHost, rng: Random) -> Seat | None:
    """Exchange in *two* what is hidden from the next newcomer, and let them sit down.

    The newcomer, the watcher and the stranger in the lobby must read the same. Both hosts must
    have played alike. Returns the newcomer's seat, or None if the game offers none.
    Raises Leak.
    """
    free = free_seats(one.host.house.tables.rooms[1].table)
    if not free:
        return None
    seat = free[0]
    viewer: Viewer = seat if seat in one.match.seats else SPECTATOR
    _exchange(two, viewer, rng)
    name = NAMES[seat - 1]
    readers = (name, WATCHER, STRANGER)
    for scene in (one, two):
        scene.enter(name)
    marks = [{reader: len(scene.read(reader)) for reader in readers} for scene in (one, two)]
    for line in ("/tables", "/join 1 9999", f"/join 1 {seat}", *PROBES):
        for scene in (one, two):
            scene.send(name, line)
    for reader in readers:
        since = (
            scene.read(reader)[mark[reader] :]
            for scene, mark in zip((one, two), marks, strict=True)
        )
        _same("who sits down", reader, *since)
    return seat


def _is_open(scene: OneHost, viewer: Viewer, line: str) -> bool:
    """Check whether the line is a move that the game waits for, and so not a free question."""
    if viewer is SPECTATOR or not line.startswith("/"):
        return False
    opened = scene.match.prompts.get(viewer)
    verb = line[1:].partition(" ")[0]
    return opened is not None and any(move.verb.name == verb for move in opened.prompt.moves)


def _exchange(scene: OneHost, viewer: Viewer, rng: Random) -> None:
    """Replace the real position with one that looks the same to *viewer*."""
    room = scene.host.house.tables.rooms[1]
    match = scene.match
    state = scene.game.views.resample(match.state, viewer, rng)
    prompts = {
        seat: Open(opened.number, scene.game.rules.prompts(state).get(seat, opened.prompt))
        for seat, opened in match.prompts.items()
    }
    room.table = replace(room.table, match=replace(match, state=state, prompts=prompts))


def play_both(one: OneHost, two: OneHost, rng: Random) -> bool:
    """Make the same random move on both hosts. Return False if the game is over."""
    if one.match.ended is not None:
        return False
    urgent = [seat for seat, opened in one.match.prompts.items() if opened.prompt.urgent]
    seat = rng.choice(sorted(urgent or one.match.prompts))
    names = {Seat(number): name for number, name in enumerate(NAMES, 1)}
    verb, rest = random_line(one.match.prompts[seat].prompt, names, rng)
    for scene in (one, two):
        scene.send(NAMES[seat - 1], f"/{verb} {rest}")
    return True


def _same(what: str, who: str, one: bytes, two: bytes) -> None:
    if one != two:
        pair = first_difference(one, two)
        raise Leak(f"{what} tells {who} what is hidden: {pair}")


def first_difference(one: bytes | Sequence[str], two: bytes | Sequence[str]) -> str:
    """Return the first lines that differ."""
    lines = [
        each.decode().splitlines() if isinstance(each, bytes) else each for each in (one, two)
    ]
    one, two = lines
    for left, right in zip(one, two, strict=False):
        if left != right:
            return f"{left!r} or {right!r}"
    return f"{len(one)} lines or {len(two)}"
