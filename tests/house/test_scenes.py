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
from parlour_kit.host import Client, Host
from tests.games.hunt.game import HUNT
from tests.games.hunt.text_ui import HuntTextUI
from tests.house.scene import Words, ask, events, known, names, new_host, ok


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
    assert list(after) == ["table", "state", "scene", "left_ms", "at", "text"]
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


class Still(HuntTextUI):
    """Hunt, which always looks the same."""

    def draw(self, view: Any, reader: Reader) -> Scene:
        """A dark room."""
        return Scene((Text.of("It is dark."),))


def still(*others: str) -> tuple[Host, dict[str, Client]]:
    """A game that always looks the same, with ann, bob, and those who watch."""
    host = new_host({"hunt": replace(HUNT, text_ui=Still())})
    people = {name: host.program(name, "scene") for name in ("ann", "bob", *others)}
    ok(people["ann"], "new hunt")
    ok(people["bob"], "join 1", "ready")
    for name in others:
        ok(people[name], "watch 1")
    ok(people["ann"], "start")
    return host, people


def test_a_scene_says_how_long_the_game_waits() -> None:
    """For everybody what `look` says, whose turn it may be; and then, not when it began."""
    host, people = still("wat", "wim")
    ok(people["ann"], "/hide 3")
    host.wait(20)
    ok(people["bob"], "/hide 4")
    for name in ("wat", "wim"):
        told = events(people[name].take())
        left = [body["left_ms"] for _, kind, body in told if kind == "scene"]
        assert left == [60_000, 60_000], "the hiding, and the turn of ann"
    host.wait(10)
    assert ok(people["wat"], "look").body["left_ms"] == 50_000
    token = known(host, "bob").token
    again = host.connect().send("HELLO 1 text scene", f"#1 resume {token}")
    assert [body["left_ms"] for _, kind, body in events(again) if kind == "scene"] == [50_000]


def test_a_scene_that_is_like_the_one_before_is_not_sent_again() -> None:
    """Unless the deadline is another, or they may have put the one before away."""
    host, people = still("wat")
    ann, bob, wat = people.values()
    assert names(wat.take())[-1] == "scene"
    ok(ann, "/hide 3")
    assert names(bob.take())[-1] == "hunt.hid", "it looks the same, and so does the clock"
    host.wait(1)
    ok(bob, "/hide 4")
    assert names(wat.take()) == ["hunt.hid", "hunt.hid", "hunt.turn", "scene"], "a new turn"
    ok(bob, "/cheer loudly")
    assert names(wat.take()) == ["hunt.cheered"]
    ok(wat, "leave", "watch 1")
    ok(bob, "/cheer softly")
    assert names(wat.take()) == ["hunt.cheered", "scene"]
    ok(wat, "set lang fr")
    ok(bob, "/cheer softly")
    assert names(wat.take()) == ["hunt.cheered", "scene"], "the one before was in English"
    player = known(host, "wat")
    again = host.connect()
    again.send("HELLO 1 text scene", f"#1 resume {player.token}")
    ok(bob, "/cheer softly")
    assert names(again.take()) == ["hunt.cheered", "scene"]


def test_what_was_left_out_is_not_missed_by_who_comes_back() -> None:
    """What led to no scene is made again without it, so the numbers of events are the same."""
    host, people = still("wat")
    player = known(host, "wat")
    ok(people["ann"], "/hide 3")
    host.wait(1)
    ok(people["bob"], "/hide 4", "/cheer loudly", "/cheer softly")
    heard = [(seq, name) for seq, name, _ in events(people["wat"].take())]
    last = heard[-1][0]
    assert heard[-2:] == [(last - 1, "hunt.cheered"), (last, "hunt.cheered")]
    told = host.connect().send("HELLO 1 text scene", f"#1 resume {player.token} {heard[0][0]}")
    assert [(seq, name) for seq, name, _ in events(told)] == heard[1:]


def test_a_game_begins_with_a_scene_even_if_the_last_one_looked_the_same() -> None:
    """A client may have put that away when the game began."""
    host, people = still("wat")
    host.wait(1)
    ok(people["ann"], "/propose abort")
    ok(people["bob"], "/accept 1")
    people["wat"].take()
    ok(people["ann"], "rematch")
    ok(people["bob"], "rematch")
    told = names(people["wat"].take())
    assert told[-1] == "scene"
    assert "started" in told


def test_lines_are_never_wrapped_for_those_who_tap_or_want_it() -> None:
    """A reader who taps begins like that."""
    host = new_host()
    tapper, typer = host.program("tap", "taps"), host.program("typ")
    wrong = "set how now"
    assert len(ask(tapper, wrong).body["text"]) == 1
    assert ok(tapper, "set width 40").body["value"] == 40
    ok(typer, "set width 40")
    assert len(ask(tapper, wrong).body["text"]) == len(ask(typer, wrong).body["text"]) == 3
    assert ok(typer, "set width 0").body == {"key": "width", "value": 0, "text": ["width is 0."]}
    assert len(ask(typer, wrong).body["text"]) == 1
