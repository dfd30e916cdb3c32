"""What the keys do. The keys of an ordinary input line are prompt_toolkit's own."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING

from prompt_toolkit.filters import Condition, Filter
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys

from parlour_client.source import Button

if TYPE_CHECKING:
    from parlour_client.screen.app import Screen


def bindings(screen: Screen, buttons: Iterable[Button]) -> KeyBindings:
    """The keys of *screen*, and *buttons* while the source has them that is shown."""
    keys = KeyBindings()
    empty = Condition(lambda: not screen.field.text)
    free = Condition(lambda: not screen.field.text or screen.field.back)
    always = Condition(lambda: True)

    def on(key: str, do: Callable[[], None], when: Filter = always) -> None:
        @keys.add(key, filter=when)
        def _(event: KeyPressEvent) -> None:
            do()

    on("enter", screen.enter)
    on("tab", lambda: screen.field.tab(1))
    on("s-tab", lambda: screen.field.tab(-1))
    on("pageup", lambda: screen.scene.scroll(screen.model, 1))
    on("pagedown", lambda: screen.scene.scroll(screen.model, -1))
    on("c-end", lambda: screen.scene.to_end())
    on("end", lambda: screen.scene.to_end(), empty)
    for key in ("right", "end"):  # the cursor is there already
        on(key, screen.field.mend, Condition(lambda: screen.field.back))
    on("f1", lambda: screen.scene.turn_help())
    on("f2", screen.turn_mask)
    on("f3", lambda: screen.scene.turn_pane())
    on("escape", screen.escape)
    on("c-c", screen.interrupt)
    on("<sigint>", screen.interrupt)
    on("c-d", screen.go, empty)
    on("?", screen.now, free)
    for button in dict.fromkeys(buttons):
        has = Condition(partial(_has, screen, button))
        on(button.key, partial(screen.press, button), empty & has)

    @keys.add(Keys.BracketedPaste)
    def _(event: KeyPressEvent) -> None:
        screen.paste(event.data)

    @keys.add(Keys.Any, filter=Condition(lambda: screen.field.back))
    def _(event: KeyPressEvent) -> None:
        screen.field.insert(event.data)

    return keys


def _has(screen: Screen, button: Button) -> bool:
    return button in screen.stage.buttons
