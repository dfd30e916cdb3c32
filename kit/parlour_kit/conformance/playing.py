"""Whole games against the host's bots, by somebody who knows no rules, over a poor connection."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Mapping
from contextlib import suppress
from random import Random
from typing import Final

from parlour_kit.conformance.checks import HostCheck, HostUnderTest
from parlour_kit.conformance.fitting import Object
from parlour_kit.conformance.guest import Guest, HeardEvent, Silent
from parlour_kit.conformance.moves import any_move

CUT_EVERY: Final = 6
"""Moves after which the connection is cut."""
STALE_EVERY: Final = 4
"""Moves after which the same prompt is answered again."""
MOST: Final = 60
"""Moves after which enough was seen of a game."""
PAUSE_S: Final = 1.0
"""How long somebody who need not move waits for others."""
LEAST_S: Final = 0.1
BACK: Final = 5
"""Events that are asked for again after a cut."""


class Play:
    """One seat at a private table, with bots on the others."""

    def __init__(self, guest: Guest, row: Object, rng: Random, seconds: float) -> None:
        self.guest = guest
        self.rng = rng
        self.moves = 0
        self.over = False
        self._until = time.monotonic() + seconds
        self._prompt: Object | None = None
        self._heard: list[HeardEvent] = []
        self._forgets: Mapping[str, list[str]] = row.get("forgets", {})
        self._open(row)

    def _open(self, row: Object) -> None:
        self.table = self.guest.granted(f"new {row['game']} private=on").body["table"]
        for _ in range(row["seats"][0] - 1):
            self.guest.granted("bot")
        self.guest.granted("start")

    def run(self) -> None:
        """Play to the end of the game, or until the time is over."""
        while not self.over and self.moves < MOST and time.monotonic() < self._until:
            self._take()
            if self._prompt is None:
                if not self.over:
                    self._wait(self._until - time.monotonic())
            else:
                self._answer(self._prompt)
        self.guest.ask("leave")

    def _wait(self, seconds: float) -> None:
        """Read an event, or none if nothing happens: others may take their time."""
        with suppress(Silent):
            self.guest.event(max(seconds, LEAST_S))

    def _take(self) -> None:
        while self.guest.events:
            event = self.guest.events.popleft()
            self._heard.append(event)
            if event.name in ("prompt", "unprompt"):
                self._prompt = event.body if event.name == "prompt" else None
            self.over = self.over or event.name == "over"

    def _answer(self, prompt: Object) -> None:
        self._prompt = None
        if not prompt["urgent"] and self.rng.random() < 1 / 2:
            self._prompt = prompt
            self._wait(PAUSE_S)
            return
        self.moves += 1
        line = f"@{prompt['prompt']} {any_move(prompt, self.rng)}"
        answer = self.guest.ask(line)
        if not answer.ok and answer.code not in ("stale", "illegal_move"):
            raise self.guest.broken("A move that is offered is accepted, or it comes too late")
        if answer.code == "illegal_move":
            self._prompt = prompt  # it is still open
        if answer.ok and self.moves % STALE_EVERY == 0:
            self._again(line)
        if self.moves % CUT_EVERY == 0:
            self._come_back()

    def _again(self, line: str) -> None:
        """Answer a prompt a second time. If it is over, that is refused."""
        self.guest.ask("ping")  # behind the events that the move has led to
        self._take()
        number = int(line[1:].partition(" ")[0])
        if self._prompt is None or self._prompt["prompt"] != number:
            self.guest.refused(line, "stale")

    def _come_back(self) -> None:
        """Cut the connection, and hear the last events again, and what was missed, once."""
        self.guest.ask("ping")
        self._take()
        counted = [event for event in self._heard if event.seq is not None]
        known = counted[-BACK:]
        self.guest.cut()
        first = known[0].seq
        assert first is not None
        self.guest.resume(first - 1)
        while self.guest.seq < self.guest.missed:
            self.guest.event()
        told = [event for event in self.guest.events if event.seq is not None]
        later = [event for event in told if (event.seq or 0) > (known[-1].seq or 0)]
        self.guest.events = deque(later)
        heard = [_lasting(event) for event in told]
        must = [_lasting(event) for event in _remembered([*known, *later], self._forgets)]
        may = [_lasting(event) for event in [*_remembered(known, self._forgets), *later]]
        if [event for event in may if event in must or event in heard] != heard:
            raise self.guest.broken(
                "After `resume` the events must be the same as before, without what is forgotten"
            )
        self._take()


def _remembered(events: list[HeardEvent], forgets: Mapping[str, list[str]]) -> list[HeardEvent]:
    """Return *events* without those that a later one has outdated."""
    kept: list[HeardEvent] = []
    gone: set[str] = set()
    for event in reversed(events):
        if event.name not in gone:
            kept.append(event)
        gone.update(forgets.get(event.name, ()))
        if forgets and event.name == "view":
            gone.add("view")
    return kept[::-1]


def _lasting(event: HeardEvent) -> tuple[int | None, str, Object]:
    """Return *event* without what depends on the moment: the time that is left, and its text."""
    body = {key: value for key, value in event.body.items() if not key.endswith("_ms")}
    return event.seq, event.name, {key: value for key, value in body.items() if key != "text"}


def game_check(row: Object, seconds: float) -> HostCheck:
    """Return the check that plays the game of *row* for at most *seconds*."""

    def run(host: HostUnderTest) -> None:
        with host.guest("view text") as guest:
            Play(guest, row, Random(str(row["game"])), seconds).run()

    title = f"{row['title']}: random moves, late ones, and a connection that is cut"
    return HostCheck(title, 6, run)
