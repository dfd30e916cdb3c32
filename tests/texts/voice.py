"""Find words that make a native reader stumble, in everything people read.

    python -m tests.texts.voice [PATH ...]   list them, in all files or below these paths

It reads the docs, the changelog, and every string, docstring and comment in Python files.
"""

from __future__ import annotations

import ast
import io
import re
import sys
import tokenize
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from tests.docs.pages import ROOT

BANNED: Final[Mapping[str, str]] = {
    r"whoever|whosoever": "say who: you, a player, anyone who",
    r"he|him|his|himself": "they, you, or a name",
    r"one's|oneself": "your, their",
    r"stands(?! for)|stood": "is, says, is listed",
    r"anew": "again, from the start",
    r"looks? on|looking on|onlookers?": "watch, a watcher",
    r"the line (?:drops|dropped|breaks|broke|is lost)": "you are disconnected",
    r"(?:on|off) the line": "connected, disconnected",
    r"lost (?:the|their) line": "was disconnected",
    r"does? as well": "works too",
    r"for all else": "for everything else",
    r"see to it|sees to it": "make sure",
    r"as was asked": "say what was asked",
    r"tells? of|telling of|told of": "describe, show, say",
    r"broken off": "called off",
    r"thereby|therein|thereof|whereupon|wherein|hereby": "say it in two sentences",
}
"""Patterns of whole words, and what to write instead."""

ALLOWED: Final[Mapping[tuple[str, str], str]] = {
    ("host/parlour/data", ""): "notices and licences of others, word for word",
    ("plugins/password/parlour_password/data", ""): "word lists and licences of others",
    ("docs/architecture.md", "joined, stood,"): "the name of an entry in the record",
    ("docs/record-format.md", "`stood`"): "the name of an entry in the record",
    ("host/parlour/engine/record.py", "stood"): "the name of an entry in the record",
    ("host/parlour/wire/names.py", "guests him her it"): "words that nobody may have as a name",
    (
        "plugins/password/parlour_password/giving.py",
        "ha he hi",
    ): "words that a clue may be made of",
    ("tools/associations/vocabulary.py", ""): "a list of common English words",
}
"""A path (or the folder it is in) and a text that may contain a banned word, with the reason.

An empty text means the whole file.
"""

READ: Final = (
    *("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "NOTICES.md", "dev", "Containerfile"),
)
READ_BELOW: Final = (*("docs", "changelog.d", "host", "clients", "plugins", "examples", "tools"),)
_BANNED: Final = [
    (re.compile(rf"\b(?:{words})\b".replace(" ", r"\s+(?:#\s*)?"), re.IGNORECASE), hint)
    for words, hint in BANNED.items()
]
"""A phrase may be wrapped at the end of a line, in a comment too."""
_MAYBE: Final = re.compile(
    rf"(?:\b|\\n)(?:{'|'.join(BANNED)})\b".replace(" ", r"\W+(?:n|\w?\W+)?"), re.IGNORECASE
)
"""Anything that could be one of them, in code too and where a string is made of several: hardly
any file has that, and parsing them all takes long."""


class Found(NamedTuple):
    """A banned word: where it is, the words around it, and what to write instead."""

    path: str
    line: int
    words: str
    hint: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.words} -> {self.hint}"


def read_files() -> Iterator[str]:
    """The paths of all files that are read, from the root of the checkout."""
    for name in READ:
        if (ROOT / name).exists():
            yield name
    for folder in READ_BELOW:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in {".md", ".py"} and "__pycache__" not in path.parts:
                yield path.relative_to(ROOT).as_posix()


def found_in(path: str, text: str | None = None) -> list[Found]:
    """The banned words in the file at *path*, or in *text* as if it were that file."""
    if text is None:
        text = (ROOT / path).read_text("utf-8")
    if _MAYBE.search(text) is None:
        return []
    pieces = _of_python(text) if path.endswith(".py") else [(1, text)]
    return [found for line, piece in pieces for found in _look(path, line, piece)]


def _look(path: str, line: int, piece: str) -> Iterator[Found]:
    excused = [said for (where, said) in ALLOWED if path == where or path.startswith(f"{where}/")]
    if "" in excused:
        return
    for words, hint in _BANNED:
        for match in words.finditer(piece):
            around = piece[max(0, match.start() - 25) : match.end() + 25]
            if not any(said in around for said in excused):
                before = piece[: match.start()].count("\n")
                yield Found(path, line + before, " ".join(around.split()), hint)


def _of_python(text: str) -> Iterator[tuple[int, str]]:
    """The strings, docstrings and comments of a program, each with its first line."""
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Constant(value=str(said)):
                yield node.lineno, said
            case _:
                pass
    first, last, lines = 0, 0, list[str]()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            if token.start[0] != last + 1:
                yield first, "\n".join(lines)
                first, lines = token.start[0], []
            last = token.start[0]
            lines.append(token.string)
    yield first, "\n".join(lines)


def main(*words: str) -> None:
    for path in read_files():
        if not words or path.startswith(words):
            for found in found_in(path):
                print(found)  # noqa: T201 - a tool for people


if __name__ == "__main__":
    main(*sys.argv[1:])
