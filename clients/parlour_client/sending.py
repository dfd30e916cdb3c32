"""From a line that was typed to a request; and where in it a refusal points."""

from __future__ import annotations

import re
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from parlour.wire.lines import LINE_MAX, BadLine, Decoder
from parlour_client.faults import Refused
from parlour_client.model import Model

ID_BYTES: Final = 32
"""Room for what stands before a request: its id, and the number of a prompt."""
SECRET: Final = MappingProxyType({"register": 1, "name": 2, "resume": 1})
"""Verbs of the host behind which something secret is typed, and after how many words."""


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
        return self.text.lstrip("/ ").partition(" ")[0].lower()


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
    """Where in *line* the word stands that the refusal names: its start and its end."""
    words = [(found.start(), found.end()) for found in re.finditer(r"[^\s/]\S*", line)]
    if not words:
        return None
    if refused.code == "unknown_verb":
        return words[0]
    for start, end in words[1:] or words:
        word = line[start:end]
        if (len(word) > 1 or word.isdigit()) and _names(refused.text, word):
            return start, end
    return None


def _names(text: str, word: str) -> bool:
    """Does *text* hold *word*, not only as a part of another one?"""
    return re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text, re.IGNORECASE) is not None
