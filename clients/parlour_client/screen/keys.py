"""The keys of the screen, and what each does."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from functools import partial
from typing import Final

from prompt_toolkit.application import run_in_terminal
from prompt_toolkit.filters import Condition, Filter, is_searching
from prompt_toolkit.key_binding import (
    ConditionalKeyBindings,
    KeyBindings,
    KeyPressEvent,
)
from prompt_toolkit.keys import Keys

from parlour.language import joined
from parlour_client.complete import at_enter
from parlour_client.language import _
from parlour_client.log import Kind
from parlour_client.login import renamed
from parlour_client.pending import Ended
from parlour_client.replay import QUIT
from parlour_client.screen.alerts import (
    FOCUS_IN,
    FOCUS_OUT,
    REPORT_FOCUS,
    REPORT_NO_FOCUS,
    send,
)
from parlour_client.screen.app import Screen
from parlour_client.screen.field import Trouble
from parlour_client.sending import Line
from parlour_client.source import Button, Login
from parlour_client.suggestions import possible
from parlour_client.terminal import stop

PASTE_MAX: Final = 500
"""How many lines of a paste are sent; more would be a mistake."""
_REPEATING: Final = (
    *(("escape", digit) for digit in "-0123456789"),
    *(("c-x", key) for key in "()e"),
)
"""Keys of prompt_toolkit for numbers and macros: with few of them a key acts a million times."""


class KeyActions:
    """What the keys of *screen* do."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        self._leaving = False
        """Ctrl-C was pressed, and another one leaves."""
        self._suspending: asyncio.Task[None] | None = None
        self.may_rename = False
        """The player has typed their name here, so it may be wrong."""
        self.renamed: Login | None = None
        """Who the player comes in as next."""

    def enter(self) -> None:
        """The player pressed Enter."""
        if self.screen.asking.enter() or self.screen.session is None:
            return
        if isinstance(self.screen.session.line, Ended) or self.screen.session.done.is_set():
            self.screen.leave()
        elif self.screen.field.cut:
            self.screen.field.cut = False  # a line that was cut is not sent unseen
        elif not self.screen.field.text.strip():
            entered = at_enter(self.screen.model)
            if entered:
                self._say(Line(entered), keep=False)
            else:
                self.now()
        else:
            keep = not self.screen.field.asked_in_secret
            self._say(self.screen.field.take(), keep=keep)

    def _say(self, line: Line, *, keep: bool) -> None:
        assert self.screen.session is not None
        self._leaving = False
        self.screen.upper.to_end()
        self.screen.upper.trace(self.screen.model, line.text)
        if keep and not line.secret:
            self.screen.field.remember(line.text)
        if line.text == "?":
            self.now()
        elif self.screen.obey(line):
            pass
        elif self._renames(line):
            self.screen.session.say(Line("/quit"))
        else:
            self.screen.session.say(line)

    def _renames(self, line: Line) -> bool:
        """Is *line* another name for a player without a table, who leaves to come in again?"""
        if self.may_rename and not self.screen.over_another and self.screen.model.table is None:
            self.renamed = renamed(line.text)
        return self.renamed is not None

    def paste(self, text: str) -> None:
        """Send whole lines one by one; text after the last line end stays in the input."""
        *lines, rest = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        if len(lines) > PASTE_MAX:
            self.screen.field.trouble = Trouble(
                "", _("{number} lines are too many to paste.", number=len(lines))
            )
            return
        for line in lines:
            if not self.screen.field.insert(line):
                return
            if self.screen.field.text.strip():
                self.enter()
        if rest:
            self.screen.field.insert(rest)

    def now(self) -> None:
        """List what you can do now."""
        if self.screen.session is not None:
            self.screen.upper.show_log()
            self.screen.session.note(Kind.NOW, possible(self.screen.model))

    def has(self, button: Button) -> bool:
        """Is it a key of what is shown?"""
        return button in self.screen.stage.buttons

    def press(self, button: Button) -> None:
        """A key of the source."""
        if self.screen.session is not None:
            self.screen.session.say(Line(button.request))

    def focus(self, *, in_front: bool) -> None:
        """The terminal reports its focus."""
        self.screen.alerts.in_front = in_front

    def next_table(self) -> None:
        """Turn to the next table: ours, or one that the player watches."""
        number = self.screen.model.next_table
        if self.screen.session is None or number is None:
            text = _("You watch no other table. To watch one: watch TABLE")
            self.screen.field.trouble = Trouble("", text)
        else:
            self.screen.session.look_at(number)

    def turn_alerts(self) -> None:
        """Switch the bell off, or on again."""
        self.screen.alerts.on = not self.screen.alerts.on

    def suspend(self) -> None:
        """Give the terminal back to the shell until `fg`. A guest has no shell."""
        if self.screen.means.hosted:
            return
        self._suspending = self.screen.app.create_background_task(self._suspend())

    async def _suspend(self) -> None:
        send(self.screen.app.output, REPORT_NO_FOCUS)
        await run_in_terminal(stop)
        send(self.screen.app.output, REPORT_FOCUS)

    def find(self) -> None:
        """Find the newest place in the log that contains the input; again: the one before."""
        words = self.screen.field.text.strip()
        if not words:
            self.screen.field.trouble = Trouble(
                "", _("Type what to look for, then this key again.")
            )
        elif not self.screen.upper.find(self.screen.model, words):
            text = _("{words} is not in the log above.", words=repr(words))
            self.screen.field.trouble = Trouble(words, text, back=True)

    def turn_mask(self) -> None:
        """Hide what is typed, or show it."""
        self.screen.field.masked = not self.screen.field.masked

    def escape(self) -> None:
        """Close help, a message or a page; then leave a replay."""
        page = [each for each in self.screen.model.log.entries[-1:] if each.kind is Kind.NOW]
        there = self.screen.upper.clear() or page or self.screen.field.trouble is not None
        self.screen.field.trouble = None
        if self.screen.session is not None and page:
            self.screen.session.note(Kind.NOW, [])
        if not there and self.screen.over_another:
            self.go()

    def interrupt(self) -> None:
        """Ctrl-C: empty the input. If it is empty, leave a replay; the second press leaves."""
        if self.screen.field.text:
            self.screen.field.clear()
            self._leaving = False
        elif self._leaving or self.screen.over_another or self.screen.session is None:
            self.go()
        elif self.screen.session.done.is_set():
            self.screen.leave()
        else:
            self._leaving = True
            seat = self.screen.model.table is not None and self.screen.model.table.seat is not None
            kept = _("Your seat is kept for a while; to give it up, type leave.") if seat else ""
            text = joined((_("Press Ctrl-C again to leave."), kept))
            self.screen.field.trouble = Trouble("", text)

    def go(self) -> None:
        """Return from a replay to the table; otherwise close the screen."""
        if self.screen.over_another and self.screen.session is not None:
            self.screen.session.say(Line(QUIT))
        else:
            self.screen.leave()


