"""Check whether a host can run here and guests can reach it: `parlour doctor`."""

from __future__ import annotations

import os
import resource
import shutil
import socket
import time
from collections.abc import Iterator, Sequence
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias, cast

import click

from parlour.cli._asking import CHUNK, PATIENCE_S, NoHost, is_running, operator_of
from parlour.cli._finding import can_find
from parlour.cli._group import Misuse, Refusal, with_config, with_data, with_plugins
from parlour.cli._page import page_port
from parlour.cli._public import OTHER_FILES, day, faults, given_addresses, open_data
from parlour.cli._ready import Ready, ready
from parlour.cli._screen import say
from parlour.cli._shared import config_of, config_path, folder_in, games_of, not_used

if TYPE_CHECKING:
    from parlour.api import Deck
    from parlour.config import Config
    from parlour.plugins import Found

Grade: TypeAlias = Literal["ok", "note", "problem"]
ROOM: Final = 100_000_000
"""Free bytes below which a busy evening may fill the disk."""
LOOPBACK: Final = ("127.0.0.1", "::1", "localhost")
ANY: Final = ("", "0.0.0.0", "::")
DAY_S: Final = 86_400
SOON_DAYS: Final = 14
"""Programs that renew certificates do so a month before. Less means that something went wrong."""
OLD_DAYS: Final = 7
"""A backup older than this is worth a note: a club plays once a week."""


class Diagnosis(NamedTuple):
    """What one check found. A problem makes the exit code 1; a note does not."""

    grade: Grade
    text: str


@click.command()
@click.option("--host", metavar="ADDRESS", help="The address, as for serve.")
@click.option("--port", type=int, metavar="PORT", help="The TCP port, as for serve.")
@click.option("--public", is_flag=True, help="As for serve.")
@with_data
@with_plugins
@with_config
def doctor(
    host: str | None,
    port: int | None,
    public: bool,
    data: Path | None,
    modules: Sequence[str],
    config_file: Path | None,
) -> int:
    """Check the host if it runs, the port, the data, the plugins and more.

    It also checks the firewall, the clock, the word lists, the decks and the last backup. Give it
    the options that you start the host with.
    """
    config = config_of(config_file, host=host, port=port, public=public or None)
    folder = data.absolute() if data is not None else folder_in(config)
    file = config_path(config_file)
    findings = [
        *reachable(config, folder),
        firewall(config),
        *announced(config),
        *data_directory(folder, public=config.server.public),
        *backups(folder, time.time()),
        *(() if config.server.public else (descriptors(config),)),
        clock(folder, time.time()),
        *settings(config, modules),
        *(
            on_the_internet(config, file, folder, modules, time.time())
            if config.server.public
            else ()
        ),
    ]
    for finding in findings:
        say(f"{finding.grade + ':':9}{finding.text}")
    problems = sum(finding.grade == "problem" for finding in findings)
    if problems:
        say(f"Problems: {problems}. Solve them, then run parlour doctor again.")
        return Refusal.exit_code
    say("No problems found.")
    return 0


def reachable(config: Config, folder: Path) -> Iterator[Diagnosis]:
    """Does the running host answer its operator and its guests? If none runs, could one?"""
    try:
        with operator_of(folder) as operator:
            status = operator.ask("status")
    except NoHost:
        yield free_port(config)
        yield from free_page(config)
        return
    except Refusal as silent:
        yield Diagnosis("problem", silent.message)
        return
    version, here, hold = status["version"], status["here"], status["hold"]
    yield Diagnosis("ok", f"Host: Parlour {version} is running and answers. Players here: {here}.")
    if hold:
        yield Diagnosis("problem", f"Host: {hold}")
    else:
        yield greeted(config)
        yield from paged(config)


def paged(config: Config) -> Iterator[Diagnosis]:
    """Does the host that runs answer a browser at the configured port?"""
    number = page_port(config)
    if not number:
        return
    place = config.server.host if config.server.host not in ANY else LOOPBACK[0]
    browser = HTTPConnection(place, number, timeout=PATIENCE_S)
    try:
        browser.request("GET", "/", headers={"Host": LOOPBACK[0]})
        answers = browser.getresponse().status == HTTPStatus.OK
    except (OSError, HTTPException):
        answers = False
    finally:
        browser.close()
    if answers:
        yield Diagnosis("ok", f"Port {number}: browsers get the page.")
    else:
        yield Diagnosis("problem", f"Port {number}: no page for browsers answers there.")


def greeted(config: Config) -> Diagnosis:
    """Does the host that runs greet a guest at the configured port?"""
    number = config.server.port
    if not number:
        return Diagnosis("note", "Port 0: not checked. To check it: parlour doctor --port PORT")
    place = config.server.host if config.server.host not in ANY else LOOPBACK[0]
    try:
        with socket.create_connection((place, number), PATIENCE_S) as line:
            line.sendall(b"HELLO 1\n")
            heard = line.recv(CHUNK)
    except ConnectionRefusedError:
        text = (
            f"Port {number}: nothing listens there. To check another: parlour doctor --port PORT"
        )
        return Diagnosis("problem", text)
    except OSError:
        heard = b""
    if b"Parlour" not in heard and b"parlour" not in heard:
        return Diagnosis(
            "problem", f"Port {number}: what listens there does not answer like a host."
        )
    return Diagnosis("ok", f"Port {number}: guests are greeted.")


