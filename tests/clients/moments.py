"""Moments of a game before the screen, for golden screens and for pictures.

`python -m tests.clients.moments` writes the golden screens anew. Read the difference: what
changes there changes for every player.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeAlias

from parlour_kit.host import Client
from tests.clients.glass import Glass, watch
from tests.house.scene import Party, new_host

SIZES: Final = ((80, 24), (120, 40), (60, 20))
SMALL: Final = (50, 14)
ALL: Final = [*SIZES, SMALL]
GOLDEN: Final = Path(__file__).parent / "golden"

Script: TypeAlias = Callable[[Glass], Coroutine[Any, Any, None]]


async def lobby(glass: Glass) -> None:
    """Games, tables with people and without, players."""
    gone = Party("eve", "flo", host=glass.host, start=False)
    gone["eve"].lose()
    gone["flo"].lose()
    Party("bob", "cy", host=glass.host)
    glass.host.person("dan").send("new brittle")
    glass.host.wait(0.5)
    await glass.type("who")


async def waiting(glass: Glass) -> None:
    """A table of one's own, before the game."""
    await glass.type("new hunt seconds=30", "bot", "options top=9")
    await glass.press("?")


async def _begin(glass: Glass) -> Client:
    """Bob, who has opened the table and hidden his number."""
    bob = glass.host.person("bob")
    bob.send("new hunt seconds=30 top=9")
    await glass.type("join 1")
    bob.send("bot", "start", "5")
    await glass.rest()
    return bob


async def asked(glass: Glass) -> None:
    """The game asks for a bare word."""
    await _begin(glass)
    await glass.press("7")


async def turn(glass: Glass) -> None:
    """One's own turn, with a verb half typed; eleven seconds have passed."""
    bob = await _begin(glass)
    await glass.type("7")
    bob.send("/say good luck, ann")
    await glass.type("/say and to you")
    bob.send("try ann 1")
    await glass.rest()
    glass.host.wait(11)
    await glass.press("try ad")


async def refused(glass: Glass) -> None:
    """A line that was refused stands in the input again."""
    await _begin(glass)
    await glass.type("7", "tell bib hello")


async def over(glass: Glass) -> None:
    """The end of a game."""
    bob = await _begin(glass)
    await glass.type("7", "/propose abort")
    bob.send("/accept")
    await glass.rest()


async def help_page(glass: Glass) -> None:
    """What F1 shows."""
    await glass.press("F1")


async def offline(glass: Glass) -> None:
    """The line is cut."""
    await _begin(glass)
    glass.line.lose()
    await glass.rest(0.5)


async def now(glass: Glass) -> None:
    """What can be typed, while a game is in play."""
    await _begin(glass)
    await glass.type("7")
    await glass.press("?")


async def replay(glass: Glass) -> None:
    """A game that is over, shown over the table where the next one begins."""
    bob = await _begin(glass)
    glass.host.wait(3)
    await glass.type("7")
    glass.host.wait(3)
    bob.send("try ann 1")
    glass.host.wait(3)
    bob.send("propose abort")
    await glass.type("/accept", "replay g1 2x")
    await glass.press("Right")
    bob.send("rematch")
    await glass.rest()


async def replayed(glass: Glass) -> None:
    """Its end; bob has begun meanwhile."""
    await replay(glass)
    for _ in range(3):
        await glass.press("Right")


MOMENTS: Final[Mapping[str, Script]] = {
    "lobby": lobby,
    "waiting": waiting,
    "asked": asked,
    "turn": turn,
    "refused": refused,
    "over": over,
    "help": help_page,
    "offline": offline,
    "now": now,
    "replay": replay,
    "replayed": replayed,
}


LONG: Final = frozenset({"waiting", "now"})
"""Where a line was typed whose answer gets all the room that a small screen has."""


@cache
def shown(name: str) -> Mapping[tuple[int, int], str]:
    """How that scene looks, at each size. It is played once, and then the window changes."""
    looks: dict[tuple[int, int], str] = {}

    async def script(glass: Glass) -> None:
        await MOMENTS[name](glass)
        for size in sizes:
            await glass.resize(*size)
            looks[size] = glass.text

    for sizes in [SIZES, [SMALL]] if name in LONG else [ALL]:
        watch(new_host(), *sizes[0], script)
    return looks


def path(name: str, columns: int, rows: int) -> Path:
    """Where it is written down."""
    return GOLDEN / f"{name}-{columns}x{rows}.txt"


def main() -> None:
    """Write them all."""
    GOLDEN.mkdir(exist_ok=True)
    for name in MOMENTS:
        for size, text in shown(name).items():
            path(name, *size).write_text(text)


if __name__ == "__main__":
    main()
