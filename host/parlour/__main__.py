"""The command line."""

from __future__ import annotations

from typing import Final

import click

from parlour.cli._group import LateCommands, OneLineGroup
from parlour.cli._version import print_version

_COMMANDS: Final = {
    "announce": "parlour.cli.operating:announce",
    "audit": "parlour.cli.operating:audit",
    "backup": "parlour.cli.archiving:backup",
    "check": "parlour.cli.archiving:check",
    "config": "parlour.cli.looking:config",
    "doctor": "parlour.cli.doctor:doctor",
    "drain": "parlour.cli.operating:drain",
    "export": "parlour.cli.archiving:export",
    "health": "parlour.cli.health:health",
    "history": "parlour.cli.archiving:history",
    "import": "parlour.cli.archiving:import_",
    "join-word": "parlour.cli.operating:join_word",
    "mcp": "parlour.cli.modelling:mcp",
    "party": "parlour.cli.operating:party_group",
    "play": "parlour.cli.playing:play",
    "player": "parlour.cli.players:player_group",
    "plugins": "parlour.cli.looking:plugins",
    "ratings": "parlour.cli.rating:ratings",
    "replay": "parlour.cli.replaying:replay",
    "reports": "parlour.cli.operating:reports",
    "rules": "parlour.cli.looking:rules",
    "serve": "parlour.cli.serve:serve",
    "service": "parlour.cli.service:service_group",
    "status": "parlour.cli.operating:status",
    "table": "parlour.cli.operating:table_group",
    "upgrade": "parlour.cli.operating:upgrade",
    "verify": "parlour.cli.archiving:verify",
    "watch": "parlour.cli.playing:watch",
}
"""Where the host's own commands are. The kit's are among the entry points `parlour.commands`."""


@click.group(
    cls=OneLineGroup,
    commands=LateCommands(_COMMANDS),
    context_settings={"help_option_names": ["-h", "--help"]},
)
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


if __name__ == "__main__":
    main(prog_name="parlour")
