"""The lobby: what one can do comes first, and the dead push nothing off the screen."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

import pytest

from parlour_client.model import BotKind, Chair, Model, Offered, Place, Player, Table
from parlour_client.screen.lobby import TO_JOIN, TO_WATCH, lobby
from parlour_client.suggestions import invitation
from tests.clients.glass import Glass, watch
from tests.house.scene import Party, new_host


def _model(*places: Place, players: tuple[Player, ...] = ()) -> Model:
    games = {"hunt": Offered("hunt", "Hunt", (2, 4)), "duel": Offered("duel", "Duel", (2, 2))}
    return Model(
        name="ann",
        games=MappingProxyType(games),
        places=MappingProxyType({place.table: place for place in places}),
        players=players,
    )


def _lines(model: Model, width: int = 60, height: int = 0) -> list[str]:
    rows = lobby(model, width, height)
    return ["".join(words for _style, words in row).rstrip() for row in rows]


_BUSY = _model(
    Place(1, "hunt", "open", "old", ("old", None, None, None), present=0),
    Place(2, "hunt", "playing", "bob", ("bob", "cy"), present=2),
    Place(3, "duel", "open", "dee", ("dee", None)),
    Place(4, "hunt", "adjourned", "eve", ("eve", "flo"), present=1),
    players=(Player("bob", table=2), Player("old", away=True), Player("ann")),
)


def test_games_come_first_then_what_can_be_joined_then_what_can_be_watched() -> None:
    """What to type is at the left. Tables without anybody are a number, and so are the players
    who are disconnected.
    """
    assert _lines(_BUSY) == [
        "Start a game",
        "  new hunt      Hunt        2 to 4 players",
        "  new duel      Duel        2 players",
        "Waiting for players",
        "  join 3        Duel        dee   1 seat free",
        "To watch",
        "  watch 2       Hunt        bob, cy",
        "  2 tables wait for their players",
        "Here",
        "  ann (you)  bob   + 1 away",
    ]


def test_empty_lines_are_between_the_parts_where_there_is_room() -> None:
    assert "" not in _lines(_BUSY, height=13)
    lines = _lines(_BUSY, height=14)
    assert [at for at, line in enumerate(lines) if not line] == [3, 6, 9, 11]


def test_long_lists_of_names_are_cut_and_what_bots_there_are_is_left_out() -> None:
    many = tuple([f"player-{n}" for n in range(9)])
    model = _model(Place(1, "hunt", "over", "x", (*many, None)))
    games = {"hunt": Offered("hunt", "Hunt", (2, 4), (BotKind("plodder"),))}
    lines = _lines(replace(model, games=MappingProxyType(games)), 66)
    assert lines[1] == "  new hunt      Hunt        2 to 4 players    bots: plodder"
    assert lines[3] == "  join 1        Hunt        player-0...   1 seat free   game over"
    lines = _lines(replace(model, games=MappingProxyType(games)), 58)
    assert lines[1] == "  new hunt      Hunt        2 to 4 players"


@pytest.mark.parametrize(
    ("state", "most", "verb"), [("open", TO_JOIN, "join"), ("playing", TO_WATCH, "watch")]
)
def test_no_list_pushes_the_next_off_the_screen(state: str, most: int, verb: str) -> None:
    """The rest is a number."""
    places = [Place(n, "hunt", state, "x", ("x", None)) for n in range(1, 41)]
    lines = _lines(_model(*places, players=(Player("ann"),)))
    assert sum(f" {verb} " in line for line in lines) == most
    assert lines[-3:] == [f"  {40 - most} more tables: tables", "Here", "  ann (you)"]


def test_one_table_more_is_one_table() -> None:
    assert "  1 table waits for its players" in _lines(
        _model(Place(1, "hunt", "over", None, ("x",), present=0))
    )
    open_ones = [Place(n, "hunt", "open", "x", ("x", None)) for n in range(1, TO_JOIN + 2)]
    assert "  1 more table: tables" in _lines(_model(*open_ones))


def test_my_adjourned_game_is_the_first_to_join() -> None:
    """That of others only waits for them."""
    mine = Place(4, "hunt", "adjourned", "ann", ("ann", "flo"), present=0)
    other = Place(5, "hunt", "adjourned", "eve", ("eve", "flo"), present=1)
    lines = _lines(_model(Place(3, "duel", "open", "dee", ("dee", None)), mine, other))
    assert [line.split()[:2] for line in lines[4:6]] == [["join", "4"], ["join", "3"]]
    assert lines[4].endswith("ann, flo   adjourned")
    assert lines[6] == "  1 table waits for its players"


def test_a_host_that_is_quiet_shows_its_games() -> None:
    """Before anybody's name is known there is nobody to list."""
    assert _lines(_model())[0] == "Start a game"
    assert len(_lines(_model())) == 3


def test_nobody_is_invited_to_a_deserted_table() -> None:
    deserted = Place(1, "hunt", "open", "old", ("old", None), present=0)
    assert invitation(_model(deserted)) == "To open a table: new hunt"
    living = Place(2, "hunt", "open", "bob", ("bob", None))
    assert invitation(_model(deserted, living)).startswith("To join: join 2")


@pytest.mark.parametrize("state", ["playing", "open", "over"])
def test_who_waits_for_a_disconnected_player_reads_how_to_go_on(state: str) -> None:
    """But nothing of the sort while everybody waits for somebody else."""
    chairs = (Chair(1, "ann", ready=True), Chair(2, "bob", away=True), Chair(3, "cy"))
    table = Table(1, "hunt", state=state, host="cy", seat=1, chairs=chairs)
    model = replace(_model(), table=table)
    gone = "bob is disconnected. To go on (host of the table): /kick bob"
    assert invitation(model, 2) == gone
    if state == "playing":
        assert invitation(model, 3) == "Wait for cy."


def test_a_table_whose_players_hang_up_leaves_the_list_by_itself() -> None:
    """And is back with them. Nobody has to ask."""
    host = new_host()
    table = Party("bob", "cy", host=host, programs=("bob",), start=False)

    async def script(glass: Glass) -> None:
        assert "join 1" in glass.text
        table["cy"].lose()
        host.wait(1)
        await glass.rest()
        assert "join 1" in glass.text
        table["bob"].lose()
        host.wait(1)
        await glass.rest()
        assert "join 1" not in glass.text
        assert "1 table waits for its players" in glass.text

    watch(host, 80, 24, script)
