"""The fields of a value by their names, such as `hands.1`: listed, and put in by hand."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Iterator, Mapping, Sequence
from enum import Enum
from typing import Any, Final, NamedTuple, get_args, get_type_hints

import msgspec

from parlour_kit.hidden import fields_of, is_a

DEPTH_MOST: Final = 12
"""Fields within fields to list. What is deeper is one line."""
FIELDS_MOST: Final = 2_000
LINE_MOST: Final = 400
"""The most characters of a value."""
_PLAIN: Final = (str, int, float, bool, type(None))


class Field(NamedTuple):
    """A field, and its value as JSON."""

    name: str
    text: str
    hidden: bool = False
    """`repr` leaves it out: its author means it to be hidden from somebody."""


class EditFault(Exception):
    """A field cannot be set so. The text is one line."""


def fields(value: Any) -> list[Field]:
    """Return the fields of *value*, each list or tuple of plain values as one."""
    found: list[Field] = []
    for field in _fields(value, "", False, 0):
        found.append(field)
        if len(found) == FIELDS_MOST:
            break
    return found


def _fields(value: Any, name: str, hidden: bool, depth: int) -> Iterator[Field]:
    parts = None if depth == DEPTH_MOST else _parts(value)
    if parts is None or not parts:
        yield Field(name, _text(value), hidden)
        return
    for key, each, is_hidden in parts:
        inner = f"{name}.{key}" if name else key
        yield from _fields(each, inner, hidden or is_hidden, depth + 1)


def _parts(value: Any) -> list[tuple[str, Any, bool]] | None:
    """Return the parts of *value* with their names; None if it is shown as a whole."""
    kind: Any = value.__class__
    if isinstance(value, Enum) or is_a(value, (*_PLAIN, bytes)):
        return None
    if hasattr(kind, "__dataclass_fields__") and not isinstance(value, msgspec.Struct):
        return [(name, getattr(value, name), not told) for name, told in fields_of(kind)]
    if isinstance(value, msgspec.Struct):
        return [(name, getattr(value, name), False) for name in value.__struct_fields__]
    if is_a(value, Mapping):
        return [(_key(key), each, False) for key, each in value.items()]
    if is_a(value, Sequence) and not all(map(_is_plain, value)):
        return [(str(at), each, False) for at, each in enumerate(value)]
    return None


def _is_plain(value: Any) -> bool:
    return is_a(value, _PLAIN) or isinstance(value, Enum)


def _key(key: Any) -> str:
    return str(key.value if isinstance(key, Enum) else key)


def _text(value: Any) -> str:
    """Return *value* as JSON, or as Python prints it if that is impossible."""
    try:
        plain = sorted(value, key=repr) if is_a(value, (set, frozenset)) else value
        text = msgspec.json.encode(plain, enc_hook=str, order="deterministic").decode()
    except (TypeError, ValueError, RecursionError):
        text = repr(value)
    return text if len(text) <= LINE_MOST else f"{text[: LINE_MOST - 3]}..."


# --- put in by hand --------------------------------------------------------------------------


def value_of(text: str) -> Any:
    """Return the value that somebody types: JSON, or else the words themselves."""
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError):
        return text


def edited(value: Any, name: str, new: Any) -> Any:
    """Return *value* with *new*, a value of JSON, in its field *name*. Raises EditFault.

    The type of the field says what *new* has to be. Words stand for a list of them.
    """
    parts = [part for part in name.split(".") if part]
    if not parts:
        raise EditFault("Name a field, such as: set turn 2")
    try:
        return _put(value, None, parts, new, "")
    except EditFault:
        raise
    except Exception as error:  # what a class of the game's author does with a value
        text = " ".join(str(error).split())
        raise EditFault(f"{name} cannot be set: {type(error).__name__}: {text}") from error


def _put(value: Any, hint: Any, parts: Sequence[str], new: Any, path: str) -> Any:
    if not parts:
        return _converted(new, type(value) if hint is None else hint, value, path)
    first, rest = parts[0], parts[1:]
    here = f"{path}.{first}" if path else first
    kind: Any = value.__class__
    if hasattr(kind, "__dataclass_fields__") or isinstance(value, msgspec.Struct):
        names = (
            value.__struct_fields__
            if isinstance(value, msgspec.Struct)
            else [field.name for field in dataclasses.fields(kind)]
        )
        if first not in names:
            raise _no_field(here, names)
        inner = _put(getattr(value, first), _hints(kind).get(first), rest, new, here)
        if isinstance(value, msgspec.Struct):
            return msgspec.structs.replace(value, **{first: inner})
        return dataclasses.replace(value, **{first: inner})
    if is_a(value, Mapping):
        key = next((key for key in value if _key(key) == first), None)
        if key is None:
            raise _no_field(here, [_key(key) for key in value])
        args = get_args(hint)
        inner = _put(value[key], args[1] if len(args) == 2 else None, rest, new, here)
        changed = {**value, key: inner}
        return changed if type(value) is dict else kind(changed)
    if is_a(value, Sequence) and not is_a(value, (str, bytes)):
        if not first.isdecimal() or int(first) >= len(value):
            raise _no_field(here, [str(at) for at in range(len(value))])
        at = int(first)
        items = list(value)
        items[at] = _put(items[at], _item_hint(hint, at), rest, new, here)
        return kind(*items) if hasattr(kind, "_fields") else kind(items)
    raise EditFault(f"{path} is {_text(value)[:40]}, which has no fields.")


def _no_field(name: str, known: Collection[str]) -> EditFault:
    shown = ", ".join(list(known)[:12]) or "none"
    return EditFault(f"There is no field {name[:60]}. Fields there: {shown}")


def _hints(kind: Any) -> Mapping[str, Any]:
    try:
        return get_type_hints(kind)
    except Exception:  # noqa: BLE001 - a name that only type checkers know
        return {}


def _item_hint(hint: Any, at: int) -> Any:
    args = get_args(hint)
    if len(args) == 2 and args[1] is Ellipsis:
        return args[0]
    if len(args) == 1:
        return args[0]
    return args[at] if at < len(args) else None


def _converted(new: Any, hint: Any, before: Any, name: str) -> Any:
    if isinstance(new, str) and is_a(before, (list, tuple, set, frozenset)):
        new = [value_of(word) for word in new.split()]
    try:
        return msgspec.convert(new, hint, strict=False, str_keys=True)
    except msgspec.ValidationError as error:
        if isinstance(new, str):
            raise EditFault(f"{name} is {_text(before)[:40]}: {error}") from error
        try:  # a name that looks like a number
            return msgspec.convert(_text(new), hint)
        except msgspec.ValidationError:
            raise EditFault(f"{name} is {_text(before)[:40]}: {error}") from error
    except TypeError:  # a type that JSON does not know: then what was there says what it is
        if hint is type(before):
            raise
        return _converted(new, type(before), before, name)
