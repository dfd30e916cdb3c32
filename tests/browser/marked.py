"""Harbour with markup in all that a game may say: none of it may become an element."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final, cast

import msgspec

from parlour import Reader, Scene
from tests.clients.harbour import HARBOUR, HarbourTextUI
from tests.games.hunt.views import View

MARK: Final = "<u>"
"""An element that the page does not use. A cell has room for it."""
PICTURE: Final = "<img src=x onerror=alert(1)>"
SHOWN: Final = frozenset({"text", "says", "name", "label", "title", "status"})
"""The fields of a scene that a picture shows, or says to those who cannot see it."""


def marked(value: object) -> object:
    """The parts of a scene with markup in every text."""
    if isinstance(value, dict):
        fields = cast("dict[str, object]", value)
        return {
            key: f"{each}{MARK}" if key in SHOWN and isinstance(each, str) else marked(each)
            for key, each in fields.items()
        }
    if isinstance(value, (list, tuple)):
        return [marked(each) for each in cast("Sequence[object]", value)]
    return value


class MarkedTextUI(HarbourTextUI):
    """Harbour, whose texts are markup."""

    def draw(self, view: View, reader: Reader) -> Scene:
        """The same, with markup."""
        plain = msgspec.to_builtins(super().draw(view, reader))
        return msgspec.convert(marked(plain), Scene)

    def say(self, heard: Any, reader: Reader) -> Sequence[str]:
        """What happened, with a picture that runs a script."""
        return [f"{line}{PICTURE}" for line in super().say(heard, reader)]


MARKED: Final = replace(HARBOUR, id="marked", title=f"Harbour{MARK}", text_ui=MarkedTextUI())
