"""What the screen is laid out of, from top to bottom."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from prompt_toolkit.layout import HSplit, Layout, Window
from prompt_toolkit.layout.controls import BufferControl

from parlour_client.screen import frame, panes
from parlour_client.screen.field import Look
from parlour_client.screen.hints import hints
from parlour_client.screen.rows import Row
from parlour_client.screen.sheet import Sheet

if TYPE_CHECKING:
    from parlour_client.screen.app import Screen

_HIGH: Final = 30
"""Lines of a screen that has one to spare for hints."""


def layout(screen: Screen) -> Layout:
    """The parts of *screen*, with the line that is typed among them."""
    field = Window(
        BufferControl(
            screen.field.buffer,
            input_processors=[Look(screen.field, lambda: screen.model)],
            include_default_input_processors=False,
        ),
        height=1,
    )
    sheets = _Sheets(screen)
    body = HSplit(
        [
            Sheet(sheets.above),
            field,
            Sheet(sheets.below, sheets.hint_height),
            Sheet(sheets.status, lambda: 1),
        ]
    )
    return Layout(body, focused_element=field)


class _Sheets:
    """What stands in each of them."""

    def __init__(self, screen: Screen) -> None:
        self._screen = screen

    def hint_height(self) -> int:
        """Lines below the one that is typed."""
        width, height = self._screen.size
        if frame.small(width, height):
            return 1
        return 2 if height < _HIGH else 3

    def above(self, width: int, height: int) -> list[Row]:
        """The table or the lobby, and what happened; or what is asked before there is any."""
        screen, stage = self._screen, self._screen.stage
        stage.scene.small = frame.small(*screen.size)
        words = "" if stage.session is not None else screen.asking.words
        return stage.scene.rows(stage.model, screen.now_ms(), words, screen.aside, width, height)

    def below(self, width: int, height: int) -> list[Row]:
        """Hints."""
        field = self._screen.field
        masked = field.hidden_from() is not None
        return hints(self._screen.model, field.typed, field.trouble, masked, width, height)

    def _keys(self) -> list[str]:
        """Those of the source, and the way back from it."""
        keys = [button.shown for button in self._screen.stage.buttons]
        if keys and self._screen.over_another:
            keys.insert(1, "Esc back")
        return keys

    def status(self, width: int, height: int) -> list[Row]:
        """The bottom line."""
        stage, session = self._screen.stage, self._screen.stage.session
        bar = panes.Bar(
            stage.scene.where,
            stage.model.name,
            line=None if session is None else session.line,
            since_ms=0 if session is None else session.line_since_ms,
            masked=self._screen.field.masked,
            asking=self._screen.asking.asks,
            keys=self._keys(),
        )
        return [panes.status(bar, self._screen.now_ms(), width)]
