"""Write down what happens on the host, a line of JSON for each, for a page or another program.

[plugins.chronicle]
file = "chronicle.jsonl"
"""

import json
from pathlib import Path

import msgspec

from parlour import GameEnded, GameStarted, HostInfo, Section, TableOpened, hookimpl

parlour_contract = "1.0"


class Settings(msgspec.Struct):
    """What the operator can set."""

    file: str
    """Where the lines go."""


_file = Path()


@hookimpl
def configure(section: Section) -> None:
    """Find the file."""
    global _file
    _file = section.folder / section.read(Settings).file


@hookimpl
def host_started(host: HostInfo) -> None:
    """The first line."""
    _write("started", host=host.name, games=list(host.games))


@hookimpl
def host_stopping() -> None:
    """The last line."""
    _write("stopping")


@hookimpl
def table_opened(table: TableOpened) -> None:
    """Somebody looks for players."""
    _write("opened", table=table.table, game=table.game)


@hookimpl
def game_started(game: GameStarted) -> None:
    """They play."""
    _write("begun", table=game.table, game=game.game, players=list(game.names.values()))


@hookimpl
def game_ended(record: GameEnded) -> None:
    """Who has won, or how it ended if points do not say it."""
    winners = [record.names[seat] for seat in record.winners]
    outcome = msgspec.to_builtins(record.outcome)
    _write("ended", record=record.record, reason=record.reason, winners=winners, outcome=outcome)


def _write(what: str, **about: object) -> None:
    with _file.open("a", encoding="utf-8") as file:
        file.write(json.dumps({"what": what, **about}) + "\n")
