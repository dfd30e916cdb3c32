"""Sitting down at a host: play, watch. The client is a package of its own; this starts it."""

from __future__ import annotations

import gc
import sys
from collections.abc import AsyncGenerator, Callable, Coroutine, Generator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from parlour.cli._group import Misuse, Refusal
from parlour.cli._screen import say
from parlour.language import ENGLISH, _, joined, translated

if TYPE_CHECKING:
    from parlour.cli._finding import FoundHost
    from parlour.cli._places import KnownHost, Memory
    from parlour_client import Link
    from parlour_client import source as screen
    from parlour_client.console import Console
    from parlour_client.journal import Journal
    from parlour_client.settings import Settings
    from parlour_client.source import Enter, Login
    from parlour_client.tls import Tls

_BACK: Final = "parlour play"
_NONE: Final = _(
    "No host is announced in this network. To play on one whose address you know: "
    "parlour play HOST"
)
ASK: Final = "?"
"""`--local` without a game."""
_ELSE: Final = _(
    "Another host: parlour play HOST or --find - Alone against bots: parlour play --local"
)
NEWCOMER: Final = "newcomer"
"""Who plays alone and has no login name that could be a name at a host."""

_with_name: Final = click.option("--name", default="", metavar="NAME", help="Your name there.")
_with_plain: Final = click.option(
    "--plain",
    is_flag=True,
    help="Print line by line, for screen readers and pipes.",
)
_with_trust: Final = click.option(
    "--trust",
    default="",
    metavar="SHA256:...",
    help="Accept the host's certificate with this fingerprint.",
)
_with_log: Final = click.option(
    "--log",
    "log_file",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Add what the screen's log says to the end of FILE.",
)
_WHERE: Final = "[HOST[:PORT]]"


@click.command()
@click.argument("where", default="", metavar=_WHERE)
@_with_name
@_with_plain
@_with_log
@_with_trust
@click.option("--find", is_flag=True, help="List the hosts in this network, and choose one.")
@click.option(
    "--local",
    is_flag=False,
    flag_value=ASK,
    metavar="[GAME]",
    help="Play alone against bots.",
)
@click.option(
    "--level",
    default=None,
    metavar="KIND",
    help="How well the bots play with --local: easy, medium ...",
)
def play(
    where: str,
    name: str,
    plain: bool,
    log_file: Path | None,
    trust: str,
    find: bool,
    local: str | None,
    level: str | None,
) -> int:
    """Connect to your last host, or to one on this computer or in this network.

    \b
    parlour play                  continue where you were, or on a host that is near
    parlour play --find           choose one of the hosts in this network
    parlour play 192.168.1.20     play on that host; [::1]:4004 for IPv6 with a port
    parlour play --local          play alone against bots; you need no host
    parlour play --local boggle   play Boggle alone, without choosing a game
    parlour play --local ./hilo   play the game in that folder, which you write
    parlour play --local probe --level medium
                                  the same, without choosing how well the bots play
    parlour play tls://club.example.org
                                  play there, but only if the connection is encrypted

    If you close the terminal, your seat is kept. `parlour play` brings you back.
    """
    if local is None and level is not None:
        raise Misuse("--level is for the bots of --local: parlour play --local --level easy")
    if find and (where or local is not None):
        raise Misuse("--find looks for hosts in this network. Leave out the other host.")
    if local is None:
        check_trust(trust, where)
        return _at_a_host(where, name, (), plain=plain, log_file=log_file, trust=trust, find=find)
    if where:
        raise Misuse("--local starts a host for you alone. Leave out the other host.")
    return _alone(local, level, name, plain=plain, log_file=log_file)


@click.command()
@click.argument("table", type=click.IntRange(1))
@click.argument("where", default="", metavar=_WHERE)
@_with_name
@_with_plain
@_with_log
@_with_trust
def watch(
    table: int, where: str, name: str, plain: bool, log_file: Path | None, trust: str
) -> int:
    """Watch TABLE on a host: `parlour watch 3 192.168.1.20`."""
    check_trust(trust, where)
    begin = (f"watch {table}", f"look {table}")
    return _at_a_host(where, name, begin, plain=plain, log_file=log_file, trust=trust)


def check_trust(trust: str, where: str) -> None:
    from parlour.wire.fingerprints import is_fingerprint

    if not trust:
        return
    if not where or where.startswith("plain:"):
        raise Misuse("--trust needs the host whose certificate it is: --trust SHA256:... HOST")
    if not is_fingerprint(trust):
        raise Misuse(f"{trust!a} is not a fingerprint. One is SHA256: and 43 characters.")


# --- at a host ------------------------------------------------------------------------


