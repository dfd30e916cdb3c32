"""What a player does at a host: hear events, send what they type, ask for what a screen shows.

A `Face` shows a session to a player: the screen, or one line at a time (`--plain`). The session
knows nothing of either. It runs from login to goodbye, over as many reconnects as it takes.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final, Protocol, TypeAlias

from parlour.language import ENGLISH
from parlour_client import reduce_replies
from parlour_client.errors import LineCut, NotSent, Refused
from parlour_client.language import _, said
from parlour_client.log import WIDTH, Kind, Log
from parlour_client.model import LOOK, SCORES, TABLES, WHO, Command, Model, want
from parlour_client.pending import Answer, Ended, Offline, Online
from parlour_client.protocol import Heard
from parlour_client.reduce_events import hear
from parlour_client.reduce_replies import PAGING
from parlour_client.replay import Replay, fetch
from parlour_client.sending import Line, Outbox, Request, fault, quits, request
from parlour_client.source import Afresh, News, Progress, Source, State
from parlour_client.story import Wish, wished
from parlour_client.suggestions import possible


class Face(Protocol):
    """Shows a session. Everything arrives in the order in which the host sent it."""

    def changed(self) -> None:
        """The model or the connection has changed."""
        ...

    def heard(self, news: News) -> None:
        """The model knows *news* now."""
        ...

    def answered(self, line: Line, answer: Answer) -> None:
        """The host has carried out *line*; or it is one of `LOCAL`, and its turn has come."""
        ...

    def refused(self, line: Line, text: str, why: Refused | None) -> None:
        """The host has not carried out *line*; *text* says why, in one sentence."""
        ...

    def again(self, line: Line, wish: Wish, replay: Replay) -> None:
        """Show *replay*, which *line* asked for; the session goes on meanwhile."""
        ...


LOCAL: Final = ("", "?")
"""Lines that the host never sees: the face answers them when all earlier lines are answered."""
Own: TypeAlias = Callable[[str], Mapping[str, Command]]
"""Returns the commands of a face itself, in a language. It carries them out before `say`."""
CALM_S: Final = 0.1
"""Wait this long after an event before asking for anything: more events may follow."""
PAUSE_S: Final = 0.4
"""Pause between two rounds of such requests, so that a busy table does not flood the host."""
LOBBY_S: Final = 20.0
"""How often to ask who is in the lobby: the host sends no news of that."""
PAGES: Final = 5
"""Pages to fetch of each list in the lobby: a hundred tables and 250 players. That is more than a
screen shows, and few enough requests to leave the host time for what the player types."""
NOT_SENT: Final = _("You are disconnected: that was not sent.")
UNSURE: Final = _("You were disconnected: the host may not have received that.")
_FIT: Final = "set width"
"""What we want of the host if it is to wrap to another width: to the newest, when it is asked."""
_STALE: Final = _("Something else happened first. If you still want this, press Enter again.")


class Session:
    """See the top of this module.

    *width* is the width to which the source wraps its lines, *lang* the language to begin with. A
    session that *draws* asks the host for what a screen shows beside the events: the position,
    the lobby, the commands. Its log continues the *earlier* one.
    """

    def __init__(
        self,
        source: Source,
        face: Face,
        *,
        now_ms: Callable[[], int],
        width: int = WIDTH,
        draws: bool = True,
        earlier: Log | None = None,
        lang: str = ENGLISH,
        own: Own | None = None,
    ) -> None:
        self.model = Model(name=source.name, log=earlier or Log(), lang=lang)
        self.line: State = Online()
        """The state of the connection, as far as we know."""
        self.line_since_ms = now_ms()
        """When that state began."""
        self.cut_since_ms: int | None = None
        """When the connection was lost, which is when our clocks stop; None while connected."""
        self.done = asyncio.Event()
        """Set when nothing more can arrive."""
        self.quitting = False
        """The player has said goodbye."""
        self._draws = draws
        self._own = own
        self._source = source
        self._face = face
        self._now_ms = now_ms
        self._outbox = Outbox(
            meant=self._meant, send=self._send, settle=self._settle, give_back=self._give_back
        )
        self._missed = False
        """We may have missed something since the last reconnect."""
        self._wanting = asyncio.Event()
        self._width = width
        self.room = width
        """The width the screen has room for."""
        self._hearing: asyncio.Task[None] | None = None

    # --- for a face -----------------------------------------------------------------

    def say(self, *lines: Line) -> None:
        """Send what was typed, in this order, each line when its turn comes.

        While disconnected, a line comes back to the face as refused instead.
        """
        for line in lines:
            self._outbox.put(line)

    def note(self, kind: Kind, lines: list[str]) -> None:
        """Add a message of our own to the log, in place of the last one of its *kind*."""
        self._add(self.model.log.without_kind(kind), kind, lines)

    def log(self, kind: Kind, lines: list[str]) -> None:
        """Add a message of our own to the log."""
        self._add(self.model.log, kind, lines)

    def _add(self, log: Log, kind: Kind, lines: list[str]) -> None:
        told = [said(line, self.model.lang) for line in lines]
        self._become(replace(self.model, log=log.add(kind, told)))

    def look_at(self, number: int) -> None:
        """Show table *number*: ours, or one that we watch."""
        table = self.model.table
        if table is not None and table.number == number:
            self._become(replace(self.model, glance=None))
        else:
            self.say(Line(f"/{LOOK} {number}"))

    def fit(self, width: int) -> None:
        """Ask the host to wrap lines to *width*."""
        if width != self.room:
            self.room = width
            self._become(want(self.model, _FIT))

    async def run(self) -> None:
        """Run until nothing more can arrive, or until cancelled."""
        try:
            async with asyncio.TaskGroup() as group:
                helpers = [
                    group.create_task(each)
                    for each in (self._outbox.run(group), self._learn_all())
                ]
                self._become(self.model)
                self._hearing = group.create_task(self._hear_all())
                await asyncio.wait([self._hearing])
                for task in helpers:
                    task.cancel()
                self._outbox.cancel()
        finally:
            self.done.set()
            self._face.changed()

    def _become(self, model: Model) -> None:
        if self._own is not None and model.commands is not self.model.commands:
            known = {**model.commands, **self._own(model.lang)}
            model = replace(model, commands=MappingProxyType(known))
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
                self._become(Model(name=self._source.name, past=True, lang=self.model.lang))
            case Online() | Offline() | Ended() | Progress():
                self._line(news)
        self._face.heard(news)

    def _line(self, line: State) -> None:
        was, self.line, self.line_since_ms = self.line, line, self._now_ms()
        if isinstance(line, Offline):
            if self.cut_since_ms is None:
                self.cut_since_ms = self.line_since_ms
            self._missed = False
            self._outbox.cut()
        if isinstance(line, Online):
            if line.note and self._draws:
                self.log(Kind.HOST, [line.note])
            self.cut_since_ms = None
            self._missed = self._missed or line.gap
            self._outbox.mend()
        if isinstance(line, Ended) and not self.quitting:
            why = said(line.why, self.model.lang).split("\n")
            log = self.model.log.add(Kind.ERROR, why)
            self._become(replace(self.model, log=log))
        if isinstance(line, Online) and isinstance(was, Offline):
            self._width = WIDTH
            wants = [LOOK] if self.model.table is not None else [TABLES, WHO]
            if self.room != WIDTH:
                wants.append(_FIT)
            if self.model.lang != ENGLISH:
                wants.append(f"set lang {self.model.lang}")
            self._become(want(self.model, *wants))
        self._face.changed()

    # --- asking what should be known ------------------------------------------------

    async def _learn_all(self) -> None:
        while True:
            await self._some_want()
            self._wanting.clear()
            await asyncio.sleep(CALM_S)
            wants = self.model.wants if self._draws else self.model.wants & {_FIT}
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
        """A scene says everything, except the time that other players have."""
        model = self.model
        if model.table is None:
            return False
        if model.table.scene is None or self._missed:
            return True
        timed = model.asked is not None and model.asked.prompt.due_ms is not None
        return model.table.state == "playing" and not timed

    async def _learn(self, wanted: str) -> None:
        table, room = self.model.table, self.room
        asked = f"/{wanted} {room}" if wanted == _FIT else f"/{wanted}"
        if wanted in (LOOK, SCORES) and table is not None:
            asked += f" {table.number}"
        try:
            answer = await self._whole(asked)
        except (LineCut, Refused):
            return
        if wanted == LOOK and table is not None and self._elsewhere(table.number):
            return
        glance = self.model.glance
        if wanted.startswith(f"{LOOK} ") and (
            glance is None or wanted != f"{LOOK} {glance.number}"
        ):
            return
        if wanted == _FIT:
            self._width = room
        self._become(reduce_replies.learn(self.model, asked, answer, self._now_ms()))

    async def _whole(self, asked: str) -> Answer:
        """The answer to *asked*; of a list that comes in pages, all of them as one.

        Raises Refused, LineCut.
        """
        answer = await self._source.ask(asked, keep=True, in_order=True)
        items, page, pages = list(answer.items), 1, _pages(answer)
        while page < min(pages, PAGES):
            page += 1
            try:
                more = await self._source.ask(f"{asked} {page}", keep=True, in_order=True)
            except Refused:  # the list is shorter by now
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
        self._fail(line, NOT_SENT)

    def _fail(self, line: Line, text: str) -> None:
        """The connection was lost before *line* was answered. A goodbye needs no answer."""
        if quits(self.model, line.text):
            self.quitting = True
            if self._hearing is not None:
                self._hearing.cancel()
        elif line.text in LOCAL:
            self._face.answered(line, Answer({}))
        else:
            self._face.refused(line, said(text, self.model.lang), None)

    async def _settle(self) -> None:
        """Wait until we have heard everything that the last request led to, or are cut off."""
        try:
            await self._source.ask("/ping", in_order=True)
        except (LineCut, Refused):
            return

    async def _send(self, line: Line, meant: Request) -> None:
        if line.text in LOCAL:
            await self._settle()
            self._face.answered(line, Answer({}))
            return
        unreadable = fault(meant.text)
        if unreadable is not None:
            self._face.refused(line, said(unreadable, self.model.lang), None)
            return
        plays = meant.word or meant.prompt is not None
        wish = None if plays else wished(f"/{meant.text.lstrip('/')}")
        try:
            if wish is not None:
                await self._show_again(line, wish)
                return
            if meant.prompt is None:
                answer = await self._source.ask(meant.text, in_order=True)
            else:
                answer = await self._source.move(meant.prompt, meant.text, in_order=True)
        except Refused as refused:
            word = meant.prompt is None and meant.verb not in self.model.commands
            gone = refused.code == "stale" or (meant.word and self.model.bare is None)
            line = replace(line, late=word and gone)
            text = _STALE if refused.code == "stale" and meant.prompt is not None else refused.text
            self._face.refused(line, said(text, self.model.lang), refused)
        except LineCut as cut:
            self._fail(line, NOT_SENT if isinstance(cut, NotSent) else UNSURE)
        else:
            await self._answered(line, meant, answer)

    async def _answered(self, line: Line, meant: Request, answer: Answer) -> None:
        self.quitting = not meant.word and quits(self.model, meant.text)
        if answer.unsure and await self._is_told(meant):
            return
        model = self.model
        if answer.items or not meant.word:
            model = reduce_replies.learn(model, meant.text, answer, self._now_ms())
        shown = f"{meant.verb} ****" if line.secret else line.text
        self._become(reduce_replies.logged(model, shown, answer, self._width))
        self._face.answered(line, answer)

    async def _is_told(self, meant: Request) -> bool:
        """Does the log already say what came of the move *meant*?"""
        await self._settle()
        asked = self.model.asked
        return not self._missed and (asked is None or asked.prompt.prompt != meant.prompt)

    async def _show_again(self, line: Line, wish: Wish) -> None:
        """Fetch a replay. Raises Refused, LineCut."""
        replay = await fetch(self._source, wish, self._width)
        self.log(Kind.OWN, [line.text])
        self._face.again(line, wish, replay)


def _pages(answer: Answer) -> int:
    """How many pages there are of a list."""
    pages = answer.body.get("pages")
    return pages if type(pages) is int else 1
