"""Finished games as files, and the data directory as a whole."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from parlour.cli._admin import Admin, Columns, typed, with_host
from parlour.cli._asking import is_running
from parlour.cli._group import FILE, ROWS, Misuse, Refusal, with_config, with_data, with_plugins
from parlour.cli._screen import say
from parlour.cli._shared import (
    config_of,
    data_folder,
    games_of,
    lexicons_of,
    reading,
    refusing,
    storing,
)

if TYPE_CHECKING:
    from parlour.core.persistence import Finished, Played, Saved
    from parlour.records import Verification
    from parlour.store import Store

HISTORY_ROWS: Final = 20
"""Rows that fit on a screen."""
ALL: Final = 1_000_000
"""More games than any host keeps."""
LARGEST_FILE: Final = 100_000_000
"""Bytes of the largest record that is read: a hundred times the longest game."""


@click.group(invoke_without_command=True)
@click.option("--player", metavar="NAME", help="List only this player's games.")
@click.option("--game", metavar="GAME", help="List only this kind of game.")
@click.option(
    "--last",
    type=ROWS,
    default=HISTORY_ROWS,
    metavar="N",
    help=f"How many games ({HISTORY_ROWS}).",
)
@with_host
@click.pass_context
def history(
    ctx: click.Context, admin: Admin, player: str | None, game: str | None, last: int
) -> None:
    """List finished games, the newest first, or remove one. No host needs to run for a list."""
    if ctx.invoked_subcommand is not None:
        return
    from parlour.wire.names import name_key
    from parlour.wire.text import when

    key = None if player is None else name_key(player)
    kind = None if game is None else game.lower()
    with reading(admin.folder) as reader:
        games = reader.archive.recent(last, player=key, game=kind)
    columns: Columns = {
        "RECORD": lambda game: game.record,
        "ENDED": lambda game: when(game.ended_s),
        "GAME": lambda game: game.game,
        "RESULT": _result,
    }
    admin.print("games", games, columns, "No finished games found.")


@history.command("remove")
@click.argument("record")
@click.option("--yes", is_flag=True, help="Confirm: this cannot be undone.")
@with_host
def remove_game(admin: Admin, record: str, yes: bool) -> None:
    """Remove the finished game RECORD. Ratings stay as they are."""
    if not yes:
        raise Misuse(
            f"This cannot be undone. To keep a copy: parlour export {record} -o FILE\n"
            "To confirm, add: --yes"
        )
    admin.show(f"history remove {typed(record)}")


def _result(game: Played) -> str:
    if game.outcome is not None:
        from parlour.api import Ranks
        from parlour.wire.messages import how_it_ended, result_told

        names, outcome = game.names, game.outcome
        how = how_it_ended(game.reason, (), game.winners, outcome, names, lower=False)
        told = result_told((), outcome, names, lower=False)
        named = [] if isinstance(outcome, Ranks) else [", ".join(names.values())]
        return " ".join([*([f"{how}."] if how else ()), *told, *named])
    ranked = sorted(game.names, key=lambda seat: -game.scores.get(seat, 0))
    points = ", ".join(f"{game.names[seat]} {game.scores.get(seat, 0)}" for seat in ranked)
    return points if game.reason == "finished" else f"{points} ({game.reason})"


@click.command()
@click.argument("record")
@click.option(
    "-o", "--output", type=FILE, metavar="FILE", help="Write to FILE instead of the screen."
)
@with_data
@with_config
def export(record: str, output: Path | None, data: Path | None, config_file: Path | None) -> None:
    """Write the finished game RECORD to a file. A host may be running."""
    from parlour import records
    from parlour.engine.table import RecordFault

    with reading(data_folder(config_file, data)) as reader:
        finished = reader.archive.get(record.lower())
    if finished is None:
        raise Refusal(f"There is no record {record!a}. To list them: parlour history")
    try:
        made = records.export(finished)
    except RecordFault as fault:
        raise Refusal(f"{record} cannot be exported: {fault}.") from fault
    if output is None:
        click.echo(made, nl=False)
        return
    try:
        with output.open("xb") as file:
            file.write(made)
    except FileExistsError:
        raise Refusal(f"{output} already exists. Choose another file name.") from None
    except OSError as error:
        raise Refusal(f"Cannot write {output}: {error.strerror}.") from error
    say(f"Written to {output}. Anyone can check it: parlour verify {output}")


@click.command("import")
@click.argument("file", type=FILE)
@with_data
@with_plugins
@with_config
def import_(
    file: Path, data: Path | None, modules: Sequence[str], config_file: Path | None
) -> None:
    """Add the exported game FILE to the archive. Stop the host first."""
    import time

    from parlour.accounts.audit import Audit
    from parlour.records import adopt, verify

    config = config_of(config_file)
    folder = data_folder(config_file, data)
    found = games_of(config, modules)
    report = verify(read_file(file), found.games, lexicons_of(config, found))
    if report.finished is None or report.verdict == "bad":
        raise Refusal("\n".join(report.lines()))
    if is_running(folder):
        text = f"A host is running on {folder}. Stop it first: parlour drain"
        raise Refusal(text)
    with storing(folder, config) as store:
        known = _known(store, report.finished)
        if known is not None:
            raise Refusal(f"{file} is already in the archive as {known}. Nothing has changed.")
        saved = store.load()
        number = _next_number(saved)
        finished = adopt(report.finished, number)
        done = f"a game is in the archive as g{number}."
        act = Audit(saved).add(int(time.time()), "import", done)
        store.commit((), (finished, act))
    if report.missing is not None:
        say(f"Imported without checking it. {report.missing}")
        _say_what_to_add(report, config_file)
    say(f"The game is in the archive as {finished.record}.")


def _known(store: Store, game: Finished) -> str | None:
    """The record in the archive that is the same game, or None."""
    from parlour.records import same_game

    for played in store.archive.recent(ALL, game=game.game):
        if played.ended_s == game.ended_s:
            kept = store.archive.get(played.record)
            if kept is not None and same_game(kept, game):
                return kept.record
    return None


def _say_what_to_add(report: Verification, config_file: Path | None) -> None:
    """Say which option would let the game be checked."""
    if report.absent == "list" and config_file is None:
        say("If the config of your host names that list, add: --config FILE")
    elif report.absent == "game":
        say("If that game is a plugin of yours, add: --plugin MODULE")


def _next_number(saved: Saved) -> int:
    """Return a number that no game has, not even a running one."""
    from parlour.engine import record as r

    entries = (r.decode(entry.body) for entry in saved.journal if entry.table)
    begun = (int(entry.record[1:]) for entry in entries if isinstance(entry, r.Started))
    return max(saved.last_record, *begun, 0) + 1


@click.command()
@click.argument("file", type=FILE)
@with_plugins
@with_config
def verify(file: Path, modules: Sequence[str], config_file: Path | None) -> int:
    """Replay the exported game FILE to check it. Exit code: 0 good, 1 not good, 3 unknown."""
    from parlour import records

    config = config_of(config_file)
    found = games_of(config, modules)
    report = records.verify(read_file(file), found.games, lexicons_of(config, found))
    click.echo("\n".join(report.lines()))
    _say_what_to_add(report, config_file)
    return {"good": 0, "bad": Refusal.exit_code, "unknown": UNKNOWN}[report.verdict]


UNKNOWN: Final = 3
"""Exit code of `verify` if something needed to replay the game is missing here."""


def read_file(file: Path) -> bytes:
    """Return the bytes of *file*. Raises Refusal."""
    try:
        with file.open("rb") as opened:
            data = opened.read(LARGEST_FILE + 1)
    except OSError as error:
        raise Refusal(f"Cannot read {file}: {error.strerror}.") from error
    if len(data) > LARGEST_FILE:
        raise Refusal(f"{file} is not a record: it has more than {LARGEST_FILE} bytes.")
    return data


@click.command()
@with_data
@with_config
def check(data: Path | None, config_file: Path | None) -> None:
    """Read all stored data and report damage. A host may be running."""
    folder = data_folder(config_file, data)
    with reading(folder) as reader:
        bad = reader.check()
    if bad:
        games = ", ".join(bad)
        raise Refusal(f"These finished games are damaged: {games}. A backup may have them.")
    say(f"All data in {folder} is sound.")


@click.command()
@click.argument("target", type=FILE)
@click.option(
    "--keep",
    type=ROWS,
    metavar="N",
    help="Copy to a folder in TARGET that is named by date and time, and keep the last N of them.",
)
@with_data
@with_config
def backup(target: Path, keep: int | None, data: Path | None, config_file: Path | None) -> None:
    """Copy all data to the new folder TARGET. A host may be running."""
    import time

    from parlour.store.reader import back_up

    above = target
    if keep is not None:
        target = above / time.strftime(DATED)
        try:
            above.mkdir(mode=0o700, exist_ok=True)
        except OSError as error:
            raise Refusal(f"Cannot write {above}: {error.strerror}.") from error
    with refusing():
        back_up(data_folder(config_file, data), target)
    say(f"Copied to {target}. To start a host from it: parlour serve --data {target}")
    if keep is not None:
        _forget(above, keep)
    say("Anyone who has the copy can read it. Keep it as safe as the data itself.")


DATED: Final = "%Y-%m-%d-%H%M%S"
"""Names of copies by date: in the order of time, and never one twice."""
DATED_FORM: Final = re.compile(r"\d{4}-\d\d-\d\d-\d{6}")


def _forget(above: Path, keep: int) -> None:
    """Remove all but the last copies in *above*, and nothing else that is there."""
    import shutil

    made = [each for each in above.iterdir() if DATED_FORM.fullmatch(each.name)]
    for old in sorted(made)[:-keep]:
        if (old / "parlour.db").is_file():
            try:
                shutil.rmtree(old)
            except OSError as error:
                raise Refusal(f"{old} cannot be removed: {error.strerror}.") from error
