"""A thumb that plays any game on the page, and knows none of them.

It taps what is offered, types what the game has named as an example, and traces over boards that
can be traced. What the page sends and is answered is read from its websocket: that is how we learn
that a move was refused, and when the game is over.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from math import hypot, inf
from pathlib import Path
from random import Random
from typing import Any, Final

import trio

from tests.browser.page import Frame, Page

OFFERED: Final = Path(__file__).with_name("offered.js").read_text("utf-8")
PLACES: Final = "#table, #offers, #moves"
"""Where the page shows what can be done in a game. Menus and talk are left alone."""
PAUSE_S: Final = 0.3
"""So long the thumb waits for news if there is nothing to tap."""
LONGEST_TRACE: Final = 6
KEYS: Final = ("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown")
ARROWS: Final = 0.5
"""How often an arrow is pressed in place of Tab."""
USE: Final = 0.5
"""How often a control is used that has the focus."""
MOST_KEYS: Final = 40
"""After so many keys the typist waits for news."""
MOST_SHOWN: Final = 500
"""Letters of a trouble, which may be a whole line of the host."""
EXCUSED: Final = frozenset({"already_started", "stale"})
"""Codes of refusals that are no fault of the page: another player was faster than the thumb."""


def weight(control: Mapping[str, Any]) -> float:
    """How likely a control is tapped: what is picked already, or stands out, more than others.

    Some of many are picked and unpicked, so that a number that may be sent comes up soon.
    """
    return 3.0 if control["pressed"] or control["main"] else 1.0


class Wire:
    """What went over the websocket of a page so far."""

    def __init__(self, frames: Sequence[Frame]) -> None:
        self.prompt: Mapping[str, Any] | None = None
        self.over: Mapping[str, Any] | None = None
        self.started: Mapping[str, Any] | None = None
        self.moves = 0
        """How many moves were accepted."""
        self.refused: list[str] = []
        """Moves that were refused, each with the answer."""
        self.others: list[str] = []
        """Other requests that were refused."""
        self.late: Counter[str] = Counter()
        """Refusals that are excused, by code."""
        self._frames = frames
        self._read = 0
        self._asked: dict[str, tuple[str, bool]] = {}
        """Requests that are not answered yet, each with whether the page knew of the end."""

    def read(self) -> Wire:
        """Take what is new."""
        new = self._frames[self._read :]
        self._read += len(new)
        for frame in new:
            mark, _, rest = frame.text.partition(" ")
            if frame.sent:
                self._asked[mark] = (rest, self.over is not None)
            elif mark == "*":
                _, name, body = rest.split(" ", 2)
                self._hear(name, json.loads(body))
            elif mark in self._asked and not rest.startswith("+"):
                self._answered(*self._asked.pop(mark), rest)
        return self

    def _hear(self, name: str, body: Mapping[str, Any]) -> None:
        match name:
            case "prompt":
                self.prompt = body
            case "unprompt":
                self.prompt = None
            case "started":
                self.started, self.over = body, None
            case "over":
                self.over, self.prompt = body, None
            case _:
                pass

    def _answered(self, line: str, after: bool, answer: str) -> None:
        """Take the answer to a line that was sent in the game or *after* it.

        What is no move and comes *after* it may be refused: others leave then, so that a thumb on
        its way to the next game finds too few players.
        """
        word, _, body = answer.partition(" ")
        is_move = line.startswith("@")
        if word == "ok":
            self.moves += is_move
        elif (code := json.loads(body)["code"]) in EXCUSED or (after and not is_move):
            self.late[code] += 1
        else:
            (self.refused if is_move else self.others).append(f"{line} -> {answer}")


class Monkey:
    """The thumb of somebody at a page."""

    def __init__(self, page: Page, rng: Random) -> None:
        self.page = page
        self.wire = Wire(page.frames)
        self.taps = 0
        self.troubles: list[str] = []
        """What a user could not have done either, or would not like."""
        self._rng = rng

    async def play(
        self,
        disturb: Callable[[], Awaitable[None]] | None = None,
        every: int = 0,
        most: float = inf,
    ) -> None:
        """Tap until the game is over, the page has trouble, or *most* taps are made.

        After *every* so many taps *disturb* the page.
        """
        while self.wire.read().over is None and not self.page.troubles and self.taps < most:
            heard, taps = len(self.page.frames), self.taps
            if not await self.step() and heard == len(self.page.frames):
                with trio.move_on_after(PAUSE_S):
                    await self.page.hears()
            if disturb is not None and self.taps > taps and self.taps % every == 0:
                await disturb()

    async def step(self, places: str = PLACES) -> bool:
        """Use one control; False: there is none to use now."""
        if widest := await self.page.too_wide():
            self._complain(f"it can be scrolled to the side because of {widest}")
        offered = await self._offered(places)
        usable = [(at, each) for at, each in enumerate(offered) if self._wants(each)]
        if not usable:
            return False
        (at, chosen), *_ = self._rng.choices(usable, [weight(each) for _, each in usable])
        place = await self._ask(f"place({at})")
        if place is None:  # the page has drawn it again
            return True
        if isinstance(place, str):
            if not await self._closes():
                self._complain(f"{chosen['says']} is hidden behind {place}")
            return True
        if chosen["kind"] == "board":
            await self._trace(place)
        else:
            self.taps += 1
            await self.page.trace([(place[0][0], place[0][1])])
        if chosen["kind"] == "field":
            await self._fill(chosen)
        return True

    async def _closes(self) -> bool:
        """Close what a finger has opened that came too late for another button."""
        opened = await self.page.evaluate("!!document.querySelector('[aria-expanded=true]')")
        if opened:
            await self.page.tap("[aria-expanded=true]")
        return bool(opened)

    def _complain(self, trouble: str) -> None:
        if trouble not in self.troubles:
            self.troubles.append(trouble)

    async def _offered(self, places: str) -> Sequence[Mapping[str, Any]]:
        offered: Sequence[Mapping[str, Any]] = await self._ask(f"list({json.dumps(places)})")
        return offered

    async def _ask(self, call: str) -> Any:
        if not await self.page.evaluate("!!globalThis.monkey"):  # it was loaded, perhaps again
            await self.page.evaluate(OFFERED)
        return await self.page.evaluate(f"monkey.{call}")

    def _wants(self, control: Mapping[str, Any]) -> bool:
        """Leave alone what asks about the game instead of playing it, most of the time."""
        if self.wire.read().prompt is None:
            return False
        return not control["quiet"] or self._rng.random() < 0.1

    async def _fill(self, field: Mapping[str, Any]) -> None:
        """Type what the game has named, and press Enter as the keyboard of a phone can."""
        text = self._text_for(field)
        if text:
            await self.page.evaluate("document.activeElement.select?.()")
            await self.page.types(text)
            await self.page.press("Enter")

    def _text_for(self, field: Mapping[str, Any]) -> str:
        """A text for this field: an example of the arguments with its name, if one fits it."""
        label = field["says"]
        args = [arg for move in (self.wire.prompt or {}).get("moves", ()) for arg in move["args"]]
        named = [arg for arg in args if label in (arg.get("label"), arg["name"])]
        texts = [text for arg in named for text in arg.get("choices") or arg.get("examples") or ()]
        fitting = [text for text in texts if field["least"] <= len(text) <= field["most"]]
        if fitting:
            return str(self._rng.choice(fitting))
        numbers = [arg for arg in named if arg["type"] == "int"]
        return str(self._rng.randint(numbers[0]["min"], numbers[0]["max"])) if numbers else ""

    async def _trace(self, cells: Sequence[Sequence[float]]) -> None:
        """Trace over cells that touch each other, none of them twice."""
        way = [self._rng.choice(cells)]
        length = self._rng.randint(3, LONGEST_TRACE)
        while len(way) < length:
            x, y, width = way[-1]
            near = [
                cell
                for cell in cells
                if cell not in way and hypot(cell[0] - x, cell[1] - y) < 1.8 * width
            ]
            if not near:
                break
            way.append(self._rng.choice(near))
        self.taps += 1
        await self.page.trace([(x, y) for x, y, _ in way])

    def seen(self) -> list[str]:
        """Everything that was not as it should be, each once."""
        wire, page = self.wire.read(), self.page
        found = [*wire.refused, *wire.others, *self.troubles, *page.troubles, *page.elsewhere()]
        return [trouble[:MOST_SHOWN] for trouble in dict.fromkeys(found)]

    def check(self) -> None:
        """Raise AssertionError if anything was not as it should be."""
        found = self.seen()
        assert not found, "\n".join([f"{len(found)} troubles:", *found])


class Typist(Monkey):
    """The same without any touch: Tab, the arrows, Enter, and letters."""

    async def step(self, places: str = PLACES) -> bool:
        """Go on to a control with Tab or an arrow, and use it."""
        for _ in range(MOST_KEYS):
            focused = await self._ask(f"focused({json.dumps(places)})")
            if focused is not None and self._wants(focused) and self._rng.random() < USE:
                self.taps += 1
                if focused["kind"] == "field":
                    await self._fill(focused)
                else:
                    await self.page.press("Enter")
                return True
            arrow = focused is not None and self._rng.random() < ARROWS
            await self.page.press(self._rng.choice(KEYS) if arrow else "Tab")
        return False
