"""Whoever gives up a seat learns no more of what the rules then do for it than a watcher."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from parlour import Context, Seat, Step
from parlour_kit.host import Client, Host
from tests.games.hunt.game import HUNT
from tests.games.hunt.rules import HuntRules
from tests.games.hunt.state import Event, Hid, Noted, State
from tests.house.scene import events, known, nameless, new_host, ok

SECRET: Final = 17


class HeirRules(HuntRules):
    """Hunt, where the referee hides a number for a player who leaves, and the seat plays on."""

    def left(self, state: State, seat: Seat, ctx: Context) -> Step[State, Event]:
        """A number that nobody may know, and a note."""
        new = replace(
            state,
            numbers={**state.numbers, seat: SECRET},
            notes={**state.notes, seat: f"it is {SECRET}"},
        )
        return Step(new, (Hid(seat, SECRET), Noted(seat, f"it is {SECRET}")))


HEIR: Final = replace(HUNT, id="heir", rules=HeirRules())


def scene(options: str = "") -> tuple[Host, dict[str, Client]]:
    """Ann is host of the table, Bob will leave, Cy stays, Wat watches."""
    host = new_host({"heir": HEIR})
    clients = {name: host.program(name, "view") for name in ("ann", "bob", "cy", "wat")}
    ok(clients["ann"], f"new heir {options}".strip())
    ok(clients["bob"], "join 1")
    ok(clients["cy"], "join 1")
    ok(clients["wat"], "watch 1")
    ok(clients["ann"], "start")
    for client in clients.values():
        client.take()
    return host, clients


def of_the_game(lines: Sequence[str]) -> list[tuple[str, dict[str, Any]]]:
    """The events of the game among *lines*, and the positions."""
    return [
        (name, body) for _, name, body in events(lines) if name == "view" or name[:5] == "heir."
    ]


def test_who_leaves_hears_what_a_watcher_hears() -> None:
    """The prompt they had is closed, and no other follows."""
    _, clients = scene()
    lines = clients["bob"].send("#q /leave")
    told = of_the_game(lines)
    assert [name for name, _ in told] == ["heir.hid", "view"]
    assert told == of_the_game(clients["wat"].take())
    assert not any(str(SECRET) in line for line in lines)
    assert "unprompt" in [name for _, name, _ in events(lines)]


def test_who_is_away_for_too_long_reads_no_more_when_they_come_back() -> None:
    """`resume` makes the lines again, and the same ones."""
    host, clients = scene("absence=forfeit absence_seconds=10")
    player = known(host, "bob")
    before = player.seq
    clients["bob"].lose()
    host.wait(10)
    back = nameless(host, "view")
    lines = back.send(f"#r resume {player.token} {before}")
    told = of_the_game(lines)
    assert [name for name, _ in told] == ["heir.hid"]
    assert not any(str(SECRET) in line for line in lines)


def test_who_leaves_is_asked_nothing_more() -> None:
    """The rules may go on asking an empty seat; nobody reads that."""
    host, clients = scene()
    for name, number in (("ann", 3), ("cy", 5)):
        ok(clients[name], f"/hide {number}")
    for client in clients.values():
        client.take()
    lines = clients["bob"].send("#q /leave")
    names = [name for _, name, _ in events(lines)]
    room = host.house.tables.rooms[1]
    assert room.table.match is not None
    assert Seat(2) in room.table.match.prompts
    assert "heir.hid" in names
    assert "prompt" not in names
