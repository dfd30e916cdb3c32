"""A connection to a Parlour host, for programs that play: bots, bridges, and the terminal client.

    async with connect("kitchen-pc", name="robin") as link:
        await link.ask("join 1")
        async for happening in link:
            ...

docs/bots.md shows how to make a bot of it. Of the host, this package uses `parlour.wire` only.
"""

from __future__ import annotations

from parlour_client.errors import LineCut, Problem, Refused
from parlour_client.kit import Turn, random_move, turns
from parlour_client.link import Link, connect
from parlour_client.pending import Answer, Ended, Happening, Offline, Online
from parlour_client.protocol import Arg, Body, Heard, Move, Prompt, read_prompt

__all__ = [
    "Answer",
    "Arg",
    "Body",
    "Ended",
    "Happening",
    "Heard",
    "LineCut",
    "Link",
    "Move",
    "Offline",
    "Online",
    "Problem",
    "Prompt",
    "Refused",
    "Turn",
    "connect",
    "random_move",
    "read_prompt",
    "turns",
]
