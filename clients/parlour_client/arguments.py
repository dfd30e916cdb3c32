"""What you can type at each place of a line, from prompts and from the usage of commands."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from parlour_client.model import Choice, Command, Model
from parlour_client.protocol import Arg, Move

INTS_MAX: Final = 40
"""Up to this many numbers are all listed; of a longer range only the first and the last."""
_TOKENS: Final = re.compile(r"\[[^\]]*\]|\S+")
_LITERAL: Final = re.compile(r"[a-z]+\Z")


@dataclass(frozen=True, slots=True)
class Slot:
    """One place after a verb."""

    name: str
    """Its name in the usage."""
    words: tuple[str, ...] = ()
    """The words that fit, as far as we know them."""
    examples: bool = False
    """There are more words than these."""
    glued: bool = False
    """More may follow a word without a space, such as the value of an option."""


def tokens(usage: str) -> list[str]:
    """The words of *usage* after the verb; brackets hold one word."""
    return [token for token in _TOKENS.findall(usage)[1:] if token != "..."]


def chosen(usage: str, before: Sequence[str]) -> list[str]:
    """Return the tokens of `pause|remove PLAYER|replace PLAYER [BOT]` that fit what is typed.

    If *before* begins one of the alternatives, return its tokens; otherwise one token for all.
    """
    ways = [way.split() for way in usage.partition(" ")[2].split("|")]
    several = all(way and _LITERAL.match(way[0]) for way in ways)
    if not several or all(len(way) == 1 for way in ways):
        return tokens(usage)
    for way in ways:
        if before and way[0] == before[0].lower():
            return way
    return ["|".join(way[0] for way in ways)]


def of_move(move: Move) -> list[Slot]:
    """The places of an open move."""
    slots = [slot for arg in move.args for slot in _of_arg(arg)]
    names = tokens(move.usage)
    places = [name for name in names if not _LITERAL.match(name)]
    if len(places) != len(slots):
        return slots
    rest = iter(slots)
    return [Slot(name, (name,)) if _LITERAL.match(name) else next(rest) for name in names]


def _of_arg(arg: Arg) -> list[Slot]:
    """The places of an argument: one, or as many as there may be words."""
    name = arg.name.upper()
    if arg.of:
        return [Slot(name, tuple(dict.fromkeys(arg.of)))] * arg.max
    if arg.type == "int":
        few = arg.max - arg.min < INTS_MAX
        numbers = range(arg.min, arg.max + 1) if few else (arg.min, arg.max)
        return [Slot(name, _first(arg, *map(str, numbers)), examples=not few)]
    if arg.type == "text":
        return [Slot(name, _first(arg, *(arg.choices or arg.examples)), examples=True)]
    return [Slot(name, arg.choices or arg.examples, examples=not arg.choices)]


def _first(arg: Arg, *words: str) -> tuple[str, ...]:
    """Return *words* with the likeliest one first."""
    likely = [] if arg.default is None else [str(arg.default)]
    return tuple(dict.fromkeys((*likely, *words)))


def of_command(command: Command, model: Model, before: Sequence[str]) -> list[Slot]:
    """The places of a command of the host; *before* are the words typed after it so far."""
    places = chosen(command.usage, before)
    return [_of_token(token, command, model, before) for token in places]


def _of_token(token: str, command: Command, model: Model, before: Sequence[str]) -> Slot:
    """`[PLAYER|GAME]`, `abort|pause|resume`, `OPTION=VALUE` ..."""
    bare = token.strip("[]").removesuffix(" ...")
    words: list[str] = []
    for name in bare.split("|"):
        if _LITERAL.match(name):
            words.append(name)
        elif name == "TABLE":
            words += _tables(command.verb, model)
        elif name in _WORDS:
            words += _WORDS[name](model)
    if bare == "OPTION=VALUE":
        return Slot(bare, tuple(_settings(command.verb, model, before)), glued=True)
    return Slot(bare, tuple(dict.fromkeys(words)))


def _tables(verb: str, model: Model) -> list[str]:
    """The tables for which *verb* makes sense."""
    places = list(model.places.values())
    match verb:
        case "join":
            places = [
                place
                for place in places
                if (place.joinable and place.living) or place.waits_for(model.name)
            ]
        case "watch":
            places = [
                place for place in places if place.living and place.table not in model.watching
            ]
        case "continue" | "end":
            places = [place for place in places if place.state in ("frozen", "held")]
        case _:
            places = [place for place in places if place.table in model.watching]
    return [str(place.table) for place in places]


def _players(model: Model) -> list[str]:
    seated = [] if model.table is None else list(model.table.names.values())
    names = [*seated, *(player.name for player in model.players)]
    return [name for name in dict.fromkeys(names) if name != model.name]


def _bots(model: Model) -> list[str]:
    offered = None if model.table is None else model.games.get(model.table.game)
    return [] if offered is None else [bot.kind for bot in offered.bots]


def _verbs(model: Model) -> list[str]:
    moves = [] if model.asked is None else [move.verb for move in model.asked.prompt.moves]
    return list(dict.fromkeys((*moves, *model.commands)))


def _seats(model: Model) -> list[str]:
    return [] if model.table is None else [str(chair.seat) for chair in model.table.chairs]


_WORDS: Final[Mapping[str, Callable[[Model], list[str]]]] = MappingProxyType(
    {
        "GAME": lambda model: list(model.games),
        "PLAYER": _players,
        "KIND": _bots,
        "BOT": _bots,
        "TOPIC": lambda model: [*_verbs(model), *model.games],
        "RECORD": lambda model: list(model.records),
        "SEAT": _seats,
    }
)


def _settings(verb: str, model: Model, before: Sequence[str]) -> list[str]:
    """`seconds=` for each option that is not set yet, and each option with its named values."""
    game = before[0] if verb == "new" and before else None
    if game is None and model.table is not None:
        game = model.table.game
    offered = model.games.get(game or "")
    if offered is None:
        return []
    done = {word.partition("=")[0] for word in before}
    found: list[str] = []
    for option in offered.options:
        if option.name not in done:
            found.append(f"{option.name}=")
            found += [f"{option.name}={value}" for value in _values(option)]
    return found


def _values(option: Choice) -> list[str]:
    if option.choices:
        return list(option.choices)
    return [str(value) for value in dict.fromkeys((option.default, option.min, option.max))]
