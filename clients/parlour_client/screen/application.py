"""An application that can be one of many in its process.

prompt_toolkit leaves exceptions to the handler of the event loop, takes SIGWINCH for itself, and
keeps keys for its next application. All of these belong to the process. `Keyboard` and
`Application` keep them with the client.
"""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable, Generator
from contextlib import AbstractContextManager, contextmanager
from itertools import groupby
from typing import Final

from prompt_toolkit import application
from prompt_toolkit.input import Input
from prompt_toolkit.input.typeahead import clear_typeahead
from prompt_toolkit.key_binding import KeyPress
from prompt_toolkit.keys import Keys


class Application(application.Application[None]):
    """Ends with the first exception in drawing, in a key or in a task: `run_async` raises it."""

    @contextmanager
    def failing(self) -> Generator[None]:
        """End with an exception that the body raises."""
        try:
            yield
        except Exception as error:
            if not self.is_running or self.is_done:
                raise
            self.exit(exception=error)

    def _redraw(self, render_as_done: bool = False) -> None:
        with self.failing():
            super()._redraw(render_as_done)

    def _on_background_task_done(self, task: asyncio.Task[None]) -> None:
        self._background_tasks.discard(task)
        with self.failing():
            if not task.cancelled():
                task.result()

    async def run_hosted(self, pre_run: Callable[[], None]) -> None:
        """Run, and leave the signals and the event loop of the process as they are."""
        loop = asyncio.get_running_loop()
        before = signal.getsignal(signal.SIGWINCH)

        def put_back(_: object) -> None:
            """prompt_toolkit has just taken the signal, and has no option against that."""
            self.before_render -= put_back
            if loop.remove_signal_handler(signal.SIGWINCH):
                signal.signal(signal.SIGWINCH, before)

        self.before_render += put_back
        await self.run_async(
            pre_run,
            set_exception_handler=False,
            handle_sigint=False,
            slow_callback_duration=loop.slow_callback_duration,
        )


GATHERED: Final = 16
"""More letters than this at once are no typing."""


def _gathered(keys: list[KeyPress]) -> list[KeyPress]:
    """Return *keys* with many letters in a row as one paste.

    Some terminals do not mark a paste, and prompt_toolkit takes its time for each key.
    """
    found = list[KeyPress]()
    for is_letter, group in groupby(keys, _is_letter):
        first, *more = group
        found.append(first)  # it may belong to the key before it, as in Escape b
        if is_letter and len(more) >= GATHERED:
            found.append(KeyPress(Keys.BracketedPaste, "".join(key.data for key in more)))
        else:
            found += more
    return found


def _is_letter(key: KeyPress) -> bool:
    return key.key == key.data and key.data.isprintable()


class Keyboard(Input):
    """The keys of another input. What goes wrong in a key ends up in *failing*."""

    def __init__(self, keys: Input, failing: Callable[[], AbstractContextManager[None]]) -> None:
        self._keys = keys
        self._failing = failing

    def fileno(self) -> int:
        """See `Input`."""
        return self._keys.fileno()

    def typeahead_hash(self) -> str:
        """See `Input`; `forget` must be called before another input can have the same."""
        return f"parlour-{id(self)}"

    def forget(self) -> None:
        """Keep no keys for another application."""
        clear_typeahead(self)

    def read_keys(self) -> list[KeyPress]:
        """See `Input`."""
        return _gathered(self._keys.read_keys())

    def flush_keys(self) -> list[KeyPress]:
        """See `Input`."""
        return self._keys.flush_keys()

    @property
    def closed(self) -> bool:
        """See `Input`."""
        return self._keys.closed

    def raw_mode(self) -> AbstractContextManager[None]:
        """See `Input`."""
        return self._keys.raw_mode()

    def cooked_mode(self) -> AbstractContextManager[None]:
        """See `Input`."""
        return self._keys.cooked_mode()

    def attach(self, input_ready_callback: Callable[[], None]) -> AbstractContextManager[None]:
        """See `Input`."""

        def ready() -> None:
            with self._failing():
                input_ready_callback()

        return self._keys.attach(ready)

    def detach(self) -> AbstractContextManager[None]:
        """See `Input`."""
        return self._keys.detach()
