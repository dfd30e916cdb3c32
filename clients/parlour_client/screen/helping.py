"""The page that F1 shows."""

from __future__ import annotations

from typing import Final

PAGE: Final = (
    "Type a line and press Enter. Tab completes words, ? tells",
    "what can be typed now.",
    "A line with a slash, such as /look, always goes to the host,",
    "also while the game asks for words.",
    "",
    "Tab  Shift-Tab   complete the word; again: the next one",
    "Up  Down         lines typed before",
    "PageUp PageDown  leaf through what happened; then End",
    "F1  Escape       this page, and away with it",
    "F2               hide what is typed, such as a secret word",
    "F3               more room for one part, then the other",
    "Ctrl-C           empty the line; twice: leave",
    "Paste            several lines are sent one by one",
)
