"""What hosts and clients do, and what they can bear: schema, check-host, check-client, load."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import click

from parlour.cli._group import FILE, Misuse, Refusal, with_config, with_plugins
from parlour.cli._screen import say
from parlour.cli._shared import config_of, games_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from parlour_kit.conformance.fitting import Fitting
    from parlour_kit.load import Plan, Tally

Decorator: TypeAlias = Callable[[Callable[..., Any]], Callable[..., Any]]
SECONDS: Final = 30.0
THINK_S: Final = 3.0
PATIENCE_S: Final = 10.0
BY_HAND_S: Final = 120.0
SHOWN: Final = 300
"""Characters of a line that are shown with a fault."""


def _seconds(flag: str, name: str, usual: float, least: float, text: str) -> Decorator:
    """Return an option that is a number of seconds."""
    return click.option(
        flag,
        name,
        type=click.FloatRange(min=least),
        default=usual,
        show_default=True,
        metavar="N",
        help=text,
    )


@click.command()
@with_plugins
@with_config
def schema(modules: Sequence[str], config_file: Path | None) -> int:
    """Print the line protocol as JSON Schema, for programs.

    It holds every request, answer, event and code, and what the installed games add.
    """
    from parlour_kit.schema import schema_of

    found = schema_of(games_of(config_of(config_file), modules).games)
    click.echo(json.dumps(found, indent=1, ensure_ascii=False))
    return 0


@click.command("check-host")
@click.argument("where", metavar="HOST[:PORT]")
@click.option(
    "--schema",
    "schema_file",
    type=FILE,
    metavar="FILE",
    help="Check against this schema, not against that of the games installed here.",
)
@_seconds("--seconds", "seconds", SECONDS, 0, "Play each game for at most so long; 0: play none.")
@_seconds(
    "--patience", "patience_s", PATIENCE_S, 1, "Wait so many seconds for what the host must say."
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
    """Check whether a host follows the line protocol.

    Connects as a guest, sends what a program may send and what it may not, plays a game of each
    kind with bots at a private table, and holds every line against the schema. A host where
    people play is not disturbed. tls://HOST is checked encrypted, whatever its certificate.
    """
    from parlour.cli._places import address, scheme
    from parlour_client.tls import any_context

    must, where = scheme(where)
    rules = _rules(schema_file, modules, config_file)
    from parlour_kit.conformance.checks import CHECKS, HostUnderTest, faults
    from parlour_kit.conformance.guest import Broken, HostClosed
    from parlour_kit.conformance.playing import game_check

    tls = any_context() if must == "tls" else None
    host = HostUnderTest(address(where), rules, patience_s, tls)
    try:
        games = host.games() if seconds else []
    except OSError as error:
        raise Refusal(f"Nobody answers at {where}: {error.strerror or error}.") from None
    except (Broken, HostClosed) as error:
        games = []
        say(f"The games are unknown. {error}")
    known = rules.document["games"]
    checks = [*CHECKS, *(game_check(row, seconds) for row in games if row["game"] in known)]
    checks = [each for each in checks if only is None or only.lower() in each.title.lower()]
    failed = 0
    for each, fault in faults(host, checks):
        _tell(each.title, each.chapter, fault)
        failed += bool(fault)
    for row in games:
        if row["game"] not in known:
            say(f"note    {row['title']} is not in the schema, so it was not played.")
    say(_summary(rules.counts, len(checks), failed))
    return Refusal.exit_code if failed else 0


def _tell(title: str, chapter: int, fault: str) -> None:
    """Say whether a check passed, and what was wrong."""
    say(f"{'FAILED' if fault else 'ok':8}{title}")
    if fault:
        what, *said = fault.split("\n")
        say(f"        {what} See chapter {chapter} of docs/protocol.md.")
        for line in said:
            say(line if len(line) <= SHOWN else f"{line[:SHOWN]} ...")


def _fitting() -> type[Fitting]:
    """Return the class that reads a schema. It needs a package that a host can do without."""
    try:
        from parlour_kit.conformance.fitting import Fitting
    except ModuleNotFoundError as error:
        raise Misuse(
            f"This check needs {error.name}. Install it: pip install 'parlour[conformance]'"
        ) from None
    return Fitting


def _rules(schema_file: Path | None, modules: Sequence[str], config_file: Path | None) -> Fitting:
    from parlour_kit.schema import schema_of

    fitting = _fitting()
    if schema_file is None:
        return fitting(schema_of(games_of(config_of(config_file), modules).games))
    try:
        document: dict[str, Any] = json.loads(schema_file.read_text("utf-8"))
        return fitting(document)
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        raise Misuse(f"{schema_file} is not a file that parlour schema has printed.") from None


@click.command("check-client")
@click.argument("command", nargs=-1, metavar="[COMMAND ...]")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=0,
    metavar="N",
    help="Listen on this port. 0: on any that is free.",
)
@click.option(
    "--type",
    "typed",
    multiple=True,
    metavar="LINE",
    help="COMMAND is a client for people: type this line at first. You can repeat it."
    " Moves are then typed as well.",
)
@click.option(
    "--patience",
    "patience_s",
    type=click.FloatRange(min=1),
    metavar="N",
    help="Wait so many seconds for what the client must do: 10, or 120 without COMMAND.",
)
@click.option("--only", metavar="WORD", help="Do only the checks with this word in their title.")
def check_client(
    command: Sequence[str],
    port: int,
    typed: Sequence[str],
    patience_s: float | None,
    only: str | None,
) -> int:
    """Check whether a client bears all that the line protocol allows a host to do.

    COMMAND starts the client; write {host} and {port} where it takes them, and -- before it.
    For each check it is started again. It comes in with any name, sits down, begins, and answers
    prompts until the game is over. Without COMMAND, start your client by hand each time.
    """
    fitting = _fitting()
    from parlour_kit.conformance.acts import ACTS, Act, verdicts
    from parlour_kit.conformance.client import ByHand, Process
    from parlour_kit.schema import schema_of

    def fits(each: Act) -> bool:
        return (not typed or each.by_hand) and (only or "").lower() in each.title.lower()

    player = Process(command, typed) if command else ByHand(say)
    acts = [each for each in ACTS if fits(each)]
    patience = patience_s or (PATIENCE_S if command else BY_HAND_S)
    failed = 0
    try:
        for verdict in verdicts(port, player, fitting(schema_of({})), patience, acts):
            _tell(verdict.act.title, verdict.act.chapter, verdict.fault)
            failed += bool(verdict.fault)
    except OSError as error:
        raise Misuse(f"This does not work: {error.strerror or error}.") from None
    say(f"{failed} of {len(acts)} checks failed." if failed else f"All {len(acts)} checks passed.")
    return Refusal.exit_code if failed else 0


def _summary(counts: Counter[str], checks: int, failed: int) -> str:
    lines = sum(number for name, number in counts.items() if name.startswith("line: "))
    types = sum(not name.startswith("line: ") for name in counts)
    verdict = f"{failed} of {checks} checks failed" if failed else f"All {checks} checks passed"
    return f"{verdict}. {lines} lines fit the schema, with objects of {types} types."


@click.command()
@click.argument("where", metavar="HOST[:PORT]")
@click.argument("game")
@click.argument("options", nargs=-1, metavar="[OPTION=VALUE ...]")
@click.option(
    "--tables",
    type=click.IntRange(min=1),
    default=10,
    show_default=True,
    metavar="N",
    help="Tables to play at.",
)
@click.option(
    "--seats",
    type=click.IntRange(min=1),
    default=3,
    show_default=True,
    metavar="N",
    help="Players at each table.",
)
@_seconds(
    "--think",
    "think_s",
    THINK_S,
    0,
    "Seconds a player thinks about a move, on average. 0: as fast as the host can.",
)
@_seconds("--seconds", "seconds", SECONDS, 1, "End after so many seconds.")
@click.option(
    "--moves", type=click.IntRange(min=1), metavar="N", help="End after so many moves in all."
)
def load(
    where: str,
    game: str,
    options: Sequence[str],
    tables: int,
    seats: int,
    think_s: float,
    seconds: float,
    moves: int | None,
) -> int:
    """Find out how long a host lets many guests wait.

    The guests play GAME at random.

    tls://HOST measures encrypted connections, whatever the certificate.

    Run it on another computer: here it would take time from the host. Guests play at private
    tables and leave at the end, but people who play meanwhile share the host with them.
    """
    import asyncio

    from parlour.cli._places import address, scheme
    from parlour_client.connection import over_tcp
    from parlour_client.tls import Ask, Tls
    from parlour_kit.load import LoadError, Plan, run_load

    must, where = scheme(where)
    host, port = address(where)
    # What is measured is the time, not whose certificate it is.
    tls = Tls(Ask.TLS, first_use=True) if must == "tls" else None
    plan = Plan(
        game=game,
        options=options,
        seats=seats,
        tables=tables,
        think_s=think_s,
        seconds=seconds,
        moves=math.inf if moves is None else moves,
    )
    try:
        tally = asyncio.run(run_load(host, port, plan, dial=over_tcp(host, port, tls)))
    except LoadError as error:
        raise Refusal(str(error)) from None
    say(*_account(plan, tally))
    return 0


def _account(plan: Plan, tally: Tally) -> list[str]:
    from parlour.texts import count

    rate = len(tally.waits) / tally.seconds
    lines = [
        f"{count(plan.tables, 'table')} of {plan.game} with {plan.tables * plan.seats} players"
        f" for {tally.seconds:.0f} s. Games finished: {tally.games}.",
        f"Moves: {len(tally.waits)}, {rate:.1f} a second.",
    ]
    if tally.waits:
        half, most, all_ = (f"{tally.wait(share):.1f} ms" for share in (0.5, 0.99, 1))
        lines.append(f"Answered: half within {half}, 99 of 100 within {most}, all within {all_}.")
    if tally.refused:
        each = ", ".join(f"{code} {number}" for code, number in sorted(tally.refused.items()))
        lines.append(f"Refused: {each}.")
    return lines
