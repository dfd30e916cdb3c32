"""Typed lines: what each one means, when to send it, and which word a refusal points at."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from types import MappingProxyType
from typing import Any, Final

from parlour.wire.lines import LINE_MAX, BadLine, Decoder
from parlour_client.errors import Refused
from parlour_client.language import _
from parlour_client.model import Model, verb_of

ID_BYTES: Final = 32
"""Room for the id and the prompt number before a request."""
SECRET: Final = MappingProxyType({"register": 1, "name": 2, "resume": 1})
"""Verbs of the host that take a secret, and after how many words it comes."""
CLOSE: Final = 0.6
"""How similar two words are if one was meant to be the other; the host uses the same limit."""
_EXAMPLE: Final = re.compile(
    r"(?:\blike this|\bsuch as|\bas in|:)\s(?:(?![.;]\s).)*$|\b[0-9]+ (?:to|\xe0) [0-9]+\b",
    re.IGNORECASE,
)
"""The part of a refusal that says what would be right, not what was wrong."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line that was typed."""

    text: str
    secret: bool = False
    """Neither the log nor the history may show it."""
    late: bool = False
    """It was a word for a game that had stopped asking for words, so nobody can correct it."""


@dataclass(frozen=True, slots=True)
class Request:
    """What to send."""

    text: str
    prompt: int | None = None
    """It is a move that answers this prompt; then `text` has no slash."""
    word: bool = False
    """It is a bare word; several may be on their way at once."""

    @property
    def verb(self) -> str:
        """The verb of the request."""
        return verb_of(self.text)


def request(model: Model, line: str, now_ms: int) -> Request:
    """Return what *line*, typed at *now_ms*, means.

    A line with a slash is sent as it is. A move quotes the prompt it answers, so it cannot answer
    another question. A command of the host gets a slash and a bare word its verb, so that the host
    takes neither for the other if a question comes or goes on the way. The host decides about
    anything else.
    """
    text = line.strip()
    if text.startswith("/"):
        return Request(text)
    verb = verb_of(text)
    if model.bare is not None:
        known = {word for each in model.commands.values() for word in (each.verb, *each.also)}
        bare = bool(known) and verb not in known
        return Request(f"/{model.bare} {text}" if bare else text, word=True)
    if model.asked is not None and model.asked.prompt.move(verb) is not None:
        return Request(text, model.asked.prompt.prompt)
    if verb in model.commands and now_ms >= model.bare_until_ms:
        return Request(f"/{text}")
    return Request(text)


def quits(model: Model, text: str) -> bool:
    """Check whether *text* is the command `quit`, in any of the words that the host has for it."""
    command = model.commands.get("quit")
    words = ("quit",) if command is None else ("quit", *command.also)
    return verb_of(text) in words or text.strip().lstrip("/").lower() in words


def fault(line: str) -> str | None:
    """Return why the host would not even read *line*; None if it would."""
    raw = line.encode("utf-8", "surrogatepass")
    if len(raw) > LINE_MAX - ID_BYTES:
        return _("That is too long: a line has {most} bytes at most.", most=LINE_MAX - ID_BYTES)
    (read,) = Decoder().feed(raw + b"\n") or ("",)
    return read.text if isinstance(read, BadLine) else None


def place(line: str, refused: Refused) -> tuple[int, int] | None:
    """Return the start and the end of the word in *line* that the refusal means.

    That is the word most like the one the refusal offers, or else a word that it repeats. Words
    that it repeats only in an example or a range of numbers do not count.
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
    """Does *text* contain *word* as a whole word?"""
    return re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text, re.IGNORECASE) is not None


AT_ONCE: Final = 16
"""How many words may be on their way: a host reads 40 lines at once, then 10 a second."""
ANSWER_S: Final = 3.0
"""How long a line waits for the answers to those before it."""


class Outbox:
    """Sends words one after the other; every other line waits for the lines before it.

    A line that was not sent before we were disconnected, or was typed meanwhile, goes back to the
    player: it would answer what the player has not seen.
    """

    def __init__(
        self,
        *,
        meant: Callable[[Line], Request],
        send: Callable[[Line, Request], Coroutine[Any, Any, None]],
        settle: Callable[[], Coroutine[Any, Any, None]],
        give_back: Callable[[Line], None],
    ) -> None:
        """*meant* says what a line means now, *send* ends with its answer, and *settle* ends when
        everything that came of it has been heard."""
        self._meant = meant
        self._send = send
        self._settle = settle
        self._give_back = give_back
        self._typed: asyncio.Queue[tuple[Line, int | None]] = asyncio.Queue()
        """Each line with the number of disconnections so far; None if it came during one."""
        self._cuts = 0
        self._is_cut = False
        self._window = asyncio.Semaphore(AT_ONCE)
        self._on_the_way: set[asyncio.Task[None]] = set()
        self._go_on = asyncio.Event()
        """Nothing is on its way any more, or we are disconnected."""

    def put(self, line: Line) -> None:
        """Send *line* when its turn comes."""
        self._typed.put_nowait((line, None if self._is_cut else self._cuts))

    def cut(self) -> None:
        """We are disconnected."""
        self._is_cut = True
        self._cuts += 1
        self._go_on.set()

    def mend(self) -> None:
        """We are connected again."""
        self._is_cut = False

    def cancel(self) -> None:
        """Stop waiting for answers."""
        for task in self._on_the_way:
            task.cancel()

    async def run(self, group: asyncio.TaskGroup) -> None:
        """Send what is typed, with tasks of *group*, until it is cancelled."""
        while True:
            line, cuts = await self._typed.get()
            await self._window.acquire()
            if not self._meant(line).word:
                await self._answered()
            if cuts != self._cuts:
                self._window.release()
                self._give_back(line)
                continue
            meant = self._meant(line)
            task = group.create_task(self._send(line, meant))
            self._on_the_way.add(task)
            task.add_done_callback(self._sent)
            if not meant.word and not self._typed.empty():
                await self._answered()
                await self._settle()

    async def _answered(self) -> None:
        """Wait until nothing is on its way, but not for ever, and not while disconnected."""
        if not self._on_the_way or self._is_cut:
            return
        self._go_on.clear()
        try:
            async with asyncio.timeout(ANSWER_S):
                await self._go_on.wait()
        except TimeoutError:
            pass

    def _sent(self, task: asyncio.Task[None]) -> None:
        self._on_the_way.discard(task)
        self._window.release()
        if not self._on_the_way:
            self._go_on.set()
