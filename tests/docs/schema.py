"""docs/protocol.schema.json: what programs send and read, out of the tables of the host.

`python -m tests.docs.update` writes it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from inspect import cleandoc
from typing import Any, Final, TypeAlias, get_args, get_type_hints

import msgspec

from parlour.house.commands.catalogue import COMMANDS
from parlour.scene import Scene
from parlour.wire import messages
from parlour.wire.codes import Code, Goodbye
from parlour.wire.messages import (
    Answer,
    Answered,
    Done,
    Event,
    Farewell,
    GameEvent,
    Hello,
    KeptEvent,
    Message,
    MoveInfo,
    No,
)
from tests.docs.pages import ROOT

FILE: Final = ROOT / "docs" / "protocol.schema.json"
Object: TypeAlias = dict[str, Any]
_TEXT: Final = {
    "type": "array",
    "items": {"type": "string"},
    "description": "What a person reads, line by line; only for who asked for `text`.",
}
_ENCODED: Final[Mapping[str, Object]] = {
    "PromptEvent": {"moves": tuple[MoveInfo, ...]},
    "SceneEvent": {"scene": Scene},
    "Looked": {"scene": Scene | None},
}
"""Fields that the host keeps as JSON, and what they are."""


def mend() -> bool:
    """Write the file. True if it was changed."""
    before = FILE.read_text("utf-8") if FILE.exists() else ""
    FILE.write_text(schema(), "utf-8")
    return schema() != before


def schema() -> str:
    """Requests by verb, events by name, and all objects that stand in lines."""
    sent: list[type[Message]] = [*_messages(), No, Farewell]
    return (
        json.dumps(
            {
                "$schema": "https://json-schema.org/draft/2020-12/schema",
                "title": "The line protocol of Parlour, version 1",
                "description": "Of an answer: `item` stands in each `+` line, one of `answers` in"
                " `ok`, `refusal` in `no`. The page protocol.md says what all of it means.",
                "requests": {row.verb: _request(row) for row in COMMANDS},
                "hello": _ref(Hello),
                "move": _ref(Done),
                "question": _ref(Answered),
                "events": {name: _ref(message) for name, message in events().items()},
                "refusal": _ref(No),
                "refusal_codes": list(Code),
                "goodbye": _ref(Farewell),
                "goodbye_codes": list(Goodbye),
                "$defs": _objects(sent),
            },
            indent=1,
            ensure_ascii=False,
        )
        + "\n"
    )


def _request(row: Any) -> Object:
    found: Object = {"usage": row.usage, "about": row.about, "where": row.where}
    if row.item is not None:
        found["item"] = _ref(row.item)
    return found | {"answers": [_ref(answer) for answer in row.answers]}


def events() -> Mapping[str, type[Event]]:
    """The events by name; those of games stand for all of theirs."""
    found = [message for message in _messages() if issubclass(message, Event)]
    return {
        "GAME.THING" if issubclass(message, GameEvent) else message.event: message
        for message in found
    }


def _messages() -> Iterator[type[Message]]:
    """Every message that has a line of its own."""
    for value in vars(messages).values():
        message = isinstance(value, type) and issubclass(value, Answer | Event)
        if message and value not in (Answer, Event, KeptEvent, No):
            yield value


def _ref(message: type[Message]) -> Object:
    return {"$ref": f"#/$defs/{message.__name__}"}


def _objects(sent: Iterable[type[Message]]) -> Object:
    """The schemas of what programs read: without the fields that only serve the text."""
    structs = [as_sent(message) for message in sent]
    _, found = msgspec.json.schema_components(structs, ref_template="#/$defs/{name}")
    for struct in structs:
        found[struct.__name__]["properties"]["text"] = _TEXT
    return dict(sorted(found.items()))


def as_sent(message: type[Message]) -> type[msgspec.Struct]:
    """The object of *message* as programs read it, less its text."""
    kinds: Object = {
        name: Any if msgspec.Raw in (kind, *get_args(kind)) else kind
        for name, kind in get_type_hints(message).items()
    }
    kinds |= _ENCODED.get(message.__name__, {})
    fields: list[Any] = []
    for field in msgspec.structs.fields(message):
        if field.name not in message.unsent:
            usual = field.default
            if field.default_factory is not msgspec.NODEFAULT:
                usual = msgspec.field(default_factory=field.default_factory)
            named = (field.name, kinds[field.name])
            fields.append(named if field.required else (*named, usual))
    about = {"__doc__": cleandoc(message.__doc__ or "")}
    return msgspec.defstruct(message.__name__, fields, namespace=about, kw_only=True)
