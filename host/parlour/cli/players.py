"""The operator's commands about players. They talk to the running host."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import click

from parlour.cli._admin import Admin, Columns, print_rows, typed, with_host
from parlour.cli._asking import operator_of, print_object
from parlour.cli._group import Misuse, Refusal


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
@click.option("--recent", is_flag=True, help="List who left within the last day instead.")
@with_host
def list_players(admin: Admin, recent: bool) -> None:
    """List players, connected or away, and bans and mutes."""
    from parlour.wire.text import when

    if recent:
        gone: Columns = {
            "PLAYER": lambda row: row["name"],
            "KIND": lambda row: "guest" if row["guest"] else "account",
            "LEFT": lambda row: when(row["left_s"]),
            "ADDRESS": lambda row: row["address"],
        }
        admin.print("recent", admin.pages("player recent"), gone, "Nobody has left today.")
        return

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
    print_rows(players, here, "No players are connected.")
    if barred:
        click.echo()
        bars: Columns = {
            "KIND": lambda row: row["kind"],
            "WHO": lambda row: row["who"],
            "SINCE": lambda row: when(row["since_s"]),
            "UNTIL": lambda row: "-" if row["until_s"] is None else when(row["until_s"]),
            "WHY": lambda row: row["why"] or "-",
        }
        print_rows(barred, bars, "")


def _bar(kind: str, who: str, time: str, why: str) -> str:
    because = f": {typed(why)}" if why else ""
    until = f" for {typed(time)}" if time else ""
    return f"player {kind} {typed(who)}{until}{because}"


_why: Final = click.option(
    "--why", default="", metavar="TEXT", help="The reason. The player reads it."
)
_time: Final = click.option(
    "--for", "time", default="", metavar="TIME", help="How long: 30s, 10m, 2h, 3d. Default: ever."
)


@player_group.command("code")
@click.argument("name")
@with_host
def new_code(admin: Admin, name: str) -> None:
    """Give NAME, who is disconnected, a new code.

    With it they come back. The old code stops working.
    """
    admin.show(f"player code {typed(name)}")


@player_group.command("ban")
@click.argument("who")
@click.option("--address", is_flag=True, help="Ban the address of WHO, also if they have left.")
@click.option("--yes", is_flag=True, help="Confirm a ban that hits everybody.")
@_time
@_why
@with_host
def ban(admin: Admin, who: str, address: bool, yes: bool, time: str, why: str) -> None:
    """Disconnect WHO and keep them out.

    WHO is a name, an address or a network (10.0.0.0/8).
    """
    whom = _address_of(admin, who) if address else typed(who)
    admin.show(_bar("ban", f"{whom} yes" if yes else whom, time, why))


def _address_of(admin: Admin, name: str) -> str:
    """Return where the player *name* is connected from, or was. Raises Refusal."""
    from parlour.wire.names import name_key

    for row in (*admin.pages("player list"), *admin.pages("player recent")):
        if row["address"] and name_key(row["name"]) == name_key(name):
            return str(row["address"])
    raise Refusal(f"Nobody called {name!a} is here or has left today: no address is known.")


@player_group.command("unban")
@click.argument("who")
@with_host
def unban(admin: Admin, who: str) -> None:
    """Let WHO in again."""
    admin.show(f"player unban {typed(who)}")


@player_group.command("mute")
@click.argument("who")
@_time
@_why
@with_host
def mute(admin: Admin, who: str, time: str, why: str) -> None:
    """Let WHO play but not talk: a name, an address or a network."""
    admin.show(_bar("mute", who, time, why))


@player_group.command("unmute")
@click.argument("who")
@with_host
def unmute(admin: Admin, who: str) -> None:
    """Let WHO talk again."""
    admin.show(f"player unmute {typed(who)}")


@player_group.command("warn")
@click.argument("name")
@click.argument("text", nargs=-1, required=True)
@with_host
def warn(admin: Admin, name: str, text: Sequence[str]) -> None:
    """Send NAME a warning that nobody else reads."""
    admin.show(f"player warn {typed(name)}: {typed(' '.join(text))}")


@player_group.command("remove")
@click.argument("name")
@click.option("--yes", is_flag=True, help="Confirm: this cannot be undone.")
@with_host
def remove(admin: Admin, name: str, yes: bool) -> None:
    """Remove the data of NAME: account and talk. Their games get another name."""
    if not yes:
        raise Misuse("This cannot be undone. To confirm, add: --yes")
    admin.show(f"player remove {typed(name)}")
