"""Scenes on the screen: boxes, lists beside boards, traces, clicks; for any game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import pytest

from parlour import Cell, Grid, Meter, Row, Scene, Score, Scores, Text, Trace, Words
from parlour.rendering import Span, plain, styled
from parlour_client.screen.painting import has_boxes
from parlour_client.screen.scenes import Looks, draw, traced, way
from parlour_kit.host import Host
from tests.clients.glass import Glass, on_screen
from tests.clients.harbour import GAMES
from tests.clients.scenes import SCENES

UTF8: Final[Mapping[str, str]] = {"LANG": "en_GB.UTF-8"}
BOXES: Final = Looks(boxes=True)


def board(*rows: str, trace: Trace | None = None, framed: str = "") -> Grid:
    """A cell for each word of *rows*."""
    cells = [tuple(Cell(face, framed=face == framed) for face in row.split()) for row in rows]
    return Grid("Board", tuple(map(Row, cells)), trace=trace)


def lines(
    *blocks: Text | Grid | Words | Meter | Scores,
    width: int = 60,
    height: int = 30,
    looks: Looks = BOXES,
    title: str = "",
) -> list[str]:
    """What can be read of a scene."""
    drawn = draw(Scene(blocks, title), width, height, looks)
    return ["".join(span.text for span in line).rstrip() for line in drawn]


TWO: Final = board("T E [Qu]".replace("[Qu]", "Qu"), "A B C", framed="Qu")


def test_a_board_has_a_box_for_each_cell_where_the_terminal_can_draw_them() -> None:
    assert lines(Text(), TWO, title="Round 1.") == [
        "Round 1.",
        "  ┌──────┬──────┬──────┐",
        "  │  T   │  E   │ [Qu] │",
        "  ├──────┼──────┼──────┤",
        "  │  A   │  B   │  C   │",
        "  └──────┴──────┴──────┘",
    ]
    assert lines(TWO, looks=Looks()) == ["    T    E   [Qu]", "", "    A    B    C"]


def test_where_there_is_much_room_boxes_are_large() -> None:
    """A click anywhere in a box means its cell."""
    grid = Grid(
        "Board", (Row((Cell("A", types="take A"), Cell("B"))), Row((Cell("C"), Cell("D"))))
    )
    assert lines(grid, width=70) == [
        "  ┌─────┬─────┐",
        "  │     │     │",
        "  │  A  │  B  │",
        "  │     │     │",
        "  ├─────┼─────┤",
        "  │     │     │",
        "  │  C  │  D  │",
        "  │     │     │",
        "  └─────┴─────┘",
    ]
    drawn = draw(Scene((grid,)), 70, 30, BOXES)
    assert [line[2].types for line in drawn[1:4]] == ["take A"] * 3
    assert len(lines(grid, width=70, height=8)) == 5


def test_with_few_lines_a_board_is_closer_and_so_is_a_high_one() -> None:
    """What does not fit then is for the screen to cut."""
    assert len(lines(TWO, height=4)) == 4
    assert lines(TWO, height=2, looks=Looks()) == ["    T    E   [Qu]", "    A    B    C"]
    five = board(*["A B C D E"] * 5)
    assert len(lines(five)) == 7
    assert len(lines(five, looks=Looks())) == 5


def test_words_can_be_listed_by_length() -> None:
    words = Words("Your list (4):", ("tea", "beast", "eat", "seat"), by_length=True)
    assert lines(words) == ["Your list (4):", " 5 beast", " 4 seat", " 3 tea eat"]
    assert lines(Words("Found:", ("tea",), by_length=True)) == ["Found: tea"]
    assert plain(Scene((words,)), 60) == ["Your list (4): tea, beast, eat, seat"]


def test_a_spare_text_is_shown_only_where_there_is_room() -> None:
    """People who read line by line have read it before."""
    spare = Text.of("bob 2: eat, tea", spare=True)
    assert lines(TWO, spare, looks=Looks())[0] == "    T    E   [Qu]  bob 2: eat, tea"
    assert lines(spare, spare, Text.of("Over."), height=2) == ["Over."]
    assert plain(Scene((spare, Text.of("Over."))), 60) == ["Over."]
    assert styled(Scene((spare, Text.of("Over."))), 60) == [[Span("Over.")]]


def test_a_board_too_wide_for_boxes_has_none() -> None:
    wide = board(" ".join("ABCDEFGHIJKLMNOPQRST"))
    assert lines(wide, width=40)[0].split() == list("ABCDEFGHIJKLMNOPQRST")


def test_lists_stand_beside_a_board_until_they_are_as_high() -> None:
    """One that has begun there runs on; what comes after it is below."""
    words = Words("Found:", tuple(f"word{n}" for n in range(12)))
    read = lines(TWO, words, Text.of("a fact"), Text.of("another"), width=64)
    assert read[0].endswith("  Found: word0, word1, word2, word3,")
    assert read[2].endswith("  word9, word10, word11")
    assert [line[26:] for line in read[3:5]] == ["a fact", "another"]
    assert lines(TWO, words, width=48)[5] == "Found: word0, word1, word2, word3, word4, word5,"


RACKS: Final = Grid(
    "Racks",
    (
        Row((Cell("A"), Cell("*B", types="show 2")), "ann (you)", "5", "<- turn"),
        Row((Cell("?"), Cell("?")), "bob", "10", types="ask bob "),
    ),
    (Row((Cell("1"), Cell("2")), "Space", "score"),),
)


def test_a_table_has_walls_between_its_cells() -> None:
    assert lines(RACKS) == [
        "Space       1   2     score",
        "ann (you) │ A │*B │       5  <- turn",
        "bob       │ ? │ ? │      10",
    ]
    assert lines(RACKS, looks=Looks())[1] == "ann (you)  A *B       5  <- turn"


def _rows(*rows: str, seats: bool = False) -> tuple[Row, ...]:
    """A letter for each cell; a dot for an empty one."""
    cells = [tuple([Cell(letter.strip(".")) for letter in row]) for row in rows]
    return tuple(
        [Row(row, "xyz"[at], seat=at + 1) if seats else Row(row) for at, row in enumerate(cells)]
    )


def test_no_walls_are_around_the_empty_end_of_a_shorter_row() -> None:
    """Of a player's row, and of a hand in rows."""
    head = (Row((Cell("1"), Cell("2"), Cell("3")), "Space"),)
    assert lines(Grid("Hands", _rows("ABC", "D..", "...", seats=True), head)) == [
        "Space   1   2   3",
        "x     │ A │ B │ C │",
        "y     │ D │",
        "z",
    ]
    assert lines(Grid("Hand", _rows("ABC", "D..")), width=60) == [
        "  ┌───┬───┬───┐",
        "  │ A │ B │ C │",
        "  ├───┼───┴───┘",
        "  │ D │",
        "  └───┘",
    ]
    assert lines(Grid("Hand", _rows("ABC", "DE.")), looks=Looks(boxes=True, close=True)) == [
        "  ┌───┬───┬───┐",
        "  │ A │ B │ C │",
        "  │ D │ E │   │",
        "  └───┴───┴───┘",
    ]


