"""What the keys do. The keys of an ordinary input line are prompt_toolkit's own."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from prompt_toolkit.filters import Condition
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys

if TYPE_CHECKING:
    from parlour_client.screen.app import Screen


def bindings(screen: Screen) -> KeyBindings:
    """The keys of *screen*."""
    keys = KeyBindings()
    empty = Condition(lambda: not screen.field.text)
    always = Condition(lambda: True)

    def on(key: str, do: Callable[[], None], when: Condition = always) -> None:
        @keys.add(key, filter=when)
        def _(event: KeyPressEvent) -> None:
            do()

    on("enter", screen.enter)
    on("tab", lambda: screen.field.tab(1))
    on("s-tab", lambda: screen.field.tab(-1))
    on("pageup", lambda: screen.scroll(1))
    on("pagedown", lambda: screen.scroll(-1))
    on("c-end", screen.scene.to_end)
    on("end", screen.scene.to_end, empty)
    on("f1", screen.scene.turn_help)
    on("f2", screen.turn_mask)
    on("f3", screen.scene.turn_pane)
    on("escape", screen.escape)
    on("c-c", screen.interrupt)
    on("<sigint>", screen.interrupt)
    on("c-d", screen.leave, empty)
    on("?", screen.now, empty)
    for button in screen.buttons:
        on(button.key, partial(screen.press, button), empty)

    @keys.add(Keys.BracketedPaste)
    def _(event: KeyPressEvent) -> None:
        screen.paste(event.data)

    @keys.add(Keys.Any, filter=Condition(lambda: screen.field.back))
    def _(event: KeyPressEvent) -> None:
        screen.field.insert(event.data)

    return keys
