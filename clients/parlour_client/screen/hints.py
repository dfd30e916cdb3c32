"""The lines below the input: how a verb is used, what can stand here, what was wrong."""

from __future__ import annotations

from dataclasses import dataclass

from parlour.wire.text import columns
from parlour_client.complete import BESIDE, candidates, usage
from parlour_client.errors import Refused
from parlour_client.model import Model
from parlour_client.screen.rows import Row, text, wrapped
from parlour_client.sending import place

PROMPT = "> "


@dataclass(frozen=True, slots=True)
class Trouble:
    """Why a line was not carried out."""

    line: str
    text: str
    why: Refused | None = None
    back: bool = True
    """The line stands in the input again."""

    @property
    def senseless(self) -> bool:
        """Is it no line that could be mended: has its first word no meaning, and none is near?"""
        return self.why is not None and self.why.code == "unknown_verb" and self.near is None

    def said(self, masked: bool) -> str:
        """Why; without the words of the line if these are *masked*."""
        found = self.text
        for word in self.line.split() if masked else ():
            found = found.replace(word, "****")
        return found

    @property
    def near(self) -> tuple[int, int, str] | None:
        """A word that was probably meant: where it belongs, and the word."""
        found = None if self.why is None else place(self.line, self.why)
        near = "" if self.why is None else self.why.body.get("near")
        if found is None or not isinstance(near, str) or not near:
            return None
        return found[0], found[1], near


def hints(
    model: Model, typed: str, trouble: Trouble | None, masked: bool, width: int, height: int
) -> list[Row]:
    """*height* lines for the text before the cursor; *masked*: it is not to be read here."""
    if trouble is not None:
        rows = _explained(trouble, width, height, masked)
    else:
        rows = wrapped(_fitting(usage(model, typed), width - 2), width - 2, "dim", 1)
        if not masked and typed.strip():
            rows += wrapped(candidates(model, typed), width - 2, "", max(1, height - 1))
        rows = [text("  ") + row for row in rows if row[0][1]]
    return _filled(rows, height)


def _fitting(words: str, width: int) -> str:
    """*words*; of a row of beginnings as many as there is room for, and its end."""
    *first, last = words.split(BESIDE)
    while first and columns(BESIDE.join([*first, last])) > width:
        first.pop()
    return BESIDE.join([*first, last]) if first else words


def _filled(rows: list[Row], height: int) -> list[Row]:
    rows = rows[:height]
    return rows + [[]] * (height - len(rows))


def _explained(trouble: Trouble, width: int, height: int, masked: bool) -> list[Row]:
    near = trouble.near
    words = trouble.said(masked)
    if near is not None and trouble.back and not masked:
        words += f" (Tab: {near[2]})"
    if not trouble.back and not masked:
        words = f"{trouble.line}: {words}"
    rows = wrapped(f"! {words}", width, "error", height)
    if len(rows) == height:
        return rows
    under = _caret(trouble, width)
    return [under, *rows] if under is not None else rows


def _caret(trouble: Trouble, width: int) -> Row | None:
    """Marks below the word that the refusal names."""
    if not trouble.back or trouble.why is None:
        return None
    found = place(trouble.line, trouble.why)
    if found is None or columns(trouble.line) + len(PROMPT) >= width:
        return None
    start, end = found
    room = len(PROMPT) + columns(trouble.line[:start])
    return text(" " * room + "^" * max(1, columns(trouble.line[start:end])), "caret")
