"""Play a game in a process of its own, and print what everybody gets after each move.

`python -m parlour_kit.apart MODULE:ID SEED`, which the check `purity` runs with different hash
seeds. Each process begins from nothing, so this imports only what a game is played with.
"""

from __future__ import annotations

import importlib
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice
from random import Random
from typing import Any, Final

from parlour.api import SPECTATOR, AnyGame, Game, Lexicon, Reader, Viewer
from parlour_kit.hidden import as_json, is_a
from parlour_kit.playing import Moment, heard_of, names_for, open_prompts, play
from parlour_kit.values import frozen

STEPS: Final = 60
"""Moves to play."""


def game_at(origin: str) -> AnyGame:
    """Return the game that *origin* names: `module:id`, or `module:NAME` of a variable."""
    name, _, word = origin.partition(":")
    module = importlib.import_module(name)
    found: Any = getattr(module, word, None)
    if is_a(found, Game):
        game: AnyGame = found
        return game
    offered = getattr(module, "register_games", None) or _hooked(module)
    return next(each for each in offered() if each.id == word)


def _hooked(plugin: object) -> Callable[[], Sequence[AnyGame]]:
    """Ask as a host does, for a hook that has another name in its module."""
    from parlour.plugins import register_games

    return partial(register_games, plugin)


def list_for(game: AnyGame, origin: str) -> Lexicon | None:
    """Return the word list that the game needs: the host's, or one of its plugin at *origin*."""
    if game.lexicon is None:
        return None
    from parlour.lexicons import BUILTIN, Lexicons, load_file

    if game.lexicon in BUILTIN:
        return Lexicons()[game.lexicon]
    from parlour.plugins import find_games

    plugin = importlib.import_module(origin.partition(":")[0])
    found = find_games(
        discover=False, extra=(plugin,), read_list=lambda file: load_file(file.name, file.path)
    )
    return found.lexicons.get(game.lexicon)


def digests(game: AnyGame, seed: int, lexicon: Lexicon | None = None) -> Iterator[str]:
    """Yield a line for each move of a random game: what everybody gets, to compare processes."""
    moments = play(game, Random(seed), seats=game.seats[0], lexicon=lexicon)
    for moment in islice(moments, STEPS):
        facts = [(name, _text(value)) for name, value in _facts(game, moment)]
        yield json.dumps(facts)


def _text(value: Any) -> str:
    return value if isinstance(value, str) else repr(value)


def _facts(game: AnyGame, moment: Moment) -> Iterator[tuple[str, Any]]:
    state, names = moment.state, names_for(moment.seats)
    yield "the state", frozen(state)
    yield "a move", frozen(moment.move)
    yield "a prompt", list(open_prompts(game, state).items())
    viewers: tuple[Viewer, ...] = (*moment.seats, SPECTATOR)
    for viewer in viewers:
        reader = Reader(viewer, names)
        view = game.views.look(state, viewer)
        yield "what Views.look returns", as_json(view).decode()
        yield "the scene", as_json(game.text_ui.draw(view, reader)).decode()
        for heard in heard_of(game, moment.step.events, viewer):
            yield "what is heard", as_json(heard).decode()
            yield "a sentence", list(game.text_ui.say(heard, reader))


if __name__ == "__main__":
    found = game_at(sys.argv[1])
    word_list = list_for(found, sys.argv[1])
    for line in digests(found, int(sys.argv[2]), word_list):
        sys.stdout.write(f"{line}\n")
