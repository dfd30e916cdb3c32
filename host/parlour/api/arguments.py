"""Words as the arguments of a move: what each can be, as a prompt offers it.

The host reads with it what people type for short, checks moves against prompts with it, and
`TextUI.parse` makes moves of words with it. So there is one answer to what a word means.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, TypeAlias, assert_never, get_args

import msgspec

from parlour.api.prompts import Arg, ChoiceArg, IntArg, MoveSpec, Prompt, SeatArg, SomeArg, TextArg
from parlour.api.seats import MoveFault, Refused, Seat
from parlour.language import Sentence, _, join_or, joined

if TYPE_CHECKING:
    from parlour.api.reader import Reader

Names: TypeAlias = Mapping[Seat, str]
NAMED: Final = 8
"""Choices that a sentence names."""
FORMS: Final = 3
"""Forms of a move that a sentence names, if the prompt offers its verb several times."""
SHOWN: Final = 20
"""Characters of a typed word that a refusal repeats."""
MARKS: Final = re.compile(r",|[.?!;:]+$")
"""What people write around the words of a move."""
_WHOLE: Final = re.compile("[0-9]{1,9}")
_NO_DIGITS: Final = re.compile("[^0-9]+")
_DIGIT: Final = re.compile("[0-9]")


# --- one word ----------------------------------------------------------------------------


def whole_number(word: str) -> int | None:
    """Return the number that *word* spells, or None if it is no number, or too long for one."""
    return int(word) if _WHOLE.fullmatch(word) else None


def alike(word: str, choices: Sequence[str]) -> list[str]:
    """Return the choices that *word* can be: itself, or those that differ only in capitals."""
    if word in choices:
        return [word]
    small = word.casefold()
    return list(dict.fromkeys([choice for choice in choices if choice.casefold() == small]))


def meanings(arg: Arg, word: str, names: Names, *, short: bool = False) -> list[str]:
    """Return what *word* can be of *arg*, as it is offered. *short*: a name may be shortened."""
    match arg:
        case SeatArg():
            small = word.casefold()
            called = [names[seat] for seat in arg.choices if seat in names]
            exact = [name for name in called if name.casefold() == small]
            if exact or not short:
                return exact
            return [name for name in called if name.casefold().startswith(small)]
        case ChoiceArg():
            found = alike(word, arg.choices)
            return found or (_numbered(word, arg.choices) if short else [])
        case IntArg():
            number = whole_number(word)
            return [str(number)] if number is not None and arg.min <= number <= arg.max else []
        case TextArg():
            makes_sense = (arg.least or 0) <= len(word) <= (arg.most or len(word))
            return [word] if makes_sense or not short else []
        case _:
            assert_never(arg)


def _numbered(word: str, choices: Sequence[str]) -> list[str]:
    """Return the choices whose number is *word*: `3` for `L3`."""
    if whole_number(word) is None:
        return []
    return [choice for choice in choices if word == _NO_DIGITS.sub("", choice)]


# --- the words of a move -----------------------------------------------------------------


def apart(args: Sequence[Arg], words: Sequence[str]) -> list[Sequence[str]] | None:
    """Return the words of each argument, or None if there are too few or too many.

    Each has one, except that a set of choices has all that the others leave, and without one the
    last text.
    """
    greedy = next((at for at, arg in enumerate(args) if isinstance(arg, SomeArg)), None)
    if greedy is None:
        texts = [at for at, arg in enumerate(args) if isinstance(arg, TextArg)]
        greedy = texts[-1] if texts else None
    more = len(words) - len(args)
    if more < 0 or (more and greedy is None):
        return None
    ends = [
        at + 1 + (more if greedy is not None and at >= greedy else 0) for at in range(len(args))
    ]
    return [words[begin:end] for begin, end in zip([0, *ends], ends, strict=False)]


def taken(arg: SomeArg, words: Sequence[str]) -> list[str] | None:
    """Return *words* as *arg* offers them, or None if they are not a set that can be taken."""
    every = [alike(word, arg.choices) for word in words]
    found = [each[0] for each in every if len(each) == 1]
    if len(found) != len(words) or not arg.min <= len(found) <= arg.max:
        return None
    return found if Counter(found) <= Counter(arg.choices) else None


def as_offered(args: Sequence[Arg], words: Sequence[str], names: Names) -> list[str] | None:
    """Return the words for each argument as it is offered, or None if one of them is not."""
    parts = apart(args, words)
    if parts is None:
        return None
    found: list[str] = []
    for arg, part in zip(args, parts, strict=True):
        if isinstance(arg, SomeArg):
            several = taken(arg, part)
            each = [] if several is None else [" ".join(several)]
        else:
            each = meanings(arg, " ".join(part), names)
        if len(each) != 1:
            return None
        found += each
    return found


# --- what a move takes, for sentences ----------------------------------------------------


def form_of(specs: Sequence[MoveSpec], names: Names) -> Sentence | str:
    """Return the usage of *specs*, forms of one verb, and what their arguments offer."""
    closed = forms_told(specs, names)
    usage = specs[0].verb.usage
    return _("{usage} ({closed})", usage=usage, closed=closed) if closed else usage


def forms_of(prompt: Prompt, names: Names) -> str:
    """Return the usages of what is open, and what their arguments offer."""
    verbs = dict.fromkeys(spec.verb.name for spec in prompt.moves)
    forms = [form_of(_specs(prompt, verb), names) for verb in verbs]
    return join_or(forms) or _("nothing")


def forms_told(specs: Sequence[MoveSpec], names: Names) -> str:
    """Say what the arguments of *specs* offer, of the first few forms."""
    forms = dict.fromkeys(_form(spec, names) for spec in specs)
    more = [" ..."] if len(forms) > FORMS else []
    first, *others = [*islice(forms, FORMS), *more]
    closed = first
    for other in others:
        closed = _("{one} - or {other}", one=closed, other=other)
    return closed


def _form(spec: MoveSpec, names: Names) -> str:
    """Say what the arguments of *spec* offer."""
    told = [(arg.name, text) for arg in spec.args if (text := _told(arg, names))]
    return joined([_("{name}: {told}", name=name, told=text) for name, text in told], "; ")


def _told(arg: Arg, names: Names) -> str:
    """Say in a few words what *arg* offers; nothing for free text."""
    match arg:
        case IntArg():
            if arg.min == arg.max:
                return str(arg.min)
            return _("{min} to {max}", min=arg.min, max=arg.max)
        case ChoiceArg():
            return _listed(arg.choices)
        case SeatArg():
            return _listed([names[seat] for seat in arg.choices if seat in names])
        case SomeArg():
            return _("{number} of {listed}", number=_number(arg), listed=_listed(arg.choices))
        case TextArg():
            return ""
        case _:
            assert_never(arg)


def _number(arg: SomeArg) -> str:
    if arg.min == arg.max:
        return str(arg.min)
    return _("{min} to {max}", min=arg.min, max=arg.max)


def _listed(words: Sequence[str]) -> str:
    named = [*words] if len(words) <= NAMED + 1 else [*words[:NAMED], "..."]
    return ", ".join(named) or _("none")


def not_open(prompt: Prompt | None, verb: str) -> Refused:
    """Return the refusal of a move whose verb is not open."""
    if prompt is None:
        text = _("You can't {name} now: nothing is asked of you.", name=verb)
        return Refused(MoveFault.NOT_YOUR_TURN, text)
    usages = join_or([*dict.fromkeys(spec.verb.usage for spec in prompt.moves)]) or _("nothing")
    text = _("You can't {name} now. <<You can: {usages}>>", name=verb, usages=usages)
    return Refused(MoveFault.ILLEGAL if prompt.urgent else MoveFault.NOT_YOUR_TURN, text)


# --- a move ------------------------------------------------------------------------------


def read_move(verb: str, rest: str, reader: Reader) -> Any:
    """Return the move that *verb* and *rest* make, by what the prompt of *reader* offers.

    Raises Refused with what is wrong and what would be right, and TypeError if the type of the
    moves does not fit what the prompt offers.
    """
    if reader.moves is None:
        raise TypeError("parse() needs what Game.reading(reader, prompt) returns")
    specs = _specs(reader.prompt, verb)
    if not specs:
        raise not_open(reader.prompt, verb)
    first, _space, others = rest.strip().partition(" ")
    named = first.casefold()
    ways, typed = [(verb, specs, rest, reader)], msgspec.structs.replace(reader, bare=False)
    texts = any(type(arg) is TextArg for spec in specs for arg in spec.args)
    if named == verb and (others or not texts):
        ways.insert(0 if reader.bare else 1, (verb, specs, others, typed))
    elif reader.bare and (other := _specs(reader.prompt, named)):
        ways.append((named, other, others, typed))
    refused: dict[str, Refused] = {}
    for read in (_exact, _short):  # a word in full comes before one that is shortened
        for name, offered, words, how in ways:
            try:
                if (made := read(name, offered, words, how)) is not None:
                    return made
            except Refused as refusal:
                refused[words] = refusal
    raise refused[others] if len(ways) > 1 else refused[rest]


def _specs(prompt: Prompt | None, verb: str) -> list[MoveSpec]:
    return [] if prompt is None else [spec for spec in prompt.moves if spec.verb.name == verb]


def _words(specs: Sequence[MoveSpec], rest: str) -> list[str]:
    texts = any(type(arg) is TextArg for spec in specs for arg in spec.args)
    return (rest if texts else MARKS.sub(" ", rest)).split()


def _exact(verb: str, specs: Sequence[MoveSpec], rest: str, reader: Reader) -> Any:
    """Return the move of the first of *specs* that *rest* makes in full, or None."""
    words = _words(specs, rest)
    for spec in specs:
        if len(spec.args) == 1 and type(spec.args[0]) is TextArg and words:
            return _move(verb, spec, [rest.strip()], reader)
        parts = apart(spec.args, words)
        if parts is None:
            continue
        found = [_in_full(arg, part, reader) for arg, part in zip(spec.args, parts, strict=True)]
        if all(len(each) == 1 for each in found):
            return _move(verb, spec, [value for (value,) in found], reader)
    return None


class _Form(msgspec.Struct, frozen=True):
    """A form of a move, and the words of each argument."""

    spec: MoveSpec
    words: Sequence[str]
    parts: Sequence[Sequence[str]] | None
    """None: there are too few words, or too many."""

    def at(self, place: int) -> Sequence[str]:
        """Return the words of the argument at *place*; none if they are used up."""
        return self.words[place : place + 1] if self.parts is None else self.parts[place]


def _short(verb: str, specs: Sequence[MoveSpec], rest: str, reader: Reader) -> Any:
    """Return the only move of *specs* that *rest* can be for short. Raises Refused.

    Each word leaves only the forms that it fits. So a refusal says what would be right after the
    words before it.
    """
    words, values, place = _words(specs, rest), list[Any](), 0
    forms = [_Form(spec, words, apart(spec.args, words)) for spec in specs]
    while True:
        for form in forms:
            if form.parts is not None and len(form.spec.args) == place:
                return _move(verb, form.spec, values, reader)
        longer = [form for form in forms if len(form.spec.args) > place]
        if not longer:
            told = form_of([form.spec for form in forms], reader.names)
            text = _("That is more than {verb} takes. <<Type: {form}>>", verb=verb, form=told)
            raise Refused(MoveFault.MALFORMED, text)
        forms = [form for form in longer if form.at(place)]
        if not forms:
            arg, told = longer[0].spec.args[place], _form_at(longer, place, reader.names)
            missing = arg.label or arg.name
            text = _("Still missing: {missing}. <<Type: {form}>>", missing=missing, form=told)
            raise Refused(MoveFault.MALFORMED, text)
        forms, value = _narrowed(forms, place, reader)
        values.append(value)
        place += 1


def _narrowed(forms: Sequence[_Form], place: int, reader: Reader) -> tuple[list[_Form], Any]:
    """Return those of *forms* that the word at *place* fits, and its value. Raises Refused."""
    for read in (_in_full, _for_short):
        found = [read(form.spec.args[place], form.at(place), reader) for form in forms]
        values = list(dict.fromkeys(value for each in found for value in each))
        slip = read is _for_short and reader.bare and _is_a_letter(forms[0].words)
        if len(values) == 1 and not (slip and isinstance(forms[0].spec.args[0], ChoiceArg)):
            return [form for form, each in zip(forms, found, strict=True) if each], values[0]
        if values:
            break
    raise _refusal(forms, place, values, reader)


def _is_a_letter(words: Sequence[str]) -> bool:
    """Check whether a line is one letter: somebody may have hit a key and Enter."""
    return len(words) == 1 and len(words[0]) == 1 and words[0].isalpha()


def _in_full(arg: Arg, words: Sequence[str], reader: Reader) -> list[Any]:
    """Return what *words* are as values of *arg*. Capitals do not matter, nor a card's letter."""
    word = " ".join(words)
    match arg:
        case SeatArg():
            called = meanings(arg, word, reader.names)
            return [seat for seat in arg.choices if reader.names.get(seat) in called]
        case SomeArg():
            several = taken(arg, words)
            return [] if several is None else [tuple(several)]
        case ChoiceArg():
            return meanings(arg, word, {}, short=True)
        case IntArg():
            return [int(number) for number in meanings(arg, word, {})]
        case TextArg():
            return [word]
        case _:
            assert_never(arg)


