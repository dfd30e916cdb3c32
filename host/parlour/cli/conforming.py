"""Check a host against the protocol: `parlour check-host`."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from parlour.cli._group import FILE, Misuse, Refusal, with_config, with_plugins
from parlour.cli._screen import say
from parlour.cli._shared import config_of, games_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from parlour.conformance.fitting import Fitting

SECONDS: Final = 30.0
PATIENCE_S: Final = 10.0
SHOWN: Final = 300
"""Characters of a line that are shown with a fault."""


@click.command("check-host")
@click.argument("where", metavar="HOST[:PORT]")
@click.option(
    "--schema",
    "schema_file",
    type=FILE,
    metavar="FILE",
    help="Check against this schema, not against that of the games installed here.",
)
@click.option(
    "--seconds",
    type=click.FloatRange(min=0),
    default=SECONDS,
    show_default=True,
    metavar="N",
    help="Play each game for at most so long; 0: play none.",
)
@click.option(
    "--patience",
    "patience_s",
    type=click.FloatRange(min=1),
    default=PATIENCE_S,
    show_default=True,
    metavar="N",
    help="Wait so many seconds for what the host must say.",
)
@click.option("--only", metavar="WORD", help="Do only the checks with this word in their title.")
@with_plugins
@with_config
def check_host(
    where: str,
    schema_file: Path | None,
    seconds: float,
    patience_s: float,
    only: str | None,
    modules: Sequence[str],
    config_file: Path | None,
) -> int:
    """Check whether a host speaks the line protocol, by the book.

    Connects as a guest, sends what a program may send and what it may not, plays a game of each
    kind with bots at a private table, and holds every line against the schema. A host where
    people play is not disturbed.
    """
    from parlour.cli._hostport import address

    rules = _rules(schema_file, modules, config_file)
    from parlour.conformance.checks import CHECKS, Host, faults
    from parlour.conformance.guest import Broken, Closed
    from parlour.conformance.playing import game_check

    host = Host(address(where), rules, patience_s)
    try:
        games = host.games() if seconds else []
    except OSError as error:
        raise Refusal(f"Nobody answers at {where}: {error.strerror or error}.") from None
    except (Broken, Closed) as error:
        games = []
        say(f"The games are unknown. {error}")
    known = rules.document["games"]
    checks = [*CHECKS, *(game_check(row, seconds) for row in games if row["game"] in known)]
    checks = [each for each in checks if only is None or only.lower() in each.title.lower()]
    failed = 0
    for each, fault in faults(host, checks):
        say(f"{'FAILED' if fault else 'ok':8}{each.title}")
        if fault:
            failed += 1
            what, *said = fault.split("\n")
            say(f"        {what} See chapter {each.chapter} of docs/protocol.md.")
            for line in said:
                say(line if len(line) <= SHOWN else f"{line[:SHOWN]} ...")
    for row in games:
        if row["game"] not in known:
            say(f"note    {row['title']} is not in the schema, so it was not played.")
    say(_summary(rules.counts, len(checks), failed))
    return Refusal.exit_code if failed else 0


def _rules(schema_file: Path | None, modules: Sequence[str], config_file: Path | None) -> Fitting:
    from parlour.schema import schema

    try:
        from parlour.conformance.fitting import Fitting
    except ModuleNotFoundError as error:
        raise Misuse(
            f"check-host needs {error.name}. Install it: pip install 'parlour[conformance]'"
        ) from None
    if schema_file is None:
        return Fitting(schema(games_of(config_of(config_file), modules).games))
    try:
        document: dict[str, Any] = json.loads(schema_file.read_text("utf-8"))
        return Fitting(document)
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        raise Misuse(f"{schema_file} is not a file that parlour schema has printed.") from None


def _summary(counts: Counter[str], checks: int, failed: int) -> str:
    lines = sum(number for name, number in counts.items() if name.startswith("line: "))
    types = sum(not name.startswith("line: ") for name in counts)
    verdict = f"{failed} of {checks} checks failed" if failed else f"All {checks} checks passed"
    return f"{verdict}. {lines} lines fit the schema, with objects of {types} types."
