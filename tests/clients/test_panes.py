"""The parts of the screen, for what a game on a table seldom leads to."""

from __future__ import annotations

from dataclasses import replace

import pytest
from prompt_toolkit.output import ColorDepth

from parlour import Scene, Text
from parlour.web import Site
from parlour.wire.text import columns
from parlour_client.log import Kind, Log
from parlour_client.model import Asked, Chair, Model, Table
from parlour_client.pending import Offline, Online
from parlour_client.protocol import Prompt
from parlour_client.screen.logpane import moved, seen
from parlour_client.screen.painting import depth, has_tiles
from parlour_client.screen.rows import Row, fitted, shortened, text, width_of, wrapped
from parlour_client.screen.scenes import Looks
from parlour_client.screen.widgets import (
    Bar,
    meanwhile,
    position,
    question,
    seat_list,
    seats,
    status,
    time_bar,
    time_left,
)
from parlour_client.screen.widgets import turn as turn_of
from parlour_client.suggestions import invitation
from tests.clients.glass import Glass, on_screen, watch
from tests.house.scene import new_host


def _read(rows: list[Row]) -> list[str]:
    return ["".join(words for _, words in row).rstrip() for row in rows]


def _table(*chairs: Chair, state: str = "playing", seat: int | None = None) -> Table:
    return Table(1, "x", state=state, chairs=chairs, seat=seat)


# --- seats ----------------------------------------------------------------------------


def test_a_seat_tells_what_is_to_be_known_of_it() -> None:
    table = _table(
        Chair(1, "ann", points=3),
        Chair(2, "bob", away=True, points=1),
        Chair(3, "cy", gone=True, points=0),
        Chair(4, "dee", points=2),
        seat=1,
    )
    told = "ann (you) 3 | bob 1 <- disconnected | cy 0 <- left | dee 2 <- turn"
    assert _read(seats(table, 4, 79)) == [told]
    assert _read(seat_list(table, 4, 40, 9)) == [
        f"{number:>3} {line}" for number, line in enumerate(told.split(" | "), 1)
    ]


def test_before_a_game_it_tells_who_is_ready_and_what_is_free() -> None:
    table = _table(Chair(1, "ann", ready=True), Chair(2), Chair(3), state="open")
    assert _read(seats(table, None, 79)) == ["ann <- ready | 2 free"]
    assert seats(_table(), None, 40) == []


def test_of_many_seats_as_many_are_told_as_there_is_room_for() -> None:
    table = _table(*(Chair(seat, f"player-{seat}", points=0) for seat in range(1, 21)))
    rows = _read(seats(table, None, 40))
    assert len(rows) == 2
    assert rows[-1].endswith(" ...")
    assert max(map(len, rows)) <= 40
    assert _read(seat_list(table, None, 40, 9)) == rows


# --- the position ---------------------------------------------------------------------


def _drawn(state: str, turn: int | None) -> list[str]:
    """A position that is drawn, in which it is the turn of *turn*."""
    scene = Scene((Text.of("a board"),), turn=turn)
    chairs = Chair(1, "ann"), Chair(2, "bob")
    table = replace(_table(*chairs, state=state, seat=1), scene=scene)
    playing = state == "playing" and turn is not None
    assert (turn_of(Model(name="ann", table=table)) is not None) == playing
    lines = position(table, 79, 9, Looks())
    return ["".join(span.text for span in line) for line in lines]


def test_a_game_that_is_broken_off_is_drawn_as_it_stood_and_says_so() -> None:
    """It is somebody's turn in it for ever."""
    assert _drawn("over", 1) == ["The game was called off. This is the last position.", "a board"]


@pytest.mark.parametrize(
    ("state", "turn"), [("over", None), ("playing", 1), ("paused", 2), ("frozen", 1)]
)
def test_any_other_position_is_drawn_without_a_word(state: str, turn: int | None) -> None:
    assert _drawn(state, turn) == ["a board"]


