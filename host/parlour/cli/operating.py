"""The operator's commands. They talk to the host that uses the data directory."""

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
    """Add the options of a command that talks to a host."""
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
    """Return *text* as one line without control characters."""
    from parlour.wire.text import clean

    return " ".join(clean(text).split())


# --- status -------------------------------------------------------------------------------


@click.command()
@_with_host
def status(config_file: Path | None, data: Path | None, as_json: bool) -> None:
    """Show tables, players, versions, queues and the store."""
    _show("status", config_file, data, as_json)


# --- tables -------------------------------------------------------------------------------


@click.group("table")
def table_group() -> None:
    """List the tables, end one, or let one continue."""


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
    """Show seats, options, clock and record of TABLE.

    It does not show what the game hides.
    """
    _show(f"table show {number}", config_file, data, as_json)


@table_group.command("end")
@click.argument("number", type=int, metavar="TABLE")
@_with_host
def end_table(number: int, config_file: Path | None, data: Path | None, as_json: bool) -> None:
    """End the game at TABLE, if one is running, and close the table."""
    _show(f"table end {number}", config_file, data, as_json)


@table_group.command("continue")
@click.argument("number", type=int, metavar="TABLE")
@_with_host
def continue_table(
    number: int, config_file: Path | None, data: Path | None, as_json: bool
) -> None:
    """Let the held or frozen TABLE continue.

    It continues with the current games and word lists.
    """
    _show(f"table continue {number}", config_file, data, as_json)


# --- parties ------------------------------------------------------------------------------


@click.group("party")
def party_group() -> None:
    """List the parties, or end one."""


@party_group.command("list")
@_with_host
def list_parties(config_file: Path | None, data: Path | None, as_json: bool) -> None:
    """List all parties, also those that are over."""
    with operator_of(data_folder(config_file, data)) as host:
        found = host.pages("party list")
    if as_json:
        for row in found:
            del row["text"]
        print_object({"parties": found})
        return
    rows = [
        (
            str(row["party"]),
            row["game"],
            row["format"],
            row["state"],
            f"{row['round']} of {row['rounds']}",
            str(row["members"]),
            row["owner"],
        )
        for row in found
    ]
    if rows:
        table(("PARTY", "GAME", "FORMAT", "STATE", "ROUND", "PLAYERS", "OWNER"), rows)
    else:
        say("There is no party.")


@party_group.command("end")
@click.argument("number", type=int, metavar="PARTY")
@_with_host
def end_party(number: int, config_file: Path | None, data: Path | None, as_json: bool) -> None:
    """End PARTY. Games in progress go on without it."""
    _show(f"party cancel {number}", config_file, data, as_json)


# --- players ------------------------------------------------------------------------------


class _Players(click.Group):
    """`parlour player NAME --new-code`, beside the commands of the group."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Take the name of a player for `parlour player code NAME` if `--new-code` follows."""
        if "--new-code" in args and args[0] not in self.commands:
            args = ["code", *(arg for arg in args if arg != "--new-code")]
        return super().resolve_command(ctx, args)


@click.group("player", cls=_Players)
def player_group() -> None:
    """List the players, or ban, mute, warn or remove one.

    parlour player NAME --new-code gives NAME, who was disconnected, a new code.
    """


@player_group.command("list")
@_with_host
def list_players(config_file: Path | None, data: Path | None, as_json: bool) -> None:
    """List players, connected or away, and bans and mutes."""
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
        say("No players are connected.")
    if barred:
        click.echo()
        bars = [
            (
                b["kind"],
                b["who"],
                when(b["since_s"]),
                "-" if b["until_s"] is None else when(b["until_s"]),
                b["why"] or "-",
            )
            for b in barred
        ]
        table(("KIND", "WHO", "SINCE", "UNTIL", "WHY"), bars)


def _bar(kind: str, who: str, time: str, why: str) -> str:
    because = f": {_typed(why)}" if why else ""
    until = f" for {_typed(time)}" if time else ""
    return f"player {kind} {_typed(who)}{until}{because}"


_why: Final = click.option(
    "--why", default="", metavar="TEXT", help="The reason. The player reads it."
)
_time: Final = click.option(
    "--for", "time", default="", metavar="TIME", help="How long: 30s, 10m, 2h, 3d. Default: ever."
)


@player_group.command("code")
@click.argument("name")
@_with_host
def new_code(name: str, config_file: Path | None, data: Path | None, as_json: bool) -> None:
    """Give NAME, who is disconnected, a new code.

    With it they come back. The old code stops working.
    """
    _show(f"player code {_typed(name)}", config_file, data, as_json)


