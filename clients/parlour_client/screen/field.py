"""The input line, the hints below it, and the client's own questions that it answers.

Nothing that comes in ever changes the input, except the refusal of a line.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

from prompt_toolkit.document import Document
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.layout.processors import Processor, Transformation, TransformationInput

from parlour.scene import Grid
from parlour.wire.text import clean, columns
from parlour_client.complete import BESIDE, Tabbing, candidates, moves, rest, tab, usage
from parlour_client.errors import Refused
from parlour_client.language import _, said
from parlour_client.model import Model, verb_of
from parlour_client.screen.line import MOST, LineBuffer
from parlour_client.screen.rows import Row, filled, text, wrapped
from parlour_client.screen.scenes import traced, way
from parlour_client.sending import SECRET, Line, place

PROMPT = "> "


@dataclass(frozen=True, slots=True)
class Trouble:
    """Why a line was not carried out."""

    line: str
    text: str
    why: Refused | None = None
    back: bool = True
    """The line is in the input again."""
    entry: int = 0
    """The number of the entry in the log that says the same; 0 if there is none."""

    def told(self, masked: bool, lang: str) -> str:
        """Why it was refused; without the words of the line if they are *masked*."""
        found = said(self.text, lang)
        for word in self.line.split() if masked else ():
            found = found.replace(word, "****")
        return found

    @property
    def near(self) -> tuple[int, int, str] | None:
        """A word that was probably meant: its place, and the word."""
        found = None if self.why is None else place(self.line, self.why)
        near = "" if self.why is None else self.why.body.get("near")
        if found is None or not isinstance(near, str) or not near:
            return None
        return found[0], found[1], near


def hints(
    model: Model, typed: str, trouble: Trouble | None, masked: bool, width: int, height: int
) -> list[Row]:
    """Return *height* lines of hints for the text before the cursor; none of it if *masked*."""
    if trouble is not None:
        rows = _explained(trouble, width, height, masked, model.lang)
    else:
        spelt = "" if masked else _spelt(model, typed)
        rows = wrapped(spelt, width - 2, "good", 1) if spelt else []
        rows += wrapped(_fitting(usage(model, typed), width - 2), width - 2, "dim", 1)
        if not masked and typed.strip():
            rows += wrapped(candidates(model, typed), width - 2, "", max(1, height - 1))
        rows = [text("  ") + row for row in rows if row[0][1]]
    return filled(rows, height)


def _spelt(model: Model, typed: str) -> str:
    """The word that is typed as the board spells it: `QU-I-T  4 letters`."""
    scene = None if model.table is None else model.table.scene
    word = traced(scene, typed, model.bare)
    for block in () if scene is None or not word else scene.blocks:
        if isinstance(block, Grid) and block.trace is not None and (steps := way(block, word)):
            faces = [cell.text for row in block.rows for cell in row.cells]
            spelt = "-".join(faces[step] for step in steps)
            letters = _.count("1 letter", "{n} letters", len(word))
            return said(_("{spelt}  {letters}", spelt=spelt, letters=letters), model.lang)
    return ""


def _fitting(words: str, width: int) -> str:
    """*words*, or of a list of beginnings as many as fit, and the end of it."""
    *first, last = words.split(BESIDE)
    while first and columns(BESIDE.join([*first, last])) > width:
        first.pop()
    return BESIDE.join([*first, last]) if first else words


def _explained(trouble: Trouble, width: int, height: int, masked: bool, lang: str) -> list[Row]:
    near = trouble.near
    words = trouble.told(masked, lang)
    if near is not None and trouble.back and not masked:
        words += said(_(" (Tab: {word})", word=near[2]), lang)
    if not trouble.back and not masked:
        words = said(_("{line}: {text}", line=trouble.line, text=words), lang)
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


HIDDEN = "*"


class Field:
    """The text of the input line, and how it is shown."""

    def __init__(self, model: Callable[[], Model]) -> None:
        self.buffer = LineBuffer(full=self._full, changed=self._edited, moved=self.mend)
        self.masked = False
        """The input is hidden; F2 changes that."""
        self.open_words: int | None = None
        """Everything after this many words is secret; None: it depends on the text."""
        self.trouble: Trouble | None = None
        self.back = False
        """What is in the input is selected: the next letter replaces it."""
        self.cut = False
        """The end of what was typed or pasted did not fit, and nobody has looked at it yet."""
        self._model = model
        self._tabbing: Tabbing | None = None
        self._quiet = False

    @property
    def text(self) -> str:
        """The whole text."""
        return self.buffer.text

    @property
    def typed(self) -> str:
        """The text before the cursor."""
        return self.buffer.document.text_before_cursor

    def show(self, text: str) -> None:
        """Put *text* in the input, with the cursor at its end; the refusal stays visible."""
        self._quiet = True
        self.buffer.document = Document(text)
        self._quiet = False

    def offer(self, text: str) -> None:
        """Put *text* in the input, selected: the next letter replaces it, an arrow keeps it."""
        self.show(text)
        self.back = True

    def take(self) -> Line:
        """Take the line to send it, and leave the input empty."""
        line = Line(self.text.strip(), self.masked or self.hidden_from() is not None)
        self.clear()
        self.masked = False
        return line

    def remember(self, text: str) -> None:
        """Let the Up key find *text* again."""
        history = self.buffer.history
        if history.get_strings()[-1:] != [text]:
            history.append_string(text)

    def put_back(self, line: Line, trouble: Trouble) -> None:
        """Put *line* back, selected, unless the player is typing another one already."""
        self.trouble = trouble
        if trouble.back:
            self.masked = line.secret
            self.offer(line.text)

    def now_asked(self, *, offers: bool = False) -> None:
        """Say no longer that it was the wrong moment for the line: the game has just asked.

        If it *offers* a line for Enter, a line that it refused before is in the way. One that
        could not be sent is not.
        """
        why = None if self.trouble is None else self.trouble.why
        if why is not None and why.code == "not_your_turn":
            self.trouble = None
        elif why is not None and offers:
            self.drop_back()

    def drop_back(self) -> None:
        """Empty the input if what is in it is selected, so nobody has touched it."""
        if self.back:
            self.clear()

    def clear(self) -> None:
        """Empty the input."""
        self.buffer.reset()
        self.trouble, self.back, self.cut = None, False, False

    def mend(self) -> None:
        """The player edits the text, so the next letter does not replace it."""
        if not self._quiet:
            self.back = self.cut = False

    def insert(self, text: str) -> bool:
        """Type *text*; return whether all of it fits."""
        if self.back:
            self.clear()
        self.buffer.insert_text(text)
        return not self.cut

    def tab(self, step: int) -> None:
        """The Tab key: correct what was wrong, or complete what is before the cursor."""
        self.mend()
        near = None if self.trouble is None else self.trouble.near
        if self.trouble is not None and self.trouble.line == self.text and near is not None:
            start, end, word = near
            self.show(self.text[:start] + word + self.text[end:])
            self._edited()
            return
        behind = self.buffer.document.text_after_cursor
        new, self._tabbing = tab(self._model(), self.typed, self._tabbing, step)
        if new != self.typed:
            self.buffer.document = Document(new + behind, len(new))
            self.trouble, self.back = None, False

    def _edited(self) -> None:
        if not self._quiet:
            self.trouble, self.back, self.cut = None, False, False

    def _full(self) -> None:
        self.cut = True
        self.trouble = Trouble(
            "", _("A line has {most} bytes at most. The rest was left out.", most=MOST)
        )

    def hidden_from(self) -> int | None:
        """Where the part of the text begins that must be hidden; None if there is none."""
        if self.open_words is not None:
            return _behind(self.text, self.open_words)
        verb, is_verb = verb_of(self.text), self._has_verb
        if is_verb and verb in SECRET:
            return _behind(self.text, SECRET[verb])
        if not self.masked:
            return None
        return _behind(self.text, 1) if is_verb else 0

    @property
    def _has_verb(self) -> bool:
        """Does the text begin with a verb, as far as we know?"""
        model = self._model()
        named = self.text.startswith("/") or model.bare is None
        return named and bool(usage(model, f"{verb_of(self.text)} "))

    @property
    def asked_in_secret(self) -> bool:
        """Is the line something that others in the room must not read on the screen?"""
        model = self._model()
        verb = verb_of(self.text) if self._has_verb else model.bare
        return any(arg.secret for move in moves(model) if move.verb == verb for arg in move.args)


def _behind(text: str, words: int) -> int | None:
    """Where the part of *text* after this many words begins; None if it has no more words."""
    at = 0
    for _word in range(words):
        at = text.find(" ", at) + 1
        if not at:
            return None
    return at


def _harmless(text: str) -> str:
    """*text* as the terminal may have it, with as many characters: a completion is the host's."""
    return text if clean(text) == text else "".join(each if clean(each) else "?" for each in text)