def _for_short(arg: Arg, words: Sequence[str], reader: Reader) -> list[Any]:
    """Return the players and choices that *words* begin, or the seat that they number."""
    word = " ".join(words)
    small = word.casefold()
    match arg:
        case SeatArg():
            called = meanings(arg, word, reader.names, short=True)
            number = small.removeprefix("seat")
            return [seat for seat in arg.choices if reader.names.get(seat) in called] or [
                seat for seat in arg.choices if number == str(seat)
            ]
        case ChoiceArg() if word.isalpha():
            words_only = [each for each in arg.choices if not _DIGIT.search(each)]
            return [each for each in words_only if each.casefold().startswith(small)]
        case _:
            return []


def _refusal(forms: Sequence[_Form], place: int, found: Sequence[Any], reader: Reader) -> Refused:
    """Return the refusal of the word at *place*, which is none or several of what is offered."""
    word, form = " ".join(forms[0].at(place)), _form_at(forms, place, reader.names)
    args = [form.spec.args[place] for form in forms]
    match _merged(args):
        case SeatArg() as arg:
            return _no_seat(arg, word, form, reader)
        case IntArg(min=low, max=high):
            text = _(
                "{word} isn't a number from {min} to {max}. <<Type: {form}>>",
                word=word[:SHOWN],
                min=low,
                max=high,
                form=form,
            )
            return Refused(MoveFault.ILLEGAL, text)
        case SomeArg() as arg:
            return _no_set(arg, forms[0].at(place), form)
        case ChoiceArg(choices=choices):
            return _no_choice(word, found, choices, form)
        case _:
            return _no_choice(word, (), (), form)


