"""Take changed code of a plugin while the host runs, for its author: `parlour serve --reload`."""

from __future__ import annotations

import linecache
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from parlour.cli._folders import plugin_named, reach
from parlour.cli._shared import games_of
from parlour.cli._watched import POLL_S, Watched

if TYPE_CHECKING:
    from parlour.config import Config
    from parlour.core.effects import Reloaded
    from parlour.plugins import Found
    from parlour.server import RunningHost

_FRAMES: Final = 40
"""Calls within calls to look through for the line that makes a block."""


class Reloader:
    """The plugins that an author works on."""

    def __init__(self, config: Config, modules: Sequence[str]) -> None:
        self._config = config
        self._words = tuple(modules)
        self._modules = [reach(plugin_named(word)) for word in modules]
        self._watched = Watched(self._modules)
        self._ids: dict[str, list[str]] = {}
        """The games of each module, when it could last be used."""
        self.found = self._find()

    @property
    def told(self) -> str:
        """What the author reads at the start."""
        return f"Changed code is taken at once: {', '.join(self._words)}"

    async def look_after(self, host: RunningHost) -> None:
        """Look at the files now and then, and hand changed code to the host, until it stops."""
        import trio

        while not host.stopping.is_set():
            await trio.sleep(POLL_S)
            event = self.poll()
            if event is not None:
                host.driver.events.append(event)
                host.driver.run()

    def poll(self) -> Reloaded | None:
        """Return the games as they are now, if a file has changed and is written to its end."""
        return self._reloaded() if self._watched.poll() else None

    def _reloaded(self) -> Reloaded:
        from parlour.core.effects import Reloaded

        self._watched.forget()
        before = self._ids
        found = self.found = self._find()
        broken = {
            game: row.quarantined
            for row in found.quarantined
            if row.plugin in self._modules and row.quarantined is not None
            for game in ([row.id] if row.id else before.get(row.plugin, []))
        }
        for name, games in before.items():
            self._ids.setdefault(name, games)  # until its code can be used again
        mine = {game for games in self._ids.values() for game in games}
        return Reloaded({key: g for key, g in found.games.items() if key in mine}, broken)

    def _find(self) -> Found:
        found = games_of(self._config, self._words)
        self._ids = {
            module: [row.id for row in found.rows if row.plugin == module and not row.quarantined]
            for module in self._modules
            if any(row.plugin == module and not row.quarantined for row in found.rows)
        }
        return found


def explained(error: BaseException) -> str:
    """Return the text of what a game raised, and the author's own line."""
    from parlour.plugins.blame import place_of
    from parlour.scene import SceneFault

    while error.__cause__ is not None:
        error = error.__cause__
    said = " ".join(str(error).split())[:300]
    kind = type(error).__name__
    redraw = error.redraw if isinstance(error, SceneFault) else None
    place = place_of(error) if redraw is None else _block_of(redraw)
    place = ": ".join(place.split("\n    "))
    return (f"{kind}: {said}" if said else kind) + (f" ({place})" if place else "")


def _block_of(redraw: partial[Any]) -> str:
    """Return which block of a scene cannot be shown, and the author's line that makes it.

    A scene is checked when it is complete, and its values do not know where they were made. So
    we draw it again, and Python notes where memory is taken. A block that was made when the
    module was imported has no such line: then we name the method that draws.
    """
    import tracemalloc

    from parlour.plugins.blame import is_authors, place_in

    tracemalloc.start(_FRAMES)
    try:
        scene = redraw()
        number = _wrong_block(scene)
        found: Any = scene
        if number is not None:
            found = found.blocks[number]
        made = tracemalloc.get_object_traceback(found)
    finally:
        tracemalloc.stop()
    own = [frame for frame in made or () if is_authors(frame.filename)]
    draw = getattr(redraw.func, "__qualname__", "TextUI.draw")
    code: Any = getattr(redraw.func, "__code__", None)
    if own:
        line = linecache.getline(own[-1].filename, own[-1].lineno).strip()
        place = f"{Path(own[-1].filename).name} line {own[-1].lineno}: {line}"
    elif code is not None:
        place = place_in([(code.co_filename, code.co_firstlineno, draw)])
    else:
        place = draw
    block = "" if number is None else f"block {number + 1}, {type(found).__name__}: "
    return block + place


def _wrong_block(scene: object) -> int | None:
    """Return the number of the first block that cannot be shown, from 0."""
    from parlour.rendering import check_fits
    from parlour.scene import Scene, SceneFault, checked

    if not isinstance(scene, Scene):
        return None
    for number, block in enumerate(scene.blocks):
        try:
            check_fits(checked(Scene((block,))))
        except SceneFault:
            return number
    return None
