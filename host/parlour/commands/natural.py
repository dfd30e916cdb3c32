"""Moves as people type them: without the verb, or with an argument left out.

Free text is never a reading: anything could be one, and a slip of the finger must not become
somebody's word.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations, product
from typing import Final

from parlour.api import (
    Arg,
    ChoiceArg,
    IntArg,
    MoveSpec,
    Prompt,
    Seat,
    SeatArg,
    SomeArg,
    TextArg,
)
from parlour.api.arguments import MARKS, Names, meanings, whole_number
from parlour.core.refusals import CommandError
from parlour.language import _
from parlour.wire.codes import Code
from parlour.wire.request import Request

FILLED_MAX: Final = 6
"""Choices of an argument that was left out beyond which it must be typed."""
_TEXTS: Final = frozenset((TextArg, SomeArg))
"""Arguments that are free text, or are read like it."""
_DIGIT: Final = re.compile("[0-9]")


def answers(prompt: Prompt, names: Names, text: str) -> Iterator[tuple[str, str]]:
    """Yield the moves that *text* makes with a verb before it: the verb, and the words after it.

    An argument with few choices may be left out as well.
    """
    words = MARKS.sub(" ", text).split()
    for spec in prompt.moves:
        if spec.args and not _has_text(spec):
            for way in _ways(spec, words, names):
                yield spec.verb.name, way


def numbered(prompt: Prompt, text: str) -> str | None:
    """Return the verb of the only move that asks for a number, if *text* is one; else None."""
    if not prompt.urgent or whole_number(text) is None:
        return None
    verbs = {
        spec.verb.name for spec in prompt.moves if len(spec.args) == 1 and _counts(*spec.args)
    }
    return verbs.pop() if len(verbs) == 1 else None


def _counts(arg: Arg) -> bool:
    """Is *arg* a number, or a choice that has one in it?"""
    if type(arg) is ChoiceArg:
        return any(map(_DIGIT.search, arg.choices))
    return type(arg) is IntArg


def filled(prompt: Prompt, names: Names, seat: Seat, request: Request) -> str | None:
    """Return the words after the verb of a move as *prompt* offers them, with what was left out.

    None if they could be several things, or none. Raises CommandError if a number is typed in
    place of a player's name.
    """
    specs = [spec for spec in prompt.moves if spec.verb.name == request.verb]
    if specs and _DIGIT.search(request.rest) is not None:
        _check_names(specs[0], seat, names, request)
    words = MARKS.sub(" ", request.rest).split()
    if not words or any(map(_has_text, specs)):
        return None
    found = dict.fromkeys(way for spec in specs for way in _ways(spec, words, names))
    return next(iter(found)) if len(found) == 1 else None


def in_full(prompt: Prompt, names: Names, text: str) -> list[str]:
    """Return the moves in which *text* would be free text, written in full.

    Where a text of that length makes no sense, it is none: a letter is no guess of a word.
    """
    if text in names.values() or not any(letter.isalpha() for letter in text):
        return []
    words, specs = text.split(), [spec for spec in prompt.moves if _has_text(spec)]
    return [f"{spec.verb.name} {way}" for spec in specs for way in _ways(spec, words, names)]


def _has_text(spec: MoveSpec) -> bool:
    return not _TEXTS.isdisjoint(map(type, spec.args))


def _ways(spec: MoveSpec, words: Sequence[str], names: Names) -> list[str]:
    """Every way to read *words* as arguments of *spec*, of which some may be left out."""
    args = spec.args
    missing = len(args) - len(words)
    if missing < 0:
        return []
    found: dict[str, None] = {}
    for left_out in combinations(range(len(args)), missing):
        typed = iter(words)
        choices = [
            _all(arg, names)
            if place in left_out
            else meanings(arg, next(typed), names, short=True)
            for place, arg in enumerate(args)
        ]
        found |= dict.fromkeys(map(" ".join, product(*choices)))
    return list(found)


def _all(arg: Arg, names: Names) -> list[str]:
    """Everything that *arg* can be, if that is little."""
    match arg:
        case SeatArg():
            found = [names[seat] for seat in arg.choices if seat in names]
        case ChoiceArg():
            found = list(arg.choices)
        case _:
            found = [str(arg.min)] if isinstance(arg, IntArg) and arg.min == arg.max else []
    return found if len(found) <= FILLED_MAX else []


# --- players by name -------------------------------------------------------------------


def _check_names(spec: MoveSpec, seat: Seat, names: Names, request: Request) -> None:
    """Raise CommandError if a number is typed in place of a player's name.

    A game may read it as a seat, but seats are not what players see on their screens.
    """
    words = request.rest.split()
    for place, arg in enumerate(spec.args[: len(words)]):
        if isinstance(arg, TextArg):
            break
        number = whole_number(words[place])
        if not isinstance(arg, SeatArg) or number is None or words[place] in names.values():
            continue
        name = names.get(Seat(number))
        if name is not None and number != seat:
            fixed = " ".join((request.verb, *words[:place], name, *words[place + 1 :]))
            text = _(
                "Players go by their names. Seat {number} is {name}: {fixed}",
                number=number,
                name=name,
                fixed=fixed,
            )
            raise CommandError(Code.USAGE, text, usage=spec.verb.usage)
