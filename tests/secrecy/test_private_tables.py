"""Law: who does not belong to a private table reads what they would read if it did not exist."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final

import pytest

from parlour.core.persistence import Finished, Played
from parlour.core.sessions import Player
from parlour.engine.options import PRIVATE
from parlour.features.history import commands, known
from parlour.house import House
from parlour.tables.archive import Archive
from parlour.tables.rooms import Room
from parlour.tables.tables import Tables
from parlour_kit import Leak
from parlour_kit.host import Client, Host
from tests.games.hunt.game import HUNT
from tests.house.scene import ok
from tests.store.samples import finished

ASKED: Final = (
    *("tables", "who", "games", "history", "history ann", "history hunt", "replay g1"),
    "seals verify g1",
    *("look 1", "scores 1", "join 1", "join 1 2", "join 1 kodimarelu", "join 1 a b", "watch 1"),
    *("watch 1 kodimarelu", "leave 1", "continue 1", "end 1", "options", "seals 1", "table 1"),
)
"""What can be asked about tables. None of it opens one: its number would tell that there was
another (docs/protocol.md says so)."""


class Scene:
    """Ann and Bob, a person and a program in the lobby, and somebody who comes later."""

    def __init__(self, house_type: type[House] = House) -> None:
        self.host = Host({HUNT.id: HUNT}, house_type=house_type)
        self.ann, self.bob = self.host.program("ann"), self.host.program("bob")
        self.others = {"zoe": self.host.person("zoe"), "pro": self.host.program("pro", "lobby")}

    def play(self, *, until_over: bool) -> None:
        """Ann and Bob play at a private table, and rest when it is over if there is time."""
        opened = ok(self.ann, "new hunt top=2 private=on").text
        word = re.findall(r"join 1 (\w+)", opened)[0]
        ok(self.bob, f"join 1 {word}")
        ok(self.ann, "start", "1")
        ok(self.bob, "2")
        if until_over:
            ok(self.ann, "try bob 2")
            self.host.wait(3)

    def read(self) -> Mapping[str, bytes]:
        """What the others read of all this, and as answers."""
        self.host.wait(5)
        late: dict[str, Client] = {**self.others, "new": self.host.connect()}
        late["new"].send("tables", "dee")
        for client in self.others.values():
            for line in ASKED:
                client.send(line)
        return {name: bytes(client.data) for name, client in late.items()}


def check(house_type: type[House], *, until_over: bool) -> None:
    """Compare a host where Ann and Bob play in private with one where they sit and talk.

    Raises Leak.
    """
    idle, busy = Scene(house_type), Scene(house_type)
    busy.play(until_over=until_over)
    idle.host.wait(busy.host.now - idle.host.now)
    expected, got = idle.read(), busy.read()
    for name, data in expected.items():
        if re.sub(rb"resume \S+", b"", got[name]) != re.sub(rb"resume \S+", b"", data):
            raise Leak(f"{name} reads of a private table")


@pytest.mark.parametrize("until_over", [False, True])
def test_nobody_else_reads_of_a_private_table(until_over: bool) -> None:
    """Not that it exists, who sits there, or what was played there."""
    check(House, until_over=until_over)


def _every(tables: Tables) -> dict[int, Room]:
    return tables.rooms


def _nothing(tables: Tables, value: object) -> None:
    """Keep no list of its own."""


def _any(tables: Tables, number: int, player: Player | None) -> Room | None:
    return tables.rooms.get(number)


def _may(played: Played, asker: int) -> bool:
    return True


def _listed(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Tables, "public", property(_every, _nothing), raising=False)


def _found(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Tables, "known", _any)


def _remembered(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(known, "_may_know", _may)


@pytest.mark.parametrize("leak", [_listed, _found, _remembered])
def test_a_host_that_tells_of_one_is_found_out(
    leak: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the same check: in a list, in a refusal, in the history."""
    leak(monkeypatch)
    with pytest.raises(Leak):
        check(House, until_over=True)


class Shelf(Archive):
    """Games in a list, the newest first."""

    def __init__(self, games: Sequence[Finished]) -> None:
        self._games = games

    def recent(
        self, limit: int, *, player: str | None = None, game: str | None = None
    ) -> Sequence[Played]:
        """The first ones, whosever they are."""
        return self._games[:limit]

    def get(self, record: str) -> Finished | None:
        """The game of that record."""
        return next((each for each in self._games if each.record == record), None)


def test_a_list_of_games_is_as_long_as_if_there_were_no_private_ones() -> None:
    """However many of them lie between: its length tells nothing."""
    most = commands.HISTORY_ROWS
    hidden = [finished(number, options={PRIVATE: True}) for number in range(5 * most)]
    shown = [finished(number) for number in range(5 * most, 7 * most)]
    shelf = Shelf([*hidden, *shown])
    assert commands.recent(shelf, 7, "", frozenset()) == shown[:most]
    assert commands.recent(Shelf(hidden), 7, "", frozenset()) == []
