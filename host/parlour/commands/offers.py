"""Moves are checked against prompts: a seat can make only a move that its open prompt offers.

So a game that checks nothing still accepts no move out of turn. A game that does check words the
refusal itself, since it knows better what to say; the host asks it only for that.
"""

from __future__ import annotations

from collections import Counter
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
from parlour.commands.natural import Names, alike, meanings
from parlour.core.refusals import CommandError
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
        "You can't {name} now. <<You can: {usages}>>",
        name=verb.name,
        usages=usages or _("nothing"),
    )
    raise CommandError(code, text, usage=verb.usage)


def spelled(specs: Sequence[MoveSpec], rest: str, names: Names) -> str | None:
    """Return *rest*, the words after a verb, as one of *specs* offers them, or None.

    So the game gets a choice and a name in the spelling of the prompt. Capitals do not matter,
    unless two choices differ in nothing else.
    """
    if not specs:
        return rest
    words = rest.split()
    for spec in specs:
        found = _spelled_all(spec.args, words, names)
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
    forms = dict.fromkeys(_form(spec, names) for spec in specs)
    more = [" ..."] if len(forms) > FORMS else []
    first, *others = [*islice(forms, FORMS), *more]
    closed = first
    for other in others:
        closed = _("{one} - or {other}", one=closed, other=other)
    text = _("That is not open to you now<<: {usage} ({closed})|.>>", usage=usage, closed=closed)
    return CommandError(Code.ILLEGAL_MOVE, text, usage=usage)


def _form(spec: MoveSpec, names: Names) -> str:
    """Say what the arguments of *spec* offer."""
    told = [(arg.name, text) for arg in spec.args if (text := _told(arg, names))]
    return joined([_("{name}: {told}", name=name, told=text) for name, text in told], "; ")


def _spelled_all(args: tuple[Arg, ...], words: Sequence[str], names: Names) -> list[str] | None:
    """Return a word for each argument as it is offered, and the rest for the free text."""
    if SomeArg in map(type, args):
        return _spelled_some(args, words, names)
    if TextArg not in map(type, args):
        return _each(args, words, names)
    texts = [place for place, arg in enumerate(args) if isinstance(arg, TextArg)]
    first, last = texts[0], len(args) - texts[-1] - 1
    if len(words) < len(args):
        return None
    end = len(words) - last
    few = (*args[:first], args[first], *args[len(args) - last :])
    return _each(few, (*words[:first], " ".join(words[first:end]), *words[end:]), names)


def _spelled_some(args: tuple[Arg, ...], words: Sequence[str], names: Names) -> list[str] | None:
    """Return the same with a `SomeArg`, which has the words that all others leave."""
    first = next(place for place, arg in enumerate(args) if isinstance(arg, SomeArg))
    some, last = args[first], len(args) - first - 1
    assert isinstance(some, SomeArg), "that is what was looked for"
    end = len(words) - last
    every = [alike(word, some.choices) for word in words[first:end]]
    taken = [found[0] for found in every if len(found) == 1]
    if len(taken) != end - first or not some.min <= len(taken) <= some.max:
        return None
    if not Counter(taken) <= Counter(some.choices):
        return None
    others = _each((*args[:first], *args[first + 1 :]), (*words[:first], *words[end:]), names)
    return None if others is None else [*others[:first], *taken, *others[first:]]


def _each(args: Sequence[Arg], words: Sequence[str], names: Names) -> list[str] | None:
    """Return each of *words* as its argument offers it, or None if one does not."""
    if len(words) != len(args):
        return None
    found = [meanings(arg, word, names) for arg, word in zip(args, words, strict=True)]
    return [each[0] for each in found] if all(len(each) == 1 for each in found) else None


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
