"""A finished game, shown again at any pace: on a screen, or line by line.

Its moments come from a `Story`: from the host, or from a file.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, Callable, Sequence
from dataclasses import replace
from typing import Final

import msgspec

from parlour_client.errors import Refused
from parlour_client.language import _
from parlour_client.log import WIDTH
from parlour_client.pending import Answer
from parlour_client.protocol import Body, Heard, No
from parlour_client.source import Afresh, Button, News, Progress, Source
from parlour_client.story import (
    Story,
    Telling,
    Wish,
    pauses_s,
    read_story,
    same_moment,
)

SPEEDS: Final = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0)
"""How many times as fast as the game went."""
NO_HURRY: Final = 1.0
_VERBS: Final = (
    ("pause", "pause", _("stop, or go on")),
    ("step", "step", _("go on to what happens next, and stop")),
    ("back", "back", _("go back by one step, and stop")),
    ("faster", "faster", _("twice as fast")),
    ("slower", "slower", _("half as fast")),
    ("seat", "seat PLAYER", _("see it as another player did, or as a watcher")),
    ("restart", "restart", _("start over")),
    ("quit", "quit", _("leave the replay")),
)
QUIT: Final = "/quit"
BUTTONS: Final = (
    Button("space", _("stop/go"), "/pause"),
    Button("right", _("step"), "/step"),
    Button("left", _("back"), "/back"),
    Button("up", _("faster"), "/faster"),
    Button("down", _("slower"), "/slower"),
)


class Replay:
    """The replay of this module; a `Source`."""

    def __init__(
        self,
        story: Story,
        told: Telling,
        title: str,
        speed: float = NO_HURRY,
        width: int = WIDTH,
    ) -> None:
        self.name = told.who
        self.width = width
        """The width to which its lines are wrapped."""
        self._story = story
        self._title = title
        self._moments = told.moments
        self._next = 0
        """The next moment."""
        self._speed = speed
        self._paused = False
        self._over = False
        self._asked = 0
        """The number of the last question that was shown."""
        self._news: deque[News] = deque([Afresh()])
        self._changed = asyncio.Event()
        self._progress()

    @property
    def told(self) -> Telling:
        """The game as the player we follow now read it."""
        return Telling(self.name, self._moments)

    # --- a source -------------------------------------------------------------------

    def __aiter__(self) -> Replay:
        return self

    async def __anext__(self) -> News:
        """See `Source`."""
        while True:
            if self._news:
                return self._news.popleft()
            if self._over:
                raise StopAsyncIteration
            await self._wait()

    async def move(self, prompt: int, move: str, *, in_order: bool = False) -> Answer:
        """See `Source`: nobody can move any more."""
        raise _refused("not_at_table", _("This is a replay: you cannot move."))

    async def ask(self, request: str, *, keep: bool = False, in_order: bool = False) -> Answer:
        """See `Source`: what you can ask of a replay."""
        verb, _, rest = request.lstrip("/ ").partition(" ")
        match verb.lower():
            case "commands":
                return Answer({}, tuple(map(_command, _VERBS)))
            case "look":
                return Answer(self._look())
            case "games" | "tables" | "who" | "ping":
                return Answer({})
            case "seat":
                await self._sit(rest.strip())
            case _:
                self._act(verb.lower())
        self._changed.set()
        return Answer({})

    def _act(self, verb: str) -> None:
        match verb:
            case "pause":
                self._paused = not self._paused
                self._progress()
            case "step":
                self._step()
            case "back":
                self._back()
            case "faster" | "slower":
                self._hurry(SPEEDS if verb == "faster" else SPEEDS[::-1])
            case "restart":
                self._go_to(0)
            case "quit" | "q":
                self._over = True
            case "set":
                raise _refused("unavailable", _("A replay keeps its width."))
            case _:
                verbs = ", ".join(name for name, _, _ in _VERBS)
                raise _refused(
                    "unknown_verb", _("This is a replay. You can type: {verbs}", verbs=verbs)
                )

    # --- time -----------------------------------------------------------------------

    async def _wait(self) -> None:
        """Wait for the next moment and show it, or stop if something else is wanted."""
        self._changed.clear()
        pause = None if self._paused or self._ended else self._pause_s()
        try:
            async with asyncio.timeout(pause):
                await self._changed.wait()
        except TimeoutError:
            self._tell_next()
            self._progress()

    def _pause_s(self) -> float:
        near = self._moments[max(0, self._next - 1) : self._next + 1]
        return list(pauses_s(near, self._speed))[-1]

    @property
    def _ended(self) -> bool:
        return self._next == len(self._moments)

    def _tell_next(self) -> bool:
        """Show the next moment; return whether there is anything to see in it."""
        moment = self._moments[self._next]
        self._next += 1
        self._news.extend(map(self._shown, moment.heard))
        return moment.shows

    def _shown(self, heard: Heard) -> Heard:
        """Return *heard* as a replay shows it: a question accepts no answer and has no clock.

        A question that has nothing to read removes the one before.
        """
        if heard.name != "prompt":
            return heard
        if not heard.text:
            return Heard(0, "unprompt", {"table": heard.body["table"], "prompt": self._asked})
        self._asked = heard.body["prompt"]
        still: Body = {"moves": [], "bare": None, "due_ms": None}
        return msgspec.structs.replace(heard, body=heard.body | still)

    def _progress(self) -> None:
        pace = _("paused") if self._paused else f"{self._speed:g}x"
        text = _("{title} as {who}: {where}, {state}").filled(
            title=self._title,
            who=self.name or _("a watcher"),
            where=f"{self._next}/{len(self._moments)}",
            state=_("end") if self._ended else pace,
        )
        self._news.append(Progress(text))

    # --- what can be asked ----------------------------------------------------------

    def _look(self) -> Body:
        return self._moments[max(0, self._next - 1)].look() if self._moments else {}

    def _step(self) -> None:
        """Go to the next moment with something to read."""
        self._paused = True
        while not self._ended and not self._tell_next():
            pass
        self._progress()

    def _back(self) -> None:
        """Go back to before the last moment with something to read."""
        self._paused = True
        at = self._next - 1
        while at > 0 and not self._moments[at].shows:
            at -= 1
        self._go_to(max(0, at))

    def _go_to(self, number: int) -> None:
        """Show the game again from the beginning, up to that moment."""
        self._news.clear()
        self._news.append(Afresh())
        self._next = 0
        while self._next < number:
            self._tell_next()
        self._progress()

    def _hurry(self, speeds: Sequence[float]) -> None:
        """Take the next of *speeds* after the present one."""
        way = 1 if speeds[-1] > speeds[0] else -1
        further = (speed for speed in speeds if way * speed > way * self._speed)
        self._speed = next(further, self._speed)
        self._progress()

    async def _sit(self, word: str) -> None:
        """See the game as somebody else, up to the same moment."""
        told = await self._story(word) if word else None
        if told is None:
            raise _refused(
                "usage",
                _("Who is {word}? Name a player, a seat, or watcher.", word=ascii(word[:20])),
            )
        number = same_moment(self._moments, self._next, told.moments)
        self.name, self._moments = told.who, told.moments
        self._go_to(number)


def _command(verb: tuple[str, str, str]) -> Body:
    name, usage, about = verb
    return {"verb": name, "usage": usage, "about": about, "where": "anywhere"}


def _refused(code: str, text: str) -> Refused:
    return Refused(No("-", {"code": code, "retry": False, "text": [text]}))


async def fetch(source: Source, wish: Wish, width: int = WIDTH) -> Replay:
    """Return the replay of *wish* from the host behind *source*.

    *width* is what the host wraps to. Raises Refused, LineCut.
    """

    async def story(who: str) -> Telling:
        return await ask(replace(wish, seat=who))

    async def ask(wish: Wish) -> Telling:
        answer = await source.ask(wish.request, in_order=True)
        return read_story(answer.items, wish, source.name)

    return Replay(story, await ask(wish), wish.record, wish.speed or NO_HURRY, width)


async def lines_of(told: Telling, speed: float | None) -> AsyncGenerator[str]:
    """Every line of *told* when it is due; all at once without a *speed*."""
    pauses = pauses_s(told.moments, speed or 1)
    for moment, pause_s in zip(told.moments, pauses, strict=True):
        if speed is not None:
            await asyncio.sleep(pause_s)
        for line in moment.lines:
            yield line


class Retelling:
    """Prints the game *record* as in *told*, *speed* times as fast as it went, until stopped."""

    def __init__(
        self, say: Callable[[str], None], record: str, told: Telling, speed: float
    ) -> None:
        self._say = say
        self._record = record
        text = _("Replay of {record} as {who} read it, {speed}x. To stop: press Enter")
        who = told.who or _("a watcher")
        say(text.filled(record=record, who=who, speed=f"{speed:g}"))
        self._task = asyncio.create_task(self._tell(told, speed))

    def stop(self) -> bool:
        """Stop; false if it was over already."""
        if not self._task.cancel():
            return False
        self._say(_("Replay of {record} stopped.", record=self._record))
        return True

    async def _tell(self, told: Telling, speed: float) -> None:
        async for line in lines_of(told, speed):
            self._say(line)
        self._say(_("End of the replay of {record}.", record=self._record))
