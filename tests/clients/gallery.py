"""What the terminal client looks like in the games of `examples/games`: for their pictures."""

from __future__ import annotations

import sys
from collections.abc import Callable, Coroutine, Mapping
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from parlour.api import AnyGame
from parlour.core.limits import Limits
from parlour_kit.host import Client, Host
from tests.clients.glass import Glass
from tests.clients.scenes import Scene

GAMES: Final = Path(__file__).parents[2] / "examples" / "games"


def game_of(name: str) -> AnyGame:
    """The game in that folder, which need not be installed."""
    folder = str(GAMES / name)
    if folder not in sys.path:
        sys.path.append(folder)
    (game,) = import_module(name).register_games()
    found: AnyGame = game
    return found


def _host(name: str) -> Host:
    """A host with the game in that folder."""
    game = game_of(name)
    return Host({game.id: game}, limits=Limits(bot_pause_ms=0))


async def _begun(glass: Glass, new: str, *names: str) -> list[Client]:
    """The others at a table where ann has just begun to play."""
    await glass.type(new)
    people = [glass.host.person(name) for name in names]
    for person in people:
        person.send("join 1")
    await glass.type("start")
    return people


async def _tictactoe(glass: Glass) -> None:
    (bob,) = await _begun(glass, "new tictactoe", "bob")
    await glass.type("5")
    bob.send("2")
    await glass.type("1")
    bob.send("9")
    await glass.rest()
    await glass.press("4")


async def _salvo(glass: Glass) -> None:
    (bob,) = await _begun(glass, "new salvo", "bob")
    await glass.type("done")
    bob.send("done")
    for mine, theirs in (("d4", "b4"), ("d3", "b6"), ("d5", "b3"), ("f2", "g8"), ("g4", "b5")):
        await glass.type(mine)
        bob.send(theirs)
    await glass.rest()
    await glass.press("g5")


async def _cheat(glass: Glass) -> None:
    bob, cy = await _begun(glass, "new cheat", "bob", "cy")
    await glass.type("as ah")
    bob.send("pass")
    cy.send("pass")
    bob.send("2s 2h")
    cy.send("cheat")
    cy.send("4s 5s")
    await glass.rest()
    await glass.press("ch")


async def _spades(glass: Glass) -> None:
    bob, cy, dee = await _begun(glass, "new spades", "bob", "cy", "dee")
    dee.send("4")
    await glass.type("4")
    bob.send("2")
    cy.send("3")
    dee.send("kd")
    await glass.type("7d")
    bob.send("3d")
    cy.send("ad")
    cy.send("jh")
    dee.send("9h")
    await glass.rest()
    await glass.press("ah")


async def _hearts(glass: Glass) -> None:
    bob, cy, dee = await _begun(glass, "new hearts", "bob", "cy", "dee")
    bob.send("as ah kh")
    cy.send("qs ac kc")
    dee.send("ks td 6c")
    await glass.type("ad kd qh", "2c")
    bob.send("qc")
    cy.send("tc")
    dee.send("ac", "7d")
    await glass.type("4d")
    bob.send("9d")
    cy.send("5d")
    bob.send("5s")
    cy.send("2s")
    dee.send("4s")
    await glass.rest()
    await glass.press("7s")


async def _codewords(glass: Glass) -> None:
    bob, cy, dee = await _begun(glass, "new codewords", "bob", "cy", "dee")
    bob.send("instrument 2")
    dee.send("organ", "violin", "stop")
    await glass.type("forest 1")
    cy.send("tree", "stop")
    bob.send("beard 1")
    dee.send("razor", "stop")
    await glass.rest()
    await glass.press("weather 1")


async def _airship(glass: Glass) -> None:
    (bob,) = await _begun(glass, "new airship", "bob")
    await glass.type("winch 1")
    bob.send("call")
    await glass.type("call")
    await glass.rest(5)
    await glass.press("lan")


async def _lanterns(glass: Glass) -> None:
    for line in ("new lanterns", "bot keeper", "bot keeper", "start", "hang 1"):
        await glass.type(line)
    await glass.rest()
    await glass.press("hint Bo ")


async def _codeduel(glass: Glass) -> None:
    (bob,) = await _begun(glass, "new codeduel", "bob")
    await glass.type("1335")
    bob.send("2216")
    for theirs, mine in (("1122", "3345"), ("1345", "1126"), ("5315", "2612")):
        bob.send(theirs)
        await glass.type(mine)
    bob.send("1365")
    await glass.rest()
    await glass.press("22")


async def _folded(glass: Glass) -> None:
    bob, cy = await _begun(glass, "new folded", "bob", "cy")
    await glass.type("It was a dark night, and nobody had fed the owl.")
    bob.send("The lift stopped between two floors.")
    cy.send("My aunt from Leeds has a parrot that can count.")
    bob.send("So it flew to the kitchen and opened the fridge itself.")
    await glass.rest()
    await glass.press("It says that there are eleven of")


async def _liarsdice(glass: Glass) -> None:
    bob, cy = await _begun(glass, "new liarsdice", "bob", "cy")
    await glass.type("3 5")
    bob.send("4 5")
    cy.send("4 6")
    await glass.type("5 2")
    bob.send("doubt")
    await glass.rest()
    bob.send("4 3")
    cy.send("5 3")
    await glass.type("5 4")
    bob.send("6 3")
    cy.send("6 4")
    await glass.rest()
    await glass.press("dou")


def _scene(
    name: str, about: str, script: Callable[[Glass], Coroutine[Any, Any, None]]
) -> tuple[str, Scene]:
    return name, Scene(about, script, host=partial(_host, name))


GALLERY: Final[Mapping[str, Scene]] = dict(
    (
        _scene("tictactoe", "Tic-tac-toe: the board, and whose turn it is.", _tictactoe),
        _scene("codeduel", "Code duel: both codes, and below each the guesses.", _codeduel),
        _scene("salvo", "Salvo: bob's sea beside ann's own.", _salvo),
        _scene("cheat", "Cheat: who has how many cards, and ann's hand.", _cheat),
        _scene("spades", "Spades: bids and tricks, and ann's hand by suit.", _spades),
        _scene("hearts", "Hearts: points and the trick, and ann's hand by suit.", _hearts),
        _scene("codewords", "Code words: the board as a speaker sees it.", _codewords),
        _scene("lanterns", "Lanterns: all hands but ann's own, with what hints tell.", _lanterns),
        _scene("folded", "Folded paper: the line above, and ann's next one.", _folded),
        _scene("liarsdice", "Liar's dice: cups and bids, and ann's own dice.", _liarsdice),
        _scene("airship", "Airship: the controls of the crew, and ann's order.", _airship),
    )
)
