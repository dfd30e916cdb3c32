"""docs/protocol.schema.json is up to date, and what is read in the sessions fits it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest

from parlour.house.commands.catalogue import BY_VERB
from parlour.wire.messages import Answered, Done, Hello, Message, No
from parlour.wire.request import BadRequest, id_of, parse_request
from tests.docs.pages import ROOT, blocks_of
from tests.docs.schema import FILE, as_sent, events, schema
from tests.docs.script import ELLIPSIS, Send, read

_LINE: Final = re.compile(
    r"(?:#(?P<id>\S+) (?P<kind>\+|ok|no)|\* \S+ (?P<event>\S+)) (?P<body>\{.*)"
)
_PAGES: Final = [*(ROOT / "docs").glob("*.md"), *(ROOT / "tests" / "sessions").glob("*.md")]


def test_the_schema_is_up_to_date() -> None:
    """`python -m tests.docs.update` writes it."""
    assert FILE.read_text("utf-8") == schema()


def test_every_reference_leads_somewhere() -> None:
    found = json.loads(schema())
    named = set(re.findall(r'"#/\$defs/(\w+)"', schema()))
    assert named <= found["$defs"].keys()


@pytest.mark.parametrize("page", _PAGES, ids=lambda page: f"{page.parent.name}/{page.name}")
def test_what_programs_read_is_as_the_schema_says(page: Path) -> None:
    """Each line is an object of one of the kinds that are declared for it, and of nothing more."""
    for block in blocks_of(page):
        if block.kind != "session":
            continue
        sent: dict[tuple[str, str], str] = {}
        for step in read(block).steps:
            if isinstance(step.action, Send):
                line = step.action.data.decode(errors="replace").rstrip()
                sent[step.action.actor, id_of(line) or "-"] = line
            for actor, lines in step.reads.items():
                for line in lines:
                    match = _LINE.match(line)
                    if match is not None and ELLIPSIS not in line and "{ann" not in line:
                        kinds = list(_kinds(sent, actor, match))
                        body = msgspec.json.decode(match["body"].encode())
                        assert any(_fits(body, kind) for kind in kinds), (line, kinds)


def _kinds(
    sent: dict[tuple[str, str], str], actor: str, match: re.Match[str]
) -> Iterator[type[Message]]:
    """What that line can be."""
    request = sent.get((actor, match["id"]))
    if match["event"] is not None:
        known = events()
        yield known[match["event"] if match["event"] in known else "GAME.THING"]
    elif match["kind"] == "no":
        yield No
    elif request is not None:
        yield from _answers(request, match["kind"])


def _answers(line: str, kind: str) -> Iterator[type[Message]]:
    if line.startswith("HELLO"):
        yield Hello
        return
    try:
        request = parse_request(line)
    except BadRequest:
        return
    assert request is not None, "a blank line of a program has no answer"
    two = f"{request.verb} {request.rest.partition(' ')[0]}"
    row = BY_VERB.get(two) or BY_VERB.get(request.verb)
    if row is None:
        yield from (Done, Answered)  # a move, or a question of a game
    elif kind == "ok":
        yield from row.answers
    elif row.item is not None:
        yield row.item


def _fits(body: dict[str, Any], kind: type[Message]) -> bool:
    body.pop("text", None)
    sent = as_sent(kind)
    if not body.keys() <= set(sent.__struct_fields__):
        return False
    try:
        msgspec.convert(body, sent)
    except msgspec.ValidationError:
        return False
    return True
