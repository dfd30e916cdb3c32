"""Compare two running hosts. A secret move is made in one, and another or none in the other.

Then both play on with the same lines, the same luck, bots, a watcher, a player in the lobby, talk
and time. A viewer who could not see the difference must read the same bytes from then on,
until the game itself shows it. The hosts must also log the same and wait for the same moment.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from msgspec.structs import replace

from parlour.api import SPECTATOR, AnyGame, Lexicon, Seat, Setup, Step, Viewer
from parlour.candidates import random_line
from parlour.engine import record as r
from parlour.engine.folding import fold
from parlour.engine.table import Table
from parlour.engine.table_events import Occurred
from parlour_kit.hidden import as_json
from parlour_kit.impressions import Impression
from parlour_kit.inquiry import Inquiry, Outcome
from parlour_kit.leaks import Leak
from parlour_kit.playing import NAMES, Moment, bold_line, names_for
from parlour_kit.two_hosts import STRANGER, WATCHER, OneHost, compare_now, first_difference
from parlour_kit.variety import Row, typed

MOST_SEATS = 6
"""People and bots at the table, if the game needs no more."""
BEFORE = (5, 30)
"""The most actions before the secret move. Half of the runs have few: openings hide much."""
AFTER = 10
"""Actions after the secret move."""
TRIES = 40
"""Attempts to find a secret move."""
ASKED = ("/look", "/scores", "/tables", "/who", "/why", "/history", "/options", "/seals")
"""Requests that anyone makes now and then."""
AGREED = ("/propose pause", "/propose abort", "/propose remove {name}", "/accept", "/decline")
"""What anyone at the table asks the others to agree to, and their answers."""


@dataclass(frozen=True)
class Fork:
    """The point where the hosts diverge: who moves, the lines they type, and who cannot tell."""

    seat: Seat
    line: str
    other: str | None
    """The other line. None: they do not move on the second host."""
    blind: tuple[Viewer, ...]


def check_hosts(
    game: AnyGame,
    rng: Random,
    row: Row,
    lexicon: Lexicon | None = None,
    lists: Mapping[str, Lexicon] | None = None,
    counts: Counter[str] | None = None,
) -> None:
    """Run twin hosts once, at the table *row*. Raises Leak.

    If we find no secret move, they differ in what somebody cannot see of the position.
    """
    counts = Counter() if counts is None else counts
    for attempt in range(3):
        pair = Pair.of(game, rng, row, lexicon, lists or {})
        if pair is None:
            return
        try:
            if attempt == 0 and pair.run():
                counts.update(("host runs", "secret moves"))
                return
            if attempt and pair.exchange(rng.randrange(BEFORE[0]) if attempt == 1 else 0):
                counts["host runs"] += 1
                return
        except Leak as leak:
            leak.story = pair.story
            raise


class Pair:
    """Two hosts that play the same game, and what each viewer has read on both."""

    def __init__(self, game: AnyGame, rng: Random, one: OneHost, two: OneHost):
        self.rng = rng
        self.scenes = (one, two)
        self.blind: set[Viewer] = set()
        self._after = ""
        self._marks: tuple[Mapping[str, int], ...] = ()
        self._read = [0, 0]
        """The number of entries of each host that we have read."""
        self._tables: list[Table] = []
        self._events: tuple[list[Any], list[Any]] = ([], [])
        self._ask = Inquiry(game, rng)
        self.story: list[str] = []
        """What has been typed on both hosts."""

    @classmethod
    def of(
        cls,
        game: AnyGame,
        rng: Random,
        row: Row,
        lexicon: Lexicon | None,
        lists: Mapping[str, Lexicon],
    ) -> Pair | None:
        """Return two hosts that play the same game, or None if it ends before anyone has moved."""
        number = max(game.seats[0], min(row.seats, MOST_SEATS, len(NAMES)))
        number_of_bots = rng.randrange(min(2, number)) if game.bots else 0
        bots = [rng.choice(game.bots).kind for _ in range(number_of_bots)]
        programs, seed = rng.randrange(2), rng.randrange(1000)
        lexicons = dict(lists)
        if lexicon is not None:
            lexicons[game.lexicon or lexicon.name] = lexicon
        for tried in row.fewer(rng):
            scenes = [
                OneHost(
                    game,
                    seats=number - len(bots),
                    options=typed(tried.options),
                    lexicons=lexicons,
                    seed=seed,
                    programs=programs,
                    bots=bots,
                )
                for _ in range(2)
            ]
            room = scenes[0].host.house.tables.rooms.get(1)
            if room is not None and room.table.match is not None:
                return None if room.table.match.ended else cls(game, rng, *scenes)
        return None

    # --- what both do ------------------------------------------------------------------

    def act(self) -> None:
        """Do the same on both hosts: somebody moves, asks or talks, or time passes."""
        if self._is_gone():
            return
        rng, match = self.rng, self.scenes[0].match
        people = [seat for seat in match.prompts if seat not in match.bots]
        kind = rng.random()
        if kind < 0.6 and people and match.ended is None:
            seat = rng.choice(people)
            line = self._move(match.state, seat)
            self._send(NAMES[seat - 1], f"/{line}")
        elif kind < 0.7:
            line = rng.choice(("/say what a day", "/tell wat hello", *ASKED))
            self._send(rng.choice(self._names()), line)
        elif kind < 0.78:
            line = rng.choice(AGREED).format(name=NAMES[rng.choice(match.seats) - 1])
            self._send(rng.choice(self._names()), line)
        else:
            due = self.scenes[0].host.house.next_due
            now = self.scenes[0].host.now
            step = rng.choice((1.0, 5.0, 20.0)) if due is None or kind < 0.87 else due - now
            self._after = "after a while"
            self.wait(max(0.0, min(step, 60.0)))

    def wait(self, seconds: float) -> None:
        """Let time pass, and check what viewers see whenever something is due on either host.

        The game may show a difference for a moment only. A window may close early on one host,
        because everybody has answered, and by its clock on the other. Then both look alike again.
        """
        end = self.scenes[0].host.now + seconds
        at = self.scenes[0].host.now
        while at < end:
            dues = [scene.host.house.next_due for scene in self.scenes]
            at = min([end, *(due for due in dues if due is not None and due > at)])
            for scene in self.scenes:
                with scene.listening():
                    scene.host.wait(at - scene.host.now)
            if self.blind and not self._is_gone():
                self._see_who_is_blind()

    def _move(self, state: Any, seat: Seat) -> str:
        """Return a move for *seat*, now and then with words from the position."""
        prompt = self.scenes[0].match.prompts[seat].prompt
        names = self._table_names()
        line = bold_line if self.rng.random() < 0.3 else None
        words = (
            line(state, prompt, names, self.rng) if line else random_line(prompt, names, self.rng)
        )
        return " ".join(words).strip()

    def _send(self, name: str, line: str) -> None:
        self._after = f"after '{line}' of {name}"
        self.story.append(f"{name}: {line}")
        for scene in self.scenes:
            scene.send(name, line)

    def _names(self) -> list[str]:
        return list(self.scenes[0].clients)

    def _table_names(self) -> Mapping[Seat, str]:
        """Return the names of all who have played: some may have been removed since."""
        table = self.scenes[0].host.house.tables.rooms[1].table
        here = {seat: chair.name for seat, chair in table.chairs.items()}
        return {**names_for(self.scenes[0].match.seats), **here}

    def run(self) -> bool:
        """Play, make a secret move, and play on. Return False if there is none. Raises Leak."""
        for _ in range(self.rng.randrange(self.rng.choice(BEFORE))):
            self.act()
        for _ in range(TRIES):
            if self._is_gone():
                return False
            fork = self.find_fork()
            if fork is not None:
                self.part(fork)
                for _ in range(AFTER):
                    self.act()
                    self.compare()
                return True
            if self.scenes[0].match.ended is not None:
                return False
            self.act()
        return False

    def _is_gone(self) -> bool:
        """Check whether the table has closed: its players may agree to call the game off."""
        return any(1 not in scene.host.house.tables.rooms for scene in self.scenes)

    def exchange(self, acts: int) -> bool:
        """Exchange what is hidden from one viewer after so many *acts*. Raises Leak if it shows.

        Return False if the game is over: nothing has to be hidden any more.
        """
        for _ in range(acts):
            self.act()
        if self._is_gone():
            return False
        match = self.scenes[0].match
        people = [seat for seat in match.seats if seat not in match.bots]
        if match.ended is not None:
            return False
        viewers: list[Viewer] = [SPECTATOR, *people]
        compare_now(*self.scenes, self.rng.choice(viewers), self.rng)
        return True

    # --- where they part ---------------------------------------------------------------

    def find_fork(self) -> Fork | None:
        """Return a secret move, and another one (or none) that some viewers cannot tell apart."""
        match, rng, ask = self.scenes[0].match, self.rng, self._ask
        if match.ended is not None:
            return None
        ask.turn_to(
            Moment(
                match.state,
                Step(match.state),
                None,
                None,
                None,
                match.now,
                match.steps,
                match.seed,
                match.seats,
                match.lists,
                Setup(match.seats, {}),
                match.lexicon,
            )
        )
        people = [seat for seat in match.prompts if seat not in match.bots]
        if not people:
            return None
        seat = rng.choice(people)
        line = self._move(match.state, seat)
        other = self._move(match.state, seat) if rng.random() < 0.6 else None
        base = ask.typed(seat, *_split(line), match.state)
        if base.step is None:
            return None
        tried = None if other is None else ask.typed(seat, *_split(other), match.state)
        if tried is None and base.step.state == match.state:
            return None  # nothing to hide
        if tried is not None and not _differ(base, tried):
            return None
        blind: list[Viewer] = []
        viewers: tuple[Viewer, ...] = (*match.seats, SPECTATOR)
        for viewer in viewers:
            heard = Impression(ask, base, viewer)
            if tried is not None:
                is_blind = heard.same_view(tried) is not None
            else:
                look = as_json(ask.game.views.look(match.state, viewer))
                is_blind = heard.view == look and not heard.revealed
            if is_blind and viewer != seat:
                blind.append(viewer)
        if not blind or not {*match.bots} <= {*blind}:
            return None
        return Fork(seat, line, other, tuple(blind))

    def part(self, fork: Fork) -> None:
        """Let the hosts differ: one move on the one, another or none on the other."""
        one, two = self.scenes
        self.blind = set(fork.blind)
        self._marks = tuple(
            {name: len(scene.read(name)) for name in scene.clients} for scene in self.scenes
        )
        self._read = [len(scene.host.entries) for scene in self.scenes]
        self._tables = [scene.host.house.tables.rooms[1].table for scene in self.scenes]
        name = NAMES[fork.seat - 1]
        one.send(name, f"/{fork.line}")
        if fork.other is not None:
            two.send(name, f"/{fork.other}")
        self._after = f"after a secret '{fork.line.split()[0]}' of {name}"
        other = "nothing" if fork.other is None else fork.other
        self.story.append(f"{name}: {fork.line} (on the other host: {other})")
        self.compare()

    def _count_alike(self) -> None:
        """Give both hosts the same step number, because the luck of a step follows from it."""
        steps = max(scene.match.steps for scene in self.scenes)
        for at, scene in enumerate(self.scenes):
            if scene.match.steps < steps:
                room = scene.host.house.tables.rooms[1]
                room.table = replace(room.table, match=replace(scene.match, steps=steps))
                self._tables[at] = room.table

    # --- what others read --------------------------------------------------------------

    def compare(self) -> None:
        """Check that viewers who were shown no difference read none. Raises Leak."""
        if self._is_gone():
            return
        self._see_who_is_blind()
        self._count_alike()
        for name in self._names():
            viewer = self._viewer(name)
            if viewer not in self.blind:
                continue
            pair = [
                scene.blurred(name)[mark.get(name, 0) :]
                for scene, mark in zip(self.scenes, self._marks, strict=True)
            ]
            if pair[0] != pair[1]:
                told = first_difference(*pair)
                raise Leak(
                    f"two hosts that run: {self._after} {name} reads what is hidden: {told}"
                )
        if SPECTATOR not in self.blind:
            return
        one, two = self.scenes
        if one.log != two.log:
            raise Leak(f"two hosts that run: {self._after} the log tells what is hidden")
        due = [scene.host.house.next_due for scene in self.scenes]
        if due[0] != due[1]:
            raise Leak(f"two hosts that run: {self._after} they wait for another moment: {due}")

    def _viewer(self, name: str) -> Viewer:
        if name in {WATCHER, STRANGER}:
            return SPECTATOR
        return Seat(NAMES.index(name) + 1)

    def _see_who_is_blind(self) -> None:
        """Note the viewers to whom the game shows the difference, in what they see or may hear."""
        for at, scene in enumerate(self.scenes):
            entries = scene.host.entries
            for entry in entries[self._read[at] :]:
                if entry.table == 1:
                    self._tables[at], happened = fold(self._tables[at], r.decode(entry.body))
                    news = (each.event for each in happened if isinstance(each, Occurred))
                    self._events[at].extend(news)
            self._read[at] = len(entries)
        views = self.scenes[0].game.views
        for viewer in tuple(self.blind):
            seen: list[Any] = []
            for at, scene in enumerate(self.scenes):
                told = (views.reveals(event, viewer) for event in self._events[at])
                look = views.look(scene.host.house.tables.rooms[1].table.last_match.state, viewer)
                seen.append((as_json(look), [each for each in told if each is not None]))
            if seen[0] != seen[1]:
                self.blind.discard(viewer)


def _differ(one: Outcome, two: Outcome) -> bool:
    """Check whether these are different moves of one kind, with different results."""
    if one.step is None or two.step is None or one.what is None or two.what is None:
        return False
    alike = type(one.what.move) is type(two.what.move)
    return alike and one.step.state != two.step.state


def _split(line: str) -> tuple[str, str]:
    verb, _, rest = line.partition(" ")
    return verb, rest
