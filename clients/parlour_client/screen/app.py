"""The application: a session on a screen, keys in, lines out.

prompt_toolkit provides the usual keys of an input line.
"""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final, get_args

from prompt_toolkit.application import get_app_session
from prompt_toolkit.filters import Condition
from prompt_toolkit.input import Input
from prompt_toolkit.layout import HSplit, Layout, VSplit, Window
from prompt_toolkit.layout.controls import BufferControl, FormattedTextControl
from prompt_toolkit.output import Output
from prompt_toolkit.styles import DynamicStyle
from prompt_toolkit.widgets import SearchToolbar

from parlour.language import ENGLISH, joined
from parlour_client.errors import Refused
from parlour_client.journal import Journal
from parlour_client.language import _, said
from parlour_client.log import GUTTER, WIDTH, WIDTH_LEAST, Kind, Log
from parlour_client.model import Model
from parlour_client.pending import Answer, Online
from parlour_client.replay import BUTTONS, Replay
from parlour_client.screen.alerts import REPORT_NO_FOCUS, Alerts, send
from parlour_client.screen.application import Application
from parlour_client.screen.field import PROMPT, Asking, Field, Look, Trouble, hints
from parlour_client.screen.keyboard import Answered, Keyboard
from parlour_client.screen.layout import small
from parlour_client.screen.line import LineBuffer
from parlour_client.screen.means import Means
from parlour_client.screen.own import CHOICES, ON_OFF, commands, own_verb, usage
from parlour_client.screen.painting import Sheet
from parlour_client.screen.rows import Row
from parlour_client.screen.upper import Upper
from parlour_client.screen.widgets import Bar, keys_shown, meanwhile, status
from parlour_client.sending import Line
from parlour_client.session import NOT_SENT, Own, Session
from parlour_client.settings import Settings, Theme, shown
from parlour_client.source import Button, News, Source
from parlour_client.story import Wish


class Stage:
    """A source on the screen, with its keys. The `Face` of its session."""

    def __init__(self, screen: Screen, where: str, buttons: Sequence[Button]) -> None:
        self.upper = Upper(where, screen.means, screen.settings)
        self.buttons = tuple(buttons)
        self.session: Session | None = None
        self._screen = screen
        self._before = Model(wants=frozenset(), lang=screen.settings.lang)
        self._shown = self._before

    @property
    def model(self) -> Model:
        """What the session knows."""
        return self._before if self.session is None else self.session.model

    def open(
        self,
        source: Source,
        now_ms: Callable[[], int],
        width: int = WIDTH,
        earlier: Log | None = None,
        lang: str = ENGLISH,
        own: Own | None = None,
    ) -> Session:
        """A session of *source*, which wraps its lines to *width*. The caller runs it."""
        self.session = Session(
            source, self, now_ms=now_ms, width=width, earlier=earlier, lang=lang, own=own
        )
        self.upper.begin(self.model.log)
        return self.session

    # --- a session's face -----------------------------------------------------------

    def changed(self) -> None:
        """See `Face`."""
        self._screen.alert(self._shown, self.model)
        if self._shown.bare_until_ms != self.model.bare_until_ms and self.model.bare is None:
            self._screen.field.drop_back()  # the game wants no words any more
        asked = self.model.asked
        if asked is not None and asked.prompt.urgent and asked is not self._shown.asked:
            self._screen.field.now_asked(offers=bool(asked.prompt.enter))
        self._shown = self.model
        self._screen.keep(self)
        self._screen.changed()

    def refused(self, line: Line, text: str, why: Refused | None) -> None:
        """See `Face`."""
        self._screen.refused(self, line, text, why)

    def heard(self, news: News) -> None:
        """See `Face`: the model shows it. What could not be sent can be sent now."""
        trouble = self._screen.field.trouble
        if isinstance(news, Online) and trouble is not None and trouble.text == NOT_SENT:
            self._screen.field.trouble = None

    def answered(self, line: Line, answer: Answer) -> None:
        """See `Face`: the log shows it."""

    def again(self, line: Line, wish: Wish, replay: Replay) -> None:
        """See `Face`."""
        self._screen.again(replay)


_WHY: Final = 5
"""Lines for why an answer to one of our questions was not taken."""
_HIGH: Final = 30
"""From this many lines on, a screen has one to spare for hints."""
REDRAW_S: Final = 0.05
"""Shortest time between two drawings of what comes in; keys do not wait for it."""
ANSWER_S: Final = 0.3
"""How long a terminal may take to say its background, if the player leaves at once."""
ESCAPE_S: Final = 0.05
"""How long to wait for the rest of a key that begins with an escape."""
PREFIX_S: Final = 0.3
"""How long the Escape key waits for another one, as in Escape b."""
WHEEL_LINES: Final = 3
"""Lines of the log for each step of the mouse wheel."""


