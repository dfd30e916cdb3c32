"""The client without a screen (`--plain`): one line at a time, in the host's words.

For screen readers, simple terminals and pipes. A line that you type means what it means at the
host. An empty line repeats the question, and `?` lists what you can type now.
"""

from __future__ import annotations

import asyncio
import math
import re
from collections.abc import Sequence
from contextlib import AsyncExitStack
from typing import Final

from parlour.language import ENGLISH, joined
from parlour_client.complete import kinds, typed
from parlour_client.console import Console
from parlour_client.errors import Refused
from parlour_client.language import _, said
from parlour_client.login import log_in
from parlour_client.model import verb_of
from parlour_client.pending import Answer, Ended, Offline, Online
from parlour_client.protocol import Heard, text_of
from parlour_client.replay import Replay, Retelling
from parlour_client.sending import SECRET, Line
from parlour_client.session import LOCAL, Session
from parlour_client.source import Enter, Login, News, Source
from parlour_client.story import Wish

_TIME: Final = re.compile(r"\([0-9]+ s(?=(?:, \w+ [^)]*)?\)\Z)")
_BANK: Final = re.compile(r"(, [^ ,]+ )[0-9]+:[0-9]{2}(?=\)\Z)")
_ANY: Final = _("It isn't your turn. To see what you can type: help")


async def play(
    enter: Enter,
    console: Console,
    *,
    login: Login | None,
    usual: str,
    begin: Sequence[str] = (),
    lang: str = ENGLISH,
) -> int:
    """Log in as *login*, or as the player says (*usual* if they just press Enter), and play.

    *begin* is sent first, as if it were typed. *lang* is the language to begin with. Returns the
    exit code: 0 if the player has left, 1 if the connection is gone. Raises Problem, and Refused
    if the host lets nobody in.
    """
    async with AsyncExitStack() as stack:
        source = await log_in(stack, enter, _Asks(console, lang), login, usual)
        return 0 if source is None else await Plain(source, console, lang).run(begin)


class _Asks:
    """Asks on a console (see `login.Asks`)."""

    def __init__(self, console: Console, lang: str) -> None:
        self._console = console
        self._lang = lang

    async def ask(
        self, words: str, *, usual: str | None = None, secret: bool = False, trouble: str = ""
    ) -> str | None:
        """See `login.Asks`."""
        if trouble:
            self._console.say(said(trouble, self._lang))
        if usual:
            words = _("Your name [{usual}]:", usual=usual)
        words = said(words, self._lang)
        while (line := await self._console.read(words, secret=secret)) is not None:
            if line.strip() or usual is not None:
                return line.strip() or usual
        return None


def _shown(line: str) -> str:
    verb = verb_of(line)
    return f"{verb} ..." if verb in SECRET else line


class Plain:
    """A session for a person who reads and types line by line: a `Face`."""

    def __init__(self, source: Source, console: Console, lang: str = ENGLISH) -> None:
        self._console = console
        self._session = Session(source, self, now_ms=_now_ms, draws=False, lang=lang)
        self._why = ""
        """Why we were disconnected; empty while connected."""
        self._retelling: Retelling | None = None
        """A replay that is shown at its own pace."""

    async def run(self, begin: Sequence[str] = ()) -> int:
        """Run until the player has left or the connection is gone; return the exit code."""
        tasks = [asyncio.create_task(each) for each in (self._type(begin), self._fit())]
        try:
            await self._session.run()
        finally:
            self._end_retelling()
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        return 0 if self._session.quitting else 1

    async def _type(self, begin: Sequence[str]) -> None:
        self._session.say(*map(Line, begin))
        while (line := await self._console.read()) is not None:
            if line.strip() or not self._end_retelling():
                self._end_retelling()
                self._session.say(Line(line.strip()))
        self._session.say(Line("/quit"))

    async def _fit(self) -> None:
        """Tell the host how wide its lines may be, whenever that changes."""
        while True:
            self._session.fit(self._console.width)
            await self._console.resized()

    def _say(self, lines: Sequence[str]) -> None:
        for line in lines:
            self._say_line(line)

    def _say_line(self, line: str) -> None:
        for each in said(line, self._session.model.lang).split("\n"):
            self._console.say(each)

    # --- a session's face -----------------------------------------------------------

    def changed(self) -> None:
        """See `Face`: everything is printed line by line."""

    def heard(self, news: News) -> None:
        """See `Face`."""
        match news:
            case Heard(name="prompt", body={"urgent": False}):
                pass  # an empty line shows its question
            case Heard():
                self._say(news.text)
            case Offline():
                again = _("Trying again in {seconds} s.", seconds=math.ceil(news.again_in_s))
                self._say([again if news.why == self._why else joined((news.why, again))])
                self._why = news.why
            case Online():
                if news.note:
                    self._say([news.note])
                if self._why:
                    missed = _("Reconnected, but something was missed. To see the game: look")
                    self._say([missed if news.gap else _("Reconnected.")])
                self._why = ""
            case Ended():
                self._say([news.why])
            case _:
                pass

    def answered(self, line: Line, answer: Answer) -> None:
        """See `Face`."""
        if line.text in LOCAL:
            self._say(self._possible() if line.text else self._question())
            return
        for item in answer.items:
            self._say(text_of(item))
        self._say(text_of(answer.body))

    def refused(self, line: Line, text: str, why: Refused | None) -> None:
        """See `Face`."""
        shown = _("{text} ({line})", text=text, line=_shown(line.text))
        self._say([text if why is not None else shown])

    def again(self, line: Line, wish: Wish, replay: Replay) -> None:
        """See `Face`: all of it, or at its own pace if the player named a speed."""
        told = replay.told
        if wish.speed is None:
            self._say([line for moment in told.moments for line in moment.lines])
        else:
            self._end_retelling()
            self._retelling = Retelling(self._say_line, wish.record, told, wish.speed)

    def _end_retelling(self) -> bool:
        """Stop a replay; false if there is none."""
        return self._retelling is not None and self._retelling.stop()

    # --- what can be typed ----------------------------------------------------------

    def _question(self) -> Sequence[str]:
        """The question, with the time left now."""
        model = self._session.model
        if model.asked is None or not model.asked.text:
            return self._possible()
        asked, left_s = model.asked, model.left_s(_now_ms())
        if asked.prompt.due_ms is None or left_s is None:
            return asked.text
        last, bank_s = _TIME.sub(f"({left_s} s", asked.text[-1]), model.bank_s(_now_ms())
        if bank_s is not None:
            last = _BANK.sub(rf"\g<1>{bank_s // 60}:{bank_s % 60:02}", last)
        return [*asked.text[:-1], last]

    def _possible(self) -> Sequence[str]:
        """The open moves."""
        asked = self._session.model.asked
        if asked is None:
            return [_ANY]
        bare, open_moves = asked.prompt.bare, kinds(self._session.model)
        lines = [
            _("  {usage}: {about}", usage=typed(move, bare), about=move.about)
            for move in open_moves
        ]
        return [_("You can type:"), *lines, _("Everything else: /help")]


def _now_ms() -> int:
    return round(1000 * asyncio.get_running_loop().time())
