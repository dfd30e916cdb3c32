"""Check a game for consistency: what the host demands of every `Game` record.

Fields may hold anything, so we do not trust a plugin to use the right types.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar, cast

import msgspec

from parlour.api import (
    MOST_SEATS,
    AnyGame,
    Bot,
    ChoiceOption,
    ListOption,
    NumberOption,
    Option,
    Rules,
    Scoring,
    SeatOption,
    SwitchOption,
    TextOption,
    TextUI,
    Topic,
    Verb,
    Views,
)
from parlour.api.arguments import verbs_without_move
from parlour.catalogue import HOST_VERBS, TAKEN_VERBS
from parlour.engine.defaults import is_default
from parlour.engine.options import HOST_OPTIONS, LEXICON, allowed, fits
from parlour.hookvalues import PluginCommand
from parlour.language import Catalogue, CatalogueError

LONGEST = 40
"""The most characters that a `TextOption` may allow: everybody reads them in lists."""
LINE = 79
"""The most characters of a title, a usage or an `about`: a line of a terminal, less one."""
_ID = re.compile(r"[a-z]{2,16}")
_VERB = re.compile(r"[a-z]+")
_OPTION = re.compile(r"[a-z_]+")
_WORD = re.compile(r"[a-z0-9_]+")
_KIND = re.compile(r"[a-z][a-z0-9_]{0,15}")
"""A bot at a table is called by its kind and a number, which must be a good name."""
_TOPIC = re.compile(r"[a-z]+(?:-[a-z]+)*")
_CHOICE = re.compile(r"[A-Za-z0-9_]+")
_RESULTS = Scoring[Any].scores, Scoring[Any].winners, Scoring[Any].outcome
_TELLS = TextUI[Any, Any, Any].say, TextUI[Any, Any, Any].sentence
_SEAT_WORD = re.compile(r"seat[0-9]+")
_PRINTED = re.compile(r"[!-~]+")


def game_faults(game: AnyGame, *, lexicons: Collection[str] | None = None) -> list[str]:
    """Return everything about *game* that the host cannot accept, each in a few words.

    With *lexicons*, the game must need one of those word lists or none.
    """
    return [
        *_head_faults(game),
        *_lexicon_faults(game.lexicon, lexicons),
        *_verb_faults(game.verbs, (*game.questions, *game.channels)),
        *_option_faults(game.options, lexicons),
        *_bot_faults(game.bots),
        *_topic_faults(game.topics),
        *_group_faults(game),
        *_apart_faults(game),
        *_part_faults(game),
    ]


def command_faults(command: PluginCommand, others: Collection[str]) -> Iterator[str]:
    """Yield what the host cannot accept about a plugin's *command*, each in a few words.

    *others* are the verbs of the commands that plugins have brought before.
    """
    verb: object = command.verb
    if not _is(_VERB, verb):
        yield f"the command {verb!r} must be lower-case letters"
        return
    if command.verb in TAKEN_VERBS:
        yield f"the command {verb} belongs to the host; it needs another word"
    elif command.verb in others:
        yield f"the command {verb} is brought by another plugin"
    if not (_is_line(command.usage) and command.usage.split()[0] == verb):
        yield f"usage of the command {verb} must be one line that begins with {verb}"
    if not _is_line(command.about):
        yield f"about of the command {verb} must be one line of plain ASCII"
    if command.where not in ("lobby", "table", "seat") or not callable(command.run):
        yield f"the command {verb} needs run, a function, and where: lobby, table or seat"


def _head_faults(game: AnyGame) -> Iterator[str]:
    if not _is(_ID, game.id):
        yield f"the id {game.id!r} must be 2 to 16 lower-case letters"
    for name, text in (("title", game.title), ("version", game.version)):
        if not _is_line(text):
            yield f"the {name} must be one line of plain ASCII, {LINE} characters at most"
    if not _is_seats(game.seats):
        yield f"the seats {game.seats!r} must be a range within 1 to {MOST_SEATS}"
    if not _is_text(game.rules_text):
        yield "the rules text must be plain ASCII without control characters"
    if not all(map(_is_line, game.older)) or game.version in game.older:
        yield "older must hold other versions, one line of plain ASCII each"
    if not all(_is_count(second) for second in game.calls):
        yield "the calls must be whole seconds above 0"
    if not _is_forgetting(game.forgets):
        yield "forgets must hold names of events, and for each a tuple of names"
    yield from _catalogue_faults(game.catalogue)


def _catalogue_faults(catalogue: object) -> Iterator[str]:
    if catalogue is None:
        return
    if not isinstance(catalogue, Catalogue):
        yield "the catalogue must be a Catalogue"
        return
    try:
        catalogue.read()
    except CatalogueError as error:
        yield f"its translations are not usable: {error}"


def _lexicon_faults(lexicon: object, known: Collection[str] | None) -> Iterator[str]:
    if lexicon is None:
        return
    if not _is(_WORD, lexicon):
        yield f"the lexicon {lexicon!r} must be letters a to z, digits and _"
    elif known is not None and lexicon not in known:
        yield f"it needs the word list {lexicon}; this host has {', '.join(sorted(known))}"


def _verb_faults(verbs: Sequence[object], others: Sequence[object]) -> Iterator[str]:
    names: list[str] = []
    for verb in (*verbs, *others):
        if not isinstance(verb, Verb) or not _is(_VERB, verb.name):
            yield f"the verb {getattr(verb, 'name', verb)!r} must be lower-case letters"
            continue
        names.append(verb.name)
        if verb.name in HOST_VERBS:
            yield f"the verb {verb.name} belongs to the host; the game needs another word"
        if not (_is_line(verb.usage) and _is_line(verb.about)):
            yield f"usage and about of the verb {verb.name} must be one line of plain ASCII each"
        if verb.help and not _is_text(verb.help):
            yield f"help of the verb {verb.name} must be plain ASCII"
    if not verbs:
        yield "it has no verbs: nobody could make a move"
    yield from _repeated("verbs", names)


def _topic_faults(topics: Sequence[object]) -> Iterator[str]:
    names: list[str] = []
    for topic in topics:
        if not isinstance(topic, Topic) or not _are(_TOPIC, topic.names):
            yield f"the topic {getattr(topic, 'names', topic)!r} needs names of lower-case letters"
            continue
        names.extend(topic.names)
        if not _is_text(topic.text):
            yield f"the text of the topic {topic.names[0]} must be plain ASCII"
    yield from _repeated("topics", names)


def _group_faults(game: AnyGame) -> Iterator[str]:
    known = {getattr(option, "name", None) for option in game.options}
    names: list[str] = []
    for heading, grouped in game.option_groups.items():
        if not _is_line(heading) or not _are(_OPTION, grouped):
            yield f"option_groups has {heading!r}: a heading has one line, and a tuple of options"
            continue
        names += grouped
    if unknown := [name for name in names if name not in known]:
        yield f"option_groups has {unknown[0]}, which is not an option of the game"
    yield from _repeated("options in option_groups", names)


def _apart_faults(game: AnyGame) -> Iterator[str]:
    known = {getattr(option, "name", None) for option in game.options}
    apart = cast("object", game.rated_apart)
    if not isinstance(apart, tuple) or not known.issuperset(cast("tuple[object, ...]", apart)):
        yield "rated_apart must be a tuple with names of the game's options"
    numbers = cast("object", game.rated_apart_for)
    if not isinstance(numbers, tuple) or not set[object](game.seats).issuperset(
        cast("tuple[object, ...]", numbers)
    ):
        yield "rated_apart_for must be a tuple with numbers of players that the game allows"


def _option_faults(options: Sequence[object], lexicons: Collection[str] | None) -> Iterator[str]:
    names: list[str] = []
    for option in options:
        name: object = getattr(option, "name", None)
        if not isinstance(option, Option):
            yield f"a {type(option).__name__} among the options is not an option"
            continue
        if not _is(_OPTION, name):
            yield f"the option {name!r} must be named in lower-case letters and _"
            continue
        names.append(option.name)
        if option.name in HOST_OPTIONS:
            yield f"the option {option.name} belongs to the host; the game needs another name"
        if not _is_line(option.about):
            yield f"about of the option {option.name} must be one line of plain ASCII"
        if wrong := _default_fault(option, lexicons):
            yield f"option {option.name}: {wrong}"
    yield from _repeated("options", names)
    for option in options:
        if isinstance(option, ChoiceOption) and (
            wrong := _brought_fault(option, options, lexicons)
        ):
            yield f"option {option.name}: {wrong}"


def _brought_fault(
    option: ChoiceOption, options: Sequence[object], lexicons: Collection[str] | None
) -> str | None:
    """Return what is wrong with the defaults that the choices of *option* bring."""
    if unknown := option.brings.keys() - set(option.choices):
        return f"brings has {min(unknown)!r}, which is not one of the choices"
    others = {each.name: each for each in options if isinstance(each, Option)}
    others[LEXICON] = ListOption(LEXICON, "", "", tuple(lexicons or ()))
    del others[option.name]
    for name, value in (each for brought in option.brings.values() for each in brought.items()):
        if name not in others:
            return f"brings has {name!r}, which is not another option of the game"
        if _default_fault(replace(cast("Any", others[name]), default=value), lexicons):
            return f"brings {name}={value!r}, which is not allowed there"
    return None


def _default_fault(option: Option, lexicons: Collection[str] | None) -> str | None:
    """Return what is wrong with the default of *option*, or with its allowed values."""
    match option:
        case ChoiceOption(default=default, choices=choices):
            # The host compares choices without regard to case.
            if len({choice.lower() for choice in choices}) < len(choices):
                return "each choice must be there once"
            good = default in choices and all(_is(_CHOICE, choice) for choice in choices)
            return None if good else f"the default {default!r} must be one of the choices, a word"
        case NumberOption(default=number, min=low, max=high):
            good = all(_is_whole(n) for n in (number, low, high)) and low <= number <= high
            return (
                None if good else f"the default {number!r} must be a number, {low!r} to {high!r}"
            )
        case SwitchOption(default=switch):
            return None if _is_switch(switch) else f"the default {switch!r} must be True or False"
        case TextOption(default=default, longest=longest):
            if not (_is_count(longest) and longest <= LONGEST):
                return f"longest must be a whole number from 1 to {LONGEST}"
            good = _is(_PRINTED, default) and fits(option, default)
            return None if good else f"the default {default!r} must be {allowed(option)}"
        case SeatOption(default=default, words=words):
            good = default in words and all(
                _is(_WORD, word) and not _is(_SEAT_WORD, word) for word in words
            )
            return None if good else f"the default {default!r} must be one of its words"
        case ListOption(default=default, words=words):
            if len(set(words)) < len(words) or not all(_is(_WORD, word) for word in words):
                return "each word must be there once, of a to z, 0 to 9 and _"
            known = words if lexicons is None else (*words, *lexicons)
            good = default in known or (lexicons is None and _is(_WORD, default))
            text = f"the default {default!r} must be one of its words or a list of this host"
            return None if good else text


def _bot_faults(bots: Sequence[object]) -> Iterator[str]:
    kinds: list[str] = []
    for bot in bots:
        if not isinstance(bot, Bot):
            yield f"a {type(bot).__name__} among the bots is not a Bot"
            continue
        kind, about = cast("tuple[object, object]", (bot.kind, bot.about))
        words = (kind, *cast("tuple[object, ...]", bot.also))
        if not (all(_is(_KIND, word) for word in words) and _is_line(about)):
            yield (
                f"the bot {kind!r} needs a kind of a to z, 0 to 9 and _, at most 16 of them,"
                " and one line about it"
            )
            continue
        kinds.extend(map(str, words))
    yield from _repeated("bots", kinds)


def _part_faults(game: AnyGame) -> Iterator[str]:
    parts: tuple[tuple[object, type], ...] = (
        (game.rules, Rules),
        (game.views, Views),
        (game.scoring, Scoring),
        (game.text_ui, TextUI),
    )
    for part, kind in parts:
        if not _is_a(kind, part):
            yield f"its {kind.__name__.lower()} must be an instance of parlour.{kind.__name__}"
    if game.questions and is_default(game.text_ui, TextUI[Any, Any, Any].answer):
        yield "its text_ui must answer its questions"
    if not _is_switch(getattr(game.scoring, "lower_wins", False)):
        yield "lower_wins of its scoring must be True or False"
    if _is_a(Scoring, game.scoring) and all(is_default(game.scoring, each) for each in _RESULTS):
        yield "its scoring must have scores(), or outcome() for a game without points"
    if _is_a(TextUI, game.text_ui) and all(is_default(game.text_ui, each) for each in _TELLS):
        yield "its text_ui must have sentence() or say(), for what happens"
    if not _is_wanting(game.wants):
        yield "wants must be a tuple of ratings and earlier"
    if game.channels and is_default(game.views, Views[Any, Any, Any, Any].channel):
        yield "its views must have channel() for its channels"
    if _has_list(game) and is_default(game.views, Views[Any, Any, Any, Any].may_look_up):
        yield "its views must have may_look_up(), because it has a word list"
    if is_default(game.text_ui, TextUI[Any, Any, Any].parse):
        verbs = [verb.name for verb in game.verbs if isinstance(cast("object", verb), Verb)]
        for name in verbs_without_move(game.move_type, verbs):
            yield f'its moves need a struct with tag="{name}", or its text_ui a parse()'
    if not _is_switch(game.takeback):
        yield "takeback must be True or False"
    if game.prepare is not None and not callable(game.prepare):
        yield "its prepare must be a function, or None"
    if game.move_type is None or isinstance(game.move_type, TypeVar):
        yield "it needs a move_type, or rules whose class says it: Rules[State, Move, Event]"
        return
    try:
        msgspec.json.Decoder(game.move_type)
    except (TypeError, NotImplementedError) as error:
        yield f"moves of its move_type cannot be read back from a record: {error}"


def _has_list(game: AnyGame) -> bool:
    """Check whether players may want to look words up that matter in *game*."""
    lists = any(isinstance(cast("object", option), ListOption) for option in game.options)
    return game.lexicon is not None or lists


def _repeated(what: str, names: Iterable[str]) -> Iterator[str]:
    for name, times in Counter(names).items():
        if times > 1:
            yield f"{times} {what} are called {name}"


def _is(pattern: re.Pattern[str], value: object) -> bool:
    return isinstance(value, str) and pattern.fullmatch(value) is not None


def _are(pattern: re.Pattern[str], values: object) -> bool:
    """Is it a tuple of such words, of which there is one at least?"""
    return (
        isinstance(values, tuple)
        and bool(cast("tuple[object, ...]", values))
        and all(_is(pattern, value) for value in cast("tuple[object, ...]", values))
    )


def _is_a(kind: type, value: object) -> bool:
    return isinstance(value, kind)


def _is_text(value: object) -> bool:
    if not isinstance(value, str) or not value.isascii():
        return False
    return value.replace("\n", "").isprintable() and not value.isspace() and value != ""


def _is_line(value: object) -> bool:
    return isinstance(value, str) and _is_text(value) and "\n" not in value and len(value) <= LINE


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value > 0


def _is_switch(value: object) -> bool:
    return isinstance(value, bool)


def _is_forgetting(value: object) -> bool:
    if not isinstance(value, Mapping):
        return False
    forgets = cast("Mapping[object, object]", value)
    return all(_is_name(name) and _are_names(gone) for name, gone in forgets.items())


def _are_names(value: object) -> bool:
    return isinstance(value, tuple) and all(map(_is_name, cast("tuple[object, ...]", value)))


def _is_name(value: object) -> bool:
    return isinstance(value, str) and value.isascii() and value.isidentifier()


def _is_wanting(value: object) -> bool:
    return isinstance(value, tuple) and {"ratings", "earlier"}.issuperset(
        cast("tuple[object, ...]", value)
    )


def _is_seats(value: object) -> bool:
    if not isinstance(value, range) or value.step != 1 or len(value) == 0:
        return False
    return value.start >= 1 and value.stop <= MOST_SEATS + 1
