"""What an arena writes: tables, games and records in a folder, the seal before the first game."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Final

import msgspec

from parlour.api import Seat
from parlour.texts import count as counted
from parlour_kit.arena.result import COLUMNS, Result
from parlour_kit.arena.run import Arena, Played

SAID_MOST: Final = 1 << 20
"""Bytes that are kept of what the programs of a player wrote to their standard error."""


def head_lines(arena: Arena) -> list[str]:
    """Return what is said before the first game. The seed is not in it: the seal fixes it."""
    game, seats = arena.game, arena.seating.seats
    each = "" if arena.turns == 1 else f", each played {arena.turns} times with other seats"
    deals = counted(arena.pairs, "deal")
    return [
        f"{game.title} {game.version} with {counted(seats, 'seat')}: {deals}{each}.",
        "The luck of all games is sealed:",
        f"  {arena.seeds.commitment}",
    ]


def as_bytes(value: Any) -> bytes:
    """Return *value* as JSON that people can read."""
    return msgspec.json.format(msgspec.json.encode(value, order="deterministic"), indent=1) + b"\n"


class Folder:
    """A new folder with all that is known of an arena.

    `seal.txt` is written before the first game; `games.csv` and `records/` while it goes on;
    `table.txt` and `result.json` at the end. All of these are the same for the same seed.
    `times.json` is not, nor is what programs wrote to their standard error: `NAME.stderr`.
    """

    def __init__(self, folder: Path, arena: Arena) -> None:
        """Make the folder. Raises OSError, FileExistsError too."""
        self._folder = folder
        self._arena = arena
        folder.mkdir(parents=True)
        (folder / "records").mkdir()
        (folder / "seal.txt").write_text("\n".join(head_lines(arena)) + "\n", "utf-8")
        self._games: IO[str] = (folder / "games.csv").open("x", encoding="utf-8", newline="")
        self._digits = len(str(arena.pairs * arena.turns))
        self._said: dict[str, int] = {}
        self._rows([COLUMNS])

    def __enter__(self) -> Folder:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._games.close()

    def add(self, games: Sequence[Played]) -> None:
        """Write the games of a deal."""
        for game in games:
            number = f"{game.result.game:0{self._digits}}"
            (self._folder / "records" / f"{number}.jsonl").write_bytes(game.record)
            self._rows(game.result.rows())
            for one in game.result.seats:
                self._keep(one.player, number, game.accounts[Seat(one.seat)].said)

    def end(self, result: Result) -> None:
        """Write the result."""
        lines = [*head_lines(self._arena), f"  made of the seed: {self._arena.seeds.text}", ""]
        text = "\n".join([*lines, *result.lines()])
        (self._folder / "table.txt").write_text(f"{text}\n", "utf-8")
        (self._folder / "result.json").write_bytes(as_bytes(result.as_json()))
        (self._folder / "times.json").write_bytes(as_bytes(result.times_as_json()))

    def _rows(self, rows: Any) -> None:
        made = io.StringIO(newline="")
        csv.writer(made, lineterminator="\n").writerows(rows)
        self._games.write(made.getvalue())

    def _keep(self, player: str, number: str, said: bytes) -> None:
        """Keep what a program wrote to its standard error, up to a bound for each player."""
        kept = self._said.get(player, 0)
        if not said or kept >= SAID_MOST:
            return
        self._said[player] = kept + len(said)
        name = f"{_file_name(player)}.stderr"
        with (self._folder / name).open("ab") as file:
            file.write(b"-- game %b\n%b" % (number.encode(), said.removesuffix(b"\n") + b"\n"))


def _file_name(player: str) -> str:
    return "".join(char if char.isalnum() or char in "-_" else "-" for char in player)
