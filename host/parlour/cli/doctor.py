"""Check whether a host can run here and guests can reach it: `parlour doctor`."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias, cast

import click

from parlour.cli._asking import is_running
from parlour.cli._group import Misuse, Refusal, with_config, with_data, with_plugins
from parlour.cli._screen import say
from parlour.cli._shared import (
    config_of,
    folder_in,
    games_of,
    lexicons_of,
    not_used,
    wrong_settings,
)

if TYPE_CHECKING:
    from parlour.api import Deck
    from parlour.config import Config

Grade: TypeAlias = Literal["ok", "note", "problem"]
ROOM: Final = 100_000_000
"""Free bytes below which a busy evening may fill the disk."""
LOOPBACK: Final = ("127.0.0.1", "::1", "localhost")


class Diagnosis(NamedTuple):
    """What one check found. A problem makes the exit code 1; a note does not."""

    grade: Grade
    text: str


@click.command()
@with_data
@with_plugins
@with_config
def doctor(data: Path | None, modules: Sequence[str], config_file: Path | None) -> int:
    """Check the port, the data, the plugins and more.

    It also checks the firewall, the clock, the word lists and the decks.
    """
    config = config_of(config_file)
    folder = data.absolute() if data is not None else folder_in(config)
    findings = [
        port(config, running=is_running(folder)),
        firewall(config),
        *data_directory(folder),
        clock(folder, time.time()),
        *lists_and_decks(config, modules),
        *plugins(config, modules),
    ]
    for finding in findings:
        say(f"{finding.grade + ':':9}{finding.text}")
    problems = sum(finding.grade == "problem" for finding in findings)
    if problems:
        say(f"Problems: {problems}. Solve them, then run parlour doctor again.")
        return Refusal.exit_code
    say("No problems found.")
    return 0


def port(config: Config, *, running: bool) -> Diagnosis:
    """Can a host listen on the configured port?"""
    from parlour.server import ListenError, open_listeners

    if running:
        return Diagnosis("ok", "Port: a host is running on this data directory.")
    number = config.server.port
    try:
        for listener in open_listeners(config.server.host, number):
            listener.close()
    except ListenError as error:
        return Diagnosis("problem", error.text)
    if config.server.host in LOOPBACK:
        text = f'Port {number} is free, but only for this computer. For guests: host = "0.0.0.0"'
        return Diagnosis("note", text)
    return Diagnosis("ok", f"Port {number} is free." if number else "Port 0: any free port.")


def firewall(config: Config, root: Path = Path("/")) -> Diagnosis:
    """Is a firewall on that may keep guests out? Found without administrator rights."""
    number = config.server.port or "PORT"
    if config.server.host in LOOPBACK:
        return Diagnosis("ok", "Firewall: not checked, because only this computer can connect.")
    try:
        ufw = "ENABLED=yes" in (root / "etc/ufw/ufw.conf").read_text("utf-8")
    except OSError:
        ufw = False
    if ufw:
        return Diagnosis("note", f"Firewall ufw is on. Let guests in: sudo ufw allow {number}/tcp")
    if (root / "run/firewalld.pid").exists():
        text = (
            f"sudo firewall-cmd --permanent --add-port={number}/tcp && sudo firewall-cmd --reload"
        )
        return Diagnosis("note", f"Firewall firewalld is on. Let guests in: {text}")
    return Diagnosis("ok", "Firewall: neither ufw nor firewalld is on.")


def data_directory(folder: Path) -> Iterator[Diagnosis]:
    """Can a host keep its data in *folder*, and is there room?"""
    from parlour.store import StoreError
    from parlour.store.reader import open_reader

    place = folder
    while not place.exists():
        place = place.parent
    if not place.is_dir() or not os.access(place, os.W_OK | os.X_OK):
        yield Diagnosis("problem", f"Data directory: {folder} cannot be written by this user.")
        return
    free = shutil.disk_usage(place).free
    if free < ROOM:
        yield Diagnosis("problem", f"Disk: only {free // 1_000_000} MB free for {folder}.")
    if not (folder / "parlour.db").exists():
        yield Diagnosis("ok", f"Data directory: {folder} is empty. The first start fills it.")
        return
    try:
        open_reader(folder).close()
    except StoreError as error:
        yield Diagnosis("problem", error.text)
    else:
        yield Diagnosis("ok", f"Data directory: {folder}, {free // 1_000_000_000} GB free.")


def clock(folder: Path, now: float) -> Diagnosis:
    """Is this computer's clock later than everything it has written?"""
    shown = time.strftime("%Y-%m-%d %H:%M", time.localtime(now))
    for file in (folder / "parlour.db", Path(__file__)):
        if file.exists() and file.stat().st_mtime > now + 60:
            text = f"Clock: it says {shown}, but {file.name} was written later. Set the clock."
            return Diagnosis("problem", text)
    return Diagnosis("ok", f"Clock: {shown}. Check that this is right.")


def lists_and_decks(config: Config, modules: Sequence[str]) -> Iterator[Diagnosis]:
    """Can all word lists and decks be read, and does a game know the cards of each deck?"""
    from parlour.api import DeckOption

    try:
        found = lexicons_of(config, games_of(config, modules))
    except Misuse as error:
        yield Diagnosis("problem", error.message)
        return
    lists = [name for name in found if name not in config.decks]
    yield Diagnosis("ok", f"Word lists: {', '.join(lists)}.")
    known = {
        f"{option.name} of {game.title}": option.cards
        for game in games_of(config, modules).games.values()
        for option in game.options
        if isinstance(option, DeckOption)
    }
    for name in config.decks:
        cards = set(cast("Deck", found[name]).cards)
        fits = [option for option, allowed in known.items() if cards <= allowed]
        if fits:
            yield Diagnosis("ok", f"Deck {name}: for {', '.join(fits)}.")
        else:
            odd = (f"{option} lacks {min(cards - allowed)}" for option, allowed in known.items())
            yield Diagnosis(
                "problem", f"Deck {name}: no game knows all its cards: {', '.join(odd)}."
            )


def plugins(config: Config, modules: Sequence[str]) -> Iterator[Diagnosis]:
    """Can all plugins be used?"""
    found = games_of(config, modules)
    if found.games:
        yield Diagnosis("ok", f"Games: {', '.join(found.games)}.")
    else:
        yield Diagnosis("problem", "Games: none. Install one, or check `disabled` in the config.")
    for row in found.quarantined:
        yield Diagnosis("problem", not_used(row))
    for line in wrong_settings(config, found):
        yield Diagnosis("problem", line)
