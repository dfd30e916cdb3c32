"""Where things are in the memory that the keeper shares with its workers (`notes`).

A page of numbers, each an unsigned 64-bit integer in the byte order of this machine; a slot for
each connection; then two regions of the log. The keeper itself looks at the numbers only.
"""

from __future__ import annotations

from typing import Final

VERSION_NUMBER: Final = 1
"""Of this layout, and of the messages between keeper and worker (`link`). A keeper works with
programs of the same number only."""

VARIABLE: Final = "PARLOUR_KEEPER"
"""Names the descriptor of the way to the keeper in the environment of the warm process."""

# Numbers of the first page.
BEAT: Final = 1
"""When the worker's loop last ran, in ns of CLOCK_MONOTONIC."""
AT_SLOT: Final = 2
"""The slot of the connection whose line is being worked on, plus 1. 0: none."""
AT_MARK: Final = 3
"""And the mark of that line's end."""
LOG: Final = 4
"""Which region of the log is valid."""
ENDS: Final = 5
"""Two numbers: the end of each region's records."""
CONFIRMED: Final = 7
"""Two numbers: up to where each region's pledges are known to be kept."""
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
LOG_BYTES: Final = 96 * 1024 * 1024
"""It begins again when half of it is used. The other half is for what may wait for one commit
(`server._commit_queue.QUEUED_BYTES`), with what the log adds to it."""
SIZE: Final = LOGS_FROM + 2 * LOG_BYTES

# Numbers of a slot.
STATE: Final = 0
MARK: Final = 1
CARD: Final = 2
"""Which of four places holds the card, and its length."""
SERIAL: Final = 3
"""How many connections have had the slot, modulo `SERIALS`: the log may still speak of an earlier
one."""
LARGE: Final = 4
"""1: a card was written that needs the large places."""

SERIALS: Final = 1 << 31
"""An item of the log has so much room for it."""

# States of a slot.
FREE: Final = 0
OPEN: Final = 1
FINISHING: Final = 2
"""It is to be closed as soon as everything that is promised has left."""
DROPPED: Final = 3
"""It is to be closed at once."""
