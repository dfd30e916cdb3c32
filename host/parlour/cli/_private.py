"""Start a private host and open a table on it, for `parlour play --local`."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from tempfile import TemporaryFile
from typing import TYPE_CHECKING, BinaryIO, Final, NamedTuple

from parlour.cli._group import Refusal
from parlour.language import ENGLISH, _, translated

if TYPE_CHECKING:
    from parlour_client import Link
    from parlour_client.console import Console

HOST: Final = "127.0.0.1"
PARTY: Final = 4
"""Seats to fill at the table of a game that needs several players, as far as the game allows."""
DUEL: Final = 2
"""Seats to fill in a game that can be played alone: more bots would leave less to find."""
ABOUT_COLUMNS: Final = 70
"""The most columns of what a game is about."""
INDENT: Final = 6
"""Columns before it, and one at the end of a narrow terminal."""
STOP_S: Final = 5
"""The host keeps nothing, so it stops at once."""
NUMBER: Final = _("Its number [1]:")
_PORT: Final = re.compile(r"nc localhost (\d+)")


@contextmanager
def private_host(plugin: str = "") -> Generator[int]:
    """Run a private host and yield its port. Raises Refusal if it does not start.

    It also has the games of *plugin*: a folder, a file or a module.
    """
    where = ["--host", HOST, "--port", "0", "--ephemeral"]
    where += ["--plugin", plugin] if plugin else []
    with (
        TemporaryFile() as log,
        subprocess.Popen(
            [sys.executable, "-m", "parlour.cli._alone", *where],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=log,
            start_new_session=True,  # Ctrl-C is for the client
            text=True,
        ) as host,
    ):
        try:
            yield _port_of(host, log)
        finally:
            assert host.stdin is not None
            host.stdin.close()
            try:
                host.wait(STOP_S)
            except subprocess.TimeoutExpired:
                host.kill()


def _port_of(host: subprocess.Popen[str], log: BinaryIO) -> int:
    for line in host.stdout or ():
        if found := _PORT.search(line):
            return int(found[1])
    host.wait()
    log.seek(0)
    said = log.read().decode("utf-8", "replace").strip().splitlines() or ["It ended at once."]
    raise Refusal(f"The host for playing alone did not start. {said[-1].removeprefix('Error: ')}")


class Level(NamedTuple):
    """A kind of bot."""

    kind: str
    about: str = ""


@dataclass(frozen=True)
class Offer:
    """A game you can play there."""

    game: str
    title: str
    seats: tuple[int, int]
    bots: tuple[Level, ...]
    about: tuple[str, ...]
    """The first paragraph of its rules."""
    notes: bool = False
    """It has tables at which players may note what they would have to remember."""

    def opening(self, level: str) -> list[str]:
        """Return the commands that open a table, fill it with bots of that level, and start."""
        least, most = self.seats
        seats = max(least, min(most, DUEL if least == 1 else PARTY)) if self.bots else 1
        new = f"new {self.game} notes=on" if self.notes else f"new {self.game}"
        return [new, *[f"bot {level}"] * (seats - 1), "start"]


async def offers(link: Link) -> list[Offer]:
    games = (await link.ask("games")).items
    return [
        Offer(
            game["game"],
            game["title"],
            tuple(game["seats"]),
            tuple(Level(bot["kind"], bot["about"]) for bot in game["bots"]),
            tuple(await _about(link, game["game"])),
            any(option["name"] == "notes" for option in game["options"]),
        )
        for game in games
    ]


async def _about(link: Link, game: str) -> list[str]:
    """Return the first paragraph of the rules after the headings."""
    from textwrap import wrap

    from parlour_client.protocol import text_of

    for item in (await link.ask(f"rules {game}")).items:
        lines = [line for line in text_of(item) if line]
        if lines and lines[-1].endswith("."):
            return wrap(" ".join(lines), _columns())
    return []


def _columns() -> int:
    """Return the columns for what something is about, behind an indent."""
    from shutil import get_terminal_size

    return max(INDENT, min(ABOUT_COLUMNS, get_terminal_size().columns - INDENT))


async def choose(
    games: Sequence[Offer], word: str | None, console: Console, lang: str = ENGLISH
) -> Offer | None:
    """Return the game that *word* names, or let the player choose; None if they do not."""
    if word is None and len(games) == 1:
        return games[0]
    while True:
        if word is not None:
            for number, game in enumerate(games, 1):
                if word.strip().lower() in (str(number), game.game, game.title.lower()):
                    return game
            text = _("There is no game {word} here.", word=ascii(word.strip()[:20]))
            console.say(translated(text, lang))
        console.say(translated(_("Which game?"), lang))
        for number, game in enumerate(games, 1):
            console.say(f"  {number}  {game.title}")
            for line in game.about:
                console.say(f"     {line}")
        word = await console.read(translated(NUMBER, lang))
        if word is None:
            return None
        word = word.strip() or "1"


async def choose_level(
    offer: Offer, word: str | None, console: Console, lang: str = ENGLISH
) -> str | None:
    """Return the kind of bot that *word* names, or let the player choose; None if they do not.

    If the game has one kind or none, there is nothing to choose.
    """
    from textwrap import wrap

    if len(offer.bots) < 2:
        return offer.bots[0].kind if offer.bots else ""
    while True:
        if word is not None:
            for number, bot in enumerate(offer.bots, 1):
                if word.strip().lower() in (str(number), bot.kind):
                    return bot.kind
            text = _("{title} has no bots of the level {word}.")
            text = text.filled(title=offer.title, word=ascii(word.strip()[:20]))
            console.say(translated(text, lang))
        console.say(translated(_("How well should the bots play?"), lang))
        for number, bot in enumerate(offer.bots, 1):
            text = _("  {number}  {kind}: {about}")
            text = text.filled(number=number, kind=bot.kind, about=bot.about)
            first, *rest = wrap(translated(text, lang).strip(), _columns())
            for line in (f"  {first}", *(f"     {line}" for line in rest)):
                console.say(line)
        word = await console.read(translated(NUMBER, lang))
        if word is None:
            return None
        word = word.strip() or "1"
