"""The keys of the screen, and what each does."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from prompt_toolkit.filters import Condition, Filter, is_searching
from prompt_toolkit.key_binding import (
    ConditionalKeyBindings,
    KeyBindings,
    KeyPressEvent,
)
from prompt_toolkit.keys import Keys

from parlour_client.screen.alerts import (
    FOCUS_IN,
    FOCUS_OUT,
)
from parlour_client.screen.app import Screen
from parlour_client.source import Button


def bind_keys(screen: Screen, buttons: Iterable[Button]) -> None:
    """Give *screen* its keys, and *buttons* while their source is shown."""
    keys = KeyBindings()
    empty = Condition(lambda: not screen.field.text)
    free = Condition(lambda: not screen.field.text or screen.field.back)
    always = Condition(lambda: True)

    def on(key: str, do: Callable[[], None], when: Filter = always) -> None:
        @keys.add(key, filter=when)
        def pressed(event: KeyPressEvent) -> None:
            do()

    def named(action: str, do: Callable[[], None], when: Filter = always) -> None:
        on(screen.settings.key(action), do, when)

    on("enter", screen.enter)
    on("tab", lambda: screen.field.tab(1))
    on("s-tab", lambda: screen.field.tab(-1))
    named("older", lambda: screen.upper.scroll(screen.model, 1))
    named("newer", lambda: screen.upper.scroll(screen.model, -1))
    named("newest", lambda: screen.upper.to_end())
    on("end", lambda: screen.upper.to_end(), empty)
    for key in ("right", "end"):  # the cursor is there already
        on(key, screen.field.mend, Condition(lambda: screen.field.back))
    named("help", lambda: screen.upper.turn_help())
    named("mask", screen.turn_mask)
    named("pane", lambda: screen.upper.turn_pane())
    named("alerts", screen.turn_alerts)
    named("table", screen.next_table)
    named("find", screen.find)
    named("suspend", screen.suspend)
    on(FOCUS_IN, partial(screen.focus, in_front=True))
    on(FOCUS_OUT, partial(screen.focus, in_front=False))
    on("escape", screen.escape)
    on("c-c", screen.interrupt)
    on("<sigint>", screen.interrupt)
    on("c-d", screen.go, empty)
    on("?", screen.now, free)
    for button in dict.fromkeys(buttons):
        on(
            button.key,
            partial(screen.press, button),
            empty & Condition(partial(screen.has, button)),
        )

    @keys.add(Keys.BracketedPaste)
    def pasted(event: KeyPressEvent) -> None:
        screen.paste(event.data)

    @keys.add(Keys.Any, filter=Condition(lambda: screen.field.back))
    def typed(event: KeyPressEvent) -> None:
        screen.field.insert(event.data)

    screen.app.key_bindings = ConditionalKeyBindings(keys, ~is_searching)
