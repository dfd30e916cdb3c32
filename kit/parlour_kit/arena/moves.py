"""Moves as players of an arena make them: read as a host reads them, or drawn at random."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import comb, prod
from random import Random
from typing import Final

import msgspec

from parlour.api import (
    Arg,
    ChoiceArg,
    IntArg,
    Prompt,
    Reader,
    Refused,
    Seat,
    SeatArg,
    SomeArg,
    TextArg,
)
from parlour.candidates import random_line
from parlour.commands import offers
from parlour.engine import record as r
from parlour.engine.calls import GameFault
from parlour.engine.folding import fold
from parlour.engine.table import NextTable, Table

TRIES: Final = 50
"""Random moves that are tried. A game may refuse an example of free text that was used up."""


def read(table: Table, seat: Seat, verb: str, words: str, *, bare: bool = False) -> msgspec.Raw:
    """Return the move that a player types, encoded. Raises Refused, CommandError, GameFault.

    It must be one that the open prompt of the seat offers, as on a host.
    """
    match, via, game = table.last_match, table.via, table.game
    opened = match.prompts.get(seat)
    prompt = None if opened is None else opened.prompt
    reader = game.reading(Reader(seat, table.names, bare=bare), prompt)
    view = via.guarded(game.views.look, match.state, seat)

    def made(rest: str) -> msgspec.Raw:
        parsed = via.refusable(game.text_ui.parse, verb, rest, view, reader)
        return via.guarded(r.encode_move, parsed)

    specs = offers.open_moves(prompt, verb, game.verbs)
    spelled = offers.spelled(specs, words, table.names)
    found = made(words if spelled is None else spelled)
    if spelled is None and not offers.is_a_way(specs, words, table.names, partial(_or_none, made)):
        raise offers.not_offered(specs, table.names)
    return found


def _or_none(made: Callable[[str], msgspec.Raw], words: str) -> msgspec.Raw | None:
    try:
        return made(words)
    except (Refused, GameFault):
        return None


def tried(table: Table, seat: Seat, move: msgspec.Raw, at: int) -> NextTable:
    """Return the table after a move. Raises Refused and GameFault."""
    return fold(table, r.Moved(at=at, seat=seat, move=move))


def drawn(table: Table, seat: Seat, prompt: Prompt, rng: Random, at: int) -> msgspec.Raw:
    """Return a random move that *prompt* offers and the rules allow. Raises GameFault."""
    refusal = ""
    for _ in range(TRIES):
        verb, words = random_line(prompt, table.names, rng)
        try:
            move = read(table, seat, verb, words)
            tried(table, seat, move, at)
        except Refused as refused:
            refusal = f"{verb} {words}: {refused.text}"
            continue
        return move
    raise GameFault(f"the prompt of seat {seat} offers moves that the rules refuse: {refusal}")


def ways(prompt: Prompt) -> int:
    """Return how many moves a prompt offers. Of a free text, only the examples count."""
    return sum(prod(map(_choices, spec.args)) for spec in prompt.moves)


def is_free(prompt: Prompt) -> bool:
    """Check whether a move of the prompt has a free text, so that nobody can count them."""
    args = [arg for spec in prompt.moves for arg in spec.args]
    return any(isinstance(arg, TextArg) and not isinstance(arg, SomeArg) for arg in args)


def _choices(arg: Arg) -> int:
    match arg:
        case SeatArg() | ChoiceArg():
            return len(arg.choices)
        case IntArg():
            return arg.max - arg.min + 1
        case SomeArg():
            return sum(comb(len(arg.choices), size) for size in range(arg.min, arg.max + 1))
        case _:
            return len(arg.examples)
