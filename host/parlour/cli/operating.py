"""The operator's commands. They talk to the host that runs on the data directory."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

import click

from parlour.cli._asking import operator_of, print_object
from parlour.cli._group import Misuse, Refusal, with_config, with_data, with_json
from parlour.cli._screen import say, table
from parlour.cli._shared import data_folder

AUDIT_ROWS: Final = 50


def _with_host(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options of a command that talks to a host."""
    return with_data(with_config(with_json(command)))


def _show(line: str, config_file: Path | None, data: Path | None, as_json: bool) -> None:
    """Send a line as the operator, and print the answer."""
    with operator_of(data_folder(config_file, data)) as host:
        answer = host.ask(line)
    if as_json:
        print_object(answer)
    else:
        for piece in answer["text"]:
            click.echo(piece)


def _typed(text: str) -> str:
    """*text* as it can stand in a line."""
    from parlour.wire.text import clean

    return " ".join(clean(text).split())


# --- status -------------------------------------------------------------------------------


@click.command()
@_with_host
def status(config_file: Path | None, data: Path | None, as_json: bool) -> None:
    """How the host is: tables, players, versions, queues, the store."""
    _show("status", config_file, data, as_json)


# --- tables -------------------------------------------------------------------------------


@click.group("table")
def table_group() -> None:
    """Look at the tables, end one, let a held or frozen one go on."""


@table_group.command("list")
@_with_host
def list_tables(config_file: Path | None, data: Path | None, as_json: bool) -> None:
    """List all tables."""
    with operator_of(data_folder(config_file, data)) as host:
        tables = host.pages("table list")
    if as_json:
        names = ("table", "game", "state", "host", "seats", "watchers")
        print_object({"tables": [{name: row[name] for name in names} for row in tables]})
        return
    if not tables:
        say("No table is open.")
        return
    rows = [
        (
            str(row["table"]),
            row["game"],
            row["state"],
            str(row["watchers"]),
            ", ".join(name if name is not None else "-" for name in row["seats"]),
        )
        for row in tables
    ]
    table(("TABLE", "GAME", "STATE", "WATCHERS", "SEATS"), rows)


@table_group.command("show")
@click.argument("number", type=int, metavar="TABLE")
@_with_host
def show_table(number: int, config_file: Path | None, data: Path | None, as_json: bool) -> None:
    """Show TABLE: seats, options, clock, record; nothing that its game hides."""
    _show(f"table show {number}", config_file, data, as_json)


@table_group.command("end")
@click.argument("number", type=int, metavar="TABLE")
@_with_host
def end_table(number: int, config_file: Path | None, data: Path | None, as_json: bool) -> None:
    """End the game at TABLE, if one is on, and close the table."""
    _show(f"table end {number}", config_file, data, as_json)


@table_group.command("continue")
@click.argument("number", type=int, metavar="TABLE")
@_with_host
def continue_table(
    number: int, config_file: Path | None, data: Path | None, as_json: bool
) -> None:
    """Let TABLE, which is held or frozen, go on with the games and word lists of now."""
    _show(f"table continue {number}", config_file, data, as_json)


# --- players ------------------------------------------------------------------------------


@click.group("player")
def player_group() -> None:
    """Look at the players, bar or mute somebody, remove somebody's data."""


@player_group.command("list")
@_with_host
def list_players(config_file: Path | None, data: Path | None, as_json: bool) -> None:
    """List who is here or away, and who is barred."""
    from parlour.wire.text import when

    with operator_of(data_folder(config_file, data)) as host:
        players, barred = host.pages("player list"), host.pages("player barred")
        accounts = host.ask("status")["accounts"]
    if as_json:
        for row in (*players, *barred):
            del row["text"]
        print_object({"players": players, "accounts": accounts, "barred": barred})
        return
    rows = [
        (
            row["name"],
            "guest" if row["guest"] else "account",
            "-" if row["table"] is None else str(row["table"]),
            row["address"] or "disconnected",
        )
        for row in players
    ]
    if rows:
        table(("PLAYER", "KIND", "TABLE", "ADDRESS"), rows)
    else:
        say("Nobody is here.")
    if barred:
        click.echo()
        bars = [(b["kind"], b["who"], when(b["since_s"]), b["why"] or "-") for b in barred]
        table(("BARRED", "WHO", "SINCE", "WHY"), bars)


