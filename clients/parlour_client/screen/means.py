"""What a terminal can show, and what the player wants of it; both can change while we play."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from prompt_toolkit.output import ColorDepth
from prompt_toolkit.styles import BaseStyle

from parlour_client.screen.painting import depth, has_boxes, has_tiles, theme
from parlour_client.settings import Settings

PROBE: Final = "\N{BOX DRAWINGS LIGHT VERTICAL AND LEFT}"
"""One column if the terminal reads UTF-8. In Latin-1 it is three characters, of which the last one
is no control character, so that it is never one column."""
BACKGROUND: Final = "\x1b]11;?\x1b\\"
"""Asks for the colour of the background (xterm's control sequences, OSC 11)."""
POSITION: Final = "\x1b[6n"
"""Asks for the position of the cursor (ECMA-48, DSR)."""
WIPED: Final = "\r\x1b[K"
_COLOUR: Final = re.compile(
    r"11;(?:rgba?:([0-9a-f]{1,4})/([0-9a-f]{1,4})/([0-9a-f]{1,4})(?:/[0-9a-f]{1,4})?|"
    r"#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2}))",
    re.IGNORECASE,
)
_BRIGHTNESS: Final = (0.299, 0.587, 0.114)
"""How much red, green and blue make it (ITU-R BT.601)."""
_WITHOUT_OSC: Final = ("linux", "dumb", "vt", "cons", "ansi")
"""Beginnings of `TERM` where such a question would be shown."""


class Means:
    """See the top of this module.

    The environment of a *hosted* client is what a guest's terminal says over telnet or ssh, which
    does not say whether it reads UTF-8. So we draw no boxes until it has shown that.
    """

    def __init__(self, environ: Mapping[str, str], settings: Settings, *, hosted: bool) -> None:
        self.hosted = hosted
        self.depth = depth(environ)
        self.theme = settings.theme
        self.mouse = settings.mouse
        self.boxes = not hosted and has_boxes(environ)
        self._light = False
        self._environ = environ

    @property
    def shades(self) -> str:
        """The theme that is shown: `dark`, `light` or `contrast`."""
        if self.theme != "auto":
            return self.theme
        return "light" if self._light else "dark"

    @property
    def tiles(self) -> bool:
        """Can a tile be told by its colour?"""
        return has_tiles(self._environ, self.shades)

    @property
    def style(self) -> BaseStyle:
        """The colours of the theme."""
        return theme(self.shades, self.depth)

    def questions(self) -> str:
        """What asks the terminal for what we do not know. A hosted one has an empty line then.

        Nobody waits for the answers: until they are there, the screen is as it would be without.
        """
        term = self._environ.get("TERM", "dumb").lower()
        asked = ""
        if (
            self.theme == "auto"
            and self.depth is not ColorDepth.DEPTH_1_BIT
            and not term.startswith(_WITHOUT_OSC)
        ):
            asked += BACKGROUND
        if self.hosted and term != "dumb":
            asked += f"\r{PROBE}{POSITION}{WIPED}"
        return asked

    def answered(self, column: int) -> None:
        """The cursor was in *column*, from 1, after `PROBE` in the first one."""
        self.boxes = self.boxes or (self.hosted and column == 2)

    def coloured(self, answer: str) -> None:
        """The terminal has said its background, or something else that we ignore."""
        found = _COLOUR.fullmatch(answer)
        if found is None:
            return
        parts = [part for part in found.groups() if part is not None]
        shares = [int(part, 16) / (16 ** len(part) - 1) for part in parts]
        brightness = sum(a * b for a, b in zip(shares, _BRIGHTNESS, strict=True))
        self._light = brightness > 1 / 2
