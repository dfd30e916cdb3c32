"""Moves are checked against prompts: a seat can make only a move that its open prompt offers.

So a game that checks nothing still accepts no move out of turn. A game that does check words the
refusal itself, since it knows better what to say; the host asks it only for that.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, islice, product, repeat
from math import comb, prod
from typing import Final, assert_never

import msgspec

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
    Verb,
)
from parlour.house.commands.naming import whole_number
from parlour.house.refusals import CommandError
from parlour.language import _, joined
from parlour.wire.codes import Code
from parlour.wire.messages import join_or

WAYS_MAX: Final = 500
"""Ways to type an offered move that are compared with what was typed: a question of Probe has
135. If there are more, the move must be typed as it is offered, though capitals do not matter."""
WORDS_MAX: Final = 24
"""The most words in such a line."""
NAMED: Final = 8
"""Choices that a refusal names."""
FORMS: Final = 3
"""Forms of a move that a refusal names, if the prompt offers its verb several times."""

Names = Mapping[Seat, str]
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
    if prompt is None:
        text = _("You can't {name} now: nothing is asked of you.", name=verb.name)
        raise CommandError(Code.NOT_YOUR_TURN, text, usage=verb.usage)
    usages = join_or([*dict.fromkeys(spec.verb.usage for spec in prompt.moves)])
    code = Code.ILLEGAL_MOVE if prompt.urgent else Code.NOT_YOUR_TURN
    text = _(
        "You can't {name} now. You can: {usages}", name=verb.name, usages=usages or _("nothing")
    )
    raise CommandError(code, text, usage=verb.usage)


def is_offered(specs: Sequence[MoveSpec], rest: str, names: Names, read: Read) -> bool:
    """Are the words *rest* after a verb among what *specs* offer?

    They are if they match the prompt word by word, or if the game reads the same move in them as
    in something that the prompt offers: a name may be shortened, for example.
    """
    words = rest.split()
    if not specs:
        return True
    for spec in specs:
        if _is_literal(spec.args, words, names):
            return True
    typed = read(rest)
    ways = (way for spec in specs for way in _ways(spec.args, words, names))
    return typed is not None and any(read(way) == typed for way in ways)


def not_offered(specs: Sequence[MoveSpec], names: Names) -> CommandError:
    """Return the refusal of a move that `is_offered` denies."""
    usage = specs[0].verb.usage
    forms = dict.fromkeys(_form(spec, names) for spec in specs)
    more = [" ..."] if len(forms) > FORMS else []
    first, *others = [*islice(forms, FORMS), *more]
    closed = first
    for other in others:
        closed = _("{one} - or {other}", one=closed, other=other)
    text = _("That is not open to you now: {usage} ({closed})", usage=usage, closed=closed)
    return CommandError(Code.ILLEGAL_MOVE, text, usage=usage)


def _form(spec: MoveSpec, names: Names) -> str:
    """Say what the arguments of *spec* offer."""
    told = [(arg.name, text) for arg in spec.args if (text := _told(arg, names))]
    return joined([_("{name}: {told}", name=name, told=text) for name, text in told], "; ")


def _is_literal(args: tuple[Arg, ...], words: Sequence[str], names: Names) -> bool:
    """Is there a word for each argument, and the rest for the free text, if there is one?"""
    if SomeArg in map(type, args):
        return _is_some(args, words, names)
    if TextArg not in map(type, args):
        return len(words) == len(args) and _all_fit(args, words, names)
    texts = [place for place, arg in enumerate(args) if isinstance(arg, TextArg)]
    first, last = texts[0], len(args) - texts[-1] - 1
    end = len(words) - last
    few = (*args[:first], args[first], *args[len(args) - last :])
    told = (*words[:first], " ".join(words[first:end]), *words[end:])
    return len(words) >= len(args) and _all_fit(few, told, names)


def _is_some(args: tuple[Arg, ...], words: Sequence[str], names: Names) -> bool:
    """Is it the same with a `SomeArg`, which has the words that all others leave?"""
    first = next(place for place, arg in enumerate(args) if isinstance(arg, SomeArg))
    some, last = args[first], len(args) - first - 1
    assert isinstance(some, SomeArg), "that is what was looked for"
    taken, others = words[first : len(words) - last], (*args[:first], *args[first + 1 :])
    return (
        some.min <= len(taken) <= some.max
        and Counter(taken) <= Counter(some.choices)
        and _all_fit(others, (*words[:first], *words[len(words) - last :]), names)
    )


def _all_fit(args: Sequence[Arg], words: Sequence[str], names: Names) -> bool:
    return all(map(_fits, args, words, repeat(names)))


def _fits(arg: Arg, word: str, names: Names) -> bool:
    """Is *word* exactly what *arg* offers?"""
    match arg:
        case SeatArg():
            meant = word.lower()
            return meant in [names.get(seat, "").lower() for seat in arg.choices]
        case ChoiceArg():
            return word in arg.choices
        case IntArg():
            number = whole_number(word)
            return number is not None and arg.min <= number <= arg.max
        case TextArg():
            return True
        case _:
            assert_never(arg)


def _ways(args: Sequence[Arg], words: Sequence[str], names: Names) -> Iterator[str]:
    """Yield every way to type what is offered, if they are few; text and numbers as in *words*."""
    if len(words) > WORDS_MAX:
        return
    choices = [list(islice(_choices(arg, words, names), WAYS_MAX + 1)) for arg in args]
    if prod(map(len, choices)) <= WAYS_MAX:
        yield from map(" ".join, product(*choices))


def _choices(arg: Arg, words: Sequence[str], names: Names) -> Iterator[str]:
    match arg:
        case ChoiceArg():
            yield from arg.choices
        case IntArg():
            yield from (word for word in words if _fits(arg, word, names))
        case SeatArg():
            yield from (names[seat] for seat in arg.choices if seat in names)
        case SomeArg():
            sizes = range(arg.min, arg.max + 1)
            if sum(comb(len(arg.choices), size) for size in sizes) > WAYS_MAX:
                yield from _same_letters(arg, words)
                return
            for size in sizes:
                yield from map(" ".join, combinations(arg.choices, size))
        case TextArg():
            ends = range(1, len(words) + 1)
            yield from (" ".join(words[at:end]) for end in ends for at in range(end))
        case _:
            assert_never(arg)


def _same_letters(some: SomeArg, words: Sequence[str]) -> Iterator[str]:
    """Yield the choices that the line names in small or capital letters, if it may."""
    choices = {choice.casefold(): choice for choice in some.choices}
    named = [choices[word] for word in map(str.casefold, words) if word in choices]
    if some.min <= len(named) <= some.max and Counter(named) <= Counter(some.choices):
        yield " ".join(named)


def _told(arg: Arg, names: Names) -> str:
    """Say in a few words what *arg* offers; nothing for free text."""
    match arg:
        case IntArg():
            return _("{min} to {max}", min=arg.min, max=arg.max)
        case ChoiceArg() | SeatArg():
            return _listed([*_choices(arg, (), names)])
        case SomeArg():
            number = (
                str(arg.min)
                if arg.min == arg.max
                else _("{min} to {max}", min=arg.min, max=arg.max)
            )
            return _("{number} of {listed}", number=number, listed=_listed(arg.choices))
        case TextArg():
            return ""
        case _:
            assert_never(arg)


def _listed(words: Sequence[str]) -> str:
    more = ["..."] if len(words) > NAMED else []
    return ", ".join([*words[:NAMED], *more]) or _("none")
