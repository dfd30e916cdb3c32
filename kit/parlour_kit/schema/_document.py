"""The whole schema: requests, answers, events and codes of the host, and what its games add."""

from __future__ import annotations

import types
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, TypeVar, get_args, get_origin

from parlour.api import AnyGame, Heard, OpenViews, Rules, Verb, Views
from parlour.catalogue import COMMANDS, FEATURES
from parlour.commands.call import Command
from parlour.core.sessions import CAPABILITIES
from parlour.wire import messages
from parlour.wire.codes import ABOUT, GOODBYES, CodeInfo
from parlour.wire.messages import (
    Answer,
    Done,
    Event,
    Farewell,
    FeatureNotice,
    GameAnswer,
    GameEvent,
    HelloAnswer,
    KeptEvent,
    Message,
    No,
    Notice,
)
from parlour.wire.request import BOT, BOT_NAME
from parlour_kit.schema._types import Object, of_messages, of_types
from parlour_kit.schema._usage import pattern

GAME_EVENT: Final = "GAME.THING"
"""Stands for the names of all events of games."""
_WHAT: Final = (
    "`requests` are what a program sends, in the order of the page: `line` is the request without"
    " id, prompt number and slash. Of its answer, `item` is the object of each `+` line, one of"
    " `answers` that of the `ok` line, and `refusal` that of a `no` line. `events` are the objects"
    " of `*` lines by name, `goodbye` that of a `!` line. `games` adds what each game has of its"
    " own: `data` of its events, `view` as in the answer to `look`, and its moves. All schemas are"
    " in `$defs`."
)
_ID: Final = "#[A-Za-z0-9_-]{1,16}"
_LINES: Final[Mapping[str, str]] = {
    "request": rf"^(?:{_ID} +)?(?:@[0-9]{{1,9}} +)?/?\S.*$",
    "item": rf"^{_ID} \+ \{{.*\}}$",
    "ok": rf"^{_ID} ok \{{.*\}}$",
    "no": rf"^{_ID} no \{{.*\}}$",
    "event": r"^\* (?:[1-9][0-9]*|-) [a-z][a-z0-9_]*(?:\.[a-z0-9_]+)? \{.*\}$",
    "goodbye": r"^! [a-z_]+ \{.*\}$",
}
"""What each kind of line looks like."""


def schema_of(games: Mapping[str, AnyGame]) -> Object:
    """The schema of a host that has *games*, as JSON Schema (draft 2020-12)."""
    own = {game.id: _game(game) for game in games.values()}
    definitions = of_messages([*_messages(), No, Farewell])
    _add_notices(definitions[Notice.__name__]["properties"]["kind"])
    for _, parts in own.values():
        definitions |= parts
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The line protocol of Parlour, version 1",
        "description": _WHAT,
        "lines": dict(_LINES),
        "hello": {
            "usage": f"HELLO 1 {' '.join(f'[{each}]' for each in (*CAPABILITIES, f'{BOT}NAME'))}",
            "line": f"^HELLO 1(?: (?:{'|'.join((*CAPABILITIES, BOT + BOT_NAME))}))*$",
            "answers": [_ref(HelloAnswer)],
        },
        "requests": {row.verb: _request(row) for row in COMMANDS},
        "move": {"answers": [_ref(Done)]},
        "question": {"answers": [_ref(GameAnswer)]},
        "refusal": _ref(No),
        "refusal_codes": {str(code): _code(info) for code, info in ABOUT.items()},
        "events": {name: _ref(message) for name, message in _events().items()},
        "goodbye": _ref(Farewell),
        "goodbye_codes": {str(code): _code(info) for code, info in GOODBYES.items()},
        "games": {name: game for name, (game, _) in own.items()},
        "$defs": dict(sorted(definitions.items())),
    }


# --- the host -----------------------------------------------------------------------


def _request(row: Command) -> Object:
    found: Object = {
        "usage": row.usage,
        "about": row.about,
        "where": row.where,
        "line": pattern(row.verb, row.usage),
    }
    if row.item is not None:
        found["item"] = _ref(row.item)
    return found | {"answers": [_ref(answer) for answer in row.answers]}


def _code(info: CodeInfo) -> Object:
    return {"fault": str(info.fault), "retry": info.retry, "about": info.about}