def free_port(config: Config) -> Diagnosis:
    """Could a host listen on the configured port?"""
    from parlour.server import ListenError, open_listeners

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


def free_page(config: Config) -> Iterator[Diagnosis]:
    """Could a host have its page for browsers at its port?"""
    from parlour.server import ListenError, open_listeners

    if number := page_port(config):
        try:
            for listener in open_listeners(config.server.host, number):
                listener.close()
        except ListenError as error:
            yield Diagnosis("problem", f"No page for browsers: {error.text}")
        else:
            yield Diagnosis("ok", f"Port {number} is free, for browsers.")


def firewall(config: Config, root: Path = Path("/")) -> Diagnosis:
    """Is a firewall on that may keep guests out? Found without administrator rights."""
    ports = [config.server.port or "PORT", *filter(None, [page_port(config)])]
    if config.server.host in LOOPBACK:
        return Diagnosis("ok", "Firewall: not checked, because only this computer can connect.")
    try:
        ufw = "ENABLED=yes" in (root / "etc/ufw/ufw.conf").read_text("utf-8")
    except OSError:
        ufw = False
    if ufw:
        text = f"sudo ufw allow {','.join(map(str, ports))}/tcp"
        return Diagnosis("note", f"Firewall ufw is on. Let guests in: {text}")
    if (root / "run/firewalld.pid").exists():
        added = " ".join(f"--add-port={port}/tcp" for port in ports)
        text = f"sudo firewall-cmd --permanent {added} && sudo firewall-cmd --reload"
        return Diagnosis("note", f"Firewall firewalld is on. Let guests in: {text}")
    return Diagnosis("ok", "Firewall: neither ufw nor firewalld is on.")


def announced(config: Config) -> Iterator[Diagnosis]:
    """Can guests find a host without its address?"""
    if config.server.host in LOOPBACK:
        return
    if not config.server.announce:
        yield Diagnosis("ok", "Found in the network: no, because `announce` is false.")
    elif can_find():
        yield Diagnosis("ok", "Found in the network: parlour play finds the host by itself.")
    else:
        text = "pip install 'parlour[lan]'"
        yield Diagnosis(
            "note", f"Found in the network: no. So that guests need no address: {text}"
        )


def data_directory(folder: Path, *, public: bool = False) -> Iterator[Diagnosis]:
    """Can a host keep its data in *folder*, and is there room? *public*: who may read it is said
    with all that a public host needs.
    """
    from parlour.store import StoreError
    from parlour.store.reader import open_reader

    place = folder
    while not place.exists():
        place = place.parent
    if not place.is_dir() or not os.access(place, os.W_OK | os.X_OK):
        yield Diagnosis(
            "problem",
            f"Data directory: this user cannot write in {folder}. Start"
            " the doctor as the user of the host, or give another place with --data.",
        )
        return
    free = shutil.disk_usage(place).free
    if free < ROOM:
        yield Diagnosis("problem", f"Disk: only {free // 1_000_000} MB free for {folder}.")
    if not (folder / "parlour.db").exists():
        yield Diagnosis("ok", f"Data directory: {folder} is empty. The first start fills it.")
        return
    yield from () if public else _modes(folder)
    try:
        open_reader(folder).close()
    except StoreError as error:
        yield Diagnosis("problem", error.text)
    else:
        yield Diagnosis("ok", f"Data directory: {folder}, {free // 1_000_000_000} GB free.")


def _modes(folder: Path) -> Iterator[Diagnosis]:
    """Can other users of this computer reach the cards and hashes?"""
    for text, harmless in open_data(folder):
        yield Diagnosis("note" if harmless else "problem", text)


def backups(folder: Path, now: float) -> Iterator[Diagnosis]:
    """How old is the last backup that `parlour backup` made?"""
    from parlour.store.reader import BACKED_UP

    if not (folder / "parlour.db").exists():
        return
    try:
        made = (folder / BACKED_UP).stat().st_mtime
    except OSError:
        yield Diagnosis("note", "Backup: none was made here. To make one: parlour backup FOLDER")
        return
    days = int(now - made) // DAY_S
    ago = "today" if days < 1 else f"{days} days ago" if days > 1 else "yesterday"
    yield Diagnosis("note" if days > OLD_DAYS else "ok", f"Backup: the last one was made {ago}.")


def descriptors(config: Config) -> Diagnosis:
    """Does the system let a host open as many files as it may have connections?"""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = config.limits.connections + OTHER_FILES
    if hard == resource.RLIM_INFINITY or hard >= wanted:
        return Diagnosis("ok", f"Open files: enough for {config.limits.connections} connections.")
    return Diagnosis(
        "note",
        f"Open files: this system allows {hard}, so at most {max(0, hard - OTHER_FILES)} can"
        f" connect, not {config.limits.connections}. To allow more: ulimit -n, or LimitNOFILE= of"
        " systemd.",
    )


