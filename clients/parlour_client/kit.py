"""Turns, from which you make a bot. See docs/bots.md.

async with connect("kitchen-pc", name="robin") as link:
    await link.ask("join 1")
    await link.ask("ready")
    async for turn in turns(link):
        await turn.make("guess", "castle")
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from dataclasses import dataclass, field
from random import Random
from typing import Final

from parlour_client.errors import Refused
from parlour_client.link import Link
from parlour_client.pending import Ended
from parlour_client.protocol import Arg, Body, Heard, Move, Prompt, read_prompt

LATE: Final = frozenset({"stale", "not_your_turn", "unavailable", "not_started"})
"""The host's code for a move that came after something else had happened."""


@dataclass(slots=True)
class Turn:
    """An open prompt, and what we heard since the one before."""

    link: Link
    prompt: Prompt
    heard: list[Heard] = field(default_factory=list[Heard])
    """All events since the prompt before, up to this one."""

    async def view(self) -> Body:
        """The position as our seat may know it: the game's own object."""
        answer = await self.link.ask("/look", keep=True)
        view: Body = answer.body.get("view") or {}
        return view

    async def pause(self, seconds: float) -> None:
        """Wait, so that people can follow the game. In an arena there are none: return at once."""
        if not self.link.arena:
            await asyncio.sleep(seconds)

    async def make(self, verb: str, *words: object) -> bool:
        """Make the move; return false if it came too late, because the prompt is over.

        If a newer prompt allows the move too, you can make it then. Raises Refused if it is wrong.
        """
        try:
            await self.link.move(self.prompt.prompt, " ".join([verb, *map(str, words)]))
        except Refused as refused:
            if refused.code in LATE:
                return False
            raise
        return True


async def turns(link: Link) -> AsyncGenerator[Turn]:
    """Every prompt of the game at our table, until the game is over or the connection is gone."""
    heard: list[Heard] = []
    async for happening in link:
        match happening:
            case Heard(name="prompt"):
                heard.append(happening)
                yield Turn(link, read_prompt(happening.body), heard)
                heard = []
            case Heard(name="over"):
                return
            case Heard():
                heard.append(happening)
            case Ended():
                return
            case _:
                pass


def random_move(prompt: Prompt, rng: Random) -> tuple[str, ...]:
    """Return any move of *prompt*, as `Turn.make` takes it: legal in every game, never clever."""
    move: Move = rng.choice(prompt.moves)
    return (move.verb, *(_random_word(arg, rng) for arg in move.args))


def _random_word(arg: Arg, rng: Random) -> str:
    words = arg.choices or arg.examples
    return rng.choice(words) if words else str(rng.randint(arg.min, arg.max))
