"""What the last move has changed is gold, though no game has said so."""

from __future__ import annotations

from dataclasses import replace

from msgspec import json, structs

from parlour.scene import Cell, Grid, Row, Scene
from parlour_client.fresh import marked
from parlour_client.model import Chair, Model, Table
from parlour_client.protocol import Heard
from parlour_client.reduce_events import hear
from parlour_client.screen.layout import Shown, compose


def board(*rows: str, name: str = "Board", new: str = "") -> Scene:
    """A board of letters: `?` is a back, `-` an empty space."""
    kinds = {"?": "back", "-": "none"}
    cells = [
        tuple([Cell(c, kind=kinds.get(c, "tile"), new=c in new) for c in row])  # type: ignore[arg-type]
        for row in rows
    ]
    return Scene((Grid(name, tuple(map(Row, cells))),))


def gold(scene: Scene) -> str:
    """The letters of the new cells."""
    grids = [block for block in scene.blocks if isinstance(block, Grid)]
    return "".join(c.text for g in grids for row in g.rows for c in row.cells if c.new)


def test_what_was_turned_or_put_down_is_new_until_the_next_change() -> None:
    first = board("AB?", "C-?")
    assert gold(marked(None, first)) == ""
    turned = marked(first, board("ABD", "C-?"))
    assert gold(turned) == "D"
    again = marked(turned, board("ABD", "C-?"))
    assert gold(again) == "D"
    assert gold(marked(again, board("ABD", "CE?"))) == "E"
    assert gold(marked(again, board("ABD", "--?"))) == "", "nothing is there any more"


def test_a_whole_new_board_is_not_new() -> None:
    assert gold(marked(board("ABCD"), board("EFGH"))) == ""
    assert gold(marked(board("AB"), board("ABC"))) == "", "nor is a row that grew"
    assert gold(marked(board("AB"), board("AC", name="Another"))) == ""


def test_a_game_that_says_what_is_new_is_believed() -> None:
    assert gold(marked(board("A?C"), board("ABD", new="D"))) == "D"


def test_how_a_piece_is_set_off_is_no_change() -> None:
    (grid,) = board("AB").blocks
    assert isinstance(grid, Grid)
    (row,) = grid.rows
    hot = structs.replace(row, cells=tuple(structs.replace(c, style="hot") for c in row.cells))
    assert gold(marked(board("AB"), Scene((structs.replace(grid, rows=(hot,)),)))) == ""


def _scored(model: Model, **points: int) -> Model:
    scores = [{"seat": at, "name": n, "points": points[n]} for at, n in enumerate(points, 1)]
    return hear(model, Heard(0, "scores", {"table": 1, "scores": scores, "text": []}), 0)


def _moved(model: Model) -> Model:
    scene = Scene((Grid("Racks", (Row((Cell("A", kind="tile"),), "ann", "20", seat=1),)),))
    body: dict[str, object] = {
        "table": 1,
        "scene": json.decode(json.encode(scene)),
        "left_ms": 9_000,
        "text": [],
    }
    return hear(model, Heard(0, "scene", body), 0)


def _picture(model: Model) -> str:
    frame = compose(Shown(model, "host", 0, tiles=True, boxes=True), 60, 12, one=False)
    return "\n".join("".join(words for _style, words in row).rstrip() for row in frame.rows)


def test_points_just_won_are_beside_the_score_until_the_next_move() -> None:
    chairs = (Chair(1, "ann", points=5), Chair(2, "bob", points=0))
    model = Model("ann", Table(1, state="playing", seat=1, chairs=chairs))
    model = _moved(_scored(model, ann=20, bob=0))
    assert "20 +15" in _picture(model)
    assert "+" not in _picture(_moved(model))
    lost = _moved(_scored(model, ann=15, bob=0))
    assert "20 -5" in _picture(lost)


def test_who_has_won_is_above_the_position() -> None:
    chairs = (Chair(1, "ann"), Chair(2, "bob"), Chair(3, "cy"))
    table = Table(1, state="over", seat=1, chairs=chairs, scene=Scene((), title="Over"))
    for winners, words in (
        ({1}, "   You win!"),
        ({2}, "   bob wins!"),
        ({1, 2, 3}, "   ann, bob and cy win!"),
        (set[int](), ""),
    ):
        model = Model("ann", replace(table, winners=frozenset(winners)))
        lines = _picture(model).splitlines()
        assert lines[1] == words or (not words and "win!" not in "".join(lines))
    reached = {"kind": "together", "points": 18, "of": 25}
    for outcome, words in (
        (reached, "   Together: 18 of 25"),
        ({**reached, "won": True}, "   Everybody wins: 18 of 25!"),
        ({**reached, "won": False}, "   Everybody loses: 18 of 25"),
        ({"kind": "nobody"}, "   Nobody wins"),
        ({"kind": "nonsense", "points": "x"}, ""),
    ):
        over: dict[str, object] = {"table": 1, "winners": [], "outcome": outcome}
        model = hear(Model("ann", replace(table, state="playing")), Heard(9, "over", over), 0)
        lines = _picture(model).splitlines()
        assert lines[1] == words or (not words and "win" not in "".join(lines))
