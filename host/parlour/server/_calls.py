"""Keep track of which part of a plugin is being called, and for how long.

Each call leaves a mark while it is open: a few bytes in memory that the system shares with the
file `calls` in the data directory. So they outlive the process, however it dies. The next start
reads them and holds the tables of all calls that were open (`House`), because the host may have
died of one: its game ended the process, crashed it, never returned, or took all memory.

A start cannot tell how the host before it died, so a host that is killed from outside may leave
the mark of an innocent call. Then the host of that table types `continue`.

Marks are not synced, so after a power failure there may be none, or old ones. A call within
another one has no mark of its own: that would cost as much as many calls take.
"""

from __future__ import annotations

import mmap
import struct
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final

from parlour.core.effects import JobKey
from parlour.engine.calls import NAME_MAX, OpenCall, Watch, name_of
from parlour.keeper.layout import CALLS
from parlour.server._log import log

FILE: Final = "calls"
"""In the data directory."""
_MARK: Final = struct.Struct(f"=?q16s{NAME_MAX}s")
"""Whether a call is open, its table, game and function."""
BOT: Final = "Bot.think"
"""The name of every call on another thread."""
SLOTS: Final = 64
"""One for the loop, and one for each thinking bot: more than ever think at the same time."""
_SIZE: Final = _MARK.size * SLOTS
NAMES_MAX: Final = 1_000
"""Functions that were logged as slow and are remembered. A plugin may make up new ones."""
SAY_AGAIN_S: Final = 60.0
"""Seconds before a function that is slow again is logged again."""


class CallWatch(Watch):
    """Watch the calls of a host. Without *folder* there are no marks, as nothing will resume.

    *slow_s*: log a call that takes longer. *words*: numbers of the memory that is shared with a
    keeper, which ends us if a call takes too long.
    """

    def __init__(
        self,
        folder: Path | None = None,
        *,
        slow_s: float = 0.1,
        clock: Callable[[], float] = time.perf_counter,
        words: memoryview | None = None,
    ) -> None:
        super().__init__(clock=clock, slow_s=slow_s)
        self._clean_up = ExitStack()
        self._words = memoryview(bytearray(8 * (CALLS + 1))).cast("Q") if words is None else words
        self._marks = mmap.mmap(-1, _SIZE) if folder is None else self._shared(folder / FILE)
        self.found = tuple(_open_calls(self._marks))
        """The calls that were open when the previous host died."""
        self._marks[:] = bytes(_SIZE)
        self._free = list(range(SLOTS - 1, 0, -1))
        self._said: dict[str, float] = {}

    def _shared(self, path: Path) -> mmap.mmap:
        """Map the file into memory. Make a new one if there is none of that size."""
        path.touch(mode=0o600)
        with path.open("r+b") as file:
            if path.stat().st_size != _SIZE:
                file.truncate(0)
            file.truncate(_SIZE)
            return self._clean_up.enter_context(mmap.mmap(file.fileno(), _SIZE))

    def close(self) -> None:
        """Remove all marks. The host stops normally, and no call is to blame."""
        marks, self._marks = self._marks, mmap.mmap(-1, _SIZE)
        marks[:] = bytes(_SIZE)
        self._clean_up.close()

    # --- on the host's thread ----------------------------------------------------------

    def enter(self, table: int, game: str, call: Callable[..., Any]) -> None:
        where = game.encode("ascii", "replace")
        _MARK.pack_into(self._marks, 0, True, table, where, name_of(call).encode())
        self._words[CALLS] += 1

    def leave(self) -> None:
        self._words[CALLS] += 1
        self._marks[0] = False

    def slow(self, game: str, call: Callable[..., Any], took_s: float) -> None:
        """Log a slow call, unless that function was logged a moment ago."""
        name, now = name_of(call), self.clock()
        if self._said.get(f"{game} {name}", 0.0) > now:
            return
        if len(self._said) >= NAMES_MAX:
            self._said.clear()
        self._said[f"{game} {name}"] = now + SAY_AGAIN_S
        about = {"game": game, "call": name, "took_ms": round(took_s * 1000)}
        log.warning(
            "A call of a game's program was slow: everybody waited.", extra={"fields": about}
        )

    # --- on worker threads -------------------------------------------------------------

    def think(self, key: JobKey) -> int | None:
        """Mark that a bot begins to think. Return the mark's number, or None if none is free."""
        try:
            slot = self._free.pop()
        except IndexError:
            return None
        game = key.game.encode("ascii", "replace")
        _MARK.pack_into(self._marks, slot * _MARK.size, True, key.table, game, BOT.encode())
        return slot

    def done(self, slot: int | None) -> None:
        """Mark that the bot has finished."""
        if slot is not None:
            self._marks[slot * _MARK.size] = False
            self._free.append(slot)


def _open_calls(marks: mmap.mmap) -> Iterator[OpenCall]:
    for is_open, table, game, call in _MARK.iter_unpack(bytes(marks)):
        if is_open:
            yield OpenCall(table, _text(game), _text(call))


def _text(padded: bytes) -> str:
    return padded.rstrip(b"\0").decode("ascii", "replace")
