"""A source and what is known of it: hears, sends what is typed, asks what should be known.

No screen here. Whoever shows it reads `model` whenever `Face.changed` is called.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from parlour_client import answers
from parlour_client.again import Wish, fetch, wished
from parlour_client.drawings import Drawings
from parlour_client.face import Face, Line
from parlour_client.faults import LineCut, Refused
from parlour_client.hearing import NOTHING, hear
from parlour_client.lines import Heard
from parlour_client.link import Ended, Offline, Online
from parlour_client.log import Kind
from parlour_client.model import LOOK, SCORES, TABLES, WHO, Model, want
from parlour_client.prose import WIDTH
from parlour_client.sending import Request, fault, request
from parlour_client.source import Afresh, News, Progress, Source

CALM_S: Final = 0.1
"""So long nothing is asked after something has happened: more may come with it."""
PAUSE_S: Final = 0.4
"""Between two rounds of such questions, so that a busy table does not flood the host."""
LOBBY_S: Final = 20.0
"""So often the lobby is asked who is there, as nobody tells."""
AT_ONCE: Final = 16
"""Words on their way at most: a host reads 40 lines at once, and 10 a second from then on."""
ANSWER_S: Final = 3.0
"""So long a line waits for the answers to those before it."""
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
        drawings: Drawings,
        width: int = WIDTH,
    ) -> None:
        self.model = Model(name=source.name)
        self.line: Online | Offline | Ended | Progress = Online()
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
        self._drawings = drawings
        self._typed: asyncio.Queue[Line] = asyncio.Queue()
        self._wanting = asyncio.Event()
        self._window = asyncio.Semaphore(AT_ONCE)
        self._on_the_way: set[asyncio.Task[None]] = set()
        self._width = width
        self._room = width
        """What it should be."""

    # --- for whoever shows it -------------------------------------------------------

    def say(self, *lines: Line) -> None:
        """Send what was typed, in this order, each line when its turn comes."""
        for line in lines:
            self._typed.put_nowait(line)

    def note(self, kind: Kind, lines: list[str]) -> None:
        """Put something of our own into the log, in place of the last one of its *kind*."""
        log = self.model.log.without_kind(kind)
        self._become(replace(self.model, log=log.add(kind, lines)))

    def log(self, kind: Kind, lines: list[str]) -> None:
        """Put something of our own into the log."""
        self._become(replace(self.model, log=self.model.log.add(kind, lines)))

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
                    group.create_task(self._send_all(group)),
                    group.create_task(self._learn_all()),
                ]
                self._become(self.model)
                await self._hear_all()
                for task in (*helpers, *self._on_the_way):
                    task.cancel()
        finally:
            self.done.set()
            self._face.changed()

    def forgets(self, line: str) -> bool:
        """Is *line* a move of a game in which nobody may keep a list of what was asked?"""
        drawing = self._drawings.of(self._game)
        model = self.model
        if drawing is None or not drawing.forget or model.asked is None:
            return False
        if model.table is not None and model.table.notes:
            return False
        verb = line.lstrip("/ ").partition(" ")[0].lower()
        return model.asked.prompt.move(verb) is not None

    def _become(self, model: Model) -> None:
        self.model = model
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
                drawing = self._drawings.of(self._game)
                forget = NOTHING if drawing is None else drawing.forget
                self._become(hear(self.model, news, self._now_ms(), forget, self._width))
            case Afresh():
                self._become(Model(name=self._source.name, past=True))
            case Online() | Offline() | Ended() | Progress():
                self._line(news)

    @property
    def _game(self) -> str:
        return "" if self.model.table is None else self.model.table.game

    def _line(self, line: Online | Offline | Ended | Progress) -> None:
        was, self.line, self.line_since_ms = self.line, line, self._now_ms()
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
            for wanted in sorted(
                wants, key=lambda each: (each == LOOK, each)
            ):  # what is drawn comes last
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
        """With a drawing all is known, but for the time that the others have."""
        model = self.model
        if model.table is None:
            return False
        if model.table.view is None or self._drawings.of(model.table.game) is None:
            return True
        timed = model.asked is not None and model.asked.prompt.due_ms is not None
        return model.table.state == "playing" and not timed

    async def _learn(self, wanted: str) -> None:
        table = self.model.table
        asked = f"/{wanted}"
        if wanted in (LOOK, SCORES) and table is not None:
            asked += f" {table.number}"
        try:
            answer = await self._source.ask(asked, keep=True)
        except (LineCut, Refused):
            return
        if wanted == LOOK and table is not None and self._elsewhere(table.number):
            return
        if wanted == f"set width {self._room}":
            self._width = self._room
        self._become(answers.learn(self.model, asked, answer, self._now_ms()))

    def _elsewhere(self, number: int) -> bool:
        return self.model.table is None or self.model.table.number != number

    # --- sending --------------------------------------------------------------------

    async def _send_all(self, group: asyncio.TaskGroup) -> None:
        """Words go out one behind the other; everything else waits for what was before it."""
        while True:
            line = await self._typed.get()
            await self._window.acquire()
            meant = request(self.model, line.text, self._now_ms())
            if not meant.word:
                await self._answered()
                meant = request(self.model, line.text, self._now_ms())
            task = group.create_task(self._send(line, meant))
            self._on_the_way.add(task)
            task.add_done_callback(self._sent)
            if not meant.word and not self._typed.empty():
                await self._answered()
                await self._settle()

    async def _answered(self) -> None:
        """Wait until nothing is on the way, but not for ever: the line may be cut."""
        if self._on_the_way:
            await asyncio.wait(self._on_the_way, timeout=ANSWER_S)

    def _sent(self, task: asyncio.Task[None]) -> None:
        self._on_the_way.discard(task)
        self._window.release()

    async def _settle(self) -> None:
        """Wait until everything has been heard that the last request led to."""
        try:
            await self._source.ask("/ping", keep=True)
        except (LineCut, Refused):
            return

    async def _send(self, line: Line, meant: Request) -> None:
        unreadable = fault(meant.text)
        if unreadable is not None:
            self._face.refused(line, unreadable, None)
            return
        if meant.verb == "quit":
            self.quitting = True
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
        except LineCut:
            self._face.refused(line, _CUT, None)
        else:
            model = answers.learn(self.model, meant.text, answer, self._now_ms())
            shown = f"{meant.verb} ****" if line.secret else line.text
            self._become(answers.logged(model, shown, answer, self._width))

    async def _show_again(self, line: Line, wish: Wish) -> None:
        """Fetch a replay, which may take a while. Raises Refused, LineCut."""
        replay = await fetch(self._source, wish, self._width)
        self.log(Kind.OWN, [line.text])
        self._face.again(replay)
