"""From a line that was typed to a request; and where in it a refusal points."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from types import MappingProxyType
from typing import Final

from parlour.wire.lines import LINE_MAX, BadLine, Decoder
from parlour_client.errors import Refused
from parlour_client.model import Model, verb_of

ID_BYTES: Final = 32
"""Room for what stands before a request: its id, and the number of a prompt."""
SECRET: Final = MappingProxyType({"register": 1, "name": 2, "resume": 1})
"""Verbs of the host behind which something secret is typed, and after how many words."""
CLOSE: Final = 0.6
"""How much alike two words are of which one was meant to be the other: as a host judges it."""
_EXAMPLE: Final = re.compile(
    r"(?:\blike this|\bsuch as|\bas in|:)\s(?:(?![.;]\s).)*$|\b[0-9]+ to [0-9]+\b", re.IGNORECASE
)
"""What of a refusal tells how it would be right, and not what was wrong."""


@dataclass(frozen=True, slots=True)
class Request:
    """What is sent."""

    text: str
    prompt: int | None = None
    """It is a move that answers this prompt, and `text` has no slash."""
    word: bool = False
    """It is a bare word: several may be on their way at once."""

    @property
    def verb(self) -> str:
        """Its verb."""
        return verb_of(self.text)


def request(model: Model, line: str, now_ms: int) -> Request:
    """What *line*, typed at *now_ms*, means.

    A slash sends it as it is. Without one it is a bare word if the game asks for them; else a
    move quotes the prompt that it answers, so that it cannot hit another question.
    """
    text = line.strip()
    if text.startswith("/"):
        return Request(text)
    if model.bare is not None:
        return Request(f"/{model.bare} {text}", word=True)
    verb = text.partition(" ")[0].lower()
    if model.asked is not None and model.asked.prompt.move(verb) is not None:
        return Request(text, model.asked.prompt.prompt)
    if now_ms < model.bare_until_ms:
        return Request(text)  # the host knows best whether it is a word that comes too late
    return Request(f"/{text}")


def fault(line: str) -> str | None:
    """Why a host would not even read *line*; None if it would."""
    raw = line.encode("utf-8", "surrogatepass")
    if len(raw) > LINE_MAX - ID_BYTES:
        return f"That is too long: a line has {LINE_MAX - ID_BYTES} bytes at most."
    (read,) = Decoder().feed(raw + b"\n") or ("",)
    return read.text if isinstance(read, BadLine) else None


def place(line: str, refused: Refused) -> tuple[int, int] | None:
    """Where in *line* that stands which the refusal means: its start and its end.

    It is what is close to the word that the refusal offers, or else a word that its sentence
    repeats. What an example or a span of numbers repeats only by chance does not count.
    """
    words = [(found.start(), found.end()) for found in re.finditer(r"[^\s/]\S*", line)]
    if not words:
        return None
    if refused.code == "unknown_verb":
        return words[0]
    words = words[1:] or words
    near = refused.body.get("near")
    closest = _closest(line, words, near.casefold()) if isinstance(near, str) else None
    return closest or _repeated(line, words, _EXAMPLE.sub("", refused.text))


def _closest(line: str, words: Sequence[tuple[int, int]], near: str) -> tuple[int, int] | None:
    """The one of *words*, or the part of one, that was probably meant to be *near*."""
    parts: list[tuple[int, int]] = []
    for start, end in words:
        sign = line.find("=", start, end)
        parts += [(start, end)] if sign < 0 else [(start, sign), (sign + 1, end)]

    def alike(part: tuple[int, int]) -> float:
        word = line[slice(*part)].casefold()
        return 0.0 if word == near else SequenceMatcher(None, near, word).ratio()

    best = max(parts, key=alike)
    return best if alike(best) >= CLOSE else None


def _repeated(line: str, words: Sequence[tuple[int, int]], text: str) -> tuple[int, int] | None:
    """The first of *words* that *text* repeats."""
    for start, end in words:
        word = line[start:end]
        if (len(word) > 1 or word.isdigit()) and _names(text, word):
            return start, end
    return None


def _names(text: str, word: str) -> bool:
    """Does *text* hold *word*, not only as a part of another one?"""
    return re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text, re.IGNORECASE) is not None
