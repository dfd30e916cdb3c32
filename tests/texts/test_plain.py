"""Scenes as plain text, and the limits that they are held to."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour import (
    Block,
    Cell,
    Grid,
    Hue,
    Meter,
    Row,
    Run,
    Scene,
    SceneFault,
    Score,
    Scores,
    Text,
    Trace,
    Words,
    columns,
    plain,
)
from parlour.rendering import Span, drawn, styled
from parlour.scene import checked, encoded


def lines(*blocks: Block, width: int = 40) -> list[str]:
    """The lines of a scene of *blocks*."""
    return drawn(Scene(blocks), width)


def cells(text: str) -> tuple[Cell, ...]:
    """A cell for each word of *text*; in brackets those that are framed."""
    return tuple(Cell(word.strip("[]"), framed=word.startswith("[")) for word in text.split())


def test_a_title_stands_above_the_blocks_and_a_text_without_runs_leaves_a_line_free() -> None:
    text = Text((Run("The word is "), Run("CASTLE", "mine"), Run(".")))
    assert drawn(Scene((Text(), text), "Round 2."), 40) == ["Round 2.", "", "The word is CASTLE."]
    assert drawn(Scene(()), 40) == []


def test_a_text_is_cut_at_blanks_with_its_own_indent() -> None:
    long = "word " * 9
    assert lines(Text.of(long.strip(), indent=4)) == [("word " * 8).strip(), "    word"]


def test_a_list_is_cut_between_its_words_only() -> None:
    """Unless one of them is longer than a line."""
    block = Words("Words:", ("A1 castle (cy 8)", "B1 ocean (nobody)", "A2 sea (ann 1)"), 4)
    assert lines(block) == ["Words: A1 castle (cy 8),", "    B1 ocean (nobody), A2 sea (ann 1)"]
    assert lines(Words("   2 ", ("cared", "race"), 6)) == ["   2  cared, race"]
    assert lines(Words("None:", ())) == ["None:"]
    assert all(columns(line) <= 40 for line in lines(Words("", ("x y" * 50,))))


def test_scores_tell_what_points_are_made_of() -> None:
    rows = (Score((1, 3), "ann and cy", 9, "1 + 8"), Score((2,), "bob", -2))
    assert lines(Scores(rows)) == ["Scores: ann and cy 9 (1 + 8), bob -2."]
    assert lines(Scores(rows[1:], "Standing")) == ["Standing: bob -2."]


@pytest.mark.parametrize(
    ("meter", "line"),
    [
        (Meter("", 10, 10), "[10]  9   8   7   6   5   4   3   2   1"),
        (Meter("Points", 1, 3), "Points:   3   2  [1]"),
        (Meter("Points", 0, 2), "Points:   2   1"),
        (Meter("Cards left", 40, 96), "Cards left: 40 of 96"),
    ],
)
def test_a_small_meter_is_a_dial_and_a_large_one_a_number(meter: Meter, line: str) -> None:
    assert lines(meter) == [line]


def test_a_board_is_spread_and_framed_cells_stand_in_brackets() -> None:
    board = Grid("Board", (Row(cells("T E [Qu] S")), Row(cells("A [B] C D"))))
    assert lines(board) == ["    T    E   [Qu]  S", "    A   [B]   C    D"]


def test_small_print_stands_behind_the_text() -> None:
    way = Grid("Path", (Row((Cell("T", note="1"), Cell("."), Cell("Qu", note="12"))),))
    assert lines(way) == ["    T1   .    Qu12"]


@pytest.mark.parametrize(("count", "line"), [(8, "    x" * 8), (12, "  x" * 12), (20, " x" * 20)])
def test_a_wide_board_is_spread_less_and_fits_forty_columns(count: int, line: str) -> None:
    assert lines(Grid("Board", (Row(cells("x " * count)),)))[0].lstrip() == line.lstrip()


RACKS: Final = Grid(
    "Racks",
    (
        Row(cells("? *E 3"), "ann (you)", "0", "<- turn"),
        Row(cells("- . [X]"), "bob", "115"),
        Row(cells("- - -"), "日本語", "7", "left"),
    ),
    (Row(cells("1 2 3"), "Space", "score"), Row(cells("5 10 15"), "Value")),
)


def test_a_table_has_labels_before_its_cells_and_scores_and_marks_behind_them() -> None:
    assert lines(RACKS) == [
        "Space       1   2   3   score",
        "Value       5  10  15",
        "ann (you)   ?  *E   3       0  <- turn",
        "bob         -   . [X]     115",
        "日本語      -   -   -       7  left",
    ]


def test_labels_are_cut_and_where_there_is_no_room_stand_above_their_rows() -> None:
    """Of the heads there is then only the last one."""
    wide = Grid(
        "Racks",
        (Row(cells("?  " * 12), "annabella-carolina", "5", "<- turn"), Row(cells("- " * 12), "b")),
        (Row(cells("1 " * 12), "Space", "score"), Row(cells("10 " * 12), "Value")),
    )
    assert lines(wide, width=62)[2].startswith("annabella-c  ?")
    assert lines(wide) == [
        " 10" * 12,
        "annabella-carolina 5  <- turn",
        "  ?" * 12,
        "b",
        "  -" * 12,
    ]
    long = Grid("Racks", (Row(cells("?? " * 13), "x" * 50, "5"),))
    assert lines(long) == ["x" * 38 + " 5", " ??" * 13]


def test_notes_are_behind_all_else_or_all_of_them_below_their_rows() -> None:
    rows = (
        Row(cells("? E 3"), "ann", "0", "<- turn", note="no Q"),
        Row(cells("- . X"), "bob", note="no E A R " + "S T L N " * 3),
        Row(cells("- - -"), "cy"),
    )
    assert lines(Grid("Racks", rows), width=70) == [
        "ann ? E 3   0  <- turn  no Q",
        "bob - . X      no E A R S T L N S T L N S T L N",
        "cy  - - -",
    ]
    assert lines(Grid("Racks", rows)) == [
        "ann ? E 3   0  <- turn",
        "    no Q",
        "bob - . X",
        "    no E A R S T L N S T L N S T L N",
        "cy  - - -",
    ]
    long = Grid("Racks", (Row(cells("?"), note="no E A R " + "S T L N " * 5),))
    assert lines(long) == [
        " ?",
        "    no E A R S T L N S T L N S T L N S T",
        "      L N S T L N",
    ]


def test_what_a_label_has_in_parentheses_is_shown_whole_or_not_at_all() -> None:
    """`annabella (yo` is no name."""
    rows = (Row(cells("? " * 12), "annabella-c (you)", "5"), Row(cells("- " * 12), "b", "7"))
    grid = Grid("Racks", rows)
    assert lines(grid, width=60)[0].startswith("annabella-c (you) ? ?")
    assert lines(grid, width=40)[0].startswith("annabella-c    ? ?")


def test_a_single_label_is_not_cut_but_stands_above_its_row() -> None:
    rows = (Row(cells("? " * 12), "Your right rack"), Row(cells("10 " * 12)))
    alone = Grid("Rack", rows)
    assert lines(alone, width=51)[0].startswith("Your right rack  ?")
    assert lines(alone, width=50) == ["Your right rack", "  ?" * 12, " 10" * 12]


def test_a_width_below_forty_is_forty() -> None:
    assert plain(Scene((RACKS,)), 10) == plain(Scene((RACKS,)), 40)


def test_a_grid_is_beside_the_one_before_where_there_is_room_for_both() -> None:
    one = Grid("One", (Row(cells("A B C"), "ann"), Row(cells("D E F"), "bob")))
    two = Grid("Two", (Row(cells("1 2")),), beside=True)
    both = (Text.of("Boards"), one, two, Text.of("end"))
    wide = lines(*both, width=40)
    assert wide == ["Boards", "ann A B C      1    2", "bob D E F", "end"]
    assert ["".join(span.text for span in line) for line in styled(Scene(both), 40)] == wide
    three = replace(two, rows=two.rows * 3)
    assert lines(one, three)[-1] == "               1    2"
    long = Grid("Two", (Row(cells("1 " * 8)),), beside=True)
    below = " 1" + "    1" * 7
    assert lines(one, long) == ["ann A B C", "bob D E F", below]
    assert lines(one, long, two)[2:] == [below, "    1    2"]
    assert lines(one, two, two)[0] == "ann A B C      1    2      1    2"


def test_a_legend_is_for_plain_text_and_what_is_large_elsewhere_is_a_sentence() -> None:
    legend = Text.of("? hidden", plain_only=True)
    assert lines(legend, Text.of("The word is SEA.", big="SEA")) == [
        "? hidden",
        "The word is SEA.",
    ]


# --- limits -----------------------------------------------------------------------------


def test_a_scene_within_its_limits_has_all_that_a_richer_screen_shows() -> None:
    grid = Grid("Board", (Row((Cell("A", says="a", types="x"),)),), trace=Trace("word", 3))
    card = Cell("*K", says="king", kind="tile", face="K", hue=Hue.RED, new=True, value="KH")
    hand = Grid(
        "Hand",
        (Row((card,), "ann", seat=1, note="no E"),),
        (Row((Cell("5"),), role="value"),),
        beside=True,
    )
    legend = Text.of("* yours", plain_only=True)
    word = Text.of("The word is ABC.", big="ABC")
    blocks = (Text.of("a"), grid, hand, legend, word, Words("Words:", ("b",)), Meter("m", 1, 2))
    scene = Scene(blocks, "Title", 1, "ann plays", (1, 2))
    assert checked(scene) == scene


def test_a_scene_without_the_fields_of_a_picture_is_as_long_as_before() -> None:
    """Each is left out where it is the default."""
    grid = Grid("Board", (Row((Cell("A"),)),))
    assert encoded(Scene((Text.of("a"), grid)))[0] == (
        b'{"blocks":[{"kind":"text","runs":[{"text":"a"}]},'
        b'{"kind":"grid","name":"Board","rows":[{"cells":[{"text":"A"}]}]}]}'
    )


def test_lists_in_place_of_tuples_are_read_as_tuples() -> None:
    board = Grid("Board", strange([Row(strange([Cell("A"), Cell("B")]))]))
    assert drawn(Scene(strange([Text.of("a"), board])), 40) == ["a", "    A    B"]


def strange(value: object) -> Any:
    """*value*, as a plugin may have put it where it does not belong."""
    return value


@pytest.mark.parametrize(
    "scene",
    [
        ["lines"],
        None,
        Scene(strange("abc")),
        Scene(strange((Run("no block"),))),
        Scene((Text(),) * 65),
        Scene((), "x" * 201),
        Scene((), strange(5)),
        Scene((Text((Run("x" * 2_001),)),)),
        Scene((Text.of("x", strange("pink")),)),
        Scene((Text.of("x", indent=21),)),
        Scene((Text.of(strange(object())),)),
        Scene((Text.of("\ud800"),)),
        Scene((Grid("none", ()),)),
        Scene((Grid("too long", (Row((Cell("x"),) * 41),)),)),
        Scene((Grid("too wide", (Row((Cell("xxxx"),) * 9),)),)),
        Scene((Grid("too wide", (Row((Cell("xxxx"),) * 9, "label"),)),)),
        Scene((Meter("m", 1, 0),)),
        Scene((Grid("kind", (Row((Cell("x", kind=strange("card")),)),)),)),
        Scene((Grid("hue", (Row((Cell("x", hue=9),)),)),)),
        Scene((Grid("face", (Row((Cell("x", face="x" * 9),)),)),)),
        Scene((Grid("role", (Row((Cell("x"),), role="value"),)),)),
        Scene((Text.of("x"), Grid("beside a text", (Row((Cell("x"),)),), beside=True))),
        Scene((Grid("beside nothing", (Row((Cell("x"),)),), beside=True),)),
        Scene((), waits=(0,)),
        Scene((), waits=tuple(range(1, 22))),
        Scene((), status="x" * 201),
        Scene((Words("w", ("x" * 2_000,) * 40),)),
    ],
)
def test_a_scene_that_breaks_a_limit_is_a_fault(scene: Any) -> None:
    """What it holds is not told: the text is for the log."""
    with pytest.raises(SceneFault) as fault:
        drawn(scene, 79)
    assert "xxxx" not in str(fault.value)


def test_a_short_row_is_filled_up() -> None:
    """As for an old client, which knows rows of the same length only."""
    piles = Scene((Grid("Piles", (Row(cells("a b c"), "x"), Row((), "y"), Row(cells("d"), "z"))),))
    assert plain(piles, 79) == ["x a b c", "y", "z d"]
    data, even = encoded(piles)
    assert [len(row.cells) for row in even.blocks[0].rows] == [3, 3, 3]  # type: ignore[union-attr]
    assert encoded(even) == (data, even)
    assert drawn(Scene((Grid("Nothing", (Row(()),)),)), 79) == [""]


@pytest.mark.parametrize(
    "wrong",
    [
        Grid("too wide", (Row((Cell("xxxx"),) * 11),)),
        Grid("too wide", (Row((Cell("xxxx"),) * 9, "label"),)),
    ],
)
def test_a_grid_that_cannot_be_shown_is_named_by_its_place(wrong: Grid) -> None:
    """As msgspec names it; a block that only large screens show counts too."""
    scene = Scene((Text.of("x"), Text.of("y", spare=True), wrong))
    with pytest.raises(SceneFault, match=r" - at `\$\.blocks\[2\]`$"):
        drawn(scene, 79)


# --- laws -------------------------------------------------------------------------------

WORD = st.text(st.characters(codec="ascii", categories=["L", "N", "P"]), min_size=1, max_size=12)
LINE = st.lists(WORD, max_size=8).map(" ".join)
STYLED = st.sampled_from(["", "strong", "dim", "mine", "hot", "good", "bad"])

_FACE: Final = {count: min(8, 40 // count - 2) for count in range(1, 13)}


def _grids(draw: Any) -> Grid:
    count = draw(st.integers(1, 12))
    faces = st.text("AQx?.-12", min_size=1, max_size=_FACE[count])
    table = draw(st.booleans())

    def row() -> Row:
        faced = tuple(Cell(draw(faces)) for _ in range(count))
        if not table:
            return Row(faced)
        score = draw(st.sampled_from(["", "5", "125"]))
        return Row(faced, draw(LINE)[:30], score, note=draw(LINE))

    rows = tuple(row() for _ in range(draw(st.integers(1, 3))))
    return Grid("Grid", rows, (row(),) if table else ())


def _some_beside(blocks: list[Block], beside: bool) -> tuple[Block, ...]:
    """*blocks*, in which grids after grids are beside them, if any are."""
    return tuple(
        replace(block, beside=True)
        if beside and at and isinstance(block, Grid) and isinstance(blocks[at - 1], Grid)
        else block
        for at, block in enumerate(blocks)
    )


GRIDS = st.composite(_grids)()
BLOCKS = st.one_of(
    st.builds(Text, st.lists(st.builds(Run, LINE, STYLED), max_size=4).map(tuple)),
    st.builds(Words, LINE, st.lists(WORD, max_size=20).map(tuple)),
    st.builds(Meter, LINE, st.integers(0, 30), st.integers(1, 30)),
    st.builds(
        Scores,
        st.lists(st.builds(Score, st.just((1,)), WORD, st.integers(-99, 999)), max_size=6).map(
            tuple
        ),
    ),
    GRIDS,
)
LAID_OUT: Final = st.builds(_some_beside, st.lists(BLOCKS, max_size=6), st.booleans())


@given(LAID_OUT, LINE, st.integers(40, 130))
def test_every_line_fits_and_is_printable_and_every_cell_is_read(
    blocks: tuple[Block, ...], title: str, width: int
) -> None:
    read_lines = drawn(Scene(blocks, title), width)
    assert all(len(line) <= width for line in read_lines)
    assert all(line.isascii() and (line == "" or line.isprintable()) for line in read_lines)
    text = "".join("\n".join(read_lines).split())
    for block in blocks:
        if isinstance(block, Grid):
            for row in block.rows:
                assert "".join(cell.text for cell in row.cells) in text


@given(LAID_OUT, LINE, st.integers(40, 130))
def test_what_is_styled_has_the_letters_of_what_is_plain(
    blocks: tuple[Block, ...], title: str, width: int
) -> None:
    """Line by line, at every width."""
    scene = Scene(blocks, title)
    letters = ["".join(span.text for span in line) for line in styled(scene, width)]
    assert letters == plain(scene, width)


def test_each_letter_has_the_style_of_what_it_belongs_to() -> None:
    """Also where a paragraph is broken; and cells can be clicked, or whole rows."""
    text = Text((Run("one two", "good"), Run(" " * 34 + "three"), Run("!", "bad")))
    assert styled(Scene((text,)), 40) == [
        [Span("one two", "good")],
        [Span("  three"), Span("!", "bad")],
    ]
    grid = Grid("", (Row((Cell("A", "hot", types="show 1"), Cell("B")), "ann", types="ask ann "),))
    assert styled(Scene((grid, Meter("", 2, 3)), "T"), 40) == [
        [Span("T", "strong")],
        [Span("ann", "", "ask ann "), Span(" A", "hot", "show 1"), Span(" B", "", "ask ann ")],
        [Span("  "), Span("3  ", "dim"), Span("[2]  ", "strong"), Span("1")],
    ]