def _merged(args: Sequence[Arg]) -> Arg | None:
    """Return an argument that offers what all of *args* offer, or None if they differ in kind."""
    first = args[0]
    if all(arg == first for arg in args):
        return first
    match first:
        case SeatArg() | ChoiceArg() if all(type(arg) is type(first) for arg in args):
            every = dict.fromkeys(each for arg in args for each in getattr(arg, "choices", ()))
            return msgspec.structs.replace(first, choices=tuple(every))
        case _:
            return None


def _form_at(forms: Sequence[_Form], place: int, names: Names) -> Sentence | str:
    """Return the usage of *forms*, and what they offer at *place*; of a single form, all of it."""
    specs = [form.spec for form in forms]
    arg = _merged([spec.args[place] for spec in specs])
    if arg is None or len({_form(spec, names) for spec in specs}) == 1:
        return form_of(specs, names)
    return form_of([MoveSpec(specs[0].verb, (arg,))], names)


def _no_choice(
    word: str, found: Sequence[str], choices: Sequence[str], form: Sentence | str
) -> Refused:
    """Return the refusal of *word*, which is none or several of *choices*."""
    if found:
        either = _listed(found)
        text = _("{word} could be {either}. <<Type all of it.>>", word=word[:SHOWN], either=either)
        return Refused(MoveFault.AMBIGUOUS, text)
    text = _("{word} isn't open to you now. <<Type: {form}>>", word=word[:SHOWN], form=form)
    near = get_close_matches(word[:SHOWN], choices[:NAMED], n=1)
    return Refused(MoveFault.ILLEGAL, text, near=near[0] if near else None)


