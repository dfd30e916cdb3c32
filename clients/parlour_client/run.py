"""From a host's address to a player in front of a screen, and to the end of it."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from parlour_client.errors import ASK_AGAIN, WRONG_PASSWORD, Problem, Refused
from parlour_client.sending import Line
from parlour_client.source import Button, Enter, Login

if TYPE_CHECKING:
    from prompt_toolkit.input import Input
    from prompt_toolkit.output import Output

    from parlour_client.screen.app import Screen

OK: Final = 0
_NAME: Final = "Your name? One word."


async def run(
    enter: Enter,
    *,
    where: str,
    login: Login | None = None,
    usual: str = "",
    opening: Sequence[str] = (),
    buttons: Sequence[Button] = (),
    now_ms: Callable[[], int] = lambda: time.monotonic_ns() // 1_000_000,
    input: Input | None = None,  # noqa: A002 - as prompt_toolkit calls it
    output: Output | None = None,
    environ: Mapping[str, str] = os.environ,
) -> int:
    """Show what *enter* comes in to, until the player leaves; the exit code.

    *where* is the host as the player calls it. Without *login* they are asked for a name, which
    is the *usual* one if they type nothing, and again if the host does not take it. *opening* are
    lines that are sent as if they had been typed first, *buttons* the keys that the source has of
    its own. The rest is for tests. Raises Problem, when the screen is gone, if playing is
    impossible.
    """
    from parlour_client.screen.app import Screen

    screen = Screen(
        where, now_ms=now_ms, buttons=buttons, input=input, output=output, environ=environ
    )
    play = asyncio.create_task(_play(screen, enter, login, usual, opening))
    replays = asyncio.create_task(screen.replays())
    tick = asyncio.create_task(screen.tick())
    tasks = (play, replays, tick)
    for task in tasks:
        task.add_done_callback(lambda _: screen.leave())
    try:
        await screen.run()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    for task in tasks:
        problem = None if task.cancelled() else task.exception()
        if problem is not None:
            raise problem
    return OK


async def _play(
    screen: Screen, enter: Enter, login: Login | None, usual: str, opening: Sequence[str]
) -> None:
    """Come in, under another name if need be, and play until the line is gone or the player is.

    Raises Problem if there is no playing there.
    """
    login = login or await _ask_name(screen, usual)
    while True:
        try:
            async with enter(login) as source:
                session = screen.open(source)
                session.say(*map(Line, opening))
                await session.run()
                if not session.quitting:
                    await screen.left.wait()
                return
        except Refused as refused:
            if refused.code not in ASK_AGAIN:
                raise Problem(refused.text) from refused
            login = await _mend(screen, login.name, refused)


async def _ask_name(screen: Screen, usual: str, trouble: str = "") -> Login:
    """The name of the player, or the code that brings them back."""
    words = f"{_NAME} Enter takes: {usual}" if usual else _NAME
    while True:
        line = await screen.asking.ask(words, open_words=1, empty=usual or None, trouble=trouble)
        match line.text.lstrip("/").split():
            case [name] | ["name", name]:
                return Login(name)
            case ["resume", code]:
                return Login("", token=code)
            case _:
                trouble = "A name is one word. If it has a password, that is asked for next."


async def _mend(screen: Screen, name: str, refused: Refused) -> Login:
    """The password of *name*, or another name: *refused* says what was wrong."""
    if not name:
        return await _ask_name(screen, "", "Nobody is away with that code.")
    if refused.code not in WRONG_PASSWORD:
        return await _ask_name(screen, "", refused.text)
    taken = refused.code == "name_taken"
    words = f"{name} is taken. If it is yours, its password?" if taken else f"{name}'s password?"
    line = await screen.asking.ask(
        f"{words} Enter alone: another name.",
        open_words=0,
        empty="",
        trouble="" if taken else refused.text,
    )
    return Login(name, line.text) if line.text else await _ask_name(screen, "")
