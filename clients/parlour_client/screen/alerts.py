"""Alerts: a bell, and a desktop notification where the terminal has them, when it is your turn.

They come only while the player looks elsewhere. A terminal that reports focus says so itself; with
any other, the player is away if they have not pressed a key for a while.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from prompt_toolkit.input.ansi_escape_sequences import ANSI_SEQUENCES
from prompt_toolkit.keys import Keys
from prompt_toolkit.output import Output

from parlour.wire.text import clean
from parlour_client.language import _, said
from parlour_client.model import Model

FOCUS_IN: Final = Keys.F23
FOCUS_OUT: Final = Keys.F24
"""No keyboard has these keys, and prompt_toolkit has none for focus."""
ANSI_SEQUENCES["\x1b[I"] = FOCUS_IN
ANSI_SEQUENCES["\x1b[O"] = FOCUS_OUT
REPORT_FOCUS: Final = "\x1b[?1004h"
REPORT_NO_FOCUS: Final = "\x1b[?1004l"

AWAY_MS: Final = 30_000
"""Without focus reports, a player who pressed no key for this long is away."""
_OSC_9: Final = frozenset({"iTerm.app", "WezTerm", "ghostty"})
_BELL: Final = "\a"


class Alerts:
    """Says when it is the player's turn while they look elsewhere."""

    def __init__(self, environ: Mapping[str, str], *, on: bool = True) -> None:
        self.on = on
        self.in_front: bool | None = None
        """Whether the terminal has the focus; None if it does not say."""
        self._environ = environ
        self._last_key_ms = 0

    def pressed(self, now_ms: int) -> None:
        """The player has pressed a key."""
        self._last_key_ms = now_ms

    def after(self, before: Model, now: Model, now_ms: int) -> str:
        """Return what to write to the terminal now that *before* has become *now*."""
        if not self.on or not _calls(now) or (_calls(before) and _place(before) == _place(now)):
            return ""
        if self.in_front is None:
            away = now_ms - self._last_key_ms >= AWAY_MS
        else:
            away = not self.in_front
        return _BELL + _notification(_words(now), self._environ) if away else ""


def _calls(model: Model) -> bool:
    """Does the game wait for the player?"""
    asked = model.asked
    return asked is not None and not model.past and (asked.prompt.urgent or model.bare is not None)


def _place(model: Model) -> tuple[int | None, str]:
    """The question, so that we announce the same one only once."""
    asked = model.asked
    return (None, "") if asked is None else (asked.prompt.table, asked.question)


def _words(model: Model) -> str:
    text = _("Your turn: {title}", title=model.title)
    if model.table is not None:
        text = _("Your turn: {title}, table {table}").filled(
            title=model.title, table=model.table.number
        )
    return clean(said(text, model.lang))


def _notification(words: str, environ: Mapping[str, str]) -> str:
    """The sequence for a desktop notification in this terminal; empty if it has none."""
    if environ.get("TMUX") or environ.get("STY"):
        return ""  # they would swallow it, and show the bell
    if environ.get("TERM_PROGRAM") in _OSC_9 or environ.get("KITTY_WINDOW_ID"):
        return f"\x1b]9;{words}\x1b\\"
    if environ.get("VTE_VERSION") or environ.get("TERM", "").startswith("foot"):
        return f"\x1b]777;notify;Parlour;{words}\x1b\\"
    return ""


def send(output: Output, sequence: str) -> None:
    """Write *sequence* to the terminal at once."""
    output.write_raw(sequence)
    output.flush()
