"""The client without a screen (`--plain`): one line at a time, as the host words it.

For screen readers, for terminals that can do little, and for pipes. What is typed means what it
means at the host: a line with a slash is the host's, others are the game's; an empty line says
again what is asked, and `?` what can be typed now.
"""

from __future__ import annotations

import asyncio
import math
import re
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from typing import Final, TypeAlias

from parlour_client import story
from parlour_client.complete import typed
from parlour_client.console import Console
from parlour_client.errors import ASK_AGAIN, WRONG_PASSWORD, LineCut, Refused
from parlour_client.link import Link
from parlour_client.model import Model, verb_of
from parlour_client.pending import Ended, Happening, Offline, Online, Told
from parlour_client.protocol import Body, Heard, Item, No, Ok, text_of
from parlour_client.reduce_events import hear
from parlour_client.replay import Retelling
from parlour_client.sending import SECRET, fault
from parlour_client.source import Login

Enter: TypeAlias = Callable[[Login], AbstractAsyncContextManager[Link]]
"""Comes in. Raises Problem, Refused."""

AT_ONCE: Final = 16
"""Lines on their way at most: so a host never takes us for a flood."""
_TIME: Final = re.compile(r"\([0-9]+ s\)\Z")
_ANY: Final = "Nothing is asked of you now. For what can be typed: help"


async def play(
    enter: Enter, console: Console, *, login: Login | None, usual: str, begin: Sequence[str] = ()
) -> int:
    """Come in by *login*, or as whom the player says (*usual* if they type nothing), and play.

    *begin* is sent first, as if it were typed. Returns the exit code: 0 if the player has
    left, 1 if the line is gone. Raises Problem, and Refused if there is no coming in.
    """
    async with AsyncExitStack() as stack:
        link = await _come_in(stack, enter, console, login, usual)
        return 0 if link is None else await Plain(link, console).run(begin)


async def _come_in(
    stack: AsyncExitStack, enter: Enter, console: Console, login: Login | None, usual: str
) -> Link | None:
    """Ask for names and passwords until one is good; None if nothing more is typed."""
    while True:
        login = login or await _ask_name(console, usual)
        if login is None:
            return None
        try:
            return await stack.enter_async_context(enter(login))
        except Refused as refused:
            if refused.code not in ASK_AGAIN:
                raise
            login = await _mend(console, login.name, refused)


async def _ask_name(console: Console, usual: str) -> Login | None:
    """The name the player gives; None if nothing more is typed."""
    name = ""
    while not name:
        typed = await console.read(f"Your name [{usual}]:" if usual else "Your name:")
        if typed is None:
            return None
        name = typed.strip() or usual
    return Login(name)


async def _mend(console: Console, name: str, refused: Refused) -> Login | None:
    """The password of *name*; None if another name must be found."""
    if refused.code not in WRONG_PASSWORD:
        console.say(refused.text)
        return None
    taken = f"{name} is taken." if refused.code == "name_taken" else refused.text
    console.say(f"{taken} If it is yours, type its password; else just press Enter.")
    password = await console.read("Password:", secret=True)
    return Login(name, password) if password else None


def _shown(line: str) -> str:
    verb = verb_of(line)
    return f"{verb} ..." if verb in SECRET else line


