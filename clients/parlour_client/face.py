"""Between a session and whoever shows it: what is typed, and what is to be told."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from parlour_client.errors import Refused
from parlour_client.replaying import Replay


@dataclass(frozen=True, slots=True)
class Line:
    """Something that was typed."""

    text: str
    secret: bool = False
    """It stands neither in the log nor in the history."""


class Face(Protocol):
    """Who shows a session."""

    def changed(self) -> None:
        """The model or the line is another one now."""
        ...

    def refused(self, line: Line, text: str, why: Refused | None) -> None:
        """*line* was not carried out; *text* says why, in one sentence."""
        ...

    def again(self, replay: Replay) -> None:
        """*replay* is to be shown; the session goes on meanwhile."""
        ...
