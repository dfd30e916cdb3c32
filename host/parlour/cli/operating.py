"""The operator's commands about the host and its tables. They talk to the running host."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import click

from parlour.cli._admin import Admin, Columns, typed, with_host
from parlour.cli._asking import asked_keeper, print_object
from parlour.cli._group import ROWS, Misuse
from parlour.cli._shared import reading

AUDIT_ROWS: Final = 50


# --- status -------------------------------------------------------------------------------


@click.command()
@with_host
def status(admin: Admin) -> None:
    """Show tables, players, versions, queues and the store."""
    admin.show("status")


# --- who may come in ------------------------------------------------------------------------


@click.command("join-word")
@click.argument("words", nargs=-1, metavar="[WORD]")
@click.option("--off", is_flag=True, help="Ask for no word any more.")
@with_host
def join_word(admin: Admin, words: Sequence[str], off: bool) -> None:
    """Show the word that guests need to come in, or change it to WORD.

    It counts until you change it again, here or in the config.
    """
    from parlour.accounts.admission import OFF, check_word

    if off and words:
        raise Misuse("Give a word, or --off.")
    text = typed(" ".join(words))
    try:
        text = OFF if off else check_word(text) if words else ""
    except ValueError as wrong:
        raise Misuse(str(wrong)) from None
    admin.show(f"joinword {text}".rstrip())


# --- tables -------------------------------------------------------------------------------


@click.group("table")
def table_group() -> None:
    """List the tables, end one, or let one continue."""


@table_group.command("list")
@with_host
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
@with_host
def show_table(admin: Admin, number: int) -> None:
    """Show seats, options, clock and record of TABLE.

    It does not show what the game hides.
    """
    admin.show(f"table show {number}")


@table_group.command("end")
@click.argument("number", type=int, metavar="TABLE")
@with_host
def end_table(admin: Admin, number: int) -> None:
    """End the game at TABLE, if one is running, and close the table."""
    admin.show(f"table end {number}")


@table_group.command("continue")
@click.argument("number", type=int, metavar="TABLE")
@with_host
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
@with_host
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
@with_host
def end_party(admin: Admin, number: int) -> None:
    """End PARTY. Games in progress go on without it."""
    admin.show(f"party cancel {number}")


# --- reports ------------------------------------------------------------------------------


@click.command()
@click.option("--all", "every", is_flag=True, help="Also those that are done.")
@click.option("--done", default="", metavar="NUMBER|all", help="Mark a report as done, or all.")
@with_host
def reports(admin: Admin, every: bool, done: str) -> None:
    """List the reports of players, or mark them as done."""
    from parlour.wire.text import when

    if done:
        admin.show(f"reports done {typed(done)}")
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
@with_host
def announce(admin: Admin, text: Sequence[str]) -> None:
    """Send TEXT to every player."""
    from parlour.commands.trail import TEXT_MAX

    words = typed(" ".join(text))
    if len(words) > TEXT_MAX:
        raise Misuse(f"That has {len(words)} characters. Send at most {TEXT_MAX}.")
    admin.show(f"announce {words}")


@click.command()
@click.argument("minutes", default="", metavar="[MINUTES|off]")
@with_host
def drain(admin: Admin, minutes: str) -> None:
    """Stop when the last game is over, or after MINUTES (30).

    No new games start.
    `off` calls it off.
    """
    from parlour.tables.drain import MINUTES_MOST

    if minutes.lower() == "off":
        admin.show("drain off")
        return
    known = minutes.isdecimal() and minutes.isascii() and int(minutes) <= MINUTES_MOST
    if minutes and not known:
        raise Misuse(f"{minutes!a} is neither `off` nor a number of minutes up to {MINUTES_MOST}.")
    admin.show(f"drain {minutes}".strip())


@click.command()
@with_host
def upgrade(admin: Admin) -> None:
    """Change to the installed version, or to changed code of a game.

    Nobody is disconnected. If the new code cannot start, the host goes on with what it has.
    """
    done = asked_keeper(admin.folder, "upgrade")
    if admin.as_json:
        print_object({"done": done})
    else:
        click.echo(done)


@click.command()
@click.option(
    "--last", type=ROWS, default=AUDIT_ROWS, metavar="N", help=f"How many rows ({AUDIT_ROWS})."
)
@with_host
def audit(admin: Admin, last: int) -> None:
    """List operator commands, the newest first. No host needs to run."""
    from parlour.accounts.audit import SHELF
    from parlour.wire.text import when

    with reading(admin.folder) as reader:
        acts = reader.rows(SHELF)[::-1][:last]
    columns: Columns = {
        "WHEN": lambda act: when(act.at_s),
        "WHAT": lambda act: f"{act.what}: {act.outcome}",
    }
    admin.print("acts", acts, columns, "No operator commands yet.")
