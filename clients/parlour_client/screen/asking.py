"""A question of our own to the player, such as his name: answered in the line that is typed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from parlour_client.screen.field import Field
from parlour_client.screen.hints import Trouble
from parlour_client.sending import Line


class Asking:
    """Asks one thing after the other in *field*; *changed* is called when it asks another."""

    def __init__(self, field: Field, words: str, changed: Callable[[], None]) -> None:
        self.words = words
        """What is to be read above the line."""
        self._field = field
        self._changed = changed
        self._empty: str | None = None
        self._answer: asyncio.Future[Line] | None = None
        self._waiting = words

    @property
    def asks(self) -> bool:
        """Is an answer waited for?"""
        return self._answer is not None

    async def ask(
        self, words: str, *, open_words: int, empty: str | None = None, trouble: str = ""
    ) -> Line:
        """What he answers to *words*.

        What he types behind the first *open_words* is not to be read. *empty* is what an empty
        line says; without it that is no answer. *trouble* says what was wrong with his last one.
        """
        self.words, self._empty, self._field.open_words = words, empty, open_words
        self._field.trouble = Trouble("", trouble) if trouble else None
        self._answer = asyncio.get_running_loop().create_future()
        self._changed()
        try:
            return await self._answer
        finally:
            self._answer, self.words, self._field.open_words = None, self._waiting, None
            self._changed()

    def enter(self) -> bool:
        """The line is done; false if nothing is asked."""
        answer = self._answer
        if answer is None:
            return False
        if not answer.done():
            if self._field.text.strip():
                answer.set_result(self._field.take())
            elif self._empty is not None:
                answer.set_result(Line(self._empty))
        return True
