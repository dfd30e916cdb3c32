"""The moves that a prompt offers, as the lines that people type.

Programs that know nothing of a game play by these: random players, and the bot that searches.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, product
from math import ceil
from random import Random
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from parlour.api import (
    MOST_SEATS,
    BotContext,
    ChoiceArg,
    IntArg,
    Lexicon,
    MoveSpec,
    Prompt,
    Seat,
    SeatArg,
    SomeArg,
    TextArg,
)
from parlour.language import encoder

WAYS: Final = 24
"""Moves that are weighed. Of more, so many are drawn."""
LISTED: Final = 2_000
"""Moves that are listed to draw from."""
DRAWN: Final = 400
"""Words of the list that are drawn to find some that can be spelled."""
LENGTHS: Final = range(3, 8)
"""Their lengths."""
_TILE: Final = re.compile(rb'"([A-Za-z]{1,2})"(?!:)')
"""A letter or two in quotes, and not the name of a field."""

Line: TypeAlias = tuple[str, str]
"""A move as its verb and the words after it."""


NAMES: Final = MappingProxyType({Seat(n): f"seat{n}" for n in range(1, MOST_SEATS + 1)})
"""The names that the bot gives to players, for games whose lines name them."""


def lines(prompt: Prompt, names: Mapping[Seat, str], rng: Random, most: int = WAYS) -> list[Line]:
    """Return the moves that *prompt* offers, at most so many, each as a line."""
    every = (line for spec in prompt.moves for line in _of(spec, names))
    found = list(islice(every, LISTED))
    return found if len(found) <= most else rng.sample(found, most)


def random_line(prompt: Prompt, names: Mapping[Seat, str], rng: Random) -> Line:
    """Return a move that *prompt* offers, as its verb and the words after it."""
    spec = rng.choice(prompt.moves)
    return spec.verb.name, " ".join(words(spec, names, rng))


def words(spec: MoveSpec, names: Mapping[Seat, str], rng: Random) -> Iterator[str]:
    """Yield an argument for each place of the move."""
    for arg in spec.args:
        match arg:
            case SeatArg():
                yield names[rng.choice(arg.choices)]
            case ChoiceArg():
                yield rng.choice(arg.choices)
            case IntArg():
                yield str(rng.randint(arg.min, arg.max))
            case SomeArg():
                yield " ".join(rng.sample(arg.choices, rng.randint(arg.min, arg.max)))
            case TextArg():
                yield rng.choice(arg.examples)


def candidates(prompt: Prompt, view: Any, ctx: BotContext) -> list[Line]:
    """Return moves for a bot to weigh: of each verb as many as of the others, if it has so many.

    Free text is one of the examples or, if the game has a word list, one of its words. If there
    are letters in *view*, as on tiles or cubes, they can spell the words.
    """
    texts: list[str] = []
    if ctx.lexicon is not None and any(
        type(arg) is TextArg for spec in prompt.moves for arg in spec.args
    ):
        texts += islice(_spelled(_tiles(view), ctx.lexicon, ctx.rng), WAYS)
    by_verb: dict[str, list[Line]] = {}
    for spec in prompt.moves:
        by_verb.setdefault(spec.verb.name, []).extend(islice(_of(spec, NAMES, texts), LISTED))
    ways: list[Line] = []
    for done, found in enumerate(sorted(by_verb.values(), key=len)):
        share = max(1, (WAYS - len(ways)) // (len(by_verb) - done))
        ways += found if len(found) <= share else ctx.rng.sample(found, share)
    return ways


def _of(spec: MoveSpec, names: Mapping[Seat, str], texts: Sequence[str] = ()) -> Iterator[Line]:
    """Yield the moves of *spec*. Free text is one of its examples or of *texts*."""
    every: list[Sequence[str]] = []
    for arg in spec.args:
        match arg:
            case SeatArg():
                every.append([names[seat] for seat in arg.choices])
            case ChoiceArg():
                every.append(arg.choices)
            case IntArg():
                step = max(1, ceil((arg.max - arg.min) / WAYS))
                every.append([str(n) for n in range(arg.min, arg.max + 1, step)])
            case SomeArg():
                every.append(_sets(arg))
            case TextArg():
                every.append((*arg.examples, *texts))
    return ((spec.verb.name, " ".join(each)) for each in product(*every))


def _sets(arg: SomeArg) -> list[str]:
    """Return sets of neighbours: a sorted hand has cards that go together side by side."""
    return [
        " ".join(arg.choices[at : at + size])
        for size in range(arg.min, arg.max + 1)
        for at in range(len(arg.choices) - size + 1)
    ]


def _spelled(tiles: Counter[str], lexicon: Lexicon, rng: Random) -> Iterator[str]:
    """Draw words of the list, and yield those that *tiles* can spell, or all without tiles."""
    seen = {""}
    for _ in range(DRAWN):
        listed = lexicon.words(rng.choice(LENGTHS))
        word = rng.choice(listed) if listed else ""
        if word in seen or (tiles and not Counter(word) <= tiles):
            continue
        seen.add(word)
        if not lexicon.never_deal(word):
            yield word


def _tiles(view: Any) -> Counter[str]:
    """Return the letters in *view* that are alone, or two on a tile."""
    tiles: list[bytes] = _TILE.findall(encoder().encode(view))
    return Counter(b"".join(tiles).decode().lower())
