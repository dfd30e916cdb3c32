"""The text of an input line, and all that can be kept of it, within bounds.

prompt_toolkit has none: it keeps the whole text at every key, to undo it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from prompt_toolkit.buffer import Buffer
from prompt_toolkit.history import InMemoryHistory

from parlour.wire.lines import LINE_MAX
from parlour_client.sending import ID_BYTES

MOST: Final = LINE_MAX - ID_BYTES
"""Bytes of a line that the host would read."""
UNDONE: Final = 100
"""Edits of a line that can be undone."""
REMEMBERED: Final = 200
"""Lines that the Up key finds again."""


class LineBuffer(Buffer):
    """A buffer for at most `MOST` bytes. What does not fit is left out, and *full* is called."""

    def __init__(
        self,
        full: Callable[[], None] = lambda: None,
        changed: Callable[[], None] = lambda: None,
        moved: Callable[[], None] = lambda: None,
    ) -> None:
        self._full = full
        super().__init__(
            multiline=False,
            history=_History(),
            on_text_changed=lambda _: changed(),
            on_cursor_position_changed=lambda _: moved(),
        )

    def insert_text(
        self,
        data: str,
        overwrite: bool = False,
        move_cursor: bool = True,
        fire_event: bool = True,
    ) -> None:
        """See `Buffer`. The text around the cursor stays; *data* is cut."""
        fits = _cut(data, max(0, MOST - len(_bytes(self.text))))
        super().insert_text(fits, overwrite, move_cursor, fire_event)
        if len(fits) < len(data):
            self._full()

    def _set_text(self, value: str) -> bool:
        fits = _cut(value, MOST)
        changed = super()._set_text(fits)
        self._set_cursor_position(self.cursor_position)
        if len(fits) < len(value):
            self._full()
        return changed

    def _set_cursor_position(self, value: int) -> bool:
        return super()._set_cursor_position(min(value, len(self.text)))

    def save_to_undo_stack(self, clear_redo_stack: bool = True) -> None:
        """See `Buffer`."""
        super().save_to_undo_stack(clear_redo_stack)
        del self._undo_stack[:-UNDONE]


class _History(InMemoryHistory):
    """The last lines."""

    def append_string(self, string: str) -> None:
        """See `History`."""
        super().append_string(string)
        del self._storage[:-REMEMBERED]
        del self._loaded_strings[REMEMBERED:]


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def _cut(text: str, most: int) -> str:
    """Return what fits of *text* in *most* bytes, in whole characters."""
    text = text[:most]
    raw = _bytes(text)
    return text if len(raw) <= most else raw[:most].decode("utf-8", "ignore")
