"""What the scenes of all games tell a player who taps, and everybody who waits."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from random import Random
from typing import Any, Final

import msgspec
import pytest

from parlour import (
    SPECTATOR,
    AnyGame,
    Cell,
    ChoiceArg,
    Grid,
    IntArg,
    OptionValue,
    Prompt,
    Reader,
    Row,
    Scene,
    Seat,
    SeatArg,
    SomeArg,
    Viewer,
    plain,
)
from parlour.rendering import check_fits
from parlour.scene import checked
from parlour_boggle import BOGGLE
from parlour_kit.hidden import is_a
from parlour_kit.playing import Moment, names_for, play, random_options
from parlour_password import PASSWORD
from parlour_probe import PROBE
from tests.clients.harbour import HARBOUR
from tests.examples.test_games import NAMES, game_of
from tests.plugins.boggle.playbook import WORDS
from tests.plugins.probe import luck
from tests.sizes import sized

GAMES: Final[Mapping[str, AnyGame]] = {
    **{game.id: game for game in (BOGGLE, HARBOUR, PASSWORD, PROBE)},
    **{name: game_of(name) for name in NAMES},
}
MOMENTS: Final = 120
SEEDS: Final = 3
EVERY: Final = sized(10, 1)
"""Each so many moments of a game, others in each of the games."""


def chosen(game: AnyGame, rng: Random, seats: int) -> Mapping[str, OptionValue]:
    """Options that are allowed together. The harbour is drawn for its usual ones."""
    if game is HARBOUR:
        return {}
    return luck.options(rng, seats) if game is PROBE else random_options(game, rng)


def moments(game: AnyGame) -> Iterator[Moment]:
    """Moments of some random games, with all numbers of players and options."""
    for seed in range(SEEDS):
        rng = Random(seed)
        seats = rng.choice(game.seats)
        options = chosen(game, rng, seats)
        playing = play(game, rng, seats=seats, options=options, lexicon=WORDS, restless=True)
        yield from islice(playing, seed, MOMENTS, EVERY)


def scenes(game: AnyGame) -> Iterator[tuple[Viewer, Scene, Mapping[Seat, Prompt]]]:
    """What everybody sees at those moments, and what they may do."""
    for moment in moments(game):
        prompts = game.rules.prompts(moment.state)
        viewers: tuple[Viewer, ...] = (*moment.seats, SPECTATOR)
        for viewer in viewers:
            view = game.views.look(moment.state, viewer)
            scene = game.text_ui.draw(view, Reader(viewer, names_for(moment.seats)))
            yield viewer, checked(scene), prompts


def rows(scene: Scene) -> Iterator[Row]:
    """The rows of all grids, without their heads."""
    for block in scene.blocks:
        if isinstance(block, Grid):
            yield from block.rows


def cells(scene: Scene) -> Iterator[Cell]:
    """The cells of those rows."""
    for row in rows(scene):
        yield from row.cells


def picks(prompt: Prompt | None, value: str) -> bool:
    """Can *value* be picked for an argument?"""
    args = [arg for spec in (prompt.moves if prompt is not None else ()) for arg in spec.args]
    return any(
        value in arg.choices
        if isinstance(arg, ChoiceArg | SomeArg)
        else isinstance(arg, IntArg) and value.isdecimal() and arg.min <= int(value) <= arg.max
        for arg in args
    )


@pytest.mark.parametrize("name", GAMES)
def test_every_scene_can_be_tapped_and_shows_all_to_an_older_client(name: str) -> None:
    """Of all numbers of players and options, for everybody who looks on."""
    kinds: set[str] = set()
    for viewer, scene, prompts in scenes(GAMES[name]):
        check_fits(scene)
        kinds |= {cell.kind for cell in cells(scene)}
        check_taps(scene, None if viewer is SPECTATOR else prompts.get(viewer))
        check_waits(scene, prompts)
        check_faces(scene)
        check_older(scene)
    assert name in ("password", "folded") or kinds & {"tile", "back"}


def check_taps(scene: Scene, prompt: Prompt | None) -> None:
    """What can be tapped is offered to the viewer. Nobody else has a value, so none tells more
    than their prompt. If players are shown in rows, all who may be named in a move have one.
    """
    values = [cell.value for cell in cells(scene) if cell.value]
    assert not values or any(picks(prompt, value) for value in values), values
    shown = {row.seat for row in rows(scene) if row.seat is not None}
    if shown and prompt is not None:
        args = [arg for spec in prompt.moves for arg in spec.args]
        assert {seat for a in args if isinstance(a, SeatArg) for seat in a.choices} <= shown


def check_waits(scene: Scene, prompts: Mapping[Seat, Prompt]) -> None:
    """The game waits for all of whom everybody sees that it does: an urgent prompt shows that.
    Only its player may know that they have done their part.
    """
    urgent = {seat for seat, prompt in prompts.items() if prompt.urgent}
    assert urgent <= set(scene.waits), scene.waits
    assert prompts or scene.waits == ()


def check_faces(scene: Scene) -> None:
    """A back shows nothing, and a tile no star, bracket or question mark."""
    for cell in cells(scene):
        if cell.kind == "tile":
            face = cell.text if cell.face is None else cell.face
            assert face.strip("?*()[]") == face, cell
        elif cell.kind:
            assert not (cell.face or "").strip("o"), cell


def check_older(scene: Scene) -> None:
    """A client of 0.1.0 shows every word. Grids beside each other are below each other there."""
    old = as_of_0_1_0(scene)
    assert not any(cell.kind for cell in cells(old))
    words = [" ".join(plain(each, 79)).split() for each in (old, scene)]
    if any(isinstance(block, Grid) and block.beside for block in scene.blocks):
        words = [sorted(each) for each in words]
    assert words[0] == words[1]


_NEW: Final = {
    *("face", "hue", "new", "value", "seat", "role", "beside", "plain_only", "big"),
    *("status", "waits"),
}
"""Fields that 0.1.0 does not know, besides the kind of a cell."""


def as_of_0_1_0(scene: Scene) -> Scene:
    """What a client of 0.1.0 takes from *scene*."""

    def taken(value: Any) -> Any:
        if is_a(value, dict):
            known: dict[str, Any] = value
            new = {*_NEW, "kind"} if "text" in known else _NEW
            new = new - {"value"} if "top" in known else new  # a meter's
            return {name: taken(each) for name, each in known.items() if name not in new}
        return [taken(each) for each in value] if is_a(value, tuple) else value

    return msgspec.convert(taken(msgspec.to_builtins(scene)), Scene)
