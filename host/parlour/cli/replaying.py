"""Show a finished game from its file: `parlour replay`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from parlour.cli._group import FILE, Misuse, Refusal, with_config, with_plugins

if TYPE_CHECKING:
    from parlour.cli._stories import Stories
    from parlour_client.story import Telling

_SPEED: Final = re.compile(r"([1-9][0-9]?)x?", re.IGNORECASE)


@click.command()
@click.argument("file", type=FILE)
@click.option(
    "--seat", default="watcher", metavar="PLAYER", help="Whose view to show (a watcher's)."
)
@click.option("--speed", metavar="N", help="Play N times as fast as it was, 1 to 99.")
@click.option("--plain", is_flag=True, help="Print it line by line, at once or at --speed.")
@with_plugins
@with_config
def replay(
    file: Path,
    seat: str,
    speed: str | None,
    plain: bool,
    modules: Sequence[str],
    config_file: Path | None,
) -> int:
    """Show the exported game FILE.

    \b
    parlour export g7 -o g7.jsonl    the host writes the file
    parlour replay g7.jsonl          Space pauses, Right steps, Up is faster
    parlour replay g7.jsonl --seat bob --plain
    """
    import asyncio

    from parlour.cli.playing import in_a_loop, is_plain, on_screen

    pace = None if speed is None else _pace(speed)
    stories = _stories(file, modules, config_file)
    told = _told(stories, seat)
    if is_plain(plain=plain):
        asyncio.run(_print(told, pace))
        return 0
    from parlour_client.replay import BUTTONS, NO_HURRY, Replay
    from parlour_client.source import Login

    async def story(who: str) -> Telling | None:
        return stories(who)

    async def show() -> int:
        source = Replay(story, told, stories.finished.record, pace or NO_HURRY)
        return await on_screen(
            lambda login: nullcontext(source), file.name, Login(told.who), (), BUTTONS
        )

    return in_a_loop(show)


def _pace(text: str) -> float:
    found = _SPEED.fullmatch(text)
    if found is None:
        raise Misuse(f"--speed must be a whole number from 1 to 99, not {text!a}")
    return float(found[1])


def _stories(file: Path, modules: Sequence[str], config_file: Path | None) -> Stories:
    from parlour.cli._shared import config_of, games_of, lexicons_of
    from parlour.cli._stories import Stories
    from parlour.cli.archiving import read_file
    from parlour.records import Damaged, UnknownForm, read

    try:
        finished = read(read_file(file))
    except Damaged as damaged:
        raise Refusal(
            f"{file} has been changed since a host wrote it: {damaged.fault}"
        ) from damaged
    except UnknownForm as unknown:
        raise Refusal(unknown.text) from unknown
    config = config_of(config_file)
    found = games_of(config, modules)
    if finished.game not in found.games:
        raise Refusal(
            f"It cannot be shown: there is no game {finished.game} here.\n"
            "If that game is a plugin of yours, add: --plugin MODULE"
        )
    return Stories(finished, found.games, lexicons_of(config, found))


def _told(stories: Stories, seat: str) -> Telling:
    from parlour.engine.calls import GameFault
    from parlour.engine.table import RecordFault

    try:
        told = stories(seat)
    except RecordFault as fault:
        raise Refusal(f"It cannot be shown: {fault}.") from fault
    except GameFault as fault:
        raise Refusal(f"It cannot be shown: its game fails ({fault}).") from fault
    if told is None:
        names = ", ".join(stories.finished.names.values())
        raise Misuse(f"Nobody called {seat!a} played. Use one of {names}, or watcher.")
    return told


async def _print(told: Telling, speed: float | None) -> None:
    from parlour.wire.text import clean
    from parlour_client.replay import lines_of

    async for line in lines_of(told, speed):
        click.echo(clean(line))