def bind_keys(screen: Screen, buttons: Iterable[Button]) -> KeyActions:
    """Give *screen* its keys, and *buttons* while their source is shown; return what they do."""
    keys, actions = KeyBindings(), KeyActions(screen)
    empty = Condition(lambda: not screen.field.text)
    free = Condition(lambda: not screen.field.text or screen.field.back)
    always = Condition(lambda: True)

    def on(key: str, do: Callable[[], None], when: Filter = always) -> None:
        @keys.add(key, filter=when)
        def pressed(event: KeyPressEvent) -> None:
            do()

    def named(action: str, do: Callable[[], None], when: Filter = always) -> None:
        on(screen.settings.key(action), do, when)

    on("enter", actions.enter)
    inside = Condition(lambda: screen.session is not None)
    on("tab", lambda: screen.field.tab(1), inside)
    on("s-tab", lambda: screen.field.tab(-1), inside)
    named("older", lambda: screen.upper.scroll(screen.model, 1))
    named("newer", lambda: screen.upper.scroll(screen.model, -1))
    named("newest", lambda: screen.upper.to_end())
    on("end", lambda: screen.upper.to_end(), empty)
    for key in ("right", "end"):  # the cursor is there already
        on(key, screen.field.mend, Condition(lambda: screen.field.back))
    named("help", lambda: screen.upper.turn_help())
    named("mask", actions.turn_mask)
    named("pane", lambda: screen.upper.turn_pane())
    named("alerts", actions.turn_alerts)
    named("table", actions.next_table)
    named("find", actions.find, inside)
    named("suspend", actions.suspend)
    on(FOCUS_IN, partial(actions.focus, in_front=True))
    on(FOCUS_OUT, partial(actions.focus, in_front=False))
    on("escape", actions.escape)
    on("c-c", actions.interrupt)
    on("<sigint>", actions.interrupt)
    on("c-d", actions.go, empty)
    on("?", actions.now, free)
    for sequence in _REPEATING:

        @keys.add(*sequence)
        def nothing(event: KeyPressEvent) -> None:
            pass

    for button in dict.fromkeys(buttons):
        on(
            button.key,
            partial(actions.press, button),
            empty & Condition(partial(actions.has, button)),
        )

    @keys.add(Keys.BracketedPaste)
    def pasted(event: KeyPressEvent) -> None:
        actions.paste(event.data)

    @keys.add(Keys.Any, filter=Condition(lambda: screen.field.back))
    def typed(event: KeyPressEvent) -> None:
        screen.field.insert(event.data)

    screen.app.key_bindings = ConditionalKeyBindings(keys, ~is_searching)
    return actions
