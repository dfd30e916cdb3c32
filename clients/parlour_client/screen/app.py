"""The application: a session on a screen, keys in, lines out."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from prompt_toolkit.application import Application
from prompt_toolkit.input import Input
from prompt_toolkit.layout import HSplit, Layout, Window
from prompt_toolkit.layout.controls import BufferControl
from prompt_toolkit.output import Output

from parlour_client.drawings import Drawings
from parlour_client.faults import Refused
from parlour_client.link import Ended, Offline
from parlour_client.log import Kind
from parlour_client.model import Model
from parlour_client.now import possible
from parlour_client.prose import WIDTH, WIDTH_LEAST
from parlour_client.screen import frame, keys, panes
from parlour_client.screen.field import Field, Look
from parlour_client.screen.hints import Trouble, hints
from parlour_client.screen.rows import Row
from parlour_client.screen.scene import Scene
from parlour_client.screen.sheet import Sheet
from parlour_client.screen.style import STYLE, depth
from parlour_client.session import Line, Session
from parlour_client.source import Button

REDRAW_S: Final = 0.05
"""However much comes in, the screen is drawn so often for it; keys do not wait for that."""
TICK_S: Final = 0.25
"""So often it is seen whether a countdown shows another second."""
ESCAPE_S: Final = 0.05
"""A key that begins with an escape sends the rest within that time."""
PREFIX_S: Final = 0.3
"""And so long the Escape key waits for another one, as in Escape b."""
PASTE_MAX: Final = 500
"""Lines of a paste that are sent: more is a mistake."""


class Screen:
    """See the head of this module; a `Face` for a session."""

    def __init__(
        self,
        where: str,
        *,
        now_ms: Callable[[], int],
        drawings: Drawings | None = None,
        buttons: Sequence[Button] = (),
        input: Input | None = None,  # noqa: A002 - as prompt_toolkit calls it
        output: Output | None = None,
        environ: Mapping[str, str] = os.environ,
    ) -> None:
        self.drawings = drawings or Drawings()
        self.session: Session | None = None
        self.scene = Scene(where, self.drawings)
        self.field = Field(lambda: self.model)
        self.buttons = tuple(buttons)
        self._now_ms = now_ms
        self._words = ""
        self._answer: asyncio.Future[Line] | None = None
        self._alone = Model(wants=frozenset())
        self._later: asyncio.TimerHandle | None = None
        self._drawn_at = 0.0
        self._leaving = False
        self.left = asyncio.Event()
        """He is gone."""
        self.app: Application[None] = Application(
            layout=self._layout(),
            key_bindings=keys.bindings(self),
            style=STYLE,
            color_depth=depth(environ),
            full_screen=True,
            max_render_postpone_time=None,
            input=input,
            output=output,
        )
        self.app.ttimeoutlen = ESCAPE_S
        self.app.timeoutlen = PREFIX_S

    # --- what it is made of ---------------------------------------------------------

    def _layout(self) -> Layout:
        field = Window(
            BufferControl(
                self.field.buffer,
                input_processors=[Look(self.field, lambda: self.model)],
                include_default_input_processors=False,
            ),
            height=1,
        )
        body = HSplit(
            [
                Sheet(self._above),
                field,
                Sheet(self._below, self._hint_height),
                Sheet(self._status, lambda: 1),
            ]
        )
        return Layout(body, focused_element=field)

    @property
    def model(self) -> Model:
        """What is known."""
        return self._alone if self.session is None else self.session.model

    @property
    def _size(self) -> tuple[int, int]:
        size = self.app.output.get_size()
        return size.columns, size.rows

    def _hint_height(self) -> int:
        width, height = self._size
        if frame.small(width, height):
            return 1
        return 2 if height < 30 else 3

    def _above(self, width: int, height: int) -> list[Row]:
        self.scene.small = frame.small(*self._size)
        words = (
            "" if self.session is not None else self._words or f"Calling {self.scene.where} ..."
        )
        return self.scene.rows(self.model, self._now_ms(), words, width, height)

    def _below(self, width: int, height: int) -> list[Row]:
        field = self.field
        masked = field.hidden_from() is not None
        return hints(self.model, field.typed, field.trouble, masked, width, height)

    def _status(self, width: int, height: int) -> list[Row]:
        session = self.session
        line = None if session is None else session.line
        since = 0 if session is None else session.line_since_ms
        now_ms, masked, name = self._now_ms(), self.field.masked, self.model.name
        bar = panes.Bar(self.scene.where, name, line, since, masked, self.buttons)
        return [panes.status(bar, now_ms, width)]

    # --- a session's face -----------------------------------------------------------

    def changed(self) -> None:
        """See `Face`. The screen follows soon, and not oftener than it needs to."""
        if self._later is not None or not self.app.is_running:
            return
        loop = asyncio.get_running_loop()
        wait = max(0.0, self._drawn_at + REDRAW_S - loop.time())
        self._later = loop.call_later(wait, self._redraw)

    def _redraw(self) -> None:
        self._later = None
        self._drawn_at = asyncio.get_running_loop().time()
        self.fit()
        self.app.invalidate()

    def refused(self, line: Line, text: str, why: Refused | None) -> None:
        """See `Face`. The line is given back if nothing else stands there by now."""
        free = not self.field.text
        trouble = Trouble(line.text, text, why, free)
        self.field.put_back(line, trouble, replaced=self.model.bare is not None)
        if not free and self.session is not None:
            shown = "****" if line.secret else line.text
            self.session.log(Kind.ERROR, [f"{shown}: {text}"])
        self.changed()

    def fit(self) -> None:
        """Tell the host how wide a position may be."""
        if self.session is not None:
            width, _ = self._size
            room = min(WIDTH, max(WIDTH_LEAST, frame.table_width(width)))
            self.session.fit(room)

    # --- what the keys do -----------------------------------------------------------

    def enter(self) -> None:
        """The line is done."""
        if self._answer is not None:
            if self.field.text.strip() and not self._answer.done():
                self._answer.set_result(self.field.take())
            return
        if self.session is None:
            return
        if isinstance(self.session.line, Ended) or self.session.done.is_set():
            self.leave()
        elif not self.field.text.strip():
            self.now()
        else:
            self._say(self.field.take())

    def _say(self, line: Line) -> None:
        assert self.session is not None
        self._leaving = False
        self.scene.to_end()
        if not line.secret and not self.session.forgets(line.text):
            self.field.remember(line.text)
        if line.text == "?":
            self.now()
        else:
            self.session.say(line)

    def paste(self, text: str) -> None:
        """Whole lines are sent, one by one; what is behind the last end stays."""
        *lines, rest = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        if len(lines) > PASTE_MAX:
            self.field.trouble = Trouble("", f"{len(lines)} lines are too many to paste.")
            return
        for line in lines:
            self.field.insert(line)
            if self.field.text.strip():
                self.enter()
        if rest:
            self.field.insert(rest)

    def now(self) -> None:
        """Say what can be done now."""
        if self.session is not None:
            self.scene.show_log()
            self.session.note(Kind.NOW, possible(self.model))

    def press(self, button: Button) -> None:
        """A key of the source."""
        if self.session is not None:
            self.session.say(Line(button.request))

    def scroll(self, pages: int) -> None:
        """Leaf through what happened."""
        self.scene.scroll(self.model, pages)

    def turn_mask(self) -> None:
        """Hide what is typed, or show it."""
        self.field.masked = not self.field.masked

    def escape(self) -> None:
        """Away with whatever is in the way."""
        self.scene.helping = False
        self.scene.to_end()
        self.field.trouble = None

    def interrupt(self) -> None:
        """Ctrl-C: empties the line; twice on an empty one leaves."""
        if self.field.text:
            self.field.clear()
            self._leaving = False
        elif self._leaving or self.session is None or self.session.done.is_set():
            self.leave()
        else:
            self._leaving = True
            seat = self.model.table is not None and self.model.table.seat is not None
            kept = " Your seat is kept for a while; leave gives it up." if seat else ""
            self.field.trouble = Trouble("", f"Ctrl-C once more leaves.{kept}")

    def leave(self) -> None:
        """Away with the screen."""
        if self.app.is_running and not self.app.is_done:
            self.app.exit()

    # --- without a session ----------------------------------------------------------

    async def run(self) -> None:
        """Show it until the player leaves."""
        try:
            await self.app.run_async()
        finally:
            self.left.set()

    def open(self, session: Session) -> None:
        """Show *session*."""
        self.session = session
        self.fit()
        self.changed()

    async def answer(self, words: str, usual: str, trouble: str, *, open_words: int) -> Line:
        """Ask the player something ourselves, such as his name.

        *usual* stands there already. What he types behind the first *open_words* is not to be
        read. *trouble* says what was wrong with his last answer.
        """
        self._words, self.field.open_words = words, open_words
        self.field.show(usual)
        self.field.trouble = Trouble("", trouble) if trouble else None
        self._answer = asyncio.get_running_loop().create_future()
        self.app.invalidate()
        try:
            return await self._answer
        finally:
            self._answer, self._words, self.field.open_words = None, "", None

    async def tick(self) -> None:
        """Let the countdowns run, until it is cancelled."""
        before: object = None
        while True:
            await asyncio.sleep(TICK_S)
            now = self._now_ms()
            offline = self.session is not None and isinstance(self.session.line, Offline)
            seconds = (self.model.left_s(now), now // 1000 if offline else None)
            if seconds != before:
                before = seconds
                self.app.invalidate()
