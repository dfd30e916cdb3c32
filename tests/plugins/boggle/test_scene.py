"""The position of Boggle as a picture."""

from __future__ import annotations

from parlour import SPECTATOR, Grid, Scene, Viewer
from parlour.scene import checked
from parlour_boggle import BOGGLE
from parlour_kit.longest import lengthened
from tests.plugins.boggle.playbook import A, B, C, Play


def scene(play: Play, viewer: Viewer) -> Scene:
    """The position as *viewer* sees it."""
    return BOGGLE.text_ui.draw(play.look(viewer), play.reader(viewer))


def test_the_cubes_are_tiles() -> None:
    """The challenge cube alone is framed."""
    grid = scene(Play(cube=6), A).blocks[1]
    assert isinstance(grid, Grid)
    cells = [cell for row in grid.rows for cell in row.cells]
    assert {cell.kind for cell in cells} == {"tile"}
    assert [at for at, cell in enumerate(cells, 1) if cell.framed] == [6]


def test_in_a_round_the_game_waits_for_its_clock_and_after_it_for_the_players() -> None:
    """Who has said that they are ready is public."""
    play = Play(target=50)
    play.word(A, "cat")
    assert (scene(play, A).waits, scene(play, A).status) == ((), "")
    play.time_up()
    assert scene(play, SPECTATOR).waits == (A, B, C)
    play.next(B)
    play.leave(C)
    for viewer, who in ((A, "you"), (SPECTATOR, "ann")):
        assert scene(play, viewer).waits == (A,)
        assert scene(play, viewer).status == f"Waiting for {who}."


def test_many_players_with_long_names_fit_into_the_status() -> None:
    """It says how many the game waits for. Plain text still names all of them."""
    for seats, status in ((9, "Waiting for 9 players."), (8, "Waiting for you, bob")):
        play = Play(target=50, seats=seats)
        play.names = lengthened(play.names)
        play.time_up()
        drawn = checked(scene(play, A))
        assert drawn.status.startswith(status)
        lines = " ".join(play.shown(A))
        assert all(play.names[seat] in lines for seat in play.state.seats[1:])