# --- the question ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("state", "words"),
    [
        ("paused", "propose resume"),
        ("frozen", "propose abort"),
        ("held", "continue 1 - To end it: end 1"),
        ("adjourned", "Wait for the others to come back"),
    ],
)
def test_a_table_that_stands_still_says_how_it_goes_on(state: str, words: str) -> None:
    table = replace(_table(Chair(1, "ann"), state=state, seat=1), host="ann")
    assert words in invitation(Model(name="ann", table=table))
    if state == "held":  # only its host can
        assert invitation(Model(name="bob", table=table)) == ""


def test_who_is_ready_waits() -> None:
    for state in ("open", "over"):
        table = _table(Chair(1, "ann", ready=True), state=state, seat=1)
        assert invitation(Model(name="ann", table=table)) == "You are ready; wait for the others."


def test_while_the_bank_runs_it_is_counted_down() -> None:
    prompt = Prompt(table=1, prompt=1, urgent=True, moves=(), due_ms=30_000, bank_ms=120_000)
    model = Model(
        table=_table(Chair(1, "ann")), asked=Asked(prompt, ""), due_ms=30_000, bank_ms=120_000
    )
    for now_ms, shown in ((0, " 0:30"), (40_000, " bank 1:50"), (145_000, " bank 0:05 !")):
        assert _read([time_left(model, now_ms)])[0] == shown.strip()
    assert "(bank 1:50)" in meanwhile(model, Online(), 0, 40_000)
    stands = Model(left_ms=9_500)
    assert _read([time_left(stands, 0)]) == ["0:10 paused"]


def test_the_bar_of_the_time_is_as_long_as_there_is_room_for() -> None:
    for room, left, shown in (
        (40, 60, " ━━━━━━━━━━━━"),
        (40, 5, " ━━━━━━━━━━━━"),
        (10, 30, " ━━━━━━━━"),
        (5, 30, ""),
    ):
        bar = time_bar(left, 60, room)
        assert _read([bar])[0].rstrip() == shown
    full, _rest = time_bar(30, 60, 40)
    assert full == ("class:accent", " ━━━━━━")
    assert time_bar(None, 60, 40) == []


def test_a_long_question_takes_two_lines_and_no_more() -> None:
    table = _table(Chair(1, "ann"), state="paused")
    rows = _read(question(Model(table=table), None, 20, 2, boxes=True, status=True))
    assert len(rows) == 2
    assert rows[-1].endswith("...")


# --- the bottom line ------------------------------------------------------------------


def test_what_the_source_says_of_itself_has_the_room_before_the_keys() -> None:
    keys = tuple(f"Key {number}" for number in range(9))
    bar = Bar("kitchen-pc", "ann", Offline("cut", 3.0), 0, masked=True, keys=keys)
    for width in (40, 60, 80, 120):
        (line,) = _read([status(bar, 0, width)])
        assert line.startswith(" OFFLINE, retry in 3 s  ann  MASKED")
        assert len(line) <= width


def test_before_there_is_a_ping_or_a_line_the_bottom_line_is_short() -> None:
    """It tells whether one is called for: while a player is asked for a name, nothing is done."""
    bar = Bar("kitchen-pc", "ann", Online(), 0, masked=False)
    assert _read([status(bar, 0, 80)])[0].startswith(" kitchen-pc  ann")
    calling = Bar("kitchen-pc", "", None, 0, masked=False)
    assert _read([status(calling, 0, 80)])[0].startswith(" kitchen-pc: connecting")
    asking = replace(calling, asking=True)
    assert _read([status(asking, 0, 80)])[0].strip() == "kitchen-pc"


# --- lines ----------------------------------------------------------------------------


def test_lines_are_measured_in_columns_and_not_in_letters() -> None:
    wide = "\u5f35\u5049\u5f35\u5049"
    assert shortened("dee, sharp-1, sharp-2", 18) == "dee, sharp-1..."
    assert shortened("dee, sharp-1, sharp-2", 15) == "dee, sharp-1..."
    assert shortened("a extraordinarily", 15) == "a extraordin..."
    assert shortened(wide, 7) == "\u5f35\u5049..."
    assert width_of(fitted(text(wide), 5)) == 5
    assert [columns(line) for line in _read(wrapped("\u5f35 " * 9, 10))] == [8, 10, 10]


