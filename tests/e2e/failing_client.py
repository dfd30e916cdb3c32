"""`parlour play` with a fault that nobody handles: python -m tests.e2e.failing_client KIND ..."""

from __future__ import annotations

import asyncio
import sys
from typing import TYPE_CHECKING

from parlour.__main__ import main
from parlour_client.screen.app import Screen

if TYPE_CHECKING:
    from parlour_client.screen.rows import Row
    from parlour_client.session import Session
    from parlour_client.source import Source

SOON_S = 1.0
"""After so long in the lobby it fails."""


class _Draws(Screen):
    """Cannot draw its bottom line any more, once there is a session."""

    def _status(self, width: int, height: int) -> list[Row]:
        if self.model.name:
            raise RuntimeError("it cannot draw")
        return super()._status(width, height)


class _Calls(Screen):
    """Something that the event loop calls fails."""

    def open(self, source: Source) -> Session:
        asyncio.get_running_loop().call_later(SOON_S, _fail)
        return super().open(source)


class _Hangs(Screen):
    """The event loop never runs again."""

    def open(self, source: Source) -> Session:
        asyncio.get_running_loop().call_later(SOON_S, _hang)
        return super().open(source)


class _Lingers(Screen):
    """Never gets to the end of its ending."""

    async def replays(self) -> None:
        try:
            await super().replays()
        finally:
            sys.stderr.write("it lingers\n")
            _hang()


def _fail() -> None:
    raise RuntimeError("nobody handles this")


def _hang() -> None:
    while True:
        pass


if __name__ == "__main__":
    import parlour_client.screen.app as app

    kind = sys.argv.pop(1)
    kinds = {"draws": _Draws, "calls": _Calls, "hangs": _Hangs, "lingers": _Lingers}
    app.Screen = kinds[kind]  # type: ignore[misc]
    main()
