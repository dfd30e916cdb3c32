"""A party on a host in a process of its own, over sockets, which is killed in the second round."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from tests.e2e.peer import Program
from tests.e2e.serving import serving

ROOT: Final = Path(__file__).parents[2]
CONFIG: Final = "[limits]\nbot_pause_ms = 0\nparty_pause_s = 1\n"
HUNTING: Final = ("--plugin", "tests.e2e.hunting")


class Guest(Program):
    """A program that hears of a party."""

    @property
    def numbered(self) -> list[list[str]]:
        """The number, the name and the object of each event."""
        return [line.split(" ", 3)[1:] for line in self.events if re.match(r"\* \d", line)]

    @property
    def news(self) -> list[dict[str, Any]]:
        """The events of the party."""
        return [json.loads(body) for _, name, body in self.numbered if name == "party"]

    def until(self, change: str, times: int = 1) -> None:
        """Read until the party's news have this change so often."""
        while sum(news["change"] == change for news in self.news) < times:
            self.listen()


def test_a_party_of_twelve_bots_whose_host_is_killed(tmp_path: Path) -> None:
    """Three tables of four, three rounds, movers and totals of the sheet (R-P-52 to R-P-54)."""
    data = ("--data", str(tmp_path / "data"))
    with (
        serving(CONFIG, *HUNTING, *data, folder=ROOT) as host,
        Guest(host.port, "name olga") as olga,
    ):
        olga.granted("party new hunt top=9")
        olga.granted("party bot 12")
        olga.granted("party start")
        olga.until("round", 2)
        host.die()
        news, token, seq = olga.news, olga.token, olga.numbered[-1][0]
    with (
        serving(CONFIG, *HUNTING, *data, folder=ROOT) as host,
        Guest(host.port, f"resume {token} {seq}") as olga,
    ):
        olga.until("over")
        assert olga.granted("history hunt")["count"] == 9
        shown = olga.granted("party show 1")
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
    came = [each["text"][0].split()[2] for each in news if each["change"] == "entered"]
    assert [(row["name"], row["total"]) for row in shown["standings"]] == sorted(
        ((row["name"], total[row["name"]]) for row in shown["standings"]),
        key=lambda row: (-row[1], came.index(row[0])),
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
