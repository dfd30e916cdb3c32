"""Do the pages of the protocol describe everything that the host can say and hear?

Chapters are in docs/protocol.md and docs/protocol/, and sessions are there or in docs/netcat/.

The reference is made from what the host declares. These are the parts that people write. Each
function takes the text of pages and gives a complaint for everything that is missing; an empty
list is good.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from parlour.catalogue import COMMANDS
from parlour.core.limits import Limits
from parlour.core.sessions import CAPABILITIES
from parlour.wire.request import BadRequest, parse_request
from tests.docs.pages import ROOT, Block, blocks_in
from tests.docs.reference import document
from tests.docs.script import Script, Send, read

DOCS: Final = ROOT / "docs"


def text_of(name: str) -> str:
    """The page docs/NAME.md and those below it, in docs/NAME/, as one text."""
    pages = (DOCS / f"{name}.md", *sorted((DOCS / name).glob("*.md")))
    return "\n".join(page.read_text("utf-8") for page in pages)


def complaints(page: str, sessions: str) -> list[str]:
    """Everything that is missing in the text *page* or, of sessions, in both."""
    both = f"{page}\n{sessions}"
    return [*verbs(page), *capabilities(page), *limits(page), *sent(both), *heard(both)]


def verbs(text: str) -> Iterator[str]:
    """Chapter 5 must say what each verb does."""
    chapter = _chapter(text, "5 What each request does")
    for command in COMMANDS:
        said = rf"(?:\*\*|\| |### )`{command.verb}(?: .*)?`"
        if not re.search(said, chapter.replace("\\", "")):
            yield f"chapter 5: describe the verb {command.verb}"


def capabilities(text: str) -> Iterator[str]:
    """Every capability needs a row in chapter 4."""
    chapter = _chapter(text, "4 Program lines")
    for capability in CAPABILITIES:
        if f"\n| `{capability}` |" not in chapter:
            yield f"chapter 4: add a row for the capability {capability}"


def limits(text: str) -> Iterator[str]:
    """Every limit in the table of limits must have its true default."""
    usual = Limits()
    section = _chapter(text, "9 Limits")
    rows = re.findall(r"^\| `(\w+)` \| (\d+) \|", section, re.MULTILINE)
    if not rows:
        yield "chapter 9: there is no table of limits"
    for name, value in rows:
        if str(getattr(usual, name, None)) != value:
            yield f"chapter 9: the limit {name} is not {value}"


def sent(text: str) -> Iterator[str]:
    """A session must send each verb."""
    words = set(_sent(text))
    for command in COMMANDS:
        if command.verb not in words:
            yield f"send the verb {command.verb} in a session"


def heard(text: str) -> Iterator[str]:
    """In a session somebody must read each event, and one of a game."""
    names = set(_heard(text))
    for name in document()["events"]:
        is_there = any("." in word for word in names) if "." in name else name in names
        if not is_there:
            yield f"let a program read the event {name} in a session"


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


def _chapter(text: str, title: str) -> str:
    match = re.search(rf"^(##?) {re.escape(title)}\n(.*?)(?=^\1 |\Z)", text, re.M | re.S)
    return match[2] if match else ""
