"""Grids of things as tiles: what each shows, its style, and the room it takes."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import pytest

from parlour import Cell, Grid, Hue, Row, Scene, Text, Trace
from parlour_client.screen.scenes import Looks, draw
from parlour_client.screen.tiles import Line, Situation, board, face, look, table

TILES: Final = Looks(boxes=True, tiles=True)
CAN: Final = Situation(boxes=True)
BACK: Final = Cell("?", "dim", kind="back")
NONE: Final = Cell("-", "dim", kind="none")
MINE: Final = Cell("A", "mine", kind="tile")
SEEN: Final = Cell("*B", "strong", kind="tile", face="B")


def read(lines: list[Line]) -> list[str]:
    """The letters of *lines*."""
    return ["".join(span.text for span in line).rstrip() for line in lines]


def styles(lines: list[Line]) -> list[tuple[str, str]]:
    """Every word that is on something, with its style."""
    return [(span.text.strip(), span.style) for line in lines for span in line if span.style]


# --- one cell -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cell", "shown", "in_ascii"),
    [
        (Cell("7"), "7", "7"),
        (Cell("T", note="1"), "T1", "T1"),
        (SEEN, "B", "B"),
        (BACK, "▪", ""),
        (NONE, "·", ""),
        (Cell("8", kind="none"), "8", "8"),
        (Cell(".", kind="none", face="o"), "o", "o"),
        (Cell("KH", kind="tile", face="K♥", hue=Hue.RED), "K♥", "KH"),
        (Cell("A", framed=True, kind="tile"), "[A]", "[A]"),
        (Cell("=", kind="tile", face=""), "", ""),
        (Cell("(red)", kind="tile", face="", hue=Hue.RED), "red", "red"),
    ],
)
def test_a_cell_shows_its_face_and_in_ascii_the_letters_of_the_text(
    cell: Cell, shown: str, in_ascii: str
) -> None:
    """A colour is said in a word, too."""
    assert (face(cell, True), face(cell, False)) == (shown, in_ascii)


@pytest.mark.parametrize(
    ("cell", "style"),
    [
        (Cell("7", "hot"), "hot"),
        (NONE, "dim"),
        (BACK, "tile-back"),
        (SEEN, "tile"),
        (MINE, "tile-mine"),
        (replace(MINE, new=True), "tile-new"),
        (replace(BACK, new=True), "tile-new"),
        (Cell("A", "hot", kind="tile", value="3"), "tile-pick"),
        (Cell("x", "hot", kind="tile"), "tile-6"),
        (Cell("#", "bad", kind="tile"), "tile-1"),
        (Cell("+", "good", kind="tile"), "tile-3"),
        (Cell("A", kind="tile", hue=Hue.BLUE), "tile-2"),
        (Cell("A", "dim", kind="tile", hue=Hue.BLUE), "tile-dim"),
    ],
)
def test_the_style_of_a_cell_follows_from_what_it_is(cell: Cell, style: str) -> None:
    assert look(cell) == style


# --- boards -------------------------------------------------------------------------------


CUBES: Final = Grid(
    "Cubes",
    (
        Row((Cell("A", kind="tile"), Cell("Qu", kind="tile"))),
        Row((NONE, Cell("B", kind="tile", types="take b"))),
    ),
)


def test_a_board_has_tiles_of_four_sizes_with_gaps_of_half_a_line() -> None:
    """Nothing is drawn above an empty space."""
    assert read(board(CUBES, 60, CAN, 0, ()))[:4] == [
        "  ▀▀▀▀▀▀▀▀▀ ▀▀▀▀▀▀▀▀▀",
        "",
        "      A        Qu",
        "",
    ]
    assert read(board(CUBES, 60, CAN, 1, ())) == [
        "  ▀▀▀▀▀▀▀ ▀▀▀▀▀▀▀",
        "     A      Qu",
        "",
        "          ▀▀▀▀▀▀▀",
        "     ·       B",
        "",
    ]
    assert read(board(CUBES, 60, CAN, 2, ())) == [
        "  ▀▀▀▀▀ ▀▀▀▀▀",
        "    A    Qu",
        "        ▀▀▀▀▀",
        "    ·     B",
    ]
    assert read(board(CUBES, 60, CAN, 3, ())) == ["   A    Qu", "   ·    B"]


def test_a_board_takes_the_size_that_fits_and_in_ascii_the_smallest() -> None:
    assert len(board(CUBES, 15, CAN, 0, ())) == 6
    assert len(board(CUBES, 14, CAN, 0, ())) == 4
    assert len(board(CUBES, 10, CAN, 0, ())) == 2
    assert read(board(CUBES, 5, CAN, 0, ())) == ["A  Qu", "·  B"]
    assert board(CUBES, 4, CAN, 0, ()) == []
    assert len(board(CUBES, 60, Situation(boxes=False), 0, ())) == 2


def test_every_line_of_a_tile_can_be_clicked_and_a_path_is_green() -> None:
    lines = board(CUBES, 60, CAN, 1, (0, 3))
    assert [line[3].types for line in lines[3:]] == ["take b"] * 3
    assert styles(lines[:2]) == [
        *(("▀" * 7, edge) for edge in ("edge-path", "edge")),
        ("A", "tile-path"),
        ("Qu", "tile"),
    ]
    assert styles(lines[4:5]) == [("·", "dim"), ("B", "tile-path")]


# --- tables -------------------------------------------------------------------------------


RACKS: Final = Grid(
    "Racks",
    (
        Row((MINE, SEEN, NONE), "ann (you)", "5", "<- turn", "strong", seat=1),
        Row((BACK, BACK, BACK), "bob", "115", types="ask bob ", seat=2),
        Row((BACK, BACK, NONE), "cy", "0", "left", "dim", seat=3),
    ),
    (
        Row((Cell("1"), Cell("2"), Cell("3")), "Space", "score", role="index"),
        Row((Cell("5"), Cell("10"), Cell("15")), "Value", role="value"),
    ),
)


def test_a_table_has_tiles_between_its_labels_and_its_scores() -> None:
    """The player in turn is marked by the seat, in gold if the game waits for them."""
    lines = table(RACKS, 60, Situation(True, 1, (1,)), spaced=False)
    assert read(lines) == [
        "           5  10  15    score",
        "ann (you)  A   B   ·        5  ◂ turn",
        "bob        ▪   ▪   ▪      115",
        "cy         ▪   ▪   ·        0  left",
    ]
    assert ("◂ turn", "accent") in styles(lines)
    lines = table(RACKS, 60, Situation(True, 1, (2,)), spaced=False)
    assert ("◂ turn", "dim") in styles(lines)
    assert read(lines)[2].endswith("115  ◂")
    assert read(table(RACKS, 60, Situation(False, 1, (1,)), spaced=False))[1].endswith(
        "5  <- turn"
    )


def test_notes_are_behind_the_rows_or_below_them() -> None:
    """Below, they begin where the cells do, and need no line where one is free."""
    noted = replace(
        RACKS, rows=(replace(RACKS.rows[0], note="no E A"), RACKS.rows[1], *RACKS.rows[2:])
    )
    assert read(table(noted, 60, Situation(True, 1, (1,)), spaced=False))[1] == (
        "ann (you)  A   B   ·        5  ◂ turn  no E A"
    )
    assert read(table(noted, 44, Situation(True, 1, (1,)), spaced=False))[1:4] == [
        "ann (you)  A   B   ·        5  ◂ turn",
        "          no E A",
        "bob        ▪   ▪   ▪      115",
    ]
    rows = read(table(noted, 60, Situation(True, 1, (1,)), spaced=True))
    assert rows[1:5] == [
        "ann (you)  A   B   ·        5  ◂ turn",
        "          no E A",
        "bob        ▪   ▪   ▪      115",
        "",
    ]


def test_on_a_small_screen_all_of_a_row_is_in_one_line() -> None:
    """What matters least is left out: points just won, the word behind the arrow, the heads."""
    situation = Situation(True, 1, (1,), gains={1: 15})
    lines = read(table(RACKS, 28, situation, spaced=False, close=True))
    assert lines == [
        "ann (you) A B ·     5  ◂",
        "bob       ▪ ▪ ▪   115",
        "cy        ▪ ▪ ·     0  left",
    ]
    assert "+15" in read(table(RACKS, 60, situation, spaced=False, close=True))[1]
    assert read(table(RACKS, 36, situation, spaced=False))[1] == (
        "ann (you) A  B  ·        5  ◂ turn"
    ), "the points go before the gaps"
    assert len(read(table(RACKS, 16, situation, spaced=False, close=True))) > len(RACKS.rows)


def test_rows_of_tiles_have_a_line_between_them_where_there_is_room() -> None:
    assert [bool(line) for line in table(RACKS, 60, CAN, spaced=True)] == [
        *(True, True, False, True, False, True)
    ]
    points = Grid("Points", (Row((Cell("5"),), "ann", seat=1), Row((Cell("10"),), "bob", seat=2)))
    assert read(table(points, 60, CAN, spaced=True)) == ["ann   5", "bob  10"]


def test_the_numbers_of_the_spaces_are_shown_while_a_card_is_to_be_picked() -> None:
    """They are what is typed. Without points they are always there."""
    asked = Row((replace(MINE, style="hot", value="1"), SEEN, NONE), "ann", seat=1)
    assert len(table(replace(RACKS, rows=(asked,)), 60, CAN, spaced=False)) == 3
    alone = replace(RACKS, heads=RACKS.heads[:1])
    assert read(table(alone, 60, CAN, spaced=False))[0].startswith("Space      1   2   3")


def test_a_player_with_two_racks_is_marked_once() -> None:
    two = replace(RACKS, rows=(RACKS.rows[0], replace(RACKS.rows[0], label="R ann", score="")))
    lines = read(table(two, 60, Situation(True, 1, (1,)), spaced=False))
    assert [line.count("turn") for line in lines] == [0, 1, 0]


def test_a_row_of_nobody_keeps_its_mark() -> None:
    orders = Grid("Orders", (Row((SEEN,), "sail", mark="<- 3"),))
    assert read(table(orders, 60, CAN, spaced=False)) == ["sail  B    <- 3"]


def test_on_narrow_screens_tiles_are_narrow_and_labels_are_cut_or_above() -> None:
    twelve = Grid("Rack", (Row((MINE,) * 12, "annabella-c (you)", "5", seat=1),))
    assert read(table(twelve, 80, CAN, spaced=False))[0].startswith("annabella-c (you)  A   A")
    assert read(table(twelve, 62, CAN, spaced=False))[0].startswith("annabella-  A   A")
    assert read(table(twelve, 58, CAN, spaced=False))[0].startswith("annabella-c (you) A  A")
    assert read(table(twelve, 48, CAN, spaced=False))[0].startswith("annabell A  A")
    assert read(table(twelve, 40, CAN, spaced=False)) == [
        "annabella-c (you)  5",
        "A  A  " * 5 + "A  A",
    ]
    heads = replace(twelve, heads=(Row((Cell("10"),) * 12, role="value"),))
    assert read(table(heads, 40, CAN, spaced=False))[0] == "10 " * 11 + "10"


def test_a_table_too_wide_for_tiles_is_drawn_as_ever() -> None:
    wide = Grid("Wide", (Row((Cell("AAAA", kind="tile"),) * 8, "ann"),))
    assert table(wide, 35, CAN, spaced=False) == []
    assert (
        table(replace(wide, rows=(replace(wide.rows[0], label=""),)), 30, CAN, spaced=False) == []
    )


# --- scenes -------------------------------------------------------------------------------


def drawn(scene: Scene, width: int = 60, height: int = 30, looks: Looks = TILES) -> list[str]:
    """What can be read of *scene*."""
    return read(draw(scene, width, height, looks))


def test_a_picture_has_the_status_beside_its_title_and_no_legend() -> None:
    scene = Scene(
        (Text.of("? hidden", plain_only=True), Text.of("a fact")), "Round 1.", status="Ann asks."
    )
    assert drawn(scene) == ["Round 1.  Ann asks.", "a fact"]
    assert drawn(scene, looks=Looks(boxes=True)) == ["Round 1.", "? hidden", "a fact"]
    long = replace(scene, status="Ann asks. " * 5)
    assert drawn(long, 40) == ["Round 1.", *drawn(replace(long, title=""), 40)]
    assert drawn(replace(scene, title="")) == ["Ann asks.", "a fact"]


def test_a_large_word_is_a_tile() -> None:
    """One that is too long for that is a sentence."""
    secret = Text.of("The password is SEA.", "mine", big="SEA")
    assert drawn(Scene((secret,))) == ["  S E A"]
    assert styles(draw(Scene((secret,)), 60, 9, TILES)) == [("S E A", "tile-mine")]
    shown = replace(secret, runs=Text.of("The password was SEA.").runs)
    assert styles(draw(Scene((shown,)), 60, 9, TILES)) == [("S E A", "tile")]
    assert drawn(Scene((replace(secret, big="SEA" * 9),)), 40) == ["The password is SEA."]
    assert drawn(Scene((secret,)), looks=Looks(boxes=True)) == ["The password is SEA."]


def test_grids_beside_each_other_are_named() -> None:
    """Without room for both, the second is below; its name says which it is."""
    left = Grid("Your sea", (Row((MINE, NONE), "a"), Row((NONE, NONE), "b")))
    right = Grid("Bob's sea", (Row((BACK, BACK), "a"),), beside=True)
    scene = Scene((left, right, Text.of("a fact")))
    assert drawn(scene, 40, 4) == [
        "Your sea     Bob's sea",
        "a  A   ·     a  ▪   ▪",
        "b  ·   ·",
        "a fact",
    ]
    wide = replace(right, rows=(Row((BACK,) * 9, "a"),))
    assert "Bob's sea" not in drawn(Scene((left, wide)), 40, 9)[0]
    assert "Bob's sea" in drawn(Scene((left, wide)), 40, 9)
    assert "sea" not in "".join(drawn(scene, looks=Looks(boxes=True)))


def test_the_largest_tiles_leave_lines_to_the_log() -> None:
    """And a sea of many rows has no gaps between them."""
    assert [len(drawn(Scene((CUBES,)), 70, height)) for height in (11, 10, 6, 5)] == [8, 6, 6, 4]
    sea = Grid("Sea", (Row((BACK, BACK), "a"),) * 7)
    assert len(drawn(Scene((sea,)), 70)) == 7


def test_where_only_lists_are_too_long_the_board_keeps_its_size() -> None:
    """Cubes of two lines before one of one: only the end of a list is cut."""
    cubes = replace(CUBES, trace=Trace("word"))
    lists = tuple(Text.of(f"fact {n}") for n in range(9))
    assert "▀" in drawn(Scene((cubes, *lists)), height=6)[0]
    assert "▀" not in drawn(Scene((cubes, *lists)), height=4)[0]


def test_a_game_that_does_not_say_what_its_cells_are_has_boxes() -> None:
    old = Grid("Board", (Row((Cell("A"), Cell("B"))),))
    assert drawn(Scene((old,)))[1] == "  │ A │ B │"
    labelled = Grid("Racks", (Row((Cell("?"), Cell("*B")), "ann", mark="<- turn"),))
    assert drawn(Scene((labelled,))) == ["ann │ ? │*B │  <- turn"]
