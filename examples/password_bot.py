"""Plays Password by what goes with what: `python examples/password_bot.py TABLE [HOST [PORT]]`."""

import asyncio
import random
import sys

from parlour_client import Refused, connect, turns

KNOWN: str = """animal:dog food:bread tool:hammer room:kitchen colour:red music:piano
    sport:tennis house:roof cloth:shirt metal:iron plant:tree job:doctor"""


async def main(
    table: str, host: str = "localhost", port: str | int = 4004, *, pause_s: float = 2
) -> None:
    """Sit down at *table* and play one game; it takes *pause_s* to think of a word."""
    rng = random.Random()
    pairs: dict[str, str] = dict(pair.split(":") for pair in KNOWN.split())
    async with connect(host, int(port), name=f"hinter-{rng.randrange(1000)}") as link:
        await link.ask(f"join {table}")
        await link.ask("ready")
        async for turn in turns(link):
            await turn.pause(pause_s)
            if clue := turn.prompt.move("clue"):
                try:
                    await turn.make("clue", rng.choice(list(pairs)))
                except Refused:  # a part or a form of the password; the examples are allowed
                    await turn.make("clue", rng.choice(clue.args[0].examples))
            elif turn.prompt.move("guess"):
                given = (await turn.view())["given"]
                word = pairs.get(given[-1]["text"] if given else "")
                await turn.make("guess", word or rng.choice(list(pairs.values())))
            elif turn.prompt.move("next"):
                await turn.make("next")


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
