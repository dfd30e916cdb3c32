"""How much one guest may have of what all guests share. Nobody pays for anybody else."""

from __future__ import annotations

from typing import Final

GUESTS: Final = 200
"""Guests at the same time: several classes. A guest takes about a MiB and some drawing."""
FROM_ONE_ADDRESS: Final = 50
"""Guests from one address that is not near: a class of thirty behind one router, and some who come
back before their old connection is noticed as dead."""
ARRIVALS: Final = 150
"""Connections that may come at once from one address that is not near: a class of thirty opens the
page, its terminal and its icon, and some load it again."""
ARRIVALS_PER_S: Final = 1.0
"""How many a second in the long run. A handshake of ssh costs as much as a hundred keys."""
PLACES: Final = 4096
"""Addresses whose arrivals are counted at a time. Beyond that the door is attacked."""
SHAKING: Final = 100
"""Connections without a finished handshake, of all."""
HANDSHAKE_S: Final = 15.0
"""How long a handshake may take. Over a slow line with a key that wants a passphrase it takes ten
seconds, but then the person is asked again at once."""
NAMELESS_S: Final = 300.0
"""How long a guest may stay without the host knowing of them: before they give a name, and after
the host has said goodbye. Once they are in, the host decides who is idle."""
READ_BYTES: Final = 2048
"""What is read from a guest at once. The others have their turn before the next piece."""
KEYS_A_TURN: Final = 256
"""Characters typed by a guest that are dealt with in one turn: more than hands or a pasted line
have, and few enough that the others do not notice."""
KEYS_SHARE: Final = 4
"""A guest who has more keys than fit in a turn waits so many times as long as that turn took: so a
flood takes a fifth of the processor at most, whatever a key costs."""
KEYS_WAITING: Final = 4096
"""Characters that wait for their turn. With more, nothing is read from that guest."""
PASTE: Final = 4096
"""Characters of one paste. The host takes far shorter lines."""
UNSENT_BYTES: Final = 512 * 1024
"""Output that waits for a guest who does not read. With more they are cut off; the largest screen
is below 100 KiB."""
KERNEL_BYTES: Final = 64 * 1024
"""What the system may keep of it, which is up to some MiB otherwise, and counts nowhere."""
RESIZE_S: Final = 0.25
"""Shortest time between two sizes: each draws the whole screen. The last one counts."""
COLUMNS: Final = range(20, 301)
ROWS: Final = range(8, 101)
"""Sizes of a screen. Terminals tell smaller ones while they are made, and strangers anything."""
TERM: Final = 32
"""Characters of the name of a terminal."""
GOODBYE_S: Final = 2.0
"""How long the last words may take to leave."""


def fitting(columns: int, rows: int) -> tuple[int, int]:
    """Return a size that can be drawn; 0 is unknown."""
    return (
        min(max(columns or 80, COLUMNS.start), COLUMNS.stop - 1),
        min(max(rows or 24, ROWS.start), ROWS.stop - 1),
    )
