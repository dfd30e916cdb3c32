"""Keep track of which part of a plugin is being called, and for how long.

Each call leaves a mark while it is open: a few bytes in memory that the system shares with the
file `calls` in the data directory. So they outlive the process, however it dies. The next start
reads them, and holds a table (`House`) if the host died of its call:

* The call's own thread ended the process or received a fatal signal (`_deaths`).
* The whole host hung in C code while the call was open (`_deaths`).
* The call had been open for long. Somebody killed the host, or the system did because it had no
  memory left, most likely because of that call.

A call that was open for a short time is not blamed: a busy host that is killed at a random moment
is often in the middle of one. Its table goes on.

A start cannot tell when the previous host died. So a thread counts beats, in memory of the same
file, and a mark holds the beat in which its call began. It needs no lock: each number has one
writer, and the two are compared only at the next start. A host that is paused counts no beats.
Marks are not synced, so after a power failure there may be none, or old ones.

A call within another one has no mark of its own: that would cost as much as many calls take. But
each beat, and whatever ends the process, writes its name into the mark. Only if C code crashes,
or hangs within the first beat, that is the name of the call around it; the traceback tells more.
"""

from __future__ import annotations

import mmap
import struct
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final

from parlour.core.effects import JobKey
from parlour.engine.calls import NAME_MAX, OpenCall, Watch, name_of
from parlour.server._deaths import KEPT, NO_CRASH, CrashFile, Endings, crash_in
from parlour.server._log import log

FILE: Final = "calls"
"""In the data directory."""
_HEAD: Final = struct.Struct("=QQ")
"""Beats since the start, and the thread that is ending the process, or 0 if none is."""
_BEAT: Final = struct.Struct("=Q")
_BEATS: Final = slice(0, _BEAT.size)
_ENDING: Final = slice(_BEAT.size, _HEAD.size)
_MARK: Final = struct.Struct(f"=QQq16s{NAME_MAX}s")
"""The beat in which the call began (0 if none is open), its thread, table, game and function."""
SLOTS: Final = 64
"""One for the loop, and one for each thinking bot: more than ever think at the same time."""
_SIZE: Final = _HEAD.size + _MARK.size * SLOTS
_SINCE: Final = slice(_HEAD.size, _HEAD.size + _BEAT.size)
_NAME: Final = slice(_HEAD.size + _MARK.size - NAME_MAX, _HEAD.size + _MARK.size)
"""Both are parts of the loop's mark, which is the first one."""
SHORTEST_BEAT_S: Final = 0.05
"""Twenty wake-ups a second cost an idle host next to nothing."""
LONG: Final = 3
"""Beats after which a call counts as long: at least two whole ones, `slow_call_ms`."""
LONG_THOUGHT: Final = 10 * LONG
"""The same for a bot. It makes nobody wait, and several bots that think share one processor."""
REARM_S: Final = 1.0
"""Seconds between two reports to `CrashFile` that the host still runs."""
NAMES_MAX: Final = 1_000
"""Function names that are kept ready. A plugin may make up new ones as it runs."""
SAY_AGAIN_S: Final = 60.0
"""Seconds before a function that is slow again is logged again."""