class Plain:
    """One line to a host, and a person who reads and types."""

    def __init__(self, link: Link, console: Console) -> None:
        self._link = link
        self._console = console
        self._window = asyncio.Semaphore(AT_ONCE)
        self._model = Model(name=link.name)
        self._why = ""
        """Why the line was cut; empty while it is there."""
        self._leaving = False
        self._retelling: Retelling | None = None
        """A replay that goes on beside the rest."""

    async def run(self, begin: Sequence[str] = ()) -> int:
        """Until the player has left, or the line is gone."""
        typing = asyncio.create_task(self._type(begin))
        try:
            async for happening in self._link:
                self._happened(happening)
        finally:
            self._end_retelling()
            typing.cancel()
            await asyncio.gather(typing, return_exceptions=True)
        return 0 if self._leaving else 1

    # --- what is read ---------------------------------------------------------------

    def _say(self, lines: Sequence[str]) -> None:
        for line in lines:
            self._console.say(line)

    def _happened(self, happening: Happening) -> None:
        match happening:
            case Heard():
                self._model = hear(self._model, happening, _now_ms())
                self._say(happening.text)
            case Offline():
                again = f"Trying again in {math.ceil(happening.again_in_s)} s."
                self._say([again if happening.why == self._why else f"{happening.why} {again}"])
                self._why = happening.why
            case Online():
                if self._why:
                    missed = "Back, but something was missed. To see how things stand: look"
                    self._say([missed if happening.gap else "Back."])
                self._why = ""
            case Ended():
                self._say([happening.why])

    # --- what is typed --------------------------------------------------------------

    async def _type(self, begin: Sequence[str]) -> None:
        for line in begin:
            await self._send(line)
        while (typed := await self._console.read()) is not None:
            await self._send(typed.strip())
        await self._send("/quit")  # its answer comes behind those of all other lines

    async def _send(self, line: str) -> None:
        if self._end_retelling() and not line:
            return
        slash = "" if self._model.bare is not None or line.startswith("/") else "/"
        wish = story.wished(slash + line)
        if wish is not None and wish.speed is not None:
            await self._tell_again(line, wish, wish.speed)
        elif line in ("", "?"):
            await self._post("/ping", lambda said: self._explain(line, said))
        elif wrong := fault(line):
            self._say([wrong])
        else:
            await self._post(line, lambda said: self._told(line, said))

    async def _post(self, line: str, told: Told) -> None:
        """Send *line* when not too many are on their way; without a line, *told* is told so."""

        def hear(said: Item | Ok | No | None) -> None:
            if not isinstance(said, Item):
                self._window.release()
            told(said)

        await self._window.acquire()
        try:
            await self._link.post(line, hear)
        except LineCut:
            hear(None)

    def _told(self, line: str, said: Item | Ok | No | None) -> None:
        """The host has said something to *line*, or the line was cut before it could."""
        leaving = verb_of(line) == "quit" and not isinstance(said, No)
        self._leaving = self._leaving or leaving
        if said is not None:
            told = story.read_event(said.body) if isinstance(said, Item) else None
            self._say(text_of(said.body) if told is None else told.text)
        elif leaving:
            self._link.hang_up()
        elif self._why:
            self._say([f"Not sent, as the line is cut: {_shown(line)}"])
        else:
            self._say(
                [f"Whether this arrived before the line was cut is not known: {_shown(line)}"]
            )

    def _explain(self, line: str, said: Item | Ok | No | None) -> None:
        """All that was typed before has been answered: say what is asked, or what is possible."""
        self._say(self._possible() if line else self._question())

    # --- a replay in its time -------------------------------------------------------

    async def _tell_again(self, line: str, wish: story.Wish, speed: int) -> None:
        """Fetch all of it, then tell it."""
        items: list[Body] = []

        def hear(said: Item | Ok | No | None) -> None:
            match said:
                case Item():
                    items.append(said.body)
                case Ok():
                    told = story.read_story(items, wish, self._link.name)
                    self._end_retelling()
                    self._retelling = Retelling(self._console.say, wish.record, told, speed)
                case _:
                    self._told(line, said)

        await self._post(wish.request, hear)

    def _end_retelling(self) -> bool:
        """Say no more of a replay; false if there is none."""
        return self._retelling is not None and self._retelling.stop()

    # --- what can be typed ----------------------------------------------------------

    def _question(self) -> Sequence[str]:
        """What is asked, with the time that is left now."""
        asked = self._model.asked
        if asked is None or not asked.text:
            return self._possible()
        left_s = self._model.left_s(_now_ms())
        if asked.prompt.due_ms is None or left_s is None:
            return asked.text
        return [*asked.text[:-1], _TIME.sub(f"({left_s} s)", asked.text[-1])]

    def _possible(self) -> Sequence[str]:
        """The moves that are open."""
        if self._model.asked is None:
            return [_ANY]
        prompt = self._model.asked.prompt
        lines = [f"  {typed(move, prompt.bare)}: {move.about}" for move in prompt.moves]
        return ["You can type:", *lines, "For all else: /help"]


def _now_ms() -> int:
    return round(1000 * asyncio.get_running_loop().time())