def clock(folder: Path, now: float) -> Diagnosis:
    """Is this computer's clock later than everything it has written?"""
    shown = time.strftime("%Y-%m-%d %H:%M", time.localtime(now))
    for file in (folder / "parlour.db", Path(__file__)):
        if file.exists() and file.stat().st_mtime > now + 60:
            text = f"Clock: it says {shown}, but {file.name} was written later. Set the clock."
            return Diagnosis("problem", text)
    return Diagnosis("ok", f"Clock: {shown}. Check that this is right.")


def on_the_internet(
    config: Config, config_file: Path | None, folder: Path, modules: Sequence[str], now: float
) -> Iterator[Diagnosis]:
    """Has this host what it needs to be public, and can guests from far connect to it?"""
    user = folder.stat().st_uid if folder.exists() else os.geteuid()
    found = list(faults(config, config_file, folder, modules, user))
    yield from (Diagnosis("problem", text) for text in found)
    if not found:
        yield Diagnosis("ok", "Public: nothing here is unsafe on the internet.")
    if not (config.server.join_word or config.server.guest_list):
        text = "Guests: anybody may come in. To ask for a word: join_word below [server]."
        yield Diagnosis("note", text)
    yield from _certified(config, now)
    if is_running(folder):
        for name, port in _outside(config):
            yield seen_from_outside(name, port)


def _certified(config: Config, now: float) -> Iterator[Diagnosis]:
    """For how long will browsers trust this host?"""
    from parlour.cli._certificate import owners
    from parlour.server import TlsError

    try:
        own = owners(config.tls)
    except TlsError:  # a problem that has been named
        return
    if own is None:
        text = "TLS: the host makes a certificate. Clients know it again, and browsers warn of it."
        yield Diagnosis("note", f"{text} For one that they trust: [tls] in the config.")
        return
    ends = own.ends_s
    if ends is None or ends < now:  # a problem that has been named
        return
    if ends - now < SOON_DAYS * DAY_S:
        yield Diagnosis("note", f"TLS: the certificate expires on {day(ends)}. Renew it.")
    else:
        yield Diagnosis("ok", f"TLS: the certificate is good until {day(ends)}.")


def _outside(config: Config) -> Iterator[tuple[str, int]]:
    """Yield the names and ports at which guests from far find this host."""
    for name, port in given_addresses(config):
        yield name, port
        if config.server.port:
            yield name, config.server.port


def seen_from_outside(name: str, port: int) -> Diagnosis:
    """Connect as a guest from far would, by name, and trust what a browser trusts."""
    import ssl

    place = f"{name}:{port}"
    trusting = ssl.create_default_context()  # it takes a while, and a host greets who is silent
    try:
        with (
            socket.create_connection((name, port), PATIENCE_S) as line,
            trusting.wrap_socket(line, server_hostname=name),
        ):
            return Diagnosis("ok", f"From outside: {place} answers, encrypted and trusted.")
    except ssl.SSLCertVerificationError as error:
        text = f"From outside: {place} answers with a certificate that browsers do not trust"
        return Diagnosis("problem", f"{text}: {error.verify_message}.")
    except ssl.SSLError:
        text = f"From outside: what answers at {place} does not speak TLS. Is it another program?"
        return Diagnosis("problem", text)
    except OSError as error:
        reason = error.strerror or "no answer"
        return Diagnosis(
            "note",
            f"From outside: {place} cannot be reached from here ({reason}). Many routers let only"
            " others in by that name: try it with a phone that is not in your network. Else look"
            " at the DNS entry of the name, the firewall and the forwarded ports.",
        )


def settings(config: Config, modules: Sequence[str]) -> Iterator[Diagnosis]:
    """Would a host start with this config, and does a game know the cards of each deck?"""
    try:
        made = ready(config, modules)
    except Misuse as wrong:
        yield from (Diagnosis("problem", line) for line in wrong.message.split("\n"))
        yield from plugins(games_of(config, modules))
        return
    yield from plugins(made.found)
    yield from lists_and_decks(config, made)


def lists_and_decks(config: Config, made: Ready) -> Iterator[Diagnosis]:
    """Name the word lists, and what no game can play with."""
    from parlour.api import DeckOption

    found = made.lexicons
    lists = [name for name in found if name not in config.decks]
    yield Diagnosis("ok", f"Word lists: {', '.join(lists)}.")
    yield from (Diagnosis("note", f"{line[0].upper()}{line[1:]}.") for line in found.remarks)
    known = {
        f"{option.name} of {game.title}": option.cards
        for game in made.found.games.values()
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


def plugins(found: Found) -> Iterator[Diagnosis]:
    if found.games:
        yield Diagnosis("ok", f"Games: {', '.join(found.games)}.")
    else:
        yield Diagnosis("problem", "Games: none. Install one, or check `disabled` in the config.")
    for row in found.quarantined:
        yield Diagnosis("problem", not_used(row))
