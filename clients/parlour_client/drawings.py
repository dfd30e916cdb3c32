"""Drawings of games, which their plugins may bring: the entry points `parlour.drawings`.

An entry point has the name of the game. Its value is a module (or any object) with

* `draw(view, names, width)`: the position as lines, each a list of pieces `(style, text)`.
  *view* is the object of the event `view`, *names* the player of each seat, *width* the columns
  there are. A style is one of `STYLES`; no meaning may hang on it alone. It must be quick, is
  called again and again with the same view, and must leave the view as it is. If the player has
  asked the game a question, its answer is the view's key `answer` until something happens:
  `{"name": "boggle.path", "data": {...}}`.
* `turn(view)`, if there are turns: the seat whose turn it is, or None.
* `FORGET`, if players must keep in mind what they heard: for the name of an event, the names of
  those events whose lines leave the log when it comes. The name `prompt` stands for the
  questions that the game asks. A table whose option `notes` is on forgets nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from parlour_client.log import Forgetting

GROUP: Final = "parlour.drawings"
STYLES: Final = ("", "strong", "dim", "mine", "hot", "good", "bad")

Draw: TypeAlias = Callable[[dict[str, Any], dict[int, str], int], list[list[tuple[str, str]]]]

Turn: TypeAlias = Callable[[dict[str, Any]], int | None]


def _nobody(view: dict[str, Any]) -> int | None:
    return None


class Drawing:
    """What a plugin offers for the screen."""

    def __init__(self, offered: Any) -> None:
        self.draw: Draw = offered.draw
        self.turn: Turn = getattr(offered, "turn", _nobody)
        forget: Mapping[str, Collection[str]] = getattr(offered, "FORGET", {})
        self.forget: Forgetting = MappingProxyType(dict(forget))


class Drawings:
    """All drawings that are installed; each is loaded when its game is first played."""

    def __init__(self, known: Mapping[str, Any] | None = None) -> None:
        self._loaded: dict[str, Drawing | None] = {
            game: Drawing(offered) for game, offered in (known or {}).items()
        }

    def of(self, game: str) -> Drawing | None:
        """The drawing of *game*; None if there is none, or it is of no use."""
        if game not in self._loaded:
            self._loaded[game] = _load(game)
        return self._loaded[game]

    def broken(self, game: str) -> None:
        """The drawing of *game* has failed: do without it from now on."""
        self._loaded[game] = None


def _load(game: str) -> Drawing | None:
    from importlib.metadata import entry_points  # slow, and not needed in the lobby

    for point in entry_points(group=GROUP, name=game):
        try:
            return Drawing(point.load())
        except Exception:  # noqa: BLE001 - whatever is wrong with it, the text serves
            continue
    return None
