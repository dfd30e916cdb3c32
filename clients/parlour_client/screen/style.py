"""Styles by name. Colours are the sixteen of the terminal's own palette."""

from __future__ import annotations

from collections.abc import Mapping

from prompt_toolkit.output import ColorDepth
from prompt_toolkit.styles import Style

STYLE = Style.from_dict(
    {
        # what drawings may use
        "strong": "bold",
        "dim": "dim",
        "mine": "ansicyan",
        "hot": "bold ansired",
        "good": "ansigreen",
        "bad": "ansired",
        # the rest of the screen
        "title": "reverse",
        "status": "reverse",
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
    }
)


def depth(environ: Mapping[str, str]) -> ColorDepth:
    """How many colours: sixteen, or none if the user wants none (`NO_COLOR`)."""
    if environ.get("NO_COLOR") or environ.get("TERM") == "dumb":
        return ColorDepth.DEPTH_1_BIT
    return ColorDepth.DEPTH_4_BIT
