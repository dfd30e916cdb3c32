"""Plays Probe, the commonest letters first: `python examples/probe_bot.py TABLE [HOST [PORT]]`."""

import asyncio
import random
import sys

from parlour_client import connect, turns

COMMON = "ETAOINSRHLDCUMFPGWYBVKXJQZ."
WORDS = ("..LANTERN.", "WINDMILL", ".PUZZLES", "JUKEBOX..")


async def main(
    table: str, host: str = "localhost", port: str | int = 4004, *, pause_s: float = 1
) -> None:
    """Sit down at *table* and play one game; people can follow if it pauses before a move."""
    rng = random.Random()
    asked: list[tuple[str, str]] = []
    async with connect(host, int(port), name=f"asker-{rng.randrange(1000)}") as link:
        await link.ask(f"join {table}")
        await link.ask("ready")
        async for turn in turns(link):
            if not turn.prompt.urgent:  # we may guess a whole word, and never do
                continue
            await turn.pause(pause_s)
            if hide := turn.prompt.move("hide"):
                rack = [arg.choices[0] for arg in hide.args if arg.choices]  # if we have two
                await turn.make("hide", *rack, rng.choice(WORDS))
            elif show := turn.prompt.move("show"):
                await turn.make("show", show.args[0].choices[0])
            elif ask := turn.prompt.move("ask"):
                players, cards = ask.args[0].choices, ask.args[1].choices
                pairs = [(p, c) for c in sorted(cards, key=COMMON.index) for p in players]
                pair = min(pairs, key=asked.count)  # the first that was asked least often
                asked.append(pair)
                await turn.make("ask", *pair)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
