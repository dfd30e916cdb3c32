"""The operator's commands. They talk to the host that runs on the data directory."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from parlour.cli._asking import ask
from parlour.cli._group import Misuse, Refusal, with_config, with_data, with_json
from parlour.cli._screen import how_long, listing, say, table, when
from parlour.cli._shared import data_folder

if TYPE_CHECKING:
    from parlour.house.commands import op_requests as op

HASH_DIGITS: Final = 16
"""Of a word list's hash: enough to know it again."""
AUDIT_ROWS: Final = 50


def _with_host(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options of a command that talks to a host."""
    return with_data(with_config(with_json(command)))


def _act(request: op.Act, config_file: Path | None, data: Path | None, as_json: bool) -> None:
    """Have it done and say so."""
    from parlour.house.commands.op_requests import Done

    answer = ask(data_folder(config_file, data), request, Done, as_json=as_json)
    if answer is not None:
        say(answer.done)


# --- status -------------------------------------------------------------------------------


@click.command()
@_with_host
def status(config_file: Path | None, data: Path | None, as_json: bool) -> None:
    """How the host is: tables, players, versions, queues, the store."""
    from parlour.house.commands.op_requests import Status, StatusAnswer

    answer = ask(data_folder(config_file, data), Status(), StatusAnswer, as_json=as_json)
    if answer is not None:
        print_status(answer)


def print_status(answer: op.StatusAnswer) -> None:
    """The status as people read it: first what is wrong."""
    say(f"{answer.name}, Parlour {answer.version}, up {how_long(answer.up_s)}")
    if answer.hold is not None:
        say(f"NOTHING CAN BE STORED: {answer.hold}")
    if answer.stops_s is not None:
        say(f"It stops at {when(answer.stops_s)} (drain).")
    players = [(answer.here, "here"), (answer.away, "away"), (answer.accounts, "with accounts")]
    say(f"Players: {listing(players)}")
    say(f"Tables: {listing([(count, state) for state, count in answer.tables.items()])}")
    games = ", ".join(f"{game} {version}" for game, version in answer.games.items())
    say(f"Games: {games or 'none'}")
    lists = ", ".join(f"{name} {hash_[:HASH_DIGITS]}" for name, hash_ in answer.lexicons.items())
    say(f"Word lists: {lists or 'none'}")
    click.echo()
    rows = [(name, _figure(name, value)) for name, value in answer.figures.items()]
    table(("FIGURE", "VALUE"), rows)


def _figure(name: str, value: float) -> str:
    return f"{value:.2f}" if name.endswith("_ms") else f"{value:.0f}"


# --- tables -------------------------------------------------------------------------------


@click.group("table")
def table_group() -> None:
    """Look at the tables, end one, let a held or frozen one go on."""


@table_group.command("list")
@_with_host
def list_tables(config_file: Path | None, data: Path | None, as_json: bool) -> None:
    """List all tables."""
    from parlour.house.commands.op_requests import Tables, TablesAnswer

    answer = ask(data_folder(config_file, data), Tables(), TablesAnswer, as_json=as_json)
    if answer is None:
        return
    if not answer.tables:
        say("No table is open.")
        return
    rows = [
        (
            str(line.table),
            line.game,
            line.state,
            str(line.watchers),
            ", ".join(name if name is not None else "-" for name in line.seats),
        )
        for line in answer.tables
    ]
    table(("TABLE", "GAME", "STATE", "WATCHERS", "SEATS"), rows)


@table_group.command("show")
@click.argument("number", type=int, metavar="TABLE")
@_with_host
def show_table(number: int, config_file: Path | None, data: Path | None, as_json: bool) -> None:
    """Show TABLE: seats, options, clock, record; nothing that its game hides."""
    from parlour.house.commands.op_requests import ShowTable, TableAnswer

    request = ShowTable(table=number)
    answer = ask(data_folder(config_file, data), request, TableAnswer, as_json=as_json)
    if answer is not None:
        print_table(answer)


def print_table(answer: op.TableAnswer) -> None:
    """One table, for people."""
    say(f"Table {answer.table}: {answer.game}, version {answer.version}, {answer.state}")
    if answer.why is not None:
        say(f"Held: {answer.why}.")
    if answer.lexicon is not None:
        say(f"Word list: {answer.lexicon} {(answer.lexicon_hash or '')[:HASH_DIGITS]}".rstrip())
    for option, hash_ in answer.lists.items():
        name = _shown(answer.options[option])
        say(f"Word list of {option}: {name} {(hash_ or '')[:HASH_DIGITS]}".rstrip())
    options = " ".join(f"{name}={_shown(value)}" for name, value in answer.options.items())
    say(f"Options: {options or 'none'}")
    game = f"game {answer.record}, " if answer.record is not None else ""
    left = "" if answer.left_ms is None else f", {answer.left_ms // 1000} s left on the clock"
    before = " before it" if game and answer.state not in {"open", "over"} else ""
    say(f"Record: {game}{answer.entries} entries{before}{left}")
    say(f"Watchers: {answer.watchers}")
    rows = [
        (
            str(seat.seat),
            seat.name,
            ", ".join(
                note
                for note, holds in (
                    ("host", seat.name == answer.host),
                    (f"bot {seat.bot}", seat.bot is not None),
                    ("ready", seat.ready and seat.bot is None),
                    ("line lost", seat.away),
                )
                if holds
            ),
        )
        for seat in answer.seats
    ]
    if rows:
        click.echo()
        table(("SEAT", "PLAYER", "NOTES"), rows)


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)


@table_group.command("end")
@click.argument("number", type=int, metavar="TABLE")
@_with_host
def end_table(number: int, config_file: Path | None, data: Path | None, as_json: bool) -> None:
    """End the game at TABLE, if one is on, and close the table."""
    from parlour.house.commands.op_requests import EndTable

    _act(EndTable(table=number), config_file, data, as_json)


@table_group.command("continue")
@click.argument("number", type=int, metavar="TABLE")
@_with_host
def continue_table(
    number: int, config_file: Path | None, data: Path | None, as_json: bool
) -> None:
    """Let TABLE, which is held or frozen, go on with the games and word lists of now."""
    from parlour.house.commands.op_requests import ContinueTable

    _act(ContinueTable(table=number), config_file, data, as_json)


# --- players ------------------------------------------------------------------------------


@click.group("player")
def player_group() -> None:
    """Look at the players, bar or mute somebody, remove somebody's data."""


@player_group.command("list")
@_with_host
def list_players(config_file: Path | None, data: Path | None, as_json: bool) -> None:
    """List who is here or away, and who is barred."""
    from parlour.house.commands.op_requests import Players, PlayersAnswer

    answer = ask(data_folder(config_file, data), Players(), PlayersAnswer, as_json=as_json)
    if answer is None:
        return
    rows = [
        (
            line.name,
            "guest" if line.guest else "account",
            "-" if line.table is None else str(line.table),
            line.address or "line lost",
        )
        for line in answer.players
    ]
    if rows:
        table(("PLAYER", "KIND", "TABLE", "ADDRESS"), rows)
    else:
        say("Nobody is here.")
    if answer.barred:
        click.echo()
        barred = [(b.kind, b.who, when(b.since_s), b.why or "-") for b in answer.barred]
        table(("BARRED", "WHO", "SINCE", "WHY"), barred)


_why: Final = click.option("--why", default="", metavar="TEXT", help="The reason; he reads it.")


@player_group.command("ban")
@click.argument("who")
@_why
@_with_host
def ban(who: str, why: str, config_file: Path | None, data: Path | None, as_json: bool) -> None:
    """Let WHO in no more, and close his line: a name, an address, a network (10.0.0.0/8)."""
    from parlour.house.commands.op_requests import Ban

    _act(Ban(who=who, why=why), config_file, data, as_json)


@player_group.command("unban")
@click.argument("who")
@_with_host
def unban(who: str, config_file: Path | None, data: Path | None, as_json: bool) -> None:
    """Let WHO in again."""
    from parlour.house.commands.op_requests import Unban

    _act(Unban(who=who), config_file, data, as_json)


@player_group.command("mute")
@click.argument("who")
@click.option("--why", default="", metavar="TEXT", help="The reason, for the list.")
@_with_host
def mute(who: str, why: str, config_file: Path | None, data: Path | None, as_json: bool) -> None:
    """Let WHO talk no more: a name, an address, a network. He can play."""
    from parlour.house.commands.op_requests import Mute

    _act(Mute(who=who, why=why), config_file, data, as_json)


@player_group.command("unmute")
@click.argument("who")
@_with_host
def unmute(who: str, config_file: Path | None, data: Path | None, as_json: bool) -> None:
    """Let WHO talk again."""
    from parlour.house.commands.op_requests import Unmute

    _act(Unmute(who=who), config_file, data, as_json)


@player_group.command("remove")
@click.argument("name")
@click.option("--yes", is_flag=True, help="Do it: it cannot be taken back.")
@_with_host
def remove(
    name: str, yes: bool, config_file: Path | None, data: Path | None, as_json: bool
) -> None:
    """Remove the data of NAME: account and talk go, and another name stands in his games."""
    from parlour.house.commands.op_requests import Remove

    if not yes:
        raise Misuse("That cannot be taken back. If you mean it, say so: --yes")
    _act(Remove(name=name), config_file, data, as_json)


# --- the host -----------------------------------------------------------------------------


@click.command()
@click.argument("text", nargs=-1, required=True)
@_with_host
def announce(
    text: Sequence[str], config_file: Path | None, data: Path | None, as_json: bool
) -> None:
    """Tell every player TEXT."""
    from parlour.house.commands.op_requests import TEXT_MAX, Announce

    words = " ".join(text)
    if len(words) > TEXT_MAX:
        raise Misuse(f"That has {len(words)} characters; the most is {TEXT_MAX}.")
    _act(Announce(text=words), config_file, data, as_json)


@click.command()
@click.argument("minutes", default="", metavar="[MINUTES|off]")
@_with_host
def drain(minutes: str, config_file: Path | None, data: Path | None, as_json: bool) -> None:
    """Let nothing new begin; stop when no game is on, at the latest after MINUTES (30).

    `off`: do not stop after all.
    """
    from parlour.house.commands.op_requests import StartDrain, StopDrain
    from parlour.house.lifecycle.drain import MINUTES, MINUTES_MOST

    if minutes.lower() == "off":
        _act(StopDrain(), config_file, data, as_json)
        return
    known = minutes.isdecimal() and minutes.isascii() and int(minutes) <= MINUTES_MOST
    if minutes and not known:
        raise Misuse(f"{minutes!a} is neither `off` nor a number of minutes up to {MINUTES_MOST}.")
    _act(StartDrain(minutes=int(minutes or MINUTES)), config_file, data, as_json)


@click.command()
@click.option("--last", default=AUDIT_ROWS, metavar="N", help=f"So many rows ({AUDIT_ROWS}).")
@_with_host
def audit(last: int, config_file: Path | None, data: Path | None, as_json: bool) -> None:
    """What the operators did, the newest first; also while no host runs."""
    import msgspec

    from parlour.store import StoreError
    from parlour.store.reader import open_reader

    try:
        with open_reader(data_folder(config_file, data)) as reader:
            acts = reader.acts(last)
    except StoreError as error:
        raise Refusal(error.text) from error
    if as_json:
        click.echo(msgspec.json.encode({"acts": acts}).decode())
    elif acts:
        rows = [(when(act.at_s), f"{act.what}: {act.outcome}") for act in acts]
        table(("WHEN", "WHAT"), rows)
    else:
        say("No operator has done anything here yet.")