def _no_seat(arg: SeatArg, word: str, form: Sentence | str, reader: Reader) -> Refused:
    """Return the refusal of *word*, which names none or several of the players."""
    known = {name.casefold(): name for name in reader.names.values()}
    open_now = [reader.names[seat].casefold() for seat in arg.choices if seat in reader.names]
    small = word.casefold()
    if small in known and not any(name.startswith(small) for name in open_now):
        text = _("You can't choose {name} now. <<Type: {form}>>", name=known[small], form=form)
        return Refused(MoveFault.ILLEGAL, text)
    try:
        seat = reader.seat(word, arg.choices)
    except Refused as refusal:
        return refusal
    return _no_choice(word, (), [reader.name(seat)], form)  # the number of one, the name of others


def _no_set(arg: SomeArg, words: Sequence[str], form: Sentence | str) -> Refused:
    """Return the refusal of *words*, which are no set of choices that can be taken."""
    every = [(word, alike(word, arg.choices)) for word in words]
    for word, found in every:
        if len(found) != 1:
            return _no_choice(word, found, arg.choices, form)
    many = Counter(each for _word, (each,) in every) - Counter(arg.choices)
    if many:
        text = _("You named {word} too often. <<Type: {form}>>", word=min(many), form=form)
    else:
        text = _("Name {number} of them. <<Type: {form}>>", number=_number(arg), form=form)
    return Refused(MoveFault.ILLEGAL, text)