class Look(Processor):
    """How the line looks: secrets hidden, and after it what is still missing."""

    def __init__(self, field: Field, model: Callable[[], Model]) -> None:
        self._field = field
        self._model = model

    def apply_transformation(self, transformation_input: TransformationInput) -> Transformation:
        """See `Processor`."""
        field, text = self._field, transformation_input.document.text
        hidden = field.hidden_from() if text == field.text else None  # otherwise one typed before
        shown = text if hidden is None else text[:hidden] + HIDDEN * len(text[hidden:])
        missing = "" if hidden is not None else self._missing()
        pieces: StyleAndTextTuples = [
            ("class:back" if field.back else "", _harmless(shown)),
            ("class:ghost", clean(missing)),
        ]
        return Transformation(pieces)

    def _missing(self) -> str:
        field = self._field
        if field.back or field.trouble is not None or field.typed != field.text:
            return ""
        words = rest(self._model(), field.text)
        gap = " " if field.text.endswith(" ") else "  "
        return f"{gap}({words})" if words else ""


class Asking:
    """Asks one question after another in *field*, and calls *changed* for each."""

    def __init__(self, field: Field, words: str, changed: Callable[[], None]) -> None:
        self.words = words
        """What to show above the input."""
        self._field = field
        self._changed = changed
        self._empty: str | None = None
        self._answer: asyncio.Future[Line] | None = None
        self._waiting = words
        self.answered = False
        """Has the player ever answered?"""

    @property
    def asks(self) -> bool:
        """Is a question open?"""
        return self._answer is not None

    async def ask(
        self, words: str, *, open_words: int, empty: str | None = None, trouble: str = ""
    ) -> Line:
        """Return what the player answers to *words*.

        What is typed after the first *open_words* is hidden. *empty* is the value an empty line
        stands for, and is offered; without it, the question is asked again. *trouble* says what
        was wrong with the last answer.
        """
        self.words, self._empty, self._field.open_words = words, empty, open_words
        self._field.trouble = Trouble("", trouble) if trouble else None
        self._answer = asyncio.get_running_loop().create_future()
        if empty and not self._field.text:
            self._field.offer(empty)
        self._changed()
        try:
            answer = await self._answer
            self.answered = True
            return answer
        finally:
            self._answer, self.words, self._field.open_words = None, self._waiting, None
            self._changed()

    def enter(self) -> bool:
        """Take the line as the answer; return false if no question is open."""
        answer = self._answer
        if answer is None:
            return False
        if not answer.done():
            if self._field.text.strip():
                answer.set_result(self._field.take())
            elif self._empty is not None:
                answer.set_result(Line(self._empty))
        return True
