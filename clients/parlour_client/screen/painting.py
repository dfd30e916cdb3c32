"""How lines get on the terminal: styles by name, and containers that draw with little work.

A `Window` copies every character each time. Here a line that was drawn before is reused, so that
typing stays fast no matter how much is above the input. Words have the sixteen colours of the
terminal's own palette. Tiles have colours of the 256 that all such terminals show alike, or a pair
of the sixteen.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from functools import cache, lru_cache, partial
from typing import Final, TypeAlias

from prompt_toolkit.layout.containers import Container
from prompt_toolkit.layout.dimension import Dimension
from prompt_toolkit.layout.mouse_handlers import MouseHandlers
from prompt_toolkit.layout.screen import Char, Screen, WritePosition
from prompt_toolkit.mouse_events import MouseEvent, MouseEventType
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.styles import Style

from parlour_client.screen.rows import Piece, Row

_DARK: Final = {
    # styles that scenes may use
    "strong": "bold",
    "dim": "dim",
    "mine": "ansicyan",
    "hot": "bold ansired",
    "good": "ansigreen",
    "bad": "ansired",
    # the rest of the screen
    "title": "reverse",
    "title-name": "reverse bold",
    "title-clock": "reverse bold",
    "title-hot": "reverse bold",
    "status": "reverse",
    "status-name": "reverse bold",
    "alarm": "reverse bold",
    "rule": "dim",
    "turn": "bold",
    "talk": "ansicyan",
    "own": "dim",
    "host": "",
    "error": "ansired",
    "now": "",
    "event": "",
    "question": "",
    "urgent": "bold",
    "caret": "bold ansired",
    "ghost": "dim",
    "back": "reverse",
    "accent": "bold ansiyellow",
    "name": "bold",
    "command": "bold ansigreen",
    "denied": "ansired",
}
_LIGHT: Final = _DARK | {
    "mine": "ansiblue",
    "talk": "ansiblue",
    "good": "bold ansigreen",
    "accent": "bold",
}
"""Cyan and yellow cannot be read on white."""
_CONTRAST: Final = _DARK | {
    "dim": "",
    "own": "",
    "rule": "",
    "ghost": "italic",
    "mine": "underline",
    "talk": "underline",
    "hot": "bold reverse",
    "good": "bold",
    "bad": "underline",
    "error": "bold",
    "caret": "bold",
    "accent": "bold",
    "denied": "",
    "command": "bold",
}
"""Nothing is faint, and nothing depends on a colour."""
_WORDS: Final = {"dark": _DARK, "light": _LIGHT, "contrast": _CONTRAST}

Tile: TypeAlias = tuple[str, str]
"""The background of a tile, and its letters. All have a contrast of 4.5 or more."""
_HUES: Final[Mapping[str, Tile]] = {
    "tile-1": ("#af0000", "#ffffff"),
    "tile-2": ("#005faf", "#ffffff"),
    "tile-3": ("#008700", "#ffffff"),
    "tile-4": ("#ffff5f", "#1c1c1c"),
    "tile-5": ("#870087", "#ffffff"),
    "tile-6": ("#ff8700", "#1c1c1c"),
    "tile-7": ("#875f00", "#ffffff"),
    "tile-8": ("#4e4e4e", "#ffffff"),
}
_DARK_TILES: Final[Mapping[str, Tile]] = {
    "tile": ("#d7d7af", "#1c1c1c"),
    "tile-back": ("#005f87", "#d7ffff"),
    "tile-mine": ("#005f5f", "#afffd7"),
    "tile-pick": ("#005f5f", "#ffd75f"),
    "tile-new": ("#ffd75f", "#1c1c1c"),
    "tile-path": ("#afd787", "#1c1c1c"),
    "tile-dim": ("#303030", "#b2b2b2"),
    **_HUES,
}
_LIGHT_TILES: Final[Mapping[str, Tile]] = {
    "tile": ("#ffd7af", "#1c1c1c"),
    "tile-back": ("#005f87", "#d7ffff"),
    "tile-mine": ("#afd7d7", "#005f5f"),
    "tile-pick": ("#afd7d7", "#5f0000"),
    "tile-new": ("#ffaf00", "#1c1c1c"),
    "tile-path": ("#87d75f", "#1c1c1c"),
    "tile-dim": ("#e4e4e4", "#585858"),
    **_HUES,
}
_SIXTEEN: Final[Mapping[str, Tile]] = {
    "tile": ("ansigray", "ansiblack"),
    "tile-back": ("ansiblue", "ansiwhite"),
    "tile-mine": ("ansicyan", "ansiblack"),
    "tile-pick": ("ansicyan", "ansiblack underline"),
    "tile-new": ("ansiyellow", "ansiblack"),
    "tile-path": ("ansigreen", "ansiblack"),
    "tile-dim": ("ansibrightblack", "ansiwhite"),
    "tile-1": ("ansired", "ansiwhite"),
    "tile-2": ("ansibrightblue", "ansiblack"),
    "tile-3": ("ansibrightgreen", "ansiblack"),
    "tile-4": ("ansibrightyellow", "ansiblack"),
    "tile-5": ("ansimagenta", "ansiwhite"),
    "tile-6": ("ansibrightred", "ansiblack"),
    "tile-7": ("ansibrightmagenta", "ansiblack"),
    "tile-8": ("ansibrightblack", "ansiwhite"),
}
TILES: Final = {"dark": _DARK_TILES, "light": _LIGHT_TILES}
_PANELS: Final[Mapping[str, Mapping[str, Tile]]] = {
    "dark": {
        "title": ("#303030", "#c6c6c6"),
        "title-name": ("#303030", "#ffffff bold"),
        "title-clock": ("#303030", "#ffd75f bold"),
        "title-hot": ("#303030", "#ff8787 bold"),
        "status": ("#303030", "#c6c6c6"),
        "status-name": ("#303030", "#87d7d7"),
    },
    "light": {
        "title": ("#e4e4e4", "#444444"),
        "title-name": ("#e4e4e4", "#000000 bold"),
        "title-clock": ("#e4e4e4", "#875f00 bold"),
        "title-hot": ("#e4e4e4", "#af0000 bold"),
        "status": ("#e4e4e4", "#444444"),
        "status-name": ("#e4e4e4", "#005f5f"),
    },
}
"""The first and the last line. With sixteen colours they are in reverse."""
_GOLD: Final = {"dark": "bold #ffd75f", "light": "bold #875f00"}
_BOLD: Final = frozenset({"tile", "tile-new", "tile-pick", "tile-path"})


@cache
def theme(name: str, depth: ColorDepth = ColorDepth.DEPTH_4_BIT) -> Style:
    """Return the styles of the theme *name* on a terminal with so many colours."""
    tiles = _SIXTEEN if depth is ColorDepth.DEPTH_4_BIT else TILES.get(name, {})
    styles = dict(_WORDS[name])
    if depth is ColorDepth.DEPTH_8_BIT and name in _PANELS:
        panels = _PANELS[name].items()
        styles |= {style: f"bg:{ground} {letters}" for style, (ground, letters) in panels}
        styles["accent"] = _GOLD[name]
    for style, (ground, letters) in tiles.items():
        styles[style] = f"bg:{ground} {letters}{' bold' if style in _BOLD else ''}"
        styles[style.replace("tile", "edge")] = f"{ground} reverse"
    return Style.from_dict(styles)


def depth(environ: Mapping[str, str]) -> ColorDepth:
    """How many colours: 256, sixteen, or none if the user wants none (`NO_COLOR`)."""
    term = environ.get("TERM", "").lower()  # telnet says it in capitals (RFC 1091)
    if environ.get("NO_COLOR") or term == "dumb":
        return ColorDepth.DEPTH_1_BIT
    if "256color" in term or environ.get("COLORTERM"):
        return ColorDepth.DEPTH_8_BIT
    return ColorDepth.DEPTH_4_BIT


def has_tiles(environ: Mapping[str, str], name: str) -> bool:
    """Can a tile be told by its colour, and does the theme *name* allow that?"""
    return name != "contrast" and depth(environ) is not ColorDepth.DEPTH_1_BIT


def has_boxes(environ: Mapping[str, str]) -> bool:
    """Can the terminal draw lines and bars? Its locale must say UTF-8."""
    if environ.get("TERM") == "dumb":
        return False
    named = [environ.get(name, "") for name in ("LC_ALL", "LC_CTYPE", "LANG")]
    if named == ["", "C.UTF-8", ""] or named == ["", "C.UTF-8", "C"]:
        return False  # Python itself has derived this from a locale that says nothing
    locale = next(filter(None, named), "")
    return locale.lower().replace("-", "").endswith("utf8")


_BLANK: Final = Char(" ", "")
_REST: Final = Char("", "")
"""The second column of a wide character."""
_WHEEL: Final = {MouseEventType.SCROLL_UP: 1, MouseEventType.SCROLL_DOWN: -1}
_CACHED: Final = 512
"""How many lines to keep: those of some screens."""


class Sheet(Container):
    """Lines over the whole width of the screen.

    *rows* returns them for a width and a height. *height* is how many the sheet wants; None takes
    what the others leave. *click* gets the column and the line that were clicked, *wheel* gets 1
    for a step up and -1 for a step down.
    """

    def __init__(
        self,
        rows: Callable[[int, int], list[Row]],
        height: Callable[[], int] | None = None,
        click: Callable[[int, int], None] | None = None,
        wheel: Callable[[int], None] | None = None,
    ) -> None:
        self._rows = rows
        self._height = height
        self._click = click
        self._wheel = wheel

    def reset(self) -> None:
        """Only lines are kept between two drawings."""

    def preferred_width(self, max_available_width: int) -> Dimension:
        """All keys are prompt_toolkit's."""
        return Dimension()

    def preferred_height(self, width: int, max_available_height: int) -> Dimension:
        """See the class."""
        return Dimension() if self._height is None else Dimension.exact(self._height())

    def write_to_screen(
        self,
        screen: Screen,
        mouse_handlers: MouseHandlers,
        write_position: WritePosition,
        parent_style: str,
        erase_bg: bool,
        z_index: int | None,
    ) -> None:
        """See `Container`."""
        width, height, top = write_position.width, write_position.height, write_position.ypos
        for at, row in enumerate(self._rows(width, height)[:height]):
            screen.data_buffer[top + at] = _cells(tuple(row), width)
        if self._click is not None:
            left = write_position.xpos
            area = (left, left + width, top, top + height)
            mouse_handlers.set_mouse_handler_for_range(*area, partial(self._clicked, left, top))
        screen.width = max(screen.width, width)
        screen.height = max(screen.height, top + height)

    def _clicked(self, left: int, top: int, event: MouseEvent) -> object:
        step = _WHEEL.get(event.event_type)
        if step is not None and self._wheel is not None:
            self._wheel(step)
        elif event.event_type is MouseEventType.MOUSE_UP and self._click is not None:
            self._click(event.position.x - left, event.position.y - top)
        else:
            return NotImplemented
        return None

    def get_children(self) -> list[Container]:
        """There are none."""
        return []


@lru_cache(_CACHED)
def _cells(row: tuple[Piece, ...], width: int) -> defaultdict[int, Char]:
    """The characters of *row* by column; nobody changes them."""
    cells = defaultdict[int, Char](lambda: _BLANK)
    at, last = 0, 0
    for style, words in row:
        for letter in words:
            char = Char(letter, style)
            if char.width == 0:  # a mark over the letter before it
                cells[last] = Char(cells[last].char + letter, cells[last].style)
                continue
            if at + char.width > width:
                return cells
            cells[at] = char
            for more in range(1, char.width):
                cells[at + more] = _REST
            last, at = at, at + char.width
    return cells
