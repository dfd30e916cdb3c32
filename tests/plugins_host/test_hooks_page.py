"""docs/reference/game.md is true: every hook has its heading, and the example plays."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from pathlib import Path
from typing import get_args

import pytest

from parlour import Kind, Scene, Style, Text
from parlour.api import AnyGame, Seat
from parlour.hookspecs import Hooks, HostHooks
from parlour.plugins import find_games
from parlour_kit import GameDriver, check_game
from tests.plugins_host.toss import PAGE
from tests.sizes import sized

SCENES_PAGE = PAGE.with_name("scenes.md")
HOST_PAGE = PAGE.parents[1] / "host-hooks.md"
HOOKS: dict[str, tuple[Callable[..., object], Path]] = {
    name: (hook, page)
    for kind, page in ((Hooks, PAGE), (HostHooks, HOST_PAGE))
    for name, hook in vars(kind).items()
    if not name.startswith("_")
}


@pytest.mark.parametrize("name", HOOKS)
def test_every_hook_has_a_heading_with_its_exact_signature(name: str) -> None:
    hook, page = HOOKS[name]
    signature = inspect.signature(hook)
    plugins_own = [p for p in signature.parameters.values() if p.name != "self"]
    shown = str(signature.replace(parameters=plugins_own)).replace("'", "")
    assert f"\n## `{name}{shown}`\n" in page.read_text("utf-8")


@pytest.mark.parametrize("name", HOOKS)
def test_every_hook_is_described_in_its_own_words(name: str) -> None:
    hook, page = HOOKS[name]
    first_line = (hook.__doc__ or "").splitlines()[0]
    assert first_line in page.read_text("utf-8")


def test_the_example_is_accepted(folder: Path) -> None:
    assert (folder / "toss.py").is_file()
    found = find_games(modules=["toss"], discover=False)
    assert (list(found.games), found.quarantined) == (["toss"], ())


@pytest.mark.parametrize("side", ["heads", "tails"])
def test_the_example_can_be_played(toss: AnyGame, side: str) -> None:
    game, seat = GameDriver(toss, seats=1), Seat(1)
    assert "heads" not in repr(game.state)
    assert "tails" not in repr(game.state)
    scene = toss.text_ui.draw(game.look(seat), game.reader(seat))
    assert scene == Scene((Text.of("The coin is covered."),))
    assert game.verbs(seat) == ["call"]

    game.move(seat, game.parsed(seat, "call", side))
    assert game.over
    (line,) = game.told(seat)
    right = line == f"It is {side}: {side} was right."
    assert game.winners == (frozenset({seat}) if right else frozenset())


def test_the_page_names_every_style_and_every_kind_of_cell() -> None:
    page = SCENES_PAGE.read_text("utf-8")
    assert all(f'`"{style}"`' in page for style in get_args(Style))
    assert all(f"`{kind}`: " in page for kind in get_args(Kind) if kind)


def test_no_seed_raises_an_alarm_about_the_example(toss: AnyGame) -> None:
    """A coin that lies the same way in the twin, by chance, is no fault of the game."""
    for seed in range(sized(20, 100)):
        check_game(toss, seeds=[seed], hosts=False)
