"""One source on the screen: what is known of it, how it is looked at, which keys it has."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from parlour_client.errors import Refused
from parlour_client.log import WIDTH
from parlour_client.model import Model
from parlour_client.replay import Replay
from parlour_client.screen.scene import Scene
from parlour_client.sending import Line
from parlour_client.session import Session
from parlour_client.source import Button, Source

if TYPE_CHECKING:
    from parlour_client.screen.app import Screen


class Stage:
    """See the head of this module; the `Face` of its session."""

    def __init__(self, screen: Screen, where: str, buttons: Sequence[Button]) -> None:
        self.scene = Scene(where, screen.drawings)
        self.buttons = tuple(buttons)
        self.session: Session | None = None
        self._screen = screen
        self._before = Model(wants=frozenset())

    @property
    def model(self) -> Model:
        """What is known."""
        return self._before if self.session is None else self.session.model

    def open(self, source: Source, now_ms: Callable[[], int], width: int = WIDTH) -> Session:
        """A session of *source*, which wraps its lines to *width*; it has yet to be run."""
        drawings = self._screen.drawings
        self.session = Session(source, self, now_ms=now_ms, drawings=drawings, width=width)
        return self.session

    # --- a session's face -----------------------------------------------------------

    def changed(self) -> None:
        """See `Face`."""
        self._screen.changed()

    def refused(self, line: Line, text: str, why: Refused | None) -> None:
        """See `Face`."""
        self._screen.refused(self, line, text, why)

    def again(self, replay: Replay) -> None:
        """See `Face`."""
        self._screen.again(replay)
