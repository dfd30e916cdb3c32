"""An application that can be one of many in its process.

prompt_toolkit leaves exceptions to the handler of the event loop, takes SIGWINCH for itself, and
keeps keys for its next application. All of these belong to the process. This and `keyboard` keep
them with the client.
"""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable, Generator
from contextlib import contextmanager

from prompt_toolkit import application


class Application(application.Application[None]):
    """Ends with the first exception in drawing, in a key or in a task: `run_async` raises it."""

    at_first: tuple[Callable[[], None], ...] = ()
    """What to do before the first drawing, when the terminal is in raw mode."""

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
        first, self.at_first = self.at_first, ()
        with self.failing():
            for do in first:
                do()
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

        def put_back() -> None:
            """prompt_toolkit has just taken the signal, and has no option against that."""
            if loop.remove_signal_handler(signal.SIGWINCH):
                signal.signal(signal.SIGWINCH, before)

        self.at_first = (put_back, *self.at_first)
        await self.run_async(
            pre_run,
            set_exception_handler=False,
            handle_sigint=False,
            slow_callback_duration=loop.slow_callback_duration,
        )