def test_empty_places_on_a_board_have_walls() -> None:
    for board in (
        ("ABC", "...", "DEF"),
        ("AB.", ".C.", "..."),
        ("A..", "...", "..."),
        ("...", "A.."),
    ):
        told = lines(Grid("Board", _rows(*board)), width=60)
        assert [line.count("│") for line in told] == [0, 4] * len(board) + [0]
    racks = Grid("Racks", _rows("...", "...", seats=True))
    assert lines(racks) == ["x │ │ │ │", "y │ │ │ │"]


def test_single_letters_are_in_the_middle_between_walls_if_there_is_room() -> None:
    sea = Grid("Sea", (Row((Cell("."),) * 12, "ann"),))
    assert lines(sea, width=60) == ["ann " + "│ . " * 12 + "│"]
    assert lines(sea, width=52) == ["ann" + "│ . " * 12 + "│"]
    assert lines(sea, width=51) == ["ann " + "│. " * 12 + "│"]
    assert lines(sea, width=40) == ["ann" + "│. " * 12 + "│"]


def test_a_table_without_room_for_walls_is_as_the_host_draws_it() -> None:
    full = Grid("Racks", (Row((Cell("??"),) * 12, "annabella", "5"),))
    assert lines(full, width=40) == ["annabella 5", " ??" * 12]
    noted = Grid("Racks", (Row((Cell("?"),) * 3, "ann", "5", note="no E"),))
    assert lines(noted, width=40) == ["ann ? ? ?   5  no E"]


