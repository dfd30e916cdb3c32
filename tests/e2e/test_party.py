"""A party on a host in a process of its own, over sockets, which is killed in the second round."""

from __future__ import annotations

import json
import re
import socket
from collections import Counter
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from tests.e2e.serving import HOST, PATIENCE_S, serving

ROOT: Final = Path(__file__).parents[2]
CONFIG: Final = "[limits]\nbot_pause_ms = 0\nparty_pause_s = 1\n"
HUNTING: Final = ("--plugin", "tests.e2e.hunting")


class Program:
    """A program on a connection. `news` are the events of the party that it has read."""

    def __init__(self, port: int) -> None:
        self._socket = socket.create_connection((HOST, port), PATIENCE_S)
        self._lines = self._socket.makefile("r", encoding="utf-8")
        self.news: list[dict[str, Any]] = []
        self.seq = 0
        self.ask("HELLO 1", "-")

    def ask(self, line: str, number: str = "1") -> dict[str, Any]:
        """Send a request, and return its answer, which must be `ok`."""
        self._socket.sendall(f"{'' if number == '-' else f'#{number} '}{line}\n".encode())
        while True:
            mark, word, rest = self._read()
            if mark == f"#{number}" and word != "+":
                assert word == "ok", rest
                return dict(json.loads(rest))

    def until(self, change: str, times: int = 1) -> None:
        """Read until the party's news have this change so often."""
        while sum(news["change"] == change for news in self.news) < times:
            self._read()

    def close(self) -> None:
        """Hang up."""
        self._lines.close()
        self._socket.close()

    def _read(self) -> Sequence[str]:
        line = self._lines.readline()
        assert line, "the host has hung up"
        found = re.fullmatch(r"\* (\d+) (\w+) (\{.*\})\n", line)
        if found:
            self.seq = int(found[1])
        if found and found[2] == "party":
            self.news.append(json.loads(found[3]))
        return line.split(" ", 2) if line.startswith(("#", "*")) else ("", "", "")


@contextmanager
def program(port: int) -> Generator[Program]:
    """A program that hangs up in the end."""
    one = Program(port)
    try:
        yield one
    finally:
        one.close()


def test_a_party_of_twelve_bots_whose_host_is_killed(tmp_path: Path) -> None:
    """Three tables of four, three rounds, movers and totals of the sheet (R-P-52 to R-P-54)."""
    data = ("--data", str(tmp_path / "data"))
    with (
        serving(CONFIG, *HUNTING, *data, folder=ROOT) as host,
        program(host.port) as olga,
    ):
        token = olga.ask("name olga")["token"]
        olga.ask("party new hunt top=9")
        olga.ask("party bot 12")
        olga.ask("party start")
        olga.until("round", 2)
        host.process.kill()
        host.process.wait(PATIENCE_S)
        news, seq = olga.news, olga.seq
    with (
        serving(CONFIG, *HUNTING, *data, folder=ROOT) as host,
        program(host.port) as olga,
    ):
        olga.ask(f"resume {token} {seq}")
        olga.until("over")
        assert olga.ask("history hunt")["count"] == 9
        shown = olga.ask("party show 1")
        host.stop()
    news += olga.news
    assert Counter(each["change"] for each in news) == {
        "entered": 12,
        "round": 3,
        "result": 9,
        "standings": 2,
        "over": 1,
    }
    rounds = [
        [table["seats"] for table in each["tables"]] for each in news if each["change"] == "round"
    ]
    points = played(news)
    assert [sorted(map(len, tables)) for tables in rounds] == [[4, 4, 4]] * 3
    for number in (1, 2):
        assert rounds[number] == moved(rounds[number - 1], points[:number])
    total = totals(points)
    assert [(row["name"], row["total"]) for row in shown["standings"]] == sorted(
        ((row["name"], total[row["name"]]) for row in shown["standings"]),
        key=lambda row: (-row[1], int(row[0].removeprefix("plodder-"))),
    )
    assert [row["rank"] for row in shown["standings"]] == [
        1 + sum(other > total[row["name"]] for other in total.values())
        for row in shown["standings"]
    ]


def played(news: Sequence[dict[str, Any]]) -> list[dict[str, int]]:
    """The points of each round, by name."""
    found: list[dict[str, int]] = []
    for each in news:
        if each["change"] == "round":
            found.append({})
        elif each["change"] == "result":
            (table,) = each["tables"]
            found[-1] |= dict(zip(table["seats"], table["points"], strict=True))
    return found


def totals(points: Sequence[dict[str, int]]) -> Counter[str]:
    """Everybody's own running total (R-P-54)."""
    found = Counter[str]()
    for each in points:
        found.update(each)
    return found


def moved(tables: Sequence[Sequence[str]], points: Sequence[dict[str, int]]) -> list[list[str]]:
    """Who sits where next, as the sheet says (O-P-44), written down once more."""
    total = totals(points)
    movers = [
        sorted(table, key=lambda who: (-points[-1][who], -total[who], table.index(who)))[:2]
        for table in tables
    ]
    new: list[list[str]] = []
    for place, table in enumerate(tables):
        coming = dict(zip(movers[place], movers[place - 1], strict=True))
        new.append([coming.get(who, who) for who in table])
    return new
