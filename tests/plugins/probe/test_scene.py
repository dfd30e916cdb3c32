"""The position of Probe as a picture: what each thing is, what is new, whom the game waits for."""

from __future__ import annotations

from parlour import SPECTATOR, Cell, Grid, Row, Scene, Seat, Text, Viewer
from parlour.scene import encoded
from parlour_probe import PROBE
from tests.plugins.probe.playbook import LEFT, RIGHT, A, B, C, D, Play

DOT = "\N{MIDDLE DOT}"
ROWS = ["..TREASURER.", "LANTERN...", "CROCODILE", "STRAWBERRY.."]


def scene(play: Play, viewer: Viewer) -> Scene:
    """The position as *viewer* sees it."""
    return PROBE.text_ui.draw(play.look(viewer), play.reader(viewer))


def racks(play: Play, viewer: Viewer) -> tuple[Row, ...]:
    """The racks as *viewer* sees them."""
    grid = scene(play, viewer).blocks[0]
    assert isinstance(grid, Grid)
    return grid.rows


def fresh(play: Play, viewer: Viewer) -> list[tuple[Seat | int | None, int]]:
    """The cards that are new to *viewer*: whose they are, and their space."""
    return [
        (row.seat, space)
        for row in racks(play, viewer)
        for space, cell in enumerate(row.cells, 1)
        if cell.new
    ]


def test_a_card_is_a_tile_or_a_back_and_its_face_bears_no_mark() -> None:
    """The star belongs to plain text. What nobody else sees of one's own is in the style mine."""
    play = Play(ROWS[:3], activity_deck="none")
    play.open(A, 5)
    play.open(B, 4, 8)
    own, other, _ = racks(play, A)
    assert own.cells[0] == Cell(".", "mine", says="blank, face down", kind="tile", face=DOT)
    assert own.cells[4] == Cell("*E", "strong", says="E, face up", kind="tile", face="E")
    assert other.cells[0] == Cell("?", "dim", says="face down", kind="back")
    assert other.cells[3] == Cell("T", "strong", kind="tile")
    assert other.cells[7] == Cell(".", "strong", says="blank", kind="tile", face=DOT)
    assert other.cells[10] == Cell("-", "dim", says="no card", kind="none")
    assert [row.seat for row in racks(play, A)] == [A, B, C]
    grid = scene(play, A).blocks[0]
    assert isinstance(grid, Grid)
    assert [head.role for head in grid.heads] == ["index", "value"]


def test_only_the_cards_that_may_be_shown_can_be_picked_and_only_by_their_owner() -> None:
    play = Play(ROWS[:3], activity_deck="none")
    play.ask(A, B, "N")
    values = {viewer: [c.value for r in racks(play, viewer) for c in r.cells] for viewer in (A, B)}
    assert [value for value in values[B] if value] == ["3", "7"]
    assert not any(values[A])
    two = Play([("FISH", "BREAD"), ("CALM", "EAGLE")], activity_deck="none")
    two.ask(A, B, "A")
    assert [c.value for row in racks(two, B) for c in row.cells if c.value] == ["L2", "R2"]


def test_the_cards_turned_up_last_are_new_until_the_next_question() -> None:
    """A guess that waits is a secret of its sender, and changes nothing."""
    play = Play(ROWS, activity_deck="none")
    assert fresh(play, A) == []
    play.hit(A, B, 3)
    assert fresh(play, A) == fresh(play, B) == fresh(play, SPECTATOR) == [(B, 3)]
    play.guess(C, D, ROWS[3])
    assert fresh(play, A) == [(D, space) for space in range(1, 13)]
    play.ask(A, C, "O")
    assert fresh(play, SPECTATOR) == []
    play.guess(D, B, "LANTERNS..")
    assert fresh(play, SPECTATOR) == []
    play.show(C, 3)
    assert fresh(play, SPECTATOR) == [(C, 3)]


def test_a_guess_judged_after_a_card_adds_to_what_is_new() -> None:
    play = Play(ROWS, activity_deck="none")
    play.ask(A, B, "N")
    play.guess(C, D, ROWS[3])
    play.show(B, 3)
    assert fresh(play, A) == [(B, 3), *((D, space) for space in range(1, 13))]


def test_two_racks_of_a_player_are_told_apart() -> None:
    play = Play([("FISH", "BREAD"), ("CALM", "EAGLE")], activity_deck="none")
    play.hit(A, B, 2, RIGHT)
    new = [[cell.new for cell in row.cells].count(True) for row in racks(play, A)]
    assert new == [0, 0, 0, 1]
    play.hit(A, B, 2, LEFT)
    assert [[cell.new for cell in row.cells].count(True) for row in racks(play, A)] == [0, 0, 1, 0]


def test_whom_the_game_waits_for() -> None:
    """While words are hidden everybody reads who has not; then the player who must act."""
    play = Play(seats=3, first_player=1, activity_deck="none")
    play.hide(A, "FISH")
    assert scene(play, C).waits == (B, C)
    play.leave(C)
    assert scene(play, A).waits == (B,)
    play = Play(ROWS[:3], activity_deck="none", edition="fr", fr_recite=True)
    assert scene(play, B).waits == (A,)
    play.open(B, *(space for space in range(1, 11) if space != 3))
    play.ask(A, B, "N")
    assert (scene(play, SPECTATOR).waits, scene(play, SPECTATOR).turn) == ((B,), A)
    play.show(B, 3)
    assert scene(play, B).waits == (A,)
    play.leave(B)
    play.leave(C)
    assert scene(play, A).waits == ()


def test_the_status_is_said_once_in_a_picture_and_once_in_plain_text() -> None:
    play = Play(ROWS[:3], activity_deck="none")
    drawn = scene(play, B)
    assert drawn.status == "It's ann's turn to ask."
    assert drawn.blocks[2] == Text.of("It's ann's turn to ask.", plain_only=True)
    assert all(isinstance(block, Text) and block.plain_only for block in drawn.blocks[1:3])


def test_a_scene_of_four_is_short_enough_for_a_phone_all_evening() -> None:
    """Bytes as JSON; without the fields of a picture it was 3,466."""
    play = Play(ROWS, activity_deck="none")
    for seat, *spaces in ((A, 5), (B, 4, 8), (C, 1, 2), (D, 3)):
        play.open(Seat(seat), *spaces)
    play.ask(A, B, "N")
    assert len(encoded(scene(play, B))[0]) <= 1.3 * 3_466