class Screen:
    """The application of this module."""

    def __init__(
        self,
        where: str,
        *,
        now_ms: Callable[[], int],
        buttons: Sequence[Button] = (),
        input: Input | None = None,  # noqa: A002 - as prompt_toolkit calls it
        output: Output | None = None,
        environ: Mapping[str, str] = os.environ,
        settings: Settings | None = None,
        journal: Journal | None = None,
        hosted: bool = False,
    ) -> None:
        self.settings = settings or Settings()
        self._journal = journal or Journal()
        self.means = Means(environ, self.settings, hosted=hosted)
        self.alerts = Alerts(environ, on=self.settings.alerts)
        self.now_ms = now_ms
        self.field = Field(lambda: self.model)
        self.asking = Asking(
            self.field,
            said(_("Connecting to {where} ...", where=where), self.settings.lang),
            self.changed,
        )
        self.stages = [Stage(self, where, buttons)]
        """What is shown, and a replay over it."""
        self._replays = asyncio.Queue[Replay]()
        self._seen = 0
        """Entries of the log when the replay began."""
        self._later: asyncio.TimerHandle | None = None
        self._drawn_at = 0.0
        self._answers_until = 0.0
        """When we stop waiting for an answer of the terminal, by the clock of the loop."""
        self._mouse_taken = False
        """Has the terminal been told to report the mouse?"""
        self.left = asyncio.Event()
        """The player has left."""
        self.keyboard = Keyboard(
            input or get_app_session().input,
            failing=lambda: self.app.failing(),
            heard=self._answered,
        )
        self.app = Application(
            layout=self._layout(),
            style=DynamicStyle(lambda: self.means.style),
            color_depth=self.means.depth,
            full_screen=True,
            mouse_support=Condition(self._takes_mouse),
            max_render_postpone_time=None,
            input=self.keyboard,
            output=output,
        )
        self.app.ttimeoutlen = ESCAPE_S
        self.app.timeoutlen = PREFIX_S
        self.app.key_processor.before_key_press += self._pressed

    def ask_terminal(self) -> None:
        """Ask the terminal what it is. Only a terminal in raw mode does not show its answers."""
        questions = self.means.questions()
        send(self.app.output, questions)
        if questions and not self.means.hosted:
            self._answers_until = asyncio.get_running_loop().time() + ANSWER_S

    def _answered(self, answer: Answered) -> None:
        """The terminal has answered, sooner or later."""
        if isinstance(answer, int):
            self.means.answered(answer)
        else:
            self.means.coloured(answer)
            self._answers_until = 0.0
        self.changed()

    def _pressed(self, _: object) -> None:
        self.alerts.pressed(self.now_ms())

    # --- what is shown --------------------------------------------------------------

    @property
    def stage(self) -> Stage:
        """The stage that is shown."""
        return self.stages[-1]

    @property
    def upper(self) -> Upper:
        """How it is looked at."""
        return self.stage.upper

    @property
    def session(self) -> Session | None:
        """The source that is shown; None before there is any."""
        return self.stage.session

    @property
    def model(self) -> Model:
        """What is known of it."""
        return self.stage.model

    @property
    def size(self) -> tuple[int, int]:
        """Columns and lines of the terminal."""
        size = self.app.output.get_size()
        return size.columns, size.rows

    @property
    def over_another(self) -> bool:
        """Is there a table under what is shown?"""
        return len(self.stages) > 1

    @property
    def aside(self) -> str:
        """What happens there."""
        below = self.stages[0].session
        if not self.over_another or below is None:
            return ""
        return meanwhile(below.model, below.line, self._seen, self.now_ms())

    # --- its parts, from top to bottom ----------------------------------------------

    def _layout(self) -> Layout:
        search = SearchToolbar(
            LineBuffer(),
            text_if_not_searching="",
            backward_search_prompt=said(_("Typed before: "), self.settings.lang),
        )
        mark = Window(
            FormattedTextControl([("class:strong", PROMPT)]), width=len(PROMPT), height=1
        )
        field = Window(
            BufferControl(
                self.field.buffer,
                input_processors=[Look(self.field, lambda: self.model)],
                include_default_input_processors=False,
                search_buffer_control=search.control,
                preview_search=True,
            ),
            height=1,
        )
        above, below = (
            Sheet(self._above, click=self._clicked, wheel=self._wheeled),
            Sheet(self._below, self._hint_height),
        )
        body = HSplit(
            [above, VSplit([mark, field], height=1), search, below, Sheet(self._status, lambda: 1)]
        )
        return Layout(body, focused_element=field)

    def _takes_mouse(self) -> bool:
        """Is there anything to click? prompt_toolkit asks before it draws."""
        self._mouse_taken = self.means.mouse and self.upper.clickable
        return self._mouse_taken

    def _hint_height(self) -> int:
        """The lines below the input."""
        width, height = self.size
        if self.asking.asks and self.field.trouble is not None:
            return _WHY  # there is room above
        if small(width, height):
            return 1
        return 2 if height < _HIGH else 3

    def _above(self, width: int, height: int) -> list[Row]:
        """The table or the lobby, and the log; or the first questions before there is any."""
        self.upper.small = small(*self.size)
        cut_ms = None if self.session is None else self.session.cut_since_ms
        rows = self.upper.rows(
            self.model,
            self.now_ms() if cut_ms is None else cut_ms,
            width,
            height,
            words="" if self.session is not None else self.asking.words,
            aside=self.aside,
            typed=self.field.text,
            told=0 if self.field.trouble is None else self.field.trouble.entry,
            cut=cut_ms is not None,
        )
        fits = self.session is None or self.session.room == self._room(self.session)
        if self._mouse_taken != (self.means.mouse and self.upper.clickable) or not fits:
            self.changed()  # the terminal and the host are told with the next drawing
        return rows

    def _wheeled(self, step: int) -> None:
        self.upper.scroll(self.model, lines=step * WHEEL_LINES)

    def _clicked(self, column: int, row: int) -> None:
        """Put what was clicked on the input line."""
        types = self.upper.types_at(column, row)
        if types:
            self.field.clear()
            self.field.insert(types if self.model.bare is None else f"/{types}")

    def _below(self, width: int, height: int) -> list[Row]:
        """The hints."""
        masked = self.field.hidden_from() is not None
        return hints(self.model, self.field.typed, self.field.trouble, masked, width, height)

    def _status(self, width: int, height: int) -> list[Row]:
        """The bottom line, with the keys of the source, and how to leave it."""
        keys = [button.shown for button in self.stage.buttons]
        secret = self.field.asked_in_secret  # then the key that hides it comes first
        shown_keys = sorted(
            keys_shown(hosted=self.means.hosted), key=lambda each: secret and each[0] != "mask"
        )
        first, *named = [
            joined((shown(self.settings.key(action)), word)) for action, word in shown_keys
        ]
        if self.session is None:
            keys = [_("Ctrl-C leave")]  # the other keys have nothing to do yet
        else:
            keys += [first, _("? now"), _("Tab word"), *named]
        if keys and self.over_another:
            keys.insert(1, _("Esc back"))
        bar = Bar(
            self.upper.where,
            self.model.name,
            line=None if self.session is None else self.session.line,
            since_ms=0 if self.session is None else self.session.line_since_ms,
            masked=self.field.masked,
            alerts=self.alerts.on,
            asking=self.asking.asks,
            keys=keys,
            lang=self.model.lang,
        )
        return [status(bar, self.now_ms(), width)]

    # --- for a stage ------------------------------------------------------------------

    def changed(self) -> None:
        """See `Face`. The screen follows soon, but not more often than necessary."""
        if self._later is not None or not self.app.is_running:
            return
        loop = asyncio.get_running_loop()
        wait = max(0.0, self._drawn_at + REDRAW_S - loop.time())
        self._later = loop.call_later(wait, self._redraw)

    def _redraw(self) -> None:
        self._later = None
        self._drawn_at = asyncio.get_running_loop().time()
        with self.app.failing():
            self.fit()
            self.app.invalidate()

    def refused(self, stage: Stage, line: Line, text: str, why: Refused | None) -> None:
        """See `Face`. The line returns to the input unless the player is typing another one.

        Nor does a word that came too late: nobody can correct it.
        """
        free = stage is self.stage and not self.field.text and not line.late
        trouble = Trouble(line.text, text, why, free)
        if stage.session is not None and not (free and why is None):
            shown = "****" if line.secret else line.text
            told = trouble.told(line.secret, self.model.lang)
            stage.session.log(Kind.ERROR, [_("{line}: {text}", line=shown, text=told)])
            trouble = replace(trouble, entry=stage.model.log.count if free else 0)
        if stage is self.stage and not line.late:
            self.field.put_back(line, trouble)
        self.changed()

    def keep(self, stage: Stage) -> None:
        """Write the log to files, except what may not be kept. A replay is not written."""
        if stage is self.stages[0] and stage.session is not None:
            failed = self._journal.after(stage.model)
            if failed:
                stage.session.log(Kind.ERROR, [failed])

    def alert(self, before: Model, now: Model) -> None:
        """Alert a player who looks elsewhere when it is their turn."""
        sequence = self.alerts.after(before, now, self.now_ms())
        if sequence:
            send(self.app.output, sequence)

    def obey(self, line: Line) -> bool:
        """Carry out *line* if it is a command of the client; return whether it is."""
        verb = own_verb(self.model, line.text)
        if verb is None or self.session is None:
            return False
        choice, *more = [*line.text.split()[1:], self._set(verb)]
        if choice not in CHOICES[verb] or len(more) > 1:
            text = _("{words} is not possible. Type: {usage}", words=choice, usage=usage(verb))
            self.field.put_back(line, Trouble(line.text, text))
            return True
        self._set(verb, choice)
        self.session.log(Kind.OWN, [line.text])
        if self.means.hosted:
            told = _("{setting} is {value}, until you leave.", setting=verb, value=choice)
        else:
            value = choice if verb == "theme" else "true" if choice == "on" else "false"
            told = _(
                "{setting} is {value}, until you leave. To keep it, write in client.toml: {line}",
                setting=verb,
                value=choice,
                line=f"{verb} = {json.dumps(value) if verb == 'theme' else value}",
            )
        self.session.log(Kind.HOST, [told])
        return True

    def _set(self, verb: str, choice: str = "") -> str:
        """Give the setting *verb* a value, if *choice* is one; return its value."""
        match verb:
            case "theme":
                self.means.theme = next(
                    (e for e in get_args(Theme) if e == choice), self.means.theme
                )
                return self.means.theme
            case "mouse":
                self.means.mouse = choice == "on" if choice else self.means.mouse
                return ON_OFF[not self.means.mouse]
            case _:
                self.alerts.on = choice == "on" if choice else self.alerts.on
                return ON_OFF[not self.alerts.on]

    def again(self, replay: Replay) -> None:
        """See `Face`. Replays are shown one after the other."""
        self._replays.put_nowait(replay)

    def fit(self) -> None:
        """Tell the host how wide its lines may be."""
        if self.session is not None:
            self.session.fit(self._room(self.session))

    def _room(self, session: Session) -> int:
        """How wide they may be: as the log, with a mark before them; as before if it is hidden."""
        width = self.upper.log_width
        if not width:
            return session.room
        return min(WIDTH, max(WIDTH_LEAST, width - len(GUTTER[Kind.HOST])))

    def leave(self) -> None:
        """Close the screen. A shell would show an answer of the terminal, so wait for it a bit."""
        loop = asyncio.get_running_loop()
        wait_s, self._answers_until = self._answers_until - loop.time(), 0.0
        if wait_s > 0:
            loop.call_later(wait_s, self.leave)
        elif self.app.is_running and not self.app.is_done:
            send(self.app.output, REPORT_NO_FOCUS)  # a late report would reach the shell
            self.app.exit()

    # --- its course -------------------------------------------------------------------

    async def ask(
        self, words: str, *, usual: str | None = None, secret: bool = False, trouble: str = ""
    ) -> str | None:
        """See `login.Asks`. An answer that is not secret is hidden after its first word."""
        line = await self.asking.ask(
            said(words, self.settings.lang),
            open_words=0 if secret else 1,
            empty=usual,
            trouble=trouble,
        )
        return line.text

    def open(self, source: Source) -> Session:
        """Show *source*; the caller runs its session."""
        earlier = self._journal.earlier if self.session is None else self.model.log
        session = self.stage.open(
            source, self.now_ms, earlier=earlier, lang=self.settings.lang, own=commands
        )
        self.changed()
        return session

    async def replays(self) -> None:
        """Show each replay that is wanted over the table, until cancelled."""
        while True:
            replay = await self._replays.get()
            self._seen = self.model.log.count
            stage = Stage(self, self.upper.where, BUTTONS)
            session = stage.open(replay, self.now_ms, replay.width, lang=self.model.lang)
            self.stages.append(stage)
            self.field.trouble = None
            await session.run()
            self.stages.remove(stage)
            self.field.trouble = None
            self.changed()
