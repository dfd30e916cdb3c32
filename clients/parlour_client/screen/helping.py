"""The page that F1 shows."""

from __future__ import annotations

from typing import Final

from parlour_client.model import Model

_PLAYING: Final = (
    "Type a line and press Enter. Tab completes words, ? tells",
    "what can be typed now.",
    "A line with a slash, such as /look, always goes to the host,",
    "also while the game asks for words.",
    "",
)
_LOOKING_BACK: Final = (
    "This is a game that is over. While the line below is empty:",
    "",
    "Space            stop, or go on",
    "Right            on to what happens next, and stop",
    "Left             back by one step, and stop",
    "Up  Down         twice or half as fast",
    "Escape           back to the table, if you came from there",
    "",
)
_KEYS: Final = (
    "Tab  Shift-Tab   complete the word; again: the next one",
    "Up  Down         lines typed before",
    "PageUp PageDown  leaf through what happened; then End",
    "F1  Escape       this page, and away with it",
    "F2               hide what is typed, such as a secret word",
    "F3               more room for one part, then the other",
    "Ctrl-C           empty the line; twice: leave",
    "Paste            several lines are sent one by one",
)
PAGE: Final = (*_PLAYING, *_KEYS)
PAGE_OF_REPLAY: Final = (*_LOOKING_BACK, *[line for line in _KEYS if "typed before" not in line])


def page(model: Model) -> tuple[str, ...]:
    """What there is to know about the keys now."""
    return PAGE_OF_REPLAY if model.past else PAGE