def _at_a_host(
    where: str,
    name: str,
    begin: Sequence[str],
    *,
    plain: bool,
    log_file: Path | None,
    trust: str,
    find: bool = False,
) -> int:
    from parlour.cli._finding import FoundHost
    from parlour.cli._places import address, remembering, scheme
    from parlour_client.connection import called
    from parlour_client.console import open_console
    from parlour_client.naming import usual_name

    must, where = scheme(where)
    found = [FoundHost("", *address(where))] if where else _found(find=find)
    only = found[0] if len(found) == 1 and not find else None
    _check_log(log_file, plain=plain)
    lang = settings().lang
    if only is not None and only.name:
        at = called(only.host, only.port)
        say(translated(_("Found {name} at {where}.").filled(name=only.name, where=at), lang))

    async def main() -> int:
        if only is not None and not is_plain(plain=plain):
            return await play_at(only, None)
        async with open_console(sys.stdin.fileno(), sys.stdout) as console:
            there = only or await choose_host(found, console, lang)
            if there is None:
                return 0
            if is_plain(plain=plain):
                return await play_at(there, console)
        return await play_at(there, None)

    async def play_at(there: FoundHost, console: Console | None) -> int:
        with remembering(there.host, there.port) as memory:
            place = memory.place
            login, usual = _login(name, place), place.name or usual_name()
            rules = tls_rules(memory, must, trust)
            enter = _entering(memory, rules, hint=not where, lang=lang)
            if console is not None:
                from parlour_client.plain import play

                return await play(enter, console, login=login, usual=usual, begin=begin, lang=lang)
            at, journal = called(there.host, there.port), _journal(log_file, memory.log)
            return await on_screen(
                enter, at, login, begin, usual=usual, way_back=_BACK, journal=journal
            )

    return in_a_loop(main, lang)


def tls_rules(memory: Memory, must: str, trust: str) -> Tls:
    """Return the rules for the encryption of a host.

    *must*: `tls`, `plain`, or nothing: encrypted if the host can, or ever could. To this computer
    only if it ever was.
    """
    from parlour_client.tls import Ask, Tls, is_here

    place = memory.place
    usual = Ask.PLAIN if is_here(place.host) and not place.tls else Ask.EITHER
    ask = Ask(must) if must else Ask.TLS if trust else usual
    return Tls(ask, kept=place.tls, trust=trust, first_use=True, keep=memory.keep_tls)


def _login(name: str, place: KnownHost) -> Login | None:
    from parlour_client.source import Login

    if place.name and name in ("", place.name):
        return Login(place.name, token=place.token)
    return Login(name) if name else None


def _found(*, find: bool) -> Sequence[FoundHost]:
    """Return where to play without an address: the last host, one on this computer, or those that
    are announced in this network. With *find* only those. Raises Refusal if there are none.
    """
    from parlour.cli import _finding, _places

    here = _finding.FoundHost("", *_places.address("localhost"))
    if not find:
        before = _places.last()
        if before is not None:
            return [_finding.FoundHost("", before.host, before.port)]
        if _finding.answers(here) or not _finding.can_find():
            return [here]
    elif not _finding.can_find():
        raise Refusal("Finding hosts needs zeroconf. To install it: pip install 'parlour[lan]'")
    found = _finding.find_hosts()
    if find and not found:
        raise Refusal(translated(_NONE, settings().lang))
    return found or [here]


async def choose_host(
    found: Sequence[FoundHost], console: Console, lang: str = ENGLISH
) -> FoundHost | None:
    """Return the host that the player chooses; None if they choose none."""
    from parlour.cli._private import NUMBER
    from parlour_client.connection import called

    console.say(translated(_("Hosts in this network:"), lang))
    wide = max(len(each.name) for each in found)
    for number, each in enumerate(found, 1):
        console.say(f"  {number:2}  {each.name:{wide}}  {called(each.host, each.port)}")
    while (word := await console.read(translated(NUMBER, lang))) is not None:
        typed = word.strip() or "1"
        if typed in map(str, range(1, len(found) + 1)):
            return found[int(typed) - 1]
        text = _("Type a number from 1 to {most}.")
        console.say(translated(text.filled(most=len(found)), lang))
    return None


def _entering(memory: Memory, tls: Tls, *, hint: bool, lang: str) -> Enter:
    """Return a function that connects to the host of *memory* and remembers the login.

    The host speaks *lang*, if it can.

    With *hint*, a failure also says which other hosts there are.
    """

    @asynccontextmanager
    async def enter(login: Login) -> AsyncGenerator[Link]:
        from parlour_client import Problem, connect
        from parlour_client.source import SCREEN

        line = connect(
            memory.place.host,
            memory.place.port,
            name=login.name,
            password=login.password,
            token=login.token,
            capabilities=SCREEN,
            lang=lang,
            tls=tls,
        )
        async with AsyncExitStack() as stack:
            try:
                link = await stack.enter_async_context(line)
            except Problem as problem:
                text = joined((problem.text, _ELSE), "\n") if hint else problem.text
                raise Problem(text) from problem
            memory.keep(link.name, link.token)
            try:
                yield link
            finally:
                memory.keep(link.name, link.token)

    return enter


# --- alone ----------------------------------------------------------------------------


