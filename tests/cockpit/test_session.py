"""The cockpit without a screen: lines in, lines out."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from cheat import CHEAT_GAME as CHEAT
from cheat.rules import CheatRules
from cheat.text import CheatText
from cheat.views import CheatViews
from parlour.api import AnyGame, Scoring, Seat, Step
from parlour.candidates import lines as offered
from parlour.lexicons import Lexicons
from parlour.rendering import plain
from parlour.scene import Cell, Grid, Row, Scene, Text
from parlour_kit import position
from parlour_kit.cockpit.lines import both, read
from parlour_kit.cockpit.marks import Compared, marked, narrowed
from parlour_kit.cockpit.running import by_lines
from parlour_kit.cockpit.session import Cockpit
from parlour_kit.cockpit.tree import Node
from parlour_kit.cockpit.verbs import Reply, acts_listed, do
from parlour_kit.position import Position, PositionFault
from parlour_probe import PROBE
from parlour_probe.rules import ProbeRules
from tictactoe import TICTACTOE, BoardRules

LISTS = Lexicons()
OTHERS = (
    *("back", "back 3", "forward", "forward 2", "go 0", "go end", "go 2", "wait", "wait 5"),
    *("leave", "leave bob", "join", "line 1", "line 2", "see ann bob", "see raw", "see watcher"),
    *("twin", "twin bob", "twin off", "as bob", "as cy pass", "set turn 1", "set turn x"),
    *(
        "bot bob random",
        "bot bob off",
        "think",
        "go 99",
        "see zoe",
        "nonsense",
        "/",
        "as",
        "line x",
    ),
    *(
        "clock",
        "json",
        "set deal.9 1",
        "begin 3",
        "save",
        "load /no/such/file",
        "lang fr",
        "back x",
    ),
)


def cockpit(game: AnyGame = CHEAT, seats: int = 3, **more: Any) -> Cockpit:
    return Cockpit.begin(game, LISTS, Position(game=game.id, seats=seats, **more))


def typed(at: Cockpit, *lines: str) -> Reply:
    """Type lines, all of which must be carried out, and return the reply to the last."""
    reply = Reply([])
    for line in lines:
        reply = do(at, line)
        assert reply.ok, f"{line}: {reply.lines}"
    return reply


def shown(at: Cockpit) -> tuple[Any, ...]:
    """Everything that an author can see."""
    states = [node.now.state for node in at.root.every() if node.moment is not None]
    return both(at), at.acting, at.now, states, list(at.bots), at.running, at.machine


@settings(max_examples=25, deadline=None)
@given(st.lists(st.one_of(st.sampled_from(OTHERS), st.integers(0, 99)), max_size=16))
def test_whatever_is_typed(script: list[str | int]) -> None:
    """A refused line changes nothing; back and forward is the same; a file is the same game."""
    at = cockpit()
    for step in script:
        line = str(step)
        prompt = at.prompts.get(at.acting)
        if isinstance(step, int):
            if prompt is None:
                continue
            moves = offered(prompt, at.names, Random(step))
            line = " ".join(moves[step % len(moves)])
        before = shown(at)
        reply = do(at, line)
        if not reply.ok:
            assert shown(at) == before, line
            assert all("\n" not in each for each in reply.lines)
    _there_and_back(at)
    _kept(at)


def _there_and_back(at: Cockpit) -> None:
    here, before = at.node, shown(at)[0][1:]
    passed = at.passed
    if here.parent is not None and here is here.tip:
        typed(at, "back", "forward")
        assert at.node is here
        if not passed:
            assert shown(at)[0][1:] == before


def _kept(at: Cockpit) -> None:
    """What a file holds is the same line of positions: played again, it equals the live one."""
    kept = position.decoded(position.encoded(at.position()), "f")
    again = cockpit()
    again.load(kept)
    assert not again.trouble
    assert again.node.depth == at.node.depth
    live, played = at.node.tip.path, again.node.tip.path
    assert [node.now.state for node in live] == [node.now.state for node in played]
    assert again.position().acts == at.position().acts


def test_another_way_keeps_the_old_line() -> None:
    at = cockpit(PROBE)
    typed(at, "hide TEAPOT", "hide COFFEE", "hide MILK", "ask bob e", "back", "ask cy e")
    assert typed(at, "lines").lines == [
        "    1  4 acts: ann: ask bob E",
        ">   2  4 acts: ann: ask cy E",
    ]
    typed(at, "line 1")
    assert list(acts_listed(at))[-2:] == ["    3  cy: hide MILK +", ">   4  ann: ask bob E"]


def test_what_one_sees_and_the_other_does_not_is_marked() -> None:
    at = cockpit(PROBE)
    typed(at, "hide TEAPOT", "hide COFFEE", "hide MILK", "see ann bob")
    text = both(at)
    assert any(line.startswith("ann (you) T! E! A! P! O! T!  -") for line in text)
    assert any(line.startswith("cy         ?  ?  ?  ?  -") for line in text)
    assert "It's your turn to ask." in text
    assert [mark for mark, _ in read(at, right=False)] == [False, False]
    typed(at, "json")
    assert '!racks.0.own = ["T","E","A","P","O","T"]' in both(at)
    assert 'phase = "asking"' in both(at)


def test_a_leak_is_a_mark_beside_a_twin() -> None:
    sound = cockpit()
    typed(sound, "see bob", "twin")
    assert not any(line.startswith("!") or "! " in line for line in both(sound)[1:])
    leaky = cockpit(_leaky(CHEAT))
    typed(leaky, "see bob", "twin")
    assert "== bob  1 field differs (type json)" in both(leaky), "the picture does not show it"
    typed(leaky, "json")
    assert sum(line.startswith("!hint") for line in both(leaky)) == 2


def test_an_order_is_marked() -> None:
    one, two = Text.of("ann has played."), Text.of("bob has played.")
    mine, other = Compared(Scene((one, two)), "cy"), Compared(Scene((two, one)), "cy")
    assert list(plain(marked(mine, other), 79)) == ["ann has played.", "! bob has played."]
    assert marked(mine, mine) == mine.scene


def test_the_status_of_a_twin_is_marked_and_that_of_somebody_else_is_not() -> None:
    four, five = (Scene((), status=f"Bob plays: {n} cards fit.") for n in (4, 5))
    assert marked(Compared(four, "cy"), Compared(five, "cy")).status.startswith("! Bob")
    assert marked(Compared(four, "cy"), Compared(five, "bob")).status == four.status


def test_a_board_without_a_column_to_spare_keeps_its_width() -> None:
    def scene(word: str) -> Compared:
        cells = tuple([Cell(f"{word}{at:05}") for at in range(5)])
        return Compared(Scene((Grid("board", (Row(cells),)),)), "cy")

    (line,) = plain(narrowed(marked(scene("ab"), scene("cd"))), 40)
    assert len(line) <= 40
    assert line.split() == [f"ab{at:05}"[:-1] + "!" for at in range(5)]


def _leaky(game: AnyGame) -> AnyGame:
    """Return *game* with a view that tells something of the hidden part of the state."""

    class Views(CheatViews):
        def look(self, state: Any, viewer: Any) -> Any:
            return {"view": super().look(state, viewer), "hint": hash(repr_of(state)) % 1000}

    class TextUI(CheatText):
        def draw(self, view: Any, reader: Any) -> Any:
            return super().draw(view["view"], reader)

        def ask(self, prompt: Any, view: Any, reader: Any) -> Any:
            return super().ask(prompt, view["view"], reader)

        def parse(self, verb: str, rest: str, view: Any, reader: Any) -> Any:
            return super().parse(verb, rest, view["view"], reader)

    return replace(game, views=Views(), text_ui=TextUI())


def repr_of(state: Any) -> str:
    from parlour_kit.editing import fields

    return str(fields(state))


def test_a_fault_of_the_game_is_a_line_with_its_place() -> None:
    class TextUI(CheatText):
        def draw(self, view: Any, reader: Any) -> Any:
            raise KeyError("ann")

    class Rules(CheatRules):
        def time_up(self, state: Any, ctx: Any) -> Any:
            return 1 // 0

    at = cockpit(replace(CHEAT, text_ui=TextUI(), rules=Rules()))
    place = "test_session.py line"
    assert any("KeyError: 'ann' (" + place in " ".join(both(at)[n : n + 3]) for n in range(40))
    before = at.node
    reply = do(at, "wait")
    assert not reply.ok
    assert reply.lines[0].startswith(
        f"ZeroDivisionError: integer division or modulo by zero ({place}"
    )
    assert at.node is before


def test_the_end_says_who_has_won() -> None:
    at = cockpit(TICTACTOE, 2)
    typed(at, "5", "1", "4", "2", "6")
    told = both(at)
    assert "ann < Game over: ann wins. ann 1, bob 0." in told
    assert "bob < Game over: ann wins. ann 1, bob 0." in told
    typed(at, "json")
    assert any(line.startswith("ann < over") for line in both(at))
    typed(at, "json", "back", "leave bob", "see watcher raw")
    told = both(at)
    assert [line for line in told if "Game over" in line] == [
        "watcher < Game over: ann wins. ann 0, bob 0.",
        "raw < Game over: ann wins. ann 0, bob 0.",
    ]


def test_who_has_left_does_not_win_by_default() -> None:
    """As at a table: nobody has a point, so who stays wins alone."""

    class Played(BoardRules):
        def left(self, state: Any, seat: Seat, ctx: Any) -> Step[Any, Any]:
            return Step(structs.replace(state, xo="159287364"))

    at = cockpit(replace(TICTACTOE, rules=Played()), 2)
    typed(at, "leave bob", "see watcher raw")
    assert "watcher < Game over: ann wins. ann 0, bob 0." in both(at)


def test_a_failing_score_is_a_line() -> None:
    class Broken(Scoring[Any]):
        def scores(self, state: Any) -> Any:
            return 1 // 0

    at = cockpit(replace(TICTACTOE, scoring=Broken()), 2)
    typed(at, "5", "1", "4", "2", "6")
    assert any("ZeroDivisionError" in line for line in both(at))


@pytest.mark.parametrize(
    ("prompts", "says"),
    [
        (None, "Rules.prompts returned a value of the type NoneType."),
        ({Seat(9): ()}, "Rules.prompts has a prompt for 9, which is not a seat of this game."),
    ],
)
def test_prompts_that_no_host_could_use_are_a_line(prompts: Any, says: str) -> None:
    class Asking(BoardRules):
        def prompts(self, state: Any) -> Any:
            return prompts

    at = cockpit(replace(TICTACTOE, rules=Asking()), 2)
    assert any(says in line for line in both(at))
    assert not at.prompts


def test_bots_play_on() -> None:
    at = cockpit()
    typed(at, "bot bob random", "bot cy", "bot ann random")
    assert typed(at, "think 20").ok
    assert at.node.depth == 20
    typed(at, "go 0", "think on")
    assert at.over or at.node.depth > 100


def test_time_passes_as_it_is_told() -> None:
    at = cockpit(options={"turn_seconds": 30})
    typed(at, "wait 29")
    assert (at.node.depth, at.now) == (0, 29_000)
    move = " ".join(offered(at.prompts[at.acting], at.names, Random(1))[0])
    typed(at, move)
    assert at.node.now.now == 29_000
    typed(at, "back", "wait 30")
    assert at.node.depth == 1
    assert at.node.now.kind == "time_up"


def test_a_field_is_edited() -> None:
    at = cockpit()
    names = [field.name for field in at.pane(right=False)[2].fields]
    assert names
    reply = do(at, "set nothing 1")
    assert not reply.ok
    assert reply.lines[0].startswith("There is no field nothing. Fields there: ")
    typed(at, "see raw", "set due 5000")
    assert at.deadline == 5000


def test_changed_code_goes_on_in_the_same_position(tmp_path: Path) -> None:
    at = cockpit(PROBE)
    typed(at, "hide TEAPOT", "hide COFFEE", "hide MILK", "ask bob e", "back", "ask cy m", "line 1")
    node = at.node

    class Strict(ProbeRules):
        def apply(self, state: Any, seat: Seat, move: Any, ctx: Any) -> Any:
            if getattr(move, "card", None) == "M":
                raise ValueError("no M")
            return super().apply(state, seat, move, ctx)

    changed = replace(PROBE, rules=Strict())
    at.reload(changed, LISTS)
    assert at.node is node
    reply = do(at, "line 2")
    assert not reply.ok
    assert reply.lines[0].startswith(
        "Act 4 (seat 1: ask cy M) does not fit any more: ValueError: no M ("
    )
    at.reload(PROBE, LISTS)
    typed(at, "line 2")
    with pytest.raises(PositionFault, match="Act 4"):
        at.reload(changed, LISTS)
    assert both(at)


def test_a_finding_is_shown_beside_its_twin() -> None:
    acts = (position.Move(1, "hide TEAPOT"), position.Move(2, "hide COFFEE"))
    other = (acts[0], position.Twin("watcher", 5), acts[1])
    at = cockpit(PROBE)
    at.load(
        Position(game="probe", seats=3, acts=acts, other=other, viewer="watcher", about="A leak.")
    )
    node, _viewer, _seen = at.pane(right=True)
    assert node is not at.node
    assert [each.act for each in node.path[1:]] == list(other)
    assert at.position().other == other


def test_a_finding_without_a_twin_gets_one_that_shows_it() -> None:
    at = cockpit(_leaky(CHEAT))
    at.load(Position(game="cheat", seats=3, viewer=2, about="The view tells the hint."))
    typed(at, "json")
    assert sum(line.startswith("!hint") for line in both(at)) == 2


def test_an_act_that_does_not_fit_is_told_and_the_rest_is_shown() -> None:
    at = cockpit(PROBE)
    acts = (position.Move(1, "hide TEAPOT"), position.Move(1, "hide TEAPOT"))
    at.load(Position(game="probe", version="0", seats=3, acts=acts))
    assert at.node.depth == 1
    assert at.trouble.startswith("Act 2 (seat 1: hide TEAPOT) does not fit: ")
    assert "It was saved with version 0, and this is " in at.trouble
    assert next(by_lines(at, ())) == at.trouble


def test_line_by_line() -> None:
    at = cockpit(PROBE)
    script = ["hide TEAPOT", "nonsense!", "/see bob", "/quit", "never read"]
    told = list(by_lines(at, script))
    assert told[-1] == "bob> "
    assert "! Only letters and dots, please" not in told
    assert any(each.startswith("1 of 1: ann: hide TEAPOT") for each in told)
    assert isinstance(at.node, Node)
