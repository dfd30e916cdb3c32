"""Scenes for programs that ask for them: what they hold, and when they are made."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any, Final

import pytest

from parlour import Reader, Scene, Text
from parlour.api import AnyGame
from parlour.lexicons import BUILTIN
from parlour.plugins import find_games
from parlour.testing.host import Client, Host
from tests.games.hunt.game import HUNT
from tests.games.hunt.text_ui import HuntTextUI
from tests.house.scene import Words, events, known, new_host, ok


class Counting(HuntTextUI):
    """Hunt, which counts how often it is drawn, and fails if that is wanted."""

    def __init__(self) -> None:
        self.drawn: list[object] = []
        self.fails = False

    def draw(self, view: Any, reader: Reader) -> Scene:
        """One paragraph, or more bytes than a scene may have."""
        self.drawn.append(reader.viewer)
        blocks = tuple(Text.of("x" * 2_000) for _ in range(9 if self.fails else 0))
        return Scene((*super().draw(view, reader).blocks, *blocks))


def table(*capabilities: str) -> tuple[Counting, Host, dict[str, Client]]:
    """Ann and bob, who are asked to hide a number, and two watchers."""
    ui = Counting()
    host = new_host({"hunt": replace(HUNT, text_ui=ui)})
    people = {name: host.program(name, *capabilities) for name in ("ann", "bob", "wat", "wim")}
    ok(people["ann"], "new hunt")
    ok(people["bob"], "join 1", "ready")
    for name in ("wat", "wim"):
        ok(people[name], "watch 1")
    ok(people["ann"], "start")
    return ui, host, people


def scenes(client: Client) -> list[Any]:
    """Those of the events that have come since."""
    return [body["scene"] for _, name, body in events(client.take()) if name == "scene"]


@pytest.mark.parametrize("capabilities", [(), ("view",)])
def test_no_scene_is_made_for_those_who_did_not_ask(capabilities: tuple[str, ...]) -> None:
    """Not one."""
    ui, _, people = table(*capabilities)
    ok(people["ann"], "/hide 3")
    ok(people["bob"], "/hide 4")
    assert ui.drawn == []


def test_a_scene_is_drawn_once_for_all_who_see_the_same() -> None:
    """Watchers share one, `look` takes the one that was sent, and so does who resumes."""
    ui, host, people = table("scene")
    assert len(ui.drawn) == len({*ui.drawn}) == 3
    ui.drawn.clear()
    ok(people["ann"], "/hide 3")
    drawn = list(ui.drawn)
    assert len(drawn) == len(set(drawn))
    sent = scenes(people["wat"])[-1]
    assert scenes(people["wim"])[-1] == sent
    assert ok(people["wat"], "look").body["scene"] == sent
    bobs = scenes(people["bob"])[-1]
    assert ok(people["bob"], "/look").body["scene"] == bobs
    player = known(host, "bob")
    again = host.connect()
    told = again.send("HELLO 1 text scene", f"#1 resume {player.token}")
    assert [body["scene"] for _, name, body in events(told) if name == "scene"] == [bobs]
    assert ui.drawn == drawn


def test_look_answers_with_a_scene_in_place_of_the_view() -> None:
    """Null before the first game."""
    host = new_host()
    ann = host.program("ann", "view", "scene")
    ok(ann, "new hunt", "bot")
    before = ok(ann, "/look").body
    assert before["scene"] is None
    ok(ann, "start")
    after = ok(ann, "/look").body
    assert list(after) == ["table", "state", "scene", "left_ms", "text"]
    said = [run["text"] for block in after["scene"]["blocks"] for run in block["runs"]]
    assert said == after["text"][:-1], "but for the time left"


def test_a_scene_that_cannot_be_sent_stops_the_table() -> None:
    """As a view does: before anything has happened for anybody."""
    ui, host, people = table("scene")
    people["wat"].take()
    ui.fails = True
    people["ann"].send("#1 /hide 3")
    told = [name for _, name, _ in events(people["wat"].take())]
    assert told == ["fault"]
    assert host.house.tables.rooms[1].table.state == "frozen"


COLOURS: Final = re.compile("\x1b\\[[0-9;]+m")


@pytest.mark.parametrize("game", find_games(lexicons=BUILTIN).games.values(), ids=lambda g: g.id)
def test_a_person_who_wants_colours_reads_the_same_words_in_them(game: AnyGame) -> None:
    """At every width; until they are switched off again."""
    host = new_host({game.id: game}, {"en": Words()})
    ann, bob, cy, dee = (host.person(name) for name in ("ann", "bob", "cy", "dee"))
    ann.send(f"new {game.id}")
    for other in (bob, cy, dee):
        other.send("join 1")
    ann.send("start")
    for width in (40, 52, 79, 120):
        ann.send(f"/set width {width}", "/set colour off")
        plain = ann.send("/look")
        assert ann.send("/set colour on") == ["colour is on."]
        coloured = ann.send("/look")
        assert [COLOURS.sub("", line) for line in coloured] == plain
        assert coloured != plain
        assert all(line.endswith("\x1b[0m") or "\x1b" not in line[-1:] for line in coloured)


def test_nothing_of_a_game_gets_into_the_colours() -> None:
    """A game's own escapes are dropped, as everywhere."""

    class Nasty(HuntTextUI):
        def draw(self, view: Any, reader: Reader) -> Scene:
            return Scene((Text.of("\x1b[31mred\x07\nfire", "bad"),))

    host = new_host({"hunt": replace(HUNT, text_ui=Nasty())})
    ann = host.person("ann")
    ann.send("set colour on", "new hunt", "bot", "start")
    first, *_ = ann.send("/look")
    assert first == "\x1b[31m[31mredfire\x1b[0m"
