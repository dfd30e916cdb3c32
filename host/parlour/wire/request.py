"""The grammar of a request: `[#id] [@prompt] verb [arguments]`.

Whether the verb exists, and what its arguments mean, is decided above. Lines come
from `Decoder`, so the only whitespace in them is the space.
"""

from __future__ import annotations

import re
from typing import Final

import msgspec

from parlour.language import _
from parlour.wire.codes import Code

ID_MAX: Final = 16
"""Characters of an id: enough for a counter or a short random word."""
_ID: Final = re.compile(rf"[A-Za-z0-9_-]{{1,{ID_MAX}}}")
_BEGINS: Final = re.compile(rf"#([A-Za-z0-9_-]{{1,{ID_MAX}}}) ")
_NUMBER: Final = re.compile(r"[0-9]{1,9}")
"""A number of up to nine digits. No table lasts for more, and clients need no big integers."""

BOT: Final = "bot="
"""What a program says it is, among the capabilities of its HELLO: `bot=search`."""
BOT_NAME: Final = "[A-Za-z][A-Za-z0-9._-]{0,19}"
"""The form of what follows: plain, and no longer than a name."""

_ASCII_LOWER: Final = str.maketrans("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz")


class Request(msgspec.Struct, frozen=True, gc=False):
    """One request, taken apart.

    `verb` is the first word, with A to Z in lower case. `rest` is what follows it, without
    the spaces in front but with its other spaces as typed. `text` is both as typed: the whole
    request without id, prompt and slash, for games that ask for bare words.
    """

    id: str | None
    prompt: int | None
    slash: bool
    verb: str
    rest: str
    text: str = ""

    def __repr__(self) -> str:
        """Leave out what follows the verb, which may be a password or a hidden move."""
        return f"Request(id={self.id!r}, prompt={self.prompt!r}, verb={self.verb!r})"


class Hello(msgspec.Struct, frozen=True):
    """A program's first line. `version` is None if it is not a number."""

    version: int | None
    capabilities: tuple[str, ...]


class BadRequest(Exception):
    """A line that does not fit the grammar. `id` is its id, if we could read it."""

    def __init__(self, code: Code, text: str, id: str | None = None) -> None:  # noqa: A002
        super().__init__(text)
        self.code = code
        self.text = text
        self.id = id


def parse_request(line: str) -> Request | None:
    """Read the request in *line*, or return None for an empty line. Raises BadRequest."""
    text = line.lstrip(" ")
    if not text:
        return None
    own_id = prompt = None
    slash = False
    if text[0] in "#@/":
        if text[0] == "#":
            own_id, text = _id(text)
        if text[:1] == "@":
            prompt, text = _prompt(text, own_id)
        slash = text[:1] == "/"
        if slash:
            text = text[1:]
    word, _, rest = text.partition(" ")
    if not word:
        raise BadRequest(Code.USAGE, _NO_VERB, own_id)
    verb = word.lower() if word.isascii() else word.translate(_ASCII_LOWER)
    return Request(own_id, prompt, slash, verb, rest.lstrip(" "), text)


def parse_hello(line: str) -> Hello | None:
    """Read the HELLO in *line*, the first of a connection, or return None if it is not one.

    Only capitals count, because a person may well begin with `hello`.
    """
    word, *rest = line.split(" ")
    if word != "HELLO":
        return None
    words = [part for part in rest if part]
    if not words or not _NUMBER.fullmatch(words[0]):
        return Hello(None, tuple(words[1:]))
    return Hello(int(words[0]), tuple(words[1:]))


_NO_VERB: Final = _("The verb is missing. Type a word such as help, or /help.")
_BAD_ID: Final = _(
    "After # give an id (1 to {id_max} of A-Z a-z 0-9 _ -), a space and a verb.", id_max=ID_MAX
)
_BAD_PROMPT: Final = _("After @ give the number of a prompt, as in @12, then a space and a verb.")


def _id(text: str) -> tuple[str, str]:
    word, _, rest = text[1:].partition(" ")
    if not _ID.fullmatch(word):
        raise BadRequest(Code.USAGE, _BAD_ID)
    return word, rest.lstrip(" ")


def _prompt(text: str, own_id: str | None) -> tuple[int, str]:
    word, _, rest = text[1:].partition(" ")
    if not _NUMBER.fullmatch(word):
        raise BadRequest(Code.USAGE, _BAD_PROMPT, own_id)
    return int(word), rest.lstrip(" ")


def id_of(line: str) -> str:
    """Return the id of a request that we read no further, or empty if it has none."""
    found = _BEGINS.match(line)
    return found[1] if found else ""
