"""Is everything that the host can say and hear on the page of the protocol?

Each function takes the text of the page and gives a complaint for everything that is
missing there; an empty list is good.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

from parlour.house.commands.catalogue import COMMANDS
from parlour.house.limits import Limits
from parlour.house.sessions import CAPABILITIES
from parlour.wire import messages
from parlour.wire.codes import ABOUT, GOODBYES, CodeInfo
from parlour.wire.messages import Answer, Event, GameEvent, KeptEvent, Message
from parlour.wire.request import BadRequest, parse_request
from tests.docs.pages import ROOT, Block, blocks_in
from tests.docs.script import Script, Send, read

PAGE = ROOT / "docs" / "protocol.md"
GAME_EVENT = "GAME.THING"
"""Stands on the page for the names of all events of games."""


def complaints(text: str) -> list[str]:
    """Everything that is missing in *text*."""
    return [*verbs(text), *events(text), *codes(text), *answers(text), *limits(text)]


def verbs(text: str) -> Iterator[str]:
    """Every verb needs a heading with its usage, its `where`, and a session that sends it."""
    sent = set(_sent(text))
    for command in COMMANDS:
        section = _section(text, command.usage)
        if section is None:
            yield f"the verb {command.verb} has no heading: #### `{command.usage}`"
        elif not section.startswith(f"Where: `{command.where}`."):
            yield f"the verb {command.verb} does not say: Where: `{command.where}`."
        if command.verb not in sent:
            yield f"the verb {command.verb} is sent in no session"


def events(text: str) -> Iterator[str]:
    """Every event needs a heading, each of its fields below it, and a session that reads it."""
    heard = set(_heard(text))
    for event in _classes(Event):
        if event is KeptEvent:
            continue  # one of the others, read again
        is_of_a_game = issubclass(event, GameEvent)
        name = GAME_EVENT if is_of_a_game else event.event
        section = _section(text, name)
        if section is None:
            yield f"the event {name} has no heading: ### `{name}`"
        else:
            for field in _fields(event):
                if field != "table" and f"`{field}`" not in section:
                    yield f"the event {name} does not explain its field `{field}`"
                for word in _words(event, field):
                    if f"`{word}`" not in text:
                        yield f"the event {name} does not explain `{word}`"
        if not any("." in word if is_of_a_game else word == name for word in heard):
            yield f"the event {name} is read in no session"


def codes(text: str) -> Iterator[str]:
    """Every code needs a row in its table that says whose fault it is; no other has one."""
    yield from _rows(text, "9 Refusals", {str(code): info for code, info in ABOUT.items()})
    yield from _rows(text, "10 Goodbyes", {str(code): info for code, info in GOODBYES.items()})


def answers(text: str) -> Iterator[str]:
    """Every field of every answer must be named somewhere, and every capability."""
    for answer in _classes(Answer):
        for field in _fields(answer):
            if f"`{field}`" not in text:
                yield f"the field `{field}` of {answer.__name__} is named nowhere"
    chapter = _chapter(text, "3 Becoming a program")
    for capability in CAPABILITIES:
        if f"\n| `{capability}` |" not in chapter:
            yield f"the capability {capability} has no row"


def limits(text: str) -> Iterator[str]:
    """Every limit in the table of limits must have its true default."""
    usual = Limits()
    section = _chapter(text, "11 Limits")
    rows = re.findall(r"^\| `(\w+)` \| (\d+) \|", section, re.MULTILINE)
    if not rows:
        yield "there is no table of limits"
    for name, value in rows:
        if str(getattr(usual, name, None)) != value:
            yield f"the limit {name} is not {value}"


# --- reading the page ---------------------------------------------------------------


def _scripts(text: str) -> Iterator[Script]:
    blocks: Iterator[Block] = blocks_in(text.splitlines(), Path("page"))
    return (read(block) for block in blocks if block.kind == "session")


def _sent(text: str) -> Iterator[str]:
    """The verbs that are sent, and both words where there are two: some verbs have so many."""
    for script in _scripts(text):
        for step in script.steps:
            if isinstance(step.action, Send):
                try:
                    request = parse_request(step.action.data.decode(errors="replace").rstrip())
                except BadRequest:
                    continue
                if request is not None:
                    yield request.verb
                    yield f"{request.verb} {request.rest.partition(' ')[0]}"


def _heard(text: str) -> Iterator[str]:
    for script in _scripts(text):
        for step in script.steps:
            for lines in step.reads.values():
                for line in lines:
                    match = re.match(r"\* (?:\d+|-) (\S+) \{", line)
                    if match is not None:
                        yield match[1]


def _section(text: str, title: str) -> str | None:
    """What stands below the heading *title* up to the next heading; None: no such heading."""
    match = re.search(rf"^###+ `{re.escape(title)}`\n+(.*?)(?=^#|\Z)", text, re.M | re.S)
    return match[1] if match else None


def _chapter(text: str, title: str) -> str:
    match = re.search(rf"^## {re.escape(title)}\n(.*?)(?=^## |\Z)", text, re.M | re.S)
    return match[1] if match else ""


def _rows(text: str, title: str, known: Mapping[str, CodeInfo]) -> Iterator[str]:
    found = dict(re.findall(r"^\| `(\w+)` \| (\w+) \|", _chapter(text, title), re.MULTILINE))
    for code, info in known.items():
        if code not in found:
            yield f"the code {code} has no row in {title}"
        elif found[code] != info.fault:
            yield f"the code {code} is the fault of: {info.fault}"
    for code in found.keys() - known.keys():
        yield f"there is no code {code}"


def _classes(kind: type[Any]) -> list[type[Any]]:
    """Every class of the table of messages that is a *kind*."""
    return [
        value
        for value in vars(messages).values()
        if isinstance(value, type) and issubclass(value, kind) and value is not kind
    ]


def _words(message: type[Message], field: str) -> tuple[Any, ...]:
    """The words that a field can hold, if they are a closed list."""
    kind = get_type_hints(message)[field]
    return get_args(kind) if get_origin(kind) is Literal else ()


def _fields(message: type[Message]) -> list[str]:
    return [name for name in message.__struct_fields__ if name not in message.unsent]
