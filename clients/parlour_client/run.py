"""From a host's address to a player in front of a screen, and to the end of it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from parlour_client.faults import Problem, Refused
from parlour_client.session import Line, Session
from parlour_client.source import Button, Enter, Login

if TYPE_CHECKING:
    from prompt_toolkit.input import Input
    from prompt_toolkit.output import Output

    from parlour_client.drawings import Drawings
    from parlour_client.screen.app import Screen

OK: Final = 0
_NAME: Final = "Your name? One word. If it has a password: NAME PASSWORD"
_ASKS_AGAIN: Final = frozenset({"bad_name", "bad_password", "name_taken", "usage"})
"""Refusals after which another name or password may do."""


async def run(
    enter: Enter,
    *,
    where: str,
    login: Login | None = None,
    usual: str = "",
    opening: Sequence[str] = (),
    buttons: Sequence[Button] = (),
    drawings: Drawings | None = None,
    now_ms: Callable[[], int] = lambda: time.monotonic_ns() // 1_000_000,
    input: Input | None = None,  # noqa: A002 - as prompt_toolkit calls it
    output: Output | None = None,
) -> int:
    """Show what *enter* comes in to, until the player leaves; the exit code.

    *where* is the host as the player calls it. Without *login* he is asked for his name, which
    may be his *usual* one, and again if the host does not take it. *opening* are lines that are
    sent as if he had typed them first, *buttons* the keys that the source has of its own. The
    rest is for tests. Raises Problem, when the screen is gone, if playing is impossible.
    """
    from parlour_client.screen.app import Screen

    screen = Screen(
        where, now_ms=now_ms, drawings=drawings, buttons=buttons, input=input, output=output
    )
    play = asyncio.create_task(_play(screen, enter, login, usual, opening, now_ms))
    tick = asyncio.create_task(screen.tick())
    play.add_done_callback(lambda _: screen.leave())
    try:
        await screen.run()
    finally:
        for task in (play, tick):
            task.cancel()
        await asyncio.gather(play, tick, return_exceptions=True)
    problem = None if play.cancelled() else play.exception()
    if problem is not None:
        raise problem
    return OK


async def _play(
    screen: Screen,
    enter: Enter,
    login: Login | None,
    usual: str,
    opening: Sequence[str],
    now_ms: Callable[[], int],
) -> None:
    """Come in, under another name if need be, and play until the line is gone or he leaves.

    Raises Problem if there is no playing there.
    """
    trouble, tried = "", Login("")
    while True:
        if login is None:
            login = await _ask_name(screen, usual if not trouble else "", trouble, tried)
        try:
            async with enter(login) as source:
                session = Session(source, screen, now_ms=now_ms, drawings=screen.drawings)
                screen.open(session)
                session.say(*map(Line, opening))
                await session.run()
                if not session.quitting:
                    await screen.left.wait()
                return
        except Refused as refused:
            if refused.code not in _ASKS_AGAIN:
                raise Problem(refused.text) from refused
            tried, login, trouble = login, None, refused.text


async def _ask_name(screen: Screen, usual: str, trouble: str, tried: Login) -> Login:
    """His name, with the password if he gives one; or his code. *tried* is what was refused."""
    line = await screen.answer(_NAME, usual, trouble, open_words=1)
    words = line.text.lstrip("/").split(maxsplit=1)
    match words[0].lower(), words[1:]:
        case "resume", [code]:
            return Login(tried.name, token=code)
        case "name", [rest]:
            words = rest.split(maxsplit=1)
        case _:
            pass
    return Login(words[0], words[1] if len(words) > 1 else None)
