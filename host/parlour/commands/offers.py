"""Moves are checked against prompts: a seat can make only a move that its open prompt offers.

So a game that checks nothing still accepts no move out of turn. A game that does check words the
refusal itself, since it knows better what to say; the host asks it only for that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, islice, product
from math import comb, prod
from typing import Final, assert_never

import msgspec

from parlour.api import (
    Arg,
    ChoiceArg,
    IntArg,
    MoveSpec,
    Prompt,
    SeatArg,
    SomeArg,
    TextArg,
    Verb,
)
from parlour.api.arguments import Names, as_offered, forms_told, meanings, not_open
from parlour.core.refusals import CommandError
from parlour.language import _
from parlour.wire.codes import Code

WAYS_MAX: Final = 500
"""Ways to type an offered move that are compared with what was typed: a question of Probe has
135. If there are more, the move must be typed as it is offered, though capitals do not matter."""
WORDS_MAX: Final = 24
"""The most words in such a line."""

Read = Callable[[str], msgspec.Raw | None]
"""Returns the move that the game reads in the words after its verb, encoded; None: no move."""


def open_moves(prompt: Prompt | None, name: str, verbs: Sequence[Verb]) -> list[MoveSpec]:
    """Return the moves of the verb *name*, one of *verbs*, that *prompt* offers.

    Raises CommandError if it is not open at all.

    The verb that a line without a slash means is always open, though it may not be offered.
    """
    specs: list[MoveSpec] = []
    if prompt is not None:
        specs += [spec for spec in prompt.moves if spec.verb.name == name]
        if specs or prompt.bare == name:
            return specs
    verb = next((verb for verb in verbs if verb.name == name), Verb(name, name, ""))
    refusal = not_open(prompt, name)
    raise CommandError(Code(refusal.fault), refusal.text, usage=verb.usage)


def spelled(specs: Sequence[MoveSpec], rest: str, names: Names) -> str | None:
    """Return *rest*, the words after a verb, as one of *specs* offers them, or None.

    So the game gets a choice and a name in the spelling of the prompt. Capitals do not matter,
    unless two choices differ in nothing else.
    """
    if not specs:
        return rest
    words = rest.split()
    for spec in specs:
        found = as_offered(spec.args, words, names)
        if found is not None:
            told = " ".join(found)
            return rest if told == " ".join(words) else told
    return None


def is_a_way(specs: Sequence[MoveSpec], rest: str, names: Names, read: Read) -> bool:
    """Does the game read the same move in *rest* as in something that *specs* offer?

    So a game may let people shorten a name, or type small words.
    """
    words = rest.split()
    typed = read(rest)
    ways = (way for spec in specs for way in _ways(spec.args, words, names))
    return typed is not None and any(read(way) == typed for way in ways)


def not_offered(specs: Sequence[MoveSpec], names: Names) -> CommandError:
    """Return the refusal of a move that no prompt offers."""
    usage = specs[0].verb.usage
    closed = forms_told(specs, names)
    text = _("That is not open to you now<<: {usage} ({closed})|.>>", usage=usage, closed=closed)
    return CommandError(Code.ILLEGAL_MOVE, text, usage=usage)


def _ways(args: Sequence[Arg], words: Sequence[str], names: Names) -> Iterator[str]:
    """Yield every way to type what is offered, if they are few; text as in *words*.

    Numbers are as in *words*, too, if all are too many: a game may read `four fives`.
    """
    if len(words) > WORDS_MAX:
        return
    for spelled_out in (True, False):
        offered = (_choices(arg, words, names, spelled_out=spelled_out) for arg in args)
        choices = [list(islice(each, WAYS_MAX + 1)) for each in offered]
        if prod(map(len, choices)) <= WAYS_MAX:
            yield from map(" ".join, product(*choices))
            return


def _choices(arg: Arg, words: Sequence[str], names: Names, *, spelled_out: bool) -> Iterator[str]:
    match arg:
        case ChoiceArg():
            yield from arg.choices
        case IntArg() if spelled_out:
            yield from map(str, range(arg.min, arg.max + 1))
        case IntArg():
            yield from (word for word in words if meanings(arg, word, names))
        case SeatArg():
            yield from (names[seat] for seat in arg.choices if seat in names)
        case SomeArg():
            sizes = range(arg.min, arg.max + 1)
            if sum(comb(len(arg.choices), size) for size in sizes) > WAYS_MAX:
                return
            for size in sizes:
                yield from map(" ".join, combinations(arg.choices, size))
        case TextArg():
            ends = range(1, len(words) + 1)
            yield from (" ".join(words[at:end]) for end in ends for at in range(end))
        case _:
            assert_never(arg)
