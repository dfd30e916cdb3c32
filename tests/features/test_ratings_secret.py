"""Nobody learns from a ladder of a game at a private table. The fault is planted and found out."""

from __future__ import annotations

import re
from typing import Any

import pytest
from msgspec.structs import replace as changed

from parlour.commands.call import Context
from parlour.features.ratings import hears as rating
from parlour.tables.rooms import Room
from parlour_kit import Leak
from parlour_kit.host import Host
from tests.games.hunt.game import HUNT
from tests.house.scene import ok


def check_private_ratings() -> None:
    """Two people with passwords play at a private table. Raises Leak if it counts."""
    host = Host({HUNT.id: HUNT})
    ann, bob = host.program("ann"), host.program("bob")
    for client in (ann, bob):
        ok(client, "register correct horse")
    word = re.findall(r"join 1 (\w+)", ok(ann, "new hunt top=2 private=on").text)[0]
    ok(bob, f"join 1 {word}")
    ok(ann, "start", "1")
    ok(bob, "2")
    ok(ann, "try bob 2")
    if {row["name"] for row in ok(host.program("zoe"), "top hunt").items} & {"ann", "bob"}:
        raise Leak("a game at a private table shows in the ratings")


def test_a_private_game_is_not_rated() -> None:
    """Else the ladder would tell everybody that it was played, by whom, and who won."""
    check_private_ratings()


def test_a_host_that_rates_private_games_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def judge(context: Context, room: Room, over: Any) -> Any:
        table = room.table
        room.table = changed(table, word="")
        try:
            return honest(context, room, over)
        finally:
            room.table = table

    honest = rating.judge
    monkeypatch.setattr(rating, "judge", judge)
    with pytest.raises(Leak, match="ratings"):
        check_private_ratings()
