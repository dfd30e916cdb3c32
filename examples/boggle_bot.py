"""Plays Boggle with the words it knows: `python examples/boggle_bot.py TABLE [HOST [PORT]]`."""

import asyncio
import random
import sys

from parlour_client import connect, turns

KNOWN = "art arts ate east eat eats near nest net nets rat seat sent star tar tea tear ten"
Cells = dict[tuple[int, int], str]


def found(word: str, rows: list[list[str]]) -> bool:
    """Can *word* be traced on the board?"""
    cells = {(r, c): cube.lower() for r, row in enumerate(rows) for c, cube in enumerate(row)}
    return any(leads(word, at, cells) for at in cells)


def leads(word: str, at: tuple[int, int], cells: Cells) -> bool:
    """Can it be traced from the cell *at* on, with no cube twice?"""
    if not word.startswith(cells[at]):
        return False
    rest, left = word[len(cells[at]) :], {c: cube for c, cube in cells.items() if c != at}
    near = [c for c in left if abs(c[0] - at[0]) <= 1 and abs(c[1] - at[1]) <= 1]
    return not rest or any(leads(rest, cell, left) for cell in near)


async def main(
    table: str, host: str = "localhost", port: str | int = 4004, *, pause_s: float = 2
) -> None:
    """Sit down at *table* and play one game; it takes *pause_s* to find a word."""
    rng = random.Random()
    board, words = None, list[str]()
    async with connect(host, int(port), name=f"finder-{rng.randrange(1000)}") as link:
        await link.ask(f"join {table}")
        await link.ask("ready")
        async for turn in turns(link):
            rows = (await turn.view())["rows"]
            if rows != board:  # a new round
                board = rows
                words = [word for word in KNOWN.split() if found(word, rows)]
            await turn.pause(pause_s)
            if words and turn.prompt.move("word"):
                await turn.make("word", words.pop())
            elif turn.prompt.move("next"):
                await turn.make("next")


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