def test_meters_and_scores() -> None:
    scores = Scores((Score((1, 3), "ann and cy", 9), Score((2,), "bob", 2)))
    looks = Looks(boxes=True, me=3)
    assert lines(Meter("Wind", 2, 3)) == ["Wind:   3  [2]  1"]
    assert lines(Meter("Tide", 12, 48)) == ["Tide █████░░░░░░░░░░░░░░░ 12 of 48"]
    assert lines(Meter("Tide", 99, 48)) == ["Tide ████████████████████ 99 of 48"]
    assert lines(Meter("Tide", 12, 48), looks=Looks()) == ["Tide: 12 of 48"]
    (drawn,) = draw(Scene((scores,)), 60, 9, looks)
    assert [span.text.strip() for span in drawn if span.style == "mine"] == ["ann and cy 9,"]


# --- the way of a word -------------------------------------------------------------------


CUBES: Final = board("C A T", "Qu I S", "E T . ", trace=Trace("word", 3))


@pytest.mark.parametrize(
    ("word", "cells"),
    [
        ("cat", (0, 1, 2)),
        ("QUIT", (3, 4, 2)),
        ("sit", (5, 4, 2)),
        ("tit", (2, 4, 7)),
        ("cats", (0, 1, 2, 5)),
        ("cot", ()),
        ("tt", ()),
        ("cac", ()),
        ("q", ()),
    ],
)
def test_a_way_goes_from_neighbour_to_neighbour_and_to_none_twice(
    word: str, cells: tuple[int, ...]
) -> None:
    assert tuple(way(CUBES, word)) == cells


def test_a_search_for_a_way_ends_on_a_board_of_equal_letters() -> None:
    """There are millions of ways through it."""
    equal = Grid("Board", (Row((Cell("A"),) * 5),) * 5)
    assert len(way(equal, "a" * 10)) == 10
    assert way(equal, "a" * 24 + "b") == ()


def test_the_cells_of_the_way_stand_out() -> None:
    drawn = draw(Scene((CUBES,)), 60, 30, Looks(word="cat"))
    hot = [span.text.strip() for line in drawn for span in line if span.style == "hot"]
    assert hot == ["C", "A", "T"]
    plain = draw(Scene((CUBES,)), 60, 30, Looks(word="cot"))
    assert not [span for line in plain for span in line if span.style in ("hot", "dim")]


@pytest.mark.parametrize(
    ("line", "bare", "word"),
    [
        ("cat", "word", "cat"),
        ("dog cat", "word", "cat"),
        ("/word cat", None, "cat"),
        ("word dog cat", None, "cat"),
        ("cat", None, ""),
        ("/say cat", "word", ""),
        ("cat ", "word", ""),
        ("/word", None, ""),
        ("", "word", ""),
    ],
)
def test_the_word_that_is_typed_is_traced_if_it_is_a_move(
    line: str, bare: str | None, word: str
) -> None:
    assert traced(Scene((Text(), CUBES)), line, bare) == word
    assert traced(None, line, bare) == ""
    assert traced(Scene((TWO,)), line, bare) == ""


# --- a game that is not installed here ----------------------------------------------------


async def _at_sea(glass: Glass) -> None:
    await glass.type("new harbour top=10", "bot", "start")


