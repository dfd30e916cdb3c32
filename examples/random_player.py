"""Plays any game by its prompts alone: `python examples/random_player.py TABLE [HOST [PORT]]`."""

import asyncio
import random
import sys

from parlour_client import connect, random_move, turns


async def main(
    table: str, host: str = "localhost", port: str | int = 4004, *, pause_s: float = 1
) -> None:
    """Sit down at *table* and play one game; people can follow if it pauses before a move."""
    rng = random.Random()
    async with connect(host, int(port), name=f"dice-{rng.randrange(1000)}") as link:
        await link.ask(f"join {table}")
        await link.ask("ready")
        async for turn in turns(link):
            if turn.prompt.urgent or rng.random() < 0.2:
                await turn.pause(pause_s)
                await turn.make(*random_move(turn.prompt, rng))


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
