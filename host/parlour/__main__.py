"""The command line."""

from __future__ import annotations

import click

from parlour.cli._group import OneLineGroup
from parlour.cli._version import print_version
from parlour.cli.archiving import backup, check, export, history, import_, verify
from parlour.cli.authoring import new_game
from parlour.cli.checking import check_game
from parlour.cli.conforming import check_client, check_host, load
from parlour.cli.doctor import doctor
from parlour.cli.looking import config, plugins, rules, schema
from parlour.cli.operating import (
    announce,
    audit,
    drain,
    party_group,
    reports,
    status,
    table_group,
)
from parlour.cli.players import player_group
from parlour.cli.playing import play, watch
from parlour.cli.rating import ratings
from parlour.cli.replaying import replay
from parlour.cli.serve import serve


@click.group(cls=OneLineGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=print_version,
    help="Show the version and the commit it was built from.",
)
def main() -> None:
    """Play word games over netcat, host them, and look after the host."""


_COMMANDS = (
    *(play, watch, replay),
    *(serve, status, table_group, party_group, player_group, reports, announce, drain, audit),
    *(history, export, import_, verify, ratings, backup, check),
    *(plugins, config, rules, schema, doctor, new_game, check_game),
    *(check_host, check_client, load),
)
for command in _COMMANDS:
    main.add_command(command)

if __name__ == "__main__":
    main(prog_name="parlour")