@on_screen()
async def test_wide_letters_and_marks_stand_where_the_terminal_puts_them(glass: Glass) -> None:
    glass.host.person("\u5f35\u5049")
    glass.host.person("zo\u0308e")
    await glass.rest(30)
    assert "z\u00f6e" in glass.text
    assert "\u5f35" in glass.text


# --- the log --------------------------------------------------------------------------


def _log(count: int) -> Log:
    log = Log()
    for number in range(count):
        log = log.add(Kind.EVENT, [f"line {number}"])
    return log


def test_a_log_that_has_forgotten_what_was_in_sight_goes_on_from_there() -> None:
    log = _log(20)
    anchor = moved(log, 40, 5, None, 5)
    assert anchor is not None
    shorter = replace(log, entries=tuple(e for e in log.entries if e.number not in (14, 15)))
    assert _read(list(seen(shorter, 40, 3, anchor).rows)) == [
        "  line 10",
        "  line 11",
        "  line 12",
    ]
    assert moved(Log(), 40, 5, None, 5) is None
    anchor = moved(log, 40, 5, None, 100)  # never above its first page
    assert _read(list(seen(log, 40, 5, anchor).rows)) == [f"  line {n}" for n in range(5)]
    assert moved(log, 40, 5, anchor, -100) is None


# --- colours --------------------------------------------------------------------------


def test_who_wants_no_colours_gets_none() -> None:
    assert depth({"NO_COLOR": "1", "TERM": "xterm-256color"}) is ColorDepth.DEPTH_1_BIT
    assert depth({"TERM": "dumb"}) is ColorDepth.DEPTH_1_BIT
    assert depth({"NO_COLOR": "", "TERM": "xterm"}) is ColorDepth.DEPTH_4_BIT
    # Tiles have 256 colours where the terminal says that it has them.
    assert depth({"TERM": "xterm-256color"}) is ColorDepth.DEPTH_8_BIT
    assert depth({"TERM": "XTERM-256COLOR"}) is ColorDepth.DEPTH_8_BIT
    assert depth({"TERM": "xterm", "COLORTERM": "truecolor"}) is ColorDepth.DEPTH_8_BIT
    assert has_tiles({"TERM": "xterm"}, "dark")
    assert not has_tiles({"TERM": "xterm"}, "contrast")
    assert not has_tiles({"TERM": "xterm-256color", "NO_COLOR": "1"}, "dark")


@on_screen()
async def test_only_the_colours_of_the_terminal_are_used(glass: Glass) -> None:
    await glass.type("new hunt")
    assert "38;5" not in glass.paper.written
    assert "38;2" not in glass.paper.written


# --- codes ----------------------------------------------------------------------------


@pytest.mark.parametrize("line", ["invite", "phone"])
def test_a_code_for_phones_is_whole_on_a_usual_terminal(line: str) -> None:
    """A half of it is of no use. It makes way for the table when its player goes on."""
    host = new_host()
    here = ("http://192.168.1.20:4005/",)
    host.site = Site.of(here, port=4005, lines_port=4004, name="kitchen-pc", given=())
    host.restart()
    blocks = set("\u2580\u2584\u2588 ")

    def code(glass: Glass) -> list[str]:
        rows = [glass.row(at).strip() for at in range(24)]
        return [row for row in rows if len(row) > 20 and set(row) <= blocks]

    async def script(glass: Glass) -> None:
        await glass.type("new hunt private=on", line)
        seen = code(glass)
        assert len(seen[0]) <= 2 * len(seen) <= len(seen[0]) + 1
        assert set(seen[0]) == {"\u2588"}
        await glass.press("Escape")
        assert code(glass) != seen
        assert "ann" in glass.text
        await glass.type(line)
        assert code(glass) == seen
        await glass.press("F3")
        assert code(glass) != seen
        await glass.type(line)
        host.person("bob").send("who")
        await glass.rest()
        assert code(glass) == seen
        await glass.type("bot", "start")
        assert code(glass) != seen

    watch(host, 80, 24, script)