@player_group.command("ban")
@click.argument("who")
@_time
@_why
@_with_host
def ban(
    who: str, time: str, why: str, config_file: Path | None, data: Path | None, as_json: bool
) -> None:
    """Disconnect WHO and keep them out.

    WHO is a name, an address or a network (10.0.0.0/8).
    """
    _show(_bar("ban", who, time, why), config_file, data, as_json)


@player_group.command("unban")
@click.argument("who")
@_with_host
def unban(who: str, config_file: Path | None, data: Path | None, as_json: bool) -> None:
    """Let WHO in again."""
    _show(f"player unban {_typed(who)}", config_file, data, as_json)


@player_group.command("mute")
@click.argument("who")
@_time
@_why
@_with_host
def mute(
    who: str, time: str, why: str, config_file: Path | None, data: Path | None, as_json: bool
) -> None:
    """Let WHO play but not talk: a name, an address or a network."""
    _show(_bar("mute", who, time, why), config_file, data, as_json)


@player_group.command("unmute")
@click.argument("who")
@_with_host
def unmute(who: str, config_file: Path | None, data: Path | None, as_json: bool) -> None:
    """Let WHO talk again."""
    _show(f"player unmute {_typed(who)}", config_file, data, as_json)


@player_group.command("warn")
@click.argument("name")
@click.argument("text", nargs=-1, required=True)
@_with_host
def warn(
    name: str,
    text: Sequence[str],
    config_file: Path | None,
    data: Path | None,
    as_json: bool,
) -> None:
    """Send NAME a warning that nobody else reads."""
    _show(f"player warn {_typed(name)}: {_typed(' '.join(text))}", config_file, data, as_json)


@player_group.command("remove")
@click.argument("name")
@click.option("--yes", is_flag=True, help="Confirm: this cannot be undone.")
@_with_host
def remove(
    name: str, yes: bool, config_file: Path | None, data: Path | None, as_json: bool
) -> None:
    """Remove the data of NAME: account and talk. Their games get another name."""
    if not yes:
        raise Misuse("This cannot be undone. To confirm, add: --yes")
    _show(f"player remove {_typed(name)}", config_file, data, as_json)


# --- reports ------------------------------------------------------------------------------


@click.command()
@click.option("--all", "every", is_flag=True, help="Also those that are done.")
@click.option("--done", default="", metavar="NUMBER|all", help="Mark a report as done, or all.")
@_with_host
def reports(
    every: bool, done: str, config_file: Path | None, data: Path | None, as_json: bool
) -> None:
    """List the reports of players, or mark them as done."""
    from parlour.wire.text import when

    if done:
        _show(f"reports done {_typed(done)}", config_file, data, as_json)
        return
    with operator_of(data_folder(config_file, data)) as host:
        found = [row for row in host.pages("reports") if every or row["done_s"] is None]
    if as_json:
        for row in found:
            del row["text"]
        print_object({"reports": found})
        return
    rows = [
        (
            str(row["number"]),
            when(row["at_s"]),
            row["name"],
            row["about"],
            "-" if row["table"] is None else str(row["table"]),
            row["why"] if row["done_s"] is None else f"(done) {row['why']}",
        )
        for row in found
    ]
    if rows:
        table(("REPORT", "WHEN", "BY", "ABOUT", "TABLE", "WHY"), rows)
    else:
        say("No reports." if every else "No open reports.")


# --- the host -----------------------------------------------------------------------------


@click.command()
@click.argument("text", nargs=-1, required=True)
@_with_host
def announce(
    text: Sequence[str], config_file: Path | None, data: Path | None, as_json: bool
) -> None:
    """Send TEXT to every player."""
    from parlour.house.commands.upkeep import TEXT_MAX

    words = _typed(" ".join(text))
    if len(words) > TEXT_MAX:
        raise Misuse(f"That has {len(words)} characters. Send at most {TEXT_MAX}.")
    _show(f"announce {words}", config_file, data, as_json)


@click.command()
@click.argument("minutes", default="", metavar="[MINUTES|off]")
@_with_host
def drain(minutes: str, config_file: Path | None, data: Path | None, as_json: bool) -> None:
    """Stop when the last game is over, or after MINUTES (30).

    No new games start.
    `off` calls it off.
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
@click.option("--last", default=AUDIT_ROWS, metavar="N", help=f"How many rows ({AUDIT_ROWS}).")
@_with_host
def audit(last: int, config_file: Path | None, data: Path | None, as_json: bool) -> None:
    """List operator commands, the newest first. No host needs to run."""
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
        say("No operator commands yet.")
