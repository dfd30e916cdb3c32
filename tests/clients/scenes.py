"""What the terminal client looks like in the games that come with Parlour: for its pictures."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from parlour.cli._stories import Stories
from parlour.core.limits import Limits
from parlour.lexicons import BUILTIN, Lexicons
from parlour.plugins import find_games
from parlour_client.replay import BUTTONS, Replay
from parlour_client.source import Button, Enter, Login, Source
from parlour_client.story import Telling
from parlour_kit.host import Client, Host
from tests.clients import harbour
from tests.clients.glass import Glass, watch
from tests.records.games import GAMES, LEXICONS, Game

_ENVIRON: Final = {"LANG": "en_GB.UTF-8", "TERM": "xterm-256color"}


@cache
def _lexicons() -> Lexicons:
    """The word lists that come with Parlour."""
    return Lexicons({})


@cache
def _games() -> Mapping[str, Any]:
    return find_games(lexicons=BUILTIN).games


def _host() -> Host:
    return Host(games=_games(), lexicons=_lexicons(), limits=Limits(bot_pause_ms=0))


@dataclass(frozen=True)
class Scene:
    """A moment before the screen."""

    about: str
    """What it shows, for whoever cannot see it."""
    script: Callable[[Glass], Coroutine[Any, Any, None]]
    enter: Enter | None = None
    """Where it is to be seen; None: at a host that has just been started."""
    buttons: tuple[Button, ...] = ()
    host: Callable[[], Host] = _host

    def written(self, columns: int, rows: int) -> str:
        """What the client has written to a terminal of that size by then."""
        return self.played(columns, rows).paper.written

    def played(self, columns: int, rows: int, *, plain: bool = False) -> Glass:
        """The screen at that moment, and the host with everyone on it."""
        glass, _ = watch(
            self.host(),
            columns,
            rows,
            self.script,
            buttons=self.buttons,
            enter=self.enter,
            environ={"NO_COLOR": "1"} if plain else _ENVIRON,
        )
        return glass


def _sit(glass: Glass, *names: str) -> list[Client]:
    """Others who have joined table 1."""
    people = [glass.host.person(name) for name in names]
    for person in people:
        person.send("join 1")
    return people


async def _lobby(glass: Glass) -> None:
    bob, cy, dee = (glass.host.person(name) for name in ("bob", "cy", "dee"))
    bob.send("new boggle")
    cy.send("join 1")
    glass.host.wait(1)
    dee.send("new probe", "bot sharp", "bot sharp", "start")
    glass.host.person("eve")
    await glass.rest(30)


async def _boggle(glass: Glass) -> None:
    await glass.type("new boggle challenge=on target=50")
    _sit(glass, "bob", "cy")
    await glass.type("bot medium", "start")
    await glass.type(
        "age bit eat its sat bat",
        "bits city east easy eats beat",
        "beast beats tribe cribs trike astir strike scribe kurtas scrike ascribe",
    )
    glass.host.wait(101)
    await glass.rest()
    await glass.press("eat")


async def _boggle_read(glass: Glass) -> None:
    await _boggle(glass)
    await glass.press("CtrlC")
    glass.host.wait(80)
    await glass.rest()


async def _password(glass: Glass) -> None:
    await glass.type("new password")
    bob, cy, dee = _sit(glass, "bob", "cy", "dee")
    await glass.type("start")
    bob.send("jacket")
    dee.send("coat")
    await glass.type("tailor")
    cy.send("dress")
    bob.send("trousers")
    dee.send("clothes")
    await glass.press("cards")


async def _probe(glass: Glass) -> None:
    await glass.type("new probe word_check=off")
    bob, cy = _sit(glass, "bob", "cy")
    await glass.type("start")
    bob.send("hide treasure..")
    cy.send("hide twisted")
    await glass.type("hide ..pumpkin.")
    bob.send("show 1")
    await glass.type("ask bob e")
    bob.send("show 8")
    await glass.type("ask cy w")
    cy.send("show 2")
    await glass.type("ask cy q")
    bob.send("ask ann n")
    await glass.type("show 9")
    bob.send("/say an N, and not at the end", "ask cy z")
    bob.send("ask cy z")
    cy.send("ask ann q")
    bob.send("show 10")
    await glass.rest()
    await glass.press("ask bob r")


async def _harbour(glass: Glass) -> None:
    await glass.type("new harbour top=10")
    bob, cy = _sit(glass, "bob", "cy")
    await glass.type("start")
    bob.send("3")
    cy.send("8")
    await glass.type("7", "try bob 5")
    await glass.press("/note anchor")


@cache
def _stories() -> Stories:
    return Stories(Game(3).play(), GAMES, LEXICONS)


async def _replay(glass: Glass) -> None:
    for _ in range(18):
        await glass.press("Right")


async def _story(who: str) -> Telling | None:
    return _stories()(who)


def _again(login: Login) -> AbstractAsyncContextManager[Source]:
    told = _stories()("watcher")
    assert told is not None
    return nullcontext(Replay(_story, told, "g3"))


SCENES: Final[Mapping[str, Scene]] = {
    "lobby": Scene("The lobby: two tables, three games, five players.", _lobby),
    "boggle": Scene("A round of Boggle: the board, and ann's own words.", _boggle),
    "boggle-read": Scene("After a round of Boggle: all lists.", _boggle_read),
    "password": Scene("A word of Password: the dial, and the clues of both teams.", _password),
    "probe": Scene("A game of Probe: three racks, and what has happened.", _probe),
    "harbour": Scene(
        "A game that the client has never heard of: two boards, a table, meters and scores.",
        _harbour,
        host=lambda: Host(harbour.GAMES),
    ),
    "replay": Scene("A game that is over, step by step.", _replay, _again, BUTTONS),
}