def _bar(kind: str, who: str, why: str) -> str:
    because = f": {_typed(why)}" if why else ""
    return f"player {kind} {_typed(who)}{because}"


_why: Final = click.option("--why", default="", metavar="TEXT", help="The reason; he reads it.")


@player_group.command("ban")
@click.argument("who")
@_why
@_with_host
def ban(who: str, why: str, config_file: Path | None, data: Path | None, as_json: bool) -> None:
    """Let WHO in no more, and close his line: a name, an address, a network (10.0.0.0/8)."""
    _show(_bar("ban", who, why), config_file, data, as_json)


@player_group.command("unban")
@click.argument("who")
@_with_host
def unban(who: str, config_file: Path | None, data: Path | None, as_json: bool) -> None:
    """Let WHO in again."""
    _show(f"player unban {_typed(who)}", config_file, data, as_json)


@player_group.command("mute")
@click.argument("who")
@click.option("--why", default="", metavar="TEXT", help="The reason, for the list.")
@_with_host
def mute(who: str, why: str, config_file: Path | None, data: Path | None, as_json: bool) -> None:
    """Let WHO talk no more: a name, an address, a network. He can play."""
    _show(_bar("mute", who, why), config_file, data, as_json)


@player_group.command("unmute")
@click.argument("who")
@_with_host
def unmute(who: str, config_file: Path | None, data: Path | None, as_json: bool) -> None:
    """Let WHO talk again."""
    _show(f"player unmute {_typed(who)}", config_file, data, as_json)


@player_group.command("remove")
@click.argument("name")
@click.option("--yes", is_flag=True, help="Do it: it cannot be taken back.")
@_with_host
def remove(
    name: str, yes: bool, config_file: Path | None, data: Path | None, as_json: bool
) -> None:
    """Remove the data of NAME: account and talk go, and another name stands in his games."""
    if not yes:
        raise Misuse("That cannot be taken back. If you mean it, say so: --yes")
    _show(f"player remove {_typed(name)}", config_file, data, as_json)


# --- the host -----------------------------------------------------------------------------


@click.command()
@click.argument("text", nargs=-1, required=True)
@_with_host
def announce(
    text: Sequence[str], config_file: Path | None, data: Path | None, as_json: bool
) -> None:
    """Tell every player TEXT."""
    from parlour.house.commands.upkeep import TEXT_MAX

    words = _typed(" ".join(text))
    if len(words) > TEXT_MAX:
        raise Misuse(f"That has {len(words)} characters; the most is {TEXT_MAX}.")
    _show(f"announce {words}", config_file, data, as_json)


@click.command()
@click.argument("minutes", default="", metavar="[MINUTES|off]")
@_with_host
def drain(minutes: str, config_file: Path | None, data: Path | None, as_json: bool) -> None:
    """Let nothing new begin; stop when no game is on, at the latest after MINUTES (30).

    `off`: do not stop after all.
    """
    from parlour.house.lifecycle.drain import MINUTES_MOST

    if minutes.lower() == "off":
        _show("drain off", config_file, data, as_json)
        return
    known = minutes.isdecimal() and minutes.isascii() and int(minutes) <= MINUTES_MOST
    if minutes and not known:
        raise Misuse(f"{minutes!a} is neither `off` nor a number of minutes up to {MINUTES_MOST}.")
    _show(f"drain {minutes}".strip(), config_file, data, as_json)


@click.command()
@click.option("--last", default=AUDIT_ROWS, metavar="N", help=f"So many rows ({AUDIT_ROWS}).")
@_with_host
def audit(last: int, config_file: Path | None, data: Path | None, as_json: bool) -> None:
    """What the operators did, the newest first; also while no host runs."""
    import msgspec

    from parlour.store import StoreError
    from parlour.store.reader import open_reader
    from parlour.wire.text import when

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
