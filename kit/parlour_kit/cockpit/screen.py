"""The cockpit on a screen, drawn as the client draws: two viewers side by side.

This layer shows what the session knows, and turns keys into its commands.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, Final

import msgspec
from msgspec import structs
from prompt_toolkit.application import get_app_session
from prompt_toolkit.filters import Condition
from prompt_toolkit.input import Input
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout import HSplit, Layout, VSplit, Window
from prompt_toolkit.layout.controls import BufferControl, FormattedTextControl
from prompt_toolkit.output import ColorDepth, Output
from prompt_toolkit.styles import BaseStyle, DynamicStyle, Style, merge_styles

from parlour.api import Seat
from parlour.language import translated, written
from parlour.scene import SceneFault
from parlour.scene_limits import WIDTH_LEAST
from parlour.tables.position import move_info
from parlour.texts import columns, wrap
from parlour_client.model import Asked, BotKind, Chair, Command, Model, Offered, Table
from parlour_client.protocol import read_prompt
from parlour_client.screen.alerts import send
from parlour_client.screen.application import Application
from parlour_client.screen.field import Field, Look, Trouble, hints
from parlour_client.screen.keyboard import Answered, Keyboard
from parlour_client.screen.means import Means
from parlour_client.screen.painting import Sheet, theme
from parlour_client.screen.rows import Row, cut, fitted, shortened, text
from parlour_client.screen.scenes import Looks, draw
from parlour_client.screen.tiles import Line, Span
from parlour_client.screen.widgets import Bar, heading, status
from parlour_client.settings import Settings
from parlour_client.terminal import given_back
from parlour_kit.cockpit import lines
from parlour_kit.cockpit.code import Code
from parlour_kit.cockpit.marks import MARK, SIGN, narrowed
from parlour_kit.cockpit.running import take_changes
from parlour_kit.cockpit.seen import RAW, AnyViewer, Seen
from parlour_kit.cockpit.session import Cockpit, Denied
from parlour_kit.cockpit.thinking import thought
from parlour_kit.cockpit.verbs import COMMANDS, NO_MOVE, QUIT, Reply, do, help_page
from parlour_kit.language import _
from parlour_kit.position import Move

BESIDE: Final = 80
"""From this width on, both viewers are shown. A picture needs 40 columns."""
HIGH: Final = 30
"""From this many lines on, there is one more line of hints."""
TICK_S: Final = 0.25
LOG_LEAST: Final = 3
"""Lines of what happened that a picture leaves free, if it can be cut no further."""
QUESTION_MOST: Final = 3
_ESCAPE_S: Final = 0.05
_PREFIX_S: Final = 0.3
_WALL: Final = "\N{BOX DRAWINGS LIGHT VERTICAL}"
_COLOURS: Final[Mapping[str, tuple[str, str]]] = {
    "dark": ("#ff5faf", "#ff87d7"),
    "light": ("#ff87d7", "#87005f"),
}
"""What marks a cell, and a line: no piece and no other part of the screen has this colour."""
_SHOWN: Final[Mapping[str, str]] = {"VIEWER": "PLAYER|watcher|raw", "SEAT": "PLAYER"}
"""Words of our usages, as the client completes them."""


@cache
def styles(shades: str, depth: ColorDepth) -> BaseStyle:
    """Return the styles of the client and those of marks, in the theme *shades*."""
    return merge_styles([theme(shades, depth), _marks(shades, depth)])


def _marks(shades: str, depth: ColorDepth) -> Style:
    if depth is ColorDepth.DEPTH_1_BIT or shades not in _COLOURS:
        sign, line = "bold", "bold"
    elif depth is ColorDepth.DEPTH_4_BIT:
        sign, line = "bg:ansibrightmagenta ansiblack", "bold ansimagenta"
    else:
        ground, ink = _COLOURS[shades]
        sign, line = f"bg:{ground} #1c1c1c bold", f"bold {ink}"
    return Style.from_dict({"differs": sign, "differs-line": line})


class CockpitScreen:
    """The screen of this module."""

    def __init__(
        self,
        cockpit: Cockpit,
        code: Code | None = None,
        *,
        input: Input | None = None,  # noqa: A002 - as prompt_toolkit calls it
        output: Output | None = None,
        environ: Mapping[str, str] = os.environ,
        settings: Settings | None = None,
        now_ms: Callable[[], int],
    ) -> None:
        self.cockpit = cockpit
        cockpit.by_and_by = True
        self._code = code
        self._now_ms = now_ms
        self._at = now_ms()
        self.means = Means(environ, settings or Settings(), hosted=False)
        self.field = Field(lambda: self.model)
        self.page: Sequence[str] = ()
        """A page that replaces the viewers."""
        self.note = cockpit.about or ""
        """What happened last, below the input."""
        self.offset = 0
        """Lines of a page or of the pictures that are scrolled away."""
        self.second = False
        """On a narrow screen: the right viewer is shown."""
        self._drawn: list[Line] = []
        self._split = 0
        self._model: tuple[Any, Model] | None = None
        self._thinking: asyncio.Task[None] | None = None
        self._thinker = cockpit.acting
        self._thinking_at: object = None
        """The position in which a bot thinks, or in which none wants to move."""
        self.keyboard = Keyboard(
            input or get_app_session().input,
            failing=lambda: self.app.failing(),
            heard=self._answered,
        )
        self.app = Application(
            layout=self._layout(),
            style=DynamicStyle(self._style),
            color_depth=self.means.depth,
            full_screen=True,
            mouse_support=Condition(lambda: self.means.mouse),
            max_render_postpone_time=None,
            input=self.keyboard,
            output=output,
            key_bindings=self._keys(),
        )
        self.app.ttimeoutlen, self.app.timeoutlen = _ESCAPE_S, _PREFIX_S

    def _style(self) -> BaseStyle:
        return styles(self.means.shades, self.means.depth)

    def _answered(self, answer: Answered) -> None:
        if isinstance(answer, str):
            self.means.coloured(answer)
            self.app.invalidate()

    def said(self, sentence: str) -> str:
        """Return *sentence* in the language of the author."""
        return str(translated(sentence, self.cockpit.lang))

    # --- its parts ----------------------------------------------------------------------

    def _layout(self) -> Layout:
        mark = Window(
            FormattedTextControl(lambda: [("class:strong", lines.prompt_of(self.cockpit))]),
            width=lambda: len(lines.prompt_of(self.cockpit)),
            height=1,
        )
        field = Window(
            BufferControl(
                self.field.buffer,
                input_processors=[Look(self.field, lambda: self.model)],
                include_default_input_processors=False,
            ),
            height=1,
        )
        above = Sheet(self._above, click=self._clicked, wheel=self._wheeled)
        below = Sheet(self._below, lambda: 2 if self.size[1] < HIGH else 3)
        bar = Sheet(self._status, lambda: 1)
        return Layout(
            HSplit([above, VSplit([mark, field], height=1), below, bar]), focused_element=field
        )

    @property
    def size(self) -> tuple[int, int]:
        """Columns and lines of the terminal."""
        size = self.app.output.get_size()
        return size.columns, size.rows

    def _above(self, width: int, height: int) -> list[Row]:
        rows = [self._title(width)]
        room = height - 1
        if room < 1:
            return rows[:height]
        body = self._paged(width, room) if self.page else self._panes(width, room)
        self._drawn = [[], *body]
        rows += [[each for span in line for each in _pieces(span)] for line in body[:room]]
        return [*rows, *[[] for _ in range(height - len(rows))]]

    def _title(self, width: int) -> Row:
        cockpit = self.cockpit
        node = cockpit.node
        at = self.said(_("act {n} of {most}", n=node.depth, most=node.tip.depth))
        ends = cockpit.root.ends
        more = self.said(_("{n} lines", n=len(ends))) if len(ends) > 1 else ""
        over = self.said(_("the game is over")) if cockpit.over else ""
        if self._thinking is not None:
            over = self.said(_("{name} thinks", name=cockpit.called(self._thinker)))
        clock = lines.time_told(cockpit)
        return heading(cockpit.game.title, [at, more, over], text(clock, "title-clock"), width)

    def _status(self, width: int, height: int) -> list[Row]:
        arrows = "\N{LEFTWARDS ARROW}\N{RIGHTWARDS ARROW}" if self.means.boxes else "Left/Right"
        twin, lang = self.cockpit.twin is not None, self.cockpit.lang
        keys = [
            _("F1 help"),
            _("{arrows} step", arrows=arrows),
            _("F2 F3 viewers"),
            _("F4 json"),
            _("F5 clock"),
            _("F6 bot"),
            _("F7 acts"),
            _("F8 twin off") if twin else _("F8 twin"),
            _("Ctrl-C leave"),
        ]
        shown = Bar(self.cockpit.game.id, "", None, 0, False, asking=True, keys=keys, lang=lang)
        return [status(shown, 0, width)]

    def _below(self, width: int, height: int) -> list[Row]:
        trouble = self.field.trouble
        if trouble is None and self.cockpit.trouble:
            trouble = Trouble("", self.cockpit.trouble)
        if trouble is None and self.note and not self.field.text:
            told = wrap(self.note, width - 2)[:height]
            return [text(f"  {line}", "now") for line in told]
        return hints(self.model, self.field.typed, trouble, False, width, height)

    # --- viewers ------------------------------------------------------------------------

    def _paged(self, width: int, height: int) -> list[Line]:
        body = [line for each in self.page for line in (wrap(f" {each}", width) or [""])]
        most = max(0, len(body) - height)
        self.offset = min(self.offset, most)
        shown: list[Line] = [[Span(line)] for line in body[self.offset : self.offset + height]]
        if self.offset < most:
            left = len(body) - self.offset - height + 1
            shown[-1] = [Span(self.said(_(" ... {n} more lines: PgDn", n=left)), "dim")]
        return shown

    def _panes(self, width: int, height: int) -> list[Line]:
        if width < BESIDE:
            self._split = 0 if self.second else width
            return self._pane(self.second, width, height)
        left = (width - 1) // 2
        self._split = left + 1
        bar = Span(_WALL if self.means.boxes else "|", "rule")
        one = self._pane(False, left, height)
        two = self._pane(True, width - left - 1, height)
        found: list[Line] = []
        for mine, other in zip(one, two, strict=True):
            # A picture may need one column more than there is on a screen of 80.
            full = left < WIDTH_LEAST and columns("".join([span.text for span in mine])) > left
            found.append(
                [*(_padded(mine, left + 1) if full else [*_padded(mine, left), bar]), *other]
            )
        return found

    def _pane(self, right: bool, width: int, height: int) -> list[Line]:
        """Return exactly *height* lines: the viewer, the picture, what they read, the question."""
        _node, viewer, mine = self.cockpit.pane(right)
        head = self._head(right, viewer, mine, width)
        question = self._question(mine, width)
        room = height - 1 - len(question)
        told = self._told(right, width)
        free = min(len(told), max(LOG_LEAST, room // 4))
        upper = self._picture(right, viewer, mine, width, max(1, room - free))
        log_room = room - len(upper)
        older = max(0, log_room - len(told) - 1)
        before: list[Line] = []
        for line in lines.told_before(self.cockpit, right, older):
            before += [[Span(each, "dim")] for each in wrap(line, width)]
        before = before[-older:] if older else []
        log = [*before, *told][-log_room:] if log_room > 0 else []
        gap: list[Line] = [[] for _ in range(max(0, log_room - len(log)))]
        whole = [head, *upper, *gap, *log, *question]
        return [*whole, *[[] for _ in range(height)]][:height]

    def _head(self, right: bool, viewer: AnyViewer, mine: Seen, width: int) -> Line:
        cockpit = self.cockpit
        name = f" {cockpit.called(viewer)}"
        leaks = lines.leaks_told(cockpit) if right else ""
        facts: list[str] = [leaks] if leaks else []
        if mine.prompt is not None:
            facts.append(_("is asked") if mine.prompt.urgent else _("may move"))
        if not isinstance(viewer, type(RAW)) and viewer in cockpit.bots:
            facts.append(_("a bot"))
        if right and cockpit.compared() is not cockpit.node:
            facts.append(_("in a twin"))
        elif right and cockpit.twin is not None and cockpit.twin_fault:
            facts.append(_("F8 twice for a new twin: {why}", why=cockpit.twin_fault))
        rest = "".join(f"  {self.said(fact)}" for fact in facts)
        rest = shortened(rest, max(0, width - columns(name)))
        fill = " " * max(0, width - columns(name) - columns(rest))
        return [Span(name, "status-name"), Span(rest + fill, "status")]

    def _question(self, mine: Seen, width: int) -> list[Line]:
        if mine.prompt is None:
            return []
        sign = "\N{BLACK RIGHT-POINTING SMALL TRIANGLE} " if self.means.boxes else "? "
        style = "urgent" if mine.prompt.urgent else "question"
        body = [line for each in lines.question(mine) for line in wrap(each, width - 2, "")]
        if len(body) > QUESTION_MOST:
            body[QUESTION_MOST - 1 :] = [cut(body[QUESTION_MOST - 1], width - 5) + "..."]
        found: list[Line] = []
        for at, line in enumerate(body):
            found.append([Span("  " if at else sign, "accent"), Span(line, style)])
        return found

    def _told(self, right: bool, width: int) -> list[Line]:
        found: list[Line] = []
        for mark, line in lines.read(self.cockpit, right):
            style = "differs-line" if mark else ""
            found += [[Span(e, style)] for e in wrap(f"{SIGN} {line}" if mark else line, width)]
        for fault in self.cockpit.pane(right)[2].faults:
            found += [[Span(each, "error")] for each in wrap(fault, width)]
        return found

    def _picture(
        self, right: bool, viewer: AnyViewer, mine: Seen, width: int, height: int
    ) -> list[Line]:
        cockpit = self.cockpit
        if lines.shows_fields(cockpit, viewer, mine) or mine.scene is None:
            body = self._fields(right, width)
        else:
            scene = lines.picture(cockpit, right, mine.scene, boxes=self.means.boxes)
            me = viewer if isinstance(viewer, int) else None
            looks = Looks(self.means.boxes, me, lang=cockpit.lang, tiles=self.means.tiles)
            scene = structs.replace(scene, status="" if mine.prompt is not None else scene.status)
            try:
                body = draw(scene, width, height, looks)
            except SceneFault:  # a sign takes a column, and some boards have none to spare
                body = draw(narrowed(scene), width, height, looks)
        if len(body) <= height:
            return body
        most = len(body) - height
        self.offset = min(self.offset, max(0, most))
        shown = body[self.offset : self.offset + height]
        if self.offset < most:
            left = len(body) - self.offset - height + 1
            shown[-1] = [Span(self.said(_("... {n} more lines: PgDn", n=left)), "dim")]
        return shown

    def _fields(self, right: bool, width: int) -> list[Line]:
        found: list[Line] = []
        for mark, field in lines.listed(self.cockpit, right):
            sign = SIGN if mark else "?" if field.hidden else " "
            head = f"{sign}{field.name} = "
            style = "differs-line" if mark else "mine" if field.hidden else ""
            for at, each in enumerate(wrap(f"{head}{field.text}", width)):
                if at == 0 and each.startswith(head.rstrip()):
                    found.append([Span(head, style or "dim"), Span(each[len(head) :], style)])
                else:
                    found.append([Span(each, style)])
        return found

    # --- the input ------------------------------------------------------------------------

    @property
    def model(self) -> Model:
        """What the client would know at the seat for which a line is a move."""
        cockpit = self.cockpit
        key = cockpit.node, cockpit.node.moment, cockpit.acting, cockpit.lang
        if self._model is None or self._model[0] != key:
            self._model = key, self._made_model()
        return self._model[1]

    def _made_model(self) -> Model:
        cockpit, game = self.cockpit, self.cockpit.game
        seats = cockpit.node.now.seats
        table = Table(
            1,
            game.id,
            game.title,
            "playing",
            seat=cockpit.acting,
            chairs=tuple([Chair(seat, cockpit.called(seat)) for seat in seats]),
        )
        offered = Offered(
            game.id, game.title, bots=tuple([BotKind(bot.kind) for bot in game.bots])
        )
        commands = {
            each.verb: Command(each.verb, _as_client(each.usage), self.said(each.about))
            for each in COMMANDS.values()
        }
        return Model(
            table=table,
            asked=self._asked(),
            games={game.id: offered},
            commands=commands,
            lang=cockpit.lang,
            wants=frozenset(),
        )

    def _asked(self) -> Asked | None:
        cockpit = self.cockpit
        prompt = cockpit.prompts.get(cockpit.acting)
        if prompt is None:
            return None
        try:
            infos = [move_info(move, cockpit.names, cockpit.lang) for move in prompt.moves]
            body = {
                "table": 1,
                "prompt": 1,
                "urgent": prompt.urgent,
                "moves": msgspec.to_builtins(infos, enc_hook=written),
                "bare": prompt.bare,
                "enter": "" if prompt.enter is None else prompt.enter,
            }
            return Asked(read_prompt(body), "")
        except Exception:  # noqa: BLE001 - a prompt that no host would show: the panes say why
            return None

    def _clicked(self, column: int, row: int) -> None:
        if self.page or not 0 <= row < len(self._drawn):
            return
        at = 0
        for span in self._drawn[row]:
            if at <= column < at + columns(span.text):
                types = span.types.removeprefix(MARK)
                if types:
                    self._turn_to(right=column >= self._split)
                    self.field.clear()
                    bare = self.model.bare is not None
                    self.field.insert(f"/{types}" if bare else types)
                return
            at += columns(span.text)

    def _turn_to(self, *, right: bool) -> None:
        """Type for the viewer of a pane, if the game asks that seat."""
        viewer = self.cockpit.right if right else self.cockpit.left
        if isinstance(viewer, int) and viewer in self.cockpit.prompts:
            self.cockpit.acting = Seat(viewer)

    def _wheeled(self, step: int) -> None:
        self.scroll(-3 * step)

    def scroll(self, by: int) -> None:
        """Scroll the page or the pictures."""
        self.offset = max(0, self.offset + by)
        self.app.invalidate()

    def enter(self) -> None:
        """Carry out the line."""
        line = self.field.text.strip()
        if self.page and not line:
            self.close()
            return
        self.run(line, typed=True)

    def run(self, line: str, *, typed: bool = False) -> None:
        """Carry out *line*, and say what came of it. A refused line stays in the input."""
        words = line.removeprefix("/").split()
        if words and words[0].lower() in QUIT:
            self.leave()
            return
        here = self.cockpit.node
        reply = do(self.cockpit, line)
        if typed and line:
            self.field.remember(line)
        self.shown(line if typed else "", reply, here)

    def shown(self, line: str, reply: Reply, here: object) -> None:
        """Show the *reply* to *line*, which was typed when *here* was shown."""
        told = " ".join(reply.lines)
        if not reply.ok:
            self.field.trouble = Trouble(line, told)
            if line:
                self.field.offer(line)
            return
        self.field.clear()
        self.page = reply.lines if reply.page else ()
        self.note = "" if reply.page else told
        if self.cockpit.node is not here or reply.page:
            self.offset = 0
        self.app.invalidate()

    def close(self) -> None:
        """Close a page, or forget what was wrong."""
        self.page, self.note, self.offset = (), "", 0
        self.field.trouble = None
        self.cockpit.trouble = ""

    def turn_viewer(self, *, right: bool) -> None:
        """Show the next viewer. On a narrow screen the other pane comes into view first."""
        cockpit = self.cockpit
        if self.size[0] < BESIDE and self.second is not right:
            self.second = right
            return
        known = cockpit.viewers
        now = cockpit.right if right else cockpit.left
        after = known[(known.index(now) + 1) % len(known)] if now in known else known[0]
        if right:
            cockpit.right = after
        else:
            cockpit.left = after
        self.offset = 0

    def choose(self, number: int) -> None:
        """Show the viewer of that number on the left, or on a narrow screen: 0 is the watcher."""
        cockpit = self.cockpit
        known = cockpit.viewers
        seats = known[:-2]
        if number == 0:
            viewer: AnyViewer = known[-2]
        elif number <= len(seats):
            viewer = seats[number - 1]
        else:
            return
        self._look_as(viewer)

    def _look_as(self, viewer: AnyViewer) -> None:
        if self.size[0] < BESIDE and self.second:
            self.cockpit.right = viewer
        else:
            self.cockpit.left = viewer
        self.offset = 0

    def leave(self) -> None:
        """Close the screen."""
        if self.app.is_running and not self.app.is_done:
            self.app.exit()

    # --- keys -------------------------------------------------------------------------------

    def _keys(self) -> KeyBindings:
        keys = KeyBindings()
        empty = Condition(lambda: not self.field.text or self.field.back)
        always = Condition(lambda: True)

        def on(do: Callable[[], None], *key: str, when: Condition = always) -> None:
            @keys.add(*key, filter=when)
            def pressed(event: KeyPressEvent) -> None:
                do()

        def command(line: str) -> Callable[[], None]:
            return lambda: self.run(line)

        on(self.enter, "enter")
        on(lambda: self.field.tab(1), "tab")
        on(lambda: self.field.tab(-1), "s-tab")
        on(self._turn_help, "f1")
        on(self._turn_help, "?", when=empty)
        on(lambda: self.turn_viewer(right=False), "f2")
        on(lambda: self.turn_viewer(right=True), "f3")
        on(command("/json"), "f4")
        on(command("/clock"), "f5")
        on(command("/think"), "f6")
        on(self._turn_acts, "f7")
        on(self._turn_twin, "f8")
        on(command("/back"), "left", when=empty)
        on(command("/forward"), "right", when=empty)
        on(command("/go 0"), "home", when=empty)
        on(command("/go end"), "end", when=empty)
        on(lambda: self.scroll(-self.size[1] // 2), "pageup")
        on(lambda: self.scroll(self.size[1] // 2), "pagedown")
        on(self.close, "escape")
        on(self._interrupt, "c-c")
        on(self.leave, "c-d", when=empty)
        for number in range(10):
            on(lambda number=number: self.choose(number), "escape", str(number))  # type: ignore[misc]
        on(lambda: self._look_as(RAW), "escape", "r")

        @keys.add(Keys.BracketedPaste)
        def pasted(event: KeyPressEvent) -> None:
            first = event.data.splitlines()[:1]
            self.field.insert("".join(first))

        @keys.add(Keys.Any, filter=Condition(lambda: self.field.back))
        def typed(event: KeyPressEvent) -> None:
            self.field.insert(event.data)

        return keys

    def _turn_help(self) -> None:
        if self.page:
            self.close()
        else:
            self.page, self.offset = [*self._keys_told(), "", *help_page(self.cockpit)], 0

    def _keys_told(self) -> list[str]:
        rows = (
            ("Left Right", _("a step back, a step forward (with an empty line)")),
            ("Home End", _("to the start, to the end of the line")),
            ("F2 F3", _("the next viewer on the left, on the right")),
            ("Alt-1 ... 9", _("that seat on the left; Alt-0: the watcher; Alt-R: the raw state")),
            ("F4", _("what programs read, as JSON")),
            ("F5", _("let the clock run, or stop it")),
            ("F6", _("let a bot make a move")),
            ("F7", _("what has happened; + has other ways on")),
            ("F8", _("look for a leak: the viewer on the left in a twin on the right")),
            ("PgUp PgDn", _("scroll")),
            ("Tab", _("complete the word")),
        )
        marks = _("A mark, {sign}, is at what the other viewer does not see.", sign=SIGN)
        return [self.said(marks), "", *(f"  {key:12} {self.said(what)}" for key, what in rows)]

    def _turn_acts(self) -> None:
        if self.page:
            self.close()
        else:
            self.run("/acts")

    def _turn_twin(self) -> None:
        off = self.cockpit.twin is not None or self.cockpit.pin is not None
        self.run("/twin off" if off else "/twin")

    def _interrupt(self) -> None:
        if self.field.text:
            self.field.clear()
        else:
            self.leave()

    # --- its course ---------------------------------------------------------------------------

    def tick(self) -> None:
        """Let time pass, take changed code, let a bot move."""
        before, self._at = self._at, self._now_ms()
        here, cockpit = cockpit_key(self.cockpit), self.cockpit
        try:
            if cockpit.running:
                cockpit.pass_time(self._at - before)
        except Denied as denied:
            self._stopped(denied)
        if self._code is not None and self._code.poll():
            told = take_changes(cockpit, self._code)
            self.note = "" if cockpit.trouble else told
            self.app.invalidate()
        self._let_think()
        if here != cockpit_key(cockpit):
            self.app.invalidate()

    def _stopped(self, denied: Denied) -> None:
        """Say why the clock or the bots cannot go on."""
        self.cockpit.running = self.cockpit.bots_go = False
        self.cockpit.due = 0
        self.field.trouble = Trouble("", self.said(str(denied.args[0])))
        self.app.invalidate()

    def _let_think(self) -> None:
        """Let bots think if they are to move, and stop those that think about another position."""
        cockpit = self.cockpit
        here = cockpit.node, cockpit.node.moment, tuple(cockpit.bots.items()), cockpit.game
        wanted = bool(cockpit.due or cockpit.bots_go)
        if self._thinking is not None and not (wanted and here == self._thinking_at):
            self._thinking.cancel()
            self._thinking, self._thinking_at, cockpit.due = None, None, 0
            self.app.invalidate()
        elif wanted and self._thinking is None and (here != self._thinking_at or cockpit.due):
            self._thinking_at = here
            self._thinking = asyncio.create_task(self._think())

    async def _think(self) -> None:
        """Let the bots that are asked think, until one wants to move; make that move."""
        cockpit = self.cockpit
        move: Move | None = None
        with self.app.failing():
            try:
                for seat in cockpit.thinkers:
                    self._thinker = seat
                    self.app.invalidate()
                    move = await thought(cockpit, seat)
                    if move is not None:
                        cockpit.act(move)
                        break
                if move is None and cockpit.due:
                    raise Denied(NO_MOVE)
                cockpit.due = max(0, cockpit.due - 1)
            except Denied as denied:
                self._stopped(denied)
            self._thinking = None
            self.app.invalidate()
            if cockpit.due:
                self._let_think()

    async def show(self) -> None:
        """Show the screen until the author leaves."""
        ticking = asyncio.create_task(self._tick())
        questions = self.means.questions()
        self.app.at_first = (lambda: send(self.app.output, questions),)
        try:
            await self.app.run_async(set_exception_handler=False)
        except EOFError:  # the terminal is gone
            pass
        finally:
            tasks = [ticking] if self._thinking is None else [ticking, self._thinking]
            for task in tasks:
                task.cancel()
            self.keyboard.forget()
        await asyncio.gather(*tasks, return_exceptions=True)
        if not ticking.cancelled() and (error := ticking.exception()) is not None:
            raise error

    async def _tick(self) -> None:
        while True:
            await asyncio.sleep(TICK_S)
            with self.app.failing():
                self.tick()


def cockpit_key(cockpit: Cockpit) -> tuple[object, int]:
    """Return what of a cockpit changes by itself: the position, and the seconds."""
    return cockpit.node, cockpit.passed // 1000


def _as_client(usage: str) -> str:
    for word, others in _SHOWN.items():
        usage = usage.replace(word, others)
    return usage


def _padded(line: Line, width: int) -> Line:
    """Return *line*, cut or filled to *width* columns."""
    pieces = fitted([(str(at), span.text) for at, span in enumerate(line)], width, "-1")
    none = Span("")
    return [(line[int(at)] if int(at) >= 0 else none)._replace(text=words) for at, words in pieces]


def _pieces(span: Span) -> Row:
    """Return *span* as the painter wants it. The sign of a marked cell has a colour of its own."""
    pieces = text(span.text, span.style)
    style, words = pieces[0]
    before, sign, behind = words.rpartition(SIGN)
    if not (sign and span.types.startswith(MARK)):
        return pieces
    return [(style, before), (f"{style} class:differs", sign), (style, behind)]


def show(cockpit: Cockpit, now_ms: Callable[[], int], code: Code | None = None) -> int:
    """Show *cockpit* on the terminal until the author leaves; return the exit code."""
    from parlour.cli.playing import settings

    screen = CockpitScreen(cockpit, code, settings=settings(), now_ms=now_ms)
    with given_back():
        asyncio.run(screen.show())
    return 0