class CallWatch(Watch):
    """Watch the calls of a host. Without *folder* there are no marks, as nothing will resume.

    *slow_s*: log a call that takes longer.
    """

    def __init__(
        self,
        folder: Path | None = None,
        *,
        slow_s: float = 0.1,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        super().__init__(clock=clock, slow_s=slow_s)
        self._clean_up = ExitStack()
        self._folder = folder
        self._marks = mmap.mmap(-1, _SIZE)
        self.found: tuple[OpenCall, ...] = ()
        """The calls that the previous host died of."""
        if folder is not None:
            self._marks = self._shared(folder / FILE)
            self.found = tuple(self._blamed(folder))
        self._marks[:] = bytes(_SIZE)
        self._since = _since(self._marks)
        self._thread = threading.get_ident()
        self._beats = 0
        self.beat()
        self._free = list(range(SLOTS - 1, 0, -1))
        self._names: dict[str, bytes] = {}
        self._table = -1
        """The table of the last mark."""
        self._said: dict[str, float] = {}

    def _shared(self, path: Path) -> mmap.mmap:
        """Map the file into memory. Make a new one if there is none of that size."""
        path.touch(mode=0o600)
        with path.open("r+b") as file:
            if path.stat().st_size != _SIZE:
                file.truncate(0)
            file.truncate(_SIZE)
            return self._clean_up.enter_context(mmap.mmap(file.fileno(), _SIZE))

    def _blamed(self, folder: Path) -> Iterator[OpenCall]:
        """Yield the calls that the previous host died of, and log what else it left."""
        crash = crash_in(folder)
        if crash is not None:
            how = "hung" if crash.hung else "crashed"
            log.error("The host before this one %s. Its traceback is in %s.", how, folder / KEPT)
        thread, hung = crash or NO_CRASH
        beats, ending = _HEAD.unpack_from(self._marks)
        guilty = {ending, thread} - {0}
        innocent = 0
        for slot, (since, own, table, game, call) in enumerate(
            _MARK.iter_unpack(bytes(self._marks[_HEAD.size :]))
        ):
            if not since:
                continue
            long = LONG_THOUGHT if slot else LONG
            if hung or own in guilty or beats - since >= long:
                yield OpenCall(table, _text(game), _text(call))
            else:
                innocent += 1
        if innocent:
            log.info("The host before this one was killed during a short call: its table goes on.")

    def start(self, endings: Endings) -> None:
        """Begin to measure how long calls take, and to note what this process dies of."""
        if self._folder is None:
            return
        crash_file = CrashFile(self._folder)
        self._clean_up.callback(crash_file.close)
        stop = threading.Event()
        beat_s = max(self.slow_s / (LONG - 1), SHORTEST_BEAT_S)
        rearm = max(round(REARM_S / beat_s), 1)

        def count() -> None:
            while not stop.wait(beat_s):
                self.beat()
                if self._beats % rearm == 0:
                    crash_file.still_running()

        thread = threading.Thread(target=count, name="calls", daemon=True)
        thread.start()
        self._clean_up.callback(thread.join)
        self._clean_up.callback(stop.set)
        endings.note = self.ending

    def beat(self) -> None:
        """Count a beat: all open calls have been open for longer."""
        self._beats += 1
        self._marks[_BEATS] = _BEAT.pack(self._beats)
        self._note_call()

    def ending(self, thread: int) -> None:
        """Note that *thread* is about to end the process, or with 0 that it did not."""
        self._note_call()
        self._marks[_ENDING] = _BEAT.pack(thread)

    def _note_call(self) -> None:
        """Write the name of the innermost open call, if any, into the loop's mark."""
        if (call := self.call) is not None:
            self._marks[_NAME] = self._name(call)

    def close(self) -> None:
        """Remove all marks. The host stops normally, and no call is to blame."""
        marks, self._marks = self._marks, mmap.mmap(-1, _SIZE)
        since, self._since = self._since, _since(self._marks)
        since.release()
        marks[:] = bytes(_SIZE)
        self._table = -1
        self._clean_up.close()

    # --- on the host's thread ----------------------------------------------------------

    def enter(self, table: int, game: str, call: Callable[..., Any]) -> None:
        """Mark the beginning of a call."""
        marks = self._marks
        try:
            name = self._names[call.__qualname__]
        except BaseException:  # noqa: BLE001 - not seen before, or a plugin's own attribute
            name = self._name(call)
        if table != self._table:
            self._table = table
            where = game.encode("ascii", "replace")
            _MARK.pack_into(marks, _HEAD.size, 0, self._thread, table, where, name)
        else:
            marks[_NAME] = name
        self._since[0] = self._beats

    def leave(self) -> None:
        """Mark the end of a call."""
        self._since[0] = 0

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

    def _name(self, call: Callable[..., Any]) -> bytes:
        """Return the name of *call* as a mark holds it, and keep it for next time."""
        name = name_of(call)
        if len(self._names) >= NAMES_MAX:
            self._names.clear()
        self._names[name] = name.encode().ljust(NAME_MAX, b"\0")
        return self._names[name]

    # --- on worker threads -------------------------------------------------------------

    def think(self, key: JobKey) -> int | None:
        """Mark that a bot begins to think. Return the mark's number, or None if none is free."""
        try:
            slot = self._free.pop()
        except IndexError:
            return None
        game = key.game.encode("ascii", "replace")
        what = self._beats, threading.get_ident(), key.table, game, b"Bot.think"
        _MARK.pack_into(self._marks, _at(slot), *what)
        return slot

    def done(self, slot: int | None) -> None:
        """Mark that the bot has finished."""
        if slot is not None:
            _BEAT.pack_into(self._marks, _at(slot), 0)
            self._free.append(slot)


def _at(slot: int) -> int:
    """Return the place of that mark."""
    return _HEAD.size + slot * _MARK.size


def _since(marks: mmap.mmap) -> memoryview:
    """Return the number in the loop's mark that says when its call began: quick to write."""
    return memoryview(marks)[_SINCE].cast("Q")


def _text(padded: bytes) -> str:
    return padded.rstrip(b"\0").decode("ascii", "replace")
