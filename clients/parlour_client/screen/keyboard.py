"""The keys of a terminal, without what else it sends: answers to our questions, and floods.

An answer is never a key, whenever it comes and whatever is in it.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from contextlib import AbstractContextManager
from itertools import groupby
from typing import Final, TypeAlias

from prompt_toolkit.input import Input
from prompt_toolkit.input.typeahead import clear_typeahead
from prompt_toolkit.key_binding import KeyPress
from prompt_toolkit.keys import Keys

Answered: TypeAlias = int | str
"""The column of the cursor, from 1; or what an operating system command (OSC) says."""

ANSWER_MAX: Final = 64
"""Characters of an answer. A longer one is none, and nothing of it is kept."""
SILENCE_S: Final = 1.0
"""An answer whose end has not come after this time has none: what follows is typed."""
_BEGINS: Final = re.compile(r"\d{1,4}(;.*)?|", re.DOTALL)
_POSITION: Final = re.compile(r"\x1b\[\d{1,5};(\d{1,5})R")
_ENDS: Final = (Keys.ControlG, Keys.Escape)
"""BEL, or the first half of ST."""


class Answers:
    """Takes the answers of a terminal out of its keys, and gives each to *heard*.

    prompt_toolkit knows no OSC: it reads `ESC ]`, and then letters.
    """

    def __init__(self, heard: Callable[[Answered], None]) -> None:
        self._heard = heard
        self._text: str | None = None
        """What has come of an OSC; None outside of one."""
        self._escaped = False
        """The last key was Escape."""
        self._at = 0.0

    def without(self, keys: list[KeyPress], now: float) -> list[KeyPress]:
        """Return *keys*, which came at *now* in seconds, without answers."""
        if now - self._at > SILENCE_S:
            self._text, self._escaped = None, False
        self._at = now if keys else self._at
        found = list[KeyPress]()
        for key in keys:
            if self._text is None:
                self._outside(key, found)
            else:
                self._inside(key, found)
        return found

    def _outside(self, key: KeyPress, found: list[KeyPress]) -> None:
        if key.key is Keys.CPRResponse:
            position = _POSITION.fullmatch(key.data)
            if position is not None:
                self._heard(int(position[1]))
        elif self._escaped and key.data == "]":
            self._text = ""
            if found:  # otherwise Escape has acted already
                found.pop()
        else:
            found.append(key)
        self._escaped = key.key is Keys.Escape

    def _inside(self, key: KeyPress, found: list[KeyPress]) -> None:
        text, self._text = self._text or "", None
        if self._escaped:  # the end, or a key that the player has pressed meanwhile
            self._escaped = False
            if key.data != "\\":
                found.append(KeyPress(Keys.Escape, "\x1b"))
                self._outside(key, found)
        elif key.key in _ENDS:
            self._escaped = key.key is Keys.Escape
            self._text = "" if self._escaped else None
            if len(text) <= ANSWER_MAX:
                self._heard(text)
        elif not _is_letter(key) or not _BEGINS.fullmatch(text + key.data):
            self._outside(key, found)
        else:
            self._text = (text + key.data)[: ANSWER_MAX + 1]


GATHERED: Final = 16
"""More letters than this at once are no typing."""


def _gathered(keys: list[KeyPress]) -> list[KeyPress]:
    """Return *keys* with many letters in a row as one paste.

    Some terminals do not mark a paste, and prompt_toolkit takes its time for each key.
    """
    found = list[KeyPress]()
    for is_letter, group in groupby(keys, _is_letter):
        first, *more = group
        found.append(first)  # it may belong to the key before it, as in Escape b
        if is_letter and len(more) >= GATHERED:
            found.append(KeyPress(Keys.BracketedPaste, "".join(key.data for key in more)))
        else:
            found += more
    return found


def _is_letter(key: KeyPress) -> bool:
    return key.key == key.data and key.data.isprintable()


class Keyboard(Input):
    """The keys of another input.

    What goes wrong in a key ends up in *failing*, and each answer of the terminal in *heard*.
    """

    def __init__(
        self,
        keys: Input,
        failing: Callable[[], AbstractContextManager[None]],
        heard: Callable[[Answered], None],
    ) -> None:
        self._keys = keys
        self._failing = failing
        self._answers = Answers(heard)

    def fileno(self) -> int:
        """See `Input`."""
        return self._keys.fileno()

    def typeahead_hash(self) -> str:
        """See `Input`; `forget` must be called before another input can have the same."""
        return f"parlour-{id(self)}"

    def forget(self) -> None:
        """Keep no keys for another application."""
        clear_typeahead(self)

    def read_keys(self) -> list[KeyPress]:
        """See `Input`."""
        return _gathered(self._without_answers(self._keys.read_keys()))

    def flush_keys(self) -> list[KeyPress]:
        """See `Input`."""
        return self._without_answers(self._keys.flush_keys())

    def _without_answers(self, keys: list[KeyPress]) -> list[KeyPress]:
        return self._answers.without(keys, asyncio.get_running_loop().time())

    @property
    def closed(self) -> bool:
        """See `Input`."""
        return self._keys.closed

    def raw_mode(self) -> AbstractContextManager[None]:
        """See `Input`."""
        return self._keys.raw_mode()

    def cooked_mode(self) -> AbstractContextManager[None]:
        """See `Input`."""
        return self._keys.cooked_mode()

    def attach(self, input_ready_callback: Callable[[], None]) -> AbstractContextManager[None]:
        """See `Input`."""

        def ready() -> None:
            with self._failing():
                input_ready_callback()

        return self._keys.attach(ready)

    def detach(self) -> AbstractContextManager[None]:
        """See `Input`."""
        return self._keys.detach()