def _alone(word: str, level: str | None, name: str, *, plain: bool, log_file: Path | None) -> int:
    """A table with bots on a host that ends with us."""
    from parlour.cli._private import HOST, choose, choose_level, offers, private_host
    from parlour_client.naming import usual_name

    who = name or usual_name() or NEWCOMER
    _check_log(log_file, plain=plain)
    lang = settings().lang
    plugin, own = _plugin(word)

    async def main(port: int) -> int:
        from parlour_client import connect
        from parlour_client.console import open_console
        from parlour_client.source import SCREEN, Login

        async with connect(HOST, port, name=who, capabilities=SCREEN, lang=lang) as link:
            games = [each for each in await offers(link) if not own or each.game in own]
            async with open_console(sys.stdin.fileno(), sys.stdout) as console:
                wanted = None if word == ASK or own else word
                game = await choose(games, wanted, console, lang)
                kind = None if game is None else await choose_level(game, level, console, lang)
                if game is None or kind is None:
                    return 0
                if is_plain(plain=plain):
                    from parlour_client.plain import Plain

                    return await Plain(link, console, lang).run(game.opening(kind))
            login, begin = Login(link.name), game.opening(kind)
            journal = _journal(log_file, None)
            where = translated(_("this computer"), lang)
            return await on_screen(
                lambda login: nullcontext(link), where, login, begin, journal=journal
            )

    with private_host(plugin) as port:
        return in_a_loop(lambda: main(port), lang)


def _plugin(word: str) -> tuple[str, frozenset[str]]:
    """Return the folder or file that *word* names, and the games in it; nothing if it names none.

    Raises Misuse, or Refusal if the games there cannot be used.
    """
    from parlour.cli._folders import plugin_named, reach
    from parlour.cli._shared import config_of, games_of, not_used

    place = plugin_named(word)
    if place.folder is None:
        return "", frozenset()
    module = reach(place)
    found = games_of(config_of(None), (word,))
    rows = [row for row in found.rows if row.plugin == module]
    for row in rows:
        if row.quarantined is not None:
            raise Refusal(not_used(row))
    return word, frozenset(row.id for row in rows)


# --- on the terminal ------------------------------------------------------------------


def _check_log(log_file: Path | None, *, plain: bool) -> None:
    """Only the screen has a log: what `--plain` prints can go anywhere."""
    if log_file is not None and is_plain(plain=plain):
        raise Misuse("--log is for the screen. Without one: parlour play --plain | tee FILE")


def _journal(log_file: Path | None, kept: Path | None) -> Journal:
    """Keep the log in *kept* for next time, and add it to *log_file*. Raises Problem."""
    from parlour_client import Problem
    from parlour_client.journal import Journal, KeptLog, transcript

    try:
        writers = [] if log_file is None else [transcript(log_file)]
    except OSError as error:
        why = error.strerror or str(error)
        text = _("Cannot write to {file}: {why}.", file=log_file, why=why)
        raise Problem(text) from error
    if kept is None or not settings().keep_log:
        return Journal(*writers)
    try:
        before = KeptLog(kept)
    except OSError:  # a full disk must not keep anybody from playing
        return Journal(*writers)
    return Journal(*writers, before.write, earlier=before.earlier(settings().lang))


def in_a_loop(main: Callable[[], Coroutine[Any, Any, int]], lang: str = ENGLISH) -> int:
    """Run *main*; what is in the way of playing is one line in the language *lang*."""
    import asyncio

    from parlour_client import Problem, Refused
    from parlour_client.terminal import given_back

    with given_back():
        try:
            return asyncio.run(main())
        except (Problem, Refused) as error:
            raise Refusal(translated(error.text, lang)) from error


def is_plain(*, plain: bool) -> bool:
    """A screen needs a terminal."""
    import os

    terminal = sys.stdin.isatty() and sys.stdout.isatty()
    return plain or not terminal or os.environ.get("TERM", "dumb") == "dumb"


async def on_screen(
    enter: screen.Enter,
    where: str,
    login: Login | None,
    begin: Sequence[str],
    buttons: Sequence[screen.Button] = (),
    usual: str = "",
    way_back: str = "",
    journal: Journal | None = None,
) -> int:
    """The client with its screen; returns the exit code."""
    import importlib

    from parlour_client.run import run

    importlib.import_module("parlour_client.screen.app")  # there before memory is tidied up
    with _tidy():
        return await run(
            enter,
            where=where,
            login=login,
            usual=usual,
            opening=begin,
            buttons=buttons,
            settings=settings(),
            way_back=way_back,
            journal=journal,
        )


def settings() -> Settings:
    """The player's own settings. Raises Problem if their file cannot be used."""
    from platformdirs import user_config_path

    from parlour_client import Problem
    from parlour_client.settings import Settings, read_settings

    file = user_config_path("parlour") / "client.toml"
    try:
        return read_settings(file.read_text("utf-8"), str(file))
    except FileNotFoundError:
        return Settings()
    except (OSError, UnicodeDecodeError) as error:
        raise Problem(f"{file} cannot be read: {error}") from error


@contextmanager
def _tidy() -> Generator[None]:
    """No search for garbage that is long enough to hold up a key.

    What is loaded by now never becomes any. Each picture of a screen does, in cycles of a
    thousand objects; if they are looked for often there are never many.
    """
    before = gc.get_threshold()
    gc.collect()
    gc.freeze()
    gc.set_threshold(before[0], 2, 50)
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()