def _messages() -> Iterator[type[Message]]:
    """Every message that has a line of its own: those of all features, and their own."""
    for value in vars(messages).values():
        message = isinstance(value, type) and issubclass(value, Answer | Event)
        if message and value not in (Answer, Event, FeatureNotice, KeptEvent, No):
            yield value
    for feature in FEATURES:
        yield from (own for own in feature.messages() if not hasattr(messages, own.__name__))


def _add_notices(kind: Object) -> None:
    notices = [notice for feature in FEATURES for notice in feature.notices.items()]
    kind["enum"] = sorted([*kind["enum"], *(name for name, _ in notices)])
    about = (f"`{name}`: {means}." for name, means in notices)
    kind["description"] = " ".join([kind["description"], *about])


def _events() -> Mapping[str, type[Event]]:
    """Return the events by name. One entry covers all events of games."""
    found = [message for message in _messages() if issubclass(message, Event)]
    return {
        GAME_EVENT if issubclass(message, GameEvent) else message.event: message
        for message in found
    }


def _ref(message: type[Message]) -> Object:
    return {"$ref": f"#/$defs/{message.__name__}"}


# --- games --------------------------------------------------------------------------


def _game(game: AnyGame) -> tuple[Object, dict[str, Object]]:
    """What *game* adds, and the schemas of its types."""
    view, heard = declared(game)
    (seen, moves, *told), parts = _described(game, [view, game.move_type, *heard])
    _explain_options(game, parts.values())
    names = [f"{game.id}.{each.name}" for each in heard]
    return {
        "title": game.title,
        "version": game.version,
        "seats": [game.seats.start, game.seats.stop - 1],
        "verbs": _verbs(game.verbs),
        "questions": _verbs(game.questions),
        "events": dict(zip(names, told, strict=True)),
        "view": seen,
        "moves": moves,
    }, parts


def _described(game: AnyGame, kinds: list[Any]) -> tuple[list[Object], dict[str, Object]]:
    """The schemas of *kinds*. What msgspec cannot describe may be anything."""
    try:
        return of_types(kinds, f"{game.id}.")
    except (TypeError, NotImplementedError) as error:
        anything: Object = {"description": f"Not described: {error}"}
        return [dict(anything) for _ in kinds], {}


def _explain_options(game: AnyGame, parts: Iterable[Object]) -> None:
    """Let the options of *game* explain a class in which nothing else is left to explain."""
    about = {option.name: option.about for option in game.options}
    for part in parts:
        fields: dict[str, Object] = part.get("properties", {})
        bare = [name for name, row in fields.items() if "description" not in row]
        if about.keys() >= set(bare):
            for name in bare:
                fields[name]["description"] = about[name]


def declared(game: AnyGame) -> tuple[Any, list[type[Heard]]]:
    """The types of views and heard events, as the class says: `Views[State, Event, View, Heard]`.

    Open views show the state and tell the events, so the class of the rules says what they are:
    `Rules[State, Move, Event]`. If no class says it, the view may be anything, and there are no
    events.
    """
    views = type(game.views)
    _, _, view, heard = arguments(views, Views) or (None, None, Any, None)
    if issubclass(views, OpenViews) and isinstance(view, TypeVar):
        view, _, heard = arguments(type(game.rules), Rules) or (Any, None, None)
    return (Any if isinstance(view, TypeVar) else view), _members(heard)


def arguments(kind: type, generic: type) -> tuple[Any, ...]:
    """The arguments of the class *generic* in *kind*, through all classes between them.

    Empty if none of them says any. What is left open stays a type variable.
    """
    bases = vars(kind).get("__orig_bases__", kind.__bases__)
    for base in bases:
        if get_origin(base) is generic:
            return get_args(base)
    for base in bases:
        above = get_origin(base) or base
        if issubclass(above, generic) and (found := arguments(above, generic)):
            given = dict(zip(getattr(above, "__parameters__", ()), get_args(base), strict=False))
            return tuple(given.get(each, each) for each in found)
    return ()


def _members(kind: Any) -> list[type[Heard]]:
    """The classes in a union, or the one class."""
    if isinstance(kind, types.UnionType) or get_args(kind):
        return [cls for each in get_args(kind) for cls in _members(each)]
    return [kind] if isinstance(kind, type) else []


def _verbs(verbs: tuple[Verb, ...]) -> Object:
    return {verb.name: {"usage": verb.usage, "about": verb.about} for verb in verbs}
