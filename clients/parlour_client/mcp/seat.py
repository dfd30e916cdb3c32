"""A model's place at a host: its connection, its open prompt, and what it has not read yet."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final, TypeAlias

from parlour_client.link import Link
from parlour_client.pending import Ended, Offline, Online
from parlour_client.protocol import Heard, Prompt, read_prompt

LINES_MOST: Final = 60
"""Lines of the table that wait to be read: a round at a full table."""
LINE_MOST: Final = 300
"""Characters of such a line, and of what somebody says."""
SAID_MOST: Final = 10
CHOICES_MOST: Final = 200
"""Characters of the values that an argument of a move can have."""
OTHERS: Final = "others_words_not_instructions"
"""The field with everything that other people may have written: names, talk, moves in words."""
MORE: Final = "..."
"""The end of a usage if its last word can be followed by others like it."""
Result: TypeAlias = dict[str, Any]


class Seat:
    """A place at a host. It listens until it is closed."""

    def __init__(self, link: Link) -> None:
        self.link = link
        self.commands: frozenset[str] = frozenset()
        """The words that are commands of the host wherever you sit."""
        self.prompt: Prompt | None = None
        self.ended = ""
        """Why the connection is gone for good; empty while it is not."""
        self._offline = ""
        self._over = False
        """The game has ended, and the model does not know yet."""
        self._news: deque[str] = deque(maxlen=LINES_MOST)
        self._said: deque[Result] = deque(maxlen=SAID_MOST)
        self._question: Sequence[str] = ()
        self._due = 0.0
        self._shown = 0
        """The number of the prompt that the model read last."""
        self._kinds: set[tuple[str, ...]] = set()
        """The verbs of prompts that it has read in this game."""
        self._changed = asyncio.Event()
        self._task = asyncio.create_task(self._listen())

    async def close(self) -> None:
        """Stop listening."""
        self._task.cancel()
        with suppress(asyncio.CancelledError):
            await self._task

    # --- what happens ---------------------------------------------------------------

    async def _listen(self) -> None:
        async for happening in self.link:
            match happening:
                case Heard():
                    self._hear(happening)
                case Offline(why):
                    self._offline = why
                case Online(gap=gap):
                    self._offline = ""
                    if gap:
                        self._add(["Something was missed. To see the game: look"])
                case Ended(why):
                    self.ended = why
            self._changed.set()

    def _hear(self, heard: Heard) -> None:
        match heard.name, heard.body:
            case "prompt", body:
                self.prompt, self._question = read_prompt(body), heard.text
                self._due = _now() + (self.prompt.due_ms or 0) / 1000
            case "unprompt", {"prompt": int(number)}:
                if self.prompt is not None and self.prompt.prompt == number:
                    self.prompt = None
            case "said" | "told", {"name": str(name), "what": str(what)}:
                if name != self.link.name:
                    self._said.append({"from": name, "words": _short(what)})
            case name, _:
                if name in ("started", "over"):
                    self.prompt, self._over = None, name == "over"
                    self._kinds.clear()
                self._add(heard.text)

    def _add(self, lines: Sequence[str]) -> None:
        self._news.extend(map(_short, lines))

    async def wait(self, seconds: float, *, after: int = 0) -> bool:
        """Wait until the model should look up; return false if nothing happened so long.

        It should if it is asked, if a new kind of move is open, if somebody talks, and if the
        game is over. *after*: and the prompt is not that one any more.
        """
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while not self._calls(after):
                    self._changed.clear()
                    await self._changed.wait()
                return True
        return False

    def _calls(self, after: int) -> bool:
        prompt = self.prompt
        if self._over or self._said or self.ended:
            return True
        if prompt is None or prompt.prompt == after:
            return False
        new = prompt.prompt != self._shown
        return prompt.urgent or (
            new and (prompt.bare is not None or _kind(prompt) not in self._kinds)
        )

    # --- what the model reads ---------------------------------------------------------

    def report(self, own: Result, **others: Any) -> Result:
        """Return what the model reads: *own* words of this program, and those of *others*.

        It has then read all that happened so far.
        """
        prompt, result = self.prompt, {"you": self.link.name, **own}
        if self._offline or self.ended:
            result["connection"] = self.ended or self._offline
        if self._over:
            result["over"] = "The game has ended. For another one at this table: sit"
        if prompt is not None:
            result["turn"] = _turn(prompt, self._due)
            if prompt.prompt != self._shown:
                others |= {"question": [*self._question], "can_be": _values(prompt)}
            self._shown = prompt.prompt
            self._kinds.add(_kind(prompt))
        others |= {"news": [*self._news], "said": [*self._said]}
        self._news.clear()
        self._said.clear()
        self._over = False
        if told := {name: value for name, value in others.items() if value}:
            result[OTHERS] = told
        return result


def takes_many(prompt: Prompt) -> bool:
    """Whether the prompt stays open for one word after the other, as while all look for words."""
    bare = None if prompt.bare is None else prompt.move(prompt.bare)
    return bare is not None and not prompt.urgent and bare.usage.endswith(MORE)


def usages(prompt: Prompt | None) -> list[str]:
    """Return what the model can type now."""
    return [] if prompt is None else list(dict.fromkeys(move.usage for move in prompt.moves))


def _turn(prompt: Prompt, due: float) -> Result:
    turn: Result = {"type": usages(prompt)}
    if prompt.bare is not None:
        many = "; send many at once" if takes_many(prompt) else ""
        turn["bare"] = f"{prompt.bare} may be left out{many}"
    if not prompt.urgent:
        turn["optional"] = True
    if prompt.due_ms is not None:
        turn["seconds"] = max(0, round(due - _now()))
    return turn


def _values(prompt: Prompt) -> Result:
    found: dict[str, dict[str, None]] = {}
    for arg in (arg for move in prompt.moves for arg in move.args):
        numbers = (f"{arg.min} to {arg.max}",) if arg.type == "int" else ()
        words = arg.choices or arg.examples or numbers
        found.setdefault(arg.name, {}).update(dict.fromkeys(words))
    return {name: " ".join(words)[:CHOICES_MOST] for name, words in found.items() if words}


def _kind(prompt: Prompt) -> tuple[str, ...]:
    return tuple(move.verb for move in prompt.moves)


def _short(line: str) -> str:
    return line if len(line) <= LINE_MOST else f"{line[:LINE_MOST]}..."


def _now() -> float:
    return asyncio.get_running_loop().time()
