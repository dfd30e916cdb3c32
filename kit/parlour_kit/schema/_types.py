"""Types as JSON schemas in which every class and field is explained."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from enum import Enum
from types import MappingProxyType
from typing import Any, Final, TypeAlias, cast, get_args, get_type_hints

import msgspec

from parlour.scene import Scene
from parlour.wire.codes import ABOUT, Code
from parlour.wire.messages import Message, MoveInfo
from parlour_kit.schema._source import explained

Object: TypeAlias = dict[str, Any]

TEXT: Final[Mapping[str, Any]] = {
    "type": "array",
    "items": {"type": "string"},
    "description": "The lines that a person reads instead; only with the capability `text`.",
}
_ENCODED: Final[Mapping[str, Object]] = {
    "PromptEvent": {"moves": tuple[MoveInfo, ...], "says": str | None},
    "SceneEvent": {"scene": Scene},
    "Looked": {"scene": Scene | None},
}
"""Fields that the host keeps as JSON, and what they hold."""
_NOTHING: Final[Mapping[str, type]] = MappingProxyType({})
_UNUSUAL: Final = re.compile(r"[^a-zA-Z0-9.\-_]")


def of_messages(messages: Sequence[type[Message]]) -> dict[str, Object]:
    """The schemas of what programs read, by name, those of the parts of messages among them.

    A field that only serves the `text` is left out, and `text` is there.
    """
    sent = [as_sent(message) for message in messages]
    _, found = of_types(sent, known={message.__name__: message for message in messages})
    for struct in sent:
        found[struct.__name__]["properties"]["text"] = dict(TEXT)
    return found


def of_types(
    types: Sequence[Any], prefix: str = "", known: Mapping[str, type] = _NOTHING
) -> tuple[list[Object], dict[str, Object]]:
    """A schema for each of *types*, and those of the classes in them, by name behind *prefix*.

    *known* are the classes that explain those of other names. Raises TypeError for a type that
    cannot be described.
    """
    tops, found = msgspec.json.schema_components(types, ref_template=f"#/$defs/{prefix}{{name}}")
    classes = {**_classes(types), **known}
    for name, row in found.items():
        _explain(row, classes[name])
    return list(tops), {f"{prefix}{name}": row for name, row in found.items()}


def as_sent(message: type[Message]) -> type[msgspec.Struct]:
    """The object of *message* as programs read it, less its text."""
    kinds: Object = {
        name: Any if msgspec.Raw in (kind, *get_args(kind)) else kind
        for name, kind in get_type_hints(message, include_extras=True).items()
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
    return msgspec.defstruct(message.__name__, fields, kw_only=True)


def _classes(types: Sequence[Any]) -> dict[str, type]:
    """Return the classes in *types*, by the names that msgspec gives their schemas."""
    found: dict[type, str] = {}

    def walk(node: Any) -> None:
        if isinstance(node, list | tuple):
            for each in cast("Sequence[Any]", node):
                walk(each)
        elif isinstance(node, msgspec.inspect.Type | msgspec.inspect.Field):
            cls = getattr(node, "cls", None)
            if cls in found:
                return
            if isinstance(cls, type):
                found[cls] = cls.__name__
            for name in node.__struct_fields__:
                walk(getattr(node, name))

    walk(msgspec.inspect.multi_type_info(types))
    names = list(found.values())
    return {
        name
        if names.count(name) == 1
        else _UNUSUAL.sub("_", f"{cls.__module__}.{cls.__qualname__}"): cls
        for cls, name in found.items()
    }


def _explain(row: Object, cls: type) -> None:
    """Put what the source says of *cls* and its fields into its schema.

    Of a docstring that is its first paragraph; the others are for who reads the code.
    """
    said = explained(cls)
    row.pop("description", None)
    if said.about:
        row["description"] = said.about.partition("\n\n")[0]
    if issubclass(cls, Enum):
        row["oneOf"] = [
            _word(
                each.value,
                ABOUT[each].about if isinstance(each, Code) else said.fields.get(each.name, ""),
            )
            for each in cls
        ]
        row.pop("enum", None)
        return
    for name, field in row.get("properties", {}).items():
        if name in said.fields:
            field["description"] = said.fields[name]


def _word(value: Any, about: str) -> Object:
    return {"const": value, "description": about} if about else {"const": value}
