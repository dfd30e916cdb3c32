"""Play on the screen, from login to goodbye."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import AsyncExitStack, nullcontext
from typing import TYPE_CHECKING, Any, Final

from parlour.language import joined
from parlour.wire.text import clean
from parlour_client.errors import Problem, Refused
from parlour_client.language import _, said
from parlour_client.log import Kind
from parlour_client.login import log_in
from parlour_client.pending import Ended, Offline
from parlour_client.sending import Line
from parlour_client.source import Button, Enter, Login

if TYPE_CHECKING:
    from prompt_toolkit.input import Input
    from prompt_toolkit.output import Output

    from parlour_client.journal import Journal
    from parlour_client.screen.app import Screen
    from parlour_client.screen.keys import KeyActions
    from parlour_client.session import Session
    from parlour_client.settings import Settings

OK: Final = 0
TICK_S: Final = 0.25
"""How often to check whether a countdown shows another second."""


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
    settings: Settings | None = None,
    way_back: str = "",
    journal: Journal | None = None,
    hosted: bool = False,
    code: Callable[[], str] = str,
) -> int:
    """Show the source that *enter* opens until the player leaves; return the exit code.

    *where* is the host in the words of the player. Without *login* we ask for a name; Enter alone
    means the *usual* one. *opening* is sent first, as if it were typed. *buttons* are extra keys
    of the source. *way_back* is the command that brings a player back to their seat, or empty.
    *journal* keeps the log. *code* tells what they type for their name to come back, where
    nothing else keeps it for them. Raises Problem, after the screen is closed, if you can't play
    there.

    *hosted*: the player is a guest of this process, which may run many clients in its loop. Their
    terminal is *input* and *output*, and *environ* says what it can do, in the words of a shell.
    The client leaves alone what belongs to the process: its signals, loop, files and terminal. A
    fault of the client ends only this client, with a Problem. Without *hosted* those three
    arguments are for tests.
    """
    from prompt_toolkit.application import create_app_session

    from parlour_client.screen.app import Screen

    # prompt_toolkit would let all guests share one session, which knows the application in front
    with create_app_session(input, output) if hosted else nullcontext():
        screen = Screen(
            where,
            now_ms=now_ms,
            buttons=buttons,
            input=input,
            output=output,
            environ=environ,
            settings=settings,
            journal=journal,
            hosted=hosted,
        )
        try:
            await _run(screen, enter, login, usual, opening, code)
        except Exception as error:
            if not hosted or isinstance(error, Problem):
                raise
            raise Problem(_("The client has failed. Please connect again.")) from error
        for line in _goodbye(screen.stages[0].session, way_back, code()):
            screen.app.output.write(f"{line}\r\n")
        screen.app.output.flush()
    return OK


async def _run(
    screen: Screen,
    enter: Enter,
    login: Login | None,
    usual: str,
    opening: Sequence[str],
    code: Callable[[], str],
) -> None:
    """Show *screen* until the player leaves. Raises the exception that ends it."""
    from parlour_client.replay import BUTTONS
    from parlour_client.screen.keys import bind_keys

    actions = bind_keys(screen, (*screen.stage.buttons, *BUTTONS))
    play = asyncio.create_task(_play(screen, actions, enter, login, usual, opening, code))
    replays = asyncio.create_task(screen.replays())
    tick = asyncio.create_task(_tick(screen))
    tasks = (play, replays, tick)
    for task in tasks:
        task.add_done_callback(lambda _: screen.leave())
    try:
        await _show(screen, actions)
    except EOFError:  # the terminal is gone
        pass
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    for task in tasks:
        problem = None if task.cancelled() else task.exception()
        if problem is not None:
            raise problem


async def _show(screen: Screen, actions: KeyActions) -> None:
    """Show *screen* until the player leaves. Raises any exception that nothing else handles.

    Such an exception closes the screen. prompt_toolkit would show it and go on; if drawing fails,
    it would never end.
    """
    from parlour_client.screen.alerts import REPORT_FOCUS, REPORT_NO_FOCUS, send

    def failed(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error = context.get("exception")
        if isinstance(error, Exception) and screen.app.is_running and not screen.app.is_done:
            screen.app.exit(exception=error)
        else:
            loop.default_exception_handler(context)

    def begin() -> None:
        send(screen.app.output, REPORT_FOCUS)

    screen.app.at_first = (screen.ask_terminal,)
    loop = asyncio.get_running_loop()
    before = loop.get_exception_handler()
    try:
        if screen.means.hosted:
            await screen.app.run_hosted(begin)
        else:
            loop.set_exception_handler(failed)
            loop.add_signal_handler(signal.SIGTSTP, actions.suspend)
            await screen.app.run_async(begin, set_exception_handler=False)
    finally:
        if not screen.means.hosted:
            loop.remove_signal_handler(signal.SIGTSTP)
            loop.set_exception_handler(before)
        screen.keyboard.forget()
        send(screen.app.output, REPORT_NO_FOCUS)
        screen.left.set()


async def _tick(screen: Screen) -> None:
    """Keep the countdowns of *screen* running, until cancelled."""
    before: object = None
    while True:
        await asyncio.sleep(TICK_S)
        now_ms = screen.now_ms()
        seconds = [
            (
                stage.model.left_s(now_ms),
                stage.model.bank_s(now_ms),
                stage.session is not None
                and isinstance(stage.session.line, Offline)
                and now_ms // 1000,
            )
            for stage in screen.stages
        ]
        if seconds != before:
            before = seconds
            screen.app.invalidate()


def _goodbye(session: Session | None, way_back: str, code: str) -> list[str]:
    """What to say in the terminal after the screen: why it closed, and what leaving meant."""
    if session is None:
        return []
    lines = [session.line.why] if isinstance(session.line, Ended) and not session.quitting else []
    table = session.model.table
    if table is not None and table.seat is not None:
        to_type: str = ""
        if code:
            to_type = _("To return, come again and type for your name: resume {code}", code=code)
        elif way_back:
            to_type = _("To return: {way_back}", way_back=way_back)
        kept = _("Your seat at table {number} is kept.", number=table.number)
        lines.append(joined((kept, to_type)))
    return [clean(said(line, session.model.lang)) for line in lines]


async def _play(
    screen: Screen,
    actions: KeyActions,
    enter: Enter,
    login: Login | None,
    usual: str,
    opening: Sequence[str],
    code: Callable[[], str],
) -> None:
    """Log in and play until the player leaves. Raises Problem if that is impossible.

    A player who has typed the wrong name can come in under another one.
    """
    asks = login is None or login == Login("")
    while True:
        async with AsyncExitStack() as stack:
            try:
                source = await log_in(stack, enter, screen, login, usual)
            except Refused as refused:
                raise Problem(refused.text) from refused
            if source is None:
                return
            session = screen.open(source)
            if asks:
                actions.may_rename = screen.asking.answered
            if asks and actions.may_rename:
                session.log(Kind.HOST, [_("If you have mistyped your name: name NEW")])
            if found := code():
                back = _("If you are disconnected, type for your name: resume {code}", code=found)
                session.log(Kind.HOST, [back])
            session.say(*map(Line, opening))
            await session.run()
            login, actions.renamed, asks = actions.renamed, None, False
            if login is None:
                if not session.quitting:
                    await screen.left.wait()
                return
