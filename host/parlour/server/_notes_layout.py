"""Where things are in the memory that the keeper shares with its workers (`_notes`).

A page of numbers, each an unsigned 64-bit integer in the byte order of this machine; a slot for
each connection; then two regions of the log. The keeper knows no more of it than this module,
and imports nothing else of the host.
"""

from __future__ import annotations

from typing import Final

VERSION_NUMBER: Final = 1
"""Of this layout, and of the messages between keeper and worker (`_link`). A keeper works with
programs of the same number only."""

# Numbers of the first page.
VERSION: Final = 0
BEAT: Final = 1
"""When the worker's loop last ran, in ns of CLOCK_MONOTONIC."""
AT_SLOT: Final = 2
"""The slot of the connection whose line is being worked on, plus 1. 0: none."""
AT_MARK: Final = 3
"""And the mark of that line's end."""
LOG: Final = 4
"""Which region of the log is valid, and from the next number on what it holds."""
CALLS: Final = 9
"""Counts begin and end of each call into a game on the house's thread. Odd: a call is open."""
PID: Final = 10
THREAD: Final = 11
"""The native number of the house's thread."""
ANSWERED: Final = 12
"""Counts the lines that this worker and those before it have answered. What makes it grow is
worth another start at once."""

# Regions, in bytes.
SLOTS_FROM: Final = 4_096
SLOT_BYTES: Final = 16_384
PAGE_BYTES: Final = 4_096
"""The first page of a slot. It begins with the slot's state."""
SLOTS: Final = 16_384
LOGS_FROM: Final = SLOTS_FROM + SLOTS * SLOT_BYTES
LOG_BYTES: Final = 64 * 1024 * 1024
SIZE: Final = LOGS_FROM + 2 * LOG_BYTES

# States of a slot, its first number.
FREE: Final = 0
OPEN: Final = 1
