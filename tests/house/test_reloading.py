"""An author changes the code of a game while people play it (`parlour serve --reload`)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from parlour.api import AnyGame, Context, Heard, Reader, Seat, Viewer
from parlour.cli._reload import explained
from parlour.core.effects import Reloaded
from parlour.scene import Cell, Grid, Row, Scene, Text
from parlour_kit.host import Client
from tests.games.hunt.game import HUNT
from tests.games.hunt.rules import HuntRules
from tests.games.hunt.state import State
from tests.games.hunt.text_ui import HuntTextUI
from tests.games.hunt.views import HuntViews
from tests.house.scene import Party, ask, events, held, ok
from tests.house.test_held import notices

THEN = replace(HUNT, code="a" * 32)
BROKEN = "the code of hunt cannot be used: SyntaxError: invalid syntax (hunt.py, line 3)"
SYNTAX = BROKEN.partition(": ")[2]


class OtherWords(HuntTextUI):
    """Asks in other words."""

    def ask(self, prompt: Any, view: Any, reader: Any) -> list[str]:
        return ["Other words?"]


class Fails(HuntTextUI):
    def say(self, heard: Heard, reader: Reader) -> list[str]:
        raise ZeroDivisionError("a number over nothing")


class Stricter(HuntRules):
    """Nobody could hide what has been hidden."""

    def apply(self, state: State, seat: Seat, move: Any, ctx: Context) -> Any:
        raise KeyError("no numbers any more")


class Clings(HuntRules):
    def left(self, state: State, seat: Seat, ctx: Context) -> Any:
        raise KeyError("gone")


class Blind(HuntViews):
    def look(self, state: State, viewer: Viewer) -> Any:
        if not isinstance(viewer, int):
            raise KeyError("watcher")
        return super().look(state, viewer)


def deepest(error: BaseException) -> str:
    """What `--reload` tells, without the place."""
    while error.__cause__ is not None:
        error = error.__cause__
    return f"{type(error).__name__}: {error}"


def playing(*, explains: bool = True, start: bool = True) -> Party:
    """Ann, Bob and Cy in a game, all programs, and two watchers; Ann is to try first."""
    people = ("ann", "bob", "cy")
    party = Party(*people, programs=people, watchers=("wat",), start=start)
    vic = party.clients["vic"] = party.host.program("vic", "view")
    ok(vic, "watch 1")
    if explains:
        party.host.house.out.explain = deepest
    if start:
        party.hide(3, 4, 5)
    for client in party.clients.values():
        client.take()
    return party


def change(party: Party, game: AnyGame | None = None, broken: str = "") -> None:
    games = {} if game is None else {"hunt": game}
    party.host.tick([Reloaded(games, {"hunt": broken} if broken else {})])


def told(client: Client) -> list[str]:
    """The sentences of notices since the last time."""
    news = events(client.take())
    return [" ".join(map(str.strip, body["text"])) for _, name, body in news if name == "notice"]


def test_new_words_are_read_at_once() -> None:
    """The table goes on where it was, and asks in the new words; watchers see it again. A
    table without a game takes the code silently, and other games do not notice.
    """
    party = playing()
    change(party, replace(THEN, text_ui=OtherWords()))
    assert "Other words?" in party["ann"].data.decode()
    assert [name for _, name, _ in events(party["vic"].take())] == ["notice", "view"]
    assert held(party.host.house) == {}
    ok(party["ann"], "try bob 4")
    party = playing(start=False)
    change(party, replace(THEN, text_ui=OtherWords()))
    assert told(party["ann"]) == []
    assert party.room.table.game.text_ui == party.host.house.tables.games["hunt"].text_ui
    party = playing()
    before = party.room.table
    party.host.tick([Reloaded({}, {"other": "gone"})])
    assert party.room.table is before


def test_code_that_cannot_be_loaded_holds_the_table() -> None:
    """All who sit there read why; once, and again when the reason is another one."""
    party = playing()
    change(party, broken=SYNTAX)
    assert held(party.host.house) == {1: BROKEN}
    line = f"Table 1 is held: {BROKEN}."
    mend = "Mend the file and save it: the table then goes on by itself."
    again = "To go on with the code that was loaded last: continue 1"
    assert told(party["bob"]) == [f"{line} {mend}"]
    assert told(party["ann"]) == [f"{line} {mend} {again}"]
    record = len(party.room.record)
    change(party, broken=SYNTAX)
    assert len(party.room.record) == record
    change(party, broken="NameError: x")
    assert len(party.room.record) == record + 1
    assert party.host.reports[0].text == BROKEN
    change(party, THEN)
    assert held(party.host.house) == {}
    ok(party["ann"], "try bob 4")


@pytest.mark.parametrize(
    ("explains", "why"),
    [
        (True, "KeyError: 'no numbers any more'"),
        (False, "its record cannot be followed (GameFault)"),
    ],
)
def test_a_record_that_does_not_fit_holds_the_table(explains: bool, why: str) -> None:
    """The reason is what the new code raised; without an author, since its words may quote a card,
    only that it failed.
    """
    party = playing(explains=explains)
    change(party, replace(THEN, rules=Stricter()))
    assert held(party.host.house) == {1: why}


def test_who_left_meanwhile_may_be_too_much_for_it() -> None:
    """The game is told when it is back, and fails over it: the table waits on."""
    party = playing()
    change(party, broken=SYNTAX)
    ok(party["cy"], "/leave yes")
    change(party, replace(THEN, rules=Clings()))
    assert held(party.host.house) == {1: "KeyError: 'gone'"}
    change(party, THEN)
    assert held(party.host.house) == {}


def test_a_fault_is_explained_to_the_table() -> None:
    """With the text of the exception; and the next change thaws the table. A view that fails over
    watchers freezes it at once.
    """
    party = playing()
    change(party, replace(THEN, text_ui=Fails()))
    party["ann"].send("#q try bob 4")
    assert party.state == "frozen"
    why = "ZeroDivisionError: a number over nothing"
    for name in ("ann", "bob", "cy", "vic"):
        assert ("explained", why) in notices(party[name]), name
    change(party, THEN)
    assert party.state == "playing"
    ok(party["ann"], "try bob 4")
    change(party, replace(THEN, views=Blind()))
    assert party.state == "frozen"


def test_in_production_nobody_reads_an_exception() -> None:
    """The same fault without `--reload`."""
    party = playing(explains=False)
    change(party, replace(THEN, text_ui=Fails()))
    party["ann"].send("#q try bob 4")
    assert party.state == "frozen"
    for client in party.clients.values():
        assert "a number over nothing" not in client.data.decode()


def test_a_game_that_cannot_start_is_explained() -> None:
    class NoStart(HuntRules):
        def start(self, setup: Any, ctx: Any) -> Any:
            raise KeyError("no start")

    party = playing(start=False)
    change(party, replace(THEN, rules=NoStart()))
    for name in ("bob", "cy"):
        party[name].send("#q start")
    assert "Hunt could not start. KeyError: 'no start'" in party["ann"].data.decode() + "".join(
        party["ann"].send("#q start")
    )


def test_a_game_that_is_over_stays_over() -> None:
    """It is held without its result, and back with it. At an adjourned one nothing is folded
    while nobody is there.
    """
    party = playing()
    for name in ("bob", "cy"):
        ok(party[name], "/leave yes")
    assert party.state == "over"
    change(party, broken=SYNTAX)
    assert held(party.host.house) == {1: BROKEN}
    change(party, THEN)
    assert party.state == "over"
    party = playing()
    ok(party["ann"], "/propose adjourn")
    for name in ("bob", "cy"):
        ok(party[name], "/accept")
    assert party.room.table.state == "adjourned"
    before = party.room.table
    change(party, replace(THEN, text_ui=OtherWords()))
    assert party.room.table is before


def test_a_change_waits_for_the_disk() -> None:
    """While nothing can be stored, nothing changes."""
    party = playing()
    house = party.host.house
    house.wait("The disk is full.", (), party.host.now, 0.0)
    change(party, broken=SYNTAX)
    assert held(house) == {}
    house.go_on(party.host.now, 0.0)
    party.host.tick([])
    assert held(house) == {1: BROKEN}


class DrawsSets(HuntTextUI):
    """Draws a board with a set in one of its rows."""

    def draw(self, view: Any, reader: Reader) -> Scene:
        scene = super().draw(view, reader)
        wrong: Any = {"a", "b"}
        return Scene((*scene.blocks, self.board(wrong)), scene.title)

    def board(self, row: Any) -> Grid:
        """The line that the author looks for."""
        return Grid("Board", (Row((Cell(row),)),))


class DrawsWide(HuntTextUI):
    def draw(self, view: Any, reader: Reader) -> Scene:
        scene = super().draw(view, reader)
        return Scene((*scene.blocks, self.board()), scene.title)

    def board(self) -> Grid:
        """The line that the author looks for."""
        return Grid("Board", (Row((Cell("abc"),) * 11),))


class DrawsLong(HuntTextUI):
    """Draws a block that is made when the module is imported."""

    LONG = Text.of("x" * 3_000)

    def draw(self, view: Any, reader: Reader) -> Scene:
        return Scene((self.LONG,))


class DrawsNothing(HuntTextUI):
    def draw(self, view: Any, reader: Reader) -> Any:
        super().draw(view, reader)


@pytest.mark.parametrize(
    ("text_ui", "place"),
    [
        (DrawsSets(), ", Grid: test_reloading.py line "),
        (DrawsSets(), ": return Grid("),
        (DrawsWide(), "40 columns - at `$.blocks["),
        (DrawsWide(), ", Grid: test_reloading.py line "),
        (DrawsWide(), ": return Grid("),
        (DrawsLong(), "(block 1, Text: test_reloading.py line "),
        (DrawsLong(), "in DrawsLong.draw: def draw("),
        (DrawsNothing(), "(test_reloading.py line "),
        (DrawsNothing(), "in DrawsNothing.draw: def draw("),
    ],
)
def test_a_scene_that_cannot_be_shown_names_its_block_and_line(
    text_ui: HuntTextUI, place: str
) -> None:
    """The line that made the block, or the method that draws if there is no such line."""
    party = playing()
    party.host.house.out.explain = explained
    change(party, replace(THEN, text_ui=text_ui))
    for line in ("#q look", "#q try bob 4"):
        party["ann"].send(line)
    found = [why for kind, why in notices(party["bob"]) if kind == "explained"]
    assert found, party.state
    assert found[0].startswith("SceneFault: ")
    assert place in found[0]


def test_watchers_of_a_held_table_read_why_and_who_sits_there() -> None:
    """They can do nothing about it. Also when most players have got up."""
    party = playing()
    change(party, broken=SYNTAX)
    lines = party["wat"].send("look 1")
    assert lines[0].startswith("Table 1 is held: the code of hunt cannot be used: SyntaxError")
    assert lines[-3:] == ["  seat 1: ann (host)", "  seat 2: bob", "  seat 3: cy"]
    for name in ("ann", "bob"):
        party[name].send("#1 leave yes")
    assert ask(party["vic"], "look 1").text.startswith("Table 1 is held: ")
    assert len(party.host.reports) == 1
