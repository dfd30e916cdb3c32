"""The operator's commands. They talk to the host that uses the data directory."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import Final, TypeAlias

import click

from parlour.cli._asking import Object, operator_of, print_object
from parlour.cli._group import Misuse, with_config, with_data, with_json
from parlour.cli._screen import say, table
from parlour.cli._shared import data_folder, reading

AUDIT_ROWS: Final = 50


Columns: TypeAlias = Mapping[str, Callable[[Object], str]]
"""The columns of a table: their heads, and what each says of a row."""


@dataclass(frozen=True)
class Admin:
    """The host that a command talks to, and the form of its answer."""

    folder: Path
    as_json: bool

    def pages(self, line: str) -> list[Object]:
        """Return all rows of a list, without their text for people."""
        with operator_of(self.folder) as host:
            rows = host.pages(line)
        return [{name: value for name, value in row.items() if name != "text"} for row in rows]

    def show(self, line: str) -> None:
        """Send a line as the operator, and print the answer."""
        with operator_of(self.folder) as host:
            answer = host.ask(line)
        if self.as_json:
            print_object(answer)
        else:
            for piece in answer["text"]:
                click.echo(piece)

    def print(self, name: str, rows: list[Object], columns: Columns, empty: str) -> None:
        """Print *rows* under *name* in an object, or as a table. *empty*: if there are none."""
        if self.as_json:
            print_object({name: rows})
        else:
            _print(rows, columns, empty)


def _print(rows: list[Object], columns: Columns, empty: str) -> None:
    if rows:
        table(tuple(columns), [tuple(cell(row) for cell in columns.values()) for row in rows])
    else:
        say(empty)


def _with_host(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options of a command that talks to a host. It gets them as `Admin`."""

    @with_data
    @with_config
    @with_json
    @wraps(command)
    def run(
        *, config_file: Path | None, data: Path | None, as_json: bool, **given: object
    ) -> None:
        command(Admin(data_folder(config_file, data), as_json), **given)

    return run


def _typed(text: str) -> str:
    """Return *text* as one line without control characters."""
    from parlour.wire.text import clean

    return " ".join(clean(text).split())


# --- status -------------------------------------------------------------------------------


@click.command()
@_with_host
def status(admin: Admin) -> None:
    """Show tables, players, versions, queues and the store."""
    admin.show("status")


# --- tables -------------------------------------------------------------------------------


@click.group("table")
def table_group() -> None:
    """List the tables, end one, or let one continue."""


@table_group.command("list")
@_with_host
def list_tables(admin: Admin) -> None:
    """List all tables."""
    names = ("table", "game", "state", "host", "seats", "watchers")
    rows = [{name: row[name] for name in names} for row in admin.pages("table list")]
    columns: Columns = {
        "TABLE": lambda row: str(row["table"]),
        "GAME": lambda row: row["game"],
        "STATE": lambda row: row["state"],
        "WATCHERS": lambda row: str(row["watchers"]),
        "SEATS": lambda row: ", ".join("-" if name is None else name for name in row["seats"]),
    }
    admin.print("tables", rows, columns, "No table is open.")


@table_group.command("show")
@click.argument("number", type=int, metavar="TABLE")
@_with_host
def show_table(admin: Admin, number: int) -> None:
    """Show seats, options, clock and record of TABLE.

    It does not show what the game hides.
    """
    admin.show(f"table show {number}")


@table_group.command("end")
@click.argument("number", type=int, metavar="TABLE")
@_with_host
def end_table(admin: Admin, number: int) -> None:
    """End the game at TABLE, if one is running, and close the table."""
    admin.show(f"table end {number}")


@table_group.command("continue")
@click.argument("number", type=int, metavar="TABLE")
@_with_host
def continue_table(admin: Admin, number: int) -> None:
    """Let the held or frozen TABLE continue.

    It continues with the current games and word lists.
    """
    admin.show(f"table continue {number}")


# --- parties ------------------------------------------------------------------------------


@click.group("party")
def party_group() -> None:
    """List the parties, or end one."""


@party_group.command("list")
@_with_host
def list_parties(admin: Admin) -> None:
    """List all parties, also those that are over."""
    columns: Columns = {
        "PARTY": lambda row: str(row["party"]),
        "GAME": lambda row: row["game"],
        "FORMAT": lambda row: row["format"],
        "STATE": lambda row: row["state"],
        "ROUND": lambda row: f"{row['round']} of {row['rounds']}",
        "PLAYERS": lambda row: str(row["members"]),
        "OWNER": lambda row: row["owner"],
    }
    admin.print("parties", admin.pages("party list"), columns, "There is no party.")


@party_group.command("end")
@click.argument("number", type=int, metavar="PARTY")
@_with_host
def end_party(admin: Admin, number: int) -> None:
    """End PARTY. Games in progress go on without it."""
    admin.show(f"party cancel {number}")


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
def list_players(admin: Admin) -> None:
    """List players, connected or away, and bans and mutes."""
    from parlour.wire.text import when

    players, barred = admin.pages("player list"), admin.pages("player barred")
    if admin.as_json:
        with operator_of(admin.folder) as host:
            accounts = host.ask("status")["accounts"]
        print_object({"players": players, "accounts": accounts, "barred": barred})
        return
    here: Columns = {
        "PLAYER": lambda row: row["name"],
        "KIND": lambda row: "guest" if row["guest"] else "account",
        "TABLE": lambda row: "-" if row["table"] is None else str(row["table"]),
        "ADDRESS": lambda row: row["address"] or "disconnected",
    }
    _print(players, here, "No players are connected.")
    if barred:
        click.echo()
        bars: Columns = {
            "KIND": lambda row: row["kind"],
            "WHO": lambda row: row["who"],
            "SINCE": lambda row: when(row["since_s"]),
            "UNTIL": lambda row: "-" if row["until_s"] is None else when(row["until_s"]),
            "WHY": lambda row: row["why"] or "-",
        }
        _print(barred, bars, "")


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
def new_code(admin: Admin, name: str) -> None:
    """Give NAME, who is disconnected, a new code.

    With it they come back. The old code stops working.
    """
    admin.show(f"player code {_typed(name)}")