def _move(verb: str, spec: MoveSpec, values: Sequence[Any], reader: Reader) -> Any:
    """Return the move of *verb* with *values*. Raises TypeError if no move has such fields."""
    kinds = _kinds(reader.moves)
    kind = kinds.get(verb) or kinds.get(None)
    if kind is None:
        raise TypeError(f'no move has tag="{verb}": give it a struct, or write TextUI.parse')
    fields = kind.__struct_fields__
    if len(values) > len(fields):
        raise TypeError(f"{kind.__name__} has fewer fields than {verb} has arguments")
    try:
        return msgspec.convert(dict(zip(fields, values, strict=False)), kind, strict=False)
    except msgspec.ValidationError as error:
        if any(type(arg) is TextArg for arg in spec.args):
            text = _("That can't be read. <<Type: {form}>>", form=form_of([spec], reader.names))
            raise Refused(MoveFault.MALFORMED, text) from None
        raise TypeError(f"{kind.__name__} cannot hold what {verb} offers: {error}") from None


@lru_cache(maxsize=64)
def _kinds(moves: Any) -> Mapping[str | None, type[msgspec.Struct]]:
    """Return the classes of the type *moves* by their tags."""
    moves = getattr(moves, "__value__", moves)
    kinds = [kind for kind in get_args(moves) or (moves,) if isinstance(kind, type)]
    return {_tag(kind): kind for kind in kinds if issubclass(kind, msgspec.Struct)}


def verbs_without_move(moves: Any, verbs: Iterable[str]) -> list[str]:
    """Return those of *verbs* of which `read_move` can make no move of the type *moves*."""
    kinds = _kinds(moves)
    return [] if None in kinds else [verb for verb in verbs if verb not in kinds]


def _tag(kind: type[msgspec.Struct]) -> str | None:
    tag = kind.__struct_config__.tag
    return None if tag is None else str(tag)