def _harbour() -> Host:
    return Host(GAMES)


@on_screen(80, 40, host=lambda: _harbour(), environ=UTF8)
async def test_a_game_of_another_house_looks_like_one_that_is_at_home(glass: Glass) -> None:
    await _at_sea(glass)
    await glass.type("7")
    text = glass.text
    assert "6      [7]      8" in text
    assert glass.row(0).startswith(" Harbour  table 1  The harbour at night"), glass.row(0)
    assert "ann looks for ships." not in text, "the question says it"
    assert "yours" not in text, "a picture needs no legend"
    assert "Tide ░░░░░░░░░░░░░░░░░░░░ 0 of 48" in text
    assert "ann (you)" not in text, "the position says the points"


@on_screen(80, 40, host=lambda: _harbour(), environ=UTF8)
async def test_what_is_clicked_is_put_on_the_input_line(glass: Glass) -> None:
    await _at_sea(glass)
    row, column = next(
        (at, line.index(" 8 ") + 1)
        for at, line in enumerate(glass.text.splitlines())
        if "6" in line and " 8 " in line
    )
    await glass.click(column, row)
    assert glass.typed == "> /hide 8"
    await glass.click(0, 0)
    assert glass.typed == "> /hide 8"
    await glass.press("Enter")
    assert "You have hidden 8." in glass.text
    row, line = next(
        (at, line) for at, line in enumerate(glass.text.splitlines()) if line.startswith("Ada  ")
    )
    await glass.click(line.index("Ada") + 2, row)
    assert glass.typed.startswith("> try Ada")


def path(glass: Glass) -> list[str]:
    """The letters on tiles of the path."""
    rows = range(glass.screen.lines)
    cells = (cell for row in rows for _, cell in sorted(glass.screen.buffer[row].items()))
    return [cell.data for cell in cells if cell.bg == "green" and cell.data.isupper()]


@on_screen(80, 40, host=lambda: SCENES["boggle-read"].host(), environ=UTF8)
async def test_the_way_of_a_word_stays_on_the_board_after_enter_until_something_is_typed(
    glass: Glass,
) -> None:
    """Boggle's `path WORD`, after a round."""
    await SCENES["boggle-read"].script(glass)
    await glass.type("path eat")
    assert sorted(path(glass)) == ["A", "E", "T"]
    await glass.press("x")
    assert path(glass) == []


@on_screen(80, 44, host=lambda: _harbour(), environ=UTF8)
async def test_a_word_is_shown_on_the_board_while_it_is_typed(glass: Glass) -> None:
    await _at_sea(glass)
    await glass.type("7")
    await glass.press("/note anchor")
    assert path(glass) == list("ANCHOR")
    assert "  A-N-C-H-O-R  6 letters\n" in glass.text
    await glass.press("x")
    assert path(glass) == []
    assert "letters" not in glass.text


@pytest.mark.parametrize(
    ("environ", "boxes"),
    [
        ({}, False),
        ({"LANG": "en_GB.UTF-8"}, True),
        ({"LANG": "C.utf8"}, True),
        ({"LANG": "en_GB.UTF-8", "LC_ALL": "C"}, False),
        ({"LANG": "en_GB", "LC_CTYPE": "de_DE.UTF-8"}, True),
        ({"LANG": "C", "LC_CTYPE": "C.UTF-8"}, False),
        ({"LC_CTYPE": "C.UTF-8"}, False),
        ({"LANG": "en_GB.ISO-8859-1"}, False),
        ({"LANG": "en_GB.UTF-8", "TERM": "dumb"}, False),
        ({"LANG": "en_GB.UTF-8", "NO_COLOR": "1"}, True),
    ],
)
def test_boxes_are_drawn_where_the_locale_says_that_they_can_be(
    environ: Mapping[str, str], boxes: bool
) -> None:
    """`LC_CTYPE=C.UTF-8` alone is what Python makes of a locale that says nothing."""
    assert has_boxes(environ) is boxes