@player_group.command("ban")
@click.argument("who")
@_time
@_why
@_with_host
def ban(admin: Admin, who: str, time: str, why: str) -> None:
    """Disconnect WHO and keep them out.

    WHO is a name, an address or a network (10.0.0.0/8).
    """
    admin.show(_bar("ban", who, time, why))


@player_group.command("unban")
@click.argument("who")
@_with_host
def unban(admin: Admin, who: str) -> None:
    """Let WHO in again."""
    admin.show(f"player unban {_typed(who)}")


@player_group.command("mute")
@click.argument("who")
@_time
@_why
@_with_host
def mute(admin: Admin, who: str, time: str, why: str) -> None:
    """Let WHO play but not talk: a name, an address or a network."""
    admin.show(_bar("mute", who, time, why))


@player_group.command("unmute")
@click.argument("who")
@_with_host
def unmute(admin: Admin, who: str) -> None:
    """Let WHO talk again."""
    admin.show(f"player unmute {_typed(who)}")


@player_group.command("warn")
@click.argument("name")
@click.argument("text", nargs=-1, required=True)
@_with_host
def warn(admin: Admin, name: str, text: Sequence[str]) -> None:
    """Send NAME a warning that nobody else reads."""
    admin.show(f"player warn {_typed(name)}: {_typed(' '.join(text))}")


@player_group.command("remove")
@click.argument("name")
@click.option("--yes", is_flag=True, help="Confirm: this cannot be undone.")
@_with_host
def remove(admin: Admin, name: str, yes: bool) -> None:
    """Remove the data of NAME: account and talk. Their games get another name."""
    if not yes:
        raise Misuse("This cannot be undone. To confirm, add: --yes")
    admin.show(f"player remove {_typed(name)}")


# --- reports ------------------------------------------------------------------------------


@click.command()
@click.option("--all", "every", is_flag=True, help="Also those that are done.")
@click.option("--done", default="", metavar="NUMBER|all", help="Mark a report as done, or all.")
@_with_host
def reports(admin: Admin, every: bool, done: str) -> None:
    """List the reports of players, or mark them as done."""
    from parlour.wire.text import when

    if done:
        admin.show(f"reports done {_typed(done)}")
        return
    found = [row for row in admin.pages("reports") if every or row["done_s"] is None]
    columns: Columns = {
        "REPORT": lambda row: str(row["number"]),
        "WHEN": lambda row: when(row["at_s"]),
        "BY": lambda row: row["name"],
        "ABOUT": lambda row: row["about"],
        "TABLE": lambda row: "-" if row["table"] is None else str(row["table"]),
        "WHY": lambda row: row["why"] if row["done_s"] is None else f"(done) {row['why']}",
    }
    admin.print("reports", found, columns, "No reports." if every else "No open reports.")


# --- the host -----------------------------------------------------------------------------


@click.command()
@click.argument("text", nargs=-1, required=True)
@_with_host
def announce(admin: Admin, text: Sequence[str]) -> None:
    """Send TEXT to every player."""
    from parlour.house.commands.upkeep import TEXT_MAX

    words = _typed(" ".join(text))
    if len(words) > TEXT_MAX:
        raise Misuse(f"That has {len(words)} characters. Send at most {TEXT_MAX}.")
    admin.show(f"announce {words}")


@click.command()
@click.argument("minutes", default="", metavar="[MINUTES|off]")
@_with_host
def drain(admin: Admin, minutes: str) -> None:
    """Stop when the last game is over, or after MINUTES (30).

    No new games start.
    `off` calls it off.
    """
    from parlour.house.lifecycle.drain import MINUTES_MOST

    if minutes.lower() == "off":
        admin.show("drain off")
        return
    known = minutes.isdecimal() and minutes.isascii() and int(minutes) <= MINUTES_MOST
    if minutes and not known:
        raise Misuse(f"{minutes!a} is neither `off` nor a number of minutes up to {MINUTES_MOST}.")
    admin.show(f"drain {minutes}".strip())


@click.command()
@click.option("--last", default=AUDIT_ROWS, metavar="N", help=f"How many rows ({AUDIT_ROWS}).")
@_with_host
def audit(admin: Admin, last: int) -> None:
    """List operator commands, the newest first. No host needs to run."""
    import msgspec

    from parlour.house.people.audit import SHELF
    from parlour.wire.text import when

    with reading(admin.folder) as reader:
        acts = reader.rows(SHELF)[::-1][:last]
    if admin.as_json:
        click.echo(msgspec.json.encode({"acts": acts}).decode())
    elif acts:
        rows = [(when(act.at_s), f"{act.what}: {act.outcome}") for act in acts]
        table(("WHEN", "WHAT"), rows)
    else:
        say("No operator commands yet.")
