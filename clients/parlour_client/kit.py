"""Turns: what a bot is made of. docs/bots.md tells how.

async with connect("kitchen-pc", name="robin") as link:
    await link.ask("join 1")
    await link.ask("ready")
    async for turn in turns(link):
        await turn.make("guess", "castle")
"""

from __future__ import annotations

from collections.abc import AsyncGenerator
from dataclasses import dataclass, field
from random import Random
from typing import Final

from parlour_client.errors import Refused
from parlour_client.link import Link
from parlour_client.pending import Ended
from parlour_client.protocol import Arg, Body, Heard, Move, Prompt, read_prompt

LATE: Final = frozenset({"stale", "not_your_turn", "unavailable", "not_started"})
"""What a host says to a move that comes after something else has happened."""


@dataclass(slots=True)
class Turn:
    """A prompt that is open, and what was heard since the one before."""

    link: Link
    prompt: Prompt
    heard: list[Heard] = field(default_factory=list[Heard])
    """Every event since the prompt before, the one of this prompt among them."""

    async def view(self) -> Body:
        """The position as our seat may know it now: the game's own object."""
        answer = await self.link.ask("/look", keep=True)
        view: Body = answer.body.get("view") or {}
        return view

    async def make(self, verb: str, *words: object) -> bool:
        """Make the move; false if it came too late, as the prompt was over.

        A move that a newer prompt allows too can be made then. Raises Refused if it is wrong.
        """
        try:
            await self.link.move(self.prompt.prompt, " ".join([verb, *map(str, words)]))
        except Refused as refused:
            if refused.code in LATE:
                return False
            raise
        return True


async def turns(link: Link) -> AsyncGenerator[Turn]:
    """Every prompt of the game at our table, until the game is over or the line is gone."""
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
    """Any move of *prompt*, as `Turn.make` takes it: good in every game, clever in none."""
    move: Move = rng.choice(prompt.moves)
    return (move.verb, *(_random_word(arg, rng) for arg in move.args))


def _random_word(arg: Arg, rng: Random) -> str:
    words = arg.choices or arg.examples
    return rng.choice(words) if words else str(rng.randint(arg.min, arg.max))
