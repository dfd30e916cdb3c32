"""A source and what is known of it: hears, sends what is typed, asks what should be known.

No screen here. A `Face` shows it, and reads `model` whenever `Face.changed` is called.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Final, Protocol

from parlour_client import reduce_replies
from parlour_client.errors import LineCut, NotSent, Refused
from parlour_client.log import MOVE, WIDTH, Kind
from parlour_client.model import LOOK, SCORES, TABLES, WHO, Model, is_move, want
from parlour_client.pending import Answer, Ended, Offline, Online
from parlour_client.protocol import Heard
from parlour_client.reduce_events import hear
from parlour_client.reduce_replies import PAGING
from parlour_client.replay import Replay, fetch
from parlour_client.sending import Line, Outbox, Request, fault, request
from parlour_client.source import Afresh, News, Progress, Source, State
from parlour_client.story import Wish, wished
from parlour_client.suggestions import possible


class Face(Protocol):
    """Who shows a session."""

    def changed(self) -> None:
        """The model or the line is another one now."""
        ...

    def refused(self, line: Line, text: str, why: Refused | None) -> None:
        """*line* was not carried out; *text* says why, in one sentence."""
        ...

    def again(self, replay: Replay) -> None:
        """*replay* is to be shown; the session goes on meanwhile."""
        ...


CALM_S: Final = 0.1
"""So long nothing is asked after something has happened: more may come with it."""
PAUSE_S: Final = 0.4
"""Between two rounds of such questions, so that a busy table does not flood the host."""
LOBBY_S: Final = 20.0
"""So often the lobby is asked who is there, as nobody tells."""
PAGES: Final = 5
"""Of each list of the lobby, a hundred tables and 250 players: more than there is room for on a
screen, and few enough requests that the host still has time for what the player types."""
NOT_SENT: Final = "The line is cut: that was not sent."
_CUT: Final = (
    "The line was cut on the way; whether that arrived is not known. Enter sends it again."
)
_STALE: Final = "Something has happened just before. If you still want it: Enter sends it again."


class Session:
    """See the head of this module. *width* is what the source wraps its lines to."""

    def __init__(
        self,
        source: Source,
        face: Face,
        *,
        now_ms: Callable[[], int],
        width: int = WIDTH,
    ) -> None:
        self.model = Model(name=source.name)
        self.line: State = Online()
        """How the line is, as far as is known."""
        self.line_since_ms = now_ms()
        """Since when it has been like that."""
        self.done = asyncio.Event()
        """Nothing can come any more."""
        self.quitting = False
        """The player has said goodbye."""
        self._source = source
        self._face = face
        self._now_ms = now_ms
        self._outbox = Outbox(
            meant=self._meant, send=self._send, settle=self._settle, give_back=self._give_back
        )
        self._missed = False
        """Something may have been missed since the line was cut last."""
        self._wanting = asyncio.Event()
        self._width = width
        self._room = width
        """What it should be."""

    # --- for a face -----------------------------------------------------------------

    def say(self, *lines: Line) -> None:
        """Send what was typed, in this order, each line when its turn comes.

        While the line is cut it is given back instead, as something that was refused.
        """
        for line in lines:
            self._outbox.put(line)

    def note(self, kind: Kind, lines: list[str]) -> None:
        """Put something of our own into the log, in place of the last one of its *kind*."""
        log = self.model.log.without_kind(kind)
        self._become(replace(self.model, log=log.add(kind, lines)))

    def log(self, kind: Kind, lines: list[str]) -> None:
        """Put something of our own into the log; it may begin with a line that was typed."""
        event = MOVE if lines and self.forgets(lines[0]) else ""
        self._become(replace(self.model, log=self.model.log.add(kind, lines, event)))

    def fit(self, width: int) -> None:
        """The host is to draw positions so wide."""
        if width != self._room:
            self._room = width
            self._become(want(self.model, f"set width {width}"))

    async def run(self) -> None:
        """Until nothing can come any more, or it is cancelled."""
        try:
            async with asyncio.TaskGroup() as group:
                helpers = [
                    group.create_task(self._outbox.run(group)),
                    group.create_task(self._learn_all()),
                ]
                self._become(self.model)
                await self._hear_all()
                for task in helpers:
                    task.cancel()
                self._outbox.cancel()
        finally:
            self.done.set()
            self._face.changed()

    def forgets(self, line: str) -> bool:
        """Is *line* a move of a game in which nobody may keep a list of what was asked?"""
        return bool(self.model.forgets) and is_move(self.model, line)

    def _become(self, model: Model) -> None:
        self.model = replace(model, log=model.log.renewed(Kind.NOW, lambda: possible(model)))
        if model.wants:
            self._wanting.set()
        self._face.changed()

    # --- hearing --------------------------------------------------------------------

    async def _hear_all(self) -> None:
        async for news in self._source:
            self._hear(news)

    def _hear(self, news: News) -> None:
        match news:
            case Heard():
                self._become(hear(self.model, news, self._now_ms(), self._width))
            case Afresh():
                self._become(Model(name=self._source.name, past=True))
            case Online() | Offline() | Ended() | Progress():
                self._line(news)

    def _line(self, line: State) -> None:
        was, self.line, self.line_since_ms = self.line, line, self._now_ms()
        if isinstance(line, Offline):
            self._missed = False
            self._outbox.cut()
        if isinstance(line, Online):
            self._missed = self._missed or line.gap
            self._outbox.mend()
        if isinstance(line, Ended) and not self.quitting:
            log = self.model.log.add(Kind.ERROR, [line.why])
            self._become(replace(self.model, log=log))
        if isinstance(line, Online) and isinstance(was, Offline):
            wants = [LOOK] if self.model.table is not None else [TABLES, WHO]
            if self._room != WIDTH:
                wants.append(f"set width {self._room}")
            self._become(want(self.model, *wants))
        self._face.changed()

    # --- asking what should be known ------------------------------------------------

    async def _learn_all(self) -> None:
        while True:
            await self._some_want()
            self._wanting.clear()
            await asyncio.sleep(CALM_S)
            wants = self.model.wants
            self.model = replace(self.model, wants=frozenset())
            drawn_last = sorted(wants, key=lambda each: (each == LOOK, each))
            for wanted in drawn_last:
                if wanted != LOOK or self._needs_look():
                    await self._learn(wanted)
            await asyncio.sleep(PAUSE_S)

    async def _some_want(self) -> None:
        while True:
            try:
                async with asyncio.timeout(LOBBY_S):
                    await self._wanting.wait()
                    return
            except TimeoutError:
                if self.model.table is None:
                    self.model = want(self.model, WHO, TABLES)
                    return

    def _needs_look(self) -> bool:
        """With a scene all is known, but for the time that the others have."""
        model = self.model
        if model.table is None:
            return False
        if model.table.scene is None:
            return True
        timed = model.asked is not None and model.asked.prompt.due_ms is not None
        return model.table.state == "playing" and not timed

    async def _learn(self, wanted: str) -> None:
        table = self.model.table
        asked = f"/{wanted}"
        if wanted in (LOOK, SCORES) and table is not None:
            asked += f" {table.number}"
        try:
            answer = await self._whole(asked)
        except (LineCut, Refused):
            return
        if wanted == LOOK and table is not None and self._elsewhere(table.number):
            return
        if wanted == f"set width {self._room}":
            self._width = self._room
        self._become(reduce_replies.learn(self.model, asked, answer, self._now_ms()))

    async def _whole(self, asked: str) -> Answer:
        """The answer to *asked*; of a list that comes in pages, all of them as one.

        Raises Refused, LineCut.
        """
        answer = await self._source.ask(asked, keep=True)
        items, page, pages = list(answer.items), 1, _pages(answer)
        while page < min(pages, PAGES):
            page += 1
            try:
                more = await self._source.ask(f"{asked} {page}", keep=True)
            except Refused:  # the list has become shorter meanwhile
                break
            items += more.items
            pages = _pages(more)
        body = {key: value for key, value in answer.body.items() if key not in PAGING}
        return replace(answer, body=body, items=tuple(items))

    def _elsewhere(self, number: int) -> bool:
        return self.model.table is None or self.model.table.number != number

    # --- sending --------------------------------------------------------------------

    def _meant(self, line: Line) -> Request:
        return request(self.model, line.text, self._now_ms())

    def _give_back(self, line: Line) -> None:
        self._face.refused(line, NOT_SENT, None)

    async def _settle(self) -> None:
        """Wait until everything has been heard that the last request led to, or it is cut."""
        try:
            await self._source.ask("/ping")
        except (LineCut, Refused):
            return

    async def _send(self, line: Line, meant: Request) -> None:
        unreadable = fault(meant.text)
        if unreadable is not None:
            self._face.refused(line, unreadable, None)
            return
        if meant.verb == "quit":
            self.quitting = True
        event = MOVE if self.forgets(meant.text) else ""
        wish = None if meant.word or meant.prompt is not None else wished(meant.text)
        try:
            if wish is not None:
                await self._show_again(line, wish)
                return
            if meant.prompt is None:
                answer = await self._source.ask(meant.text)
            else:
                answer = await self._source.move(meant.prompt, meant.text)
        except Refused as refused:
            text = _STALE if refused.code == "stale" and meant.prompt is not None else refused.text
            self._face.refused(line, text, refused)
        except LineCut as cut:
            text = NOT_SENT if isinstance(cut, NotSent) else _CUT
            self._face.refused(line, text, None)
        else:
            if answer.unsure and await self._is_told(meant):
                return
            model = reduce_replies.learn(self.model, meant.text, answer, self._now_ms())
            shown = f"{meant.verb} ****" if line.secret else line.text
            self._become(reduce_replies.logged(model, shown, answer, self._width, event))

    async def _is_told(self, meant: Request) -> bool:
        """Does the log tell what has become of the move *meant*?"""
        await self._settle()
        asked = self.model.asked
        return not self._missed and (asked is None or asked.prompt.prompt != meant.prompt)

    async def _show_again(self, line: Line, wish: Wish) -> None:
        """Fetch a replay, which may take a while. Raises Refused, LineCut."""
        replay = await fetch(self._source, wish, self._width)
        self.log(Kind.OWN, [line.text])
        self._face.again(replay)


def _pages(answer: Answer) -> int:
    """How many pages there are of a list."""
    pages = answer.body.get("pages")
    return pages if type(pages) is int else 1
