"""Law: the table that a host has told once, and the events after that, are the table it is.

A client that follows them never has to ask. What `look` tells after each step of an evening is
what the client knew already.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

import msgspec
import pytest

from parlour.api import AnyGame
from parlour_client.model import TABLES, Chair, Model, Place, Table
from parlour_client.pending import Answer
from parlour_client.protocol import Body, Heard, No, Ok, read_line
from parlour_client.reduce_events import hear
from parlour_client.reduce_replies import learn
from parlour_kit.host import Host
from tests.games.brittle import BRITTLE
from tests.games.hunt.game import HUNT
from tests.games.open_hunt import OPEN_HUNT
from tests.house.cutting import HUNTING, JOINING, Script
from tests.house.scene import known, new_host

LOST: Final = "lose"
"""In a script: the connection is cut."""
BACK: Final = "back"
"""They come back."""

EVENING: Final[Script] = (
    ("ann", "new hunt top=9"),
    ("bob", "join 1"),
    ("bob", "ready"),
    ("ann", "options answers=cold rated=off"),
    ("ann", "options answers=warm"),
    ("ann", "/bot"),
    ("ann", "/kick Ada"),
    ("cy", "join 1"),
    ("cy", "ready"),
    ("cy", "ready off"),
    ("cy", LOST),
    ("", "5"),
    ("cy", BACK),
    ("bob", LOST),
    ("", "20"),
    ("bob", BACK),
    ("ann", LOST),
    ("", "20"),
    ("ann", BACK),
    ("cy", LOST),
    ("ann", "start"),
    ("cy", BACK),
    ("ann", "/hide 3"),
    ("bob", "/hide 4"),
    ("cy", "/hide 5"),
    ("ann", "/propose pause"),
    ("bob", "/accept"),
    ("cy", "/accept"),
    ("ann", "/propose resume"),
    ("bob", "/accept"),
    ("cy", "/accept"),
    ("bob", "/quit"),
    ("dee", "join 1 bob"),
    ("ann", "/accept"),
    ("cy", "/accept"),
    ("ann", "/leave yes"),
    ("cy", "/propose adjourn"),
    ("dee", "/accept"),
    ("cy", "join 1"),
    ("dee", LOST),
    ("dee", BACK),
    ("cy", "try dee 1"),
    ("cy", "/leave yes"),
    ("dee", "rematch"),
    ("dee", "leave"),
)
"""People sit, are ready, are cut off and come back, play, part and go on, and leave."""
BROKEN: Final[Script] = (
    ("ann", "new brittle"),
    ("bob", "join 1"),
    ("ann", "start"),
    ("ann", "/hide 3"),
    ("bob", "/hide 4"),
    ("ann", "/snap rules"),
    ("ann", "/try bob 7"),
    ("ann", "/continue 1"),
    ("ann", "/propose abort"),
    ("bob", "/accept"),
)
"""A game whose program fails, is continued and called off."""


class Follower:
    """A client without a screen: it reads what the host says, and asks nothing."""

    def __init__(self, host: Host, name: str) -> None:
        self.host, self.name = host, name
        self.model = Model(name)
        self.line = ""
        self._connect(f"name {name}")

    def _connect(self, line: str) -> None:
        self.client, self._seen = self.host.connect(), 0
        self.client.send("HELLO 1 text scene lobby natural")
        self.types(line)

    def types(self, line: str) -> None:
        """Send a request, be cut off, or come back."""
        if line == LOST:
            self.client.lose()
        elif line == BACK:
            self._connect(f"resume {known(self.host, self.name).token}")
        else:
            self.line = line
            self.client.send(f"#2 {line}")
        self.follow()

    def follow(self) -> None:
        """Read what has come."""
        for line in self.client.data[self._seen :].splitlines():
            match read_line(line):
                case Heard() as heard:
                    self.model = hear(self.model, heard, 0)
                case Ok(id="2", body=body):
                    self.model = learn(self.model, self.line, Answer(body), 0)
                case _:
                    pass
        self._seen = len(self.client.data)

    @property
    def told(self) -> Body | None:
        """The table as the host tells it now; None if they are at none. It is not followed."""
        self.client.send("#look /look")
        lines = self.client.data[self._seen :].splitlines()
        self._seen = len(self.client.data)
        (answer,) = [line for line in map(read_line, lines) if isinstance(line, Ok | No)]
        return answer.body["at"] if isinstance(answer, Ok) else None


def same(table: Table, at: Body) -> None:
    """What the client knows is what the host tells."""
    seats = [None if each is None else msgspec.convert(each, Chair) for each in at["seats"]]
    chairs = [
        Chair(each.seat, each.name, each.bot, each.ready, each.away)
        if each.name is not None and not each.gone
        else None
        for each in table.chairs
    ]
    host = None if at["host"] is None else at["seats"][at["host"] - 1]["name"]
    assert chairs == seats
    assert (table.number, table.game, table.title) == (at["table"], at["game"], at["title"])
    assert (table.state, table.seat, table.host) == (at["state"], at["you"], host)
    assert at.get("options", {}).items() <= table.options.items()
    result = at.get("result")
    if result is not None:
        assert table.winners == frozenset(result["winners"])
        points = [(row["name"], row["points"]) for row in result["scores"]]
        assert [(each.name, each.points) for each in table.chairs if each.name] == points


NAMES: Final = ("ann", "bob", "cy", "dee", "wat")
SCRIPTS: Final[Mapping[str, tuple[AnyGame, Script]]] = {
    "evening": (HUNT, EVENING),
    "two games": (HUNT, HUNTING),
    "joining": (OPEN_HUNT, JOINING),
    "broken": (BRITTLE, BROKEN),
}


@pytest.mark.parametrize("name", SCRIPTS)
def test_who_follows_the_events_knows_the_table(name: str) -> None:
    """Players and a watcher, after every step; also those who were cut off."""
    game, script = SCRIPTS[name]
    host = new_host({game.id: game})
    people = {each: Follower(host, each) for each in NAMES}
    compared = 0
    for step, (who, line) in enumerate(script):
        if who:
            people[who].types(line)
        else:
            host.wait(float(line))
        if step == 1:
            people["wat"].types("watch 1")
        for each in people.values():
            each.follow()
        for each in people.values():
            at = None if each.client.closed else each.told
            table = each.model.table
            if at is not None:
                assert table is not None, (step, each.name)
                same(table, at)
                fresh = hear(Model(each.name), Heard(0, "at", {"at": at, "text": []}), 0).table
                assert fresh is not None, "who has just begun reads the same"
                same(fresh, at)
                compared += 1
            elif not each.client.closed:
                assert table is None, (step, each.name)
    assert compared > len(script)


def test_who_is_told_the_table_need_not_ask_for_the_list() -> None:
    """If the client has it already. In the lobby it asks again."""
    host = new_host({"hunt": HUNT})
    ann = Follower(host, "ann")
    listed = replace(ann.model, places=MappingProxyType({7: Place(7, "hunt")}), wants=frozenset())
    ann.model = listed
    ann.types("new hunt")
    assert TABLES not in ann.model.wants
    ann.types("leave")
    assert TABLES in ann.model.wants


def test_points_stay_with_the_players_they_belong_to() -> None:
    """A seat that somebody has left in the game keeps its name and its points."""
    host = new_host({"hunt": HUNT})
    ann, bob, cy = (Follower(host, each) for each in ("ann", "bob", "cy"))
    ann.types("new hunt")
    for each in (bob, cy):
        each.types("join 1")
    ann.types("start")
    cy.types("/leave yes")
    ann.follow()
    ann.types("/look")
    table = ann.model.table
    assert table is not None
    points = [(each.name, each.points, each.gone) for each in table.chairs[:3]]
    assert points == [("ann", 0, False), ("bob", 0, False), ("cy", 0, True)]


def test_a_table_that_an_older_host_tells_of_is_known_as_before() -> None:
    """It says no more than the number."""
    model = learn(Model("ann"), "watch 3", Answer({"table": 3, "seat": None}), 0)
    assert model.table is not None
    assert (model.table.number, TABLES in model.wants) == (3, True)
    options = Heard(1, "notice", {"kind": "options", "table": 3})
    assert hear(model, options, 0).table == model.table
    assert hear(model, Heard(2, "at", {"at": {"table": 3}}), 0).table == model.table


def test_the_table_that_we_look_at_beside_our_own_is_told_too() -> None:
    """Nothing of it is taken for ours."""
    host = new_host({"hunt": HUNT})
    ann, bob = Follower(host, "ann"), Follower(host, "bob")
    ann.types("new hunt top=9")
    bob.types("watch 1")
    bob.types("new hunt")
    bob.types("/look 1")
    own, glance = bob.model.table, bob.model.glance
    assert own is not None
    assert glance is not None
    assert (own.number, own.names, dict(own.options)) == (2, {1: "bob"}, {})
    assert (glance.number, glance.names, dict(glance.options)) == (1, {1: "ann"}, {"top": 9})
